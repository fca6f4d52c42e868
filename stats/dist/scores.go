package dist

import (
	"fmt"
	"math"
)

// SameShare is how far apart two scores may be, as a share of the larger one, and still be the same score: see
// [Tolerance].
const SameShare = 1e-12

// sameFloor is how far apart two scores may be, as a share of the largest score of all, and still be the same: four
// units in the last place.
const sameFloor = 0x1p-50

// Tolerance decides whether two scores of one topic are the same. It is the only such rule: p, interval, mean, t, d_z,
// the count of wins and ties, and the search for duplicates all take from it which differences are 0.
//
// Two scores are the same if they differ by no more than [SameShare], 1e-12, of the larger of the two in size. A score
// that was summed, divided or read from a file in another way differs by some units of 1e-16 of itself, after a long
// computation by some hundreds; nobody measures an effectiveness to twelve digits. The rule looks at the two scores
// alone, so small scores keep their small differences beside large ones.
//
// It also calls the same what differs by no more than 2^-50 of the largest score of all, since what remains of a
// difference of larger numbers, 0.3 − 0.2 − 0.1 say, is noise on their scale beside an exact 0.
type Tolerance struct{ floor float64 }

// NewTolerance is the rule for scores on the scale of those given: usually all scores of the systems compared.
func NewTolerance(scores ...[]float64) Tolerance {
	largest := 0.0
	for _, row := range scores {
		for _, v := range row {
			largest = max(largest, math.Abs(v))
		}
	}
	return Tolerance{floor: sameFloor * largest}
}

// Same reports whether x and y, scores of one topic, are the same.
func (t Tolerance) Same(x, y float64) bool { return math.Abs(x-y) <= t.width(x, y) }

// Same reports whether two systems have the same scores on all topics, by the rule of [Tolerance]. It panics if x and y
// have different lengths.
func Same(x, y []float64) bool {
	if len(x) != len(y) {
		panic(fmt.Sprintf("dist: paired scores of %d and %d topics", len(x), len(y)))
	}
	tolerance := NewTolerance(x, y)
	for t := range x {
		if !tolerance.Same(x[t], y[t]) {
			return false
		}
	}
	return true
}

// Noise is the size up to which a difference is 0 even beside an exact 0: four units in the last place of the largest
// score.
func (t Tolerance) Noise() float64 { return t.floor }

// width is how far apart x and y may be.
func (t Tolerance) width(x, y float64) float64 {
	return max(SameShare*max(math.Abs(x), math.Abs(y)), t.floor)
}

// Lattice is the least den up to 10^7 such that every score is a multiple of 1/den, as [NewSignedSum] finds it; 0 if
// there is none. Score × den, rounded, is then the score in integers that tie exactly where the scores do.
func Lattice(scores ...[]float64) int64 { return findGrid(NewTolerance(scores...), scores...).den }

// Differences are those of the scores of two systems on the same topics, as every test takes them.
type Differences struct {
	Each     []float64 // x − y of each topic, in score units: exactly 0 where the two scores are the same
	Mean     float64   // of Each; on a lattice the integer sum divided once, so it is the double nearest to the true mean
	Same     bool      // every difference is 0
	Constant bool      // all differences are the same number, up to the noise of the scores they came from
}

// NewDifferences is x − y, with 0 where [Tolerance] says that the two scores are the same. Where the scores lie on a
// lattice (see [NewSignedSum]) differences and mean are those of the exact scores: 0.3 − 0.2 is 0.1. It panics if x
// and y have different lengths, or a score is not finite.
func NewDifferences(x, y []float64) Differences {
	checkScores(x, y)
	tolerance := NewTolerance(x, y)
	d := Differences{Each: make([]float64, len(x))}
	units, den, _ := latticeDifferences(x, y, tolerance)
	if den > 0 {
		sum := int64(0)
		for t, v := range units {
			sum += v
			d.Each[t] = float64(v) / float64(den)
		}
		d.Mean = meanOf(sum, den, len(x))
	} else {
		for t := range x {
			if !tolerance.Same(x[t], y[t]) {
				d.Each[t] = x[t] - y[t]
			}
		}
		d.Mean = compensatedSum(x, y, tolerance) / float64(max(len(x), 1))
	}
	d.compare(x, y, tolerance)
	return d
}

// compare fills in Same and Constant. Differences are the same number if one number lies within half the tolerance of
// the scores from each of them; a 0 among others is not noise.
func (d *Differences) compare(x, y []float64, tolerance Tolerance) {
	zeros := 0
	low, high := math.Inf(-1), math.Inf(1)
	for t, v := range d.Each {
		if v == 0 {
			zeros++
		}
		half := tolerance.width(x[t], y[t]) / 2
		low, high = max(low, v-half), min(high, v+half)
	}
	d.Same = zeros == len(d.Each)
	d.Constant = d.Same || zeros == 0 && low <= high
}

// meanOf is sum/den/n in one division.
func meanOf(sum, den int64, n int) float64 {
	return float64(sum) / (float64(den) * float64(max(n, 1)))
}

// checkScores panics if x and y are not the finite scores of two systems on the same topics.
func checkScores(x, y []float64) {
	if len(x) != len(y) {
		panic(fmt.Sprintf("dist: paired scores of %d and %d topics", len(x), len(y)))
	}
	for t := range x {
		if math.IsNaN(x[t]-x[t]) || math.IsNaN(y[t]-y[t]) {
			panic(fmt.Sprintf("dist: score of topic %d is not finite", t+1))
		}
	}
}
