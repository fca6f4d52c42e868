package reliability

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/dist"
)

// Discrimination says how many pairs of systems the scores can tell apart: the discriminative power of a measure on a
// collection, and its curve of achieved significance levels (Sakai, "Evaluating evaluation metrics based on the bootstrap",
// SIGIR 2006).
type Discrimination struct {
	Systems   int              `json:"systems"`
	Topics    int              `json:"topics"`
	Test      string           `json:"test"`      // that gave p
	Procedure string           `json:"procedure"` // that gave p_adjusted
	Alpha     float64          `json:"alpha"`
	Runs      Discriminated    `json:"runs"`  // all pairs
	Teams     *Discriminated   `json:"teams"` // pairs of systems of different teams; nil without teams, or such pairs
	Floor     *float64         `json:"floor"` // the least p that the draws can give, 1/(B+1); nil where nothing was drawn
	Curve     []CurvePoint     `json:"curve"` // at most MaxCurve points of the pairs, the largest p first
	Least     LeastSignificant `json:"least_significant"`
}

// Discriminated counts pairs.
type Discriminated struct {
	Pairs         int     `json:"pairs"`
	Raw           int     `json:"significant"`          // p ≤ α
	Adjusted      int     `json:"significant_adjusted"` // p adjusted for all pairs ≤ α
	Share         float64 `json:"share"`
	AdjustedShare float64 `json:"share_adjusted"`
}

// CurvePoint is a pair of the curve: its place from 1 on, the pairs in descending order of p, and p.
type CurvePoint struct {
	Rank int     `json:"rank"`
	P    float64 `json:"p"`
}

// MaxCurve bounds the points of a curve. Longer ones are thinned: every so many pairs, and the last.
const MaxCurve = 401

// LeastSignificant tells how large a difference has to be, in score units. What one pair needs at α, its critical value of t
// times the standard error of its difference, depends on how much the pair varies over topics. Sakai's estimate is the
// greatest over all pairs; here by the t distribution in place of his replicates.
type LeastSignificant struct {
	Median      *float64 `json:"median"`               // over pairs whose difference varies; nil without
	Greatest    *float64 `json:"greatest"`             // likewise
	Smallest    *float64 `json:"smallest_observed"`    // the smallest |difference| with p ≤ α; nil where there is none
	Largest     *float64 `json:"largest_not"`          // the largest |difference| with p > α; nil likewise
	SmallestAdj *float64 `json:"smallest_adjusted"`    // the same with adjusted p
	LargestAdj  *float64 `json:"largest_not_adjusted"` //
}

// Discriminate compares all pairs of systems (rows) by a procedure, such as stats.Corrected(randomization, holm). The
// procedure's error is returned as it is. It panics as [Discriminating].
func Discriminate(scores *mat.Dense, by *stats.Procedure, teams []int, opt stats.Options) (Discrimination, error) {
	opt.Pairs = nil
	f, err := by.Run(scores, opt)
	if err != nil {
		return Discrimination{}, err
	}
	return Discriminating(scores, f, teams), nil
}

// Discriminating sums up a family of comparisons of the systems (rows) that was made. teams is the team of each system; nil:
// not known. It panics if teams has not one entry a row, or the family is of other systems.
func Discriminating(scores *mat.Dense, f stats.Family, teams []int) Discrimination {
	k, n := scores.Dims()
	if f.Systems != k || teams != nil && len(teams) != k {
		panic(fmt.Sprintf("reliability: a family of %d systems and teams of %d, of %d systems", f.Systems, len(teams), k))
	}
	out := Discrimination{Systems: k, Topics: n, Procedure: f.Procedure, Alpha: f.Alpha, Curve: []CurvePoint{}}
	p := make([]float64, len(f.Pairs))
	var between Discriminated
	for i, pair := range f.Pairs {
		out.Test = pair.Result.Test
		p[i] = pair.Result.P
		out.Runs.add(pair, f.Alpha)
		if teams != nil && teams[pair.I] != teams[pair.J] {
			between.add(pair, f.Alpha)
		}
		if pair.Result.Method == stats.MonteCarlo && f.Replicates > 0 {
			floor := 1 / float64(f.Replicates+1)
			out.Floor = &floor
		}
	}
	out.Runs.share()
	if between.Pairs > 0 {
		between.share()
		out.Teams = &between
	}
	out.Curve = curve(p)
	out.Least = leastSignificant(scores, f)
	return out
}

func (d *Discriminated) add(p stats.Pair, alpha float64) {
	d.Pairs++
	if p.Result.P <= alpha {
		d.Raw++
	}
	if p.Adjusted <= alpha {
		d.Adjusted++
	}
}

func (d *Discriminated) share() {
	if d.Pairs > 0 {
		d.Share, d.AdjustedShare = float64(d.Raw)/float64(d.Pairs), float64(d.Adjusted)/float64(d.Pairs)
	}
}

// curve sorts p's in descending order, and thins them.
func curve(p []float64) []CurvePoint {
	p = slices.Clone(p)
	slices.SortFunc(p, func(x, y float64) int { return cmp.Compare(y, x) })
	step := max(1, int(math.Ceil(float64(len(p)-1)/(MaxCurve-1))))
	out := []CurvePoint{}
	for i := 0; i < len(p); i += step {
		out = append(out, CurvePoint{i + 1, p[i]})
	}
	if last := len(p); last > 0 && out[len(out)-1].Rank != last {
		out = append(out, CurvePoint{last, p[last-1]})
	}
	return out
}

func leastSignificant(scores *mat.Dense, f stats.Family) LeastSignificant {
	_, n := scores.Dims()
	var out LeastSignificant
	critical := dist.StudentQuantile(f.Alpha/2, float64(n-1))
	var needed []float64
	d := make([]float64, n)
	for _, pair := range f.Pairs {
		x, y := scores.RawRowView(pair.I), scores.RawRowView(pair.J)
		size := 0.0
		for t := range d {
			d[t] = x[t] - y[t]
			size = max(size, math.Abs(x[t]), math.Abs(y[t]))
		}
		if sd := math.Sqrt(squaredDeviations(d) / float64(n-1)); sd > 1e-12*size { // else the difference is a constant, but for rounding
			needed = append(needed, critical*sd/math.Sqrt(float64(n)))
		}
		difference := math.Abs(pair.Result.Estimate)
		extremes(pair.Result.P <= f.Alpha, difference, &out.Smallest, &out.Largest)
		extremes(pair.Adjusted <= f.Alpha, difference, &out.SmallestAdj, &out.LargestAdj)
	}
	if len(needed) > 0 {
		slices.Sort(needed)
		median := quantile(needed, 0.5)
		out.Median, out.Greatest = &median, &needed[len(needed)-1]
	}
	return out
}

// extremes keeps the smallest significant and the largest other difference.
func extremes(significant bool, difference float64, smallest, largest **float64) {
	if significant && (*smallest == nil || difference < **smallest) {
		*smallest = &difference
	}
	if !significant && (*largest == nil || difference > **largest) {
		*largest = &difference
	}
}
