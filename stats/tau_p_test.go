package stats

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// TestRankPGolden: scipy 1.10.1 and R 4.2.
func TestRankPGolden(t *testing.T) {
	var doc struct {
		Comparisons []struct {
			ID        string
			X         []float64 `json:"x_sum_integer"`
			Y         []float64 `json:"y_sum_integer"`
			KendallP  float64   `json:"kendall_p_asymptotic_scipy"`
			Exact     *float64  `json:"kendall_p_exact_R"`
			Rho       float64   `json:"spearman_rho"`
			SpearmanP float64   `json:"spearman_p_t"`
			Pearson   float64   `json:"pearson_r"`
			A         *float64  `json:"tau_AP_a"`
			B         float64   `json:"tau_AP_b"`
			AReversed *float64  `json:"tau_AP_a_reversed_roles"`
		}
	}
	sharedJSON(t, "golden/rank_correlation/rank_correlation.json", &doc)
	exact := 0
	for _, c := range doc.Comparisons {
		compute := func(f func(x, y []float64) (float64, error), x, y []float64) float64 {
			t.Helper()
			v, err := f(x, y)
			if err != nil {
				t.Error(c.ID, err)
			}
			return v
		}
		near(t, c.ID+" ρ", compute(Spearman, c.X, c.Y), c.Rho, 1e-12)
		near(t, c.ID+" r", compute(Pearson, c.X, c.Y), c.Pearson, 1e-12)
		near(t, c.ID+" τ_AP,b", compute(TauAPB, c.X, c.Y), c.B, 1e-12)
		if v, err := TauAPA(c.X, c.Y); (err == nil) != (c.A != nil) {
			t.Errorf("%s: τ_AP,a = %g, %v", c.ID, v, err)
		} else if err == nil {
			near(t, c.ID+" τ_AP,a", v, *c.A, 1e-12)
		}
		if c.AReversed != nil {
			near(t, c.ID+" τ_AP,a exchanged", compute(TauAPA, c.Y, c.X), *c.AReversed, 1e-12)
		}
		kendall, err := KendallP(c.X, c.Y)
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.ID+" p of τ", kendall.P, c.KendallP, 1e-9)
		if c.Exact != nil {
			near(t, c.ID+" exact p of τ", *kendall.Exact, *c.Exact, 1e-9)
			exact++
		}
		rho, err := SpearmanP(c.X, c.Y)
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.ID+" p of ρ", rho.P, c.SpearmanP, 1e-9)
	}
	if exact != 1 {
		t.Errorf("%d exact p's", exact)
	}
}

// TestExactKendall counts all orders of up to seven systems.
func TestExactKendall(t *testing.T) {
	for k := 2; k <= 7; k++ {
		discordant := make([]float64, k*(k-1)/2+1) // orders with so many discordant pairs
		all := 0.0
		ordersOfTies([][]int{indices(k)}, func(order []int) {
			discordant[countPairs(floats(indices(k)), floats(order)).discordant]++
			all++
		})
		ordersOfTies([][]int{indices(k)}, func(order []int) {
			y := floats(order)
			c := countPairs(floats(indices(k)), y)
			want := 0.0
			for d, n := range discordant {
				if abs := math.Abs(float64(len(discordant) - 1 - 2*d)); abs >= math.Abs(float64(c.concordant-c.discordant)) {
					want += n / all
				}
			}
			got, err := KendallP(floats(indices(k)), y)
			if err != nil || got.Exact == nil || math.Abs(*got.Exact-want) > 1e-14 {
				t.Fatalf("%v: %+v, %v, want %g", order, got, err, want)
			}
		})
	}
}

// TestKendallTail: the numbers of permutations by their inversions, in whole numbers, over k! as a fraction (Python). R
// 4.2.2, pKendall, agrees to its thirteen digits, scipy 1.10.1 to fifteen.
func TestKendallTail(t *testing.T) {
	for _, c := range []struct {
		k, d int
		want float64
	}{
		{20, 30, 2.552354839608547e-06}, {60, 300, 7.499556210090349e-17}, {60, 885, 0.5025329631278362},
		{103, 436, 1.2956808360153498e-54}, {250, 9000, 3.0402717235389593e-25},
	} {
		near(t, fmt.Sprintf("P of at most %d of %d", c.d, c.k), inversionsAtMost(c.k, c.d), c.want, 1e-12)
	}
}

// TestKendallVariance: over all orders of the second ranking, C − D has mean 0 and this variance.
func TestKendallVariance(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x, y := drawnRankings(r, 6)
		squares, all := 0.0, 0.0
		ordersOfTies([][]int{indices(len(y))}, func(order []int) {
			shuffled := make([]float64, len(y))
			for i, j := range order {
				shuffled[i] = y[j]
			}
			c := countPairs(x, shuffled)
			s := float64(c.concordant - c.discordant)
			squares += s * s
			all++
		})
		if got := kendallVariance(len(x), groupsOf(x).sizes, groupsOf(y).sizes); math.Abs(got-squares/all) > 1e-11*got {
			r.Errorf("%v and %v: %g, want %g", x, y, got, squares/all)
		}
	})
}

func TestSpearmanP(t *testing.T) {
	up := floats(indices(6))
	for _, other := range [][]float64{up, negated(up)} {
		got, err := SpearmanP(up, other)
		if err != nil || got.T != nil || math.Abs(got.P-2./720) > 1e-16 {
			t.Errorf("%v: %+v, %v, want p = 2/720", other, got, err)
		}
	}
	tied := []float64{1, 1, 1, 4, 5, 6} // of 720 orders, 3! agree with it
	if got, err := SpearmanP(tied, tied); err != nil || got.T != nil || math.Abs(got.P-6./720) > 1e-16 {
		t.Errorf("%+v, %v, want p = 6/720", got, err)
	}
	// One exchange among eight: t = 11.02 with 6 degrees of freedom has p = 3.3e-5, less than any order of eight can have.
	if got, err := SpearmanP(floats(indices(8)), []float64{0, 1, 2, 3, 4, 5, 7, 6}); err != nil || math.Abs(got.P-2./40320) > 1e-18 {
		t.Errorf("%+v, %v, want p = 2/8!", got, err)
	}
	if _, err := SpearmanP([]float64{1, 2}, []float64{2, 1}); !errors.Is(err, ErrTooFewSystems) {
		t.Errorf("two systems: %v", err)
	}
	many := floats(indices(1000)) // 1/1000! is below the doubles
	if got, err := SpearmanP(many, many); err != nil || !(got.P > 0) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := KendallP(many, many); err != nil || !(got.P > 0) || got.Exact != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestSpearmanTies: scipy 1.10.1, spearmanr([9, 7, 6, 5, 3, 2], [8, 8, 3, 6, 1, 2]); Pearson's r by numpy's corrcoef and R 4.2.2, which agree.
func TestSpearmanTies(t *testing.T) {
	x, y := []float64{9, 7, 6, 5, 3, 2}, []float64{8, 8, 3, 6, 1, 2}
	rho, err := SpearmanP(x, y)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "ρ", rho.Rho, 0.86965655347867266, 1e-14)
	near(t, "p", rho.P, 0.024376891685690787, 1e-12)
	r, err := Pearson(x, y)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "r", r, 0.84757317187965586, 1e-14)
	for i := range x {
		x[i], y[i] = 1e99*x[i], 1e-99*y[i]-3e-99
	}
	if r, err = Pearson(x, y); err != nil {
		t.Fatal(err)
	}
	near(t, "r of another scale", r, 0.84757317187965586, 1e-13)
	if _, err := Pearson([]float64{1, 2}, []float64{.3, .1 + .2}); !errors.Is(err, ErrUndefined) {
		t.Errorf("means that differ by rounding noise: %v", err)
	}
}

// TestSnapFast: the fast way gives what printing and parsing gives, to the last bit.
func TestSnapFast(t *testing.T) {
	random := rand.New(resample.Source(1, "snap", 0))
	fast := 0
	for i := range 300_000 {
		v := math.Exp(60*random.Float64() - 30)
		switch i % 4 {
		case 1:
			v = float64(random.IntN(1000)) / float64(1+random.IntN(50)) // as means of P@10 are
		case 2: // close to a power of ten
			v = math.Pow(10, float64(random.IntN(24)-12)) * (1 + 1e-11*(random.Float64()-0.5))
		case 3: // close to half a unit of the twelfth digit
			v = (float64(1e11+random.IntN(9e11)) + 0.5 + 1e-4*(random.Float64()-0.5)) / 1e13
		}
		if random.IntN(2) == 0 {
			v = -v
		}
		got, ok := snapFast(v)
		if !ok {
			continue
		}
		fast++
		if want, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 11, 64), 64); err != nil || got != want {
			t.Fatalf("%v: %v, want %v", v, got, want)
		}
	}
	if fast < 150_000 {
		t.Errorf("only %d of 300,000 are fast", fast)
	}
	for _, v := range []float64{0, math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64} {
		if got := Snap(v); v != got && math.Abs(got-v) > 1e-11*math.Abs(v) {
			t.Errorf("%v: %v", v, got)
		}
	}
}

func BenchmarkSnap(b *testing.B) {
	for v := 0.1234; b.Loop(); v += 1e-5 {
		Snap(v)
	}
}
