package stats

import (
	"math"

	vector "gonum.org/v1/gonum/floats"
)

// counted is the law of all draws by counting them, draw by draw, by their sum and sum of squares, which are whole
// numbers. Terms are positive, so relative precision holds; what is left out is in lost.
func (s *studentized) counted() studentizedLaw {
	step := newMomentStep(s.a)
	table, lost := momentTable{rows: []momentRow{{weight: []float64{1}}}}, 0.0
	for range len(s.a) {
		table = step.next(table)
		lost += table.trim()
	}
	return studentizedLaw{studentized: s, lost: lost, each: table.each}
}

const (
	trimmed  = 1e-30 // a cell with less at the end of its row is left out
	reachSDs = 11    // about where that is, in standard deviations
)

// momentTable is the joint law of the sum S of some draws and of half of Σ a*² − S, also a whole number: row i is that
// of S = low + i.
type momentTable struct {
	low  int
	rows []momentRow
}

// momentRow has the weights from low on; none if empty.
type momentRow struct {
	low    int
	weight []float64
}

// momentStep is one draw: the share of topics of each kind, with a and (a² − a)/2.
type momentStep struct {
	sum, half []int
	share     []float64
}

func newMomentStep(a []float64) momentStep {
	value, count := kinds(a)
	s := momentStep{}
	for j, v := range value {
		s.sum = append(s.sum, int(v))
		s.half = append(s.half, int(v*(v-1)/2))
		s.share = append(s.share, float64(count[j])/float64(len(a)))
	}
	return s
}

// work predicts the number of cells that counting passes over: all there can be, or as far as a normal law reaches. It
// is infinite where nothing can be counted.
func (s *studentized) work() float64 {
	if !s.whole {
		return math.Inf(1)
	}
	step := newMomentStep(s.a)
	sumSpan, sumSD := step.spread(step.sum)
	halfSpan, halfSD := step.spread(step.half)
	work := 0.0
	for i := range len(s.a) {
		reach := 2 * reachSDs * math.Sqrt(float64(i))
		work += (min(float64(i)*sumSpan, reach*sumSD) + 1) * (min(float64(i)*halfSpan, reach*halfSD) + 1)
	}
	return work * float64(len(step.sum))
}

// spread is the range and the standard deviation of one draw.
func (s momentStep) spread(v []int) (span, sd float64) {
	least, most, mean, squares := v[0], v[0], 0.0, 0.0
	for j, x := range v {
		least, most = min(least, x), max(most, x)
		mean += s.share[j] * float64(x)
	}
	for j, x := range v {
		squares += s.share[j] * (float64(x) - mean) * (float64(x) - mean)
	}
	return float64(most - least), math.Sqrt(squares)
}

// next is the law of one draw more.
func (s momentStep) next(t momentTable) momentTable {
	least, most := s.sum[0], s.sum[len(s.sum)-1]
	out := momentTable{low: t.low + least, rows: make([]momentRow, len(t.rows)+most-least)}
	for i := range out.rows {
		from := func(j int) (row momentRow, ok bool) { // that a draw of kind j leads from to row i
			k := i + least - s.sum[j]
			if k < 0 || k >= len(t.rows) || t.rows[k].weight == nil {
				return momentRow{}, false
			}
			return t.rows[k], true
		}
		low, high := math.MaxInt, math.MinInt
		for j, half := range s.half {
			if row, ok := from(j); ok {
				low, high = min(low, row.low+half), max(high, row.low+half+len(row.weight))
			}
		}
		if low > high {
			continue
		}
		r := momentRow{low: low, weight: make([]float64, high-low)}
		for j, half := range s.half {
			if row, ok := from(j); ok {
				vector.AddScaled(r.weight[row.low+half-low:][:len(row.weight)], s.share[j], row.weight)
			}
		}
		out.rows[i] = r
	}
	return out
}

// trim leaves out what has hardly any weight at both ends of each row, and gives the sum of it.
func (t *momentTable) trim() (lost float64) {
	for i := range t.rows {
		r := &t.rows[i]
		for len(r.weight) > 0 && r.weight[0] < trimmed {
			lost += r.weight[0]
			r.low, r.weight = r.low+1, r.weight[1:]
		}
		for n := len(r.weight); n > 0 && r.weight[n-1] < trimmed; n-- {
			lost += r.weight[n-1]
			r.weight = r.weight[:n-1]
		}
		if len(r.weight) == 0 {
			r.weight = nil
		}
	}
	return lost
}

func (t momentTable) each(visit func(m powerSums, weight float64)) {
	for i, row := range t.rows {
		sum := float64(t.low + i)
		for j, w := range row.weight {
			if w > 0 {
				visit(powerSums{sum, sum + 2*float64(row.low+j)}, w)
			}
		}
	}
}
