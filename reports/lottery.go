package reports

import (
	"cmp"
	"fmt"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// Lottery is who would be first on another sample of as many topics.
type Lottery struct {
	Measure    string       `json:"measure"`
	Topics     int          `json:"topics"`
	Replicates int          `json:"replicates"`
	Exact      bool         `json:"exact"` // all samples there are, none drawn
	Seed       *uint64      `json:"seed"`  // null if exact
	Confidence float64      `json:"confidence"`
	Systems    []SystemOdds `json:"systems"` // in order of their means
	Teams      []TeamOdds   `json:"teams"`   // in order of their chance to be first; empty where teams were not declared

	tied int // systems that share the best mean
}

// SystemOdds is the chance of one system.
type SystemOdds struct {
	System metrics.Tag `json:"system"`
	reliability.Chance
}

// TeamOdds is the chance of one team.
type TeamOdds struct {
	Team metrics.Team `json:"team"`
	reliability.TeamChance
}

func findLottery(d data) (*Lottery, error) {
	plan := d.plan
	plan.Replicates = d.options.Replicates
	l, err := reliability.Draw(d.values, reliability.LotteryOptions{Teams: d.teams, Primary: d.primary, Confidence: d.level, Plan: plan})
	if err != nil {
		return nil, err
	}
	f := &Lottery{Measure: d.c.Measure, Topics: l.Topics, Replicates: l.Replicates, Exact: l.Exact, Confidence: l.Confidence, Teams: []TeamOdds{}}
	if !l.Exact {
		f.Seed = &l.Seed
	}
	for i, rank := range stats.Ranks(rowMeans(d.values)) {
		if rank == 1 {
			f.tied = i + 1 // the best come first
		}
	}
	for i, s := range d.c.ranked() {
		f.Systems = append(f.Systems, SystemOdds{s.System, l.Runs[i]})
	}
	for t, c := range l.Teams {
		f.Teams = append(f.Teams, TeamOdds{d.names[t], c})
	}
	slices.SortStableFunc(f.Teams, func(a, b TeamOdds) int { return cmp.Compare(b.Best.First, a.Best.First) })
	return f, nil
}

// samples says what was drawn.
func (f *Lottery) samples() string {
	if f.Exact {
		return fmt.Sprintf("all %s samples of %s with replacement", thousands(f.Replicates), count(f.Topics, "topic"))
	}
	return fmt.Sprintf("%s samples (seed %d) of %s with replacement", thousands(f.Replicates), *f.Seed, count(f.Topics, "topic"))
}

func (f *Lottery) sentence() []doc.Text {
	out := say(doc.Strong(plain("Other topics: ")), fmt.Sprintf("over %s, ", f.samples()))
	first, top := 0.0, 0.0
	var names []metrics.Tag
	for _, s := range f.Systems[:f.tied] {
		names = append(names, s.System)
		first, top = first+s.First, top+s.Top
	}
	first = min(first, 1)
	if len(names) == 1 {
		out = append(out, say(names[0], ", which has the best mean here, is first in "+oddsText(first))...)
		if len(f.Systems) > lotteryTop {
			out = append(out, say(" and among the first three in "+oddsText(top))...)
		}
	} else {
		out = append(out, say("one of ", tags(names, 8), ", which share the best mean here, is first in "+oddsText(first))...)
	}
	favourite := slices.MaxFunc(f.Systems, func(a, b SystemOdds) int { return cmp.Compare(a.First, b.First) })
	if favourite.First > first {
		out = append(out, say("; ", favourite.System, " is more often first, in "+oddsText(favourite.First))...)
	}
	return append(out, say(".")...)
}

// oddsText is a share that looks like 0 or 1 only where it is.
func oddsText(v float64) string {
	switch {
	case v > 0 && v < 0.0005:
		return "<0.1%"
	case v < 1-1e-9 && v >= 0.9995: // shares of ties add up to 1 but for rounding
		return ">99.9%"
	}
	return doc.FormatNumber(100*v, 1) + "%"
}

func oddsCell(v float64, key string) doc.Cell {
	return cell(doc.Several{Text: oddsText(v), Keys: []string{key}, Values: []*float64{&v}})
}

// lotteryRows is the number of systems of a short table.
const lotteryRows = 10

// lotteryTop is the number of places that count as the top.
const lotteryTop = 3

// blocks is a sentence and the chances of the first systems; in full, those of all and of the teams.
func (f *Lottery) blocks(full bool) []doc.Block {
	if !full {
		return []doc.Block{para(f.sentence()), f.table(lotteryRows)}
	}
	out := []doc.Block{para(f.sentence()), f.table(len(f.Systems))}
	if len(f.Teams) > 1 && len(f.Teams) < len(f.Systems) {
		out = append(out, f.teamTable())
	}
	return out
}

// columns are the heads of oddsCells; the top three say nothing of so many.
func (f *Lottery) columns(prefix string, top bool) []doc.Column {
	out := []doc.Column{column("first", doc.Right, prefix+"first")}
	if top {
		out = append(out, column("in the top 3", doc.Right, prefix+"top3"))
	}
	return append(out, column("ranks, "+level(f.Confidence), doc.Center, prefix+"ranks"))
}

func oddsCells(c reliability.Chance, prefix string, top bool) []doc.Cell {
	out := []doc.Cell{oddsCell(c.First, prefix+"first")}
	if top {
		out = append(out, oddsCell(c.Top, prefix+"top3"))
	}
	lo, hi := float64(c.RankLo), float64(c.RankHi)
	return append(out, cell(doc.Several{Text: fmt.Sprintf("[%d, %d]", c.RankLo, c.RankHi), Keys: []string{prefix + "rank_lo", prefix + "rank_hi"}, Values: []*float64{&lo, &hi}}))
}

func (f *Lottery) table(rows int) *doc.Table {
	rows = min(rows, len(f.Systems))
	caption := "Chances of the systems on another sample of as many topics."
	if rows < len(f.Systems) {
		caption = fmt.Sprintf("Chances of the first %d of %d systems on another sample of as many topics.", rows, len(f.Systems))
	}
	t := &doc.Table{ID: "lottery", Caption: plain(caption)}
	several := len(f.Systems) > lotteryTop
	t.Columns = append([]doc.Column{column("System", doc.Left, "system")}, f.columns("", several)...)
	for _, s := range f.Systems[:rows] {
		t.Rows = append(t.Rows, doc.Row{Cells: append([]doc.Cell{cell(doc.Plain(s.System))}, oddsCells(s.Chance, "", several)...)})
	}
	t.Notes = []([]doc.Text){say("Over " + f.samples() + ". Systems that tie for a place share it. The means found are taken for the true ones, which flatters those that were lucky.")}
	return t
}

func (f *Lottery) teamTable() *doc.Table {
	declared := 0
	for _, t := range f.Teams {
		if t.Primary != nil {
			declared++
		}
	}
	t := &doc.Table{ID: "lottery-teams", Caption: plain("Chances of the teams on another sample of as many topics.")}
	several := len(f.Teams) > lotteryTop
	t.Columns = append([]doc.Column{column("Team", doc.Left, "team")}, f.columns("", several)...)
	byPrimary := declared > 1
	if byPrimary {
		t.Columns = append(t.Columns, f.columns("primary_", declared > lotteryTop)...)
		t.Columns[1].Title = plain("best run: first")
		t.Columns[len(t.Columns)-len(f.columns("", declared > lotteryTop))].Title = plain("primary run: first")
	}
	for _, team := range f.Teams {
		row := doc.Row{Cells: append([]doc.Cell{cell(doc.Plain(team.Team))}, oddsCells(team.Best, "", several)...)}
		switch {
		case !byPrimary:
		case team.Primary == nil:
			for range f.columns("", declared > lotteryTop) {
				row.Cells = append(row.Cells, cell("–"))
			}
		default:
			row.Cells = append(row.Cells, oddsCells(*team.Primary, "primary_", declared > lotteryTop)...)
		}
		t.Rows = append(t.Rows, row)
	}
	text := "A team is placed by the run of it that is best in the sample, which favours teams with many runs."
	if byPrimary {
		text += fmt.Sprintf(" By primary run: the %d declared primary runs among themselves.", declared)
	}
	t.Notes = []([]doc.Text){say(text)}
	return t
}
