package tasks

import (
	"sigrel/metrics"
	"sigrel/metrics/formats"
)

var checkthat20Evidence = &Task{
	Name:  "checkthat20-evidence",
	Title: "CheckThat! 2020 task 3: evidence for claims, Arabic",
	Doc: "For each claim, snippets are ranked by how useful they are to check it. The first k are compared with the useful ones as a " +
		"set and k divides, so that P@10 cannot reach 1 where fewer than 10 are useful. Claims without a useful snippet are in the mean " +
		"if the gold file has them, which qrels cannot. Snippets were judged by pooling: what nobody judged counts as not useful. How much " +
		"was judged only qrels tell, so that Judged@10 and P(unj=1)@10 need them.",
	Topic: "claim",
	Gold:  "qrels in the TREC format (--qrels), or a JSON object of claims with their useful snippets, {\"claim\": [\"snippet\", …]} (--gold)",
	Run:   "lines in the TREC format, or of claimID, rank, snippetID, score and runID between tabs",
	// The last is the upper bound of P@10: what nobody judged counts as useful.
	Measures: []string{"P@10", "P@1", "P@5", "Judged@10", "P(unj=1)@10"},
	Order:    metrics.OrderTrecEval,
	Flags:    []string{"qrels", "gold", "order", "official-quirks", "skip-topics-without-relevant"},
	Limits:   Limits{Runs: []RunLimit{{"manual", 0, 2}, {"automatic", 0, 4}}},
	Load:     loadEvidence,
	Write:    rankingWriter(rankingTrec),
}

func loadEvidence(in Inputs, opt Options) (*Submissions, error) {
	l := &evidenceLoad{newRankingLoad(in, opt, metrics.OrderTrecEval, 0)}
	switch path, ok := l.goldFile(); {
	case ok && in.Qrels != "":
		l.problems.Add(formats.Pos{File: path}, optionError{errTwoGolds})
	case ok:
		l.readGold(path, l.readClaims)
	default:
		l.readQrels()
	}
	l.goldDone()
	l.readRuns(func(file formats.File, out *rankingRead) {
		l.readFile(file, out, func(f *rankingFile, text string) *metrics.Run { return l.readRun(file, f, text) })
	})
	l.ties()
	if len(in.Gold) > 0 { // only useful snippets are listed, so that no other is known to be judged
		l.sub.Measures = []string{"P@10", "P@1", "P@5"}
		l.convention("snippets that the gold file does not list", "not useful; the file does not tell whether anybody judged them, as qrels do")
	} else {
		l.convention("snippets that nobody judged", "not useful; Judged@10 is the share that was judged")
	}
	if !opt.SkipEmpty {
		l.convention("mean", "over all claims that the gold file has")
	}
	l.convention(leftOut, leftOutZero)
	if opt.Quirks {
		l.convention("snippets that a run has twice", "hold a rank each time and count once, as in the original")
	}
	sub, err := l.done()
	if opt.Quirks && sub.Gold != nil {
		sub.Gold = evidenceSet{sub.Gold}
	}
	return sub, err
}
