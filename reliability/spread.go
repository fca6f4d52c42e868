package reliability

import (
	"math"
	"slices"
)

// Spread describes the values of a number over replicates.
type Spread struct {
	Mean      *float64 `json:"mean"` // nil, as the others, where it exists in no replicate
	SD        *float64 `json:"sd"`   // nil for fewer than two values
	Min       *float64 `json:"min"`
	Lo        *float64 `json:"lo"` // quantile .025, as Median and Hi of type 7 of Hyndman and Fan (1996)
	Median    *float64 `json:"median"`
	Hi        *float64 `json:"hi"` // quantile .975
	Max       *float64 `json:"max"`
	Undefined int      `json:"undefined"` // replicates in which it does not exist, left out
}

// spreadOf describes values, which are those of the replicates, of so many, in which the number exists.
func spreadOf(values []float64, replicates int) Spread {
	d := Spread{Undefined: replicates - len(values)}
	if len(values) == 0 {
		return d
	}
	v := slices.Sorted(slices.Values(values))
	at := func(p float64) *float64 {
		q := typeSeven(v, p)
		return &q
	}
	d.Min, d.Lo, d.Median, d.Hi, d.Max = at(0), at(.025), at(.5), at(.975), at(1)
	m := mean(v)
	d.Mean = &m
	if len(v) > 1 {
		var squares float64
		for _, x := range v {
			squares += float64((x - m) * (x - m))
		}
		sd := math.Sqrt(squares / float64(len(v)-1))
		d.SD = &sd
	}
	return d
}

// typeSeven is the quantile at p of sorted values, between order statistics.
func typeSeven(sorted []float64, p float64) float64 {
	h := float64(len(sorted)-1) * p
	k := int(h)
	if k+1 >= len(sorted) {
		return sorted[k]
	}
	return sorted[k] + float64((h-float64(k))*(sorted[k+1]-sorted[k]))
}
