package reliability

import "math"

// Sensitivity is the least difference on one set of topics such that at most SwapThreshold of the comparisons with a
// difference as large or larger are swapped on the other (Urbano, Marrero and Martín, "On the measurement of test
// collection reliability", SIGIR 2013). Ties are left out. It is nil where there is none.
type Sensitivity struct {
	Absolute *float64 `json:"absolute"` // in score units
	Relative *float64 `json:"relative"` // difference over the greater of the two means in size
}

// cells sort differences from 0 to most into numCells cells: five million comparisons would take long to sort.
type cells struct{ most float64 }

// numCells is the resolution of a sensitivity: what it separates is a 4,096th of the greatest difference there may be.
const numCells = 1 << 12

// cell counts comparisons, and knows the least difference among them.
type cell struct {
	n, swaps int32
	least    float64
}

func (c cells) add(to []cell, difference float64, swapped bool) {
	at := &to[min(int(difference/c.most*numCells+binSlip), numCells-1)]
	if at.n == 0 || difference < at.least {
		at.least = difference
	}
	at.n++
	if swapped {
		at.swaps++
	}
}

func mergeCells(a, b []cell) []cell {
	if a == nil {
		return b
	}
	for i, v := range b {
		switch {
		case v.n == 0:
		case a[i].n == 0:
			a[i] = v
		default:
			a[i] = cell{a[i].n + v.n, a[i].swaps + v.swaps, math.Min(a[i].least, v.least)}
		}
	}
	return a
}

// threshold is the least difference from which on at most SwapThreshold are swapped.
func (c cells) threshold(counts []cell) *float64 {
	n, swaps := 0, 0
	var out *float64
	for i := len(counts) - 1; i >= 0; i-- {
		n, swaps = n+int(counts[i].n), swaps+int(counts[i].swaps)
		if counts[i].n > 0 && float64(swaps) <= SwapThreshold*float64(n) {
			v := counts[i].least
			out = &v
		}
	}
	return out
}
