package dist

// Lattice is the least den up to 10^7 such that every score is a multiple of 1/den, as [NewSignedSum] finds it; 0 if
// there is none. Score × den, rounded, is then the score in integers that tie exactly where the scores do.
func Lattice(scores ...[]float64) int64 { return findGrid(scores...).den }
