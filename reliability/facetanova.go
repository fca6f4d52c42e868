package reliability

import "math"

// source is one line of the analysis of variance.
type source struct {
	df     int
	ss, ms float64
}

// anova is the analysis of variance of a regular design. The effect of a level is the mean of its scores less the grand
// mean and the effects that its set includes; the sum of squares adds up its square over the rows. That is the same as the
// usual differences of sums, without their cancellation.
func (d *facetDesign) anova(y []float64) []source {
	n := len(y)
	out := make([]source, len(d.sets))
	effects := make([][]float64, len(d.sets)) // by row
	for i, set := range d.sets {
		f := d.of(set)
		sums := f.sums(y)
		out[i].df = len(f.count) - 1
		effects[i] = make([]float64, n)
		for row, l := range f.level {
			effects[i][row] = sums[l] / f.count[l]
		}
		for j, part := range d.sets {
			if part == set || part&^set != 0 {
				continue
			}
			out[i].df -= out[j].df
			for row := range effects[i] {
				effects[i][row] -= effects[j][row]
			}
		}
		out[i].ss = sumOfSquares(effects[i])
	}
	for i := range out {
		out[i].ms = out[i].ss / float64(out[i].df)
	}
	return out
}

// expectedMeanSquares solves for the variances: the expected mean square of an effect is the sum of the variances of all
// effects whose set includes its own, each times the rows of one of its levels (Cornfield and Tukey 1956; Brennan 2001,
// section 3.4). From the residual down each variance is a combination of mean squares, by which it has a standard error
// if the effects are normal (section 6.2.1).
func (d *facetDesign) expectedMeanSquares(table []source) (variances, errors []float64) {
	k := len(d.sets)
	weights := make([][]float64, k)
	variances, errors = make([]float64, k), make([]float64, k)
	for i := k - 1; i >= 0; i-- {
		w := make([]float64, k)
		w[i] = 1
		for j := i + 1; j < k; j++ {
			if d.sets[i]&^d.sets[j] != 0 {
				continue
			}
			for m, x := range weights[j] {
				w[m] -= x * d.rows(j)
			}
		}
		var sum, size, square float64
		for m := range w {
			w[m] /= d.rows(i)
			sum += w[m] * table[m].ms
			size += math.Abs(w[m]) * table[m].ms
			square = math.Hypot(square, w[m]*table[m].ms*math.Sqrt(2/float64(table[m].df+2)))
		}
		if math.Abs(sum) > cancellation*size {
			variances[i] = sum
		}
		weights[i], errors[i] = w, square
	}
	return variances, errors
}

// rows is the number of rows of each level of effect i, in a regular design.
func (d *facetDesign) rows(i int) float64 {
	return float64(len(d.o.Scores)) / float64(len(d.of(d.sets[i]).count))
}
