package reliability

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// Teams of means 3 | 0, 1, 2: the one with the property is the extreme of four, Δ = 2 and p = 1/4 + that of −2 (team of 0).
func TestContrastByHand(t *testing.T) {
	values := []float64{2, 4, 0, 1, 2}
	between, within := ContrastTeams(values, []bool{true, true, false, false, false}, []int{9, 9, 1, 2, 3}, resample.Plan{})
	if within != nil || between == nil {
		t.Fatalf("%v, %v: want only teams of one kind", between, within)
	}
	equals(t, "Δ", between.Difference, 2)
	equals(t, "p", between.P, 2./4) // the team of 0 would give 0 − 2
	equals(t, "least p", between.Least, 2./4)
	if between.With != 1 || between.Without != 3 || between.RunsWith != 2 || between.RunsOut != 3 || between.Method != stats.Exact || between.Assignments != 4 {
		t.Errorf("%+v", *between)
	}
	// One team of both kinds: with 5, without 1 and 3. Δ = 3; the assignments give 3, 0, −3.
	between, within = ContrastTeams([]float64{5, 1, 3, 7}, []bool{true, false, false, false}, []int{1, 1, 1, 2}, resample.Plan{})
	if between != nil || within == nil {
		t.Fatalf("%v, %v: want only a team of both kinds", between, within)
	}
	equals(t, "Δ within", within.Difference, 3)
	equals(t, "p within", within.P, 2./3)
	if within.With != 1 || within.RunsWith != 1 || within.RunsOut != 2 || within.Assignments != 3 {
		t.Errorf("%+v", *within)
	}
}

// The exact test equals a brute-force count over all assignments, in whole numbers.
func TestContrastAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(r, "runs")
		teams := rapid.SliceOfN(rapid.IntRange(0, 3), n, n).Draw(r, "teams")
		values := rapid.SliceOfN(rapid.IntRange(-4, 4), n, n).Draw(r, "values")
		in := rapid.SliceOfN(rapid.Bool(), n, n).Draw(r, "in")
		v := make([]float64, n)
		for i := range v {
			v[i] = float64(values[i]) / 7
		}
		_, within := ContrastTeams(v, in, teams, resample.Plan{})
		// Within teams: all patterns that leave the number in each mixed team.
		mixed := func(pattern, team int) (inside, all int) {
			for i := range n {
				if teams[i] == team {
					all++
					inside += pattern >> i & 1
				}
			}
			return inside, all
		}
		observed := 0
		for i, yes := range in {
			if yes {
				observed |= 1 << i
			}
		}
		delta := func(pattern int) (float64, bool) {
			sum, count := 0.0, 0
			for team := range 4 {
				inside, all := mixed(observed, team)
				now, _ := mixed(pattern, team)
				if inside == 0 || inside == all {
					if pattern != observed {
						for i := range n {
							if teams[i] == team && pattern>>i&1 != observed>>i&1 {
								return 0, false
							}
						}
					}
					continue
				}
				if now != inside {
					return 0, false
				}
				a, b := 0, 0
				for i := range n {
					if teams[i] == team && pattern>>i&1 == 1 {
						a += values[i]
					} else if teams[i] == team {
						b += values[i]
					}
				}
				sum += float64(a)/float64(inside)/7 - float64(b)/float64(all-inside)/7
				count++
			}
			if count == 0 {
				return 0, false
			}
			return sum / float64(count), true
		}
		want, ok := delta(observed)
		if ok != (within != nil) {
			r.Fatalf("within teams: %v, want one: %v", within, ok)
		}
		if !ok {
			return
		}
		hits, all := 0, 0
		for pattern := range 1 << n {
			if d, ok := delta(pattern); ok {
				all++
				if math.Abs(d) >= math.Abs(want)-1e-9 {
					hits++
				}
			}
		}
		equals(r, "Δ", within.Difference, want)
		equals(r, "p", within.P, float64(hits)/float64(all))
		if within.Assignments != all || within.P < within.Least || within.P > 1 {
			r.Fatalf("%+v of %d assignments", *within, all)
		}
	})
}

// Many teams are drawn: the p agrees with a count of all C(24, 8) = 735,471 assignments within its limits.
func TestContrastDrawn(t *testing.T) {
	values, in, teams := make([]float64, 24), make([]bool, 24), make([]int, 24)
	for i := range values {
		values[i], in[i], teams[i] = float64(i*i%17), i < 8, i
	}
	got, _ := ContrastTeams(values, in, teams, resample.Plan{Seed: 1, Replicates: 20_000})
	if got.Method != stats.MonteCarlo || *got.Seed != 1 {
		t.Fatalf("%+v", *got)
	}
	var total, inside int
	for i, v := range values {
		total += int(v)
		if in[i] {
			inside += int(v)
		}
	}
	ways := make([]map[int]int, 9) // of so many members: sums and their counts
	for m := range ways {
		ways[m] = map[int]int{}
	}
	ways[0][0] = 1
	for _, v := range values {
		for m := 8; m > 0; m-- {
			for sum, n := range ways[m-1] {
				ways[m][sum+int(v)] += n
			}
		}
	}
	delta := func(sum int) int { return 3*sum - total } // 16·Δ… of a sum: proportional to sum/8 − (total − sum)/16
	hits, all := 0, 0
	for sum, n := range ways[8] {
		all += n
		if d := delta(sum); d*d >= delta(inside)*delta(inside) {
			hits += n
		}
	}
	if p := float64(hits) / float64(all); all != 735_471 || p < got.PLo || p > got.PHi {
		t.Errorf("p = %v [%v, %v], counted %v of %d", got.P, got.PLo, got.PHi, p, all)
	}
}

// No draw of 500 comes near the most extreme of 735,471 assignments, and p still is not 0.
func TestContrastDrawnIsNeverZero(t *testing.T) {
	values, in, teams := make([]float64, 24), make([]bool, 24), make([]int, 24)
	for i := range values {
		values[i], in[i], teams[i] = float64(i), i >= 16, i
	}
	got, _ := ContrastTeams(values, in, teams, resample.Plan{Seed: 1, Replicates: 500})
	equals(t, "p", got.P, 1./501)
	equals(t, "least p", got.Least, 1./501)
	if got.PLo != 0 || got.PHi <= got.P {
		t.Errorf("limits %v and %v", got.PLo, got.PHi)
	}
}

// The p of the exact test is at most α in at most a share α of the assignments, whatever the values.
func TestContrastHoldsItsLevel(t *testing.T) {
	values := []float64{.1, .9, .35, .2, .7, .75, .5}
	teams := []int{0, 1, 2, 3, 4, 5, 6}
	below := map[float64]int{.05: 0, .1: 0, .3: 0}
	all := 0
	for pattern := range 1 << 7 {
		in, n := make([]bool, 7), 0
		for i := range in {
			in[i] = pattern>>i&1 == 1
			if in[i] {
				n++
			}
		}
		if n != 3 {
			continue
		}
		all++
		between, _ := ContrastTeams(values, in, teams, resample.Plan{})
		for alpha := range below {
			if between.P <= alpha {
				below[alpha]++
			}
		}
	}
	for alpha, n := range below {
		if float64(n) > alpha*float64(all) {
			t.Errorf("α = %g: rejected in %d of %d", alpha, n, all)
		}
	}
	if below[.3] == 0 {
		t.Error("never rejected at .3: the test has no power at all")
	}
}

// Teams {0, 1} and {2}: one set orders the teams alike in A and B, the other does not.
func TestRepresentativesByHand(t *testing.T) {
	got, err := TauOfRepresentatives([]float64{3, 1, 2}, []float64{3, 2.5, 1}, []int{4, 4, 6}, resample.Plan{Replicates: 2})
	if err != nil {
		t.Fatal(err)
	}
	if !got.All || got.Sets != 2 || got.Teams != 2 || got.Seed != nil {
		t.Errorf("%+v", got)
	}
	equals(t, "mean", *got.Tau.Mean, 0)
	equals(t, "least", *got.Tau.Min, -1)
	if got, err := TauOfRepresentatives([]float64{3, 1, 2}, []float64{3, 2, 1}, []int{4, 4, 6}, resample.Plan{Replicates: 1}); err != nil || got.All || got.Sets != 1 {
		t.Errorf("%+v, %v: want one set drawn", got, err)
	}
	// Teams {0, 1} and {2, 3}: of the four pairs 0–2, 0–3, 1–2, 1–3 B turns only the last round.
	got, err = TauOfRepresentatives([]float64{9, 5, 1, 4}, []float64{9, 5, 1, 6}, []int{1, 1, 2, 2}, resample.Plan{Replicates: 4})
	if err != nil || !got.All {
		t.Fatalf("%+v, %v", got, err)
	}
	equals(t, "mean of four", *got.Tau.Mean, .5)
	if _, err := TauOfRepresentatives([]float64{3, 1}, []float64{3, 1}, []int{4, 4}, resample.Plan{}); !errors.Is(err, stats.ErrTooFewSystems) {
		t.Errorf("one team: %v", err)
	}
}
