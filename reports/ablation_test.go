package reports

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/reports/doc"
)

func scoresOf(t *testing.T, tags string, rows ...[]float64) *metrics.Scores {
	t.Helper()
	var systems []metrics.System
	for tag := range strings.FieldsSeq(tags) {
		systems = append(systems, metrics.System{Tag: metrics.Tag(tag)})
	}
	topics := make([]metrics.Topic, len(rows[0]))
	values := mat.NewDense(len(rows), len(topics), nil)
	for i, row := range rows {
		values.SetRow(i, row)
	}
	for c := range topics {
		topics[c] = metrics.Topic(rune('1' + c))
	}
	s, err := metrics.NewScores("AP", systems, topics, values)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Six topics. Without a the fusion loses .1 on each: of the 64 sign vectors only the two that are all alike reach that sum, so
// p = 2/64, and Holm's over three steps 6/64. Without b it gains .2, .2 and loses .1, .1, .1, .1: no sum is smaller in size
// than 0, so p = 1. Without c nothing changes.
func TestAblate(t *testing.T) {
	all := []float64{.5, .6, .7, .8, .5, .6}
	plus := func(d ...float64) []float64 {
		row := make([]float64, len(all))
		for i := range row {
			row[i] = all[i] + d[i]
		}
		return row
	}
	fused := scoresOf(t, "all without-c without-a without-b", all, all, plus(-.1, -.1, -.1, -.1, -.1, -.1), plus(.2, .2, -.1, -.1, -.1, -.1))
	members := scoresOf(t, "a b c", plus(-.2, -.2, -.2, -.2, -.2, -.2), plus(-.1, -.1, -.1, -.1, -.1, -.1), plus(-.3, -.3, -.3, -.3, -.3, -.3))
	st := &Study{Test: FindTest("randomization"), Scores: []*metrics.Scores{members}}
	a, err := Ablate(st, fused, members, Ablation{Method: "x", Unit: "run", Steps: []AblationStep{{Left: "c"}, {Left: "a"}, {Left: "b"}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		left                string
		change, p, adjusted float64
		wins, ties, losses  int
	}{{"a", -.1, 2.0 / 64, 6.0 / 64, 0, 0, 6}, {"c", 0, 1, 1, 0, 6, 0}, {"b", 0, 1, 1, 2, 0, 4}} {
		s := a.Steps[i]
		if s.Left != want.left || math.Abs(s.Change-want.change) > 1e-12 || math.Abs(*s.P-want.p) > 1e-12 || math.Abs(*s.PAdjusted-want.adjusted) > 1e-12 ||
			s.Wins != want.wins || s.Ties != want.ties || s.Losses != want.losses || s.Significant {
			t.Errorf("step %d: %+v, p %v, adjusted %v; want %+v", i, s, *s.P, *s.PAdjusted, want)
		}
		if iv := s.Interval; want.left == "a" && (iv == nil || iv.Hi > -.1+1e-9 || iv.Lo < -.1-1e-9) {
			t.Errorf("interval of a constant change: %+v", iv)
		}
	}
	// b is the best member: the fusion is .1 above it on each topic.
	if b := a.Best; b.Run != "b" || math.Abs(b.Difference-.1) > 1e-12 || b.P == nil || math.Abs(*b.P-2.0/64) > 1e-12 {
		t.Errorf("best member %+v", a.Best)
	}
	text := string(new(doc.Printer).Text(&doc.Doc{Blocks: a.Blocks()}))
	if !strings.Contains(text, "Leaving out any one run changes it by no more") || !strings.Contains(text, "the best single run, b,") {
		t.Errorf("text:\n%s", text)
	}
	table := AblationTable([]*Ablation{a, a})
	if len(table.Rows) != 8 || table.Columns[0].Key != "measure" {
		t.Errorf("table of two measures: %d rows, first column %q", len(table.Rows), table.Columns[0].Key)
	}
}

func TestAblateOneTopic(t *testing.T) {
	fused := scoresOf(t, "all without-a without-b", []float64{.5}, []float64{.25}, []float64{.625})
	members := scoresOf(t, "a b", []float64{.375}, []float64{.125})
	st := &Study{Test: FindTest("randomization"), Scores: []*metrics.Scores{members}}
	a, err := Ablate(st, fused, members, Ablation{Method: "x", Unit: "run", Steps: []AblationStep{{Left: "a"}, {Left: "b"}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Warnings) != 1 || a.Warnings[0].Code != "few-topics" || a.Steps[0].P != nil || a.Steps[0].Change != -.25 || a.Steps[1].Change != .125 || a.Best.P != nil {
		t.Errorf("%+v", a)
	}
}
