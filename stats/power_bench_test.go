package stats

import (
	"testing"

	"sigrel/stats/resample"
)

func BenchmarkTopicsForTTest(b *testing.B) {
	for b.Loop() {
		if _, err := TopicsForTTest(.8, .033, .15, .05, TwoSided); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTopicsForANOVA(b *testing.B) {
	for b.Loop() {
		if _, err := TopicsForANOVA(.8, 20, .1, .04, .05); err != nil {
			b.Fatal(err)
		}
	}
}

// The critical values of Tukey's procedure take the time.
func BenchmarkTopicsForTukey(b *testing.B) {
	for b.Loop() {
		if _, err := tukeyDesign.Topics(.8, .1, Assumptions{SD: .2, Alpha: .05, Systems: 20}); err != nil {
			b.Fatal(err)
		}
	}
}

// A thousand draws of 20 systems on 50 topics.
func BenchmarkSimulate(b *testing.B) {
	a := Assumptions{SD: .2, Alpha: .05, Systems: 20}
	for b.Loop() {
		if _, err := twoWayDesign.Simulate(50, .1, a, resample.Plan{Replicates: 1000, Workers: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
