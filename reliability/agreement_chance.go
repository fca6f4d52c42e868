package reliability

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// ratioOfDisagreements is a coefficient 1 − observed/expected disagreement.
type ratioOfDisagreements interface {
	parts(w []float64) (observed, expected float64)
}

// agreementShare is 1 − the mean disagreement: the share of agreement.
type agreementShare struct{ within []float64 }

func (s *agreementShare) value(w []float64) (float64, string) {
	return 1 - floats.Dot(w, s.within)/floats.Sum(w), ""
}

func (s *agreementShare) gradient(w []float64) []float64 {
	out := meanGradient(w, s.within)
	floats.Scale(-1, out)
	return out
}

// meanGradient is the derivative of the weighted mean of x by each weight.
func meanGradient(w, x []float64) []float64 {
	total := floats.Sum(w)
	mean := floats.Dot(w, x) / total
	out := make([]float64, len(x))
	for i := range x {
		out[i] = (x[i] - mean) / total
	}
	return out
}

// chance is how a coefficient's expected disagreement comes about: its value and, for the standard error, its derivative by
// the weight of each pattern.
type chance func(s *labelSheet, d [][]float64, w []float64) float64
type chanceGradient func(s *labelSheet, d [][]float64, w []float64) []float64

// corrected is a coefficient whose observed disagreement is the mean over units and whose expected one is of some chance.
type corrected struct {
	sheet    *labelSheet
	d        [][]float64
	within   []float64
	expected chance
	slope    chanceGradient
}

func newCorrected(s *labelSheet, by weighting, expected chance, slope chanceGradient) *corrected {
	d := s.disagreements(by)
	return &corrected{s, d, s.within(d), expected, slope}
}

func (c *corrected) parts(w []float64) (observed, expected float64) {
	return floats.Dot(w, c.within) / floats.Sum(w), c.expected(c.sheet, c.d, w)
}

func (c *corrected) value(w []float64) (float64, string) {
	if !c.sheet.varies(w) {
		return 0, noVariation
	}
	o, e := c.parts(w)
	return 1 - o/e, ""
}

// gradient of 1 − o/e is (o/e·e' − o')/e.
func (c *corrected) gradient(w []float64) []float64 {
	o, e := c.parts(w)
	observed, expected := meanGradient(w, c.within), c.slope(c.sheet, c.d, w)
	out := make([]float64, len(w))
	for p := range out {
		out[p] = (o/e*expected[p] - observed[p]) / e
	}
	return out
}

// kindOfChance is a chance that knows only the labels of all judges together.
type kindOfChance struct {
	expected chance
	slope    chanceGradient
}

func pooledChance(k kindOfChance, by weighting) func(*labelSheet) measured {
	return func(s *labelSheet) measured { return newCorrected(s, by, k.expected, k.slope) }
}

// fleissChance draws two labels from those of all judges (Fleiss 1971; of two judges Scott 1955).
var fleissChance = kindOfChance{
	func(s *labelSheet, d [][]float64, w []float64) float64 {
		shares := s.shares(w)
		return quadraticForm(shares, d, shares)
	},
	func(s *labelSheet, d [][]float64, w []float64) []float64 {
		slope := multiply(d, s.shares(w))
		floats.Scale(2, slope)
		return s.sharesGradient(w, slope)
	},
}

// gwetChance agrees by chance Σπ(1−π)/(k−1), times the mean weight of two different labels (Gwet 2008; 2014, chapter 4).
var gwetChance = kindOfChance{
	func(s *labelSheet, d [][]float64, w []float64) float64 {
		var spread float64
		for _, p := range s.shares(w) {
			spread += p * (1 - p)
		}
		return 1 - gwetFactor(d)*spread
	},
	func(s *labelSheet, d [][]float64, w []float64) []float64 {
		slope := s.shares(w)
		for k, p := range slope {
			slope[k] = -gwetFactor(d) * (1 - 2*p)
		}
		return s.sharesGradient(w, slope)
	},
}

// gwetFactor is the sum of the weights of agreement over k(k−1).
func gwetFactor(d [][]float64) float64 {
	k := float64(len(d))
	return (k*k - sumOfAll(d)) / (k * (k - 1))
}

// uniformChance gives each of the k labels with probability 1/k (Brennan and Prediger 1981).
var uniformChance = kindOfChance{
	func(_ *labelSheet, d [][]float64, _ []float64) float64 { return sumOfAll(d) / float64(len(d)*len(d)) },
	func(_ *labelSheet, _ [][]float64, w []float64) []float64 { return make([]float64, len(w)) },
}

func sumOfAll(d [][]float64) float64 {
	var out float64
	for _, row := range d {
		out += floats.Sum(row)
	}
	return out
}

// sharesGradient is the derivative by each weight of a function of the shares, given its derivative by each share.
func (s *labelSheet) sharesGradient(w, slope []float64) []float64 {
	x := make([]float64, len(w))
	for p, n := range s.counts {
		x[p] = floats.Dot(n, slope) / s.given[p]
	}
	return meanGradient(w, x)
}

// ownChance is Cohen's κ, and of several judges Conger's (1980): chance draws a label of each of two judges from that
// judge's own. A judge's labels are those of the units that have two labels or more.
type ownChance struct{ *corrected }

func cohen(by weighting) func(*labelSheet) measured {
	return func(s *labelSheet) measured { return &ownChance{newCorrected(s, by, ownExpected, ownSlope)} }
}

// own is the share of each label among those of each judge, and how many labels that judge gave.
func (s *labelSheet) own(w []float64) (shares [][]float64, given []float64) {
	shares, given = make([][]float64, s.judges), make([]float64, s.judges)
	for j := range shares {
		shares[j] = make([]float64, len(s.scale))
	}
	for p, labels := range s.patterns {
		for j, l := range labels {
			if l != Unlabelled {
				shares[j][l] += w[p]
				given[j] += w[p]
			}
		}
	}
	for j := range shares {
		if given[j] > 0 {
			floats.Scale(1/given[j], shares[j])
		}
	}
	return shares, given
}

// ownExpected is the mean over pairs of judges who gave labels.
func ownExpected(s *labelSheet, d [][]float64, w []float64) float64 {
	shares, given := s.own(w)
	var sum, pairs float64
	for i := range shares {
		for j := range i {
			if given[i] > 0 && given[j] > 0 {
				sum += quadraticForm(shares[i], d, shares[j])
				pairs++
			}
		}
	}
	return sum / pairs
}

func ownSlope(s *labelSheet, d [][]float64, w []float64) []float64 {
	shares, given := s.own(w)
	active := 0.0
	others := make([]float64, len(s.scale)) // sum of the shares of all judges
	for j := range shares {
		if given[j] > 0 {
			active++
			floats.Add(others, shares[j])
		}
	}
	out := make([]float64, len(w))
	for j := range shares {
		if given[j] == 0 {
			continue
		}
		rest := make([]float64, len(others))
		floats.SubTo(rest, others, shares[j])
		slope := multiply(d, rest)
		mean := floats.Dot(slope, shares[j])
		for p, labels := range s.patterns {
			if l := labels[j]; l != Unlabelled {
				out[p] += (slope[l] - mean) / given[j] * 2 / (active * (active - 1))
			}
		}
	}
	return out
}

// chanceSE is the standard error of Cohen's κ where the judges label independently of each other (Fleiss, Cohen and
// Everitt 1969, for any weights of agreement 1 − d).
func (c *ownChance) chanceSE(w []float64) float64 {
	shares, given := c.sheet.own(w)
	a, b := shares[0], shares[1]
	byA, byB := multiply(c.d, b), multiply(c.d, a) // mean disagreement of a label of A, of B, by chance
	expected := floats.Dot(a, byA)
	var sum float64
	for i := range a {
		for j := range b {
			v := 1 - c.d[i][j] - (1 - byA[i] + 1 - byB[j])
			sum += a[i] * b[j] * v * v
		}
	}
	variance := (sum - (1-expected)*(1-expected)) / (expected * expected * given[0])
	return math.Sqrt(max(variance, 0))
}
