package reliability

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
)

// JudgeBias says how judgments B move the mean scores of systems against judgments A. A shift that all systems share
// leaves the ranking as it is; what a system gets beyond it, the interaction, is what can move it.
type JudgeBias struct {
	Systems int     `json:"systems"`
	Topics  int     `json:"topics"`
	Shift   float64 `json:"shift"` // b̄, the mean of B − A over systems and topics, in score units
	// ShiftTest is the randomization test of the shift: of the means over systems, topic by topic.
	ShiftTest stats.Result `json:"shift_test"`
	SD        float64      `json:"sd"`     // standard deviation of the systems' biases
	Limits    [2]float64   `json:"limits"` // of agreement, of Bland and Altman: the shift less and plus 1.96 SD
	// Slope and Intercept of the least-squares line of the means under B on those under A; nil where A's are all equal.
	// A slope below 1 says that B sets the systems less far apart.
	Slope     *float64     `json:"slope"`
	Intercept *float64     `json:"intercept"`
	Rows      []SystemBias `json:"rows"` // of every system, in the order of rows
}

// SystemBias is how B moves one system. Bias against Mean is its point in the plot of Bland and Altman.
type SystemBias struct {
	A           float64         `json:"a"` // mean score under A
	B           float64         `json:"b"`
	Mean        float64         `json:"mean_ab"`     // (A + B)/2
	Bias        float64         `json:"bias"`        // b_s = mean over topics of B − A
	Interaction float64         `json:"interaction"` // b_s − b̄
	OffLine     *float64        `json:"off_line"`    // B − (intercept + slope·A): what is left of the interaction once B's scale is taken into account; nil without a slope
	Interval    *stats.Interval `json:"interval"`    // of the interaction; nil if nothing could be rejected on so few topics
	P           float64         `json:"p"`           // of the hypothesis that the interaction is 0
	PLo         float64         `json:"p_lo"`
	PHi         float64         `json:"p_hi"`
	Method      stats.Method    `json:"method"`
	Adjusted    float64         `json:"p_adjusted"` // over systems, after Benjamini and Hochberg
}

// BiasOfJudges compares the scores of the same systems (rows) on the same topics (columns) under judgments A and B.
//
// The interaction of system s is the mean over topics of c_st = d_st − d̄_t with d_st = B_st − A_st and d̄_t its mean over
// systems. Its test is the paired randomization test of d_s against d̄, with its interval by inversion: the signs of the c_st of a
// system are exchangeable where B favours it on one topic as it disfavours it on another. The p of all systems are
// adjusted together after Benjamini and Hochberg; as the interactions add up to 0, they are not independent. With two
// systems the one's interaction is the other's with the sign turned.
//
// It returns stats.ErrTooFewSystems for fewer than two systems, stats.ErrTooFew for fewer than two topics, and
// stats.ErrNotFinite or stats.ErrRange, with the cell, for a score that is not finite or out of range. It panics if the
// matrices differ in size.
func BiasOfJudges(a, b *mat.Dense, opt stats.Options) (JudgeBias, error) {
	k, n := sameSize(a, b)
	for _, m := range []*mat.Dense{a, b} {
		if _, _, err := table(m); err != nil {
			return JudgeBias{}, err
		}
	}
	opt.Alternative, opt.Pairs, opt.Strata, opt.Intervals = stats.TwoSided, nil, nil, true
	out := JudgeBias{Systems: k, Topics: n}
	of := [2][]float64{meansOfColumns(a), meansOfColumns(b)} // means of topics
	var err error
	if out.ShiftTest, err = stats.Randomization(of[1], of[0], opt); err != nil {
		return JudgeBias{}, err
	}
	p := make([]float64, k)
	for s := range k {
		r, err := stats.Randomization(interactions(a, b, of, s), make([]float64, n), opt)
		if err != nil {
			return JudgeBias{}, err
		}
		p[s] = r.P
		row := SystemBias{A: mean(a.RawRowView(s)), B: mean(b.RawRowView(s)), Interaction: r.Estimate, Interval: r.Interval,
			P: r.P, PLo: r.PLo, PHi: r.PHi, Method: r.Method}
		row.Mean, row.Bias = (row.A+row.B)/2, row.B-row.A
		out.Shift += row.Bias / float64(k)
		out.Rows = append(out.Rows, row)
	}
	for s, adjusted := range stats.FindCorrection("bh").Adjust(p) {
		out.Rows[s].Adjusted = adjusted
	}
	out.describe()
	return out, nil
}

// interactions are the c_st of system s. What is no more than the rounding error of the scores is 0.
func interactions(a, b *mat.Dense, of [2][]float64, s int) []float64 {
	x, y := a.RawRowView(s), b.RawRowView(s)
	c := make([]float64, len(x))
	for t := range c {
		c[t] = (y[t] - x[t]) - (of[1][t] - of[0][t])
		size := max(math.Abs(x[t]), math.Abs(y[t]), math.Abs(of[0][t]), math.Abs(of[1][t]))
		if math.Abs(c[t]) <= cancellation*size {
			c[t] = 0
		}
	}
	return c
}

// describe fills in what the means of all systems say.
func (j *JudgeBias) describe() {
	var meanA, meanB, xx, xy, squares float64
	for _, r := range j.Rows {
		meanA += r.A / float64(j.Systems)
		meanB += r.B / float64(j.Systems)
	}
	for _, r := range j.Rows {
		xx += float64((r.A - meanA) * (r.A - meanA))
		xy += float64((r.A - meanA) * (r.B - meanB))
		squares += float64(r.Interaction * r.Interaction)
	}
	j.SD = math.Sqrt(squares / float64(j.Systems-1))
	half := 1.96 * j.SD
	j.Limits = [2]float64{j.Shift - half, j.Shift + half}
	if rounding := cancellation * meanA; xx > float64(j.Systems)*rounding*rounding {
		slope := xy / xx
		intercept := meanB - float64(slope*meanA)
		j.Slope, j.Intercept = &slope, &intercept
		for s := range j.Rows {
			off := j.Rows[s].B - (intercept + float64(slope*j.Rows[s].A))
			j.Rows[s].OffLine = &off
		}
	}
}

// sameSize panics unless a and b have the same size, which it returns.
func sameSize(a, b *mat.Dense) (systems, topics int) {
	k, n := a.Dims()
	if kb, nb := b.Dims(); k != kb || n != nb {
		panic(fmt.Sprintf("reliability: scores of %d × %d under A and of %d × %d under B", k, n, kb, nb))
	}
	return k, n
}

func meansOfColumns(m *mat.Dense) []float64 {
	k, n := m.Dims()
	out := make([]float64, n)
	for s := range k {
		for t, v := range m.RawRowView(s) {
			out[t] += v
		}
	}
	for t := range out {
		out[t] /= float64(k)
	}
	return out
}

func meansOfRows(m *mat.Dense) []float64 {
	k, _ := m.Dims()
	out := make([]float64, k)
	for s := range out {
		out[s] = mean(m.RawRowView(s))
	}
	return out
}
