package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sigrel/stats/resample"
)

// ErrUnreachable is returned where no number of topics up to [MaxTopics], or no difference, meets a demand.
var ErrUnreachable = errors.New("not reachable")

// MaxTopics is the largest number of topics that is planned for.
const MaxTopics = 10_000_000

// Design is an entry of the list of designs: a test for which topics can be planned, because its power is known where
// scores are normal. Power is the probability that a true difference is called significant.
//
// The difference δ is the smallest one that matters, chosen before anybody looks at the scores. Power at the difference
// that was observed says nothing that its p does not say already.
type Design struct {
	Name, Doc, Cite string // Cite is a key of reports/references.bib

	// Between says what δ is the difference of: [BetweenTwo] or [BetweenAll].
	Between string

	// Paired is set for a test of one pair: it takes a one-sided alternative, and no number of systems.
	Paired bool

	// critical is the value of the statistic from which on it is significant. topics need not be whole.
	critical func(topics float64, a Assumptions) float64

	// power is that of the test with this critical value against δ in the direction of the alternative.
	power func(critical, topics, delta float64, a Assumptions) float64

	// trial gives a function that draws scores and reports whether the test calls δ significant.
	trial func(critical float64, topics int, delta float64, a Assumptions) func(b resample.Block) bool
}

// What δ is the difference of. That of all systems is the range of their means, and the means between are taken to lie
// half-way, which of all cases is the hardest to find.
const (
	BetweenTwo = "two systems"
	BetweenAll = "the best and the worst of all systems"
)

// Assumptions are what a plan takes for granted of scores that do not exist yet.
type Assumptions struct {
	// SD is the standard deviation over topics of the difference of two systems' scores, in score units. It is √2·σ for
	// σ² the variance of the scores of one system. [Spread] has estimates.
	SD          float64
	Alpha       float64     // a difference is significant if its p ≤ Alpha; there is no default
	Systems     int         // how many are compared at once, at least 2; not used by a test of one pair
	Alternative Alternative // other than two-sided for a test of one pair only
}

// The order is that of help and reports.
var designs = []*Design{
	tDesign,
	tukeyDesign,
	oneWayDesign,
	twoWayDesign,
}

// Designs lists the designs there are.
func Designs() []*Design { return slices.Clone(designs) }

// Power is the probability that a true difference delta, in score units, is called significant with so many topics. Both
// tails count: a two-sided test that calls a difference of the wrong sign has called one too. At delta = 0 it is the
// level of the test of that pair.
//
// The error wraps [ErrTooFew] for fewer than two topics, [ErrTooFewSystems] for fewer than two systems, [ErrNotFinite]
// for a number that is not finite, [ErrRange] for one that cannot be.
func (d *Design) Power(topics int, delta float64, a Assumptions) (float64, error) {
	p, err := d.Powers(topics, []float64{delta}, a)
	if err != nil {
		return 0, err
	}
	return p[0], nil
}

// Powers is [Design.Power] for each of some differences. It takes hardly longer than one: the critical value, of which
// Tukey's takes some 20 ms, is the same for all.
func (d *Design) Powers(topics int, deltas []float64, a Assumptions) ([]float64, error) {
	if err := firstError(d.check(a), checkTopics(topics)); err != nil {
		return nil, err
	}
	n := float64(topics)
	critical := d.critical(n, a)
	powers := make([]float64, len(deltas))
	for i, delta := range deltas {
		if err := d.checkDelta(delta); err != nil {
			return nil, err
		}
		powers[i] = d.power(critical, n, a.Alternative.toward(delta), a)
	}
	return powers, nil
}

// Topics is the least number of topics with which a true difference delta, in score units, is called significant with at
// least the given power.
//
// The error wraps [ErrUnreachable] where delta is 0 or of the other sign than a one-sided alternative, and where more
// than [MaxTopics] would be needed; [ErrRange] also for a power that is not between Alpha and 1; else as [Design.Power].
func (d *Design) Topics(power, delta float64, a Assumptions) (int, error) {
	if err := firstError(d.check(a), checkPower(power, a.Alpha), d.checkDelta(delta)); err != nil {
		return 0, err
	}
	toward := a.Alternative.toward(delta)
	if toward <= 0 {
		return 0, fmt.Errorf("power %g for a difference of %g (%s) is %w with any number of topics",
			power, delta, a.Alternative, ErrUnreachable)
	}
	least := d.detectable(MaxTopics, power, a) // with ever more topics it shrinks as 1/√n: so n is nearly known
	n := smallestTopics(least/toward, func(topics int) bool {
		return d.power(d.critical(float64(topics), a), float64(topics), toward, a) >= power
	})
	if n == 0 {
		return 0, fmt.Errorf("power %g for a difference of %g is %w with %d topics", power, delta, ErrUnreachable, MaxTopics)
	}
	return n, nil
}

// Detectable is the size of the smallest true difference, in score units, that is called significant with at least the
// given power. Under the alternative [Less] the difference itself is its negative. The error wraps [ErrRange] also for a
// power that is not between Alpha and 1; else as [Design.Power].
//
// It is exact for normal scores, where [Pair.Detectable] adds a normal point to the critical value of the scores at hand.
func (d *Design) Detectable(topics int, power float64, a Assumptions) (float64, error) {
	if err := firstError(d.check(a), checkTopics(topics), checkPower(power, a.Alpha)); err != nil {
		return 0, err
	}
	delta := d.detectable(topics, power, a)
	if math.IsInf(delta, 1) {
		return 0, fmt.Errorf("power %g is %w with %d topics, however large the difference", power, ErrUnreachable, topics)
	}
	return delta, nil
}

// detectable is the least δ that is found with the given power, +Inf if there is none.
func (d *Design) detectable(topics int, power float64, a Assumptions) float64 {
	n := float64(topics)
	critical := d.critical(n, a)
	return leastAbove(a.SD/math.Sqrt(n), func(delta float64) bool { return d.power(critical, n, delta, a) >= power })
}

// toward is delta in the direction of a: its size if that is two-sided.
func (a Alternative) toward(delta float64) float64 {
	switch a {
	case Less:
		return -delta
	case Greater:
		return delta
	}
	return math.Abs(delta)
}

// smallestTopics is the least number from 2 to [MaxTopics] that is enough, 0 if there is none. If a number is enough, so
// are all larger ones. The search starts from MaxTopics·share² and is short if that is near; a share above 1 says that
// MaxTopics is not enough.
func smallestTopics(share float64, enough func(topics int) bool) int {
	if !(share <= 1) {
		return 0
	}
	few, many := max(1, int(MaxTopics*share*share)), 0
	for step := 1; few > 1 && enough(few); step *= 2 {
		few, many = max(few-step, 1), few
	}
	for step := 1; many == 0; step *= 2 {
		if few == MaxTopics {
			return 0
		}
		if next := min(few+step, MaxTopics); enough(next) {
			many = next
		} else {
			few = next
		}
	}
	for many-few > 1 {
		if middle := few + (many-few)/2; enough(middle) {
			many = middle
		} else {
			few = middle
		}
	}
	return many
}

// leastAbove is the least positive x that is enough, to 14 digits, found from start > 0 on; +Inf if there is none. If an
// x is enough, so are all larger ones.
func leastAbove(start float64, enough func(x float64) bool) float64 {
	below, above := 0.0, start
	for !enough(above) {
		below, above = above, 2*above
		if math.IsInf(above, 1) {
			return above
		}
	}
	for above-below > 1e-14*above {
		middle := below + (above-below)/2
		if middle == below || middle == above {
			break
		}
		if enough(middle) {
			above = middle
		} else {
			below = middle
		}
	}
	return above
}
