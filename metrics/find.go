package metrics

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Find reads the name of a measure, as ir-measures spells it ("AP", "nDCG@10", "P(rel=2)@10") or as trec_eval does
// ("map", "ndcg_cut_10", "recip_rank"). The error for a name that does not exist lists the nearest that do.
func Find(s string) (Applied, error) {
	if a, ok := findTrec(s); ok {
		return a, nil
	}
	name, rest := s, ""
	if i := strings.IndexAny(s, "(@"); i >= 0 {
		name, rest = s[:i], s[i:]
	}
	i := slices.IndexFunc(measures, func(m *Measure) bool {
		return m.Name == name || slices.Contains(m.Aliases, name) || m.Trec != "" && m.Trec == name
	})
	if i < 0 {
		return Applied{}, fmt.Errorf("unknown measure %q: %s", s, suggest(s))
	}
	a := Applied{Measure: measures[i]}
	if err := a.parse(rest); err != nil {
		return Applied{}, fmt.Errorf("measure %q: %w", s, err)
	}
	return a, nil
}

// findTrec finds trec_eval's output names: "map", "P_10".
func findTrec(s string) (Applied, bool) {
	name, digits := s, ""
	if i := strings.LastIndexByte(s, '_'); i >= 0 {
		name, digits = s[:i], s[i+1:]
	}
	for _, m := range measures {
		if m.Trec != "" && m.Trec == s {
			return Applied{Measure: m}, true
		}
		if m.TrecCut != "" && m.TrecCut == name {
			if k, err := positive(digits); err == nil {
				return Applied{m, Args{K: k}}, true
			}
		}
	}
	return Applied{}, false
}

// parse reads what follows the name: "", "@10", "(rel=2)", "(rel=2)@10".
func (a *Applied) parse(s string) error {
	if strings.HasPrefix(s, "(") {
		inside, rest, ok := strings.Cut(s[1:], ")")
		if !ok {
			return fmt.Errorf("want a closing bracket")
		}
		for arg := range strings.SplitSeq(inside, ",") {
			name, value, ok := strings.Cut(strings.TrimSpace(arg), "=")
			if !ok || name == "k" {
				return fmt.Errorf("parameter %q: want name=value", arg)
			}
			if err := a.set(name, value); err != nil {
				return err
			}
		}
		s = rest
	}
	if k, ok := strings.CutPrefix(s, "@"); ok {
		return a.set("k", k)
	} else if s != "" {
		return fmt.Errorf("%q after the closing bracket: want nothing or @ and a cutoff", s)
	}
	if a.requires("k") && a.Args.K == 0 {
		return fmt.Errorf("want a cutoff, such as %s@10", a.Name)
	}
	return nil
}

func (a *Applied) set(name, value string) error {
	if !slices.ContainsFunc(a.Params, func(p Param) bool { return p.Name == name }) {
		if name == "k" {
			return fmt.Errorf("%s takes no cutoff", a.Name)
		}
		return fmt.Errorf("unknown parameter %q: %s takes %s", name, a.Name, a.paramNames())
	}
	var dst *int
	switch name {
	case "k":
		dst = &a.Args.K
	case "rel":
		dst = &a.Args.Level
	}
	if *dst != 0 {
		return fmt.Errorf("%s is given twice", name)
	}
	v, err := positive(value)
	if err != nil {
		return fmt.Errorf("%s %q: %w", name, value, err)
	}
	*dst = v
	return nil
}

func (m *Measure) requires(param string) bool {
	return slices.ContainsFunc(m.Params, func(p Param) bool { return p.Name == param && p.Required })
}

func (m *Measure) paramNames() string {
	var names []string
	for _, p := range m.Params {
		if p.Name == "k" {
			names = append(names, "@k")
		} else {
			names = append(names, p.Name+"=")
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}

// maxArg keeps cutoffs and levels within what an int32 can hold, on every machine.
const maxArg = 1_000_000_000

// positive reads a whole number from 1, in decimal digits only.
func positive(s string) (int, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil || n < 1 || n > maxArg || s[0] == '0' {
		return 0, fmt.Errorf("want a whole number from 1 to %d", maxArg)
	}
	return int(n), nil
}
