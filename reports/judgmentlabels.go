package reports

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/stats"
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

// CompareJudgments says how far judges agree. The error is about the data: a grade that is not in the scale.
func CompareJudgments(set *JudgmentSet) (*Judgments, error) {
	scale, err := set.scale()
	if err != nil {
		return nil, err
	}
	f := &Judgments{Schema: "sigrel/judgments/1", Names: set.Names, Scale: scale, Level: set.Level, Confidence: set.Confidence,
		Weighted: set.Weights != nil, Warnings: append([]stats.Warning{}, set.Warnings...)}
	if f.Confidence == 0 {
		f.Confidence = stats.DefaultConfidence
	}
	r := set.lineUp(scale)
	f.coverage(set, r)
	f.confuse(r)
	f.prevalence(r)
	a, err := reliability.AgreeLabels(r.Ratings, reliability.LabelOptions{Relevant: f.relevant(), Confidence: f.Confidence, Plan: &set.Plan})
	switch {
	case errors.Is(err, reliability.ErrNoUnits):
		f.Coefficients = []reliability.LabelCoefficient{}
	case err != nil:
		return nil, err
	default:
		f.Coefficients, f.Binary, f.Documents, f.Replicates, f.Seed = a.Coefficients, a.Binary, a.Units, a.Replicates, a.Seed
		f.Warnings = append(f.Warnings, a.Warnings...)
	}
	f.topics(r)
	f.pairs(r)
	f.warn(set)
	f.drop(set, r)
	return f, f.score(set)
}

// score is the part on scores and rankings.
func (f *Judgments) score(set *JudgmentSet) error {
	if set.Pair == nil {
		return nil
	}
	var err error
	f.Scores, err = judgeScores(set.Pair)
	if errors.Is(err, ErrNotApplicable) {
		why := reason(err)
		f.Unscored = &why
		return nil
	}
	return err
}

// relevant is the index of the least grade that is relevant; 0 where the level does not part the scale.
func (f *Judgments) relevant() int {
	i := slices.IndexFunc(f.Scale, func(grade int) bool { return grade >= int(f.Level) })
	return max(i, 0)
}

// everyGrade is why there is nothing binary; empty if there is.
func (f *Judgments) everyGrade() string {
	switch {
	case f.relevant() > 0:
		return ""
	case f.Scale[len(f.Scale)-1] < int(f.Level):
		return fmt.Sprintf("no grade of the scale reaches level %d", f.Level)
	}
	return fmt.Sprintf("every grade of the scale reaches level %d", f.Level)
}

// labelValues finds coefficients by name.
type labelValues []reliability.LabelCoefficient

func (v labelValues) find(names ...string) *reliability.LabelCoefficient {
	for i := range v {
		if slices.Contains(names, v[i].Name) {
			return &v[i]
		}
	}
	return nil
}

func (v labelValues) value(names ...string) *float64 {
	if c := v.find(names...); c != nil {
		return c.Value
	}
	return nil
}

// reason is why a coefficient is not there; empty if it is.
func (v labelValues) reason(names ...string) string {
	if c := v.find(names...); c != nil && c.Value == nil {
		return c.Reason
	}
	return ""
}

// chanceCorrected are the names of κ: Cohen's, and Conger's of more than two.
var kappaNames = []string{"kappa", "conger"}

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

// meanOf is the mean of what is there, and of how many; nil of none.
func meanOf[T any](list []T, get func(T) *float64) (*float64, int) {
	sum, n := 0.0, 0
	for _, x := range list {
		if v := get(x); v != nil {
			sum += *v
			n++
		}
	}
	if n == 0 {
		return nil, 0
	}
	mean := sum / float64(n)
	return &mean, n
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

// warn says what a reader of the labels must know.
func (f *Judgments) warn(set *JudgmentSet) {
	warn := func(code, format string, args ...any) {
		f.Warnings = append(f.Warnings, stats.Warning{Code: code, Text: fmt.Sprintf(format, args...)})
	}
	if f.Documents == 0 {
		warn("nothing-in-common", "no document was judged by two judges: there is no agreement to speak of")
		return
	}
	if c := labelValues(f.Coefficients).find("fleiss"); c.Value == nil {
		warn("no-variation", "every label of the %s judged twice is grade %d: nothing could disagree, and coefficients that correct for chance do not exist",
			count(f.Documents, "document"), f.Scale[slices.IndexFunc(f.Prevalence, func(p *float64) bool { return *p > 0 })])
	}
	if slices.ContainsFunc(set.Qrels[1:], func(q metrics.Qrels) bool { return !sameJudgments(set.Qrels[0], q) }) == false {
		warn("same-judgments", "all judges have the same judgments: one file may be a copy of the other")
	}
	tops := make([]string, len(set.Names))
	least, most := 0, 0
	for j := range set.Names {
		top := f.topGrade(j)
		tops[j] = fmt.Sprintf("%s %d", set.Names[j], top)
		if j == 0 || top < least {
			least = top
		}
		most = max(most, top)
	}
	if least != most {
		text := "the greatest grade given is not the same: " + strings.Join(tops, ", ") + "; if the scales were not the same, only relevant or not can be compared"
		if f.relevant() > 0 {
			text += fmt.Sprintf(" (here from grade %d)", f.Level)
		}
		warn("unlike-scales", "%s", text)
	}
}

// topGrade is the greatest grade that a judge gave, −1 if none.
func (f *Judgments) topGrade(judge int) int {
	for _, g := range slices.Backward(f.Grades) {
		if g.Counts[judge] > 0 && g.Grade >= 0 {
			return g.Grade
		}
	}
	return -1
}

func sameJudgments(a, b metrics.Qrels) bool {
	if len(a) != len(b) {
		return false
	}
	for t, docs := range a {
		if len(docs) != len(b[t]) {
			return false
		}
		for d, grade := range docs {
			if other, ok := b[t][d]; !ok || other != grade {
				return false
			}
		}
	}
	return true
}

// gradeList lists grades as people write them: "0, 1, 2".
func gradeList(scale []int) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(scale)), ", "), "[]")
}
