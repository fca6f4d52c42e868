package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/stats"
)

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
	if !slices.ContainsFunc(set.Qrels[1:], func(q metrics.Qrels) bool { return !sameJudgments(set.Qrels[0], q) }) {
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
