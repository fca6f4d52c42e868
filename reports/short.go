package reports

import (
	"fmt"
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

var inShort = &Section{
	Name: "short", Title: "In short",
	Doc: "who won, how many differences are real, whether the ranking would hold, whether the pool is fair: one sentence each",
	Run: findShort,
}

// Short is the finding of "In short": the figures that its sentences are made of.
type Short struct {
	Best        metrics.Tag   `json:"best"`
	Mean        float64       `json:"mean"`
	Top         []metrics.Tag `json:"top"` // ranked systems not shown to differ from the best, the best first
	Pairs       int           `json:"pairs"`
	Significant int           `json:"significant"`
	Unadjusted  int           `json:"unadjusted"` // pairs with p ≤ α before the family was considered
	Holm        int           `json:"holm"`       // pairs significant by the single test with Holm's correction
	Smallest    *float64      `json:"smallest_significant_difference"`
	Detectable  *float64      `json:"detectable"` // median over the pairs

	a *Analysis
}

func findShort(a *Analysis) (Finding, error) {
	c := a.official()
	f := &Short{Best: c.Systems[0].System, Mean: c.Systems[0].Mean, Pairs: len(c.Pairs), Significant: c.significant(), a: a}
	for _, i := range c.top() {
		f.Top = append(f.Top, c.Systems[i].System)
	}
	var detectable, single []float64
	for _, p := range c.Pairs {
		single = append(single, p.P)
		if p.P <= c.Alpha {
			f.Unadjusted++
		}
		if d := math.Abs(p.Difference); p.Significant && (f.Smallest == nil || d < *f.Smallest) {
			f.Smallest = &d
		}
		if p.Detectable != nil {
			detectable = append(detectable, *p.Detectable)
		}
	}
	f.Detectable = median(detectable)
	for _, p := range FindCorrection("holm").Adjust(single) {
		if p <= c.Alpha {
			f.Holm++
		}
	}
	return f, nil
}

// Blocks gives one numbered sentence a question, and how far to trust them.
func (f *Short) Blocks() []doc.Block {
	l := &doc.List{Ordered: true, Items: [][]doc.Text{f.winner(), f.differences(), f.ranking(), f.poolSentence()}}
	if f.a.wins != nil && f.a.wins.Made >= 2 {
		l.Items = append(l.Items, f.a.wins.sentence())
	}
	out := []doc.Block{l}
	c := f.a.official()
	if i := slices.IndexFunc(c.Warnings, func(w stats.Warning) bool { return w.Code == "cannot-be-significant" }); i >= 0 && f.Significant == 0 {
		out = append(out, note(doc.Strong(plain("How far to trust this: ")), f.hopeless(c.Warnings[i].Text)+"."))
	} else if f.Detectable != nil {
		out = append(out, note(doc.Strong(plain("How far to trust this: ")),
			f.topics(fmt.Sprintf("with %s, ", count(c.Topics, "topic")), c.procedureName()+" detects a true difference of about "),
			score(*f.Detectable), " "+c.Measure+" with 80% power between two typical systems of this set. Smaller differences may be real and still not show."))
	}
	return out
}

// hopeless is the warning that nothing can be significant, after what a topic is.
func (f *Short) hopeless(text string) string {
	if f.a.Task == nil {
		return capital(text)
	}
	return fmt.Sprintf("one topic is one %s; %s", f.a.Task.Topic, text)
}

// topics says what the number of topics of a shared task allows, before the sentence then; elsewhere only that with how
// many topics it is.
func (f *Short) topics(with, then string) string {
	if n := f.a.official().Topics; f.a.Task == nil || n > fewTopics {
		return with + then
	}
	return fmt.Sprintf("one topic is one %s; %s. %s", f.a.Task.Topic, leastText(f.a.Study), capital(then))
}

// fewTopics is the number up to which the least p there is is worth a reader's attention.
const fewTopics = 20

func (f *Short) winner() []doc.Text {
	c := f.a.official()
	k, first := len(c.ranked()), c.first()
	mean := say(f.Best, " has the best mean "+c.Measure+" (", score(f.Mean), ")")
	last := c.Systems[c.top()[len(f.Top)-1]].Mean
	group := say(fmt.Sprintf(" The top group holds %d of %d systems, with means down to ", len(f.Top), k), score(last),
		fmt.Sprintf("; the other %d %s significantly worse (%s).", k-len(f.Top), verb(k-len(f.Top), "is", "are"), c.errorRate()))
	switch {
	case c.Family.Kind != "all-pairs":
		return say(doc.Strong(say(mean, ".")), " ", c.againstBaselines())
	case len(first) == k:
		return say(doc.Strong(say(fmt.Sprintf("All %d systems have the same mean %s (", k, c.Measure), score(f.Mean), ").")), " There is no winner.")
	case len(first) > 1 && len(f.Top) < k:
		return say(doc.Strong(say(tags(first, 8), " share the best mean "+c.Measure+" (", score(f.Mean), ").")), group)
	case len(f.Top) == 1 && k == 2:
		return say(doc.Strong(say(mean, ", and it differs from ", c.Systems[1].System, ".")))
	case len(f.Top) == 1:
		return say(doc.Strong(say(mean, fmt.Sprintf(", and it differs from each of the other %d ranked systems.", k-1))))
	case len(f.Top) == k:
		return say(doc.Strong(say(mean, ", but the data cannot tell it apart from any other system.")),
			" There is no winner in the statistical sense.")
	}
	return say(doc.Strong(say(mean, ", but the data cannot tell it apart from ", tags(f.Top[1:], 8), ".")), group)
}

func (f *Short) differences() []doc.Text {
	c := f.a.official()
	out := say(doc.Strong(plain(c.differ())), " by "+c.procedureName())
	if f.Pairs > 1 && c.Procedure != c.Test+"+none" {
		out = append(out, say(" (", f.others(), ")")...)
	}
	out = append(out, say(".")...)
	if n := c.unsettled(); n > 0 {
		out = append(out, say(fmt.Sprintf(" %s %s so near the limit that another seed may decide otherwise.", capital(count(n, "pair")), verb(n, "lies", "lie")))...)
	}
	if v := c.verdicts(); v != nil {
		out = append(out, say(" ", v)...)
	}
	if f.Smallest != nil {
		out = append(out, say(" The smallest difference in means that is significant here is ", score(*f.Smallest), ".")...)
	}
	return out
}

// others counts by Holm and before any adjustment, beside the procedure in use.
func (f *Short) others() string {
	c := f.a.official()
	before := fmt.Sprintf("%d before any adjustment", f.Unadjusted)
	if c.Procedure == c.Test+"+holm" {
		return before
	}
	return fmt.Sprintf("%d by the %s with Holm's correction, %s", f.Holm, lookup(testNames, c.Test), before)
}

func (f *Short) ranking() []doc.Text {
	if f.a.reliability == nil {
		return say(doc.Strong(plain("Reliability: not assessed.")), " "+capital(reason(f.a.unreliable))+".")
	}
	return f.a.reliability.sentence()
}

func (f *Short) poolSentence() []doc.Text {
	if f.a.audit == nil {
		return say(doc.Strong(plain("Pool bias: not assessed.")), " "+capital(reason(f.a.unaudited))+".")
	}
	return f.a.audit.sentence()
}
