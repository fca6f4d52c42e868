package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
)

// FriedmanResult is whether any of the systems tend to higher ranks than others, topic by topic. It describes: no
// comparison of two systems has to wait for it.
type FriedmanResult struct {
	Topics    int       `json:"topics"`
	MeanRanks []float64 `json:"mean_ranks"` // of each system over the topics, from 1, the best, to the number of systems
	W         float64   `json:"kendall_w"`  // agreement of the topics: 1 if all rank alike, 0 if all systems do equally well

	ChiSquare float64  `json:"chi_square"`
	DF        int      `json:"df"`
	P         float64  `json:"p"`                 // in (0, 1]
	Log10P    *float64 `json:"log10_p,omitempty"` // nil unless P is below the smallest normal double

	F       *float64 `json:"f"` // of Iman and Davenport, on DF and DF2; nil if all topics rank alike: it would be infinite
	DF2     int      `json:"df2"`
	PF      *float64 `json:"p_f"` // nil where F is
	Log10PF *float64 `json:"log10_p_f,omitempty"`

	Warnings []Warning `json:"warnings,omitempty"`
}

// Friedman ranks the scores of each topic and compares the mean ranks of the rows of scores, systems by topics (Friedman,
// JASA 32, 1937). The greatest score is the best and has rank 1: where lower is better, hand over the negated scores.
// Scores of a topic that are the same but for rounding noise (see [dist.Tolerance]) share the mean of their ranks.
//
// With R_s the sum of the ranks r_ts of system s, k systems and n topics, χ² is
// (k−1)·Σ(R_s − n(k+1)/2)²/(Σ r_ts² − nk(k+1)²/4), which allows for ties, on k − 1 degrees of freedom; Kendall's W is
// χ²/(n(k−1)); and F is (n−1)·χ²/(n(k−1) − χ²) on k − 1 and (k−1)(n−1), whose p is closer to the exact one (Iman and
// Davenport, Communications in Statistics A 9, 1980; Demšar, JMLR 7, 2006).
//
// A p below the smallest normal double, 2.2e-308, is given as 5e-324, with its decimal logarithm and the warning "tiny-p".
//
// The error wraps [ErrUndefined] where all systems tie on every topic, [ErrTooFew] or [ErrTooFewSystems] for fewer than
// two, [ErrNotFinite] or [ErrRange] for a score that is not finite or out of range.
func Friedman(scores *mat.Dense) (FriedmanResult, error) {
	k, n, err := checkMatrix(scores)
	if err != nil {
		return FriedmanResult{}, fmt.Errorf("test of Friedman: %w", err)
	}
	ranks := rankTopics(scores)
	between, within := ranks.spread()
	if within == 0 {
		return FriedmanResult{}, undefined("Friedman's test", "all systems tie on every topic")
	}
	res := FriedmanResult{Topics: n, DF: k - 1, DF2: (k - 1) * (n - 1)}
	for i := range ranks.sums {
		res.MeanRanks = append(res.MeanRanks, ranks.mean(i))
	}
	topics, df, df2 := float64(n), float64(res.DF), float64(res.DF2)
	res.W = between / (topics * within)
	res.ChiSquare = df * between / within
	res.P, res.Log10P = floored(dist.ChiSquareSF(res.ChiSquare, df), func() float64 { return logChiSquareSF(res.ChiSquare, df) })
	if rest := topics*within - between; rest > 0 {
		f := (topics - 1) * between / rest
		p, log10 := floored(dist.FSF(f, df, df2), func() float64 { return logFSF(f, df, df2) })
		res.F, res.PF, res.Log10PF = &f, &p, log10
	}
	if res.Log10P != nil || res.Log10PF != nil {
		res.Warnings = []Warning{tinyP}
	}
	return res, nil
}

// rankTable is the ranks within topics, doubled: midranks are then whole numbers, and their sums exact.
type rankTable struct {
	topics  int
	sums    []int64 // of each system over the topics
	squares int64   // sum of the squares of all
}

// rankTopics ranks the scores of each topic, the greatest first.
func rankTopics(scores *mat.Dense) rankTable {
	k, n := scores.Dims()
	rows := make([][]float64, k)
	order := make([]int, k)
	for i := range k {
		rows[i] = scores.RawRowView(i)
		order[i] = i
	}
	rows, _ = mergeScores(rows, dist.NewTolerance(rows...))
	table := rankTable{topics: n, sums: make([]int64, k)}
	for t := range n {
		slices.SortFunc(order, func(i, j int) int { return cmp.Compare(rows[j][t], rows[i][t]) })
		for lo := 0; lo < k; {
			hi := lo + 1
			for hi < k && rows[order[hi]][t] == rows[order[lo]][t] {
				hi++
			}
			rank := int64(lo + 1 + hi) // of the first and of the last of those tied
			for _, i := range order[lo:hi] {
				table.sums[i] += rank
				table.squares += rank * rank
			}
			lo = hi
		}
	}
	return table
}

// mean is the mean rank of system i.
func (r rankTable) mean(i int) float64 { return float64(r.sums[i]) / float64(2*r.topics) }

// spread is the sum of squares of the rank sums about their mean, and that of all ranks about theirs, both times 4: whole
// numbers, exact below 2^53.
func (r rankTable) spread() (between, within float64) {
	k, n := len(r.sums), r.topics
	for _, sum := range r.sums {
		d := float64(sum - int64(n*(k+1)))
		between += d * d
	}
	return between, float64(r.squares - int64(n*k*(k+1)*(k+1)))
}

// tinyP is the warning beside a p that floored has replaced.
var tinyP = Warning{"tiny-p", "p is below the smallest number that a computer holds with all its digits; 5e-324 is printed"}

// floored is p, or, if it is too small to have digits, 5e-324 and the decimal logarithm of the p that log is the natural
// logarithm of.
func floored(p float64, log func() float64) (float64, *float64) {
	if p >= smallestNormal {
		return p, nil
	}
	log10 := log() / math.Ln10
	return math.SmallestNonzeroFloat64, &log10
}

// logFSF is the natural logarithm of P(F > f), for f so far above the mean that the probability is tiny: the beta
// integral as x^a(1−x)^b/(a·B(a,b)) times a series of positive terms (DLMF 8.17.8), with x = df2/(df2 + df1·f).
func logFSF(f, df1, df2 float64) float64 {
	a, b, g := df2/2, df1/2, df1/df2*f
	x := 1 / (1 + g)
	sum, term := 1.0, 1.0
	for j := 0.0; term > sum*1e-17; j++ {
		term *= x * (a + b + j) / (a + 1 + j)
		sum += term
	}
	return -a*math.Log1p(g) - b*math.Log1p(1/g) - math.Log(a) - logBeta(a, b) + math.Log(sum)
}

func logBeta(a, b float64) float64 {
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	return la + lb - lab
}

// logChiSquareSF is the natural logarithm of P(X > x), for x so far above the mean that the probability is tiny: the
// continued fraction DLMF 8.9.2 from its far end.
func logChiSquareSF(x, df float64) float64 {
	a, z := df/2, x/2
	below := 0.0
	for i := 1000.0; i > 0; i-- { // settles in fewer than 100 so far out
		below = i * (i - a) / (z - a + 2*i + 1 - below)
	}
	lg, _ := math.Lgamma(a)
	return a*math.Log(z) - z - lg - math.Log(z-a+1-below)
}
