package dist

import "math"

// poissonBeta is a beta variate with shapes a + J and b, J being a Poisson variate.
type poissonBeta struct {
	mean, a, b float64
	x, y       float64 // where its upper tail is wanted, and 1 − x
}

// sf is P(X > x): the mean of the tails given J. The tail given J + 1 is that given J and something positive, so the
// terms are computed upwards from the first one that matters, and nothing cancels. Each is kept times its probability
// and over the greatest one: alone, both factors may be beyond the doubles.
func (m poissonBeta) sf() float64 {
	top := m.top()
	peak := m.logTerm(top)
	if math.IsInf(peak, -1) {
		return 0
	}
	first := m.first(top, peak)
	a := m.a + first
	n := a + m.b
	// What the next tail has more, x^a y^b / (a B(a, b)), as in betaTails.
	logRise := 0.5*math.Log(m.b/(2*math.Pi*n*a)) + stirling(n) - stirling(a) - stirling(m.b) -
		deviance(a, n*m.x) - deviance(m.b, n*m.y)
	term := math.Exp(m.logTerm(first) - peak)
	rise := math.Exp(m.logPoisson(first) + logRise - peak)
	const negligible = 1e-16 // of the sum
	sum := 0.0
	for j := first; ; j++ {
		sum += term
		if j > top && !(term > negligible*sum) { // NaN leads nowhere
			break
		}
		next := m.mean / (j + 1)
		term = next * (term + rise)
		a = m.a + j
		rise *= next * m.x * (a + m.b) / (a + 1)
	}
	return math.Exp(peak + math.Log(sum))
}

// top is about the J with the greatest term.
func (m poissonBeta) top() float64 {
	rises := func(j float64) bool { return m.logTerm(j+1) > m.logTerm(j) }
	lo, hi := 0.0, math.Ceil(m.mean)
	for rises(hi) {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		if mid := math.Floor((lo + hi) / 2); rises(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// first is a J below which all terms are negligible beside that of top.
func (m poissonBeta) first(top, peak float64) float64 {
	j, gap := top, 1.0
	for j > 0 && m.logTerm(j) > peak-45 {
		j = max(0, j-gap)
		gap = math.Ceil(1.5 * gap)
	}
	return j
}

// logTerm is the logarithm of the probability of J = j times the tail given it.
func (m poissonBeta) logTerm(j float64) float64 {
	tail, _ := betaTails(m.b, m.a+j, m.y, m.x).log(false)
	return m.logPoisson(j) + tail
}

func (m poissonBeta) logPoisson(j float64) float64 {
	if j == 0 {
		return -m.mean
	}
	return -0.5*math.Log(2*math.Pi*j) - stirling(j) - deviance(j, m.mean)
}
