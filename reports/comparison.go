package reports

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/stats"
	"sigrel/stats/dist"
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
	Systems     []System          `json:"systems"`
	Pairs       []Pair            `json:"pairs"`
	Warnings    []stats.Warning   `json:"warnings"`

	scores     *metrics.Scores // rows in the order of Systems
	confidence float64
	sided      bool  // the alternative is one-sided
	baselines  []int // rows, in order
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
	SD         float64         `json:"sd"`
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

	i, j int // rows of Comparison.Systems
}

// Verdicts of a pair.
const (
	Different    = "different"
	NotSeparated = "not-separated"
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
		return nil, fmt.Errorf("%s: %w to compare: %d ranked, want at least 2", s.Measure, stats.ErrTooFewSystems, len(ranked))
	}
	c := &Comparison{
		Measure: s.Measure, Topics: len(s.Topics), Alpha: opt.Alpha, Test: st.Test.Name,
		Warnings: []stats.Warning{}, Alternative: opt.Alternative, scores: s, confidence: opt.Confidence, sided: opt.Alternative != stats.TwoSided,
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
	c.Warnings = append(c.Warnings, fam.Warnings...)
	c.Warnings = append(c.Warnings, c.copies(values)...)
	c.Warnings = append(c.Warnings, c.pairWarnings(&fam)...)
	c.fillPairs(&fam, opt)
	c.Warnings = append(c.Warnings, c.open()...)
	c.fillSystems(fam.Decisions(), kind, opt)
	return c, nil
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

func (c *Comparison) fillPairs(fam *stats.Family, opt stats.Options) {
	c.Pairs = make([]Pair, len(fam.Pairs))
	for n, p := range fam.Pairs {
		x, y := c.scores.Row(p.I), c.scores.Row(p.J)
		wins, ties, losses := stats.WinsTiesLosses(x, y)
		r := p.Result
		pair := Pair{
			A: c.scores.Systems[p.I].Tag, B: c.scores.Systems[p.J].Tag, Difference: r.Estimate, Interval: r.Interval,
			Test: r.Test, Method: r.Method, Statistic: r.Statistic, DF: r.DF, P: r.P, PLo: r.PLo, PHi: r.PHi,
			PAdjusted: p.Adjusted, PAdjustedLo: p.AdjustedLo, PAdjustedHi: p.AdjustedHi, Significant: p.Adjusted <= opt.Alpha, Wins: wins, Ties: ties, Losses: losses,
			Detectable: p.Detectable, Verdict: NotSeparated, i: p.I, j: p.J,
		}
		if pair.Significant {
			pair.Verdict = Different
		}
		if d, err := stats.DZ(x, y); err == nil {
			pair.DZ = &d
		}
		c.Pairs[n] = pair
	}
}

func (c *Comparison) fillSystems(decisions stats.Decisions, kind string, opt stats.Options) {
	k := len(decisions)
	ranks := c.scores.Keep(upTo(k), upTo(len(c.scores.Topics))).Ranks()
	letters := c.letters(decisions)
	c.Systems = make([]System, len(c.scores.Systems))
	for i, sys := range c.scores.Systems {
		mean, sd, interval := summarize(c.scores.Row(i), opt.Confidence)
		row := System{System: sys.Tag, Team: sys.Team, Type: sys.Type, Mean: mean, SD: sd, Interval: interval, Groups: []string{}}
		if i < k {
			rank := ranks[i]
			row.Rank = &rank
			if kind == "all-pairs" {
				lo, hi := decisions.RankInterval(i)
				row.RankLo, row.RankHi = &lo, &hi
			}
			if c.Critical != nil {
				half := *c.Critical / 2
				row.Comparison = &half
			}
			if letters != nil {
				row.Groups = letters[i]
			}
		}
		c.Systems[i] = row
	}
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

// summarize gives mean, standard deviation (n − 1) and the t interval of the mean over topics.
func summarize(x []float64, confidence float64) (mean, sd float64, interval *stats.Interval) {
	n := float64(len(x))
	for _, v := range x {
		mean += v
	}
	mean /= n
	for _, v := range x {
		sd += float64((v - mean) * (v - mean))
	}
	sd = math.Sqrt(sd / (n - 1))
	half := dist.StudentQuantile((1-confidence)/2, n-1) * sd / math.Sqrt(n)
	return mean, sd, &stats.Interval{Lo: mean - half, Hi: mean + half, Confidence: confidence, Kind: stats.KindT}
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
