package metrics

import (
	"fmt"
	"slices"
	"strings"
)

// Sets of measures that trec_eval knows by a name.
const (
	inOfficial = 1 << iota
	inSet
	inAll
)

// trecSets are their names.
var trecSets = []struct {
	name string
	set  int
}{{"official", inOfficial}, {"set", inSet}, {"all_trec", inAll}}

// trecName is a name that trec_eval has for a measure, or for one at each of some cutoffs.
type trecName struct {
	name    string
	cutoffs string // its default cutoffs; empty for a name that takes none
	sets    int
}

const (
	usualCutoffs = "5,10,15,20,30,100,200,500,1000"
	tenths       = "0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1"
	fifths       = "0.2,0.4,0.6,0.8,1,1.2,1.4,1.6,1.8,2"
)

// The names that are no measures, since they have no number for a topic.
const (
	runID     = "runid"     // the tag
	relString = "relstring" // the grades of the first ranks, see [Labels]
)

// trecNames lists trec_eval's names in the order of its output.
var trecNames = []trecName{
	{runID, "", inOfficial | inSet | inAll},
	{"num_q", "", inOfficial | inSet | inAll},
	{"num_ret", "", inOfficial | inSet | inAll},
	{"num_rel", "", inOfficial | inSet | inAll},
	{"num_rel_ret", "", inOfficial | inSet | inAll},
	{"map", "", inOfficial | inAll},
	{"gm_map", "", inOfficial | inAll},
	{"Rprec", "", inOfficial | inAll},
	{"bpref", "", inOfficial | inAll},
	{"recip_rank", "", inOfficial | inAll},
	{"iprec_at_recall", tenths, inOfficial | inAll},
	{"P", usualCutoffs, inOfficial | inAll},
	{relString, "", inAll},
	{"recall", usualCutoffs, inAll},
	{"infAP", "", inAll},
	{"gm_bpref", "", inAll},
	{"Rprec_mult", fifths, inAll},
	{"utility", "", inSet | inAll},
	{"11pt_avg", "", inAll},
	{"binG", "", inAll},
	{"G", "", inAll},
	{"dcg", "", 0},
	{"ideal_dcg", "", 0},
	{"ndcg", "", inAll},
	{"ndcg_rel", "", inAll},
	{"Rndcg", "", inAll},
	{"ndcg_cut", usualCutoffs, inAll},
	{"map_cut", usualCutoffs, inAll},
	{"relative_P", usualCutoffs, inAll},
	{"success", "1,5,10", inAll},
	{"set_P", "", inSet | inAll},
	{"set_relative_P", "", inSet | inAll},
	{"set_recall", "", inSet | inAll},
	{"set_map", "", inSet | inAll},
	{"set_F", "", inSet | inAll},
	{"num_nonrel_judged_ret", "", inAll},
	{"yaap", "", 0},
	{"rbp", "", inAll},
	{"rbp_resid", "", inAll},
	{"unj", "5,10,20", inAll},
}

// found is a measure and the name under which trec_eval prints it.
type found struct {
	name    string
	applied Applied
}

// findDotted reads what trec_eval is asked: a name, a dot, parameters. It is not known if no name of trec_eval stands before
// the first dot.
func findDotted(s string) (list []found, known bool, err error) {
	name, text, dotted := strings.Cut(s, ".")
	i := slices.IndexFunc(trecNames, func(t trecName) bool { return t.name == name })
	if !dotted || i < 0 || name == relString || name == runID {
		return nil, false, nil
	}
	list, err = trecNames[i].with(text)
	if err != nil {
		return nil, true, fmt.Errorf("measure %q: %w", s, err)
	}
	return list, true, nil
}

// with applies parameters as trec_eval is given them: cutoffs, of which each makes a measure, or those of one measure.
func (t trecName) with(text string) ([]found, error) {
	if t.cutoffs == "" {
		f, err := t.one(text)
		return []found{f}, err
	}
	var list []found
	for item := range strings.SplitSeq(text, ",") {
		f, err := t.cut(item)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(g found) bool { return g.applied.String() == f.applied.String() }) {
			return nil, fmt.Errorf("cutoff %q twice", item)
		}
		list = append(list, f)
	}
	return list, nil
}

// one applies the parameters of one measure.
func (t trecName) one(text string) (found, error) {
	i := slices.IndexFunc(measures, func(m *Measure) bool { return m.Trec == t.name })
	a := Applied{Measure: measures[i]}
	if a.TrecArgs == nil {
		return found{}, fmt.Errorf("%s takes no parameters", t.name)
	}
	return found{t.name + "_" + text, a}.parsed(a.TrecArgs(text))
}

func (f found) parsed(inside string) (found, error) {
	err := f.applied.parseInside(inside)
	return f, err
}

// cut applies a cutoff.
func (t trecName) cut(text string) (found, error) {
	i := slices.IndexFunc(measures, func(m *Measure) bool { return m.TrecCut == t.name })
	a := Applied{Measure: measures[i]}
	p, _ := a.at()
	if err := a.set(p, text); err != nil {
		return found{}, err
	}
	return found{a.TrecName(), a}, nil
}

// findPrinted finds the names that trec_eval prints: "map", "P_10", "iprec_at_recall_0.10", "ndcg_1=3,2=9".
func findPrinted(s string) (found, bool) {
	for _, t := range trecNames {
		rest, ok := strings.CutPrefix(s, t.name)
		text, has := strings.CutPrefix(rest, "_")
		switch {
		case !ok || t.name == runID || t.name == relString:
		case rest == "" && t.cutoffs == "":
			i := slices.IndexFunc(measures, func(m *Measure) bool { return m.Trec == t.name })
			return found{s, Applied{Measure: measures[i]}}, true
		case has:
			read := t.one
			if t.cutoffs != "" {
				read = t.cut
			}
			if f, err := read(text); err == nil {
				return f, true
			}
		}
	}
	return found{}, false
}

// TrecName is what trec_eval calls a, such as "ndcg_cut_10"; empty where trec_eval has no such measure, and for a measure
// with parameters beyond a cutoff: trec_eval has one level for all measures, and spells the others as it was given them.
func (a Applied) TrecName() string {
	p, has := a.at()
	plain := Applied{Measure: a.Measure}
	text := ""
	if has {
		text = a.Args.text(p)
	}
	switch {
	case text != "":
		plain.Args = plain.Args.with(p, []float64{a.atValue()})
		if plain.String() != a.String() || a.TrecCut == "" {
			return ""
		}
		if p.Name == "x" {
			text = fmt.Sprintf("%.2f", a.atValue())
		}
		return a.TrecCut + "_" + text
	case plain.String() != a.String():
		return ""
	}
	return a.Trec
}

// atValue is the number after the sign @, 0 without one.
func (a Applied) atValue() float64 {
	if a.Args.K > 0 {
		return float64(a.Args.K)
	}
	if p, ok := a.at(); ok && a.Args.has(p) {
		return a.Args.number(p)
	}
	return 0
}

// place is where a stands in trec_eval's output, or behind it in the order of the list.
func (a Applied) place() int {
	names := []string{a.Trec, a.TrecCut}
	if p, ok := a.at(); ok && a.Args.text(p) != "" {
		slices.Reverse(names)
	}
	for _, name := range names {
		if i := slices.IndexFunc(trecNames, func(t trecName) bool { return t.name == name }); i >= 0 {
			return i
		}
	}
	return len(trecNames) + slices.Index(measures, a.Measure)
}

// colons turns trec_eval's pairs 1=3 into our 1:3, so that no = is left to begin another parameter.
func colons(text string) string { return strings.ReplaceAll(text, "=", ":") }
