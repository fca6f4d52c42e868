package reliability

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/optimize"
)

// mostLevels is the number of random levels beside the largest effect that REML takes: one evaluation of the criterion
// costs its cube, and at 2500 some ten seconds.
const mostLevels = 2500

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
	theta, err := p.minimise()
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

// minimise finds the θ of the least deviance. The deviance is an even, smooth function of each θᵢ, so that a minimum on
// the boundary, θᵢ = 0, is an ordinary minimum for a method without bounds, as long as it starts elsewhere. Quasi-Newton
// steps take some tens of evaluations, where the simplex of Nelder and Mead, which polishes the end, takes hundreds.
func (p *profile) minimise() ([]float64, error) {
	theta := make([]float64, len(p.factors))
	for i := range theta {
		theta[i] = 1
	}
	if p.at(theta).exact(p) {
		return nil, ErrNoResidual
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return p.at(x).deviance },
		Grad: func(grad, x []float64) { copy(grad, p.at(x).gradient) },
	}
	best := p.at(theta).deviance
	for range 20 {
		r, err := optimize.Minimize(problem, theta, &optimize.Settings{GradientThreshold: 1e-7, MajorIterations: 200}, &optimize.BFGS{})
		if r == nil {
			return nil, fmt.Errorf("REML: %w", err)
		}
		// A line search that finds no better point ends with an error at the best one: that is an end too.
		before := best
		if r.F <= best {
			best = r.F
			copy(theta, r.X)
		}
		if p.at(theta).exact(p) {
			return nil, ErrNoResidual
		}
		if before-best < 1e-10 {
			break
		}
	}
	p.toBoundary(theta)
	return theta, nil
}

// toBoundary puts θᵢ to exactly 0 where that is no worse, and makes all positive.
func (p *profile) toBoundary(theta []float64) {
	best := p.at(theta).deviance
	for i, t := range theta {
		theta[i] = math.Abs(t)
		if theta[i] > 1e-3 || t == 0 {
			continue
		}
		theta[i] = 0
		if d := p.at(theta).deviance; d <= best+1e-9 {
			best = d
		} else {
			theta[i] = math.Abs(t)
		}
	}
}
