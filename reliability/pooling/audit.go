package pooling

import (
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/stats"
)

// Summary puts the entries of an [Audit] together, by kind of unit; nil where no such unit was left out.
type Summary struct {
	Run  *Change `json:"run"`
	Team *Change `json:"team"`
	Type *Change `json:"type"`
}

// Of is the summary of one kind of unit.
func (s Summary) Of(kind Unit) *Change {
	switch kind {
	case UnitTeam:
		return s.Team
	case UnitType:
		return s.Type
	}
	return s.Run
}

// Change summarizes what leaving units out does to the runs in them. Means are over the entries whose change is defined,
// and nil if there are none. Where several runs share an extreme, the first is named.
type Change struct {
	Mean              *float64    `json:"mean_change"`               // of LeftOut.Change: a share of the score before
	MeanAbs           *float64    `json:"mean_abs_change"`           //
	MaxAbs            *float64    `json:"max_abs_change"`            // the largest, either way
	MaxAbsRun         metrics.Tag `json:"max_abs_change_run"`        // empty if MaxAbs is nil
	MeanAbsDifference float64     `json:"mean_abs_difference"`       // in score units
	MaxRankDrop       int         `json:"max_rank_drop"`             // places lost; 0 if no run lost any
	MaxRankDropRun    metrics.Tag `json:"max_rank_drop_run"`         // empty if no run lost any
	MinTau            *float64    `json:"min_tau"`                   // least τ_b over the units; nil if always undefined
	VerdictsFlipped   *int        `json:"verdicts_flipped"`          // pairs whose verdict changes, summed over the units; nil: nobody has counted
	PairsFlipped      *int        `json:"pairs_flipped"`             // different pairs among them
	MostFlipped       *int        `json:"max_verdicts_flipped"`      // most by one unit
	MostFlippedUnit   string      `json:"max_verdicts_flipped_unit"` // the first such unit; empty if none flips any
}

// audits turns what each leave-out gave into one Audit a measure.
func (s *scoring) audits(jobs []leaveOut, after []outcome) []Audit {
	unique := make([]LeftOut, len(jobs))
	for i, job := range jobs {
		unique[i] = s.uniques(job)
	}
	out := make([]Audit, len(s.measures))
	for m, measure := range s.measures {
		a := &out[m]
		a.Measure, a.Mode, a.Flips = measure.String(), s.opt.Mode, []Flip{}
		was := newRanking(s.column(s.means, m), measure.Lower)
		counted := m == 0 && s.decisions != nil
		for i, job := range jobs {
			is := newRanking(s.column(after[i].means, m), measure.Lower)
			entry := unique[i]
			entry.Tau, entry.TauAP = was.correlations(is)
			a.Left = append(a.Left, Left{Unit: job.name, Kind: job.kind, Means: is.means})
			if counted {
				flips := s.flips(job, after[i].decisions, was)
				a.Flips = append(a.Flips, flips...)
				n := len(flips)
				entry.VerdictsFlipped = &n
			}
			for _, r := range job.members {
				a.LeftOut = append(a.LeftOut, entry.of(s.pool.runs[r].Tag, r, was, is))
			}
		}
		a.Summary = Summary{Run: summarize(a.LeftOut, UnitRun), Team: summarize(a.LeftOut, UnitTeam), Type: summarize(a.LeftOut, UnitType)}
		if counted {
			a.Decided = decided(s.decisions, s.rows, was.means)
			for _, kind := range Units() {
				a.Summary.Of(kind).count(a.Flips, kind)
			}
		}
	}
	return out
}

// column is the mean of each run by measure m.
func (s *scoring) column(means []float64, m int) []float64 {
	out := make([]float64, len(s.pool.runs))
	for r := range out {
		out[r] = means[r*len(s.measures)+m]
	}
	return out
}

// uniques counts what only the unit contributed, on all topics of the pool.
func (s *scoring) uniques(job leaveOut) LeftOut {
	l := LeftOut{Unit: job.name, Kind: job.kind}
	for i := range s.pool.topics {
		t := &s.pool.topics[i]
		judged, relevant := 0, 0
		for n, u := range t.sole(job.kind) {
			if u == job.u && !math.IsNaN(t.gains[n]) {
				judged++
				if t.gains[n] >= s.pool.level {
					relevant++
				}
			}
		}
		l.UniqueJudged += judged
		l.UniqueRelevant += relevant
		l.Topics += min(1, judged)
		l.RelevantTopics += min(1, relevant)
	}
	return l
}

// of is the entry of a unit filled in for run r.
func (l LeftOut) of(tag metrics.Tag, r int, was, is ranking) LeftOut {
	l.Run = tag
	l.Before, l.After = was.means[r], is.means[r]
	l.Difference = l.After - l.Before
	if l.Before != 0 {
		change := l.Difference / math.Abs(l.Before) // a loss is negative also where scores are, as those of gm_map
		l.Change = &change
	}
	l.RankBefore, l.RankAfter = was.ranks[r], is.ranks[r]
	l.RankAlone = 1
	for other, worth := range was.worth {
		if other != r && stats.Snap(worth) > stats.Snap(is.worth[r]) {
			l.RankAlone++
		}
	}
	return l
}

// ranking holds the runs' means, and what they are worth: more is better.
type ranking struct {
	means, worth []float64
	ranks        []int
}

func newRanking(means []float64, lower bool) ranking {
	worth := slices.Clone(means)
	if lower {
		for i := range worth {
			worth[i] = -worth[i]
		}
	}
	return ranking{means: means, worth: worth, ranks: stats.Ranks(worth)}
}

// correlations are τ_b and τ_AP of other with k as the reference; nil where they are not defined.
func (k ranking) correlations(other ranking) (tau, ap *float64) {
	if x, err := stats.TauB(k.worth, other.worth); err == nil {
		tau = &x
	}
	return tau, tauAP(k.worth, other.worth)
}

// summarize puts the entries of one kind together; nil if there are none.
func summarize(entries []LeftOut, kind Unit) *Change {
	var c Change
	var sum, abs, diff float64
	n, defined := 0, 0
	for _, l := range entries {
		if l.Kind != kind {
			continue
		}
		n++
		diff += math.Abs(l.Difference)
		if drop := l.RankAfter - l.RankBefore; drop > c.MaxRankDrop {
			c.MaxRankDrop, c.MaxRankDropRun = drop, l.Run
		}
		if l.Tau != nil && (c.MinTau == nil || *l.Tau < *c.MinTau) {
			c.MinTau = l.Tau
		}
		if l.Change == nil {
			continue
		}
		defined++
		sum += *l.Change
		size := math.Abs(*l.Change)
		abs += size
		if c.MaxAbs == nil || size > *c.MaxAbs {
			c.MaxAbs, c.MaxAbsRun = &size, l.Run
		}
	}
	if n == 0 {
		return nil
	}
	c.MeanAbsDifference = diff / float64(n)
	c.Mean, c.MeanAbs = over(sum, defined), over(abs, defined)
	return &c
}
