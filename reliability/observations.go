package reliability

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sigrel/stats"
)

// Observations is a long table: one score a row, with the level of every facet. Cells may be missing.
type Observations struct {
	Facets []string  // names, such as system, topic, judge; the object of measurement is one of them
	Counts []int     // levels of each facet
	Levels [][]int32 // Levels[f][row] is in [0, Counts[f])
	Scores []float64 // in score units, one a row

	Names [][]string // of the levels of each facet, for messages; nil: levels are counted from 1
}

// Effect is a random effect: a level for each combination of levels of its facets that occurs. An effect nested in
// another has the facets of both.
type Effect struct {
	Name   string
	Facets []int // into Observations.Facets, each once
}

// Estimates are the variance components of a random model with one common mean.
type Estimates struct {
	Variances []float64 `json:"variances"`          // parallel to the effects, then the residual; only those of REML are never negative
	Criterion *float64  `json:"criterion"`          // −2 log restricted likelihood, of REML only
	Boundary  bool      `json:"boundary,omitempty"` // REML: a variance is at 0, the end of its range
}

// Errors of the estimators.
var (
	// ErrConfounded is inside an error where the data cannot tell the variance of one effect from that of another.
	ErrConfounded = errors.New("effects that cannot be separated")
	// ErrNoResidual is inside an error where nothing is left for the residual, so that there is no likelihood.
	ErrNoResidual = errors.New("no residual variance: the effects explain every score")
	// ErrTooLarge is inside an error of REML where there are more levels than can be dealt with.
	ErrTooLarge = errors.New("too many levels for REML")
)

// check panics if the caller mixed something up, and finds scores that cannot be used.
func (o Observations) check() error {
	if len(o.Counts) != len(o.Facets) || len(o.Levels) != len(o.Facets) {
		panic("reliability: facets, counts and levels differ in length")
	}
	for f, levels := range o.Levels {
		if len(levels) != len(o.Scores) {
			panic("reliability: a facet has not one level a score")
		}
		for _, l := range levels {
			if l < 0 || int(l) >= o.Counts[f] {
				panic(fmt.Sprintf("reliability: level %d of facet %s, which has %d", l, o.Facets[f], o.Counts[f]))
			}
		}
	}
	if len(o.Scores) < 2 {
		return fmt.Errorf("%w: %d scores, want at least 2", stats.ErrTooFew, len(o.Scores))
	}
	for i, x := range o.Scores {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("score \"%v\" of observation %d: %w", x, i+1, stats.ErrNotFinite)
		}
		if size := math.Abs(x); size != 0 && (size < leastScore || size > greatestScore) {
			return fmt.Errorf("score \"%v\" of observation %d is %w: want 0 or a size between %g and %g",
				x, i+1, stats.ErrRange, leastScore, greatestScore)
		}
	}
	return nil
}

// centred are the scores less their mean, over their greatest distance from it, which is the second result: sums of
// their squares neither overflow nor lose digits. The distance is 0 where all scores are equal.
func (o Observations) centred() ([]float64, float64) {
	lo, hi := slices.Min(o.Scores), slices.Max(o.Scores)
	middle := lo/2 + hi/2
	var sum, scale float64
	out := make([]float64, len(o.Scores))
	for i, x := range o.Scores {
		out[i] = x - middle
		sum += out[i]
	}
	shift := sum / float64(len(out))
	for i := range out {
		out[i] -= shift
		scale = max(scale, math.Abs(out[i]))
	}
	if hi-lo <= sameScore*max(math.Abs(lo), math.Abs(hi)) {
		return out, 0
	}
	for i := range out {
		out[i] /= scale
	}
	return out, scale
}

// noise is the rounding error of a score, in units of scale: that of the scores themselves, or of sums of them.
func (o Observations) noise(scale float64) float64 {
	size := max(math.Abs(slices.Min(o.Scores)), math.Abs(slices.Max(o.Scores)))
	return max(1e-13, 1e-15*size/scale)
}

// factor is an effect in the data: which of its levels each row has, and how many rows each level has. Levels are
// numbered in the order in which they come.
type factor struct {
	level []int32
	count []float64
}

// factor finds the levels of a set of facets; without facets all rows are of one level.
func (o Observations) factor(facets []int) factor {
	f := factor{level: make([]int32, len(o.Scores))}
	if len(facets) == 0 {
		f.count = []float64{float64(len(o.Scores))}
		return f
	}
	f = o.single(facets[0])
	for _, k := range facets[1:] {
		f = crossed(f, o.single(k))
	}
	return f
}

// single is the factor of one facet.
func (o Observations) single(facet int) factor {
	levels := make([]int, len(o.Scores))
	for i, l := range o.Levels[facet] {
		levels[i] = int(l)
	}
	var f factor
	f.level, f.count = numbered(levels, o.Counts[facet])
	return f
}

// numbered numbers levels, of which there are at most so many, anew in the order in which they come, and counts them.
func numbered(levels []int, most int) ([]int32, []float64) {
	var table []int32        // number + 1 by level: several times as fast as a map, where it is not much larger than the data
	var number map[int]int32 // else
	if most <= 64*len(levels)+1024 {
		table = make([]int32, most)
	} else {
		number = make(map[int]int32)
	}
	out, count := make([]int32, len(levels)), []float64(nil)
	for i, l := range levels {
		var k int32
		if table != nil {
			k = table[l] - 1
		} else if n, known := number[l]; known {
			k = n
		} else {
			k = -1
		}
		if k < 0 {
			k = int32(len(count))
			count = append(count, 0)
			if table != nil {
				table[l] = k + 1
			} else {
				number[l] = k
			}
		}
		out[i] = k
		count[k]++
	}
	return out, count
}

// crossed has a level for each pair of levels that occurs.
func crossed(a, b factor) factor {
	pairs := make([]int, len(a.level))
	for i := range pairs {
		pairs[i] = int(a.level[i])*len(b.count) + int(b.level[i])
	}
	var out factor
	out.level, out.count = numbered(pairs, len(a.count)*len(b.count))
	return out
}

// sums adds up a value of each row by level.
func (f factor) sums(values []float64) []float64 {
	out := make([]float64, len(f.count))
	for i, l := range f.level {
		out[l] += values[i]
	}
	return out
}

// overlap is one pair of levels of two factors that have rows in common, n of them.
type overlap struct {
	a, b int32
	n    float64
}

// overlaps are all pairs of levels that have rows in common, in the order in which they come.
func overlaps(a, b factor) []overlap {
	both := crossed(a, b)
	out := make([]overlap, len(both.count))
	for i, l := range both.level {
		out[l] = overlap{a.level[i], b.level[i], both.count[l]}
	}
	return out
}

// factors finds the levels of all effects. It panics if an effect names a facet that is not there, or one twice.
func (o Observations) factors(effects []Effect) []factor {
	out := make([]factor, len(effects))
	for i, e := range effects {
		for k, f := range e.Facets {
			if f < 0 || f >= len(o.Facets) || slices.Contains(e.Facets[:k], f) {
				panic(fmt.Sprintf("reliability: effect %s has facet %d, which is not there or there twice", e.Name, f))
			}
		}
		out[i] = o.factor(e.Facets)
	}
	return out
}

// name is the facet and level of a row, for messages: "topic 301".
func (o Observations) name(facet int, level int32) string {
	if o.Names == nil {
		return fmt.Sprintf("%s %d", o.Facets[facet], level+1)
	}
	return o.Facets[facet] + " " + o.Names[facet][level]
}
