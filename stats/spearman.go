package stats

import (
	"fmt"
	"math"
	"slices"

	"sigrel/stats/dist"
)

var spearman = &RankCorrelation{
	Name: "spearman",
	Doc: "Spearman's ρ: the correlation of the ranks, where systems that tie share the mean of their ranks. It weighs a " +
		"system that moves far more than τ does.",
	Cite:    "spearman1904",
	Compute: Spearman, of: rankPair.spearman,
}

// Spearman is Spearman's ρ (American Journal of Psychology 15, 1904): Pearson's correlation of the ranks; systems that
// tie share the mean of the ranks they take up (Kendall, Biometrika 33, 1945). It is undefined if all systems tie in a
// ranking. Errors and panics are those of [RankCorrelation].
func Spearman(reference, other []float64) (float64, error) {
	return compute(rankPair.spearman, reference, other)
}

func (p rankPair) spearman() (float64, error) {
	if err := allTied("ρ", p.pairs); err != nil {
		return 0, err
	}
	rx, ry := p.x.midranks(), p.y.midranks()
	middle := float64(len(rx)+1) / 2
	var xy, xx, yy float64 // multiples of 1/4: exact for up to 200,000 systems
	for i := range rx {
		dx, dy := rx[i]-middle, ry[i]-middle
		xy += dx * dy
		xx += dx * dx
		yy += dy * dy
	}
	return overRoots(xy, xx, yy), nil
}

// Pearson is Pearson's correlation of the means themselves, in [−1, 1]. It is no rank correlation: a single system far
// from the others can settle it. It is undefined if all means of a scoring agree to twelve digits. Errors and panics are
// those of [RankCorrelation].
func Pearson(reference, other []float64) (float64, error) {
	p, err := newRankPair(reference, other)
	if err != nil {
		return 0, err
	}
	return p.pearson(reference, other)
}

// pearson takes the means that the rankings are by.
func (p rankPair) pearson(a, b []float64) (float64, error) {
	if err := allTied("r", p.pairs); err != nil {
		return 0, err
	}
	x, y := centred(a), centred(b)
	var xy, xx, yy float64
	for i := range x {
		xy += float64(x[i] * y[i])
		xx += float64(x[i] * x[i])
		yy += float64(y[i] * y[i])
	}
	return overRoots(xy, xx, yy), nil
}

// centred is v, whose values are not all the same, with mean 0 and a size of about 1, so that squares neither overflow nor
// vanish.
func centred(v []float64) []float64 {
	v = slices.Clone(v)
	for range 2 { // what rounding leaves of the mean of large values is taken off in the second pass
		size, mean := 0.0, 0.0
		for _, w := range v {
			size = max(size, math.Abs(w))
		}
		for i := range v {
			v[i] /= size
			mean += v[i] / float64(len(v))
		}
		for i := range v {
			v[i] -= mean
		}
	}
	return v
}

// SpearmanTest is a test of whether two rankings are related at all.
type SpearmanTest struct {
	Rho float64  `json:"rho"`
	T   *float64 `json:"t"` // nil where ρ is 1 or −1
	DF  float64  `json:"df"`
	P   float64  `json:"p"` // two-sided, in (0, 1]
}

// SpearmanP tests that two rankings of k systems are unrelated, by t = ρ√((k−2)/(1−ρ²)) against Student's t with k − 2
// degrees of freedom (Kendall, Rank Correlation Methods). That is an approximation, and p is kept from falling below the
// probability that unrelated rankings agree or oppose as far as rankings can, at most 2/k!. Few readers doubt that two
// rankings of the same systems are related; a small p does not say that they agree well.
//
// The error wraps [ErrTooFewSystems] for fewer than three systems, else errors and panics are those of [Spearman].
func SpearmanP(reference, other []float64) (SpearmanTest, error) {
	p, err := newRankPair(reference, other)
	if err != nil {
		return SpearmanTest{}, err
	}
	return p.spearmanTest()
}

func (p rankPair) spearmanTest() (SpearmanTest, error) {
	rho, err := p.spearman()
	if err != nil {
		return SpearmanTest{}, err
	}
	k := len(p.x.order)
	if k < 3 {
		return SpearmanTest{}, fmt.Errorf("p of ρ: %w: %d, want at least 3", ErrTooFewSystems, k)
	}
	test := SpearmanTest{Rho: rho, DF: float64(k - 2), P: p.least()}
	if rest := (1 - rho) * (1 + rho); rest > 0 {
		t := rho * math.Sqrt(test.DF/rest)
		test.T = &t
		test.P = min(1, max(test.P, 2*dist.StudentSF(math.Abs(t), test.DF)))
	}
	return test, nil
}

// least is the probability that a random order of the second ranking gives one certain order that agrees with the first
// as far as ties let it: the product of g! over the tied groups of the ranking with fewer distinct orders, over k!.
// Without ties the opposite order counts too.
func (p rankPair) least() float64 {
	tied := 0.0
	for _, sizes := range [][]int{p.x.sizes, p.y.sizes} {
		logs := 0.0
		for _, size := range sizes {
			logs += logFactorial(size)
		}
		tied = max(tied, logs)
	}
	v := math.Exp(tied - logFactorial(len(p.x.order)))
	if tied == 0 {
		v *= 2
	}
	return max(v, math.SmallestNonzeroFloat64)
}

func logFactorial(n int) float64 {
	v, _ := math.Lgamma(float64(n) + 1)
	return v
}
