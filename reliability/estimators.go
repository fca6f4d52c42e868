package reliability

import (
	"errors"
	"fmt"
	"strings"
)

// ErrUnbalanced is inside an error of an estimator that takes balanced data only.
var ErrUnbalanced = errors.New("unbalanced data")

// Estimator is a method for variance components. The zero value is the analysis of variance for balanced data, and
// Henderson's method 1 for others.
type Estimator int

const (
	EstimatorDefault Estimator = iota
	EstimatorANOVA
	EstimatorHenderson1
	EstimatorMINQUE0
	EstimatorREML
)

var estimators = [...]struct{ name, title string }{{"default", "default"}, {"anova", "analysis of variance"},
	{"henderson1", "Henderson's method 1"}, {"minque0", "MINQUE(0)"}, {"reml", "REML"}}

// String is the name used in JSON and on the command line.
func (e Estimator) String() string { return estimators[e].name }

// Title is the name in a sentence.
func (e Estimator) Title() string { return estimators[e].title }

// MarshalText gives the name of e.
func (e Estimator) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads a name; the error lists the names there are.
func (e *Estimator) UnmarshalText(text []byte) error {
	var names []string
	for i, x := range estimators {
		if x.name == string(text) {
			*e = Estimator(i)
			return nil
		}
		names = append(names, x.name)
	}
	return fmt.Errorf("estimator %q: want one of %s", text, strings.Join(names, ", "))
}

// run calls the estimator; it is none of the first two.
func (e Estimator) run(o Observations, effects []Effect) (Estimates, error) {
	switch e {
	case EstimatorMINQUE0:
		return MINQUE0(o, effects)
	case EstimatorREML:
		return REML(o, effects)
	}
	return Henderson1(o, effects)
}

// FacetEstimates are the variances by one estimator.
type FacetEstimates struct {
	Estimator Estimator `json:"estimator"`
	Variances []float64 `json:"variances"` // raw, parallel to the components that can be separated; null: not computed
	Criterion *float64  `json:"criterion"` // −2 log restricted likelihood, of REML
	ERho2     *float64  `json:"erho2"`     // at the sizes of the study
	Phi       *float64  `json:"phi"`
	Reason    string    `json:"reason,omitempty"` // why there are no variances

	err error
}
