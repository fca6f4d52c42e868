package reports

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/stats"
)

// CompareAcross compares the systems by all measures of a study as one family: studentized maxT over all pairs and
// measures, for which all scores of a system on a topic are permuted together.
func CompareAcross(st *Study) ([]*Comparison, error) {
	opt := st.Options.WithDefaults()
	stepDown := st.Procedure != nil && st.Procedure.Name == "maxt-step-down"
	opt.Test = FindTest("t")
	first, ranked := arrange(st.Scores[0], st)
	var tags []metrics.Tag // of the ranked systems, in the order of the official measure
	for _, sys := range first.Systems[:len(ranked)] {
		tags = append(tags, sys.Tag)
	}
	matrices := make([]*mat.Dense, len(st.Scores))
	for m, s := range st.Scores {
		rows := make([]int, len(tags))
		for i, tag := range tags {
			rows[i] = slices.IndexFunc(s.Systems, func(sys metrics.System) bool { return sys.Tag == tag })
		}
		matrices[m] = s.Keep(rows, nil).Values
	}
	c := &Comparison{scores: first}
	pairs, _, err := c.declare(st.Baselines, len(tags), opt)
	if err != nil {
		return nil, err
	}
	opt.Pairs = pairs
	run := stats.MaxTMeasures
	if stepDown {
		run = stats.MaxTStepDownMeasures
	}
	families, err := run(matrices, opt)
	if err != nil {
		return nil, err
	}
	var all []*Comparison
	for m, s := range st.Scores {
		one := *st
		one.Test = opt.Test
		one.Procedure = &stats.Procedure{Name: families[m].Procedure, Error: families[m].Error, Run: reordered(families[m], tags, s, st)}
		c, err := Compare(&one, s)
		if err != nil {
			return nil, err
		}
		c.Family.M = len(pairs) * len(matrices)
		c.Warnings = append(c.Warnings, stats.Warning{Code: "across-measures", Text: fmt.Sprintf(
			"the family holds %d comparisons: %s by each of %d measures", c.Family.M, count(len(pairs), "pair"), len(matrices))})
		all = append(all, c)
	}
	return all, nil
}

// reordered gives the family of one measure in the order that Compare asks for, that of the measure's own means.
func reordered(fam stats.Family, tags []metrics.Tag, s *metrics.Scores, st *Study) func(*mat.Dense, stats.Options) (stats.Family, error) {
	return func(_ *mat.Dense, opt stats.Options) (stats.Family, error) {
		arranged, ranked := arrange(s, st)
		to := make([]int, len(tags)) // row of the family: row of the comparison
		for i, tag := range tags {
			to[i] = slices.IndexFunc(arranged.Systems[:len(ranked)], func(sys metrics.System) bool { return sys.Tag == tag })
		}
		found := make(map[[2]int]stats.Pair)
		for _, p := range fam.Pairs {
			p.I, p.J = to[p.I], to[p.J]
			found[[2]int{p.I, p.J}] = p
		}
		out := fam
		out.Pairs = nil
		for _, want := range opt.Pairs {
			p, ok := found[want]
			if !ok {
				if p, ok = found[[2]int{want[1], want[0]}]; !ok {
					return stats.Family{}, fmt.Errorf("pair of %s and %s: not in the family", arranged.Systems[want[0]].Tag, arranged.Systems[want[1]].Tag)
				}
				p = turned(p)
			}
			out.Pairs = append(out.Pairs, p)
		}
		return out, nil
	}
}

// turned is a two-sided comparison seen from the other system.
func turned(p stats.Pair) stats.Pair {
	p.I, p.J = p.J, p.I
	p.Result.Estimate = 0 - p.Result.Estimate
	if s := p.Result.Statistic; s != nil {
		v := 0 - *s
		p.Result.Statistic = &v
	}
	if iv := p.Result.Interval; iv != nil {
		p.Result.Interval = &stats.Interval{Lo: 0 - iv.Hi, Hi: 0 - iv.Lo, Confidence: iv.Confidence, Kind: iv.Kind}
	}
	return p
}
