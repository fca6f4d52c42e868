package reliability

import "math"

// mean of values: the sum by their number.
func mean(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

func sumOfSquares(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v * v
	}
	return sum
}

// squaredDeviations is the sum of squares of the distances from the mean.
func squaredDeviations(x []float64) float64 {
	m := mean(x)
	var sum float64
	for _, v := range x {
		sum += (v - m) * (v - m)
	}
	return sum
}

// meanAndError is the mean of values and its standard error. Variances of great scores have squares that overflow: the
// sum is of squares scaled by a power of two, which rounds nothing.
func meanAndError(x []float64) (m, se float64) {
	m = mean(x)
	var most, ss float64
	for _, v := range x {
		most = max(most, math.Abs(v-m))
	}
	_, scale := math.Frexp(most)
	for _, v := range x {
		d := math.Ldexp(v-m, -scale)
		ss += d * d
	}
	n := float64(len(x))
	return m, math.Ldexp(math.Sqrt(ss/(n-1)/n), scale)
}

// quantile of ascending values, between neighbours in a straight line (type 7 of Hyndman and Fan 1996, as R).
func quantile(v []float64, p float64) float64 {
	h := p * float64(len(v)-1)
	i := int(h)
	if i+1 >= len(v) {
		return v[len(v)-1]
	}
	return v[i] + (h-float64(i))*(v[i+1]-v[i])
}
