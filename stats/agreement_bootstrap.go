package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/resample"
)

// bootstrap gives every coefficient its interval.
func (a *Agreement) bootstrap(scoresA, scoresB *mat.Dense, opt AgreementOptions) {
	all := a.coefficients()
	fewest := min(a.TopicsA, a.TopicsB)
	if fewest < 5 {
		a.Warnings = append(a.Warnings, Warning{"few-topics", fmt.Sprintf(
			"the rankings stand on only %s: on other topics they may look quite different", topicsWord(fewest))})
	}
	if fewest < 2 {
		for _, c := range all {
			c.explain("not assessed: with one topic there is nothing to draw from")
		}
		return
	}
	a.Replicates, a.Seed = opt.Plan.Count(), opt.Plan.Seed
	values := a.replicates(scoresA, scoresB, opt)
	var degenerate, biased, few []string
	for i, c := range all {
		if c.Value == nil {
			continue
		}
		for _, w := range c.assess(values[i], opt.Confidence) {
			if w.Code == "few-replicates" {
				few = append(few, c.Name)
			}
		}
		if c.Undefined > 0 {
			degenerate = append(degenerate, fmt.Sprintf("%s in %d of %d", c.Name, c.Undefined, a.Replicates))
		}
		if c.Interval != nil && (*c.Value < c.Interval.Lo || *c.Value > c.Interval.Hi) {
			biased = append(biased, c.Name)
		}
	}
	a.warn("degenerate-bootstrap", "left out of the intervals: replicates in which a coefficient does not exist", degenerate)
	a.warn("bootstrap-bias", "outside of its own interval, for replicates have the noise of the topics twice and so agree less", biased)
	a.warn("few-replicates", fmt.Sprintf("%d replicates are too few for this confidence: an end is the most extreme of them", a.Replicates), few)
}

func (a *Agreement) warn(code, text string, names []string) {
	if names != nil {
		a.Warnings = append(a.Warnings, Warning{code, text + ": " + strings.Join(names, ", ")})
	}
}

func topicsWord(n int) string {
	if n == 1 {
		return "one topic"
	}
	return fmt.Sprintf("%d topics", n)
}

// replicates computes each coefficient in every replicate: [coefficient][replicate], NaN where it does not exist.
func (a *Agreement) replicates(scoresA, scoresB *mat.Dense, opt AgreementOptions) [][]float64 {
	computes := a.computes()
	blocks := resample.Map(opt.Plan, "agree", func(b resample.Block) [][]float64 {
		out := make([][]float64, len(computes))
		for i := range out {
			out[i] = make([]float64, 0, b.Hi-b.Lo)
		}
		x, y := newDrawnMeans(scoresA), newDrawnMeans(scoresB)
		for range b.Hi - b.Lo {
			x.draw(b.Source)
			if opt.Paired {
				copy(y.times, x.times)
			} else {
				y.draw(b.Source)
			}
			m := means{a: x.means(), b: y.means()}
			m.rankPair = pairUp(groupsOf(snapAll(m.a)), groupsOf(snapAll(m.b)))
			for i, compute := range computes {
				v, err := compute(m)
				if err != nil {
					v = math.NaN()
				}
				out[i] = append(out[i], v)
			}
		}
		return out
	})
	all := make([][]float64, len(computes))
	for i := range all {
		for _, block := range blocks {
			all[i] = append(all[i], block[i]...)
		}
	}
	return all
}

// drawnMeans draws topics with replacement and computes the means over them.
type drawnMeans struct {
	scores *mat.Dense
	draws  topicDraws
	topics []int // of one draw
	times  []int // how often each topic is among them
	out    []float64
}

func newDrawnMeans(scores *mat.Dense) *drawnMeans {
	k, n := scores.Dims()
	return &drawnMeans{scores: scores, draws: newTopicDraws(n), topics: make([]int, n), times: make([]int, n), out: make([]float64, k)}
}

func (d *drawnMeans) draw(source *rand.PCG) {
	d.draws.fill(d.topics, source)
	clear(d.times)
	for _, t := range d.topics {
		d.times[t]++
	}
}

// means is reused by the next call.
func (d *drawnMeans) means() []float64 {
	for i := range d.out {
		sum := 0.0
		for t, v := range d.scores.RawRowView(i) {
			sum += float64(float64(d.times[t]) * v)
		}
		d.out[i] = sum / float64(len(d.times))
	}
	return d.out
}

// assess sets the interval and what belongs to it from the values of the replicates, NaN where there is none.
func (c *Coefficient) assess(values []float64, confidence float64) []Warning {
	defined := slices.DeleteFunc(values, math.IsNaN)
	c.Undefined = len(values) - len(defined)
	if 2*len(defined) < len(values) {
		c.Reason = fmt.Sprintf("no interval: it does not exist in %d of %d replicates", c.Undefined, len(values))
		return nil
	}
	interval, warnings := PercentileInterval(defined, *c.Value, confidence)
	mean := 0.0
	for _, v := range defined {
		mean += v / float64(len(defined))
	}
	c.Interval, c.Mean = &interval, &mean
	return warnings
}
