package reliability

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// TestOwnTeams: where every run is a team of its own, the interval is that of independent systems, to the last digit.
func TestOwnTeams(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawScores(t)
		g, err := Study(m)
		if err != nil {
			return
		}
		d, err := OneRunATeam(m, rapid.Permutation(indices(g.Systems)).Draw(t, "teams"), resample.Plan{})
		if err != nil {
			t.Fatal(err)
		}
		if !d.Enumerated || d.Draws != 1 || d.Teams != g.Systems || d.Seed != nil {
			t.Fatalf("draws %+v", d)
		}
		if got, want := d.Limits(0.95), g.Limits(0.95); got != want {
			t.Fatalf("limits %v, want %v", got, want)
		}
	})
}

// TestOneRunATeamByHand lists the ways to take one run of each of two teams of two and one of one, and averages the
// limits that Study gives for each.
func TestOneRunATeamByHand(t *testing.T) {
	m := small() // 5 systems
	team := []int{7, 3, 7, 3, -1}
	d, err := OneRunATeam(m, team, resample.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	if !d.Enumerated || d.Draws != 4 || d.Teams != 3 {
		t.Fatalf("draws %+v, want 4 of 3 teams", d)
	}
	var lo, hi [2]float64
	for _, pick := range [][]int{{0, 1, 4}, {0, 3, 4}, {2, 1, 4}, {2, 3, 4}} {
		g := mustStudy(t, rowsOf(m, pick))
		for _, c := range []Coefficient{ERho2, Phi} {
			e := g.Estimate(c, 6, 0.9)
			lo[c] += e.Lo / 4
			hi[c] += e.Hi / 4
		}
	}
	g := mustStudy(t, m)
	l := d.Limits(0.9)
	for _, c := range []Coefficient{ERho2, Phi} {
		e := g.EstimateWithin(l, c, 6)
		near(t, "lower "+c.String(), e.Lo, lo[c], 1e-12)
		near(t, "upper "+c.String(), e.Hi, hi[c], 1e-12)
		if e.Value != g.Coefficient(c, 6) {
			t.Errorf("the estimate is not that of all runs: %v", e)
		}
		// The topics needed are those at which the limits reach the target.
		r := g.TopicsWithin(l, c, 0.9)
		for _, v := range []struct {
			n     *int
			limit func(Estimate) float64
		}{{r.Lo, func(e Estimate) float64 { return e.Hi }}, {r.Hi, func(e Estimate) float64 { return e.Lo }}} {
			if v.n == nil {
				continue
			}
			if v.limit(g.EstimateWithin(l, c, *v.n)) < 0.9-1e-9 || *v.n > 1 && v.limit(g.EstimateWithin(l, c, *v.n-1)) >= 0.9 {
				t.Errorf("%s: %d topics do not just reach .9", c, *v.n)
			}
		}
	}
}

// rowsOf is a matrix of some rows.
func rowsOf(m *mat.Dense, rows []int) *mat.Dense {
	_, n := m.Dims()
	out := mat.NewDense(len(rows), n, nil)
	for k, i := range rows {
		out.SetRow(k, m.RawRowView(i))
	}
	return out
}

// TestDrawsAgreeWithAll: 2000 random draws come near the mean over all 4096 ways.
func TestDrawsAgreeWithAll(t *testing.T) {
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	team := make([]int, 40)
	for i := range team {
		if team[i] = i; i < 24 {
			team[i] = i / 2
		}
	}
	all, err := OneRunATeam(m, team, resample.Plan{Replicates: 4096})
	if err != nil {
		t.Fatal(err)
	}
	some, err := OneRunATeam(m, team, resample.Plan{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if !all.Enumerated || all.Draws != 4096 || some.Enumerated || some.Draws != TeamDraws || *some.Seed != 1 {
		t.Fatalf("%+v and %+v", all, some)
	}
	g := mustStudy(t, m)
	for _, c := range []Coefficient{ERho2, Phi} {
		a, b := g.EstimateWithin(all.Limits(0.95), c, 50), g.EstimateWithin(some.Limits(0.95), c, 50)
		if math.Abs(a.Lo-b.Lo) > 1e-3 || math.Abs(a.Hi-b.Hi) > 1e-3 || a == b { // draws spread by about .01: .01/√2000 each
			t.Errorf("%s: all ways give %v, draws %v", c, a, b)
		}
	}
}

func TestOneRunATeamEdges(t *testing.T) {
	m := small()
	if _, err := OneRunATeam(m, []int{1, 1, 1, 1, 1}, resample.Plan{}); !errors.Is(err, ErrOneTeam) || err.Error() != "fewer than two teams: 1" {
		t.Errorf("one team: got error %v", err)
	}
	d, err := OneRunATeam(m, []int{1, 1, 1, 2, 2}, resample.Plan{})
	if err != nil || len(d.Warnings) != 1 || d.Warnings[0].Code != WarnFewTeams || d.Draws != 6 {
		t.Errorf("two teams: %+v, error %v", d, err)
	}
	// Rows 0 and 2 are all 1; taken together they have no variance.
	flat := mat.NewDense(4, 3, []float64{1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1})
	d, err = OneRunATeam(flat, []int{0, 0, 1, 1}, resample.Plan{})
	if err != nil || d.Draws != 3 || d.Degenerate != 1 {
		t.Fatalf("a draw without variance: %+v, error %v", d, err)
	}
	if w := d.Warnings[len(d.Warnings)-1]; w.Code != WarnDegenerate || w.Text != "in 1 of 4 draws of one run a team all scores are equal: left out of the interval" {
		t.Errorf("warning %+v", w)
	}
	if _, err := OneRunATeam(mat.NewDense(2, 3, []float64{1, 1, 1, 1, 1, 1}), []int{0, 1}, resample.Plan{}); !errors.Is(err, ErrNoVariance) {
		t.Errorf("no draw has variance: got error %v", err)
	}
	m.Set(1, 1, math.NaN())
	if _, err := OneRunATeam(m, indices(5), resample.Plan{}); !errors.Is(err, stats.ErrNotFinite) {
		t.Errorf("NaN: got error %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("teams of fewer systems: want a panic")
		}
	}()
	OneRunATeam(small(), []int{1, 2}, resample.Plan{})
}

// TestProcessors: no number of processors changes a digit.
func TestProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	m := benchScores(12, 20)
	team := []int{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}
	type result struct {
		Draws, Bootstrap Limits
		Tau, TauAP       stats.Interval
	}
	var first result
	for k, n := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(n)
		d, err := OneRunATeam(m, team, resample.Plan{Seed: 3, Replicates: 60})
		if err != nil {
			t.Fatal(err)
		}
		b, err := Bootstrap(m, team, resample.Plan{Seed: 3, Replicates: 2100})
		if err != nil {
			t.Fatal(err)
		}
		got := result{Draws: d.Limits(0.95), Bootstrap: b.Limits(0.95)}
		if got.Tau, got.TauAP, err = ExpectBootstrap(m, Student, 0.95, resample.Plan{Seed: 3, Replicates: 100}); err != nil {
			t.Fatal(err)
		}
		if k == 0 {
			first = got
		}
		if diff := cmp.Diff(first, got, cmp.AllowUnexported(Limits{})); diff != "" {
			t.Errorf("%d processors (-1 +):\n%s", n, diff)
		}
	}
}

// TestBootstrap compares with another way to the same thing: resamples as counts of teams and topics, and Eρ² by
// Cronbach's formula with these counts.
func TestBootstrap(t *testing.T) {
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	b, err := Bootstrap(m, nil, resample.Plan{Seed: 1, Replicates: 999})
	if err != nil {
		t.Fatal(err)
	}
	if b.Replicates != 999 || b.Degenerate != 0 || b.Teams != 40 || !slices.IsSorted(b.ratios[ERho2]) {
		t.Fatalf("%+v", b)
	}
	g := mustStudy(t, m)
	got := g.EstimateWithin(b.Limits(0.95), ERho2, 50)
	src := resample.Source(99, "another", 0)
	var alphas []float64
	for range 999 {
		rows, columns := make([]int, 40), make([]int, 50)
		for i := range rows {
			rows[i] = int(src.Uint64() % 40)
		}
		for j := range columns {
			columns[j] = int(src.Uint64() % 50)
		}
		var items float64
		total := make([]float64, 40)
		for _, j := range columns {
			item := make([]float64, 40)
			for i, r := range rows {
				item[i] = m.At(r, j)
				total[i] += item[i]
			}
			items += variance(item)
		}
		alphas = append(alphas, 50.0/49*(1-items/variance(total)))
	}
	slices.Sort(alphas)
	// Of 999, the 25th and the 975th; those of two such samples differ by their own spread, some .002.
	if math.Abs(got.Lo-alphas[24]) > 0.006 || math.Abs(got.Hi-alphas[974]) > 0.003 {
		t.Errorf("got [%.4f, %.4f], want about [%.4f, %.4f]", got.Lo, got.Hi, alphas[24], alphas[974])
	}
	if _, err := Bootstrap(small(), []int{1, 1, 1, 1, 1}, resample.Plan{}); !errors.Is(err, ErrOneTeam) {
		t.Errorf("one team: got error %v", err)
	}
}

func TestPercentiles(t *testing.T) {
	sorted := make([]float64, 2000)
	for i := range sorted {
		sorted[i] = float64(i + 1)
	}
	for _, c := range []struct{ n, confidence, lo, hi float64 }{
		{2000, 0.95, 50, 1951}, {999, 0.95, 25, 975}, {999, 0.9, 50, 950}, {10, 0.95, 1, 10},
	} {
		if lo, hi := percentiles(sorted[:int(c.n)], c.confidence); lo != c.lo || hi != c.hi {
			t.Errorf("%v: got %v and %v", c, lo, hi)
		}
	}
}

// TestBootstrapLaw: three teams, one of two runs, and three topics have 27 · 27 resamples, all listed here. Each value of Eρ²
// comes up among 20,000 random ones as often as among all.
func TestBootstrapLaw(t *testing.T) {
	m := mat.NewDense(4, 3, []float64{.1, .5, .4, .2, .3, .7, .9, .6, .8, .3, .2, .9})
	members := [][]int{{0, 2}, {1}, {3}}
	var exact []float64
	for code := range 27 * 27 {
		var rows []int
		for range 3 {
			rows = append(rows, members[code%3]...)
			code /= 3
		}
		part := rowsOf(m, rows)
		drawn := mat.NewDense(len(rows), 3, nil)
		for j := range 3 {
			drawn.SetCol(j, mat.Col(nil, code%3, part))
			code /= 3
		}
		if g, err := Study(drawn); err == nil {
			exact = append(exact, g.Coefficient(ERho2, 3))
		}
	}
	b, err := Bootstrap(m, []int{5, 6, 5, 7}, resample.Plan{Seed: 2, Replicates: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	if want := float64(729-len(exact)) / 729; math.Abs(float64(b.Degenerate)/20_000-want) > 0.005 || b.Degenerate+b.Replicates != 20_000 {
		t.Errorf("%d resamples without variance, want a share of %.4f", b.Degenerate, want)
	}
	for _, x := range []float64{0.001, 0.3, 0.5, 0.7, 0.8, 0.9, 0.999} {
		below := func(values []float64, of func(float64) float64) (share float64) {
			for _, v := range values {
				if of(v) <= x {
					share += 1 / float64(len(values))
				}
			}
			return share
		}
		want, got := below(exact, func(v float64) float64 { return v }), below(b.ratios[ERho2], func(r float64) float64 { return at(r, 3) })
		if math.Abs(got-want) > 0.015 { // four standard errors
			t.Errorf("share of Eρ² up to %v: %.4f, of all resamples %.4f", x, got, want)
		}
	}
}
