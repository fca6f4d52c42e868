package reports

import (
	"fmt"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// SplitHalf is how well two halves of the topics agree on the systems.
type SplitHalf struct {
	Measure string `json:"measure"`
	reliability.SplitHalf
}

func findSplit(d data) (*SplitHalf, error) {
	plan := d.plan
	plan.Replicates = d.options.Splits
	s, err := reliability.Split(d.values, reliability.SplitOptions{Plan: plan})
	if err != nil {
		return nil, err
	}
	return &SplitHalf{d.c.Measure, s}, nil
}

// ways says over which splits values are taken: "all 462 ways to halve the 12 topics".
func (f *SplitHalf) ways() string {
	if f.Dropped > 0 {
		if f.Exact {
			return fmt.Sprintf("all %s ways to make two sets of %d of the %d topics, one left out", thousands(f.Splits), f.Half, f.Topics)
		}
		return fmt.Sprintf("%s random ways (seed %d) to make two sets of %d of the %d topics, one left out at random", thousands(f.Splits), f.Seed, f.Half, f.Topics)
	}
	if f.Exact {
		return fmt.Sprintf("all %s ways to halve the %d topics", thousands(f.Splits), f.Topics)
	}
	return fmt.Sprintf("%s random ways (seed %d) to halve the %d topics", thousands(f.Splits), f.Seed, f.Topics)
}

// sentence is the gist.
func (f *SplitHalf) sentence() []doc.Text {
	if f.Pearson.Mean == nil || f.Tau.Mean == nil {
		return say(doc.Strong(plain("Split halves: ")), "over "+f.ways()+" no correlation of the two halves exists: in each, all systems tie in a half.")
	}
	out := say(doc.Strong(plain("Split halves: ")), "over "+f.ways()+", the mean scores of the systems on the two correlate by r = ", score(*f.Pearson.Mean),
		" on average, their rankings by τ_b = ", score(*f.Tau.Mean), " and τ_AP,b = ", score(*f.TauAP.Mean), ".")
	if f.SpearmanBrown != nil {
		out = append(out, say(" By the Spearman-Brown formula that is a reliability of ", score(*f.SpearmanBrown), " for all topics together.")...)
	} else {
		out = append(out, say(" The Spearman-Brown formula gives no reliability from so low a correlation.")...)
	}
	if n := f.Pearson.Undefined; n > 0 {
		out = append(out, say(fmt.Sprintf(" In %s all systems tie in a half, and %s left out.", count(n, "split"), verb(n, "it is", "they are")))...)
	}
	return out
}

func (f *SplitHalf) blocks(full bool) []doc.Block {
	out := []doc.Block{para(f.sentence())}
	if !full {
		return out
	}
	return append(out, f.table(), f.fanTable())
}

func (f *SplitHalf) table() *doc.Table {
	t := &doc.Table{ID: "split-half", Caption: plain(fmt.Sprintf("Agreement of two sets of %d topics: mean %s of %d systems.", f.Half, f.Measure, f.Systems))}
	t.Columns = []doc.Column{column("", doc.Left, "value"), column("mean", doc.Right, "mean"), column("sd", doc.Right, "sd"), column("2.5%", doc.Right, "lo"),
		column("median", doc.Right, "median"), column("97.5%", doc.Right, "hi"), column("least", doc.Right, "min"), column("greatest", doc.Right, "max"),
		column("undefined", doc.Right, "undefined")}
	for _, row := range []struct {
		name   string
		s      reliability.Spread
		digits int
	}{{"Pearson's r", f.Pearson, 3}, {"Spearman's ρ", f.Spearman, 3}, {"Kendall's τ_b", f.Tau, 3}, {"τ_AP,b", f.TauAP, 3},
		{"Flanagan-Rulon", f.FlanaganRulon, 3}, {"root mean square of Δ", f.RMSE, 4}, {"mean |Δ|", f.Difference, 4}, {"most ranks moved", f.RankChange, 1}} {
		r := doc.Row{Cells: []doc.Cell{cell(row.name)}}
		for i, v := range []*float64{row.s.Mean, row.s.SD, row.s.Lo, row.s.Median, row.s.Hi, row.s.Min, row.s.Max} {
			r.Cells = append(r.Cells, maybeSquared(v, row.digits, t.Columns[i+1].Key))
		}
		t.Rows = append(t.Rows, doc.Row{Cells: append(r.Cells, cell(row.s.Undefined))})
	}
	t.Notes = []([]doc.Text){say("Over " + f.ways() + "; no topic is drawn twice. The quantiles show how much splits differ; they are no confidence interval."),
		say("Δ: a system's mean on the one set less that on the other. Undefined: splits in which all systems tie in a half, left out. Flanagan-Rulon is " + f.rulon())}
	return t
}

// rulon says what the mean of Flanagan and Rulon's coefficient is.
func (f *SplitHalf) rulon() string {
	if f.Exact && f.Dropped == 0 {
		return "a reliability of both halves together; its mean over all splits is Cronbach's α, which is Eρ² (where that is not below 0), its greatest value Guttman's λ4."
	}
	return "a reliability of both sets together."
}

// fanTable shows what three curves make of τ with more topics.
func (f *SplitHalf) fanTable() *doc.Table {
	t := &doc.Table{ID: "split-fan", Caption: plain("Kendall's τ_b between two sets of topics by their size, and what three curves make of it beyond.")}
	t.Columns = []doc.Column{column("topics in each", doc.Right, "topics"), column("τ_b, mean", doc.Right, "tau_b")}
	for _, form := range f.Fan.Forms {
		t.Columns = append(t.Columns, column(form.Form, doc.Right, form.Form))
	}
	for _, p := range f.Fan.Points {
		row := doc.Row{Cells: []doc.Cell{cell(p.Size), maybe(p.Tau, 3)}}
		for range f.Fan.Forms {
			row.Cells = append(row.Cells, cell("–"))
		}
		t.Rows = append(t.Rows, row)
	}
	if len(f.Fan.Forms) == 0 {
		t.Notes = []([]doc.Text){say("Nothing is extrapolated: " + f.Fan.Reason + ".")}
		return t
	}
	for i, n := range f.Fan.Topics {
		row := doc.Row{Cells: []doc.Cell{cell(n), cell("–")}, Rule: i == 0}
		for _, form := range f.Fan.Forms {
			row.Cells = append(row.Cells, cell(score(form.Tau[i])))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = []([]doc.Text){say("Fitted to the share of discordant pairs, (1 − τ)/2. The curves agree on the sizes seen; how far they part beyond is how little is known there.")}
	return t
}
