package metrics

import (
	"fmt"
	"math"
	"strings"
)

// Measure scores one topic's ranking. An entry reads as a filled-in form; [Measures] lists them.
type Measure struct {
	Name    string   // as ir-measures spells it, or else trec_eval: "nDCG"
	Trec    string   // trec_eval's name without a cutoff: "ndcg"; empty if it has none
	TrecCut string   // trec_eval's name before a cutoff: "ndcg_cut" of "ndcg_cut_10"; empty if it has none
	Aliases []string // further names that ir-measures accepts: "NDCG"
	Title   string   // in words: "normalized discounted cumulative gain"
	Doc     string   // definition, in plain sentences
	Cite    string   // key of the bibliography; empty where there is no source but the definition
	Params  []Param  // what may follow the name
	Lo, Hi  float64  // every score lies in [Lo, Hi], infinite where there is no bound; see Signed
	Signed  bool     // gains below 0 make scores below Lo: see [Applied.Range]
	Lower   bool     // lower is better
	Count   bool     // scores are whole numbers, and trec_eval's line "all" is their sum, not their mean
	Log     bool     // scores are natural logarithms, and trec_eval's line "all" is exp of their mean

	// Score is the value of one topic: finite, whatever j holds. A quotient with denominator 0 is 0.
	Score func(j Judged, a Args) float64
	// Residual is the most that unjudged documents could add to Score; nil where nobody has defined it.
	Residual func(j Judged, a Args) float64
	// Check says what is wrong with parameters together, or with judgments whose greatest gain is top; nil: nothing is.
	Check func(top float64, a Args) error
	// TrecArgs turns what trec_eval writes after the name and a dot into parameters as they stand in brackets; nil: it
	// takes none there.
	TrecArgs func(text string) string
}

// Applied is a measure with its parameters settled, such as nDCG@10.
type Applied struct {
	*Measure
	Args Args
}

// Value is the score of one topic. A size below [LeastScore], such as a weight far down a ranking, counts as 0.
func (a Applied) Value(j Judged) float64 {
	if a.Args.Level > 0 {
		j.Level = float64(a.Args.Level)
	}
	v := a.Score(j, a.Args)
	if math.Abs(v) < LeastScore {
		return 0
	}
	return v
}

// Range is where every score lies; infinite where there is no bound.
func (a Applied) Range() (lo, hi float64) {
	if a.Signed && a.Args.gains().negative() {
		return math.Inf(-1), a.Hi
	}
	return a.Lo, a.Hi
}

// Check says what is wrong with the parameters together, or with them on judgments whose greatest gain is top. [Evaluate]
// asks it; who calls Value without Evaluate must ask first.
func (a Applied) Check(top float64) error {
	if a.Measure.Check == nil {
		return nil
	}
	if err := a.Measure.Check(top, a.Args); err != nil {
		return fmt.Errorf("measure %q: %w", a, err)
	}
	return nil
}

// String is the canonical name, as ir-measures spells it: "P(rel=2)@10". Parameters that have their default are left
// out. [Find] reads it back.
func (a Applied) String() string {
	var inside []string
	at := ""
	for _, p := range a.Params {
		text := a.Args.text(p)
		switch {
		case text == "":
		case p.At():
			at = "@" + text
		default:
			inside = append(inside, p.Name+"="+text)
		}
	}
	if inside == nil {
		return a.Name + at
	}
	return a.Name + "(" + strings.Join(inside, ",") + ")" + at
}

// All is the value that trec_eval prints for all topics: the sum of a count, the geometric mean of what has logarithms for
// scores, the mean of anything else; 0 without topics.
func (a Applied) All(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	switch {
	case len(values) == 0:
		return 0
	case a.Count:
		return sum
	case a.Log:
		return math.Exp(sum / float64(len(values)))
	}
	return sum / float64(len(values))
}

// measures is the list, in the order of help: a new measure is one line here. Those of trec_eval stand in the order of its
// output.
var measures = []*Measure{
	numQ,
	numRet,
	numRel,
	numRelRet,
	ap,
	gmMap,
	rprec,
	bpref,
	rr,
	iprec,
	p,
	recall,
	infAP,
	xinfAP,
	gmBpref,
	rprecMult,
	utility,
	elevenPoint,
	binG,
	normG,
	rawDCG,
	idealDCG,
	ndcg,
	ndcgRel,
	rndcg,
	relativeP,
	success,
	setP,
	setRelP,
	setR,
	setAP,
	setF,
	numNonrelJudgedRet,
	yaap,
	rbpTrec,
	rbpResid,
	unj,
	expRR,
	normExpRR,
	rbp,
	judged,
	empty,
}

// Measures lists every measure there is, in the order of help.
func Measures() []*Measure { return append([]*Measure(nil), measures...) }
