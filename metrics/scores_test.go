package metrics_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
)

func systems(tags ...metrics.Tag) []metrics.System {
	var out []metrics.System
	for _, tag := range tags {
		out = append(out, metrics.System{Tag: tag})
	}
	return out
}

func scores(t *testing.T, measure string, tags []metrics.Tag, topics []metrics.Topic, values ...float64) *metrics.Scores {
	t.Helper()
	s, err := metrics.NewScores(measure, systems(tags...), topics, mat.NewDense(len(tags), len(topics), values))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOrderAndRanks(t *testing.T) {
	// b and a have one mean, whose sums differ in the last bit: .1 + .2 + .3 and .3 + .2 + .1.
	s := scores(t, "AP", []metrics.Tag{"d", "b", "a", "c"}, []metrics.Topic{"1", "2", "3"},
		0, 0, 0,
		.1, .2, .3,
		.3, .2, .1,
		1, 1, 1)
	if m := s.Means(); m[1] == m[2] {
		t.Fatalf("means %v: want two that differ in the last bit only", m)
	}
	if diff := cmp.Diff([]int{3, 2, 1, 0}, s.Order()); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{4, 2, 2, 1}, s.Ranks()); diff != "" {
		t.Errorf("ranks (-want +got):\n%s", diff)
	}
}

func TestLowerIsBetter(t *testing.T) {
	s := scores(t, "num_nonrel_judged_ret", []metrics.Tag{"a", "b"}, []metrics.Topic{"1"}, 3, 2)
	if diff := cmp.Diff([]int{1, 0}, s.Order()); diff != "" || !s.Lower {
		t.Errorf("lower %v, order (-want +got):\n%s", s.Lower, diff)
	}
	if diff := cmp.Diff([]int{2, 1}, s.Ranks()); diff != "" {
		t.Errorf("ranks (-want +got):\n%s", diff)
	}
}

func TestKeep(t *testing.T) {
	s := scores(t, "AP", []metrics.Tag{"a", "b"}, []metrics.Topic{"1", "2", "3"}, 1, 2, 3, 4, 5, 6)
	k := s.Keep([]int{1}, []int{2, 0})
	want := scores(t, "AP", []metrics.Tag{"b"}, []metrics.Topic{"3", "1"}, 6, 4)
	if diff := cmp.Diff(want, k, cmp.Comparer(func(a, b *mat.Dense) bool { return mat.Equal(a, b) })); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	k.Values.Set(0, 0, 9)
	if s.Values.At(1, 2) != 6 {
		t.Error("changing what was kept changes the original")
	}
	if diff := cmp.Diff(s, s.Keep(nil, nil), cmp.Comparer(func(a, b *mat.Dense) bool { return mat.Equal(a, b) })); diff != "" {
		t.Errorf("keeping all (-want +got):\n%s", diff)
	}
}

func TestNewScoresRefuses(t *testing.T) {
	one := []metrics.Topic{"1"}
	for _, c := range []struct {
		name    string
		systems []metrics.System
		topics  []metrics.Topic
		values  []float64
		want    string
	}{
		{"NaN", systems("a"), one, []float64{math.NaN()}, `system "a", topic "1": score NaN: not a finite number`},
		{"infinity", systems("a"), one, []float64{math.Inf(-1)}, "score -Inf: not a finite number"},
		{"tags", systems("a", "a"), one, []float64{1, 2}, `two systems are called "a"`},
		{"topics", systems("a"), []metrics.Topic{"1", "1"}, []float64{1, 2}, `topic "1" twice`},
		{"no systems", nil, one, nil, "no systems"},
		{"no topics", systems("a"), nil, nil, "no topics"},
	} {
		t.Run(c.name, func(t *testing.T) {
			values := &mat.Dense{}
			if c.values != nil {
				values = mat.NewDense(len(c.systems), len(c.topics), c.values)
			}
			_, err := metrics.NewScores("AP", c.systems, c.topics, values)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got error %v, want %q", err, c.want)
			}
			if finite := !strings.Contains(c.want, "finite"); finite == errors.Is(err, metrics.ErrNotFinite) {
				t.Errorf("ErrNotFinite is inside %v: %v", err, !finite)
			}
		})
	}
}

// TestNewScoresRange: squares of scores must neither overflow nor vanish.
func TestNewScoresRange(t *testing.T) {
	for _, v := range []float64{1e101, -1e200, math.MaxFloat64, 9e-101, -1e-200, 5e-324} {
		_, err := metrics.NewScores("AP", systems("a"), []metrics.Topic{"1"}, mat.NewDense(1, 1, []float64{v}))
		want := fmt.Sprintf(`measure "AP", system "a", topic "1": score %v: want 0 or a size between 1e-100 and 1e100`, v)
		if err == nil || err.Error() != want || !errors.Is(err, metrics.ErrRange) {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
	for _, v := range []float64{0, 1e100, -1e100, 1e-100, -1e-100} {
		if _, err := metrics.NewScores("AP", systems("a"), []metrics.Topic{"1"}, mat.NewDense(1, 1, []float64{v})); err != nil {
			t.Errorf("%v: %v", v, err)
		}
	}
}

func TestNewScoresCopies(t *testing.T) {
	values := mat.NewDense(1, 1, []float64{math.Copysign(0, -1)})
	s, err := metrics.NewScores("AP", systems("a"), []metrics.Topic{"1"}, values)
	if err != nil {
		t.Fatal(err)
	}
	if math.Signbit(s.Values.At(0, 0)) || !math.Signbit(values.At(0, 0)) {
		t.Error("want 0 instead of −0 in the copy, and the argument as it was")
	}
}

func TestSnap(t *testing.T) {
	for _, c := range []struct{ in, want float64 }{
		{0, 0}, {1, 1}, {.1 + .2, .3}, {1.0 / 3, .333333333333}, {-1.0 / 3, -.333333333333}, {123456789012.4, 123456789012},
		{math.MaxFloat64, 1.79769313486e308},
	} {
		if got := metrics.Snap(c.in); got != c.want {
			t.Errorf("Snap(%v) = %v, want %v", c.in, got, c.want)
		}
	}
}
