package reports

import (
	"fmt"
	"slices"
	"strings"

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
			out = append(out, say("Of its first ", r.K, " ranks ", doc.Percent{Value: r.Unjudged, Digits: 1}, " hold a document without a judgment. ")...)
		}
	}
	out = append(out, say("With what has no judgment as not relevant, its mean "+m.Measure+" is ", score(m.Score), fmt.Sprintf(", rank %d of %d", m.Rank, m.Of))...)
	if m.Bounds == nil {
		return para(append(out, say("; "+m.Reason+".")...))
	}
	out = append(out, say("; whatever their labels, it lies between ", score(m.Bounds.Lo), " and ", score(m.Bounds.Hi))...)
	out = append(out, rankText(m)...)
	if m.Drawn != nil {
		out = append(out, say(fmt.Sprintf(" Labels drawn at the rates of its judged documents give %s, ", level(m.Drawn.Confidence)),
			doc.Range{Lo: m.Drawn.Lo, Hi: m.Drawn.Hi, Digits: 3}, ".")...)
	}
	if e := m.Errors; e.Topics != nil && e.Labels != nil {
		out = append(out, say(" The choice of topics makes a standard error of ", score(*e.Topics), "; drawn labels add a standard deviation of ", score(*e.Labels),
			", and at the worst ±", score(*e.Bounds), ".")...)
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
				return append(notes, say(fmt.Sprintf("Drawn: %s of %d draws (seed %d). A hole is relevant with the chance (r + ½)/(n + 1), for r of the run's n judged documents near its rank.",
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

var verdictWords = map[string]string{alwaysSignificant: "significant", neverSignificant: "not significant", notDecided: "not decided", openVerdict: "open"}

// pairTable compares a run with every other by the official measure; nil where there are no bounds.
func (f *HoleFinding) pairTable(i int) *doc.Table {
	n := &f.New[i]
	m := &n.Measures[0]
	if m.Bounds == nil {
		return nil
	}
	t := &doc.Table{ID: fmt.Sprintf("pool-new-pairs-%d", i+1), Caption: say("Mean "+m.Measure+" of ", n.Run, " minus that of each other run, under every labelling of both runs' holes."),
		Columns: []doc.Column{column("Other run", doc.Left, "other"), column("difference", doc.Right, "difference"), column("all holes", doc.Center, "bounds"), column("its own", doc.Center, "own_bounds"),
			column("order", doc.Left, "order"), column("p", doc.Right, "p"), column("p at most", doc.Right, "p_hi"), column("verdict", doc.Left, "verdict"), column("turned by", doc.Right, "flips")}}
	outer := false
	for _, p := range m.Pairs {
		hi := cell(doc.Range{Lo: p.Lo, Hi: p.Hi, Digits: 3, Signed: true})
		if !p.Exact {
			outer = true
			hi.Text = append(hi.Text, doc.Plain("*"))
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(p.Other)), cell(doc.Signed{Value: p.Now, Digits: 3}), hi,
			cell(doc.Range{Lo: p.Own.Lo, Hi: p.Own.Hi, Digits: 3, Signed: true}), cell(p.Order), f.pCell(p.P), f.pCell(p.PHi), cell(verdictWords[p.Verdict]), flipCell(&p)}})
	}
	t.Notes = f.pairNotes(outer)
	return t
}

func (f *HoleFinding) pCell(p *float64) doc.Cell {
	if p == nil {
		return cell("–")
	}
	return cell(doc.PValue{Value: *p, Alpha: f.HoleTest.Alpha})
}

func flipCell(p *NewPair) doc.Cell {
	switch {
	case !p.FlipsKnown:
		return cell("–")
	case p.Flips == nil:
		return cell("none")
	case p.FlipsExact:
		return cell(*p.Flips)
	}
	v := float64(*p.Flips)
	return cell(doc.Several{Text: fmt.Sprintf("≥ %d", *p.Flips), Keys: []string{"flips"}, Values: []*float64{&v}})
}

func (f *HoleFinding) pairNotes(outer bool) [][]doc.Text {
	h := f.HoleTest
	notes := [][]doc.Text{say("All holes: the least and the greatest difference when the holes of both runs get common labels; its own: when only documents of the new run get one. " +
		"Order: of the means, under every labelling. Turned by: so many documents found relevant can turn the order round or make the means equal (≥: no fewer can).")}
	if outer {
		notes = append(notes, say("*: bounds that no labelling need reach, since many holes are shared."))
	}
	if h.Reason != "" {
		return append(notes, say("No p: "+h.Reason+"."))
	}
	correction := fmt.Sprintf("corrected by %s for %d pairs", h.Correction, h.Pairs)
	if h.Pairs == 1 {
		correction = "of the one pair"
	}
	return append(notes, say("p: of the paired "+h.Test+" test as judged, "+correction+"; at most: whatever the labels. Verdict at α = "+alphaText(h.Alpha)+
		": significant, or not, under every labelling; not decided: under some labelling it is not significant; open: neither was proved."))
}

// pairSentences count the verdicts by the official measure.
func (f *HoleFinding) pairSentences() []doc.Block {
	var out []doc.Block
	for i := range f.New {
		n := &f.New[i]
		m := &n.Measures[0]
		if m.Bounds == nil {
			continue
		}
		order, verdict := 0, 0
		var closest *NewPair
		for k := range m.Pairs {
			p := &m.Pairs[k]
			if p.Order != openOrder {
				order++
			}
			if p.Verdict == alwaysSignificant {
				verdict++
			}
			if p.Order == openOrder && (closest == nil || abs(p.Now) < abs(closest.Now)) {
				closest = p
			}
		}
		text := say("Of ", count(len(m.Pairs), "comparison"), " of ", n.Run, " by "+m.Measure+", the order of ", order, " is certain whatever the labels")
		if f.HoleTest.Reason == "" {
			text = append(text, say(", and ", verdict, verb(verdict, " is", " are")+" significant under every labelling")...)
		}
		text = append(text, say(".")...)
		switch {
		case closest != nil && closest.Now == 0:
			text = append(text, say(" As judged, its mean is that of ", closest.Other, ".")...)
		case closest != nil && closest.Flips != nil && closest.FlipsKnown:
			least := "at least "
			if closest.FlipsExact {
				least = ""
			}
			text = append(text, say(" The closest that is open is with ", closest.Other, ": it takes "+least, count(*closest.Flips, "document")+" found relevant to turn it round.")...)
		}
		out = append(out, para(text))
	}
	return out
}

func abs(x float64) float64 { return max(x, -x) }

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

var methodWords = map[pooling.Method]string{pooling.NoCorrection: "none", pooling.WebberPark: "Webber–Park", pooling.Lipani: "Lipani", pooling.LipaniPlain: "Lipani, no condition"}

// adjustBlocks are the corrected scores, and whether correcting helps.
func (f *HoleFinding) adjustBlocks() []doc.Block {
	if len(f.Adjustments) == 0 {
		if f.AdjustReason == "" {
			return nil
		}
		return []doc.Block{note("Score adjustment: not assessed: " + f.AdjustReason + ".")}
	}
	measure := f.Adjustments[0].Measure
	t := &doc.Table{ID: "pool-adjusted", Caption: plain("Corrections of mean " + measure + " for not having been pooled, as a check only, and how well each corrects the pooled runs when they are left out."),
		Columns: []doc.Column{column("Correction", doc.Left, "correction"), column("left out", doc.Left, "unit")}}
	for _, n := range f.New {
		t.Columns = append(t.Columns, column(string(n.Run), doc.Right, string(n.Run)), column("range", doc.Center, string(n.Run)+"_range"))
	}
	t.Columns = append(t.Columns, column("MAE", doc.Right, "mae"), column("SRE", doc.Right, "sre"), column("SRE*", doc.Right, "sre_star"), symbol("τ", doc.Right, "tau_b"))
	for _, a := range f.Adjustments {
		row := doc.Row{Cells: []doc.Cell{cell(methodWords[a.Method]), cell("each " + a.Unit.String())}}
		for _, n := range f.New {
			value, span := cell("–"), cell("–")
			for _, x := range a.New {
				if x.Run == n.Run {
					value, span = cell(doc.Number{Value: x.Adjusted, Digits: 4}), cell(doc.Range{Lo: *x.Lo, Hi: *x.Hi, Digits: 4})
				}
			}
			row.Cells = append(row.Cells, value, span)
		}
		strict := cell("–")
		if a.Error.Strict != nil {
			strict = cell(*a.Error.Strict)
		}
		row.Cells = append(row.Cells, cell(doc.Number{Value: a.Error.MeanAbsolute, Digits: 5}), cell(a.Error.RankError), strict, maybe(a.Error.TauB, 3))
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, say("Of the pooled runs, each as if its run or team had not been pooled: MAE: mean absolute error; SRE: places lost or won, all others with their true scores; SRE*: past runs that differ significantly "+
		"(paired "+f.HoleTest.Test+" test, uncorrected, α = "+alphaText(f.HoleTest.Alpha)+"); τ: of corrected and true scores. Range: the corrected score less the greatest and the least of these errors."))
	return []doc.Block{t, para(f.helps(measure))}
}

// helps says whether correcting is better than not, on this pool.
func (f *HoleFinding) helps(measure string) string {
	var parts []string
	var none *pooling.Adjustment
	for i := range f.Adjustments {
		a := &f.Adjustments[i]
		if a.Method == pooling.NoCorrection {
			none = a
			continue
		}
		better, worse := a.Error.MeanAbsolute < none.Error.MeanAbsolute-1e-12, a.Error.MeanAbsolute > none.Error.MeanAbsolute+1e-12
		fewer, more := a.Error.RankError < none.Error.RankError, a.Error.RankError > none.Error.RankError
		verdict := "mixed"
		switch {
		case !better && !worse && !fewer && !more:
			verdict = "changes nothing"
		case !worse && !more:
			verdict = "helps"
		case !better && !fewer:
			verdict = "does not help"
		}
		text := methodWords[a.Method] + " (by " + a.Unit.String() + ") " + verdict
		if verdict == "mixed" {
			text = methodWords[a.Method] + " (by " + a.Unit.String() + ") is better by one of MAE and SRE and worse by the other"
		}
		parts = append(parts, text)
	}
	return "On this pool, judged by MAE and SRE of " + measure + " against leaving the scores as they are: " + strings.Join(parts, "; ") + ". The official scores stay as they are."
}
