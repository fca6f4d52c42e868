package reports

import (
	"slices"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/stats"
)

// Dropped is what changes when topics of low agreement are left out.
type Dropped struct {
	Below     float64         `json:"below"`     // κ under which a topic is left out
	Topics    []DroppedTopic  `json:"topics"`    // left out, the lowest κ first
	Undefined []metrics.Topic `json:"undefined"` // have no κ, and are kept
	Documents [2]int          `json:"documents"` // judged twice, before and after
	Labels    []LabelChange   `json:"labels"`
	Runs      []DroppedRuns   `json:"runs"` // one of each set of judgments; null without runs
}

// DroppedTopic is a topic that is left out.
type DroppedTopic struct {
	Topic     metrics.Topic `json:"topic"`
	Kappa     float64       `json:"kappa"`
	Documents int           `json:"documents"`
}

// LabelChange is a coefficient on all topics and on those that are kept.
type LabelChange struct {
	Name   string   `json:"name"`
	Before *float64 `json:"before"`
	After  *float64 `json:"after"`
}

// DroppedRuns is what happens to the ranking of the runs, scored by one judge's judgments.
type DroppedRuns struct {
	Judge   string       `json:"judge"`
	Measure string       `json:"measure"`
	Topics  [2]int       `json:"topics"` // before and after
	ERho2   [2]*float64  `json:"erho2"`  // null where there is none
	Topic   [2]*float64  `json:"topic_variance"`
	TauB    *float64     `json:"tau_b"`   // between the two rankings; null where it does not exist, or no topic is left
	Changes []RankChange `json:"changes"` // of every ranked system, best first on all topics
	Reason  string       `json:"reason,omitempty"`
}

// drop leaves out the topics whose κ is too low.
func (f *Judgments) drop(set *JudgmentSet, r *ratings) {
	if set.DropBelow == nil {
		return
	}
	d := &Dropped{Below: *set.DropBelow, Topics: []DroppedTopic{}, Undefined: []metrics.Topic{}}
	f.Dropped = d
	gone := make(map[metrics.Topic]bool)
	for _, t := range f.Topics {
		switch {
		case t.Kappa == nil:
			d.Undefined = append(d.Undefined, t.Topic)
		case *t.Kappa < d.Below:
			gone[t.Topic] = true
			d.Topics = append(d.Topics, DroppedTopic{t.Topic, *t.Kappa, t.Documents})
		}
	}
	d.Documents = [2]int{f.Documents, f.Documents}
	before, after := labelValues(f.Coefficients), labelValues(f.Coefficients)
	if len(gone) > 0 {
		kept := r.only(nil, func(u int) bool { return !gone[r.topics[r.Topics[u]]] })
		a, err := reliability.AgreeLabels(kept, reliability.LabelOptions{})
		after, d.Documents[1] = nil, 0
		if err == nil {
			after, d.Documents[1] = a.Coefficients, a.Units
		}
	}
	for _, c := range before {
		d.Labels = append(d.Labels, LabelChange{c.Name, c.Value, after.value(c.Name)})
	}
	if set.Pair == nil {
		return
	}
	for i, st := range set.Pair.Study {
		if st != nil && len(st.Scores) > 0 {
			scores, ranked := arrange(st.Scores[0], &Study{Apart: st.Apart})
			if n := len(ranked); n > 0 && n < len(scores.Systems) {
				scores = scores.Keep(upTo(n), nil)
			}
			d.Runs = append(d.Runs, droppedRuns(set.Pair.Names[i], scores, gone))
		}
	}
}

// droppedRuns compares the ranking on all topics with that on the others.
func droppedRuns(judge string, s *metrics.Scores, gone map[metrics.Topic]bool) DroppedRuns {
	var kept []int
	for t, topic := range s.Topics {
		if !gone[topic] {
			kept = append(kept, t)
		}
	}
	out := DroppedRuns{Judge: judge, Measure: s.Measure, Topics: [2]int{len(s.Topics), len(kept)}, Changes: []RankChange{}}
	if len(kept) == 0 {
		out.Reason = "no topic is left"
		out.ERho2[0], out.Topic[0], _ = studied(s)
		return out
	}
	less := s
	if len(kept) < len(s.Topics) {
		less = s.Keep(nil, kept)
	}
	var err error
	for i, part := range []*metrics.Scores{s, less} {
		if out.ERho2[i], out.Topic[i], err = studied(part); err != nil {
			out.Reason = err.Error()
		}
	}
	before, after := worth(s.Means(), s.Lower), worth(less.Means(), less.Lower)
	if tau, err := stats.TauB(before, after); err == nil {
		out.TauB = &tau
	} else if out.Reason == "" {
		out.Reason = err.Error()
	}
	a, err := stats.AgreeMeans(before, after, stats.AgreementOptions{})
	if err != nil {
		return out // fewer than two systems
	}
	for _, i := range s.Order() {
		c := a.Changes[i]
		out.Changes = append(out.Changes, RankChange{s.Systems[i].Tag, c.A, c.B, c.Change})
	}
	return out
}

// studied is Eρ² and the variance of topics.
func studied(s *metrics.Scores) (erho2, topic *float64, err error) {
	g, err := reliability.Study(s.Values)
	if err != nil {
		return nil, nil, err
	}
	e := g.Estimate(reliability.ERho2, g.Topics, stats.DefaultConfidence).Value
	i := slices.IndexFunc(g.Components, func(c reliability.Component) bool { return c.Effect == reliability.EffectTopic })
	return &e, &g.Components[i].Variance, nil
}
