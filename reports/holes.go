package reports

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/stats"
)

// HoleFinding is what the judgments can say about runs that were not pooled. It is part of [PoolAudit].
type HoleFinding struct {
	New         []NewRun             `json:"new"`         // null where every run was pooled
	JudgeNext   []pooling.ToJudge    `json:"judge_next"`  // null where nobody asked
	Adjustments []pooling.Adjustment `json:"adjustments"` // by the official measure; null where AdjustReason says why
	HoleTest    *HoleTest            `json:"hole_test"`   // null where every run was pooled

	AdjustReason string `json:"adjustments_reason"` // empty where there are some
}

// HoleTest says how the pairs of new runs were tested.
type HoleTest struct {
	Test       string  `json:"test"`
	Correction string  `json:"correction"` // over Pairs; "none" for one
	Pairs      int     `json:"pairs"`
	Alpha      float64 `json:"alpha"`
	Depth      int     `json:"depth"`  // holes below this rank of every run stay without a judgment; 0: none do
	Reason     string  `json:"reason"` // why no p is bounded; empty if it is
}

// NewRun is a run that was not pooled.
type NewRun struct {
	Run      metrics.Tag    `json:"run"`
	Team     metrics.Team   `json:"team"`
	Unjudged []pooling.Rate `json:"unjudged"` // at each cutoff
	Measures []NewMeasure   `json:"measures"` // the official one first
	Bpref    RankedScore    `json:"bpref"`
	RBP      NewRBP         `json:"rbp"`
}

// RankedScore is a mean with its rank among all runs: 1 + the number of runs with a better one.
type RankedScore struct {
	Score float64 `json:"score"`
	Rank  int     `json:"rank"`
}

// NewRBP is rank-biased precision with what unjudged documents could add, those beyond the end of the lists included.
type NewRBP struct {
	Measure string `json:"measure"`
	RankedScore
	Residual float64 `json:"residual"`
}

// NewMeasure is one measure of a run that was not pooled.
type NewMeasure struct {
	Measure string `json:"measure"`
	RankedScore
	Of        int                `json:"of"` // runs that are ranked
	Condensed RankedScore        `json:"condensed"`
	Bounds    *pooling.Bounds    `json:"bounds"`        // over the labels of its own holes; null where Reason says why
	Reason    string             `json:"bounds_reason"` // empty where there are bounds
	Ranks     *pooling.RankRange `json:"ranks"`         // over the labels of the holes of all runs; null where RanksReason says why
	Drawn     *pooling.Drawn     `json:"drawn"`         // null where the measure looks at what is not judged
	Errors    ErrorBudget        `json:"error_budget"`
	Pairs     []NewPair          `json:"pairs"` // with every other run, in the order of means; null as Bounds

	RanksReason string `json:"ranks_reason"` // empty where there are ranks, or no bounds
}

// ErrorBudget sets the uncertainty of a mean that comes from the topics beside that from missing judgments, in score units.
type ErrorBudget struct {
	Topics *float64 `json:"topics"` // standard error: √(variance of system × topic / topics); null for one topic or run
	Labels *float64 `json:"labels"` // standard deviation over drawn labels
	Bounds *float64 `json:"bounds"` // half the distance of the bounds
}

// NewPair compares a run that was not pooled with another.
type NewPair struct {
	Other metrics.Tag `json:"other"`
	pooling.Bounds
	Own   pooling.Bounds `json:"own_holes"` // where only the documents of the new run are judged
	Order string         `json:"order"`     // "better", "worse" or "equal" under every labelling, else "open"
	P     *float64       `json:"p"`         // as judged, corrected; null where the test has no bounds
	PLo   *float64       `json:"p_lo"`      // corrected p is at least this, whatever the labels; null where it may come near 0
	PHi   *float64       `json:"p_hi"`      // and at most this
	// Verdict is "significant" or "not-significant" under every labelling, "not-decided" where it is not significant under some,
	// and "open" where neither was proved.
	Verdict    string `json:"verdict"`
	Flips      *int   `json:"flips"`       // no fewer documents found relevant turn the order round; null where none can, or none is known
	FlipsExact bool   `json:"flips_exact"` // and so many can
	FlipsKnown bool   `json:"flips_known"`

	decision *pooling.Decision
	p        float64
	index    int
}

// HoleOptions say what to find out about runs that were not pooled.
type HoleOptions struct {
	Depth     int // holes below this rank of every run stay without a judgment; 0: none do
	JudgeNext int // documents to list
}

// sampledPool refuses to audit by what only the strata of a sampled pool make sense of.
func (s *Study) sampledPool() error {
	if s.Sampled && slices.ContainsFunc(s.Measures, func(m metrics.Applied) bool { return m.Name == "xinfAP" }) {
		return notAssessed("judgments are left out and filled in without regard to the strata of the pool, which xinfAP needs")
	}
	return nil
}

// isNew says whether a run did not help to build the pool.
func isNew(r *metrics.Run) bool { return r.Unpooled || r.Type == "late" }

// FindHoles looks at the runs of the study that were not pooled and have scores; the finding is empty if there are none.
func FindHoles(st *Study, opt HoleOptions) (HoleFinding, error) {
	if st.Qrels == nil || !slices.ContainsFunc(st.Runs, isNew) {
		return HoleFinding{}, nil
	}
	f := &finder{st: st, opt: opt, test: st.Test}
	if f.test == nil {
		f.test = FindTest("randomization")
	}
	if err := f.gather(); err != nil {
		return HoleFinding{}, err
	}
	if len(f.fresh) == 0 {
		return HoleFinding{}, nil
	}
	return f.find()
}

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
	alpha := f.st.Options.Alpha
	if alpha == 0 {
		alpha = stats.DefaultAlpha
	}
	n := len(f.fresh)
	t := &HoleTest{Test: f.test.Name, Correction: "holm", Alpha: alpha, Depth: f.opt.Depth, Pairs: n*(len(f.runs)-n) + n*(n-1)/2}
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
	worth := slices.Clone(means)
	if lower {
		for k := range worth {
			worth[k] = -worth[k]
		}
	}
	return RankedScore{means[i], stats.Ranks(worth)[i]}
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
	slices.SortStableFunc(pairs, func(a, b NewPair) int {
		x, y := means[a.index], means[b.index]
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
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

// adjust adds the score adjustments by the official measure, where there are any.
func (f *finder) adjust() error {
	m := f.st.Measures[0]
	units := []pooling.Unit{pooling.UnitRun}
	if f.st.Teams {
		units = append(units, pooling.UnitTeam)
	}
	for _, unit := range units {
		a, err := f.pool.Adjust(m, pooling.AdjustOptions{Unit: unit, Topics: f.st.Scores[0].Topics, Significant: f.significant()})
		if errors.Is(err, pooling.ErrNoneLeft) {
			f.out.AdjustReason = fmt.Sprintf("%v (%s)", err, unit)
			continue
		}
		if err != nil {
			return err
		}
		f.out.Adjustments = append(f.out.Adjustments, a...)
	}
	if f.out.Adjustments != nil {
		f.out.AdjustReason = ""
	}
	return nil
}

// significant tests two runs as judged; a run without scores differs from none.
func (f *finder) significant() func(a, b metrics.Tag) bool {
	known := make(map[[2]metrics.Tag]bool)
	s := f.st.Scores[0]
	return func(a, b metrics.Tag) bool {
		if b < a {
			a, b = b, a
		}
		key := [2]metrics.Tag{a, b}
		if yes, tested := known[key]; tested {
			return yes
		}
		row := func(tag metrics.Tag) []float64 {
			i := slices.IndexFunc(s.Systems, func(x metrics.System) bool { return x.Tag == tag })
			if i < 0 {
				return nil
			}
			return s.Row(i)
		}
		x, y := row(a), row(b)
		yes := false
		if x != nil && y != nil {
			res, err := f.test.Run(x, y, f.options())
			yes = err == nil && res.PHi <= f.out.HoleTest.Alpha
		}
		known[key] = yes
		return yes
	}
}

// options of single tests: two-sided.
func (f *finder) options() stats.Options {
	opt := f.st.Options
	opt.Alternative, opt.Intervals, opt.Plan.Progress = stats.TwoSided, false, nil
	return opt
}
