package reports

import (
	"fmt"

	"sigrel/metrics"
	"sigrel/reports/doc"
)

// winTest asks whether the pair differs significantly, with the number of comparisons counted.
var winTest = &winCheck{
	name: "test", title: "test",
	question: func(a *Analysis) string {
		c := a.official()
		return fmt.Sprintf("significant by %s (adjusted p, α = %s).", c.procedureName(), alphaText(c.Alpha))
	},
	prepare: func(a *Analysis) (func(i, j int) Tick, error) {
		c := a.official()
		if c.Family.Kind != "all-pairs" {
			return nil, notAssessed("only pairs with a baseline were tested")
		}
		return func(i, j int) Tick {
			p := c.pair(i, j)
			if p == nil {
				return Tick{}
			}
			return ticked(p.Significant, p.PAdjusted, "p "+doc.FormatP(p.PAdjusted, c.Alpha))
		}, nil
	},
}

// winOrder asks whether the two would come out in this order on other topics.
var winOrder = &winCheck{
	name: "order", title: "other topics",
	question: func(a *Analysis) string {
		return fmt.Sprintf("on as many other topics the two come out in the wrong order with a probability of at most %s (t distribution, plug-in).", alphaText(a.official().Alpha))
	},
	prepare: func(a *Analysis) (func(i, j int) Tick, error) {
		c := a.official()
		if c.Strata != nil {
			return nil, notAssessed("the topics come in strata")
		}
		if c.Topics < leastTopics {
			return nil, notAssessed("fewer than %d topics", leastTopics)
		}
		if a.reliability == nil {
			return nil, a.unreliable
		}
		return func(i, _ int) Tick {
			p := a.reliability.Adjacent[i].WrongOrder
			return ticked(p <= c.Alpha, p, doc.FormatP(p, c.Alpha))
		}, nil
	},
}

// SecondJudges is how other judges score the same systems, by the official measure.
type SecondJudges struct {
	Name   string
	Scores *metrics.Scores // on those topics of the study that they judged
}

// winJudges asks whether the order is the same by the second judges.
var winJudges = &winCheck{
	name: "judges", title: "second judges",
	question: func(a *Analysis) string {
		if a.Second == nil {
			return "the order is the same by the second judgments."
		}
		return fmt.Sprintf("the mean of the upper is better by the judgments %s too, over %s.", a.Second.Name, count(len(a.Second.Scores.Topics), "topic"))
	},
	prepare: func(a *Analysis) (func(i, j int) Tick, error) {
		if a.Second == nil {
			return nil, notAssessed("no second judgments were given (--second-qrels FILE)")
		}
		c, means := a.official(), make(map[metrics.Tag]float64)
		for i, m := range a.Second.Scores.Means() {
			means[a.Second.Scores.Systems[i].Tag] = m
		}
		return func(i, j int) Tick {
			x, known := means[c.Systems[i].System]
			y, too := means[c.Systems[j].System]
			if !known || !too {
				return Tick{}
			}
			d := x - y
			better := d > tieTolerance*max(x, -x, y, -y)
			if c.scores.Lower {
				better = -d > tieTolerance*max(x, -x, y, -y)
			}
			return ticked(better, d, doc.FormatSigned(d, 3))
		}, nil
	},
}

// tieTolerance is how far apart, relative to them, two equal means may be: the rounding of sums in another order.
const tieTolerance = 1e-12
