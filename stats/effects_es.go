package stats

import (
	"fmt"
	"math"
)

var es = &EffectSize{
	Name: "es",
	Doc: "ES of all-pairs tables: the mean difference divided by the root of the residual mean square of the two-way " +
		"analysis of variance of all systems (V_E2). All pairs share the divisor. The interval is that of the noncentral " +
		"t distribution on the residual's degrees of freedom: right if the residuals of all systems vary alike.",
	Cite:    "sakai2018",
	Compute: esEffect,
}

var esOneWay = &EffectSize{
	Name: "es-one-way",
	Doc: "The mean difference divided by the root of the residual mean square of the one-way analysis of variance (V_E1), " +
		"in which differences between topics count as error: smaller than es. No interval: the two systems are paired, and " +
		"this residual does not say how their difference varies.",
	Cite:    "sakai2018",
	Compute: esOneWayEffect,
}

// Residual is the error term of an analysis of variance.
type Residual struct {
	MS float64 // mean square, at least 0
	DF int     // degrees of freedom, positive
}

// Residuals are the error terms of the two-way analysis of variance that sources, from [TwoWay], is of: on
// (k−1)(n−1) degrees of freedom, and of the one-way analysis of the same scores, where topics and their interaction with
// systems are error together: on k(n−1). It panics if a source named "topic" or "residual" is missing.
func Residuals(sources []Source) (twoWay, oneWay Residual) {
	topic, rest := sourceNamed(sources, "topic"), sourceNamed(sources, "residual")
	df := topic.DF + rest.DF
	return Residual{MS: rest.MS, DF: rest.DF}, Residual{MS: (topic.SS + rest.SS) / float64(df), DF: df}
}

func sourceNamed(sources []Source, name string) Source {
	for _, s := range sources {
		if s.Name == name {
			return s
		}
	}
	panic(fmt.Sprintf("stats: no source %q in the analysis of variance", name))
}

// esEffect is ES_E2 = d̄/√V_E2 (Sakai 2018). t = d̄/√(2V_E2/n) is noncentral t with the residual's degrees of freedom.
func esEffect(x, y []float64, opt EffectOptions) (Effect, error) {
	d, opt, err := compared(x, y, opt)
	if err != nil {
		return Effect{}, err
	}
	v, err := overResidual("es", d.Mean, opt.Residual)
	if err != nil {
		return Effect{}, err
	}
	scale := math.Sqrt(float64(len(x)) / 2)
	v.Interval = noncentralInterval(v.Value, scale, float64(opt.Residual.DF), opt.Confidence)
	return v, nil
}

// esOneWayEffect is ES_E1 = d̄/√V_E1 (Sakai 2018).
func esOneWayEffect(x, y []float64, opt EffectOptions) (Effect, error) {
	d, opt, err := compared(x, y, opt)
	if err != nil {
		return Effect{}, err
	}
	return overResidual("es-one-way", d.Mean, opt.OneWay)
}

func overResidual(name string, mean float64, r *Residual) (Effect, error) {
	switch {
	case r == nil:
		return Effect{}, fmt.Errorf("%s is %w: the residual of an analysis of variance was not given", name, ErrUndefined)
	case r.MS == 0:
		return Effect{}, fmt.Errorf("%s is %w: the analysis of variance has no residual", name, ErrUndefined)
	}
	return Effect{Name: name, Value: mean/math.Sqrt(r.MS) + 0}, nil
}
