package reliability

import (
	"fmt"
	"math"

	"sigrel/stats"
)

// Fan is the extrapolation of Kendall's τ_b between two sets of topics to larger sets. The share of discordant pairs,
// y = 1 − (τ+1)/2, is fitted over the size of the sets by three forms, which agree on the sizes seen and spread beyond:
// no single one of them is an estimate. After Urbano, "Test collection reliability: a study of the effects of sample size
// and statistical assumptions", Information Retrieval 19 (2016).
type Fan struct {
	Points []FanPoint `json:"points"`
	Topics []int      `json:"topics"` // T, 2T and 4T: where Forms are evaluated
	Forms  []FanForm  `json:"forms"`  // empty where there are too few points
	Reason string     `json:"reason,omitempty"`
}

// FanPoint is the mean of τ_b between disjoint sets of one size.
type FanPoint struct {
	Size      int      `json:"size"`
	Splits    int      `json:"splits"`
	Exact     bool     `json:"exact"` // all pairs of sets there are
	Tau       *float64 `json:"tau_b"` // mean; nil where it exists in no split
	Undefined int      `json:"undefined"`
}

// FanForm is one fitted form: "power", log y = a + b·log n; "exponential", log y = a + b·n; "logit",
// log(y/(1−y)) = a + b·log n. Fitted by least squares to the means of the sizes, each with the same weight.
type FanForm struct {
	Form string    `json:"form"`
	A    float64   `json:"a"`
	B    float64   `json:"b"`
	Tau  []float64 `json:"tau_b"` // at Fan.Topics, in [−1, 1]
}

// leastPoints are the sizes that a fit takes: through two points every form goes.
const leastPoints = 3

func fan(rows [][]float64, opt SplitOptions, half int) Fan {
	n := len(rows[0])
	sizes := opt.Sizes
	if sizes == nil {
		sizes = sizesUpTo(half)
	}
	out := Fan{Topics: []int{n, 2 * n, 4 * n}, Forms: []FanForm{}}
	var x, y []float64
	for _, size := range sizes {
		if size < 1 || size > half {
			panic(fmt.Sprintf("reliability: sets of %d of %d topics", size, n))
		}
		p := tauOfSize(rows, size, opt)
		out.Points = append(out.Points, p)
		if p.Tau != nil && *p.Tau < 1 && *p.Tau > -1 { // else log y, or its logit, does not exist
			x, y = append(x, float64(size)), append(y, (1-*p.Tau)/2)
		}
	}
	if len(x) < leastPoints {
		out.Reason = fmt.Sprintf("want at least %d sizes with a mean τ inside (−1, 1), there are %d", leastPoints, len(x))
		return out
	}
	for _, f := range fanForms {
		form := FanForm{Form: f.name}
		u, v := make([]float64, len(x)), make([]float64, len(x))
		for i := range x {
			u[i], v[i] = f.x(x[i]), f.y(y[i])
		}
		form.A, form.B = line(u, v, nil)
		for _, at := range out.Topics {
			form.Tau = append(form.Tau, 1-2*min(1, f.inverse(form.A+form.B*f.x(float64(at)))))
		}
		out.Forms = append(out.Forms, form)
	}
	return out
}

// fanForms are the forms: y(value) is linear in x(size).
var fanForms = []struct {
	name    string
	x, y    func(float64) float64
	inverse func(float64) float64
}{
	{"power", math.Log, math.Log, math.Exp},
	{"exponential", func(n float64) float64 { return n }, math.Log, math.Exp},
	{"logit", math.Log, func(y float64) float64 { return math.Log(y / (1 - y)) }, func(v float64) float64 { return 1 / (1 + math.Exp(-v)) }},
}

func tauOfSize(rows [][]float64, size int, opt SplitOptions) FanPoint {
	all, exact := splits(len(rows[0]), size, opt.Plan)
	taus := make([]float64, len(all))
	inChunks(len(all), opt.Plan.Workers, func(lo, hi int) {
		a, b := make([]float64, len(rows)), make([]float64, len(rows))
		for s := lo; s < hi; s++ {
			sums(a, rows, all[s].a)
			sums(b, rows, all[s].b)
			taus[s] = orNaN(stats.TauB(a, b))
		}
	})
	spread := spreadOf(taus, "")
	return FanPoint{Size: size, Splits: len(all), Exact: exact, Tau: spread.Mean, Undefined: spread.Undefined}
}

// line is the least squares fit of a + b·x, with weights, or without (nil). x must not be all the same.
func line(x, y, weights []float64) (a, b float64) {
	var w, mx, my float64
	weight := func(i int) float64 {
		if weights == nil {
			return 1
		}
		return weights[i]
	}
	for i := range x {
		w += weight(i)
		mx += weight(i) * x[i]
		my += weight(i) * y[i]
	}
	mx, my = mx/w, my/w
	var xy, xx float64
	for i := range x {
		xy += weight(i) * (x[i] - mx) * (y[i] - my)
		xx += weight(i) * (x[i] - mx) * (x[i] - mx)
	}
	b = xy / xx
	return my - b*mx, b
}
