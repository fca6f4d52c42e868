package metrics

import (
	"strconv"
	"strings"
)

// Measure scores one topic's ranking. An entry reads as a filled-in form; [Measures] lists them.
type Measure struct {
	Name    string   // as ir-measures spells it: "nDCG"
	Trec    string   // trec_eval's name without a cutoff: "ndcg"; empty if it has none
	TrecCut string   // trec_eval's name before "_k": "ndcg_cut"; empty if it has none
	Aliases []string // further names that ir-measures accepts: "NDCG"
	Title   string   // in words: "normalized discounted cumulative gain"
	Doc     string   // definition, in plain sentences
	Cite    string   // key of the bibliography; empty for mere counts
	Params  []Param  // what may follow the name
	Lo, Hi  float64  // every score lies in [Lo, Hi]; Hi is +Inf where there is no bound
	Lower   bool     // lower is better
	Count   bool     // scores are whole numbers, and trec_eval's line "all" is their sum, not their mean

	// Score is the value of one topic: finite, whatever j holds. A quotient with denominator 0 is 0.
	Score func(j Judged, a Args) float64
	// Residual is the most that unjudged documents could add to Score; nil where nobody has defined it.
	Residual func(j Judged, a Args) float64
}

// Param is a parameter of a measure as it is written in a name: "k" after the sign @, others in brackets.
type Param struct {
	Name, Doc string
	Required  bool
}

// The parameters there are. A new one is a line here, a field of Args and a case in Args.set.
var (
	cutoff         = Param{Name: "k", Doc: "ranks looked at; without it, all"}
	requiredCutoff = Param{Name: "k", Doc: "ranks looked at", Required: true}
	relLevel       = Param{Name: "rel", Doc: "least grade that is relevant; without it, that of the judgments"}
)

// Args holds the values of a measure's parameters. The zero Args are the defaults.
type Args struct {
	K     int // cutoff; 0: all ranks
	Level int // least relevant grade; 0: that of the judgments
}

// Applied is a measure with its parameters settled, such as nDCG@10.
type Applied struct {
	*Measure
	Args Args
}

// Value is the score of one topic.
func (a Applied) Value(j Judged) float64 {
	if a.Args.Level > 0 {
		j.Level = float64(a.Args.Level)
	}
	return a.Score(j, a.Args)
}

// String is the canonical name, as ir-measures spells it: "P(rel=2)@10". [Find] reads it back.
func (a Applied) String() string {
	var b strings.Builder
	b.WriteString(a.Name)
	if a.Args.Level > 0 {
		b.WriteString("(rel=" + strconv.Itoa(a.Args.Level) + ")")
	}
	if a.Args.K > 0 {
		b.WriteString("@" + strconv.Itoa(a.Args.K))
	}
	return b.String()
}

// TrecName is trec_eval's name, such as "ndcg_cut_10"; empty where trec_eval has no such measure, and for a measure
// with a level of its own, since trec_eval has one level for all.
func (a Applied) TrecName() string {
	switch {
	case a.Args.Level > 0:
		return ""
	case a.Args.K == 0:
		return a.Trec
	case a.TrecCut == "":
		return ""
	}
	return a.TrecCut + "_" + strconv.Itoa(a.Args.K)
}

// All is the value that trec_eval prints for all topics: the sum of a count, the mean of anything else; 0 without topics.
func (a Applied) All(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	if a.Count {
		return sum
	}
	return ratio(sum, float64(len(values)))
}

// measures is the list, in the order of help: a new measure is one line here.
var measures = []*Measure{
	numQ,
	numRet,
	numRel,
	numRelRet,
	ap,
	rprec,
	bpref,
	rr,
	p,
	recall,
	ndcg,
	success,
	numNonrelJudgedRet,
	judged,
}

// Measures lists every measure there is, in the order of help.
func Measures() []*Measure { return append([]*Measure(nil), measures...) }
