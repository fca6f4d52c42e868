package reports

import (
	"math"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/stats"
)

// winsTable: a beats b on every topic by much, b beats c on half of the topics, and d has the mean of c.
const winsTable = "topic,a,b,c,d\nT1,.9,.40,.35,.34\nT2,.8,.30,.33,.34\nT3,.85,.45,.37,.36\nT4,.95,.35,.41,.42\nT5,.8,.42,.36,.35\nT6,.9,.36,.38,.39\nT7,.88,.44,.37,.37\nT8,.91,.33,.36,.36\n"

func readTable(t *testing.T, table string) *metrics.Scores {
	t.Helper()
	scores, _, err := formats.ReadScores(strings.NewReader(table), "scores.csv", formats.ScoreOptions{Measure: "AP"})
	if err != nil {
		t.Fatal(err)
	}
	return scores[0]
}

func winsOf(t *testing.T, st *Study) *Wins {
	t.Helper()
	if st.Test == nil {
		st.Test = FindTest("randomization")
	}
	a, err := Analyse(st)
	if err != nil {
		t.Fatal(err)
	}
	f, err := findWins(a) // as the section does
	if err != nil {
		t.Fatal(err)
	}
	return f.(*Wins)
}

func tick(f *Wins, pair int, check string) Tick {
	for n, c := range f.Checks {
		if c.Name == check {
			return f.Pairs[pair].Checks[n]
		}
	}
	return Tick{}
}

func TestWins(t *testing.T) {
	f := winsOf(t, &Study{Scores: []*metrics.Scores{readTable(t, winsTable)}, Second: &SecondJudges{Name: "second.txt", Scores: readTable(t, "topic,a,b,c,d\nT1,.5,.6,.1,.1\nT2,.5,.6,.1,.1\n")}})
	if len(f.Pairs) != 3 || f.Tied != 1 || !f.Pairs[2].Tied {
		t.Fatalf("pairs %+v", f.Pairs)
	}
	for _, c := range []struct {
		pair  int
		check string
		holds bool
	}{{0, "test", true}, {1, "test", false}, {0, "order", true}, {1, "order", false}, {0, "judges", false}, {1, "judges", true}} {
		if got := tick(f, c.pair, c.check).Holds; got == nil || *got != c.holds {
			t.Errorf("pair %d, %s: got %v, want %v", c.pair, c.check, got, c.holds)
		}
	}
	if got := *tick(f, 0, "judges").Value; math.Abs(got+.1) > 1e-12 { // .5 − .6
		t.Errorf("second judges: difference %v, want -.1", got)
	}
	if f.Pairs[2].Checks[0].Holds != nil || f.Robust != 0 {
		t.Errorf("a tied pair was checked, or a win that the second judges reverse is robust: %+v", f)
	}
	text := oneLine(f.Blocks()...)
	for _, want := range []string{"None of 2 wins over the next system is robust", "The most, 2 of 3, are passed by a over b.", "1 pair of neighbours shares one mean", "tied"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

// TestWinsRobust: without second judges the first win passes all that could be asked.
func TestWinsRobust(t *testing.T) {
	f := winsOf(t, &Study{Scores: []*metrics.Scores{readTable(t, winsTable)}})
	if f.Robust != 1 || f.Winners[0][0] != "a" || f.Winners[0][1] != "b" {
		t.Errorf("robust wins %v", f.Winners)
	}
	if text := oneLine(f.Blocks()...); !strings.Contains(text, "1 of 2 wins over the next system is robust, passing all checks that could be made (test, other topics): a over b.") {
		t.Error(text)
	}
}

// TestWinsLower: where lower is better, the lower mean wins, by other topics and by other judges.
func TestWinsLower(t *testing.T) {
	s, second := readTable(t, winsTable), readTable(t, winsTable)
	s.Lower, second.Lower = true, true
	f := winsOf(t, &Study{Scores: []*metrics.Scores{s}, Second: &SecondJudges{Name: "s", Scores: second}})
	last := len(f.Pairs) - 1
	if f.Pairs[last].B != "a" {
		t.Fatalf("last is %s", f.Pairs[last].B)
	}
	for _, check := range []string{"test", "order", "judges"} {
		if got := tick(f, last, check).Holds; got == nil || !*got {
			t.Errorf("%s does not hold", check)
		}
	}
}

// TestWinsOneCheck: one check alone makes no win robust.
func TestWinsOneCheck(t *testing.T) {
	f := winsOf(t, &Study{Scores: []*metrics.Scores{readTable(t, winsTable)}, Strata: &Strata{Names: []string{"x", "y"}, Of: []int{0, 0, 0, 0, 1, 1, 1, 1}}, Options: stats.Options{}})
	if f.Made != 1 || f.Robust != 0 {
		t.Errorf("%d checks made, %d robust", f.Made, f.Robust)
	}
	if text := oneLine(f.Blocks()...); !strings.Contains(text, "That takes at least two checks of a win, and 1 could be made") {
		t.Error(text)
	}
}
