package reports

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/stats"
)

// Comparison is what `compare` prints and the report is built on: the systems in order of their means, and the pairs of
// the family with their tests. Systems that stand apart (baselines, late runs) have no rank and are in no pair, unless
// they were named as baselines.
type Comparison struct {
	Schema      string            `json:"schema,omitempty"`
	Measure     string            `json:"measure"`
	Topics      int               `json:"topics"`
	Alpha       float64           `json:"alpha"`
	Seed        *uint64           `json:"seed"`       // null when nothing was drawn
	Replicates  *int              `json:"replicates"` // null likewise
	Test        string            `json:"test"`
	Alternative stats.Alternative `json:"alternative"`
	Procedure   string            `json:"procedure"`
	Family      Family            `json:"family"`
	Critical    *float64          `json:"critical_difference"` // null where the procedure has none
	Margin      *float64          `json:"margin"`              // of equivalence, in score units; null without one
	Rope        *float64          `json:"rope"`                // half-width of the region of practical equivalence; null without one
	Strata      []StratumTopics   `json:"strata"`              // null without strata
	Unit        string            `json:"unit"`                // "topic", or "document" or "item" where the test is within one topic
	Beside      *Beside           `json:"beside"`              // another procedure's verdicts; null where there is no need of them
	Systems     []System          `json:"systems"`
	Pairs       []Pair            `json:"pairs"`
	Warnings    []stats.Warning   `json:"warnings"`

	scores      *metrics.Scores // rows in the order of Systems
	options     stats.Options
	confidence  float64
	sided       bool  // the alternative is one-sided
	baselines   []int // rows, in order
	showEffects bool
	items       *ItemStudy // nil where the test is over topics
}

// Family says which comparisons were counted together.
type Family struct {
	Kind      string `json:"kind"` // "all-pairs", "baseline" or "declared"
	M         int    `json:"m"`
	Procedure string `json:"procedure"`
	Error     string `json:"error"` // "fwer", "fdr" or "none"
}

// System is one row of the leaderboard.
type System struct {
	System     metrics.Tag     `json:"system"`
	Team       metrics.Team    `json:"team"`
	Type       string          `json:"type"`
	Mean       float64         `json:"mean"`
	SD         *float64        `json:"sd"`         // null on one topic
	Interval   *stats.Interval `json:"interval"`   // t interval of the mean over topics
	Comparison *float64        `json:"comparison"` // half the critical difference; null without one
	Rank       *int            `json:"rank"`       // null for a system that stands apart
	RankLo     *int            `json:"rank_lo"`    // null too where not all pairs were compared
	RankHi     *int            `json:"rank_hi"`
	Groups     []string        `json:"groups"`
}

// apart tells whether the system is unranked: a baseline or a late run.
func (s System) apart() bool { return s.Rank == nil }

// Pair is one comparison; A is listed before B in the order of means (with a one-sided alternative, B is the baseline).
type Pair struct {
	A            metrics.Tag     `json:"a"`
	B            metrics.Tag     `json:"b"`
	Difference   float64         `json:"difference"`
	Interval     *stats.Interval `json:"interval"`
	Test         string          `json:"test"`
	Method       stats.Method    `json:"method"`
	Statistic    *float64        `json:"statistic"`
	DF           *float64        `json:"df"`
	P            float64         `json:"p"`
	PLo          float64         `json:"p_lo"`
	PHi          float64         `json:"p_hi"`
	PAdjusted    float64         `json:"p_adjusted"`
	PAdjustedLo  float64         `json:"p_adjusted_lo"` // 99.9 % limits where p_adjusted was drawn, else those of p, adjusted
	PAdjustedHi  float64         `json:"p_adjusted_hi"`
	Significant  bool            `json:"significant"`
	DZ           *float64        `json:"dz"`
	Wins         int             `json:"wins"`
	Ties         int             `json:"ties"`
	Losses       int             `json:"losses"`
	Detectable   *float64        `json:"detectable"`
	Verdict      string          `json:"verdict"`
	WithinMargin *bool           `json:"within_margin"`

	Equivalence *Equivalence      `json:"equivalence"` // null without a margin
	Effects     []stats.Effect    `json:"effects"`     // every one that is defined; null where they were not computed
	Bayes       []stats.Posterior `json:"bayes"`       // null without a region of practical equivalence

	i, j int // rows of Comparison.Systems
	n    int // topics, or items that differ
}

// Verdicts of a pair: the first two without a margin, all but the second with one.
const (
	Different    = stats.VerdictDifferent
	NotSeparated = "not-separated"
	Equivalent   = stats.VerdictEquivalent
	Inconclusive = stats.VerdictInconclusive
)

// Unranked types of runs: they stand apart from the ranking and outside the family.
var unranked = []string{"baseline", "late"}

// Compare tests the systems of s. The procedure is the study's, or by default randomized Tukey HSD over all pairs, Holm
// where there are baselines or so few topics that no single test can be significant, and the plain test for two systems.
func Compare(st *Study, s *metrics.Scores) (*Comparison, error) {
	opt := st.Options.WithDefaults()
	s, ranked := arrange(s, st)
	if st.Strata != nil {
		opt.Strata = st.Strata.Of
	}
	if len(ranked) < 2 {
		return nil, fmt.Errorf("%s: %w to compare: %d ranked, want at least 2%s", s.Measure, stats.ErrTooFewSystems, len(ranked), st.leftOut())
	}
	c := &Comparison{
		Measure: s.Measure, Topics: len(s.Topics), Alpha: opt.Alpha, Test: st.Test.Name,
		showEffects: st.Effects, Unit: "topic", Strata: st.Strata.count(), Warnings: []stats.Warning{}, Alternative: opt.Alternative, scores: s, options: opt, confidence: opt.Confidence, sided: opt.Alternative != stats.TwoSided,
	}
	pairs, kind, err := c.declare(st.Baselines, len(ranked), opt)
	if err != nil {
		return nil, err
	}
	opt.Pairs = pairs
	proc := st.Procedure
	if proc == nil {
		proc = defaultProcedure(st, opt, len(ranked), len(s.Topics))
	}
	values := mat.DenseCopyOf(s.Values.Slice(0, len(ranked), 0, len(s.Topics)))
	opt.Test = st.Test
	fam, err := proc.Run(values, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Measure, err)
	}
	c.Procedure = fam.Procedure
	c.Family = Family{Kind: kind, M: len(fam.Pairs), Procedure: fam.Procedure, Error: fam.Error}
	c.Critical = fam.Critical
	if fam.Replicates > 0 {
		c.Replicates, c.Seed = &fam.Replicates, &fam.Seed
	}
	c.Warnings = append(c.Warnings, slices.DeleteFunc(slices.Clone(fam.Warnings), func(w stats.Warning) bool {
		return w.Code == "undecided" // the pairs say it, by name
	})...)
	c.Warnings = append(c.Warnings, c.copies(values)...)
	c.Warnings = append(c.Warnings, c.silent(len(ranked))...)
	c.Warnings = append(c.Warnings, c.pairWarnings(&fam)...)
	c.fillPairs(&fam, opt)
	c.Warnings = append(c.Warnings, c.open()...)
	c.Warnings = append(c.Warnings, c.familyOnly()...)
	c.fillSystems(fam.Decisions(), kind, opt)
	if err := c.extend(st, values, opt); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Measure, err)
	}
	return c, nil
}

// extend adds what stands beside the tests: equivalence within a margin, effect sizes, posterior probabilities, other
// intervals, and another procedure where the one in use may claim too much.
func (c *Comparison) extend(st *Study, values *mat.Dense, opt stats.Options) error {
	if err := c.fillEffects(st.Effects, values, opt); err != nil {
		return err
	}
	if err := c.fillIntervals(st.Intervals, opt); err != nil {
		return err
	}
	if st.Single && !strings.Contains(c.Procedure, "+") {
		if err := c.fillSingle(opt); err != nil {
			return err
		}
	}
	if err := c.fillBayes(st.Rope, opt); err != nil {
		return err
	}
	if err := c.fillEquivalence(st.Margin, values, opt); err != nil {
		return err
	}
	return c.fillBeside(values, opt)
}

// arrange puts the systems in order of their means, those that stand apart last, and returns the rows that are ranked. A
// system named as baseline is compared, whatever its type.
func arrange(s *metrics.Scores, st *Study) (*metrics.Scores, []int) {
	var ranked, apart []int
	for _, i := range s.Order() {
		sys := s.Systems[i]
		if (slices.Contains(unranked, sys.Type) || slices.Contains(st.Apart, sys.Tag)) && !slices.Contains(st.Baselines, sys.Tag) {
			apart = append(apart, i)
		} else {
			ranked = append(ranked, i)
		}
	}
	topics := make([]int, len(s.Topics))
	for t := range topics {
		topics[t] = t
	}
	return s.Keep(append(slices.Clone(ranked), apart...), topics), ranked
}

// declare lists the pairs of the family, better mean first; under a one-sided alternative the baseline comes second.
func (c *Comparison) declare(baselines []metrics.Tag, k int, opt stats.Options) ([][2]int, string, error) {
	if len(baselines) == 0 {
		return stats.AllPairs(k), "all-pairs", nil
	}
	is := make(map[int]bool)
	for _, tag := range baselines {
		i := slices.IndexFunc(c.scores.Systems[:k], func(s metrics.System) bool { return s.Tag == tag })
		if i < 0 {
			return nil, "", fmt.Errorf("baseline %q: no such run", tag)
		}
		is[i] = true
		c.baselines = append(c.baselines, i)
	}
	slices.Sort(c.baselines)
	var pairs [][2]int
	for _, p := range stats.AllPairs(k) {
		switch {
		case !is[p[0]] && !is[p[1]]:
		case opt.Alternative != stats.TwoSided && is[p[0]] && !is[p[1]]:
			// A one-sided hypothesis is about the system against the baseline, whichever has the better mean.
			pairs = append(pairs, [2]int{p[1], p[0]})
		default:
			pairs = append(pairs, p)
		}
	}
	return pairs, "baseline", nil
}

// defaultProcedure is for k systems on n topics. Randomized Tukey HSD permutes all systems at once, so that with very few
// topics it could call a difference significant that no test of the two systems alone ever could.
func defaultProcedure(st *Study, opt stats.Options, k, n int) *stats.Procedure {
	correction := "none"
	switch {
	case len(st.Baselines) > 0, k > 2 && st.Test.Least != nil && st.Test.Least(n, opt.Alternative) > opt.Alpha:
		correction = "holm"
	case k > 2:
		return FindProcedure("randomized-tukey")
	}
	return stats.Corrected(st.Test, FindCorrection(correction))
}

// maxLettered is the number of systems above which letters help nobody.
const maxLettered = 60

// letters are the groups of the ranked systems; nil when there are too many systems, no pair differs, or not all pairs
// were tested (a missing test must not read as "not different").
func (c *Comparison) letters(d stats.Decisions) [][]string {
	if len(d) > maxLettered || c.significant() == 0 {
		return nil
	}
	return d.Letters(upTo(len(d)))
}

// significant is the number of pairs that differ.
func (c *Comparison) significant() int {
	n := 0
	for _, p := range c.Pairs {
		if p.Significant {
			n++
		}
	}
	return n
}
