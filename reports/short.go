package reports

import (
	"fmt"
	"math"

	"sigrel/metrics"
	"sigrel/reports/doc"
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
	Smallest    *float64      `json:"smallest_significant_difference"`
	Detectable  *float64      `json:"detectable"` // median over the pairs

	a           *Analysis
	reliability *Reliability // nil if not assessed, with the reason
	pool        *PoolAudit
	noRel       string
	noPool      string
}

func findShort(a *Analysis) (Finding, error) {
	c := a.official()
	f := &Short{Best: c.Systems[0].System, Mean: c.Systems[0].Mean, Pairs: len(c.Pairs), Significant: c.significant(), a: a}
	for _, i := range c.top() {
		f.Top = append(f.Top, c.Systems[i].System)
	}
	var detectable []float64
	for _, p := range c.Pairs {
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
	r, err := findReliability(a)
	if err == nil {
		f.reliability = r.(*Reliability)
	} else {
		f.noRel = reason(err)
	}
	p, err := findPool(a)
	if err == nil {
		f.pool = p.(*PoolAudit)
	} else {
		f.noPool = reason(err)
	}
	return f, nil
}

// Blocks gives one numbered sentence a question, and how far to trust them.
func (f *Short) Blocks() []doc.Block {
	l := &doc.List{Ordered: true, Items: [][]doc.Text{f.winner(), f.differences(), f.ranking(), f.poolSentence()}}
	out := []doc.Block{l}
	if f.Detectable != nil {
		c := f.a.official()
		out = append(out, note(doc.Strong(plain("How far to trust this: ")),
			fmt.Sprintf("with %s, %s detects a true difference of about ", count(c.Topics, "topic"), procedureName(c.Procedure)),
			score(*f.Detectable), " "+c.Measure+" with 80% power between two typical systems of this set. Smaller differences may be real and still not show."))
	}
	return out
}

func (f *Short) winner() []doc.Text {
	c := f.a.official()
	mean := say(f.Best, " has the best mean "+c.Measure+" (", score(f.Mean), ")")
	others := f.Top[1:]
	k := len(c.ranked())
	switch {
	case c.Family.Kind != "all-pairs":
		return say(doc.Strong(mean), fmt.Sprintf(". Only %s with the baselines were tested.", count(len(c.Pairs), "comparison")))
	case len(others) == 0:
		return say(doc.Strong(mean), doc.Strong(plain(fmt.Sprintf(", and it differs from each of the other %d ranked systems.", k-1))))
	case len(others) == k-1:
		return say(doc.Strong(say(mean, ", but the data cannot tell it apart from any other system.")),
			" There is no winner in the statistical sense.")
	}
	return say(doc.Strong(say(mean, ", but the data cannot tell it apart from ", tags(others, 8), ".")),
		fmt.Sprintf(" The top group holds %d of %d systems; the others score below %s at %s.",
			len(f.Top), k, string(f.Best), c.errorRate()))
}

func (f *Short) differences() []doc.Text {
	c := f.a.official()
	out := say(doc.Strong(plain(fmt.Sprintf("%d of %s", f.Significant, count(f.Pairs, "pair")))))
	out = append(out, say(doc.Strong(plain(verb(f.Significant, " differs", " differ"))), " by "+procedureName(c.Procedure))...)
	if c.Procedure != c.Test+"+none" {
		out = append(out, say(fmt.Sprintf("; before the number of comparisons is taken into account, %d %s p ≤ %s",
			f.Unadjusted, verb(f.Unadjusted, "has", "have"), alphaText(c.Alpha)))...)
	}
	out = append(out, say(".")...)
	if f.Smallest != nil {
		out = append(out, say(" The smallest difference in means that is significant here is ", score(*f.Smallest), ".")...)
	}
	return out
}

func (f *Short) ranking() []doc.Text {
	if f.reliability == nil {
		return say(doc.Strong(plain("Reliability: not assessed.")), " "+capital(f.noRel)+".")
	}
	return f.reliability.sentence()
}

func (f *Short) poolSentence() []doc.Text {
	if f.pool == nil {
		return say(doc.Strong(plain("Pool bias: not assessed.")), " "+capital(f.noPool)+".")
	}
	return f.pool.sentence()
}
