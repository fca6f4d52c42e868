package reliability

import (
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

// readLong reads a long table with a header; the score is its last column. Facets keep the order of the columns.
func readLong(t testing.TB, name string) Observations {
	t.Helper()
	f, err := os.Open(shared(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	k := len(records[0]) - 1
	o := Observations{Facets: records[0][:k]}
	for f := range k {
		var names []string
		var levels []int32
		for _, r := range records[1:] {
			l := slices.Index(names, r[f])
			if l < 0 {
				l = len(names)
				names = append(names, r[f])
			}
			levels = append(levels, int32(l))
		}
		o.Levels, o.Counts = append(o.Levels, levels), append(o.Counts, len(names))
	}
	for _, r := range records[1:] {
		x, err := strconv.ParseFloat(r[k], 64)
		if err != nil {
			t.Fatal(err)
		}
		o.Scores = append(o.Scores, x)
	}
	return o
}

// longOf lists the cells of a matrix, but those that drop refuses (row and column, from 1).
func longOf(m mat.Matrix, drop func(i, j int) bool) Observations {
	r, c := m.Dims()
	o := Observations{Facets: []string{"system", "topic"}, Counts: []int{r, c}, Levels: make([][]int32, 2)}
	for i := range r {
		for j := range c {
			if drop != nil && drop(i+1, j+1) {
				continue
			}
			o.Levels[0], o.Levels[1] = append(o.Levels[0], int32(i)), append(o.Levels[1], int32(j))
			o.Scores = append(o.Scores, m.At(i, j))
		}
	}
	return o
}

func TestTryREML(t *testing.T) {
	o := readLong(t, "cases/reliability/crossed_s_t_j_unbalanced.csv")
	effects := []Effect{{"system", []int{0}}, {"topic", []int{1}}, {"judge", []int{2}}, {"system:topic", []int{0, 1}}, {"system:judge", []int{0, 2}}, {"topic:judge", []int{1, 2}}}
	for _, f := range []func(Observations, []Effect) (Estimates, error){Henderson1, MINQUE0, REML} {
		b := time.Now()
		e, err := f(o, effects)
		t.Log(e, err, time.Since(b))
		if e.Criterion != nil {
			t.Logf("%.9f", *e.Criterion)
		}
	}
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	o = longOf(m, func(s, t int) bool { return (7*s+3*t)%17 == 0 })
	for _, f := range []func(Observations, []Effect) (Estimates, error){Henderson1, MINQUE0, REML} {
		b := time.Now()
		e, err := f(o, effects[:2])
		t.Log(e, err, time.Since(b))
		if e.Criterion != nil {
			t.Logf("%.9f", *e.Criterion)
		}
	}
}
