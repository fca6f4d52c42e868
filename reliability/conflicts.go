package reliability

// Conflicts says what became of the pairs that a paired t test calls significant on the first set of topics.
type Conflicts struct {
	Alpha   float64   `json:"alpha"`
	Pairs   int       `json:"comparisons"` // significant on the first set
	Share   *float64  `json:"share"`       // of all comparisons; nil where sets are too small for a test
	Minor   *float64  `json:"minor"`       // of Pairs: of opposite sign on the second set, not significant; nil without Pairs
	Major   *float64  `json:"major"`       // of Pairs: of opposite sign and significant
	Swapped SwapCount `json:"swapped"`     // of Pairs
	Bins    []SwapBin `json:"bins"`        // of Pairs, by the difference over the greater mean, a tenth a bin
	Safe    *float64  `json:"least_relative_difference"`
}

func (t *swapTotals) conflicts(opt SwapOptions) Conflicts {
	out := Conflicts{Alpha: opt.Alpha, Pairs: t.significant, Bins: binsOf(t.relativeBins, relativeWidth)}
	all := t.total().Comparisons
	if opt.Size < 2 || all == 0 {
		return out
	}
	share := float64(t.significant) / float64(all)
	out.Share = &share
	var sum tally
	for _, b := range t.relativeBins {
		sum.n, sum.swaps, sum.ties = sum.n+b.n, sum.swaps+b.swaps, sum.ties+b.ties
	}
	out.Swapped = sum.counted()
	if t.significant > 0 {
		minor, major := float64(t.minor)/float64(t.significant), float64(t.major)/float64(t.significant)
		out.Minor, out.Major = &minor, &major
		out.Safe = least(out.Bins)
	}
	return out
}
