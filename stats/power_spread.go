package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
)

// Spread is an estimate, from scores that exist, of the variance of the difference of two systems' scores over topics.
// Half of it is σ², the variance of one system's scores: V_E1 or V_E2 of NTCIR's tables.
type Spread struct {
	Variance float64 `json:"variance"` // of the difference, in squared score units; positive

	// DF is the number by which the sum of squares was divided.
	DF float64 `json:"df"`

	// Effective is the number of degrees of freedom of the χ² distribution that varies as much as the estimate: fewer
	// than DF where systems do not vary alike or independently of one another. It is itself estimated, rather too small.
	Effective float64 `json:"effective_df"`
}

// SD is the standard deviation of the difference, as in [Assumptions].
func (s Spread) SD() float64 { return math.Sqrt(s.Variance) }

// SDUpper is the upper confidence bound of SD: see [SDUpper].
func (s Spread) SDUpper(confidence float64) float64 { return SDUpper(s.SD(), s.Effective, confidence) }

// SDUpper is the one-sided upper confidence bound of a standard deviation that was estimated as sd with df degrees of
// freedom: sd·√(df/χ²), with χ² the point below which a variate falls with probability 1 − confidence. It takes the
// scores for normal; where the differences have heavy tails it is too low. It panics if sd is negative, df not positive,
// or confidence not inside (0, 1).
func SDUpper(sd, df, confidence float64) float64 {
	if !(sd >= 0 && df > 0 && confidence > 0 && confidence < 1) {
		panic(fmt.Sprintf("stats: bound of an sd of %g with %g degrees of freedom at confidence %g", sd, df, confidence))
	}
	return sd * math.Sqrt(df/dist.ChiSquareQuantile(confidence, df))
}

// PairSpread is the spread of x − y, scores of two systems on the same topics. The error wraps [ErrUndefined] where all
// differences are the same but for rounding noise, else as [TTest]. It panics if x and y have different lengths.
func PairSpread(x, y []float64) (Spread, error) {
	if err := checkPaired(x, y); err != nil {
		return Spread{}, err
	}
	d := describe(x, y)
	if d.Constant {
		return Spread{}, fmt.Errorf("the spread is %w: the differences are all the same", ErrUndefined)
	}
	df := float64(len(x) - 1)
	return Spread{d.sd * d.sd, df, df}, nil
}

// TwoWaySpread is twice the residual mean square of a two-way analysis of variance of scores, systems by topics: the
// mean of the variances of the differences of all pairs. It is right for systems that run on the same topics. The error
// wraps [ErrUndefined] where there is no residual but rounding noise, else as [TwoWay].
func TwoWaySpread(scores *mat.Dense) (Spread, error) {
	effects, err := TwoWay(scores)
	if err != nil {
		return Spread{}, err
	}
	return newSpread(scores, effects[2].SS, float64(effects[2].DF), true)
}

// OneWaySpread is twice the residual mean square of a one-way analysis of variance of scores, systems by topics, where
// what topics differ by counts as error: the estimate that Sakai plans with (Topic set size design, Information
// Retrieval Journal 19, 2016). For systems on the same topics it is larger than needed, often several times. The error
// wraps [ErrUndefined] where no system's scores vary, else as [TwoWay].
func OneWaySpread(scores *mat.Dense) (Spread, error) {
	effects, err := TwoWay(scores)
	if err != nil {
		return Spread{}, err
	}
	df := effects[1].DF + effects[2].DF
	return newSpread(scores, effects[1].SS+effects[2].SS, float64(df), false)
}

// newSpread is twice ss/df. The degrees of freedom are those of Box (Annals of Mathematical Statistics 25, 1954, 290–302):
// with C the covariance of the systems' scores, within topics or not, the estimate is its trace but for a factor,
// and varies as χ² with (n − 1)·(tr C)²/tr C² degrees of freedom.
func newSpread(scores *mat.Dense, ss, df float64, within bool) (Spread, error) {
	if ss == 0 {
		return Spread{}, fmt.Errorf("the spread is %w: all that scores differ by is systems and topics", ErrUndefined)
	}
	k, n := scores.Dims()
	systems, topics, grand, _ := meansOf(scores)
	rest := mat.NewDense(k, n, nil)
	for i := range k {
		for t, v := range scores.RawRowView(i) {
			r := v - systems[i]
			if within {
				r -= topics[t] - grand
			}
			rest.Set(i, t, r)
		}
	}
	var c mat.SymDense
	if k < n {
		c.SymOuterK(1, rest)
	} else {
		c.SymOuterK(1, rest.T()) // the smaller of the two products: its trace and that of its square are the same
	}
	ratio := mat.Trace(&c) / mat.Norm(&c, 2) // Frobenius's norm is the root of the trace of the square
	return Spread{2 * ss / df, df, float64(n-1) * ratio * ratio}, nil
}

// PoolSpreads is the spread of several collections together, each weighted by its degrees of freedom DF, as Sakai pools
// variances (2016). Effective is after Satterthwaite (Biometrics Bulletin 2, 1946). It panics if there are none.
func PoolSpreads(spreads ...Spread) Spread {
	if len(spreads) == 0 {
		panic("stats: no spreads to pool")
	}
	var ss, df, below float64
	for _, s := range spreads {
		ss += s.DF * s.Variance
		df += s.DF
	}
	for _, s := range spreads {
		share := s.DF * s.Variance / ss
		below += share * share / s.Effective
	}
	return Spread{ss / df, df, 1 / below}
}
