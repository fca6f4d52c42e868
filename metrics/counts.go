package metrics

import "math"

var numQ = &Measure{
	Name: "NumQ", Trec: "num_q",
	Title: "topics",
	Doc:   "1 for each topic, so that the sum is the number of topics evaluated.",
	Hi:    1, Count: true,
	Score: func(Judged, Args) float64 { return 1 },
}

var numRet = &Measure{
	Name: "NumRet", Trec: "num_ret",
	Title:  "documents retrieved",
	Doc:    "The number of documents retrieved; with rel=, only those whose grade is at least that.",
	Params: []Param{relLevel},
	Hi:     math.Inf(1), Count: true,
	Score: func(j Judged, a Args) float64 {
		if a.Level == 0 {
			return float64(len(j.Gains))
		}
		return float64(j.relevant(len(j.Gains)))
	},
}

var numRel = &Measure{
	Name: "NumRel", Trec: "num_rel",
	Title:  "relevant documents",
	Doc:    "The number of relevant documents of the topic, retrieved or not.",
	Params: []Param{relLevel},
	Hi:     math.Inf(1), Count: true,
	Score: func(j Judged, _ Args) float64 { return float64(j.R()) },
}

var numRelRet = &Measure{
	Name: "NumRelRet", Trec: "num_rel_ret",
	Title:  "relevant documents retrieved",
	Doc:    "The number of relevant documents retrieved.",
	Params: []Param{relLevel},
	Hi:     math.Inf(1), Count: true,
	Score: func(j Judged, _ Args) float64 { return float64(j.relevant(len(j.Gains))) },
}

var numNonrelJudgedRet = &Measure{
	Name: "NumNonrelJudgedRet", Trec: "num_nonrel_judged_ret",
	Title:  "judged non-relevant documents retrieved",
	Doc:    "The number of documents retrieved that were judged and found not relevant.",
	Params: []Param{relLevel},
	Hi:     math.Inf(1), Count: true, Lower: true,
	Score: func(j Judged, _ Args) float64 {
		n := 0
		for _, g := range j.Gains {
			if g < j.Level {
				n++
			}
		}
		return float64(n)
	},
}
