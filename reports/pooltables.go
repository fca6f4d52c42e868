package reports

import (
	"fmt"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

func (f *PoolAudit) summaryTable() *doc.Table {
	t := &doc.Table{ID: "pool-summary", Caption: plain("Change of mean " + f.Measure + " when a unit's own contribution is left out.")}
	t.Columns = summaryColumns(column("Left out", doc.Left, "unit"))
	add := func(name string, s pooling.Summary, entries []pooling.LeftOut) {
		for _, u := range []struct {
			unit string
			c    *pooling.Change
		}{{"run", s.Run}, {"team", s.Team}, {"type", s.Type}} {
			if u.c != nil {
				t.Rows = append(t.Rows, doc.Row{Cells: append([]doc.Cell{cell("each " + u.unit + name)}, summaryCells(u.c, u.unit, entries)...)})
			}
		}
	}
	rest := ""
	if f.Covered != nil {
		add(", judged topics", f.Covered.Summary, f.Covered.LeftOut)
		t.Notes = append(t.Notes, say(fmt.Sprintf("Judged topics: the %d where these runs were judged to depth %d.", len(f.Covered.Topics), f.Depth.Ranks)))
		rest = ", all topics"
	}
	add(rest, f.Summary, f.LeftOut)
	withoutEmpty(t)
	if slices.ContainsFunc(t.Columns, func(c doc.Column) bool { return c.Key == "verdicts_flipped" }) {
		t.Notes = append(t.Notes, say("Verdicts changed: pairs of runs, counted anew for each unit left out."))
	}
	if !f.teams {
		t.Notes = append(t.Notes, say(teamsUnknown))
	}
	return t
}

const teamsUnknown = "Teams: not assessed, since no teams were declared. Runs of one team find the same documents, and leaving out one of them understates the bias."

// withoutEmpty takes the columns away that are empty in all rows, and says why where that is no matter of course.
func withoutEmpty(t *doc.Table) {
	for j := len(t.Columns) - 1; j > 0; j-- {
		if slices.ContainsFunc(t.Rows, func(r doc.Row) bool { return r.Cells[j].Text[0] != doc.Plain("–") }) {
			continue
		}
		if t.Columns[j].Key == "max_rank_drop_run" {
			t.Notes = append(t.Notes, say("No run loses a rank."))
		}
		t.Columns = slices.Delete(t.Columns, j, j+1)
		for i := range t.Rows {
			t.Rows[i].Cells = slices.Delete(t.Rows[i].Cells, j, j+1)
		}
	}
}

// summaryColumns are the heads of summaryCells, after the first.
func summaryColumns(first ...doc.Column) []doc.Column {
	return append(first, column("mean change", doc.Right, "mean_change"), column("mean |change|", doc.Right, "mean_abs_change"),
		column("largest change", doc.Right, "max_change"), column("of run", doc.Left, "max_change_run"),
		column("most ranks lost", doc.Right, "max_rank_drop"), column("by run", doc.Left, "max_rank_drop_run"), column("least τ", doc.Right, "min_tau"),
		column("verdicts changed", doc.Right, "verdicts_flipped"))
}

// summaryCells shows a summary; the largest change has its sign. A run is named only where something happens to it.
func summaryCells(c *pooling.Change, unit string, entries []pooling.LeftOut) []doc.Cell {
	largest, run, drop := cell("–"), cell("–"), cell("–")
	for _, l := range entries {
		if l.Run == c.MaxAbsRun && l.Kind.String() == unit && l.Change != nil {
			largest = maybeChange(l.Change)
		}
	}
	if c.MaxAbs != nil && *c.MaxAbs > 0 {
		run = cell(doc.Plain(c.MaxAbsRun))
	}
	if c.MaxRankDrop > 0 {
		drop = cell(doc.Plain(c.MaxRankDropRun))
	}
	flipped := cell("–")
	if c.VerdictsFlipped != nil {
		flipped = cell(*c.VerdictsFlipped)
	}
	return []doc.Cell{maybeChange(c.Mean), maybeShare(c.MeanAbs), largest, run, cell(c.MaxRankDrop), drop, maybe(c.MinTau, 3), flipped}
}

// runTable has a row a run, the largest loss first, with what happens to it without units of these kinds; whole, also with
// the means then. Where nothing changes it has no columns of changes.
func (f *PoolAudit) runTable(kinds []pooling.Unit, whole bool) *doc.Table {
	t := &doc.Table{ID: "pool-runs", Caption: plain(f.runCaption(kinds))}
	t.Columns = []doc.Column{column("Run", doc.Left, "run"), column("mean "+f.Measure, doc.Right, "before")}
	still := f.still()
	for _, k := range kinds {
		t.Columns = append(t.Columns, column("unique relevant ("+k.String()+")", doc.Right, "unique_relevant_"+k.String()))
		if !still {
			if whole {
				t.Columns = append(t.Columns, column("without ("+k.String()+")", doc.Right, "after_"+k.String()))
			}
			t.Columns = append(t.Columns, column("change ("+k.String()+")", doc.Right, "change_"+k.String()),
				column("rank ("+k.String()+")", doc.Center, "rank_"+k.String()))
		}
	}
	t.Columns = append(t.Columns, column(fmt.Sprintf("judged@%d", f.cutoff), doc.Right, fmt.Sprintf("judged@%d", f.cutoff)),
		column(fmt.Sprintf("unjudged@%d", f.cutoff), doc.Right, fmt.Sprintf("unjudged@%d", f.cutoff)))
	for _, l := range f.bySize() {
		row := doc.Row{Faint: f.types[l.Run] == "baseline", Cells: []doc.Cell{cell(doc.Plain(l.Run)), cell(doc.Number{Value: l.Before, Digits: 4})}}
		for _, k := range kinds {
			row.Cells = append(row.Cells, unitCells(f.entry(k, l.Run), still, whole)...)
		}
		judged, unjudged := f.rates(l.Run)
		row.Cells = append(row.Cells, cell(score(judged)), cell(score(unjudged)))
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, say(fmt.Sprintf("judged@%d and unjudged@%d: judged and unjudged documents in the first %d ranks, divided by %d, mean over topics; what is missing to 1 are empty ranks.",
		f.cutoff, f.cutoff, f.cutoff, f.cutoff)))
	if !still {
		t.Notes[0] = append(t.Notes[0], say(" Rank: before → after where it changes; 1 + number of runs with a greater mean, all rescored, baselines included.")...)
	}
	if !whole && len(kinds) < len(f.kinds()) {
		t.Notes = append(t.Notes, say("Without each single run: in the CSV and JSON."))
	}
	return t
}

// unitCells is what a run loses without its unit: dashes where it has none, as a run without a type.
func unitCells(e *pooling.LeftOut, still, whole bool) []doc.Cell {
	if e == nil {
		out := unitCells(&pooling.LeftOut{}, still, whole)
		for i := range out {
			out[i] = cell("–")
		}
		return out
	}
	out := []doc.Cell{cell(e.UniqueRelevant)}
	if still {
		return out
	}
	if whole {
		out = append(out, cell(doc.Number{Value: e.After, Digits: 4}))
	}
	return append(out, maybeChange(e.Change), beforeAfter(e))
}

func (f *PoolAudit) kinds() []pooling.Unit {
	var out []pooling.Unit
	if f.Summary.Run != nil {
		out = append(out, pooling.UnitRun)
	}
	if f.Summary.Team != nil {
		out = append(out, pooling.UnitTeam)
	}
	if f.Summary.Type != nil {
		out = append(out, pooling.UnitType)
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

// beforeAfter is "7 → 8" for people, or "7" where nothing changes; two columns for programs.
func beforeAfter(l *pooling.LeftOut) doc.Cell {
	before, after := float64(l.RankBefore), float64(l.RankAfter)
	return cell(doc.Several{Text: ranks(l), Keys: []string{"rank_before_" + l.Kind.String(), "rank_after_" + l.Kind.String()}, Values: []*float64{&before, &after}})
}

func ranks(l *pooling.LeftOut) string {
	if l.RankBefore == l.RankAfter {
		return fmt.Sprint(l.RankBefore)
	}
	return fmt.Sprintf("%d → %d", l.RankBefore, l.RankAfter)
}

// runCaption explains the table of runs.
func (f *PoolAudit) runCaption(kinds []pooling.Unit) string {
	var units []string
	for _, k := range kinds {
		units = append(units, k.String())
	}
	if f.still() {
		return "What only one " + strings.Join(units, " or one ") + " contributed, and what was judged of each run."
	}
	own := map[string]string{"run": "only it", "team": "only its team", "type": "only runs of its type"}
	var whose []string
	for _, u := range units {
		whose = append(whose, own[u])
	}
	out := "Each run scored without the documents that " + strings.Join(whose, ", and without those that ")
	if len(units) > 1 {
		out += ","
	}
	return out + " contributed; largest change first."
}

func (f *PoolAudit) measureTable() *doc.Table {
	t := &doc.Table{ID: "pool-measures", Caption: plain("The same by the other measures.")}
	t.Columns = summaryColumns(column("Measure", doc.Left, "measure"), column("left out", doc.Left, "unit"))
	for _, a := range f.Others {
		for _, s := range []struct {
			unit string
			c    *pooling.Change
		}{{"run", a.Summary.Run}, {"team", a.Summary.Team}, {"type", a.Summary.Type}} {
			if s.c != nil {
				t.Rows = append(t.Rows, doc.Row{Cells: append([]doc.Cell{cell(a.Measure), cell("each " + s.unit)}, summaryCells(s.c, s.unit, a.LeftOut)...)})
			}
		}
	}
	withoutEmpty(t)
	return t
}
