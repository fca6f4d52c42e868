package reliability

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/dist"
)

// Law is the law taken for the mean difference of two systems over new topics. The zero value is [Normal].
type Law int

const (
	Normal  Law = iota // with the variance as estimated
	Student            // t, with an estimate of the standard deviation that is unbiased under normality
)

var laws = [...]string{Normal: "normal", Student: "student"}

// String is the name used in JSON.
func (l Law) String() string { return laws[l] }

// MarshalText gives the name of l.
func (l Law) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Expected is the rank correlation between the ranking on a sample of topics and the true ranking that is to be
// expected, if the means found were the true ones. It is a plug-in value, and optimistic where systems are close.
type Expected struct {
	Topics int     `json:"topics"`
	Law    Law     `json:"law"`
	Tau    float64 `json:"tau"`
	TauAP  float64 `json:"tau_ap"`
}

// Expect computes the expected Kendall τ and τ_AP, in [0, 1], of a ranking of the systems (rows) by their means over the
// given number of topics: E[τ] = 1 − 2·mean p and E[τ_AP] = 1 − 2/(S−1) Σ_j Σ_{i above j} p_ij/(j−1), where p is the
// probability that a pair comes out in the wrong order; see [WrongOrder]. After Urbano, "Test collection reliability: a
// study of the effects of sample size and statistical assumptions", Information Retrieval 19 (2016), and Urbano and
// Marrero, "Toward estimating the rank correlation between the test collection results and the true system
// performance", SIGIR 2016.
//
// Errors are those of [Study] but for [ErrNoVariance], and stats.ErrUndefined where all systems have the same mean. It panics if topics is less than 1.
func Expect(scores mat.Matrix, topics int, law Law) (Expected, error) {
	checkTopics(topics)
	_, rows, err := table(scores)
	if err != nil {
		return Expected{}, err
	}
	means := make([]float64, len(rows))
	for i, row := range rows {
		means[i] = mean(row)
	}
	if allTie(means) { // there is no ranking that could agree with another
		return Expected{}, fmt.Errorf("expected rank correlation: %w: all systems have the same mean", stats.ErrUndefined)
	}
	return orderOf(rows).expect(topics, law), nil
}

// WrongOrder gives, for every pair of systems (rows) i and j, the probability that the mean of j exceeds that of i on a
// new sample of topics of the given size, if their difference has the mean and the variance found here. For i with the
// greater mean that is the probability of the wrong order, at most 1/2; entries (i, j) and (j, i) add up to 1, and the
// diagonal is 1/2. It is 1/2 for equal means and 0 or 1 for a constant difference.
//
// With law [Student], p = P(t > d·√topics/(s·c)) on T−1 degrees of freedom, where d and s are the mean and standard
// deviation of the T differences and c = √((T−1)/2)·Γ((T−1)/2)/Γ(T/2); with [Normal], c is 1 and the law normal.
//
// Errors are those of [Study] but for [ErrNoVariance]. It panics if topics is less than 1.
func WrongOrder(scores mat.Matrix, topics int, law Law) (*mat.Dense, error) {
	checkTopics(topics)
	_, rows, err := table(scores)
	if err != nil {
		return nil, err
	}
	n := len(rows)
	tail := tailOf(law, len(rows[0]))
	out := mat.NewDense(n, n, nil)
	d := make([]float64, len(rows[0]))
	for i := range n {
		out.Set(i, i, 0.5)
		for j := i + 1; j < n; j++ {
			z := standardized(d, rows[i], rows[j]) * math.Sqrt(float64(topics))
			out.Set(i, j, tail(z))
			out.Set(j, i, tail(-z))
		}
	}
	return out, nil
}

// tailOf is the upper tail of the law, with the spread estimated from so many topics.
func tailOf(law Law, topics int) func(z float64) float64 {
	if law == Normal {
		return dist.NormalSF
	}
	bias, df := 1.0, float64(topics-1)
	if topics <= 250 { // beyond, it is 1 to three digits, as in the authors' program
		a, _ := math.Lgamma(df / 2)
		b, _ := math.Lgamma(float64(topics) / 2)
		bias = math.Sqrt(df/2) * math.Exp(a-b)
	}
	return func(z float64) float64 {
		if math.IsInf(z, 0) {
			return dist.NormalSF(z)
		}
		return dist.StudentSF(z/bias, df)
	}
}

// standardized is the mean of the differences of two rows over their standard deviation: 0 for differences that are all 0,
// ±Inf for other constants. d is room for them.
func standardized(d, x, y []float64) float64 {
	for k := range d {
		d[k] = x[k] - y[k]
	}
	m := mean(d)
	if m == 0 {
		return 0
	}
	return m / math.Sqrt(squaresAbout(d, m)/float64(len(d)-1))
}

// order holds the standardized difference of each pair of systems of a ranking: z[j][i] that of the i-th and the j-th
// system, i above j, at least 0.
type order struct {
	topics int // of the scores
	z      [][]float64
}

func orderOf(rows [][]float64) order {
	means := make([]float64, len(rows))
	for i, row := range rows {
		means[i] = mean(row)
	}
	ranked := falling(means)
	o := order{topics: len(rows[0]), z: make([][]float64, len(rows))}
	d := make([]float64, len(rows[0]))
	for j := range ranked {
		o.z[j] = make([]float64, j)
		for i := range j {
			o.z[j][i] = standardized(d, rows[ranked[i]], rows[ranked[j]])
		}
	}
	return o
}

// expect is the expectation at a number of topics.
func (o order) expect(topics int, law Law) Expected {
	tail, root := tailOf(law, o.topics), math.Sqrt(float64(topics))
	var all, top float64
	for j, z := range o.z {
		if j == 0 {
			continue
		}
		var above float64
		for _, v := range z {
			above += tail(v * root)
		}
		all += above
		top += above / float64(j)
	}
	n := float64(len(o.z))
	return Expected{Topics: topics, Law: law, Tau: 1 - 2*all/(n*(n-1)/2), TauAP: 1 - 2*top/(n-1)}
}
