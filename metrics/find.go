package metrics

import (
	"fmt"
	"slices"
	"strings"
)

// Find reads the name of a measure, as ir-measures spells it ("AP", "nDCG@10", "P(rel=2)@10") or as trec_eval does, in what
// it prints ("map", "ndcg_cut_10", "iprec_at_recall_0.10") or is asked ("ndcg.1=3,2=9"). The error for a name that does
// not exist lists the nearest that do. [FindAll] also reads names that stand for several measures.
func Find(s string) (Applied, error) {
	if found, known, err := findDotted(s); known {
		switch {
		case err != nil:
			return Applied{}, err
		case len(found) != 1:
			return Applied{}, fmt.Errorf("measure %q: %d measures, want one, such as %s", s, len(found), found[0].name)
		}
		return found[0].applied, nil
	}
	if f, ok := findPrinted(s); ok {
		return f.applied, nil
	}
	name, rest := s, ""
	if i := strings.IndexAny(s, "(@"); i >= 0 {
		name, rest = s[:i], s[i:]
	}
	i := slices.IndexFunc(measures, func(m *Measure) bool {
		return m.Name == name || slices.Contains(m.Aliases, name) || m.Trec != "" && m.Trec == name
	})
	switch {
	case i < 0 && (name == runID || strings.HasPrefix(name, relString)):
		return Applied{}, fmt.Errorf("measure %q: it is no number and has a place only in trec_eval's output", s)
	case i < 0:
		return Applied{}, fmt.Errorf("unknown measure %q: %s", s, suggest(s))
	}
	a := Applied{Measure: measures[i]}
	if err := a.parse(rest); err != nil {
		return Applied{}, fmt.Errorf("measure %q: %w", s, err)
	}
	return a, nil
}

// parse reads what follows the name: "", "@10", "(rel=2)", "(rel=2)@10".
func (a *Applied) parse(s string) error {
	if strings.HasPrefix(s, "(") {
		inside, rest, ok := strings.Cut(s[1:], ")")
		if !ok {
			return fmt.Errorf("want a closing bracket")
		}
		if err := a.parseInside(inside); err != nil {
			return err
		}
		s = rest
	}
	i := slices.IndexFunc(a.Params, Param.At)
	if text, ok := strings.CutPrefix(s, "@"); ok {
		if i < 0 {
			return fmt.Errorf("%s takes no cutoff", a.Name)
		}
		return a.set(a.Params[i], text)
	} else if s != "" {
		return fmt.Errorf("%q after the closing bracket: want nothing or @ and a cutoff", s)
	}
	if i >= 0 && a.Params[i].Required {
		return fmt.Errorf("want a %s, such as %s", a.Params[i].noun(), example(a.Measure, a.Name))
	}
	return nil
}

// parseInside reads what stands in brackets. A value may hold commas: what follows one without a name belongs to the value.
func (a *Applied) parseInside(s string) error {
	var names, values []string
	for arg := range strings.SplitSeq(s, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(arg), "=")
		switch {
		case ok:
			names, values = append(names, name), append(values, value)
		case names == nil:
			return fmt.Errorf("parameter %q: want name=value", arg)
		default:
			values[len(values)-1] += "," + name
		}
	}
	for n, name := range names {
		i := slices.IndexFunc(a.Params, func(p Param) bool { return p.Name == name })
		switch {
		case i < 0:
			return fmt.Errorf("unknown parameter %q: %s takes %s", name, a.Name, a.paramNames())
		case a.Params[i].At():
			return fmt.Errorf("parameter %q: want it after the brackets, as @%s", name+"="+values[n], values[n])
		case slices.Contains(names[:n], name):
			return fmt.Errorf("%s is given twice", name)
		}
		if err := a.set(a.Params[i], values[n]); err != nil {
			return err
		}
	}
	return nil
}

func (a *Applied) set(p Param, text string) error {
	values, err := p.read(text)
	if err != nil {
		return fmt.Errorf("%s %q: %w", p.Name, text, err)
	}
	a.Args = a.Args.with(p, values)
	return nil
}

// at is the parameter after the sign @, if m has one.
func (m *Measure) at() (p Param, ok bool) {
	i := slices.IndexFunc(m.Params, Param.At)
	if i < 0 {
		return Param{}, false
	}
	return m.Params[i], true
}

// noun is what messages call what stands after the sign @.
func (p Param) noun() string {
	if p.Name == "k" {
		return "cutoff"
	}
	return p.Doc
}

func (m *Measure) paramNames() string {
	var names []string
	for _, p := range m.Params {
		if p.At() {
			names = append(names, "@"+p.Name)
		} else {
			names = append(names, p.Name+"=")
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
}
