package stats

var bh = &Correction{
	Name: "bh",
	Doc: "Benjamini and Hochberg's step-up correction: the j-th smallest p times m/j. Controls the expected share of " +
		"false claims among the claims, for screening; proved for independent or positively dependent tests.",
	Cite:   "benjamini1995",
	Error:  ErrorFDR,
	Adjust: bhAdjust,
	Level:  func(p []float64, alpha float64) float64 { return fdrLevel(bhAdjust(p), alpha) },
}

var by = &Correction{
	Name: "by",
	Doc: "Benjamini and Yekutieli's step-up correction: that of Benjamini and Hochberg times 1 + 1/2 + … + 1/m. Controls " +
		"the expected share of false claims among the claims, for screening, whatever the dependence, at a high price.",
	Cite:   "benjamini2001",
	Error:  ErrorFDR,
	Adjust: byAdjust,
	Level: func(p []float64, alpha float64) float64 {
		return fdrLevel(byAdjust(p), alpha) / harmonic(max(len(p), 1))
	},
}

func bhAdjust(p []float64) []float64 {
	return stepped(p, func(rank int, v float64) float64 { return float64(len(p)) / float64(rank+1) * v }, true)
}

func byAdjust(p []float64) []float64 {
	each := harmonic(len(p)) * float64(len(p))
	return stepped(p, func(rank int, v float64) float64 { return each / float64(rank+1) * v }, true)
}

// harmonic is 1 + 1/2 + … + 1/m.
func harmonic(m int) (sum float64) {
	for i := m; i > 0; i-- { // the small ones first, to lose nothing
		sum += 1 / float64(i)
	}
	return sum
}

// fdrLevel is the level that step-up corrections come down to where these p's are adjusted: α·R/m, where R is the number
// of claims, or 1 if there is none.
func fdrLevel(adjusted []float64, alpha float64) float64 {
	claims := 0
	for _, a := range adjusted {
		if a <= alpha {
			claims++
		}
	}
	return alpha * (float64(max(claims, 1)) / float64(max(len(adjusted), 1)))
}
