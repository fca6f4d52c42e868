package reliability

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Item says how one topic goes with the others: which topics hamper reliability (Bodoff 2008).
type Item struct {
	Topic       int      `json:"topic"`         // column
	Correlation *float64 `json:"correlation"`   // Pearson's, over systems, of the scores on it with the sums of those on the others; nil where either does not vary
	Without     *float64 `json:"erho2_without"` // Eρ² of the other topics, at their number; nil where they do not vary, or are fewer than two
}

// Items lists the topics, in order, with their corrected topic-total correlations, and Eρ² without each. A topic with a
// negative correlation ranks the systems against the others; Eρ² grows when such a topic is dropped, although it lacks one. To drop topics
// for that reason, and then report the reliability that is left, would be to choose the result.
//
// Errors are those of [Study] but for [ErrNoVariance].
func Items(scores mat.Matrix) ([]Item, error) {
	_, rows, err := table(scores)
	if err != nil {
		return nil, err
	}
	totals := make([]float64, len(rows))
	for i, row := range rows {
		for _, x := range row {
			totals[i] += x
		}
	}
	out := make([]Item, len(rows[0]))
	here, others := make([]float64, len(rows)), make([]float64, len(rows))
	for t := range out {
		for i, row := range rows {
			here[i], others[i] = row[t], totals[i]-row[t]
		}
		out[t] = Item{Topic: t, Correlation: pearson(here, others)}
		if c := coefficientsOf(part(rows, nil, []int{t})); c != nil {
			out[t].Without = &c.ERho2
		}
	}
	return out, nil
}

// pearson is the correlation; nil where one of the two does not vary but for rounding.
func pearson(x, y []float64) *float64 {
	dx, sx := deviations(x)
	dy, sy := deviations(y)
	if sx == 0 || sy == 0 {
		return nil
	}
	r := 0.0
	for i := range dx {
		r += dx[i] / sx * (dy[i] / sy)
	}
	r = max(-1, min(1, r))
	return &r
}

// deviations from the mean, and the root of the sum of their squares: 0 where that is rounding noise.
func deviations(x []float64) ([]float64, float64) {
	m, size, root := mean(x), 0.0, 0.0
	d := make([]float64, len(x))
	for i, v := range x {
		d[i] = v - m
		root = math.Hypot(root, d[i]) // squares may overflow
		size = max(size, math.Abs(v))
	}
	if root <= sameScore*size*math.Sqrt(float64(len(x))) {
		return d, 0
	}
	return d, root
}

// Residuals are the absolute values of what the effects of systems and topics leave of each score, in score units, with
// the rows and columns in order of their means, the greatest first (equal means in order of their numbers).
type Residuals struct {
	Systems []int       `json:"systems"` // row of the scores of each row of Values
	Topics  []int       `json:"topics"`
	Values  [][]float64 `json:"values"`
}

// Remainders computes the residuals. Errors are those of [Study] but for [ErrNoVariance].
func Remainders(scores mat.Matrix) (Residuals, error) {
	_, rows, err := table(scores)
	if err != nil {
		return Residuals{}, err
	}
	systems, topics := make([]float64, len(rows)), make([]float64, len(rows[0]))
	for i, row := range rows {
		systems[i] = mean(row)
		for t, x := range row {
			topics[t] += x / float64(len(rows))
		}
	}
	grand := mean(systems)
	r := Residuals{Systems: falling(systems), Topics: falling(topics)}
	for _, i := range r.Systems {
		values := make([]float64, len(topics))
		for k, t := range r.Topics {
			values[k] = math.Abs(rows[i][t] - systems[i] - topics[t] + grand)
		}
		r.Values = append(r.Values, values)
	}
	return r, nil
}

// falling is the order of values from the greatest down, equal ones by number.
func falling(x []float64) []int {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(x[j], x[i]) })
	return order
}
