package reports

import (
	"fmt"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/reports/doc"
)

// EmptyTopics are topics without relevant documents, where every run scores 0 by most measures.
type EmptyTopics struct {
	Topics  []metrics.Topic           `json:"topics"`
	Policy  string                    `json:"policy"`  // "zero": in the analysis; "exclude": not
	Systems []EmptyMeans              `json:"systems"` // the ranked ones, in their order
	With    *reliability.Coefficients `json:"with"`    // of all topics; null where too little is left
	Without *reliability.Coefficients `json:"without"`
}

// EmptyMeans are the two mean scores of a system.
type EmptyMeans struct {
	System  metrics.Tag `json:"system"`
	With    float64     `json:"with"`
	Without *float64    `json:"without"` // null where no topic has relevant documents
}

// isEmpty says whether a topic has no relevant document.
func isEmpty(st *Study, t metrics.Topic) bool {
	for _, grade := range st.Qrels[t] {
		if grade >= max(1, st.Level) {
			return false
		}
	}
	return true
}

// split parts the topics of scores: columns with relevant documents, and those without.
func splitEmpty(st *Study, s *metrics.Scores) (full, empty []int) {
	for t, topic := range s.Topics {
		if isEmpty(st, topic) {
			empty = append(empty, t)
		} else {
			full = append(full, t)
		}
	}
	return full, empty
}

// relevantOnly leaves out the topics without relevant documents.
func relevantOnly(st *Study, s *metrics.Scores) (*metrics.Scores, error) {
	if st.Qrels == nil {
		return nil, fmt.Errorf("which topics have no relevant documents is not known without judgments")
	}
	full, _ := splitEmpty(st, s)
	if len(full) == 0 {
		return nil, fmt.Errorf("no topic has a relevant document (grade %d or more)", max(1, st.Level))
	}
	return s.Keep(nil, full), nil
}

// emptyTopics is nil where there are none and none were to be excluded, or judgments are not known.
func emptyTopics(a *Analysis, c *Comparison) *EmptyTopics {
	if a.Qrels == nil {
		return nil
	}
	i := slices.IndexFunc(a.Scores, func(s *metrics.Scores) bool { return s.Measure == c.Measure })
	if i < 0 {
		return nil
	}
	all := a.Scores[i]
	full, empty := splitEmpty(a.Study, all)
	out := &EmptyTopics{Policy: "zero", Topics: []metrics.Topic{}}
	if a.Reliability.DropEmpty {
		out.Policy = "exclude"
	}
	if len(empty) == 0 && out.Policy == "zero" {
		return nil
	}
	for _, t := range empty {
		out.Topics = append(out.Topics, all.Topics[t])
	}
	var rows []int
	for _, sys := range c.ranked() {
		rows = append(rows, slices.IndexFunc(all.Systems, func(s metrics.System) bool { return s.Tag == sys.System }))
	}
	out.With = coefficientsOf(all.Keep(rows, nil))
	means := all.Means()
	for _, row := range rows {
		out.Systems = append(out.Systems, EmptyMeans{System: all.Systems[row].Tag, With: means[row]})
	}
	if len(full) > 0 {
		kept := all.Keep(rows, full)
		out.Without = coefficientsOf(kept)
		for k, m := range kept.Means() {
			out.Systems[k].Without = &m
		}
	}
	return out
}

// coefficientsOf is nil where the scores have none.
func coefficientsOf(s *metrics.Scores) *reliability.Coefficients {
	g, err := reliability.Study(s.Values)
	if err != nil {
		return nil
	}
	return &reliability.Coefficients{Systems: g.Systems, Topics: g.Topics, ERho2: g.Coefficient(reliability.ERho2, g.Topics), Phi: g.Coefficient(reliability.Phi, g.Topics)}
}

func (e *EmptyTopics) text() *doc.Paragraph {
	if len(e.Topics) == 0 {
		return para("Every topic has a relevant document: none was left out.")
	}
	what := "score 0 and are in the analysis"
	if e.Policy == "exclude" {
		what = "were left out of the analysis"
	}
	if len(e.Topics) == 1 {
		what = verb(len(e.Topics), map[string]string{"zero": "scores 0 and is in the analysis", "exclude": "was left out of the analysis"}[e.Policy], what)
	}
	out := say(fmt.Sprintf("%s without relevant documents %s: ", count(len(e.Topics), "topic"), what), topicNames(e.Topics, 8), ".")
	if best := e.Systems[0]; best.Without != nil {
		out = append(out, say(" With and without, the mean of the best system, ", best.System, ", is ", score(best.With), " and ", score(*best.Without))...)
		if e.With != nil && e.Without != nil {
			out = append(out, say(", and Eρ² ", score(e.With.ERho2), " and ", score(e.Without.ERho2), ", Φ ", score(e.With.Phi), " and ", score(e.Without.Phi))...)
		}
		out = append(out, say(".")...)
	}
	return para(out)
}
