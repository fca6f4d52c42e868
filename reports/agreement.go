package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/stats"
)

// Scoring is one of two scorings of the same systems.
type Scoring struct {
	Name   string          // "AP", or the file
	Study  *Study          // nil where only means are known
	Scores *metrics.Scores // likewise
	Means  map[metrics.Tag]float64
}

// Agreement says how far two scorings agree: their rankings, and what is significant by each.
type Agreement struct {
	Schema    string                   `json:"schema"`
	A         string                   `json:"a"`
	B         string                   `json:"b"`
	Systems   []metrics.Tag            `json:"systems"` // that both have, in order of A
	Changes   []RankChange             `json:"changes"`
	Winners   [2][]metrics.Tag         `json:"winners"`
	Rankings  stats.Agreement          `json:"rankings"`  // systems by their place in the list
	Decisions *stats.DecisionAgreement `json:"decisions"` // null where only means are known
	Procedure string                   `json:"procedure"`
	Alpha     float64                  `json:"alpha"`
	Warnings  []stats.Warning          `json:"warnings"`
}

// RankChange is how far one system moves.
type RankChange struct {
	System metrics.Tag `json:"system"`
	A      float64     `json:"rank_a"`
	B      float64     `json:"rank_b"`
	Change float64     `json:"change"`
}

// Agree compares two scorings of the same systems.
func Agree(a, b Scoring, opt stats.AgreementOptions) (*Agreement, error) {
	f := &Agreement{Schema: "sigrel/agree/1", A: a.Name, B: b.Name, Warnings: []stats.Warning{}}
	if err := f.match(a, b); err != nil {
		return nil, err
	}
	var err error
	if a.Scores == nil || b.Scores == nil {
		f.Rankings, err = stats.AgreeMeans(a.means(f.Systems), b.means(f.Systems), opt)
	} else {
		x, y := a.Scores.Keep(a.rows(f.Systems), nil), b.Scores.Keep(b.rows(f.Systems), nil)
		if y, opt.Paired = sameTopics(x, y); !opt.Paired {
			f.Warnings = append(f.Warnings, stats.Warning{Code: "other-topics", Text: fmt.Sprintf(
				"the two have not the same topics (%d and %d): they are resampled independently", len(x.Topics), len(y.Topics))})
		}
		f.Rankings, err = stats.Agree(signed(x), signed(y), opt)
	}
	if err != nil {
		return nil, err
	}
	for _, c := range f.Rankings.Changes {
		f.Changes = append(f.Changes, RankChange{f.Systems[c.System], c.A, c.B, c.Change})
	}
	for i, winners := range [][]int{f.Rankings.WinnersA, f.Rankings.WinnersB} {
		for _, w := range winners {
			f.Winners[i] = append(f.Winners[i], f.Systems[w])
		}
	}
	f.Warnings = append(f.Warnings, f.Rankings.Warnings...)
	if a.Study == nil || b.Study == nil {
		return f, nil
	}
	return f, f.decide(a, b)
}

// match lists the systems that both have, in order of A, and warns of the others.
func (f *Agreement) match(a, b Scoring) error {
	var lost []string
	for _, tag := range a.order() {
		if _, ok := b.Means[tag]; ok {
			f.Systems = append(f.Systems, tag)
		} else {
			lost = append(lost, string(tag))
		}
	}
	for _, tag := range b.order() {
		if _, ok := a.Means[tag]; !ok {
			lost = append(lost, string(tag))
		}
	}
	if len(f.Systems) < 2 {
		return fmt.Errorf("%w in both %s and %s: %d, want at least 2 of the same names", stats.ErrTooFewSystems, a.Name, b.Name, len(f.Systems))
	}
	if lost != nil {
		f.Warnings = append(f.Warnings, stats.Warning{Code: "systems-not-common", Text: fmt.Sprintf(
			"%s only in one of the two, left out: %s", count(len(lost), "system"), joinFirst(lost, ", ", 6))})
	}
	return nil
}

// order lists the systems, best first, ties by name.
func (s Scoring) order() []metrics.Tag {
	tags := slices.Collect(maps.Keys(s.Means))
	slices.SortFunc(tags, func(x, y metrics.Tag) int {
		a, b := s.sign()*metrics.Snap(s.Means[x]), s.sign()*metrics.Snap(s.Means[y])
		return cmp.Or(cmp.Compare(b, a), cmp.Compare(x, y))
	})
	return tags
}

// sign is −1 where lower is better.
func (s Scoring) sign() float64 {
	if s.Scores != nil && s.Scores.Lower {
		return -1
	}
	return 1
}

// means are those of the systems, higher better.
func (s Scoring) means(systems []metrics.Tag) []float64 {
	out := make([]float64, len(systems))
	for i, tag := range systems {
		out[i] = s.sign() * s.Means[tag]
	}
	return out
}

func (s Scoring) rows(systems []metrics.Tag) []int {
	out := make([]int, len(systems))
	for n, tag := range systems {
		out[n] = slices.IndexFunc(s.Scores.Systems, func(sys metrics.System) bool { return sys.Tag == tag })
	}
	return out
}

// signed is the matrix of scores with higher better.
func signed(s *metrics.Scores) *mat.Dense { return upward(s.Values, s.Lower) }

// sameTopics puts the topics of y in the order of x, if they have the same ones.
func sameTopics(x, y *metrics.Scores) (*metrics.Scores, bool) {
	if len(x.Topics) != len(y.Topics) {
		return y, false
	}
	at := make(map[metrics.Topic]int)
	for t, topic := range y.Topics {
		at[topic] = t
	}
	columns := make([]int, len(x.Topics))
	for t, topic := range x.Topics {
		c, ok := at[topic]
		if !ok {
			return y, false
		}
		columns[t] = c
	}
	return y.Keep(nil, columns), true
}

// decide compares what is significant by each.
func (f *Agreement) decide(a, b Scoring) error {
	var decisions [2]stats.Decisions
	for i, s := range []Scoring{a, b} {
		c, err := Compare(s.Study, s.Scores.Keep(s.rows(f.Systems), nil))
		if err != nil {
			return err
		}
		f.Procedure, f.Alpha = c.Procedure, c.Alpha
		decisions[i] = c.decisionsOf(f.Systems)
	}
	d := stats.AgreeDecisions(decisions[0], decisions[1], a.means(f.Systems), b.means(f.Systems))
	f.Decisions = &d
	return nil
}

// decisionsOf is the matrix of verdicts on systems in the given order; better means a better mean, also where lower is.
func (c *Comparison) decisionsOf(systems []metrics.Tag) stats.Decisions {
	at := make(map[metrics.Tag]int)
	for i, tag := range systems {
		at[tag] = i
	}
	out := make(stats.Decisions, len(systems))
	for i := range out {
		out[i] = make([]stats.Decision, len(systems))
		out[i][i] = stats.NotSeparated
	}
	for _, p := range c.Pairs {
		i, j := at[p.A], at[p.B]
		out[i][j], out[j][i] = stats.NotSeparated, stats.NotSeparated
		if p.Significant {
			out[i][j], out[j][i] = stats.Better, stats.Worse
			if (p.Difference < 0) != c.scores.Lower {
				out[i][j], out[j][i] = stats.Worse, stats.Better
			}
		}
	}
	return out
}
