package reliability

import "math"

// source is one line of the analysis of variance.
type source struct {
	df     int
	ss, ms float64
	rows   float64 // of each level
}

// anova is the analysis of variance of a regular design, or of those of its rows that are given with their scores, if they
// are one too. The effect of a level is the mean of its scores less the grand mean and the effects that its set includes;
// the sum of squares adds up its square over the rows. That is the same as the usual differences of sums, without their
// cancellation. A sum whose squares are on average no more than those of noise, the rounding error of a score, is 0.
func (d *facetDesign) anova(rows []int, y []float64, noise float64) []source {
	out := make([]source, len(d.sets))
	effects := make([][]float64, len(d.sets)) // by row
	for i, set := range d.sets {
		level, most := d.factors[i].level, len(d.factors[i].count)
		sums, counts := make([]float64, most), make([]float64, most)
		for k, row := range rows {
			sums[level[row]] += y[k]
			counts[level[row]]++
		}
		levels := 0
		for l, n := range counts {
			if n > 0 {
				levels++
				sums[l] /= n
			}
		}
		out[i].df, out[i].rows = levels-1, float64(len(rows))/float64(levels)
		effects[i] = make([]float64, len(rows))
		for k, row := range rows {
			effects[i][k] = sums[level[row]]
		}
		for j, part := range d.sets {
			if part == set || part&^set != 0 {
				continue
			}
			out[i].df -= out[j].df
			for k, e := range effects[j] {
				effects[i][k] -= e
			}
		}
		if out[i].ss = sumOfSquares(effects[i]); out[i].ss <= float64(len(rows))*noise*noise {
			out[i].ss = 0
		}
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
				w[m] -= x * table[j].rows
			}
		}
		var sum, size, square float64
		for m := range w {
			w[m] /= table[i].rows
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
