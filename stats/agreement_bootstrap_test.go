package stats

import (
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/resample"
)

// TestAgreementBootstrap compares the replicates with all 3³ draws of three topics, or 3³·2² of unpaired ones.
func TestAgreementBootstrap(t *testing.T) {
	a := rowsOf([]float64{.9, .2, .4}, []float64{.3, .8, .4}, []float64{.5, .1, .6}, []float64{.2, .2, .3})
	b := rowsOf([]float64{.7, .3, .4}, []float64{.1, .8, .5}, []float64{.7, .3, .2}, []float64{.2, .5, .1})
	for _, paired := range []bool{true, false} {
		if !paired {
			b = mat.DenseCopyOf(b.Slice(0, 4, 0, 2))
		}
		opt := AgreementOptions{Paired: paired, Plan: resample.Plan{Replicates: 20_000, Seed: 3}}
		got, err := Agree(a, b, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got.Replicates != 20_000 || got.Seed != 3 {
			t.Errorf("%d replicates, seed %d", got.Replicates, got.Seed)
		}
		for i, compute := range got.computes() {
			c := got.coefficients()[i]
			if c.Value == nil {
				continue
			}
			var law []float64
			missing, all := 0.0, 0.0
			allDraws(3, func(topicsA []int) {
				each := func(topicsB []int) {
					v, err := compute(meansFor(t, drawn(a, topicsA), drawn(b, topicsB)))
					all++
					if err != nil {
						missing++
					} else {
						law = append(law, v)
					}
				}
				if paired {
					each(topicsA)
				} else {
					allDraws(2, each)
				}
			})
			p := missing / all
			nearAbs(t, c.Name+" share undefined", float64(c.Undefined)/20_000, p, 5*math.Sqrt(p*(1-p)/20_000)+1e-12)
			mean, square := 0.0, 0.0
			for _, v := range law {
				mean += v / float64(len(law))
				square += v * v / float64(len(law))
			}
			if p > .5 {
				if c.Interval != nil || c.Mean != nil || c.Reason == "" {
					t.Errorf("%+v", c)
				}
				continue
			}
			nearAbs(t, c.Name+" mean", *c.Mean, mean, 5*math.Sqrt((square-mean*mean)/20_000/(1-p))+1e-12)
			// The ends are values of the law, with 2.5 % beyond them: at most so much strictly beyond, at least so much from there on.
			const error = .006 // five standard errors of a share of .025
			below := func(v float64) (less, least float64) {
				for _, w := range law {
					if w < v-1e-9 {
						less += 1 / float64(len(law))
					}
					if w < v+1e-9 {
						least += 1 / float64(len(law))
					}
				}
				return less, least
			}
			if less, least := below(c.Interval.Lo); less > .025+error || least < .025-error {
				t.Errorf("%s from %g: %g below, %g to there", c.Name, c.Interval.Lo, less, least)
			}
			if less, least := below(c.Interval.Hi); less > .975+error || least < .975-error {
				t.Errorf("%s to %g: %g below, %g to there", c.Name, c.Interval.Hi, less, least)
			}
		}
	}
}

// allDraws calls f with all n^n draws of n topics.
func allDraws(n int, f func([]int)) {
	topics := make([]int, n)
	var fill func(at int)
	fill = func(at int) {
		if at == n {
			f(topics)
			return
		}
		for topics[at] = 0; topics[at] < n; topics[at]++ {
			fill(at + 1)
		}
	}
	fill(0)
}

func meansFor(t testing.TB, a, b []float64) means {
	t.Helper()
	p, err := newRankPair(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return means{a, b, p}
}

func drawn(m *mat.Dense, topics []int) []float64 {
	k, _ := m.Dims()
	means := make([]float64, k)
	for i := range means {
		for _, t := range topics {
			means[i] += m.At(i, t) / float64(len(topics))
		}
	}
	return means
}

func TestAgreementProcessors(t *testing.T) {
	a, b := invented(7, 12, 10, 1), invented(7, 12, 10, 2)
	was := mat.DenseCopyOf(a)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first Agreement
	for i, processors := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(processors)
		got, err := Agree(a, b, AgreementOptions{Paired: true, Plan: resample.Plan{Replicates: 3000}})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = got
		} else if !reflect.DeepEqual(got, first) {
			t.Errorf("on %d processors: %+v, want %+v", processors, got, first)
		}
	}
	if !mat.Equal(a, was) {
		t.Error("the scores were changed")
	}
}

// TestAgreementWithItself: a measure agrees with itself perfectly, on whatever topics, and its intervals are points; with
// other topics it does not, and what is not known is said.
func TestAgreementWithItself(t *testing.T) {
	a := invented(12, 30, 0, 1)
	same, err := Agree(a, a, AgreementOptions{Paired: true, Plan: resample.Plan{Replicates: 1000}})
	if err != nil || same.Warnings != nil || !same.SameWinner || same.MaxRankChange != 0 {
		t.Errorf("%v, %+v", err, same)
	}
	for _, c := range same.coefficients() {
		if c.Value == nil || math.Abs(*c.Value-1) > 1e-15 || math.Abs(c.Interval.Lo-1) > 1e-15 || math.Abs(c.Interval.Hi-1) > 1e-15 || c.Undefined != 0 {
			t.Errorf("%+v", c)
		}
	}
	apart, err := Agree(a, a, AgreementOptions{Plan: resample.Plan{Replicates: 1000}})
	if err != nil {
		t.Fatal(err)
	}
	if codes := codesOf(apart.Warnings); !slices.Contains(codes, "bootstrap-bias") {
		t.Errorf("%v", apart.Warnings)
	}
	few, err := Agree(a, a, AgreementOptions{Paired: true, Confidence: .99, Plan: resample.Plan{Replicates: 100}})
	if err != nil || few.Warnings != nil || few.coefficient(t, "tau-b").Interval.Confidence != .99 { // points need no more
		t.Errorf("%v, %v", err, few.Warnings)
	}
	few, err = Agree(a, invented(12, 30, 0, 2), AgreementOptions{Confidence: .99, Plan: resample.Plan{Replicates: 100}})
	if err != nil || !slices.Contains(codesOf(few.Warnings), "few-replicates") {
		t.Errorf("%v, %v", err, few.Warnings)
	}
	ties, err := Agree(invented(5, 8, 10, 3), invented(5, 8, 10, 4), AgreementOptions{Paired: true, Plan: resample.Plan{Replicates: 1000}})
	if err != nil {
		t.Fatal(err)
	}
	degenerate := slices.ContainsFunc(ties.Warnings, func(w Warning) bool {
		return w.Code == "degenerate-bootstrap" && strings.Contains(w.Text, "of 1000")
	})
	if tau := ties.coefficient(t, "tau-a"); tau.Value == nil || tau.Undefined == 0 || !degenerate {
		t.Errorf("%+v, %v", tau, ties.Warnings)
	}
}

// TestAgreementMostlyUndefined: three systems that differ on one topic each tie in most draws of nine topics; with ties τ_a
// does not exist, and what is left would be no fair sample.
func TestAgreementMostlyUndefined(t *testing.T) {
	m := mat.NewDense(3, 9, nil)
	m.Set(1, 0, .1)
	m.Set(2, 1, .2)
	got, err := Agree(m, m, AgreementOptions{Paired: true, Plan: resample.Plan{Replicates: 2000}})
	if err != nil {
		t.Fatal(err)
	}
	// Both topics are drawn in 1 − 2(8/9)⁹ + (7/9)⁹ = 0.411 of the draws, and the first twice as often as the second in some.
	tau := got.coefficient(t, "tau-a")
	if *tau.Value != 1 || tau.Undefined < 1100 || tau.Undefined > 1500 || tau.Interval != nil || tau.Mean != nil || !strings.Contains(tau.Reason, "of 2000") {
		t.Errorf("%+v", tau)
	}
	if b := got.coefficient(t, "tau-b"); b.Interval == nil || b.Undefined < 100 || b.Undefined > 300 { // (7/9)⁹ = 0.104
		t.Errorf("%+v", b)
	}
}

func codesOf(warnings []Warning) (codes []string) {
	for _, w := range warnings {
		codes = append(codes, w.Code)
	}
	return codes
}
