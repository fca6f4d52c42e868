package dist

import "math"

// poissonBeta is a beta variate with shapes a + J and b, J being a Poisson variate.
type poissonBeta struct {
	mean, a, b float64
	x, y       float64 // where its upper tail is wanted, and 1 − x
}

// sum is P(X > x). The tails of successive J differ by a positive term, so they are summed upwards from the first J that
// matters, and nothing cancels.
func (m poissonBeta) sum() float64 {
	top := m.top()
	peak := m.logTerm(top)
	lo, gap := top, 1.0
	for lo > 0 && m.logTerm(lo) > peak-45 {
		lo = max(0, lo-gap)
		gap *= 1.5
	}
	lo = math.Floor(lo)
	a := m.a + lo
	tail := betaTails(m.b, a, m.y, m.x).lower()
	n := a + m.b
	// x^a y^b / (a B(a, b)), as in betaTails
	rise := math.Exp(0.5*math.Log(a*m.b/(2*math.Pi*n))+stirling(n)-stirling(a)-stirling(m.b)-
		deviance(a, n*m.x)-deviance(m.b, n*m.y)) / a
	weight := math.Exp(m.logPoisson(lo))
	sum := 0.0
	for j := lo; j < lo+1e8; j++ {
		sum += weight * tail
		if j > top && weight*tail < 1e-17*sum {
			break
		}
		tail += rise
		rise *= m.x * (m.a + j + m.b) / (m.a + j + 1)
		weight *= m.mean / (j + 1)
	}
	return sum
}

// top is about the J with the greatest term.
func (m poissonBeta) top() float64 {
	lo, hi := 0.0, math.Ceil(m.mean)
	for m.logTerm(hi+1) > m.logTerm(hi) && hi < 1e12 {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		mid := math.Floor((lo + hi) / 2)
		if m.logTerm(mid+1) > m.logTerm(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Floor(hi)
}

func (m poissonBeta) logTerm(j float64) float64 {
	log, _ := betaTails(m.b, m.a+j, m.y, m.x).log(false)
	return m.logPoisson(j) + log
}

func (m poissonBeta) logPoisson(j float64) float64 {
	if j == 0 {
		return -m.mean
	}
	return -0.5*math.Log(2*math.Pi*j) - stirling(j) - deviance(j, m.mean)
}
