package reliability

import "gonum.org/v1/gonum/floats"

// alphaLevel says how far apart two labels are: δ², given how often each label was given.
type alphaLevel struct {
	distance func(scale, given []float64, c, k int) float64
	slope    func(given []float64, c, k, g int) float64 // derivative of δ² by given[g]; nil: 0
	positive bool                                       // labels must not be below 0
}

var (
	nominalLevel  = alphaLevel{distance: func(_, _ []float64, c, k int) float64 { return 1 }}
	intervalLevel = alphaLevel{distance: func(scale, _ []float64, c, k int) float64 { return squareOf(scale[c] - scale[k]) }}
	ratioLevel    = alphaLevel{distance: func(scale, _ []float64, c, k int) float64 {
		return squareOf((scale[c] - scale[k]) / (scale[c] + scale[k]))
	}, positive: true}
	ordinalLevel = alphaLevel{
		distance: func(_, given []float64, c, k int) float64 { return squareOf(labelsBetween(given, c, k)) },
		slope: func(given []float64, c, k, g int) float64 {
			lo, hi := min(c, k), max(c, k)
			switch {
			case g < lo || g > hi:
				return 0
			case g == lo || g == hi:
				return labelsBetween(given, c, k)
			}
			return 2 * labelsBetween(given, c, k)
		},
	}
)

func squareOf(x float64) float64 { return x * x }

// labelsBetween is the number of labels given from c to k, the two ends by half.
func labelsBetween(given []float64, c, k int) float64 {
	lo, hi := min(c, k), max(c, k)
	return floats.Sum(given[lo:hi+1]) - (given[lo]+given[hi])/2
}

// krippendorff is α = 1 − D_o/D_e with D_o from the matrix of coincidences (Krippendorff, Computing Krippendorff's
// alpha-reliability, 2011).
type krippendorff struct {
	sheet *labelSheet
	level alphaLevel
}

func alpha(level alphaLevel) func(*labelSheet) measured {
	return func(s *labelSheet) measured { return &krippendorff{s, level} }
}

// coincide is the matrix of coincidences: each pair of labels of a unit, both ways, over the number of its labels less one.
func (a *krippendorff) coincide(w []float64) (o [][]float64, given []float64) {
	s := a.sheet
	o, given = make([][]float64, len(s.scale)), make([]float64, len(s.scale))
	for c := range o {
		o[c] = make([]float64, len(s.scale))
	}
	for p, n := range s.counts {
		if w[p] == 0 {
			continue
		}
		for c := range n {
			given[c] += w[p] * n[c]
			if n[c] == 0 {
				continue
			}
			for k := range n {
				pairs := n[c] * n[k]
				if c == k {
					pairs -= n[c]
				}
				o[c][k] += w[p] * pairs / (s.given[p] - 1)
			}
		}
	}
	return o, given
}

// distances is the matrix of δ².
func (a *krippendorff) distances(given []float64) [][]float64 {
	out := make([][]float64, len(given))
	for c := range out {
		out[c] = make([]float64, len(given))
		for k := range out[c] {
			if c != k {
				out[c][k] = a.level.distance(a.sheet.scale, given, c, k)
			}
		}
	}
	return out
}

func (a *krippendorff) parts(w []float64) (observed, expected float64) {
	o, given := a.coincide(w)
	d := a.distances(given)
	n := floats.Sum(given)
	for c := range o {
		observed += floats.Dot(o[c], d[c]) / n
	}
	return observed, quadraticForm(given, d, given) / (n * (n - 1))
}

func (a *krippendorff) value(w []float64) (float64, string) {
	if a.level.positive && a.sheet.scale[0] < 0 {
		return 0, "labels below 0 have no ratio"
	}
	if !a.sheet.varies(w) {
		return 0, noVariation
	}
	o, e := a.parts(w)
	return 1 - o/e, ""
}

// gradient is that of α with n² in place of n(n − 1), as if the sample were large: then it does not change with the size of
// all weights.
func (a *krippendorff) gradient(w []float64) []float64 {
	s := a.sheet
	o, given := a.coincide(w)
	d := a.distances(given)
	n := floats.Sum(given)
	var observed, expected float64
	for c := range o {
		observed += floats.Dot(o[c], d[c]) / n
	}
	expected = quadraticForm(given, d, given) / (n * n)
	toOthers := multiply(d, given)
	byO, byE := a.drift(o, given) // of the distances
	out := make([]float64, len(w))
	for p, m := range s.counts {
		observedSlope := (quadraticForm(m, d, m)/(s.given[p]-1)+floats.Dot(byO, m))/n - observed*s.given[p]/n
		expectedSlope := (2*floats.Dot(toOthers, m)+floats.Dot(byE, m))/(n*n) - 2*expected*s.given[p]/n
		out[p] = (observed/expected*expectedSlope - observedSlope) / expected
	}
	return out
}

// drift is how much the sums Σ o δ² and Σ n n δ² grow with given[g] through δ² alone.
func (a *krippendorff) drift(o [][]float64, given []float64) (byO, byE []float64) {
	byO, byE = make([]float64, len(given)), make([]float64, len(given))
	if a.level.slope == nil {
		return byO, byE
	}
	for g := range given {
		for c := range given {
			for k := range given {
				if c != k {
					slope := a.level.slope(given, c, k, g)
					byO[g] += o[c][k] * slope
					byE[g] += given[c] * given[k] * slope
				}
			}
		}
	}
	return byO, byE
}
