package reliability

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// estimate fills in the components by the estimator asked for, and the others beside it where they may differ.
func (s *FacetStudy) estimate(d *facetDesign, which Estimator) error {
	y, scale := d.o.centred()
	if scale == 0 {
		return ErrNoVariance
	}
	if d.isRegular {
		table := d.anova(seq(len(y)), y, d.o.noise(scale))
		variances, errs := d.expectedMeanSquares(table)
		square := scale * scale
		for i := range table {
			c := &s.Components[i]
			c.DF, c.SS, c.MS = &table[i].df, new(table[i].ss*square), new(table[i].ms*square)
			if which == EstimatorDefault || which == EstimatorANOVA {
				c.SE = new(errs[i] * square)
			}
			variances[i] *= square
		}
		s.Estimators = append(s.Estimators, FacetEstimates{Estimator: EstimatorANOVA, Variances: variances})
	} else if which == EstimatorANOVA {
		return fmt.Errorf("%w: estimator anova takes balanced data; want henderson1, minque0 or reml", ErrUnbalanced)
	}
	if err := s.others(d, which); err != nil {
		return err
	}
	chosen := s.Estimators[0]
	if which != EstimatorDefault {
		chosen = s.Estimators[slices.IndexFunc(s.Estimators, func(e FacetEstimates) bool { return e.Estimator == which })]
	}
	if chosen.Variances == nil {
		return fmt.Errorf("estimator %v: %w", which, chosen.err)
	}
	s.Estimator = chosen.Estimator
	s.set(chosen.Variances)
	for i := range s.Estimators {
		s.coefficients(&s.Estimators[i])
	}
	return nil
}

// others runs the estimators for all designs: Henderson 1 and MINQUE(0) on unbalanced data, REML also where an estimate is
// negative. Elsewhere they equal the analysis of variance, and run only if asked for.
func (s *FacetStudy) others(d *facetDesign, which Estimator) error {
	negative := d.isRegular && slices.Min(s.Estimators[0].Variances) < 0
	for _, e := range []Estimator{EstimatorHenderson1, EstimatorMINQUE0, EstimatorREML} {
		if d.isRegular && e != which && !(negative && e == EstimatorREML) {
			continue
		}
		estimates, err := e.run(d.o, d.effects[:len(d.effects)-1])
		if errors.Is(err, ErrConfounded) {
			return err
		}
		out := FacetEstimates{Estimator: e, Criterion: estimates.Criterion, Variances: estimates.Variances, err: err}
		if err != nil {
			out.Reason = err.Error()
		}
		s.Estimators = append(s.Estimators, out)
	}
	return nil
}

// set fills in the variances of the components.
func (s *FacetStudy) set(variances []float64) {
	var sum float64
	for _, v := range variances {
		sum += max(0, v)
	}
	for i, v := range variances {
		c := &s.Components[i]
		c.VarianceRaw, c.Variance = new(v), new(max(0, v))
		if sum > 0 {
			c.Share = new(max(0, v) / sum)
		}
	}
}

// coefficients fills in what an estimator makes of the coefficients.
func (s *FacetStudy) coefficients(e *FacetEstimates) {
	if e.Variances == nil {
		return
	}
	p := s.point(e.Variances, s.sizes(nil))
	e.ERho2, e.Phi = &p.ERho2, &p.Phi
}

// leastShare is the share of the variance below which a component is too small for its estimators to be compared.
const leastShare = 0.01

// differ lists the effects on which estimators differ by more than a tenth of the larger, where that is at least a
// hundredth of the variance; the object counts always.
func (s *FacetStudy) differ() []string {
	var out []string
	for i, c := range s.Components {
		lo, hi, share := math.Inf(1), 0.0, 0.0
		for _, e := range s.Estimators {
			if i >= len(e.Variances) {
				continue
			}
			v := max(0, e.Variances[i])
			var sum float64
			for _, x := range e.Variances {
				sum += max(0, x)
			}
			lo, hi, share = min(lo, v), max(hi, v), max(share, v/sum)
		}
		if hi-lo > 0.1*hi && (share >= leastShare || s.sets[i] == 1) {
			out = append(out, c.Effect)
		}
	}
	return out
}
