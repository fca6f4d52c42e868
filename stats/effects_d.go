package stats

import (
	"fmt"
	"math"

	"sigrel/stats/dist"
)

var dAverage = &EffectSize{
	Name: "d-av",
	Doc: "The mean difference divided by the root of the mean of the two systems' variances over topics: how far the " +
		"systems are apart beside the spread of their scores. Agreement topic by topic does not change it. The interval " +
		"is Bonett's, which does not take the variances for equal; none where all differences are the same.",
	Cite:    "cohen1988",
	Compute: dAverageEffect,
}

var dMeanSD = &EffectSize{
	Name: "d-mean-sd",
	Doc: "The mean difference divided by the mean of the two systems' standard deviations over topics. Some authors call " +
		"this one d_av. It is d-av where the deviations are equal, else larger. No interval.",
	Cite:    "cohen1988",
	Compute: dMeanSDEffect,
}

var glassDelta = &EffectSize{
	Name: "glass-delta",
	Doc: "Glass's Δ: the mean difference divided by the standard deviation over topics of the second system, the " +
		"baseline. Swapping the systems changes its size too. The interval is Bonett's; none where all differences are " +
		"the same.",
	Cite:    "sakai2018",
	Compute: glassEffect,
}

// spread is the standard deviation (n − 1) of one system's scores over topics; 0 if they are the same but for noise.
func spread(scores []float64) float64 { return describe(scores, make([]float64, len(scores))).sd }

// moments are those of both systems that the three effects need, as shares of the greater standard deviation.
type moments struct {
	differences
	largest float64 // standard deviation of the scores of one system
	x, y    float64 // both over largest; one of them is 1
	apart   float64 // standard deviation of the differences over largest
}

func momentsOf(x, y []float64, name string, opt EffectOptions) (moments, EffectOptions, error) {
	d, opt, err := compared(x, y, opt)
	if err != nil {
		return moments{}, opt, err
	}
	sx, sy := spread(x), spread(y)
	largest := max(sx, sy)
	if largest == 0 {
		return moments{}, opt, fmt.Errorf("%s is %w: the scores have no spread over topics", name, ErrUndefined)
	}
	return moments{differences: d, largest: largest, x: sx / largest, y: sy / largest, apart: d.sd / largest}, opt, nil
}

// covariance of the two systems, over largest².
func (m moments) covariance() float64 { return (m.x*m.x + m.y*m.y - m.apart*m.apart) / 2 }

// bonett is the interval d ± z·√(d²·half² + apart²/(n−1)): half is the standard error of the logarithm of the
// standardizer, apart the standard deviation of the differences in its units (Bonett, Confidence intervals for
// standardized linear contrasts of means, 2008, for two dependent means). Sizes, not squares, which could overflow.
func (m moments) bonett(name string, d, half, apart float64, opt EffectOptions) Effect {
	v := Effect{Name: name, Value: d + 0}
	switch {
	case m.Same:
		v.Warnings = []Warning{{"identical", "the two systems have the same score on every topic"}}
		return v
	case m.Constant:
		v.Warnings = []Warning{{"constant-difference", fmt.Sprintf(
			"all %d differences are equal: what they vary by, and so the interval, cannot be told", len(m.Each))}}
		return v
	}
	se := math.Hypot(d*half, apart/math.Sqrt(float64(len(m.Each)-1)))
	point := dist.NormalQuantile((1 - opt.Confidence) / 2)
	v.Interval = &Interval{Lo: d - point*se + 0, Hi: d + point*se + 0, Confidence: opt.Confidence, Kind: KindBonett}
	return v
}

// dAverageEffect is d̄/√((s_x² + s_y²)/2) (Cohen 1988, chapter 2, for unequal variances).
func dAverageEffect(x, y []float64, opt EffectOptions) (Effect, error) {
	m, opt, err := momentsOf(x, y, "d-av", opt)
	if err != nil {
		return Effect{}, err
	}
	vx, vy, c := m.x*m.x, m.y*m.y, m.covariance()
	v := (vx + vy) / 2
	half := math.Sqrt((vx*vx+vy*vy+2*c*c)/float64(8*(len(x)-1))) / v
	s := math.Sqrt(v)
	return m.bonett("d-av", m.Mean/m.largest/s, half, m.apart/s, opt), nil
}

// dMeanSDEffect is d̄/((s_x + s_y)/2).
func dMeanSDEffect(x, y []float64, opt EffectOptions) (Effect, error) {
	m, _, err := momentsOf(x, y, "d-mean-sd", opt)
	if err != nil {
		return Effect{}, err
	}
	return Effect{Name: "d-mean-sd", Value: m.Mean/m.largest/((m.x+m.y)/2) + 0}, nil
}

// glassEffect is d̄/s_y.
func glassEffect(x, y []float64, opt EffectOptions) (Effect, error) {
	m, opt, err := momentsOf(x, y, "glass-delta", opt)
	if err != nil {
		return Effect{}, err
	}
	if m.y == 0 {
		return Effect{}, fmt.Errorf("glass-delta is %w: the baseline has the same score on every topic", ErrUndefined)
	}
	half := 1 / math.Sqrt(float64(2*(len(x)-1)))
	return m.bonett("glass-delta", m.Mean/m.largest/m.y, half, m.apart/m.y, opt), nil
}
