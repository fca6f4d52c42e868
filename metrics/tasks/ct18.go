package tasks

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"

	"sigrel/metrics"
)

var checkthat18 = &Task{
	Name:  "checkthat18",
	Title: "CheckThat! check-worthiness of debates (2018 and 2019 task 1, 2020 task 5)",
	Doc: "The sentences of a political debate or speech are ranked by how much they deserve a fact check. Each debate is a file, " +
		"and so is the ranking of each; a system is a folder or a zip archive of them, or a single file. Files belong to the debate whose " +
		"name they have; primary-, contrastive1- and contrastive2- before it tell the systems of one team. Every sentence has a score, so " +
		"that average precision is over whole debates.",
	Topic:    "debate or speech",
	Gold:     "a file a debate, repeated or in a folder; lines of line_number, speaker, text and label (1: check-worthy) between tabs, no header",
	Run:      "a file a debate; lines of line_number and score between tabs, in the order of line numbers from 1, no header",
	Measures: []string{"AP", "RR", "Rprec", "P@1", "P@3", "P@5", "P@10", "P@20", "P@50"},
	Order:    metrics.OrderScore,
	Flags:    []string{"gold", "order", "skip-topics-without-relevant"},
	Limits:   Limits{Runs: []RunLimit{{"primary", 1, 1}, {"contrastive", 0, 2}}},
	Load:     loadCheckthat18,
	Write:    writeDebates,
}

func loadCheckthat18(in Inputs, opt Options) (*Submissions, error) {
	l := &ctDebates{rankingLoad: newRankingLoad(in, opt, metrics.OrderScore, 0)}
	l.sub.Complete = true
	l.noRanks("runs of this task have no column of ranks")
	l.noQrels()
	l.readGold()
	l.goldDone()
	l.readRuns(l.readUpload)
	l.random()
	l.convention("relevant", "the label 1; any other label is not")
	l.ties()
	l.convention("P@k of a debate with fewer lines", "hits divided by k; the original scorer stops there")
	l.convention(leftOut, leftOutZero)
	return l.done()
}

// writeDebates writes a file a debate, its lines in order.
func writeDebates(r *metrics.Run) []Output {
	var out []Output
	for _, t := range slices.Sorted(maps.Keys(r.Topics)) {
		docs := slices.Clone(r.Topics[t])
		slices.SortStableFunc(docs, func(a, b metrics.Scored) int { // numbers in digits: a longer one is greater
			return cmp.Or(cmp.Compare(len(a.Doc), len(b.Doc)), cmp.Compare(a.Doc, b.Doc))
		})
		var b bytes.Buffer
		for _, d := range docs {
			fmt.Fprintf(&b, "%s\t%s\n", d.Doc, rankingDecimal(d.Score))
		}
		out = append(out, Output{string(t) + ".tsv", b.Bytes()})
	}
	return out
}
