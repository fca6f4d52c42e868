package reliability

import (
	"math"
	"slices"
)

// spreadOf sums up values; those that are NaN do not exist, for the reason given.
func spreadOf(values []float64, why string) Spread {
	v := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	out := Spread{Undefined: len(values) - len(v)}
	if out.Undefined > 0 {
		out.Reason = why
	}
	if len(v) == 0 {
		return out
	}
	slices.Sort(v) // so that the sum does not depend on the order of splits
	m := mean(v)
	out.Mean = &m
	if len(v) > 1 {
		sd := math.Sqrt(squaredDeviations(v) / float64(len(v)-1))
		out.SD = &sd
	}
	for _, q := range []struct {
		to *(*float64)
		at float64
	}{{&out.Min, 0}, {&out.Lo, 0.025}, {&out.Median, 0.5}, {&out.Hi, 0.975}, {&out.Max, 1}} {
		x := quantile(v, q.at)
		*q.to = &x
	}
	return out
}

// spreadAmong sums up the values of those replicates, of so many, in which the number exists.
func spreadAmong(values []float64, replicates int) Spread {
	s := spreadOf(values, "")
	s.Undefined = replicates - len(values)
	return s
}
