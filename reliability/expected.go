package reliability

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

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
// Errors are those of [Study] but for [ErrNoVariance]. It panics if topics is less than 1.
func Expect(scores mat.Matrix, topics int, law Law) (Expected, error) {
	wrong, err := WrongOrder(scores, topics, law)
	if err != nil {
		return Expected{}, err
	}
	n, _ := scores.Dims()
	means := make([]float64, n)
	order := make([]int, n)
	for i := range n {
		means[i] = mean(mat.Row(nil, i, scores))
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case means[i] > means[j]:
			return -1
		case means[i] < means[j]:
			return 1
		}
		return 0
	})
	var all, top float64
	for j := 1; j < n; j++ {
		var above float64
		for i := range j {
			above += wrong.At(order[i], order[j])
		}
		all += above
		top += above / float64(j)
	}
	pairs := float64(n) * float64(n-1) / 2
	return Expected{Topics: topics, Law: law, Tau: 1 - 2*all/pairs, TauAP: 1 - 2*top/float64(n-1)}, nil
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
	n, t := len(rows), len(rows[0])
	bias := 1.0
	if law == Student && t <= 250 { // beyond, it is 1 to three digits, as in the authors' program
		a, _ := math.Lgamma(float64(t-1) / 2)
		b, _ := math.Lgamma(float64(t) / 2)
		bias = math.Sqrt(float64(t-1)/2) * math.Exp(a-b)
	}
	tail := func(z float64) float64 {
		if law == Student && !math.IsInf(z, 0) {
			return dist.StudentSF(z/bias, float64(t-1))
		}
		return dist.NormalSF(z)
	}
	out := mat.NewDense(n, n, nil)
	d := make([]float64, t)
	for i := range n {
		out.Set(i, i, 0.5)
		for j := i + 1; j < n; j++ {
			for k := range d {
				d[k] = rows[i][k] - rows[j][k]
			}
			z := standardized(d) * math.Sqrt(float64(topics))
			out.Set(i, j, tail(z))
			out.Set(j, i, tail(-z))
		}
	}
	return out, nil
}

// standardized is the mean over the standard deviation: 0 for differences that are all 0, ±Inf for other constants.
func standardized(d []float64) float64 {
	m := mean(d)
	var ss float64
	for _, x := range d {
		ss += (x - m) * (x - m)
	}
	if m == 0 {
		return 0
	}
	return m / math.Sqrt(ss/float64(len(d)-1))
}
