package reports

import (
	"fmt"

	"sigrel/reports/doc"
)

// judgeBlocks list what to judge next.
func (f *HoleFinding) judgeBlocks() doc.Block {
	if len(f.JudgeNext) == 0 {
		return para("There is no document whose judgment could bring two runs nearer to each other whose order is open.")
	}
	t := &doc.Table{ID: "pool-judge-next", Caption: plain("Documents to judge next: the greatest effect on the closest comparisons."),
		Columns: []doc.Column{column("Topic", doc.Left, "topic"), column("document", doc.Left, "document"), column("comparison", doc.Left, "comparison"), column("ranks", doc.Center, "ranks"),
			column("difference", doc.Right, "difference"), column("effect", doc.Right, "effect")}}
	for _, j := range f.JudgeNext {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(j.Topic)), cell(doc.Plain(j.Doc)), cell(string(j.A) + " – " + string(j.B)), cell(rankPair(j.RankA) + ", " + rankPair(j.RankB)),
			cell(doc.Signed{Value: j.Difference, Digits: 4}), cell(doc.Signed{Value: j.Effect, Digits: 5})}})
	}
	t.Notes = append(t.Notes, say("Effect: on the difference of the means, if the document is relevant at the greatest grade, as those above it of the comparison. Of each comparison, the closest first, comes again and again "+
		"the document with the greatest effect, until the order is turned."))
	return t
}

func rankPair(rank *int) string {
	if rank == nil {
		return "–"
	}
	return fmt.Sprint(*rank)
}
