package pooling

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"sigrel/stats"
	"sigrel/stats/dist"
)

// Decision bounds the two-sided p of a paired test over every filling of holes.
type Decision struct {
	// Least and Most bound p: it is in between whatever the labels. Least is nil where p can come as close to 0 as one likes.
	Least *float64
	Most  float64
	// Attained is such that some filling has this p or a greater one, if the bounds of the topics are reached; Most itself
	// for tests whose bound is exact. Where it is above a level, no proof that a difference is significant can be found.
	Attained float64
}

// ErrNotProven is returned for tests of which it is not known where p is greatest.
var ErrNotProven = errors.New("no bound of p over the labels of unjudged documents has been proved for this test")

// Decide bounds the two-sided p of a test of differences that lie, topic by topic, between least and most.
//
// Randomization and sign test: p falls as any difference rises, as long as their sum (or the number of positive ones
// against the negative) is above 0. Of the randomization test, p is twice the share of the subsets of topics whose sum is
// not above 0, and raising a difference can only make that fewer. So p is greatest where all differences are least, and least where all are
// greatest; the same from below 0. If both signs are possible, Most is 1. Bounds of a p that is drawn are its 99.9 % limits.
//
// Paired t test: |t| grows with r = Σd/√Σd², which is quasi-concave where Σd > 0. Its least value on the box is at a
// corner; it is bounded by that over the convex hull of the pairs (Σd, Σd²) of all corners, whose edge takes the topics by
// the middle of their interval, the greatest first; corners of that edge are reached. The greatest r has the differences
// cut to a common upper limit.
//
// For other tests the error is [ErrNotProven]. Other errors are those of the test.
func Decide(test *stats.PairedTest, least, most []float64, opt stats.Options) (Decision, error) {
	opt.Alternative = stats.TwoSided
	switch test.Name {
	case "randomization":
		return monotone(test, least, most, total, opt)
	case "sign":
		return monotone(test, least, most, signs, opt)
	case "t":
		if opt.Strata == nil {
			return decideT(least, most, opt)
		}
	}
	return Decision{}, ErrNotProven
}

func total(d []float64) float64 {
	sum, size := 0.0, 0.0
	for _, x := range d {
		sum += x
		size += math.Abs(x)
	}
	if math.Abs(sum) <= same*size {
		return 0
	}
	return sum
}

func signs(d []float64) float64 {
	n := 0.0
	for _, x := range d {
		switch {
		case x > same:
			n++
		case x < -same:
			n--
		}
	}
	return n
}

// monotone is Decide for a p that falls as differences rise, while direction is above 0.
func monotone(test *stats.PairedTest, least, most []float64, direction func([]float64) float64, opt stats.Options) (Decision, error) {
	zeros := make([]float64, len(least))
	run := func(d []float64) (lo, hi float64, err error) {
		res, err := test.Run(d, zeros, opt)
		return res.PLo, res.PHi, err
	}
	lowLo, lowHi, err := run(least)
	if err != nil {
		return Decision{}, err
	}
	highLo, highHi, err := run(most)
	if err != nil {
		return Decision{}, err
	}
	out := Decision{Most: 1}
	down, up := direction(least), direction(most)
	switch {
	case down > 0:
		out.Most = lowHi
	case up < 0:
		out.Most = highHi
	}
	p := 1.0
	if up > 0 {
		p = min(p, highLo)
	}
	if down < 0 {
		p = min(p, lowLo)
	}
	out.Least, out.Attained = &p, out.Most
	return out, nil
}

// decideT is Decide for the paired t test.
func decideT(least, most []float64, opt stats.Options) (Decision, error) {
	n := float64(len(least))
	if len(least) < 2 {
		return Decision{}, stats.ErrTooFew
	}
	p := func(r float64) float64 { // of r = Σd/√Σd²
		if r <= 0 {
			return 1
		}
		if n-r*r <= 0 {
			return 0
		}
		return min(1, 2*dist.StudentSF(r*math.Sqrt((n-1)/(n-r*r)), n-1))
	}
	out := Decision{Most: 1, Attained: 1}
	switch {
	case total(least) > 0:
		bound, corner := leastRatio(least, most)
		out.Most, out.Attained = p(bound), p(corner)
	case total(most) < 0:
		bound, corner := leastRatio(negated(most), negated(least))
		out.Most, out.Attained = p(bound), p(corner)
	}
	if slices.Max(least) <= slices.Min(most) { // all differences may be equal: the test then takes p from the randomization test
		out.Most = max(out.Most, math.Exp2(1-n))
	}
	if r := max(greatestRatio(least, most), greatestRatio(negated(most), negated(least))); n-r*r > same*n {
		x := p(r)
		out.Least = &x
	}
	return out, nil
}

func negated(d []float64) []float64 {
	out := make([]float64, len(d))
	for i, x := range d {
		out[i] = -x
	}
	return out
}

// leastRatio bounds Σd/√Σd² from below for d between least, whose sum is above 0, and most, and gives the least value at
// the corners on the edge.
func leastRatio(least, most []float64) (bound, corner float64) {
	order := make([]int, len(least))
	sum, square := 0.0, 0.0
	for i := range order {
		order[i] = i
		sum += least[i]
		square += least[i] * least[i]
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(least[j]+most[j], least[i]+most[i]) })
	bound = sum / math.Sqrt(square)
	corner = bound
	for _, i := range order {
		width, middle := most[i]-least[i], (least[i]+most[i])/2
		if width <= 0 {
			continue
		}
		// Along the edge both change by their share of width and 2·width·middle.
		if middle > 0 {
			if s := (middle*sum - square) / (width * middle); s > 0 && s < 1 {
				bound = min(bound, (sum+s*width)/math.Sqrt(square+2*s*width*middle))
			}
		}
		sum += width
		square += 2 * width * middle
		if r := sum / math.Sqrt(square); r < corner {
			corner = r
		}
	}
	return min(bound, corner), corner
}

// greatestRatio is the most of Σd/√Σd² for d between least and most; 0 if no sum is above 0. At the most, every d is as
// near to Σd²/Σd as it can be.
func greatestRatio(least, most []float64) float64 {
	if total(most) <= 0 {
		return 0
	}
	var limits []float64
	for i := range least {
		for _, x := range []float64{least[i], most[i]} {
			if x > 0 {
				limits = append(limits, x)
			}
		}
	}
	slices.Sort(limits)
	best := 0.0
	try := func(limit float64) (fixed, squares float64, free int) {
		sum, square := 0.0, 0.0
		for i := range least {
			d := min(max(limit, least[i]), most[i])
			sum += d
			square += d * d
			if least[i] < limit && limit < most[i] {
				free++
			} else {
				fixed += d
				squares += d * d
			}
		}
		if sum > 0 && square > 0 {
			best = max(best, sum/math.Sqrt(square))
		}
		return fixed, squares, free
	}
	for i, limit := range limits {
		try(limit)
		lower := 0.0
		if i > 0 {
			lower = limits[i-1]
		}
		// Between two limits the free differences move together, and the best is where the derivative vanishes.
		fixed, squares, free := try((lower + limit) / 2)
		if free > 0 && fixed > 0 {
			if x := squares / fixed; x > lower && x < limit {
				try(x)
			}
		}
	}
	return best
}
