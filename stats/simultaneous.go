package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// begin is how every two-sided family of one matrix begins: it fills in the defaults of opt, checks scores and
// alternative, and runs the single test of every pair, whose differences it describes. own says that a pair keeps the
// interval of its own test, as in [Corrected].
func (opt *Options) begin(name string, scores *mat.Dense, own bool) (Family, []differences, error) {
	*opt = opt.checked()
	k, _, err := checkMatrix(scores)
	if err != nil {
		return Family{}, nil, err
	}
	if opt.Alternative != TwoSided {
		return Family{}, nil, fmt.Errorf("alternative %q: %s is two-sided", opt.Alternative, name)
	}
	if opt.Test == nil {
		opt.Test = randomization
	}
	opt.Pairs = opt.pairs(k)
	opt.Intervals = own && opt.singleIntervals()
	pairs, spread, err := testPairs(scores, *opt)
	if err != nil {
		return Family{}, nil, err
	}
	return Family{Procedure: name, Error: ErrorFWER, Systems: k, Alpha: opt.Alpha, Pairs: pairs}, spread, nil
}

// singleIntervals says whether the single tests make their own intervals: unasked for a few pairs only, as it takes long.
func (opt *Options) singleIntervals() bool {
	const unasked = 50
	return !opt.bare && (opt.Intervals || len(opt.Pairs) <= unasked)
}

// spanAll gives all pairs the interval estimate ± half, none for nil, and the difference that f.Critical would have
// found.
func (f *Family) spanAll(half *float64, spread []differences, confidence float64) {
	for i := range f.Pairs {
		p := &f.Pairs[i]
		p.Result.Interval = nil
		if half != nil {
			p.Result.Interval = &Interval{Lo: p.Result.Estimate - *half + 0, Hi: p.Result.Estimate + *half,
				Confidence: confidence, Kind: KindSimultaneous}
		}
		if f.Critical != nil {
			p.Detectable = detectable(*f.Critical, spread[i])
		}
	}
}

// intervalLevel is the level of the intervals, which is alpha itself where the confidence is 1 − alpha but for rounding:
// then interval and p say the same, to the last digit.
func (opt *Options) intervalLevel() float64 {
	if math.Abs(1-opt.Confidence-opt.Alpha) <= roundingOfOne {
		return opt.Alpha
	}
	return levelOf(opt.Confidence)
}

// levelOf is 1 − confidence, to twelve decimals where it has no more: 1 − 0.9 is less than 0.1 in binary.
func levelOf(confidence float64) float64 {
	level := 1 - confidence
	if decimal := math.Round(level*1e12) / 1e12; math.Abs(level-decimal) <= roundingOfOne {
		return decimal
	}
	return level
}

// roundingOfOne is by how much a double just below 1 may be off, 2^-54, with that of the difference from 1.
const roundingOfOne = 8e-17
