package metrics

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Request is what was asked for by names of measures: what to compute, and what trec_eval's output format says of it.
type Request struct {
	// Measures are distinct and in the order asked; the first is the official one. What [FindAll] returns has at least one:
	// NumQ, without a line in the output, if only what is no measure was asked for.
	Measures []Applied

	lines []trecLine // of the output, in its order
}

// trecLine is a line of each block of trec_eval's output.
type trecLine struct {
	name    string
	measure int     // index of Measures, or one of those below
	labels  int     // of relstring: how many
	place   int     // in trec_eval's order
	at      float64 // cutoff, which orders lines of one place
}

// In place of a measure.
const (
	lineOfRunID  = -1
	lineOfLabels = -2
)

// FindAll reads names of measures: all that [Find] takes; names that trec_eval is asked for and that stand for several
// measures, "P.5,10" or, with its usual cutoffs, "P"; its sets official, set and all_trec; and runid and relstring, which
// only trec_eval's format has. A measure named twice is there once. The error says what is wrong with every name.
//
// The counts of a set come after its other measures, so that none of them is the official measure.
func FindAll(names []string) (Request, error) {
	var r Request
	var errs []error
	if len(names) == 0 {
		errs = append(errs, errors.New("no measure is named: want one, such as AP"))
	}
	for _, s := range names {
		errs = append(errs, r.add(s))
	}
	if err := errors.Join(errs...); err != nil {
		return Request{}, err
	}
	slices.SortStableFunc(r.lines, func(a, b trecLine) int { return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.at, b.at)) })
	if len(r.Measures) == 0 {
		r.index(Applied{Measure: numQ})
	}
	return r, nil
}

// add adds what one name stands for.
func (r *Request) add(s string) error {
	head, _, dotted := strings.Cut(s, ".")
	for _, set := range trecSets {
		switch {
		case head != set.name:
		case dotted:
			return fmt.Errorf("measure %q: %s is a set of measures and takes no parameters", s, head)
		default:
			r.addSet(set.set)
			return nil
		}
	}
	if known, err := r.addOther(s); known {
		return err
	}
	if i := slices.IndexFunc(trecNames, func(t trecName) bool { return t.name == s && t.cutoffs != "" }); i >= 0 {
		r.addUsual(trecNames[i])
		return nil
	}
	if list, known, err := findDotted(s); known {
		for _, f := range list {
			r.addFound(f)
		}
		return err
	}
	if f, ok := findPrinted(s); ok {
		r.addFound(f)
		return nil
	}
	a, err := Find(s)
	if err != nil {
		return err
	}
	r.addFound(found{strings.Join(strings.Fields(s), ""), a}) // no blank or line end inside a line of output
	return nil
}

// addSet adds all that trec_eval has in a set.
func (r *Request) addSet(set int) {
	for _, counts := range []bool{false, true} {
		for _, t := range trecNames {
			if t.sets&set == 0 {
				continue
			}
			if known, _ := r.addOther(t.name); known {
				continue
			}
			f, single := findPrinted(t.name)
			switch {
			case single && f.applied.Count == counts:
				r.addFound(f)
			case !single && !counts:
				r.addUsual(t)
			}
		}
	}
}

// addUsual adds a measure at trec_eval's usual cutoffs.
func (r *Request) addUsual(t trecName) {
	list, _ := t.with(t.cutoffs) // that they are read is tested
	for _, f := range list {
		r.addFound(f)
	}
}

// addOther adds what is no measure.
func (r *Request) addOther(s string) (known bool, err error) {
	name, text, line := s, "10", trecLine{name: s, measure: lineOfRunID}
	if i := strings.IndexAny(s, "._"); i >= 0 {
		name, text = s[:i], s[i+1:]
		line.name = name + "_" + text
	}
	switch {
	case name == runID && name != s:
		return true, fmt.Errorf("measure %q: runid takes no parameters", s)
	case name == runID:
	case name == relString:
		n, err := whole(1, maxArg).read(text)
		if err != nil {
			return true, fmt.Errorf("measure %q: cutoff %q: %w", s, text, err)
		}
		line.measure, line.labels, line.at = lineOfLabels, int(n[0]), n[0]
	default:
		return false, nil
	}
	line.place = slices.IndexFunc(trecNames, func(t trecName) bool { return t.name == name })
	r.addLine(line)
	return true, nil
}

func (r *Request) addFound(f found) {
	r.addLine(trecLine{name: f.name, measure: r.index(f.applied), place: f.applied.place(), at: f.applied.atValue()})
}

// addLine adds a line, unless one like it is there.
func (r *Request) addLine(line trecLine) {
	if !slices.Contains(r.lines, line) {
		r.lines = append(r.lines, line)
	}
}

// index is the place of a among the measures, of which it is one from now on.
func (r *Request) index(a Applied) int {
	name := a.String()
	i := slices.IndexFunc(r.Measures, func(b Applied) bool { return b.Measure == a.Measure && b.String() == name })
	if i < 0 {
		i = len(r.Measures)
		r.Measures = append(r.Measures, a)
	}
	return i
}

// TrecEval9 makes the measures that round the number of documents needed (IPrec, 11pt_avg) do so as trec_eval 9 did; their
// names say so. What else that version did is [OrderFloat32], the order of the runs.
func (r *Request) TrecEval9() { r.give(oldRounding, 0) }

// SetCollection tells the measures that look at it (utility) how many documents the collection has: trec_eval -N. One that
// was named with a number keeps it, and one that is the same for any number stays as it is.
//
// It panics if n is less than 1.
func (r *Request) SetCollection(n int) {
	if n < 1 {
		panic(fmt.Sprintf("metrics: collection of %d documents: want 1 or more", n))
	}
	r.give(collection, float64(min(int64(n), maxCollection)))
}

// give gives a parameter to the measures that have it and were not given it.
func (r *Request) give(p Param, value float64) {
	old := r.Measures
	r.Measures, r.lines = nil, slices.Clone(r.lines)
	now := make([]int, len(old))
	for i, a := range old {
		takes := slices.ContainsFunc(a.Params, func(q Param) bool { return q.Name == p.Name })
		if takes && !a.Args.has(p) && (p.Name != collection.Name || a.Args.values(worths)[3] != 0) {
			a.Args = a.Args.with(p, []float64{value})
		}
		now[i] = r.index(a)
	}
	for i := range r.lines {
		if at := &r.lines[i].measure; *at >= 0 {
			*at = now[*at]
		}
	}
}

// Warnings holds what a reader must know of the measures asked for (code trec-eval-rbp).
func (r Request) Warnings() []Warning {
	var out []Warning
	if slices.ContainsFunc(r.Measures, func(a Applied) bool { return a.Measure == rbpTrec || a.Measure == rbpResid }) {
		out = append(out, Warning{"trec-eval-rbp", "rbp and rbp_resid are as trec_eval computes them: gains relative to the topic, and no residual where all " +
			"retrieved documents are judged; RBP is not the same"})
	}
	return out
}

// OnlyLines says that only what is no measure was asked for, such as relstring: there are no scores to show.
func (r Request) OnlyLines() bool {
	return len(r.lines) > 0 && !slices.ContainsFunc(r.lines, func(l trecLine) bool { return l.measure >= 0 })
}

// Check says which measures lack a parameter, or have two that contradict one another. Ask it when all parameters are set:
// [Evaluate] would refuse such measures too, but only when all files are read.
func (r Request) Check() error {
	var errs []error
	for _, a := range r.Measures {
		errs = append(errs, a.Check(0))
	}
	return errors.Join(errs...)
}
