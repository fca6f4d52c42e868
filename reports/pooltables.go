package reports

import (
	"fmt"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

func (f *PoolAudit) summaryTable() *doc.Table {
	t := &doc.Table{ID: "pool-summary", Caption: plain("Change of mean " + f.Measure + " when a unit's own contribution is left out.")}
	t.Columns = []doc.Column{column("Left out", doc.Left, "unit"), column("mean change", doc.Right, "mean"), column("mean |change|", doc.Right, "mean_abs"),
		column("largest", doc.Right, "max"), column("of run", doc.Left, "max_run"), column("largest rank loss", doc.Right, "rank_drop"), column("least τ", doc.Right, "min_tau")}
	for _, s := range []struct {
		unit string
		c    *pooling.Change
	}{{"run", f.Summary.Run}, {"team", f.Summary.Team}} {
		if s.c == nil {
			continue
		}
		row := doc.Row{Cells: []doc.Cell{cell("each " + s.unit), percent(s.c.Mean), percentAbs(s.c.MeanAbs)}}
		if s.c.MaxAbs != nil {
			v := f.signed(s.c, s.unit)
			row.Cells = append(row.Cells, percent(&v), cell(doc.Plain(s.c.MaxAbsRun)))
		} else {
			row.Cells = append(row.Cells, cell("–"), cell(""))
		}
		row.Cells = append(row.Cells, cell(s.c.MaxRankDrop), maybe(s.c.MinTau, 3))
		t.Rows = append(t.Rows, row)
	}
	if !f.teams {
		t.Notes = append(t.Notes, say("Teams: not assessed, since no teams were declared. Runs of one team find the same documents, and leaving out one of them understates the bias."))
	}
	return t
}

func percent(v *float64) doc.Cell {
	if v == nil {
		return cell("–")
	}
	return cell(doc.Percent{Value: *v, Digits: 1, Sign: true})
}

func percentAbs(v *float64) doc.Cell {
	if v == nil {
		return cell("–")
	}
	return cell(doc.Percent{Value: *v, Digits: 1})
}

// runTable has a row a run, the largest loss first.
func (f *PoolAudit) runTable() *doc.Table {
	t := &doc.Table{ID: "pool-runs", Caption: plain("Each unit's runs without what only that unit contributed; largest change first.")}
	t.Columns = []doc.Column{column("Run", doc.Left, "run"), column("mean "+f.Measure, doc.Right, "before")}
	kinds := f.kinds()
	for _, k := range kinds {
		t.Columns = append(t.Columns, column("unique relevant ("+k.String()+")", doc.Right, "unique_relevant_"+k.String()),
			column("without ("+k.String()+")", doc.Right, "after_"+k.String()), column("change ("+k.String()+")", doc.Right, "change_"+k.String()),
			column("rank ("+k.String()+")", doc.Center, "rank_"+k.String()))
	}
	t.Columns = append(t.Columns, column(fmt.Sprintf("judged@%d", f.cutoff), doc.Right, fmt.Sprintf("judged@%d", f.cutoff)),
		column(fmt.Sprintf("unjudged@%d", f.cutoff), doc.Right, fmt.Sprintf("unjudged@%d", f.cutoff)))
	for _, l := range f.bySize() {
		row := doc.Row{Faint: f.types[l.Run] == "baseline", Cells: []doc.Cell{cell(doc.Plain(l.Run)), cell(doc.Number{Value: l.Before, Digits: 4})}}
		for _, k := range kinds {
			e := f.entry(k, l.Run)
			row.Cells = append(row.Cells, cell(e.UniqueRelevant), cell(doc.Number{Value: e.After, Digits: 4}), percent(e.Change), cell(ranks(e)))
		}
		judged, unjudged := f.rates(l.Run)
		row.Cells = append(row.Cells, cell(score(judged)), cell(score(unjudged)))
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, say(fmt.Sprintf("judged@%d and unjudged@%d: judged and unjudged documents in the first %d ranks, divided by %d, mean over topics; what is missing to 1 are empty ranks. ",
		f.cutoff, f.cutoff, f.cutoff, f.cutoff), "Ranks: 1 + number of runs with a greater mean, all rescored, baselines included."))
	return t
}

func (f *PoolAudit) kinds() []pooling.Unit {
	var out []pooling.Unit
	if f.Summary.Run != nil {
		out = append(out, pooling.UnitRun)
	}
	if f.Summary.Team != nil {
		out = append(out, pooling.UnitTeam)
	}
	return out
}

// rates is judged@k and unjudged@k of a run at the table's cutoff.
func (f *PoolAudit) rates(run metrics.Tag) (judged, unjudged float64) {
	for _, r := range f.Judged {
		if r.Run == run && r.K == f.cutoff {
			return r.Judged, r.Unjudged
		}
	}
	return 0, 0
}

func ranks(l *pooling.LeftOut) string {
	if l.RankBefore == l.RankAfter {
		return fmt.Sprint(l.RankBefore)
	}
	return fmt.Sprintf("%d → %d", l.RankBefore, l.RankAfter)
}
