package pooling

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats"
)

// TestByT: the same decisions as stats.Corrected makes, also for runs that are alike or differ by a constant.
func TestByT(t *testing.T) {
	test := stats.PairedTests()[1]
	if test.Name != "t" {
		t.Fatalf("the second test is %s", test.Name)
	}
	significant := 0
	rapid.Check(t, func(t *rapid.T) {
		runs, topics := rapid.IntRange(2, 5).Draw(t, "runs"), rapid.IntRange(2, 12).Draw(t, "topics")
		scores := mat.NewDense(runs, topics, nil)
		for i := range runs {
			kind := rapid.IntRange(0, 3).Draw(t, "kind")
			for j := range topics {
				switch {
				case kind == 0 && i > 0: // a copy
					scores.Set(i, j, scores.At(i-1, j))
				case kind == 1 && i > 0: // better by a constant
					scores.Set(i, j, scores.At(i-1, j)+0.125)
				case kind == 2:
					scores.Set(i, j, float64(rapid.IntRange(0, 10).Draw(t, "score"))/10)
				default:
					scores.Set(i, j, float64(rapid.IntRange(0, 3000).Draw(t, "score"))/9999+0.2*float64(i))
				}
			}
		}
		by := rapid.SampledFrom(stats.Corrections()).Draw(t, "correction")
		var pairs [][2]int
		if rapid.Bool().Draw(t, "baseline") {
			for i := 1; i < runs; i++ {
				pairs = append(pairs, [2]int{0, i})
			}
		}
		f, err := stats.Corrected(test, by).Run(scores, stats.Options{Pairs: pairs})
		if err != nil {
			t.Fatal(err)
		}
		got, err := ByT(pairs, by, 0.05)(scores)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(f.Decisions(), got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		for _, row := range got {
			for _, d := range row {
				if d == stats.Better {
					significant++
				}
			}
		}
	})
	if significant == 0 {
		t.Error("no pair ever differed")
	}
}
