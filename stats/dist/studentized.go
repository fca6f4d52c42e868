package dist

// StudentizedRange is the law of the range of Groups independent normal variates over an independent estimate of their
// standard deviation with DF degrees of freedom (+Inf: the standard deviation is known).
type StudentizedRange struct {
	Groups int     // at least 2
	DF     float64 // positive, not necessarily whole; may be +Inf
}

// SF is P(Q > q).
func (r StudentizedRange) SF(q float64) float64 { panic("not yet") }

// Quantile is the q with SF(q) = p.
func (r StudentizedRange) Quantile(p float64) float64 { panic("not yet") }
