package reports

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/stats"
)

// finder holds what the parts of a HoleFinding are made of. Runs are by index of runs.
type finder struct {
	st    *Study
	opt   HoleOptions
	test  *stats.PairedTest
	runs  []*metrics.Run // that are scored, in the order of the scores
	fresh []int          // that were not pooled
	holes *pooling.Holes
	pool  *pooling.Pool
	out   HoleFinding
}

func (f *finder) gather() error {
	scored := f.st.Scores[0]
	for i, sys := range scored.Systems {
		k := slices.IndexFunc(f.st.Runs, func(r *metrics.Run) bool { return r.Tag == sys.Tag })
		if k < 0 {
			return fmt.Errorf("run %q has scores, but its documents are not known", sys.Tag)
		}
		if isNew(f.st.Runs[k]) {
			f.fresh = append(f.fresh, i)
		}
		f.runs = append(f.runs, f.st.Runs[k])
	}
	var err error
	f.holes, err = pooling.FindHoles(f.runs, f.st.Qrels, pooling.HoleOptions{Level: int(f.st.Level), Depth: f.opt.Depth, Topics: scored.Topics, Workers: f.st.Options.Plan.Workers})
	if err != nil {
		return err
	}
	all := make([]*metrics.Run, len(f.st.Runs)) // also those without a score: they may have been pooled
	for i, r := range f.st.Runs {
		c := *r
		c.Unpooled = isNew(r)
		all[i] = &c
	}
	f.pool, err = pooling.Build(all, f.st.Qrels, pooling.Options{Depth: f.st.PoolDepth, Level: int(f.st.Level), Workers: f.st.Options.Plan.Workers})
	return err
}

func (f *finder) find() (HoleFinding, error) {
	f.out.HoleTest = f.describe()
	rates, _ := f.pool.Judged(judgedCutoffs())
	bpref, rbp := f.named("Bpref"), f.rbp()
	ofBpref, ofRBP := f.holes.Means(bpref), f.holes.Means(rbp)
	for _, u := range f.fresh {
		n := NewRun{Run: f.runs[u].Tag, Team: f.runs[u].Team, Bpref: ranked(ofBpref, u, false),
			RBP: NewRBP{rbp.String(), ranked(ofRBP, u, false), f.holes.Residual(rbp, u)}}
		for _, r := range rates {
			if r.Run == n.Run {
				n.Unjudged = append(n.Unjudged, r)
			}
		}
		f.out.New = append(f.out.New, n)
	}
	for i := range f.st.Measures {
		if err := f.measure(i); err != nil {
			return HoleFinding{}, err
		}
	}
	if f.opt.JudgeNext > 0 {
		f.out.JudgeNext = f.holes.NextToJudge(f.st.Measures[0], f.comparisons(), f.opt.JudgeNext)
	}
	return f.out, f.adjust()
}

func (f *finder) named(name string) metrics.Applied {
	m, err := metrics.Find(name)
	if err != nil {
		panic(err)
	}
	return m
}

// rbp is the first such measure of the study, or the usual one.
func (f *finder) rbp() metrics.Applied {
	for _, m := range f.st.Measures {
		if m.Name == "RBP" {
			return m
		}
	}
	return f.named("RBP(p=0.8)")
}

func (f *finder) describe() *HoleTest {
	n := len(f.fresh)
	t := &HoleTest{Test: f.test.Name, Correction: "holm", Alpha: f.st.Options.WithDefaults().Alpha, Depth: f.opt.Depth, Pairs: n*(len(f.runs)-n) + n*(n-1)/2}
	if f.st.Correction != nil {
		t.Correction = f.st.Correction.Name
	}
	if t.Pairs < 2 {
		t.Correction = "none"
	}
	return t
}

// ranked is a mean with its rank.
func ranked(means []float64, i int, lower bool) RankedScore {
	return RankedScore{means[i], stats.Ranks(worth(means, lower))[i]}
}

// measure adds what a measure says about every new run.
func (f *finder) measure(at int) error {
	m, scores := f.st.Measures[at], f.st.Scores[at]
	means, condensed := scores.Means(), f.holes.Condensed(m)
	pairs, reason, err := f.pairs(m)
	if err != nil {
		return err
	}
	for i, u := range f.fresh {
		n := NewMeasure{Measure: m.String(), RankedScore: ranked(means, u, m.Lower), Of: len(f.runs), Condensed: ranked(condensed, u, m.Lower), Reason: reason}
		n.Errors.Topics = topicError(scores, u)
		if reason == "" {
			b, err := f.holes.Single(m, u)
			if err != nil {
				return err
			}
			n.Bounds, n.Pairs = &b, pairs[i]
			half := (b.Hi - b.Lo) / 2
			n.Errors.Bounds = &half
			drawn, err := f.holes.Draw(m, u, pooling.DrawOptions{Seed: f.st.Options.Plan.Seed, Confidence: f.st.Options.Confidence})
			if err != nil {
				return err
			}
			n.Drawn, n.Errors.Labels = drawn, &drawn.SD
			n.Ranks, err = f.holes.Ranks(m, u)
			if errors.Is(err, pooling.ErrTooManyHoles) {
				n.RanksReason = tooManyHoles
			} else if err != nil {
				return err
			}
		}
		f.order(n.Pairs, means)
		f.out.New[i].Measures = append(f.out.New[i].Measures, n)
	}
	return nil
}

// order puts pairs in the order of the other's mean, the best first.
func (f *finder) order(pairs []NewPair, means []float64) {
	slices.SortStableFunc(pairs, func(a, b NewPair) int { return cmp.Compare(means[b.index], means[a.index]) })
}

// options of single tests: two-sided.
func (f *finder) options() stats.Options {
	opt := f.st.Options
	opt.Alternative, opt.Intervals, opt.Plan.Progress = stats.TwoSided, false, nil
	return opt
}

// topicError is the standard error of a system's mean from the interaction of system and topic: the residuals of the
// system in the two-way table, scaled so that their mean over the systems is that of the analysis of variance.
func topicError(s *metrics.Scores, system int) *float64 {
	k, n := s.Values.Dims()
	if k < 2 || n < 2 {
		return nil
	}
	means, grand := s.Means(), 0.0
	for _, x := range means {
		grand += x / float64(k)
	}
	sum := 0.0
	for t := range n {
		topic := 0.0
		for i := range k {
			topic += s.Values.At(i, t) / float64(k)
		}
		e := s.Values.At(system, t) - means[system] - topic + grand
		sum += e * e
	}
	se := math.Sqrt(sum / (float64(n-1) * (1 - 1/float64(k))) / float64(n))
	return &se
}
