package reliability

import (
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The components by the formulas of a complete three-way table, from cell means written out here.
func TestJudgesAsFacet(t *testing.T) {
	a := mat.NewDense(3, 4, []float64{.1, .5, .3, .9, .2, .4, .6, .8, .0, .2, .1, .4})
	b := mat.NewDense(3, 4, []float64{.3, .4, .3, .8, .4, .6, .6, .9, .2, .1, .3, .7})
	got, err := JudgesAsFacet([]*mat.Dense{a, b}, 0)
	if err != nil {
		t.Fatal(err)
	}
	const S, T, J = 3, 4, 2
	x := func(s, t, j int) float64 { return []*mat.Dense{a, b}[j].At(s, t) }
	// mean over what is −1
	m := func(s, t, j int) float64 {
		sum, n := 0.0, 0
		for s2 := range S {
			for t2 := range T {
				for j2 := range J {
					if (s < 0 || s == s2) && (t < 0 || t == t2) && (j < 0 || j == j2) {
						sum, n = sum+x(s2, t2, j2), n+1
					}
				}
			}
		}
		return sum / float64(n)
	}
	g := m(-1, -1, -1)
	sq := func(v float64) float64 { return v * v }
	var ss, sst, ssj, sstj float64
	for s := range S {
		ss += T * J * sq(m(s, -1, -1)-g)
		for t := range T {
			sst += J * sq(m(s, t, -1)-m(s, -1, -1)-m(-1, t, -1)+g)
			for j := range J {
				sstj += sq(x(s, t, j) - m(s, t, -1) - m(s, -1, j) - m(-1, t, j) + m(s, -1, -1) + m(-1, t, -1) + m(-1, -1, j) - g)
			}
		}
		for j := range J {
			ssj += T * sq(m(s, -1, j)-m(s, -1, -1)-m(-1, -1, j)+g)
		}
	}
	s, st, sj, stj := ss/2, sst/6, ssj/2, sstj/6
	vsj := max(0, (sj-stj)/T)
	vst := max(0, (st-stj)/J)
	vs := max(0, (s-st-sj+stj)/(T*J))
	equals(t, "σ²_s", got.System, vs)
	equals(t, "σ²_st", got.SystemTopic, vst)
	equals(t, "σ²_sj", got.SystemJudge, vsj)
	equals(t, "σ²_stj", got.Residual, stj)
	equals(t, "share", *got.Share, vsj/vs)
	equals(t, "error of one judge", got.One.Total, vst/T+vsj+stj/T)
	equals(t, "error of both", got.All.Total, vst/T+vsj/2+stj/T/2)
	equals(t, "relative error of the study", got.Study.AsStudied.RelErr, got.All.Total)
	if vs == 0 || vst == 0 || vsj == 0 {
		t.Error("a component is 0: this test shows nothing")
	}
	same, err := JudgesAsFacet([]*mat.Dense{a, a}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if same.SystemJudge != 0 || *same.Share != 0 || *same.One.JudgeShare != 0 {
		t.Errorf("a judge and itself: %+v", same)
	}
}
