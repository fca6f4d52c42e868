package dist

import "math"

// oneDraw is the law of one of n draws.
type oneDraw struct {
	n      int
	value  []int64 // ascending, from 0
	weight []float64
	mean   float64
	at     []float64 // value − mean
	sd     float64
}

// prepare fills in what follows from value and weight.
func (d *oneDraw) prepare() {
	d.mean = 0
	for j, v := range d.value {
		d.mean += d.weight[j] * float64(v)
	}
	d.at = make([]float64, len(d.value))
	squares := 0.0
	for j, v := range d.value {
		d.at[j] = float64(v) - d.mean
		squares += d.weight[j] * d.at[j] * d.at[j]
	}
	d.sd = math.Sqrt(squares)
}

// greatest is the greatest value, and most the greatest sum.
func (d oneDraw) greatest() int64 { return d.value[len(d.value)-1] }
func (d oneDraw) most() int64     { return int64(d.n) * d.greatest() }

// mirrored is the law of greatest − v.
func (d oneDraw) mirrored() oneDraw {
	m := oneDraw{n: d.n}
	for j := len(d.value) - 1; j >= 0; j-- {
		m.value = append(m.value, d.greatest()-d.value[j])
		m.weight = append(m.weight, d.weight[j])
	}
	m.prepare()
	return m
}

// cumulants are K(θ) = log E exp(θ·(v − mean)) and its first two derivatives.
func (d oneDraw) cumulants(theta float64) (k, k1, k2 float64) {
	top := max(theta*d.at[0], theta*d.at[len(d.at)-1])
	s0, s1, s2 := 0.0, 0.0, 0.0
	for j, u := range d.at {
		e := d.weight[j] * math.Exp(theta*u-top)
		s0 += e
		s1 += e * u
		s2 += e * u * u
	}
	k1 = s1 / s0
	return top + math.Log(s0), k1, s2/s0 - k1*k1
}

// tilted is d with its weights multiplied by exp(θ·v). Values left without a weight that counts are left out.
func (d oneDraw) tilted(theta float64) oneDraw {
	k, _, _ := d.cumulants(theta)
	t := oneDraw{n: d.n}
	for j, u := range d.at {
		if w := d.weight[j] * math.Exp(theta*u-k); w > 1e-30 {
			t.value, t.weight = append(t.value, d.value[j]), append(t.weight, w)
		}
	}
	t.prepare()
	return t
}

// negligible is the logarithm of a probability that does not count: e^-40 is 4e-18.
const negligible = -40

// reach is how far above its mean the sum lies with a probability that counts, by Chernoff's bound; sign −1: below.
func (d oneDraw) reach(sign float64) float64 {
	n := float64(d.n)
	end := d.at[len(d.at)-1]
	if sign < 0 {
		end = -d.at[0]
	}
	exponent := func(theta float64) (log, x float64) {
		k, k1, _ := d.cumulants(sign * theta)
		return n * (k - sign*theta*k1), n * sign * k1
	}
	lo, hi := 0.0, 1/(d.sd*math.Sqrt(n))
	for {
		log, x := exponent(hi)
		if log <= negligible {
			break
		}
		if !(x < n*end*(1-1e-9)) || math.IsInf(hi, 0) {
			return n * end // even all draws together have a probability that counts
		}
		lo, hi = hi, 2*hi
	}
	for range 6 { // a bound need not be sharp
		mid := (lo + hi) / 2
		if log, _ := exponent(mid); log <= negligible {
			hi = mid
		} else {
			lo = mid
		}
	}
	_, x := exponent(hi)
	return min(x, n*end)
}

// saddle is the θ for which the tilted draws have the mean of the law plus x, 0 < x < the greatest value − mean.
func (d oneDraw) saddle(x float64) float64 {
	lo, hi := 0.0, math.Inf(1)
	theta := x / (d.sd * d.sd)
	for range 200 {
		_, k1, k2 := d.cumulants(theta)
		off := x - k1
		if off > 0 {
			lo = theta
		} else {
			hi = theta
		}
		if math.Abs(off) <= 1e-9*d.sd {
			break
		}
		next := theta + off/k2
		if !(next > lo && next < min(hi, 4*theta)) {
			next = min((lo+hi)/2, 2*theta)
		}
		theta = next
	}
	return theta
}
