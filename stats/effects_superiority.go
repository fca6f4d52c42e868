package stats

import (
	"math"

	"sigrel/stats/dist"
)

var superiority = &EffectSize{
	Name: "superiority",
	Doc: "Probability of superiority: the share of topics on which the first system is better, with half of the ties. ½ " +
		"means neither. The interval is Wilson's for a proportion of all topics; ties vary less than a proportion does, " +
		"so with them it is rather too wide than too narrow.",
	Cite:    "wilson1927",
	Compute: superiorityEffect,
}

var cliff = &EffectSize{
	Name: "cliff",
	Doc: "Cliff's δ of paired scores: the share of topics won less the share lost, from −1 to 1. It is 2·superiority − 1, " +
		"and so is its interval. The scores are compared topic by topic, not each with each.",
	Cite:    "cliff1993",
	Compute: cliffEffect,
}

// superiorityEffect is (W + T/2)/n of W topics won, T tied. A topic counts 1, ½ or 0: its variance is at most p(1 − p), that
// of a topic that counts 1 or 0, since u² ≤ u on [0, 1]; so Wilson's interval of p at n topics errs on the wide side.
func superiorityEffect(x, y []float64, opt EffectOptions) (Effect, error) {
	d, opt, err := compared(x, y, opt)
	if err != nil {
		return Effect{}, err
	}
	wins, ties, _ := countSigns(d.Each)
	halves := 2*wins + ties
	lo, hi := wilson(halves, len(x), opt.Confidence)
	v := Effect{Name: "superiority", Value: float64(halves) / float64(2*len(x)),
		Interval: &Interval{Lo: lo, Hi: hi, Confidence: opt.Confidence, Kind: KindWilson}}
	if d.Same {
		v.Warnings = []Warning{{"identical", "the two systems have the same score on every topic"}}
	}
	return v, nil
}

func cliffEffect(x, y []float64, opt EffectOptions) (Effect, error) {
	v, err := superiorityEffect(x, y, opt)
	if err != nil {
		return Effect{}, err
	}
	v.Name = "cliff"
	v.Value = 2*v.Value - 1
	v.Interval.Lo, v.Interval.Hi = 2*v.Interval.Lo-1, 2*v.Interval.Hi-1
	return v, nil
}

// wilson are the score limits of Wilson (1927) for a proportion of halves/2 in n: the p with |p̂ − p| = z·√(p(1−p)/n).
func wilson(halves, n int, confidence float64) (lo, hi float64) {
	return wilsonLow(halves, n, confidence), 1 - wilsonLow(2*n-halves, n, confidence)
}

// wilsonLow is the lower limit: p̂² over the greater root of the quadratic's mirror image, so that it does not cancel
// where p̂ is small.
func wilsonLow(halves, n int, confidence float64) float64 {
	if halves == 0 {
		return 0
	}
	z := dist.NormalQuantile((1 - confidence) / 2)
	share, u := float64(halves)/float64(2*n), z*z/float64(n)
	return share * share / (share + u/2 + math.Sqrt(u*(share*(1-share)+u/4)))
}
