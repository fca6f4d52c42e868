package reliability

import "math"

// Mapped are rough translations of the coefficients into indicators of reliability that are found by splitting topics.
// They were fitted to many test collections by Urbano, Marrero and Martín, "On the measurement of test collection
// reliability", SIGIR 2013, and are those of the package gt4ireval, which says itself that they hold with a grain of salt.
type Mapped struct {
	Tau         float64 `json:"tau"`                  // Kendall's τ of the rankings by two sets of topics
	TauAP       float64 `json:"tau_ap"`               // their AP correlation
	Power       float64 `json:"power"`                // share of pairs that differ significantly by a t test
	Minor       float64 `json:"minor_conflicts"`      // share of those pairs whose order other topics reverse, not significantly
	Major       float64 `json:"major_conflicts"`      // and significantly
	Sensitivity float64 `json:"absolute_sensitivity"` // difference of means from which on 95 % of pairs keep their order
	Relative    float64 `json:"relative_sensitivity"` // likewise, as a share of the greater mean
	RMSE        float64 `json:"rmse"`                 // root mean squared error of the mean scores
}

// Mapped translates the coefficients of mean scores over the given number of topics. All values are in [0, 1]. It panics
// if topics is less than 1.
func (g GStudy) Mapped(topics int) Mapped {
	e, p := g.Coefficient(ERho2, topics), g.Coefficient(Phi, topics)
	return Mapped{
		Tau:         math.Pow(e, 2.84729794002905),
		TauAP:       math.Pow(e, 3.98652984123827),
		Power:       math.Pow(e, 4.77902509574171),
		Minor:       math.Pow(1-e, 1.53337366741287),
		Major:       math.Pow(1-e, 2.62976839002005),
		Sensitivity: math.Pow(1-e, 1.54402996734738),
		Relative:    math.Pow(1-p, 1.29759126030214),
		RMSE:        math.Pow(1-p, 3.27642726002903),
	}
}
