package reports

import (
	"cmp"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability"
)

// JudgePair is how far two of several judges agree.
type JudgePair struct {
	A         string   `json:"a"`
	B         string   `json:"b"`
	Documents int      `json:"documents"` // that both judged
	Percent   *float64 `json:"percent"`
	Kappa     *float64 `json:"kappa"`           // Cohen's, of the grades
	Quadratic *float64 `json:"kappa_quadratic"` // null on a scale of two
	Alpha     *float64 `json:"alpha"`           // Krippendorff's, nominal
	AC1       *float64 `json:"ac1"`
	Binary    *float64 `json:"binary_kappa"` // of relevant or not
	Overlap   *float64 `json:"overlap"`
	Reason    string   `json:"reason,omitempty"` // why κ is not there
}

// TopicLabels is how far judges agree on one topic that two of them judged.
type TopicLabels struct {
	Topic     metrics.Topic `json:"topic"`
	Documents int           `json:"documents"` // judged by two or more
	Percent   *float64      `json:"percent"`
	Kappa     *float64      `json:"kappa"` // Cohen's, of the grades; of more than two judges Conger's
	AC1       *float64      `json:"ac1"`
	Binary    *float64      `json:"binary_kappa"` // of relevant or not
	Overlap   *float64      `json:"overlap"`      // null for more than two judges
	Relevant  []int         `json:"relevant"`     // of Documents, by judge
	Reason    string        `json:"reason,omitempty"`
}

// TopicMeans are means over the topics that have the value.
type TopicMeans struct {
	Kappa         *float64 `json:"kappa"`
	KappaTopics   int      `json:"kappa_topics"`
	Overlap       *float64 `json:"overlap"`
	OverlapTopics int      `json:"overlap_topics"`
}

// topics compares the labels topic by topic.
func (f *Judgments) topics(r *ratings) {
	members := make([][]int, len(r.topics))
	for u, t := range r.Topics {
		members[t] = append(members[t], u)
	}
	f.Topics = []TopicLabels{}
	for n, topic := range r.topics {
		row := TopicLabels{Topic: topic, Relevant: make([]int, len(f.Names))}
		present := make([]bool, len(f.Names))
		for _, u := range members[n] {
			shared := labelled(r.Labels[u]) > 1
			for j, l := range r.Labels[u] {
				if l == reliability.Unlabelled {
					continue
				}
				present[j] = true
				if shared && f.Scale[l] >= int(f.Level) {
					row.Relevant[j]++
				}
			}
		}
		if slices.Index(present, true) < 0 || !slices.Contains(present[slices.Index(present, true)+1:], true) {
			continue // in the coverage, by name
		}
		part := reliability.Ratings{Scale: r.Scale}
		for _, u := range members[n] {
			part.Labels = append(part.Labels, r.Labels[u])
			if r.Weights != nil {
				part.Weights = append(part.Weights, r.Weights[u])
			}
		}
		a, err := reliability.AgreeLabels(part, reliability.LabelOptions{Relevant: f.relevant()})
		if err != nil {
			row.Reason = err.Error()
		} else {
			grades, binary := labelValues(a.Coefficients), labelValues(a.Binary)
			row.Documents = a.Units
			row.Percent, row.Kappa, row.AC1 = grades.value("percent"), grades.value(kappaNames...), grades.value("ac1")
			row.Binary, row.Overlap, row.Reason = binary.value(kappaNames...), binary.value("overlap"), grades.reason(kappaNames...)
		}
		f.Topics = append(f.Topics, row)
	}
	slices.SortStableFunc(f.Topics, func(x, y TopicLabels) int {
		return cmp.Or(absentLast(x.Kappa, y.Kappa), absentLast(x.Percent, y.Percent))
	})
	f.TopicMeans.Kappa, f.TopicMeans.KappaTopics = meanOf(f.Topics, func(t TopicLabels) *float64 { return t.Kappa })
	f.TopicMeans.Overlap, f.TopicMeans.OverlapTopics = meanOf(f.Topics, func(t TopicLabels) *float64 { return t.Overlap })
}

// absentLast orders values from the least, those that are absent last.
func absentLast(x, y *float64) int {
	switch {
	case x == nil && y == nil:
		return 0
	case x == nil:
		return 1
	case y == nil:
		return -1
	}
	return cmp.Compare(*x, *y)
}

// pairs compares each two of several judges.
func (f *Judgments) pairs(r *ratings) {
	if len(f.Names) == 2 {
		return
	}
	for i := range f.Names {
		for j := i + 1; j < len(f.Names); j++ {
			p := JudgePair{A: f.Names[i], B: f.Names[j]}
			a, err := reliability.AgreeLabels(r.only([]int{i, j}, func(int) bool { return true }), reliability.LabelOptions{Relevant: f.relevant()})
			if err != nil {
				p.Reason = err.Error()
			} else {
				grades, binary := labelValues(a.Coefficients), labelValues(a.Binary)
				p.Documents, p.Percent, p.Kappa, p.Quadratic = a.Units, grades.value("percent"), grades.value("kappa"), grades.value("kappa-quadratic")
				p.Alpha, p.AC1, p.Binary, p.Overlap = grades.value("alpha-nominal"), grades.value("ac1"), binary.value("kappa"), binary.value("overlap")
				p.Reason = grades.reason("kappa")
			}
			f.Pairs = append(f.Pairs, p)
		}
	}
}
