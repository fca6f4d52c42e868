package metrics

import "math"

var combSum = &Fusion{
	Name: "combsum", Title: "sum of normalized scores (CombSUM)",
	Doc: "The sum of the scores of the runs, each mapped to [0, 1] as (score − min) / (max − min), where min and max " +
		"are those of the run in the topic. A run that lacks the document gives 0, as does one whose scores in the topic " +
		"are all equal. Scores are looked at whatever order the runs have.",
	Cite:   "fox1994",
	Points: func(ranked []Scored, _ int, _ float64) ([]float64, float64) { return minMax(ranked), 0 },
}

var combMNZ = &Fusion{
	Name: "combmnz", Title: "sum of normalized scores times number of runs (CombMNZ)",
	Doc: "The score of combsum, multiplied by the number of runs that retrieved the document, whatever score they gave " +
		"it. Where every run retrieves every document, the ranking is that of combsum.",
	Cite:      "fox1994",
	Points:    combSum.Points,
	TimesRuns: true,
}

var reciprocalRank = &Fusion{
	Name: "rrf", Title: "reciprocal rank fusion",
	Doc: "The sum of 1 / (k + rank) over the runs, ranks being from 1 as each run ranks its documents. A run that lacks " +
		"the document gives 0. With k = 0 it is the sum of reciprocal ranks.",
	Cite:   "cormack2009",
	Params: []FusionParam{{Name: "k", Doc: "added to each rank; the greater, the less do first ranks matter", Default: 60}},
	Points: func(ranked []Scored, _ int, k float64) ([]float64, float64) {
		return byRank(len(ranked), func(rank float64) float64 { return 1 / (k + rank) }), 0
	},
}

var inverseSquareRank = &Fusion{
	Name: "isr", Title: "inverse square rank",
	Doc: "The sum of 1 / rank² over the runs, multiplied by the number of runs that retrieved the document. A run that " +
		"lacks the document gives 0.",
	Cite: "mourao2014",
	Points: func(ranked []Scored, _ int, _ float64) ([]float64, float64) {
		return byRank(len(ranked), func(rank float64) float64 { return 1 / (rank * rank) }), 0
	},
	TimesRuns: true,
}

var bordaCount = &Fusion{
	Name: "borda", Title: "Borda count",
	Doc: "If the runs together retrieve c documents for the topic, each run gives c points to its first, c − 1 to its " +
		"second, and so on; the points that remain are shared equally by the documents that it lacks. So a run of n " +
		"documents gives (c − n + 1) / 2 to each that it lacks, and all runs give equally many points in all.",
	Cite: "aslam2001",
	Points: func(ranked []Scored, union int, _ float64) ([]float64, float64) {
		own := byRank(len(ranked), func(rank float64) float64 { return float64(union) - rank + 1 })
		return own, float64(union-len(ranked)+1) / 2 // whole numbers and halves: all sums are exact
	},
}

// byRank holds the points of ranks 1 to n.
func byRank(n int, points func(rank float64) float64) []float64 {
	own := make([]float64, n)
	for i := range own {
		own[i] = points(float64(i + 1))
	}
	return own
}

// minMax maps scores to [0, 1], the least to 0 and the greatest to 1; all to 0 if they are equal.
func minMax(docs []Scored) []float64 {
	out := make([]float64, len(docs))
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range docs {
		lo, hi = min(lo, docs[i].Score), max(hi, docs[i].Score)
	}
	if lo == hi {
		return out
	}
	unit := 1.0
	if math.IsInf(hi-lo, 0) {
		unit = 0.5 // two finite numbers may differ by more than the greatest; their halves do not
	}
	for i := range docs {
		out[i] = (docs[i].Score*unit - lo*unit) / (hi*unit - lo*unit)
	}
	return out
}
