package dist

// exceedsCells is the grid of [SignedSum.Exceeds]: its bracket is a few hundredths wide at most where p is large, and a
// fiftieth of the work of an exact count.
const exceedsCells = 1 << 13

// Exceeds reports whether the two-sided p of the randomization test, [SignedSum.TwoSided], is certainly above alpha, at a
// small part of what p itself may cost: from a bracket of p on a coarse grid. Where it is false, p may be on either side.
// A simulation, which asks for thousands of decisions, needs p itself only then.
func (s *SignedSum) Exceeds(alpha float64) bool {
	k := min(s.observed, s.total-s.observed) + s.slack
	if 2*k >= s.total {
		return alpha < 1
	}
	if s.step > 0 && s.total <= exceedsCells {
		return s.TwoSided(alpha).P > alpha // a count is no more work than the bracket
	}
	lo, _ := bracket(s.weights, s.total, k, exceedsCells)
	return 2*lo > alpha
}
