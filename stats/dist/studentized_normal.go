package dist

import "math"

// normalRange is the law of the range of k independent standard normal variates. It keeps what depends on the nodes of
// its quadrature alone, so one is made for many values; it is not for concurrent use.
type normalRange struct {
	k      float64
	step   float64
	mode   float64 // about that of the greatest of them
	median float64 // about that of the range
	nodes  map[int]rangeNode
}

type rangeNode struct {
	z, below float64 // P(Z < z)
	weight   float64 // density of the greatest of k at z, times the step
}

func newNormalRange(k int) *normalRange {
	mode := NormalQuantile(1 / float64(k))
	// Bonferroni's bound is log 2 at about the median.
	median := math.Sqrt2 * NormalQuantile(math.Ln2/float64(k)/float64(k-1))
	return &normalRange{k: float64(k), step: rangeStep, mode: mode, median: median, nodes: map[int]rangeNode{}}
}

var rangeStep = 0.1

// sf is P(W > w): the mean, over the greatest variate, of the probability that another one is more than w below it. All
// terms are positive.
func (r *normalRange) sf(w float64) float64 {
	if w <= 0 {
		return 1
	}
	centre := int(math.Round(max(r.mode, w/2) / r.step))
	return min(1, sumAround(func(i int) float64 {
		n := r.node(centre + i)
		return n.weight * -math.Expm1((r.k-1)*math.Log1p(-NormalSF(w-n.z)/n.below))
	}))
}

// logSF is about log P(W > w): Bonferroni's bound far out, and 0 near 0.
func (r *normalRange) logSF(w float64) float64 {
	bound := math.Log(r.k*(r.k-1)) + logNormalSF(w/math.Sqrt2)
	if bound < -30 {
		return bound
	}
	return math.Log(-math.Expm1(-math.Exp(bound)))
}

func (r *normalRange) node(i int) rangeNode {
	n, ok := r.nodes[i]
	if !ok {
		z := float64(i) * r.step
		n.z, n.below = z, NormalSF(-z)
		n.weight = r.step * r.k * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * math.Exp((r.k-1)*math.Log1p(-NormalSF(z)))
		r.nodes[i] = n
	}
	return n
}
