package reliability

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// mostLevels is the number of random levels beside the largest effect that REML takes: one evaluation of the criterion
// costs its cube, some seconds at 2500.
const mostLevels = 2500

// mostRatio is the largest σᵢ/σₑ that is believed: a residual of less than a hundred millionth of the variance is the
// rounding of the scores.
const mostRatio = 1e4

// REML estimates variance components by restricted maximum likelihood, as lme4 does: the criterion profiled over the
// residual variance is a function of θᵢ = σᵢ/σₑ (Bates, Mächler, Bolker and Walker, J. Stat. Software 67, 2015). It
// assumes normal effects; the variances are 0 or more. Arguments and errors are those of [Henderson1], and
// [ErrNoResidual] or [ErrTooLarge] may be inside the error.
func REML(o Observations, effects []Effect) (Estimates, error) {
	y, scale, factors, err := prepare(o, effects)
	if err != nil {
		return Estimates{}, err
	}
	p := newProfile(y, factors)
	if p.rest > mostLevels {
		return Estimates{}, fmt.Errorf("%w: %d beside the largest effect, want at most %d; Henderson's method 1 has no such limit", ErrTooLarge, p.rest, mostLevels)
	}
	start, err := Henderson1(o, effects)
	if err != nil {
		return Estimates{}, err
	}
	var theta []float64
	if len(effects) > 0 {
		theta, err = p.minimise(start.Variances)
	}
	if err != nil {
		return Estimates{}, err
	}
	e := p.at(theta)
	out := Estimates{Variances: make([]float64, len(theta)+1)}
	for i, t := range theta {
		out.Variances[i] = t * t * e.residual * scale * scale
		out.Boundary = out.Boundary || t == 0
	}
	out.Variances[len(theta)] = e.residual * scale * scale
	criterion := e.deviance + 2*float64(len(y)-1)*math.Log(scale)
	out.Criterion = &criterion
	return out, nil
}

// minimise finds the θ of the least deviance, from the variances of another method. With few data there may be another
// minimum beside one on the boundary: it is looked for from within, too.
func (p *profile) minimise(variances []float64) ([]float64, error) {
	theta := p.start(variances)
	if err := p.descend(theta); err != nil {
		return nil, err
	}
	within := slices.Clone(theta)
	for i, t := range theta {
		if t == 0 {
			within[i] = 1
		}
	}
	if !slices.Equal(within, theta) {
		if err := p.descend(within); err != nil {
			return nil, err
		}
		if p.at(within).deviance < p.at(theta).deviance-1e-9 {
			return within, nil
		}
	}
	return theta, nil
}

// start is θ by another method's variances, none of them so small that the way out of a corner would be long.
func (p *profile) start(variances []float64) []float64 {
	last := len(variances) - 1
	var sum float64
	for _, v := range variances {
		sum += max(v, 0)
	}
	residual := max(variances[last], sum/100)
	theta := make([]float64, last)
	for i := range theta {
		theta[i] = math.Sqrt(max(variances[i]/residual, 0.01))
	}
	return theta
}

// descend moves θ to a minimum. The deviance is an even, smooth function of each θᵢ: a minimum at 0 is
// an ordinary minimum for a method without bounds. Quasi-Newton steps take some tens of evaluations, where the simplex of
// Nelder and Mead takes hundreds.
func (p *profile) descend(theta []float64) error {
	unit := p.units(theta)
	scaled := func(x []float64) []float64 {
		out := make([]float64, len(x))
		for i := range x {
			out[i] = x[i] * unit[i]
		}
		return out
	}
	from, unbounded := p.at(theta).deviance, false
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return p.at(scaled(x)).deviance },
		Grad: func(grad, x []float64) {
			for i, g := range p.at(scaled(x)).gradient {
				grad[i] = g * unit[i]
			}
		},
		Status: func() (optimize.Status, error) {
			if unbounded = unbounded || p.beyond() && p.value.deviance < from; unbounded {
				return optimize.MethodConverge, nil // there is no minimum
			}
			return optimize.NotTerminated, nil
		},
	}
	x := make([]float64, len(theta))
	for i := range x {
		x[i] = theta[i] / unit[i]
	}
	// Of a step of length g, where the gradient is g, the deviance falls by g²/2: less than its rounding error is no step.
	flat := max(1e-6, math.Sqrt(1e-15*math.Abs(p.at(theta).deviance)))
	for best, rounds := math.Inf(1), 10; rounds > 0; rounds-- {
		r, err := optimize.Minimize(problem, x, &optimize.Settings{GradientThreshold: flat, MajorIterations: 200}, &optimize.BFGS{})
		if r == nil {
			return fmt.Errorf("REML: %w", err)
		}
		x = r.X
		// A search along a line that finds no better point, for rounding, ends with an error: that is an end too.
		if best-r.F < 1e-9 || r.Status == optimize.GradientThreshold {
			break
		}
		best = r.F
	}
	if unbounded {
		return ErrNoResidual
	}
	for i, t := range scaled(x) {
		theta[i] = math.Abs(t)
	}
	p.toBoundary(theta)
	return nil
}

// beyond says that the θ evaluated last leaves no residual.
func (p *profile) beyond() bool {
	return slices.Max(p.last) > mostRatio || slices.Min(p.last) < -mostRatio
}

// units scale θ so that all directions are about as steep: the information on log θᵢ is about twice the number of levels.
func (p *profile) units(theta []float64) []float64 {
	out := make([]float64, len(theta))
	for i, t := range theta {
		out[i] = t / math.Sqrt(2*float64(len(p.counts[i])))
	}
	return out
}

// tiny is a θ next to 0: a variance of a millionth of the residual's.
const tiny = 1e-3

// toBoundary puts a tiny θᵢ to exactly 0 where that is no worse.
func (p *profile) toBoundary(theta []float64) {
	best := p.at(theta).deviance
	for i, t := range theta {
		if t > tiny || t == 0 {
			continue
		}
		theta[i] = 0
		if d := p.at(theta).deviance; d <= best+1e-9 {
			best = d
		} else {
			theta[i] = t
		}
	}
}
