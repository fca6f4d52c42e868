package reports

import (
	"fmt"
	"slices"

	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

// holeBlocks shows what was found about runs that were not pooled; in short, only the tables of runs.
func (f *HoleFinding) holeBlocks(short bool) []doc.Block {
	if f.New == nil {
		return nil
	}
	out := []doc.Block{heading("Runs that were not pooled")}
	for i := range f.New {
		out = append(out, f.sentence(&f.New[i]))
	}
	out = append(out, f.scoreTable(), f.missingTable())
	if short {
		return append(out, f.pairSentences()...)
	}
	for i := range f.New {
		if t := f.pairTable(i); t != nil {
			out = append(out, t)
		}
	}
	out = append(out, f.pairSentences()...)
	if f.JudgeNext != nil {
		out = append(out, f.judgeBlocks())
	}
	return append(out, f.adjustBlocks()...)
}

// holeTables are the tables of holeBlocks.
func (f *HoleFinding) holeTables() []doc.Block {
	return slices.DeleteFunc(f.holeBlocks(false), func(b doc.Block) bool {
		_, table := b.(*doc.Table)
		return !table
	})
}

// sentence says what is certain about one run by the official measure.
func (f *HoleFinding) sentence(n *NewRun) *doc.Paragraph {
	m := &n.Measures[0]
	out := say(n.Run, " was not pooled. ")
	for _, r := range n.Unjudged {
		if r.K == tableCutoff {
			out = append(out, say("Of its first ", r.K, " ranks ", share(r.Unjudged), " hold a document without a judgment. ")...)
		}
	}
	out = append(out, say("With what has no judgment as not relevant, its mean "+m.Measure+" is ", score(m.Score), fmt.Sprintf(", rank %d of %d", m.Rank, m.Of))...)
	if m.Bounds == nil {
		return para(append(out, say("; "+m.Reason+".")...))
	}
	out = append(out, say("; whatever their labels, it lies between ", score(m.Bounds.Lo), " and ", score(m.Bounds.Hi))...)
	out = append(out, rankText(m)...)
	if m.Drawn != nil {
		out = append(out, say(" With labels drawn at the rates of its judged documents it lies in ", doc.Range{Lo: m.Drawn.Lo, Hi: m.Drawn.Hi, Digits: 3},
			fmt.Sprintf(" in %s of the draws.", level(m.Drawn.Confidence)))...)
	}
	if e := m.Errors; e.Topics != nil && e.Labels != nil {
		out = append(out, say(" Its uncertainty: from the choice of topics a standard error of ", score(*e.Topics), "; from drawn labels a standard deviation of ", score(*e.Labels),
			"; from labels of any kind at most ±", score(*e.Bounds), ".")...)
	}
	return para(out)
}

// rankText says which ranks are possible.
func rankText(m *NewMeasure) []doc.Text {
	r := m.Ranks
	switch {
	case r == nil:
		return say("; ranks are not bounded: " + m.RanksReason + ".")
	case r.Best == r.Worst:
		return say(fmt.Sprintf(", and its rank is %d whatever the labels of all runs' documents.", r.Best))
	case r.Best == r.ReachedBest && r.Worst == r.ReachedWorst:
		return say(fmt.Sprintf(", and its rank between %d and %d, both of which some labels reach.", r.Best, r.Worst))
	}
	return say(fmt.Sprintf(", and its rank between %d and %d (of the labels tried, the best give %d and the worst %d).", r.Best, r.Worst, r.ReachedBest, r.ReachedWorst))
}

func (f *HoleFinding) scoreTable() *doc.Table {
	t := &doc.Table{ID: "pool-new", Caption: plain("Runs that were not pooled: scores, and what the missing labels could make of them."),
		Columns: []doc.Column{column("Run", doc.Left, "run"), column("measure", doc.Left, "measure"), column("mean", doc.Right, "mean"), column("rank", doc.Right, "rank"),
			column("condensed", doc.Right, "condensed"), column("rank", doc.Right, "condensed_rank"), column("bounds", doc.Center, "bounds"), column("ranks", doc.Center, "ranks"), column("drawn", doc.Center, "drawn")}}
	unbounded := false
	for i := range f.New {
		n := &f.New[i]
		for _, m := range n.Measures {
			bounds, ranks, drawn := cell("–"), cell("–"), cell("–")
			if m.Bounds != nil {
				bounds = cell(doc.Range{Lo: m.Bounds.Lo, Hi: m.Bounds.Hi, Digits: 3})
				if m.Ranks != nil {
					ranks = rankSpan(m.Ranks)
				}
			} else {
				unbounded = true
			}
			if m.Drawn != nil {
				drawn = cell(doc.Range{Lo: m.Drawn.Lo, Hi: m.Drawn.Hi, Digits: 3})
			}
			t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(n.Run)), cell(m.Measure), cell(score(m.Score)), cell(m.Rank), cell(score(m.Condensed.Score)), cell(m.Condensed.Rank), bounds, ranks, drawn}})
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(n.Run)), cell("Bpref"), cell(score(n.Bpref.Score)), cell(n.Bpref.Rank), cell("–"), cell("–"), cell("–"), cell("–"), cell("–")}})
		r := n.RBP
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(n.Run)), cell(r.Measure), cell(score(r.Score)), cell(r.Rank), cell("–"), cell("–"),
			cell(doc.Range{Lo: r.Score, Hi: r.Score + r.Residual, Digits: 3}), cell("–"), cell("–")}})
	}
	t.Notes = f.scoreNotes(unbounded)
	return t
}

// rankSpan is "3–18" for people, two columns for programs.
func rankSpan(r *pooling.RankRange) doc.Cell {
	best, worst := float64(r.Best), float64(r.Worst)
	text := fmt.Sprintf("%d–%d", r.Best, r.Worst)
	if r.Best == r.Worst {
		text = fmt.Sprint(r.Best)
	}
	return cell(doc.Several{Text: text, Keys: []string{"rank_best", "rank_worst"}, Values: []*float64{&best, &worst}})
}

func (f *HoleFinding) scoreNotes(unbounded bool) [][]doc.Text {
	holes := "every retrieved document without a judgment"
	if d := f.HoleTest.Depth; d > 0 {
		holes = "every document without a judgment in the " + firstOf(d, "rank")
	}
	notes := [][]doc.Text{
		say("Mean: without a judgment is not relevant. Condensed: what has no judgment is left out of all runs; it tends to flatter runs that were not pooled. Ranks are among all runs."),
		say("Bounds: " + holes + " of the run gets any grade from 0 to the greatest of the collection, and counts in the best order too. Ranks: the same for the holes of all runs at once; what other runs retrieved changes the weight of a topic."),
		say("RBP: base to base + residual, which takes in what is below the end of the lists."),
	}
	for _, n := range f.New {
		for _, m := range n.Measures {
			if m.Drawn != nil {
				return append(notes, say(fmt.Sprintf("Drawn: %s of %d draws (seed %d). A hole is relevant with the chance (r + ½)/(n + 1), for r of the run's n judged documents near its rank. A score that is divided by the number of relevant documents may fall by it.",
					level(m.Drawn.Confidence), m.Drawn.Replicates, m.Drawn.Seed)))
			}
		}
	}
	if unbounded {
		notes = append(notes, say("–: no bounds over labels are known for the measure."))
	}
	return notes
}

// missingTable is how much of each run has no judgment.
func (f *HoleFinding) missingTable() *doc.Table {
	t := &doc.Table{ID: "pool-new-unjudged", Caption: plain("Share of the first ranks that holds a document without a judgment, mean over topics."), Columns: []doc.Column{column("Run", doc.Left, "run")}}
	for _, r := range f.New[0].Unjudged {
		t.Columns = append(t.Columns, column(fmt.Sprintf("unjudged@%d", r.K), doc.Right, fmt.Sprintf("unjudged@%d", r.K)))
	}
	for _, n := range f.New {
		row := doc.Row{Cells: []doc.Cell{cell(doc.Plain(n.Run))}}
		for _, r := range n.Unjudged {
			row.Cells = append(row.Cells, cell(score(r.Unjudged)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
