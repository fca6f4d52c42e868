package reports

import (
	"fmt"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// unjudgedParagraph compares contributors with the others, and unjudged documents with scores.
func (f *PoolAudit) unjudgedParagraph() *doc.Paragraph {
	out := append(f.splitText(), f.correlationText()...)
	if out == nil {
		return nil
	}
	return para(out)
}

// splitText compares what was judged of runs that look pooled and of the others.
func (f *PoolAudit) splitText() []doc.Text {
	for _, s := range f.Split {
		// Where most runs do not look pooled, the depth is not the same for all topics, and the split says nothing.
		if s.K != f.cutoff || s.Test == nil || s.Contributors <= s.Others {
			continue
		}
		how := "all ways to pick them counted"
		if s.Test.Method == stats.MonteCarlo {
			how = "permutations"
			if s.Test.Replicates != nil {
				how = doc.FormatInteger(*s.Test.Replicates) + " permutations"
			}
		}
		return say(fmt.Sprintf("%s as if pooled at this depth, %s not: mean judged@%d is ", runsLook(s.Contributors), countRuns(s.Others), s.K),
			score(*s.JudgedBy), " against ", score(*s.JudgedOf), " (", doc.Emph("p"), " ", doc.PValue{Value: s.Test.P, Relation: true}, fmt.Sprintf(", over %ss, %s). ", s.Test.Units, how))
	}
	return nil
}

// fewForTau is the number of runs or teams below which no common τ_b is significant.
const fewForTau = 10

// correlationText says whether runs with more unjudged documents score less.
func (f *PoolAudit) correlationText() []doc.Text {
	c := f.Correlation
	if c.Tau == nil {
		return nil
	}
	what := "normal approximation"
	if c.Exact {
		what = "exact"
	}
	alpha := f.Verdicts.Alpha
	out := say(fmt.Sprintf("Unjudged@%d and score of the %d %ss: Kendall's ", c.K, c.N, c.Units), doc.Emph("τ_b"), " = ", doc.Signed{Value: *c.Tau, Digits: 2}, ", ",
		doc.Emph("p"), " ", doc.PValue{Value: *c.P, Alpha: alpha, Relation: true}, " ("+what+"). ")
	switch {
	case *c.P > alpha:
		out = append(out, say("That is no sign of a bias against runs that retrieve other documents")...)
		if c.N < fewForTau {
			return append(out, say(fmt.Sprintf(", though with %d %ss a strong one could go unseen.", c.N, c.Units))...)
		}
		return append(out, say(".")...)
	case *c.Tau < 0:
		return append(out, say("Runs whose documents were judged less score less: they may be worse, or the pool may be against them.")...)
	}
	return append(out, say("Runs whose documents were judged less score more.")...)
}

// contributionTable says of each run what it gave to the pool, and whether it looks as if it was pooled.
func (f *PoolAudit) contributionTable() *doc.Table {
	t := &doc.Table{ID: "pool-contributions", Caption: plain("What each run gave to the pool.")}
	t.Columns = []doc.Column{column("Run", doc.Left, "run"), column("pooled?", doc.Center, "contributor"), column("documents", doc.Right, "documents"), column("judged", doc.Right, "judged"),
		column("relevant", doc.Right, "relevant"), column("only by it", doc.Right, "unique_relevant"), column("pooled from rank 1 to", doc.Center, "prefix"),
		column(fmt.Sprintf("unjudged@%d per relevant", f.cutoff), doc.Right, "unjudged_per_relevant")}
	per := make(map[metrics.Tag]*float64)
	for _, r := range f.Judged {
		if r.K == f.cutoff {
			per[r.Run] = r.PerRelevant
		}
	}
	for _, c := range f.Contributions {
		verdict := "–"
		if c.Contributor != nil {
			verdict = map[bool]string{true: "yes", false: "no"}[*c.Contributor]
		}
		low, middle, high := float64(c.PrefixMin), float64(c.PrefixMedian), float64(c.PrefixMax)
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(c.Run)), cell(verdict), cell(c.Documents), cell(c.Judged), cell(c.Relevant), cell(c.UniqueRelevant),
			cell(doc.Several{Text: fmt.Sprintf("%d, %d, %d", c.PrefixMin, c.PrefixMedian, c.PrefixMax), Keys: []string{"prefix_min", "prefix_median", "prefix_max"}, Values: []*float64{&low, &middle, &high}}),
			maybe(per[c.Run], 2)}})
	}
	where := "in its " + firstOf(f.Depth.Ranks, "rank")
	if f.Depth.Ranks == 0 {
		where = "at any rank"
	}
	t.Notes = append(t.Notes, say("Documents, judged, relevant, only by it: "+where+", over all topics. Pooled?: yes if in at least 95% of its topics no more than a twentieth of these ranks lacks a line in the judgments; "+
		"– where the depth is not known, or the run was said not to be pooled. Pooled from rank 1 to: number of documents without a gap, least, median and most over topics."))
	return t
}

// unjudgedTable has a row for every run and topic.
func (f *PoolAudit) unjudgedTable() *doc.Table {
	r := f.ByTopic
	t := &doc.Table{ID: "pool-unjudged", Caption: plain(fmt.Sprintf("Judged and unjudged documents in the first %d ranks, and empty ranks, by run and topic.", r.K))}
	t.Columns = []doc.Column{column("Run", doc.Left, "run"), column("topic", doc.Left, "topic"), column("judged", doc.Right, "judged"), column("unjudged", doc.Right, "unjudged"), column("empty", doc.Right, "empty")}
	for i, run := range r.Runs {
		for j, topic := range r.Topics {
			t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(run)), cell(doc.Plain(topic)), cell(r.Judged[i][j]), cell(r.Unjudged[i][j]), cell(r.Empty[i][j])}})
		}
	}
	return t
}

// heat shows unjudged@k of every run and topic; nil where nothing is unjudged.
func (f *PoolAudit) heat() *doc.Figure {
	r := f.ByTopic
	c := &doc.Heat{X: doc.Axis{Label: "Topics"}, Y: doc.Axis{Label: "Runs, best first"}, Max: 1, Digits: 1, Scale: fmt.Sprintf("unjudged@%d", r.K)}
	for _, t := range r.Topics {
		c.Columns = append(c.Columns, string(t))
	}
	row := make(map[metrics.Tag]int, len(r.Runs))
	for i, tag := range r.Runs {
		row[tag] = i
	}
	most := 0
	_, unit := f.change()
	for _, l := range f.byRank(unit) {
		counts := r.Unjudged[row[l.Run]]
		values := make([]*float64, len(counts))
		for i, n := range counts {
			v := float64(n) / float64(r.K)
			values[i] = &v
			most = max(most, n)
		}
		c.Rows, c.Values = append(c.Rows, string(l.Run)), append(c.Values, values)
	}
	if most == 0 {
		return nil
	}
	return &doc.Figure{ID: "pool-unjudged", Chart: c, Caption: plain(fmt.Sprintf("Share of the first %d ranks that hold an unjudged document, for each run and topic.", r.K)),
		Alt: fmt.Sprintf("Heat map of unjudged@%d of %s on %s.", r.K, count(len(c.Rows), "run"), count(len(c.Columns), "topic"))}
}
