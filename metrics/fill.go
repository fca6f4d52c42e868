package metrics

import "math"

// FillKind says how a score depends on the labels that documents without a judgment would get.
type FillKind int

// The kinds of measures for which bounds over all labels have been proved.
const (
	// FillLinear: the score is the sum of weight·gain over the ranks, divided by the same sum in the best order, or by
	// nothing. Grade 0 has gain 0, and gains do not fall with the grade.
	FillLinear FillKind = iota + 1
	// FillFirst: the score is the weight of the first relevant rank.
	FillFirst
	// FillSorted: with the numbers of relevant and of judged documents fixed, moving a relevant document up the ranking
	// never lowers the score.
	FillSorted
	// FillStopping: the score never falls when a grade rises, and is linear in the gain of each single document.
	FillStopping
)

// Fill describes how a measure's score of one topic depends on labels.
type Fill struct {
	Kind   FillKind
	Binary bool // only whether a grade reaches the level counts
	K      int  // ranks that count; 0: all
	// Gain of a grade of 0 or more, for FillLinear that is not Binary; Binary gains are 1.
	Gain func(grade float64) float64
	// Weight of a rank, from 1 on, in a ranking of n documents, for FillLinear and FillFirst; not asked beyond K.
	Weight func(rank, n int) float64
	// Ideal is the weight of a rank of the best order, not asked beyond K; nil: the score is not divided by anything.
	Ideal func(rank int) float64
}

// Fill describes the measure on judgments whose greatest grade is top. It is false where no bounds over labels are known:
// for measures that look at judged documents as such, and for gains that may fall or be negative.
func (a Applied) Fill(top float64) (Fill, bool) {
	f := Fill{K: a.Args.K, Binary: true}
	switch a.Measure {
	case p:
		f.Kind, f.Weight = FillLinear, func(int, int) float64 { return 1 / float64(a.Args.K) }
		return f, !a.Args.has(countUnjudged)
	case setP:
		f.Kind, f.Weight = FillLinear, func(_, n int) float64 { return 1 / float64(n) }
	case recall:
		f.Kind, f.K, f.Ideal = FillLinear, 0, func(int) float64 { return 1 } // relevant documents beyond k count below the line
		f.Weight = func(rank, _ int) float64 {
			if rank > a.Args.K {
				return 0
			}
			return 1
		}
	case setR:
		f.Kind, f.Weight, f.Ideal = FillLinear, func(int, int) float64 { return 1 }, func(int) float64 { return 1 }
	case rbp:
		p := a.Args.number(persistence)
		f.Kind, f.Weight = FillLinear, func(rank, _ int) float64 { return (1 - p) * math.Pow(p, float64(rank-1)) }
		if a.Args.has(gainByTop) {
			f.Binary, f.Gain = false, func(grade float64) float64 { return ratio(grade, top) }
		}
	case ndcg:
		f.Kind, f.Binary, f.Gain = FillLinear, false, itself
		f.Weight = func(rank, _ int) float64 { return 1 / math.Log2(float64(rank+1)) }
		f.Ideal = func(rank int) float64 { return 1 / math.Log2(float64(rank+1)) }
		if a.Args.has(discount) {
			f.Gain = expGain
		}
		return f, !a.Args.has(gradeGains)
	case rr:
		f.Kind, f.Weight = FillFirst, func(rank, _ int) float64 { return 1 / float64(rank) }
	case success:
		f.Kind, f.Weight = FillFirst, func(int, int) float64 { return 1 }
	case ap, rprec, bpref, iprec, rprecMult, elevenPoint, relativeP, setAP, setF, setRelP:
		f.Kind = FillSorted
	case expRR:
		f.Kind, f.Binary = FillStopping, false
	default:
		return Fill{}, false
	}
	return f, true
}
