package metrics

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// System is a row of a [Scores]: a run, once it is only scores.
type System struct {
	Tag  Tag
	Team Team   // empty if no team is known
	Type string // one of [RunTypes], empty if not known
}

// Scores holds the scores of one measure: complete and finite, always. Make one with [NewScores].
type Scores struct {
	Measure string    // canonical name
	Lower   bool      // lower is better
	Systems []System  // rows; no tag twice
	Topics  []Topic   // columns; none twice
	Weights []float64 // of each topic in the mean, where topics come in strata: they add up to the number of topics; nil: all 1
	Values  *mat.Dense

	Filled [][]bool // like Values: cells for which there was no score, and which count as 0 by the policy for them; nil: none
}

// ErrNotFinite is returned where a score is NaN or infinite.
var ErrNotFinite = errors.New("not a finite number")

// The size of a score that is not 0, least and greatest: sums of their squares are far from vanishing and overflowing.
const (
	LeastScore    = 1e-100
	GreatestScore = 1e100
)

// ErrRange is inside the error for a score whose size is not between [LeastScore] and [GreatestScore].
var ErrRange = errors.New("want 0 or a size between 1e-100 and 1e100")

// NewScores makes a Scores of a copy of values, whose rows are the systems and whose columns are the topics. A negative
// zero becomes 0. If the name of the measure is known, it also says whether lower is better.
//
// It returns an error if there is no system or no topic, if two rows have one tag or two columns one topic, if a score is
// NaN or infinite ([ErrNotFinite] inside), and if it is out of range ([ErrRange]). It panics if values has another shape
// than the names.
func NewScores(measure string, systems []System, topics []Topic, values *mat.Dense) (*Scores, error) {
	if len(systems) == 0 {
		return nil, fmt.Errorf("measure %q: no systems", measure)
	}
	if len(topics) == 0 {
		return nil, fmt.Errorf("measure %q: no topics", measure)
	}
	if r, c := values.Dims(); r != len(systems) || c != len(topics) {
		panic(fmt.Sprintf("metrics: %d × %d scores of %d systems and %d topics", r, c, len(systems), len(topics)))
	}
	if tag, twice := repeated(systems, func(s System) string { return string(s.Tag) }); twice {
		return nil, fmt.Errorf("measure %q: two systems are called %q", measure, tag)
	}
	if topic, twice := repeated(topics, func(t Topic) string { return string(t) }); twice {
		return nil, fmt.Errorf("measure %q: topic %q twice", measure, topic)
	}
	s := &Scores{Measure: measure, Systems: slices.Clone(systems), Topics: slices.Clone(topics), Values: mat.DenseCopyOf(values)}
	if a, err := Find(measure); err == nil {
		s.Lower = a.Lower
	}
	for i := range systems {
		row := s.Values.RawRowView(i)
		for t, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("measure %q, system %q, topic %q: score %v: %w", measure, systems[i].Tag, topics[t], v, ErrNotFinite)
			}
			if size := math.Abs(v); v != 0 && (size < LeastScore || size > GreatestScore) {
				return nil, fmt.Errorf("measure %q, system %q, topic %q: score %v: %w", measure, systems[i].Tag, topics[t], v, ErrRange)
			}
			row[t] = v + 0 // −0 + 0 is 0
		}
	}
	return s, nil
}

// repeated finds the first entry whose name occurred before.
func repeated[T any](list []T, name func(T) string) (string, bool) {
	seen := make(map[string]bool, len(list))
	for _, x := range list {
		if n := name(x); seen[n] {
			return n, true
		} else {
			seen[n] = true
		}
	}
	return "", false
}

// Row holds the scores of system i on all topics. It is a view: do not change it.
func (s *Scores) Row(i int) []float64 { return s.Values.RawRowView(i) }

// Means holds the mean score of each system, summed in the order of the topics; with Weights, their weighted mean.
func (s *Scores) Means() []float64 {
	means := make([]float64, len(s.Systems))
	for i := range means {
		sum := 0.0
		for t, v := range s.Row(i) {
			if s.Weights != nil {
				v *= s.Weights[t]
			}
			sum += v
		}
		means[i] = sum / float64(len(s.Topics))
	}
	return means
}

// Order lists the rows, best mean first. Means that agree to 12 significant digits are tied, and ties are in byte order
// of the tags, so that the order of topics or of input files cannot show.
func (s *Scores) Order() []int {
	worth := s.worth()
	order := make([]int, len(worth))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(worth[j], worth[i]), cmp.Compare(s.Systems[i].Tag, s.Systems[j].Tag))
	})
	return order
}

// Ranks holds the rank of each row: 1 + the number of systems with a better mean. Systems whose means agree to 12
// significant digits share a rank.
func (s *Scores) Ranks() []int {
	worth := s.worth()
	ranks := make([]int, len(worth))
	for i := range worth {
		ranks[i] = 1
		for _, w := range worth {
			if w > worth[i] {
				ranks[i]++
			}
		}
	}
	return ranks
}

// worth holds the snapped means, their sign turned where lower is better.
func (s *Scores) worth() []float64 {
	worth := s.Means()
	for i, m := range worth {
		worth[i] = Snap(m)
		if s.Lower {
			worth[i] = -worth[i]
		}
	}
	return worth
}

// Snap rounds x to 12 significant digits, which hides the order in which the terms of a sum came.
func Snap(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 11, 64), 64) // no float64 overflows so rounded
	return y
}

// Keep returns the scores of some systems and topics, given as row and column numbers in the order wanted; nil means
// all. It panics if a number is out of range or a list is empty but not nil.
func (s *Scores) Keep(systems, topics []int) *Scores {
	systems, topics = orAll(systems, len(s.Systems)), orAll(topics, len(s.Topics))
	kept := &Scores{Measure: s.Measure, Lower: s.Lower, Values: mat.NewDense(len(systems), len(topics), nil)}
	for _, i := range systems {
		kept.Systems = append(kept.Systems, s.Systems[i])
	}
	for _, t := range topics {
		kept.Topics = append(kept.Topics, s.Topics[t])
		if s.Weights != nil {
			kept.Weights = append(kept.Weights, s.Weights[t])
		}
	}
	for i, from := range systems {
		for t, topic := range topics {
			kept.Values.Set(i, t, s.Values.At(from, topic))
			if s.Filled != nil && s.Filled[from][topic] {
				kept.fill(i, t)
			}
		}
	}
	return kept
}

// fill notes that there was no score in a cell.
func (s *Scores) fill(i, t int) {
	if s.Filled == nil {
		s.Filled = make([][]bool, len(s.Systems))
		for k := range s.Filled {
			s.Filled[k] = make([]bool, len(s.Topics))
		}
	}
	s.Filled[i][t] = true
}

func orAll(list []int, n int) []int {
	if list != nil {
		if len(list) == 0 {
			panic("metrics: Keep: empty list")
		}
		return list
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
