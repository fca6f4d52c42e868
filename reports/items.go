package reports

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// ItemStudy is a comparison within one topic, or of labels: the items (documents, claims) of that topic are what is
// swapped, and what the inference is about.
type ItemStudy struct {
	Measure string
	Lower   bool          // lower is better
	Topic   metrics.Topic // empty for labels
	Unit    string        // "document" or "item"
	Items   int           // of the gold, or of the topic
	How     string        // what is swapped: "scores", "ranks" or "labels"
	Systems []metrics.System
	Values  []float64 // of each system
	Test    func(i, j int) (stats.Result, error)
}

// CompareItems compares all systems of an item study, or all with the study's baselines, corrected after Holm unless the
// study names another correction.
func CompareItems(st *Study, in ItemStudy) (*Comparison, error) {
	opt := st.Options.WithDefaults()
	scores, err := metrics.NewScores(in.Measure, in.Systems, []metrics.Topic{in.Topic}, mat.NewDense(len(in.Values), 1, in.Values))
	if err != nil {
		return nil, err
	}
	scores.Lower = in.Lower
	row := make(map[metrics.Tag]int)
	for i, sys := range in.Systems {
		row[sys.Tag] = i
	}
	arranged, ranked := arrange(scores, st)
	if len(ranked) < 2 {
		return nil, fmt.Errorf("%s: %w to compare: %d ranked, want at least 2", in.Measure, stats.ErrTooFewSystems, len(ranked))
	}
	c := &Comparison{Schema: "sigrel/compare/1", Measure: in.Measure, Topics: 1, Alpha: opt.Alpha, Test: "items", Alternative: opt.Alternative,
		Unit: in.Unit, Warnings: []stats.Warning{}, scores: arranged, options: opt, confidence: opt.Confidence, sided: opt.Alternative != stats.TwoSided, items: &in}
	pairs, kind, err := c.declare(st.Baselines, len(ranked), opt)
	if err != nil {
		return nil, err
	}
	name := "holm"
	if len(pairs) == 1 {
		name = "none"
	}
	if st.Correction != nil {
		name = st.Correction.Name
	}
	fam := &stats.Family{Procedure: "items+" + name, Error: FindCorrection(name).Error, Systems: len(ranked), Alpha: opt.Alpha}
	var p, lo, hi []float64
	for _, pair := range pairs {
		r, err := in.Test(row[arranged.Systems[pair[0]].Tag], row[arranged.Systems[pair[1]].Tag])
		if err != nil {
			return nil, err
		}
		fam.Pairs = append(fam.Pairs, stats.Pair{I: pair[0], J: pair[1], Result: r})
		p, lo, hi = append(p, r.P), append(lo, r.PLo), append(hi, r.PHi)
		if r.Method == stats.MonteCarlo {
			fam.Replicates, fam.Seed = opt.Plan.Count(), opt.Plan.Seed
		}
	}
	by := FindCorrection(name)
	p, lo, hi = by.Adjust(p), by.Adjust(lo), by.Adjust(hi)
	for i := range fam.Pairs {
		fam.Pairs[i].Adjusted, fam.Pairs[i].AdjustedLo, fam.Pairs[i].AdjustedHi = p[i], lo[i], hi[i]
	}
	c.Procedure = fam.Procedure
	c.Family = Family{Kind: kind, M: len(fam.Pairs), Procedure: fam.Procedure, Error: fam.Error}
	if fam.Replicates > 0 {
		c.Replicates, c.Seed = &fam.Replicates, &fam.Seed
	}
	c.Warnings = append(c.Warnings, c.pairWarnings(fam)...)
	c.fillPairs(fam, opt)
	for i := range c.Pairs {
		c.Pairs[i].DZ, c.Pairs[i].Wins, c.Pairs[i].Ties, c.Pairs[i].Losses = nil, 0, 0, 0 // of topics, of which there is one
	}
	c.Warnings = append(c.Warnings, c.open()...)
	c.fillSystems(fam.Decisions(), kind, opt)
	return c, nil
}

// ItemBlocks are what `compare` prints of an item study.
func (c *Comparison) ItemBlocks() []doc.Block {
	in := c.items
	where := fmt.Sprintf("%s of the gold", count(in.Items, in.Unit))
	if in.Topic != "" {
		where = fmt.Sprintf("%s of topic %s", count(in.Items, in.Unit), in.Topic)
	}
	drawn := ""
	if c.Replicates != nil {
		drawn = fmt.Sprintf("; %d swappings drawn, seed %d, p = (b + 1)/(B + 1)", *c.Replicates, *c.Seed)
	}
	out := []doc.Block{&doc.Heading{Level: 1, ID: "compare", Text: plain(c.Measure)},
		para(fmt.Sprintf("%s (%s, %s).", c.differ(), c.procedureName(), c.errorRate())),
		note(doc.Strong(plain("What this says: ")), fmt.Sprintf("the %s of each %s were swapped between the two systems and %s computed anew, over the %s%s. "+
			"The inference is about the %ss of this one collection; it says nothing about other topics.", in.How, in.Unit, c.Measure, where, drawn, in.Unit)),
		c.itemSystems(), c.itemPairs()}
	return append(out, mind(c.Warnings)...)
}

func (c *Comparison) itemSystems() *doc.Table {
	t := &doc.Table{ID: "systems", Caption: plain("Systems in order of " + c.Measure + ".")}
	t.Columns = []doc.Column{column("Rank", doc.Right, "rank")}
	if c.rankIntervals() {
		t.Columns = append(t.Columns, column("Possible ranks", doc.Center, "rank"))
		t.Notes = append(t.Notes, say("Possible ranks: those that the significant differences allow."))
	}
	t.Columns = append(t.Columns, column("System", doc.Left, "system"), column(c.Measure, doc.Right, "mean"))
	lettered := len(c.Systems[0].Groups) > 0
	if lettered {
		t.Columns = append(t.Columns, column("Group", doc.Left, "group"))
		t.Notes = append(t.Notes, say("Group: systems that share a letter were not shown to differ; it does not mean that they are equal."))
	}
	for _, s := range c.Systems {
		row := doc.Row{Faint: s.apart(), Cells: []doc.Cell{rankCell(s)}}
		if c.rankIntervals() {
			row.Cells = append(row.Cells, ranksCell(s))
		}
		row.Cells = append(row.Cells, cell(doc.Plain(s.System)), cell(doc.Number{Value: s.Mean, Digits: 4}))
		if lettered {
			row.Cells = append(row.Cells, cell(letters(s.Groups)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// ItemTable lists the pairs of an item study.
func (c *Comparison) ItemTable() *doc.Table { return c.itemPairs() }

func (c *Comparison) itemPairs() *doc.Table {
	t := &doc.Table{ID: "pairs", Caption: plain("Pairs, the better system first.")}
	if c.sided {
		t.Caption = plain("Pairs, the baseline second.")
	}
	t.Columns = []doc.Column{column("A", doc.Left, "a"), column("B", doc.Left, "b"), column("A − B", doc.Right, "difference"),
		column(capital(c.Unit)+"s that differ", doc.Right, "items"), symbol("p", doc.Right, "p"), column("adjusted", doc.Right, "p_adjusted"), column("method", doc.Left, "method")}
	for _, p := range c.Pairs {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(p.A)), cell(doc.Plain(p.B)), cell(doc.Signed{Value: p.Difference, Digits: 4}),
			cell(p.n), cell(doc.PValue{Value: p.P, Alpha: c.Alpha}), {Text: say(doc.PValue{Value: p.PAdjusted, Alpha: c.Alpha}), Best: p.Significant},
			cell(p.Method.String())}})
	}
	t.Notes = append(t.Notes, say(doc.Emph("p"), ": paired randomization test over the "+c.Unit+"s, this pair alone"+c.side()+"; adjusted: "+c.procedureName()+", bold where significant at "+c.errorRate()+"."))
	return t
}
