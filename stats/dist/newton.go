package dist

import "math"

// betaQuantile is log(x/(1−x)) at the x below which a beta variate with shapes a and b falls with probability p.
func betaQuantile(a, b, p float64) float64 {
	start := math.Log(a/b) - NormalQuantile(p)*math.Sqrt(1/a+1/b)
	return newton(start, p, 1-p, func(u float64) tails {
		near := max(-700, min(u, 700)) // beyond, the density is x^a or y^b and x or y would underflow
		t := betaTails(a, b, 1/(1+math.Exp(-near)), 1/(1+math.Exp(near)))
		t.front += a*min(u-near, 0) - b*max(u-near, 0)
		return t
	})
}

// newton finds the u where the tails are lower and upper, by Newton's steps on the logarithm of the smaller one. Logits
// of beta and logarithms of gamma variates have log-concave densities, so that logarithm is concave and the steps
// converge from wherever they start, from one side after the first.
func newton(u, lower, upper float64, at func(u float64) tails) float64 {
	isUpper := upper < lower
	want := math.Log(min(lower, upper))
	for range 200 {
		log, ratio := at(u).log(isUpper)
		step := (want - log) * ratio
		if isUpper {
			step = -step
		}
		step = max(-4, min(step, 4))
		u += step
		if !(math.Abs(step) > 1e-9) { // convergence is quadratic: this step was the last that matters; NaN leads nowhere
			break
		}
	}
	return u
}
