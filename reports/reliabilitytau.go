package reports

import (
	"fmt"
	"strings"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/reports/doc"
	"sigrel/stats/resample"
)

// tauTarget is the expected τ for which the topics needed are given: the folklore of when rankings are "the same".
const tauTarget = 0.9

// ExpectedTau is the rank correlation to be expected between the ranking found and the true one.
type ExpectedTau struct {
	reliability.Expected
	Normal       Correlations `json:"normal"`       // the same with the normal law
	Interval     *Span        `json:"tau_interval"` // ± t·SE by leaving out one topic at a time; these four and what is drawn are null for fewer than five topics
	IntervalAP   *Span        `json:"tau_ap_interval"`
	Bootstrap    *Span        `json:"tau_bootstrap"` // percentiles over resamples of the topics: too high where systems are close
	BootstrapAP  *Span        `json:"tau_ap_bootstrap"`
	Replicates   *int         `json:"replicates"` // of the bootstrap
	Seed         *uint64      `json:"seed"`
	Target       float64      `json:"target"`
	TopicsForTau *int         `json:"topics_for_target"` // null: not reachable
}

// Correlations are τ and τ_AP.
type Correlations struct {
	Tau   float64 `json:"tau"`
	TauAP float64 `json:"tau_ap"`
}

// Span is an interval at the confidence of the study.
type Span struct {
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
}

// tauResamples are those of the topics for the percentiles of E[τ]: fewer where there are many pairs, since each takes a
// tail of t. 5,253 pairs took 1.7 s of processor time with 1,000, a quarter of a report.
func tauResamples(systems int) int {
	const tails, least = 2_000_000, 200
	return min(reliability.TauReplicates, max(least, tails/(systems*(systems-1)/2)))
}

// expectedTau is nil, with the reason, where it cannot be computed.
func expectedTau(s *subject) (*ExpectedTau, string) {
	values := s.better()
	k, n := values.Dims()
	e, err := reliability.Expect(values, n, reliability.Student)
	if err != nil {
		return nil, err.Error()
	}
	normal, err := reliability.Expect(values, n, reliability.Normal)
	if err != nil {
		return nil, err.Error()
	}
	needed, err := reliability.TopicsForTau(values, tauTarget, reliability.Student)
	if err != nil {
		return nil, err.Error()
	}
	out := &ExpectedTau{Expected: e, Normal: Correlations{normal.Tau, normal.TauAP}, Target: tauTarget, TopicsForTau: needed}
	if n >= leastTopics {
		plan := resample.Plan{Seed: s.plan.Seed, Workers: s.plan.Workers, Replicates: tauResamples(k)}
		tau, ap, err := reliability.ExpectBootstrap(values, reliability.Student, s.confidence, plan)
		if err != nil {
			return nil, err.Error()
		}
		out.Bootstrap, out.BootstrapAP = &Span{tau.Lo, tau.Hi}, &Span{ap.Lo, ap.Hi}
		if tau, ap, err = reliability.ExpectJackknife(values, reliability.Student, s.confidence); err != nil {
			return nil, err.Error()
		}
		out.Interval, out.IntervalAP = &Span{tau.Lo, tau.Hi}, &Span{ap.Lo, ap.Hi}
		out.Replicates, out.Seed = &plan.Replicates, &plan.Seed
	}
	return out, ""
}

func (e *ExpectedTau) text(f *Reliability) *doc.Paragraph {
	limits := func(in *Span) []doc.Text {
		if in == nil {
			return nil
		}
		return say(" ", doc.Range{Lo: in.Lo, Hi: in.Hi, Digits: 3})
	}
	out := say("On as many new topics of this kind the ranking is expected to agree with the true one by Kendall's τ = ", score(e.Tau), limits(e.Interval),
		", and by the AP correlation, where the top counts more, ", score(e.TauAP), limits(e.IntervalAP),
		". These plug-in values take the differences found for the true ones, and are optimistic where systems are close.")
	if e.Interval != nil {
		out = append(out, say(fmt.Sprintf(" Intervals (%s) are t intervals from leaving out one topic at a time.", level(f.Confidence)))...)
	}
	if e.TopicsForTau == nil {
		out = append(out, say(fmt.Sprintf(" An expected τ of %s is not reachable with any number of topics: the means of some systems are equal, or as good as equal.", targetText(e.Target)))...)
	} else {
		out = append(out, say(fmt.Sprintf(" An expected τ of %s takes %s.", targetText(e.Target), count(*e.TopicsForTau, "topic")))...)
	}
	return para(out)
}

// Adjacent is a pair of neighbours in the ranking.
type Adjacent struct {
	A          metrics.Tag `json:"a"` // the one that stands above
	B          metrics.Tag `json:"b"`
	Difference float64     `json:"difference"`  // mean of a − mean of b
	WrongOrder float64     `json:"wrong_order"` // probability that as many new topics put b above a, if the difference found were the true one
}

// adjacent lists the pairs of neighbours, the best first; nil where their order says nothing.
func adjacent(s *subject) []Adjacent {
	_, n := s.values.Dims()
	wrong, err := reliability.WrongOrder(s.better(), n, reliability.Student)
	if err != nil {
		return []Adjacent{}
	}
	means := s.c.scores.Means()
	out := []Adjacent{}
	for i := range len(s.systems) - 1 {
		out = append(out, Adjacent{A: s.systems[i].System, B: s.systems[i+1].System, Difference: metrics.Snap(means[i]) - metrics.Snap(means[i+1]), WrongOrder: wrong.At(i, i+1)})
	}
	return out
}

// mostAdjacent are the pairs of neighbours that are printed.
const mostAdjacent = 10

// doubtful is the probability of a wrong order from which on neighbours are counted.
const doubtful = 0.1

// adjacentBlocks is a sentence, and a table of at most so many pairs.
func (f *Reliability) adjacentBlocks(rows int) []doc.Block {
	if len(f.Adjacent) == 0 {
		return nil
	}
	t := &doc.Table{ID: "neighbours", Caption: plain("How surely neighbours in the ranking are in the right order.")}
	t.Columns = []doc.Column{column("Ranks", doc.Right, "ranks"), column("Better", doc.Left, "a"), column("Next", doc.Left, "b"),
		column("difference", doc.Right, "difference"), column("wrong order", doc.Right, "wrong_order")}
	many := 0
	for i, p := range f.Adjacent {
		if p.WrongOrder >= doubtful {
			many++
		}
		if i < rows {
			t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(fmt.Sprintf("%d, %d", i+1, i+2)), cell(p.A), cell(p.B),
				cell(squared(p.Difference, 4, "difference")), cell(doc.PValue{Value: p.WrongOrder})}})
		}
	}
	if n := len(f.Adjacent) - len(t.Rows); n > 0 {
		t.Notes = append(t.Notes, say(fmt.Sprintf("And %s, in the CSV and JSON.", count(n, "further pair"))))
	}
	t.Notes = append(t.Notes, say(fmt.Sprintf("Wrong order: probability that %s would put the next above, if the difference found were the true one.", count(f.Topics, "new topic"))))
	first := f.Adjacent[0]
	text := say(fmt.Sprintf("For %s of %s of neighbours in the ranking the probability is %s or more that as many new topics would put them in the other order; for the first two it is ",
		strings.ToLower(noneOf(many)), count(len(f.Adjacent), "pair"), targetText(doubtful)), doc.PValue{Value: first.WrongOrder}, ".")
	if len(f.Adjacent) == 1 {
		text = say("On as many new topics the two systems would stand in the other order with a probability of ", doc.PValue{Value: first.WrongOrder}, ", if the difference found were the true one.")
	}
	return []doc.Block{para(text), t}
}
