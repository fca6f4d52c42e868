package reliability

import (
	"encoding/json"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// drawScores draws a matrix; coarse scores give ties, constant topics and copies.
func drawScores(t *rapid.T) *mat.Dense {
	s, n := rapid.IntRange(2, 8).Draw(t, "systems"), rapid.IntRange(2, 12).Draw(t, "topics")
	grid := rapid.SampledFrom([]float64{2, 10, 10000}).Draw(t, "grid")
	m := mat.NewDense(s, n, nil)
	for i := range s {
		for j := range n {
			m.Set(i, j, float64(rapid.IntRange(0, int(grid)).Draw(t, "score"))/grid)
		}
	}
	return m
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawScores(t)
		g, err := Study(m)
		if err == ErrNoVariance {
			if mat.Min(m) != mat.Max(m) {
				t.Fatal("no variance in scores that differ")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(g); err != nil {
			t.Fatal(err)
		}
		var share, ss float64
		for _, c := range g.Components {
			share += c.Share
			ss += c.SS
			if c.Share < 0 || c.SS < 0 || c.Variance != max(0, c.VarianceRaw) || c.SE < 0 {
				t.Fatalf("component %+v", c)
			}
		}
		if math.Abs(share-1) > 1e-12 {
			t.Fatalf("shares add up to %v", share)
		}
		if total := variance(m.RawMatrix().Data) * float64(len(m.RawMatrix().Data)-1); math.Abs(ss-total) > 1e-12*total {
			t.Fatalf("sums of squares add up to %v, want %v", ss, total)
		}
		points := g.Points([]int{1, 2, 5, 50, 5000}, 0.95)
		for i, p := range points {
			for _, v := range [][3]float64{{p.ERho2Lo, p.ERho2, p.ERho2Hi}, {p.PhiLo, p.Phi, p.PhiHi}} {
				if !(v[0] >= 0 && v[0] <= v[1] && v[1] <= v[2] && v[2] <= 1) {
					t.Fatalf("at %d topics: %v", p.Topics, v)
				}
			}
			if p.Phi > p.ERho2 {
				t.Fatalf("Φ %v exceeds Eρ² %v", p.Phi, p.ERho2)
			}
			if i > 0 && (p.ERho2 < points[i-1].ERho2 || p.Phi < points[i-1].Phi || p.PhiLo < points[i-1].PhiLo) {
				t.Fatalf("a coefficient falls with more topics: %+v", points)
			}
		}
		for _, c := range []Coefficient{ERho2, Phi} {
			checkReach(t, g, c)
		}
	})
}

// checkReach asks that the number of topics needed is the least that reaches the target.
func checkReach(t *rapid.T, g GStudy, c Coefficient) {
	target := float64(rapid.IntRange(1, 99).Draw(t, "target")) / 100
	r := g.TopicsFor(c, target, 0.95)
	if r.Topics == nil {
		if g.Coefficient(c, 1000) > 0.001 {
			t.Fatalf("%s %v is not reachable, but at 1000 topics it is %v", c, target, g.Coefficient(c, 1000))
		}
		return
	}
	n := *r.Topics
	if n < 1 || g.Coefficient(c, n) < target-1e-9 {
		t.Fatalf("%s at %d topics is %v, below %v", c, n, g.Coefficient(c, n), target)
	}
	if n > 1 && g.Coefficient(c, n-1) >= target {
		t.Fatalf("%s reaches %v with %d topics already", c, target, n-1)
	}
	if r.Hi != nil && *r.Hi < n {
		t.Fatalf("pessimistic %d is below %d", *r.Hi, n)
	}
}

// TestInvariance: the order of systems and topics, another unit and another origin change no coefficient.
func TestInvariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawScores(t)
		g, err := Study(m)
		if err != nil {
			return
		}
		s, n := m.Dims()
		rows := rapid.Permutation(indices(s)).Draw(t, "rows")
		columns := rapid.Permutation(indices(n)).Draw(t, "columns")
		scale := rapid.SampledFrom([]float64{0.01, 3, 100}).Draw(t, "scale")
		other := mat.NewDense(s, n, nil)
		for i := range s {
			for j := range n {
				other.Set(i, j, scale*m.At(rows[i], columns[j])+scale)
			}
		}
		h, err := Study(other)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []Coefficient{ERho2, Phi} {
			a, b := g.Estimate(c, n, 0.9), h.Estimate(c, n, 0.9)
			if math.Abs(a.Value-b.Value) > 1e-9 || math.Abs(a.Lo-b.Lo) > 1e-9 || math.Abs(a.Hi-b.Hi) > 1e-9 {
				t.Fatalf("%s: %v, then %v", c, a, b)
			}
		}
		if len(g.ConstantTopics) != len(h.ConstantTopics) {
			t.Fatalf("constant topics %v, then %v", g.ConstantTopics, h.ConstantTopics)
		}
	})
}

func TestExpectLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawScores(t)
		law := rapid.SampledFrom([]Law{Normal, Student}).Draw(t, "law")
		s, n := m.Dims()
		w, err := WrongOrder(m, n, law)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s {
			for j := range s {
				if p := w.At(i, j); !(p >= 0 && p <= 1) || math.Abs(p+w.At(j, i)-1) > 1e-12 {
					t.Fatalf("(%d, %d): %v and %v", i, j, p, w.At(j, i))
				}
			}
		}
		few, _ := Expect(m, n, law)
		many, _ := Expect(m, 10*n, law)
		for _, v := range []float64{few.Tau, few.TauAP} {
			if !(v >= -1e-12 && v <= 1) {
				t.Fatalf("expected correlation %v", v)
			}
		}
		if many.Tau < few.Tau-1e-12 {
			t.Fatalf("E[τ] falls from %v to %v with more topics", few.Tau, many.Tau)
		}
	})
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func TestNames(t *testing.T) {
	for _, c := range []Coefficient{ERho2, Phi} {
		text, _ := c.MarshalText()
		var back Coefficient
		if err := back.UnmarshalText(text); err != nil || back != c {
			t.Errorf("%s: got %v, %v", text, back, err)
		}
	}
	var c Coefficient
	if err := c.UnmarshalText([]byte("rho")); err == nil || err.Error() != `coefficient "rho": want erho2 or phi` {
		t.Errorf("got %v", err)
	}
}

func benchScores(systems, topics int) *mat.Dense {
	m := mat.NewDense(systems, topics, nil)
	for i := range systems {
		for j := range topics {
			m.Set(i, j, math.Mod(float64(i*i*31+j*j*17+i*j*7), 97)/97)
		}
	}
	return m
}

func BenchmarkStudy(b *testing.B) {
	m := benchScores(103, 50)
	for b.Loop() {
		mustStudy(b, m)
	}
}

func BenchmarkPoints(b *testing.B) {
	g := mustStudy(b, benchScores(103, 50))
	topics := indices(200)
	for i := range topics {
		topics[i]++
	}
	for b.Loop() {
		g.Points(topics, 0.95)
	}
}

func BenchmarkExpect(b *testing.B) {
	m := benchScores(103, 50)
	for b.Loop() {
		if _, err := Expect(m, 50, Normal); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkExpectBootstrap(b *testing.B) {
	m := benchScores(103, 50)
	for b.Loop() {
		if _, _, err := ExpectBootstrap(m, Student, 0.95, resample.Plan{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOneRunATeam(b *testing.B) {
	m := benchScores(103, 50)
	team := indices(103)
	for i := range team {
		team[i] /= 4
	}
	for b.Loop() {
		if _, err := OneRunATeam(m, team, resample.Plan{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBootstrap(b *testing.B) {
	m := benchScores(103, 50)
	for b.Loop() {
		if _, err := Bootstrap(m, nil, resample.Plan{}); err != nil {
			b.Fatal(err)
		}
	}
}
