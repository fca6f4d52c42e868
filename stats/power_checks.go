package stats

import (
	"fmt"
	"math"
)

// The numbers of a plan come from its author, so wrong ones are errors, not panics.

// leastAlpha is the smallest level that is planned for: far below any test's share of a family's level, and within what
// the noncentral distributions are right for.
const leastAlpha = 1e-12

// maxSystems is the largest number of systems that is planned for.
const maxSystems = 1_000_000

// check reports assumptions that cannot be.
func (d *Design) check(a Assumptions) error {
	if err := firstError(checkPositive("sd", a.SD), checkShare("alpha", a.Alpha, leastAlpha)); err != nil || d.Paired {
		return err
	}
	if a.Systems < 2 {
		return fmt.Errorf("%w: %d, want at least 2", ErrTooFewSystems, a.Systems)
	}
	if a.Systems > maxSystems {
		return fmt.Errorf("number of systems %d is %w: want at most %d", a.Systems, ErrRange, maxSystems)
	}
	if a.Alternative != TwoSided {
		return fmt.Errorf("alternative %q is %w: the design %s is two-sided", a.Alternative, ErrRange, d.Name)
	}
	return nil
}

// checkDelta reports a difference that cannot be. Only that of two systems has a sign.
func (d *Design) checkDelta(delta float64) error {
	if !usable(delta) {
		return numberError("difference", delta, fmt.Sprintf("0 or a size between %g and %g", smallestScore, largestScore))
	}
	if delta < 0 && d.Between == BetweenAll {
		return numberError("range", delta, "0 or more")
	}
	return nil
}

func checkTopics(topics int) error {
	if topics < 2 {
		return fmt.Errorf("%w: %d, want at least 2", ErrTooFew, topics)
	}
	if topics > MaxTopics {
		return fmt.Errorf("number of topics %d is %w: want at most %d", topics, ErrRange, MaxTopics)
	}
	return nil
}

func checkPower(power, alpha float64) error { return checkShare("power", power, alpha) }

// checkShare reports a number that is not between least and 1.
func checkShare(what string, v, least float64) error {
	if !(v > least && v < 1) {
		return numberError(what, v, fmt.Sprintf("a number between %g and 1", least))
	}
	return nil
}

// checkPositive reports what is no standard deviation, variance or width.
func checkPositive(what string, v float64) error {
	if !usable(v) || v <= 0 {
		return numberError(what, v, fmt.Sprintf("a number between %g and %g", smallestScore, largestScore))
	}
	return nil
}

func numberError(what string, v float64, want string) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("%s %q is %w: want %s", what, fmt.Sprint(v), ErrNotFinite, want)
	}
	return fmt.Errorf("%s %q is %w: want %s", what, fmt.Sprint(v), ErrRange, want)
}

// firstError is the first error that is not nil.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
