package metrics

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
)

// gainMap says what gain some grades have: grade, gain, grade, gain and so on, grades ascending. Other grades are their own
// gains.
type gainMap []float64

var gradeGains = Param{Name: "gains", Doc: "gain of some grades, as 1:0.9,2:0.5; other grades are their own gain", kind: kind{readGains, showGains}}

func readGains(s string) ([]float64, error) {
	grade, gain := whole(0, maxArg), readNumber
	var m gainMap
	for pair := range strings.SplitSeq(s, ",") {
		left, right, ok := strings.Cut(pair, ":")
		if !ok {
			return nil, fmt.Errorf("%q: want grade:gain", pair)
		}
		level, err := grade.read(left)
		if err != nil {
			return nil, fmt.Errorf("grade %q: %w", left, err)
		}
		g, err := gain(right)
		if err != nil {
			return nil, fmt.Errorf("gain %q: %w", right, err)
		}
		i, found := m.find(level[0])
		if found {
			return nil, fmt.Errorf("grade %s has two gains", left)
		}
		m = slices.Insert(m, 2*i, level[0], g)
	}
	return m, nil
}

func showGains(m []float64) string {
	var b strings.Builder
	for i := 0; i < len(m); i += 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(showNumber(m[i]) + ":" + showNumber(m[i+1]))
	}
	return b.String()
}

// find is the place of a grade among those of m, and whether it is there.
func (m gainMap) find(grade float64) (pair int, found bool) {
	for ; 2*pair < len(m) && m[2*pair] <= grade; pair++ {
		if m[2*pair] == grade {
			return pair, true
		}
	}
	return pair, false
}

// gain is that of a grade, 0 without a judgment (NaN).
func (m gainMap) gain(grade float64) float64 {
	if math.IsNaN(grade) {
		return 0
	}
	if i, found := m.find(grade); found {
		return m[2*i+1]
	}
	return grade
}

// negative says whether some grade has a gain below 0.
func (m gainMap) negative() bool {
	for i := 1; i < len(m); i += 2 {
		if m[i] < 0 {
			return true
		}
	}
	return false
}

// best holds the positive gains of the topic's judged documents, greatest first. It may be a part of ideal.
func (m gainMap) best(ideal []float64) []float64 {
	if len(m) > 0 {
		mapped := make([]float64, len(ideal))
		for i, grade := range ideal {
			mapped[i] = m.gain(grade)
		}
		slices.Sort(mapped)
		slices.Reverse(mapped)
		ideal = mapped
	}
	return ideal[:sort.Search(len(ideal), func(i int) bool { return ideal[i] <= 0 })]
}

// gains are those given for the grades.
func (a Args) gains() gainMap { return a.values(gradeGains) }
