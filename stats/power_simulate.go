package stats

import (
	"fmt"
	"math"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// PowerCheck sets a predicted power, or mean width, beside what drawn scores gave.
type PowerCheck struct {
	What      string  `json:"what"` // name of the design, or "interval"
	Topics    int     `json:"topics"`
	Predicted float64 `json:"predicted"`
	Simulated float64 `json:"simulated"`
	Lo        float64 `json:"lo"` // 99.9 % limits of what was simulated: of Clopper and Pearson for a power
	Hi        float64 `json:"hi"`
	Hits      *int    `json:"hits"` // draws that were called significant; nil for a mean width
	Draws     int     `json:"draws"`
}

// Agrees reports whether the limits hold the prediction. Of a thousand right predictions one does not agree.
func (c PowerCheck) Agrees() bool { return c.Lo <= c.Predicted && c.Predicted <= c.Hi }

// maxDrawn is the largest number of scores in a draw: each goroutine keeps one draw in memory.
const maxDrawn = 1_000_000

func checkDrawn(scores int) error {
	if scores > maxDrawn {
		return fmt.Errorf("a draw of %d scores is %w: want at most %d", scores, ErrRange, maxDrawn)
	}
	return nil
}

// Simulate draws normal scores plan.Count times, with the true difference delta and the other assumptions, and counts how
// often the test itself calls it significant. A score drawn takes about 25 ns of one processor, so 10,000 draws of 20
// systems on 100 topics take half a second: far fewer than [resample.DefaultReplicates] are enough. Draws are the same
// whatever the number of processors. The error wraps [ErrRange] also where a draw would be of more than a million
// scores; else as [Design.Power].
func (d *Design) Simulate(topics int, delta float64, a Assumptions, plan resample.Plan) (PowerCheck, error) {
	power, err := d.Power(topics, delta, a)
	if err != nil {
		return PowerCheck{}, err
	}
	scores := topics
	if !d.Paired {
		scores *= a.Systems
	}
	if err := checkDrawn(scores); err != nil {
		return PowerCheck{}, err
	}
	critical := d.critical(float64(topics), a)
	hits := 0
	for _, h := range resample.Map(plan, "power "+d.Name, func(b resample.Block) (hits int) {
		significant := d.trial(critical, topics, delta, a)
		for range b.Hi - b.Lo {
			if significant(b) {
				hits++
			}
		}
		return hits
	}) {
		hits += h
	}
	out := PowerCheck{What: d.Name, Topics: topics, Predicted: power, Hits: &hits, Draws: plan.Count()}
	out.Simulated = float64(hits) / float64(out.Draws)
	out.Lo, out.Hi = dist.BinomialLimits(hits, out.Draws, limitsConfidence)
	return out, nil
}

// SimulatePower is [Design.Simulate] for the paired t test on normal differences with standard deviation sd.
func SimulatePower(topics int, delta, sd, alpha float64, alt Alternative, plan resample.Plan) (PowerCheck, error) {
	return tDesign.Simulate(topics, delta, Assumptions{SD: sd, Alpha: alpha, Alternative: alt}, plan)
}

// SimulateInterval draws normal differences plan.Count times and averages the width of the interval that [TTest] gives.
// Arguments are those of [IntervalWidth], errors too, and [ErrRange] as in [Design.Simulate]. It panics if the plan is of
// one draw, which has no limits.
func SimulateInterval(topics int, variance, confidence float64, plan resample.Plan) (PowerCheck, error) {
	width, err := IntervalWidth(topics, variance, confidence)
	if err != nil {
		return PowerCheck{}, err
	}
	if err := checkDrawn(topics); err != nil {
		return PowerCheck{}, err
	}
	if plan.Count() < 2 {
		panic("stats: a mean width of one draw")
	}
	sd := math.Sqrt(2 * variance)
	var n, mean, squares float64
	for _, widths := range resample.Map(plan, "power interval", func(b resample.Block) []float64 {
		return drawWidths(topics, sd, confidence, b)
	}) {
		for _, w := range widths { // Welford's update
			n++
			off := w - mean
			mean += off / n
			squares += off * (w - mean)
		}
	}
	out := PowerCheck{What: "interval", Topics: topics, Predicted: width, Simulated: mean, Draws: plan.Count()}
	half := dist.StudentQuantile((1-limitsConfidence)/2, n-1) * math.Sqrt(squares/(n-1)/n)
	out.Lo, out.Hi = mean-half, mean+half
	return out, nil
}

func drawWidths(topics int, sd, confidence float64, b resample.Block) []float64 {
	x, y := make([]float64, topics), make([]float64, topics)
	out := make([]float64, 0, b.Hi-b.Lo)
	for range b.Hi - b.Lo {
		for t := range x {
			x[t] = sd * b.Rand.NormFloat64()
		}
		if r, err := TTest(x, y, Options{Confidence: confidence}); err == nil && r.Interval != nil {
			out = append(out, r.Interval.Hi-r.Interval.Lo)
		}
	}
	return out
}
