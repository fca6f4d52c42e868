package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"sigrel/reports/doc"
)

// maxJudgedRuns is the number of runs that a table shows to people.
const maxJudgedRuns = 20

// shown picks the rows of a table for people: all if they are few, else the first ten and the others by interest, in
// their order.
func shown[T any](rows []T, most int, interest func(T) float64) []T {
	if len(rows) <= most {
		return rows
	}
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	rest := order[most/2:]
	slices.SortStableFunc(rest, func(i, j int) int { return cmp.Compare(interest(rows[j]), interest(rows[i])) })
	order = order[:most]
	slices.Sort(order)
	out := make([]T, 0, most)
	for _, i := range order {
		out = append(out, rows[i])
	}
	return out
}

// most is how many runs a table shows.
func (f *JudgeScores) most() int {
	if f.full {
		return math.MaxInt
	}
	return maxJudgedRuns
}

// meanTable shows the official measure's means and ranks.
func (f *JudgeScores) meanTable() *doc.Table {
	m := f.Measures[0]
	common := m.CommonA != nil
	moved := func(r JudgedRuns) float64 { return math.Abs(float64(r.RankB - r.RankA)) }
	rows := shown(m.Systems, f.most(), moved)
	t := &doc.Table{ID: "judged-means", Caption: plain(fmt.Sprintf("Mean %s over %s that both judged, in the order of A.", f.Measure, count(len(f.Topics.Both), "topic")))}
	t.Columns = []doc.Column{column("System", doc.Left, "system"), column("A", doc.Right, "a"), column("B", doc.Right, "b"), column("B − A", doc.Right, "difference"),
		column("rank A", doc.Right, "rank_a"), column("rank B", doc.Right, "rank_b")}
	if common {
		t.Columns = append(t.Columns, column("A∩B, by A", doc.Right, "common_a"), column("by B", doc.Right, "common_b"),
			column("ranks", doc.Center, "rank_common"), column("filled", doc.Right, "filled"), column("rank", doc.Right, "rank_filled"))
	}
	for _, r := range rows {
		cells := []doc.Cell{cell(doc.Plain(r.System)), cell(score(r.A)), cell(score(r.B)), cell(doc.Signed{Value: r.Difference, Digits: 3}), cell(r.RankA), cell(r.RankB)}
		if common {
			cells = append(cells, maybe(r.CommonA, 3), maybe(r.CommonB, 3), two(fmt.Sprintf("%d, %d", *r.RankCommonA, *r.RankCommonB), float64(*r.RankCommonA), float64(*r.RankCommonB), "rank_common_a", "rank_common_b"), maybe(r.Filled, 3), cell(*r.RankFilled))
		}
		t.Rows = append(t.Rows, doc.Row{Cells: cells})
	}
	t.Notes = append(t.Notes, say(fmt.Sprintf("A: %s. B: %s.", f.A, f.B)))
	if common {
		where := "A∩B: only the documents that both judged, the rest unjudged"
		if n := len(f.Topics.NoCommon); n > 0 {
			where += fmt.Sprintf(", on the %s that %s any", count(len(f.Topics.Both)-n, "topic"), verb(len(f.Topics.Both)-n, "has", "have"))
		}
		t.Notes = append(t.Notes, say(where+"; ranks by A, by B. Filled: by A, and by B what A did not judge."))
	}
	if n := len(m.Systems) - len(rows); n > 0 {
		t.Notes = append(t.Notes, say(fmt.Sprintf("The first %d and those that move most; %s in the CSV and JSON.", maxJudgedRuns/2, count(n, "more run"))))
	}
	return t
}

// two is one column for people and two for programs.
func two(text string, a, b float64, keys ...string) doc.Cell {
	return cell(doc.Several{Text: text, Keys: keys, Values: []*float64{&a, &b}})
}

// judgeMeasureTable sets the measures side by side.
func (f *JudgeScores) judgeMeasureTable() *doc.Table {
	t := &doc.Table{ID: "judged-measures", Caption: plain("Every measure: means over the runs, and how the rankings agree.")}
	t.Columns = []doc.Column{column("Measure", doc.Left, "measure"), column("A", doc.Right, "mean_a"), column("B", doc.Right, "mean_b"), column("A∩B, by A", doc.Right, "common_a"),
		column("by B", doc.Right, "common_b"), column("filled", doc.Right, "filled"), column("τ_b A, B", doc.Right, "tau_b"), column("τ_b on A∩B", doc.Right, "tau_b_common"),
		column("τ_b A, filled", doc.Right, "tau_b_filled"), column("same first", doc.Left, "same_winner"), column("max drop", doc.Right, "max_rank_drop")}
	for _, m := range f.Measures {
		same := "no"
		if m.SameWinner {
			same = "yes"
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(m.Measure), cell(score(m.MeanA)), cell(score(m.MeanB)), maybe(m.CommonA, 3), maybe(m.CommonB, 3), maybe(m.Filled, 3),
			maybe(m.TauB, 3), maybe(m.TauCommon, 3), maybe(m.TauFilled, 3), cell(same), cell(place(m.MaxRankDrop))}})
	}
	return t
}

// biasTable lists the runs that B moves most against the others.
func (f *JudgeScores) biasTable() *doc.Table {
	rows := slices.Clone(f.Bias.Rows)
	slices.SortStableFunc(rows, func(a, b SystemBias) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Interaction), math.Abs(a.Interaction)), cmp.Compare(a.System, b.System))
	})
	t := &doc.Table{ID: "judge-bias", Caption: plain("What B does to each run beyond the shift of all: the largest interaction first.")}
	t.Columns = []doc.Column{column("System", doc.Left, "system"), column("mean of A and B", doc.Right, "mean_ab"), column("B − A", doc.Right, "bias"), column("interaction", doc.Right, "interaction"),
		column("off the line", doc.Right, "off_line"), column(level(f.confidence())+" CI", doc.Center, "interval"), symbol("p", doc.Right, "p"), column("adjusted p", doc.Right, "p_adjusted")}
	limit := f.most()
	if limit == maxJudgedRuns {
		limit = maxJudgedRuns / 2
	}
	for i, r := range rows {
		if i == limit {
			t.Notes = append(t.Notes, say(capital(count(len(rows)-i, "more run")), " in the CSV and JSON."))
			break
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(r.System)), cell(score(r.Mean)), cell(doc.Signed{Value: r.Bias, Digits: 3}), cell(doc.Signed{Value: r.Interaction, Digits: 3}),
			maybeSigned(r.OffLine, 3), span(r.Interval, 3, true), cell(doc.PValue{Value: r.P, Alpha: f.alpha}), {Text: say(doc.PValue{Value: r.Adjusted, Alpha: f.alpha}), Best: r.Adjusted <= f.alpha}}})
	}
	t.Notes = append(t.Notes, say("Interaction: B − A of the run less its mean over runs. ", doc.Emph("p"), ": randomization test of the run's deviations on each topic from the mean over runs; adjusted: Benjamini-Hochberg over the runs. "+
		"Off the line: B less what the line of B's means on A's gives. The second and third column are the points of a Bland-Altman plot."))
	return t
}

// optimismTable shows the contrasts of runs by their use of B's model.
func (f *JudgeScores) optimismTable() *doc.Table {
	t := &doc.Table{ID: "optimism", Caption: plain("Optimism of B towards runs that use its model, against runs that do not.")}
	t.Columns = []doc.Column{column("Runs", doc.Left, "model"), column("compared", doc.Left, "compared"), column("teams", doc.Center, "teams"), column("runs", doc.Center, "runs"),
		column("Δ score", doc.Right, "score"), column("Δ places", doc.Right, "places"), symbol("p", doc.Right, "p"), column("least p", doc.Right, "least_p"), column("adjusted p", doc.Right, "p_adjusted")}
	for _, o := range f.Circular.Optimism {
		with, without := o.Score.With, o.Score.Without
		how, teams := "between teams", fmt.Sprintf("%d, %d", with, without)
		if o.Within {
			how, teams = "within teams", fmt.Sprint(with)
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(modelNames[o.Model]), cell(how), two(teams, float64(with), float64(without), "teams_with", "teams_without"),
			two(fmt.Sprintf("%d, %d", o.Score.RunsWith, o.Score.RunsOut), float64(o.Score.RunsWith), float64(o.Score.RunsOut), "runs_with", "runs_without"),
			cell(doc.Signed{Value: o.Score.Difference, Digits: 3}), cell(doc.Signed{Value: o.Places.Difference, Digits: 1}),
			cell(doc.PValue{Value: o.Score.P, Alpha: f.alpha}), cell(doc.PValue{Value: o.Score.Least, Alpha: f.alpha}), {Text: say(doc.PValue{Value: o.Adjusted, Alpha: f.alpha}), Best: o.Significant}}})
	}
	return t
}

// modelNames is how tables name the runs by their use of B's model.
var modelNames = map[string]string{"yes": "B's model", "family": "its family"}

// stressTable lists the runs that could win most places by knowing B's labels.
func (f *JudgeScores) stressTable() *doc.Table {
	s := f.Stress
	t := &doc.Table{ID: "judge-stress", Caption: plain(fmt.Sprintf("Every run's %s of each topic in the order of B's grades: mean %s, and the rank of the run if it alone did so.", firstOf(s.K, "document"), f.Measure))}
	t.Columns = []doc.Column{column("System", doc.Left, "system"), column("A", doc.Right, "a"), column("re-ranked", doc.Right, "a_reranked"), column("rank", doc.Right, "rank_a"), column("alone", doc.Right, "rank_a_alone"),
		column("B", doc.Right, "b"), column("re-ranked", doc.Right, "b_reranked"), column("rank", doc.Right, "rank_b"), column("alone", doc.Right, "rank_b_alone")}
	t.Notes = append(t.Notes, say("After ", doc.Cite("clarke2024"), "; equal grades stay in the run's order, what B did not judge counts as grade 0."))
	rows := s.Systems
	if !f.full && len(rows) > maxJudgedRuns/2 {
		rows = rows[:maxJudgedRuns/2]
		t.Notes = append(t.Notes, say(fmt.Sprintf("The first %d by A; %s in the CSV and JSON.", len(rows), count(len(s.Systems)-len(rows), "more run"))))
	}
	for _, r := range rows {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(r.System)), cell(score(r.A)), cell(score(r.RerankedA)), cell(r.RankA), cell(r.RankAAlone),
			cell(score(r.B)), cell(score(r.RerankedB)), cell(r.RankB), cell(r.RankBAlone)}})
	}
	return t
}

// mixtureTable shows the ranks of the runs over the mixtures.
func (f *JudgeScores) mixtureTable() *doc.Table {
	t := &doc.Table{ID: "judge-mixtures", Caption: plain("Ranks if chance says, topic by topic, whose judgments count.")}
	t.Columns = []doc.Column{column("System", doc.Left, "system"), column("rank A", doc.Right, "rank_a"), column("rank B", doc.Right, "rank_b"), column("mean", doc.Right, "mean"),
		column("least to greatest", doc.Center, "ranks"), column("first in", doc.Right, "wins")}
	rows := slices.Clone(f.Mixtures.Systems)
	slices.SortStableFunc(rows, func(a, b MixedSystem) int {
		return cmp.Or(cmp.Compare(a.RankA, b.RankA), cmp.Compare(a.System, b.System))
	})
	left := 0
	if !f.full && len(rows) > maxJudgedRuns/2 {
		left = len(rows) - maxJudgedRuns/2
		rows = rows[:maxJudgedRuns/2]
	}
	for _, r := range rows {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(r.System)), cell(r.RankA), cell(r.RankB), cell(doc.Number{Value: *r.Ranks.Mean, Digits: 1}),
			two(fmt.Sprintf("%g–%g", *r.Ranks.Min, *r.Ranks.Max), *r.Ranks.Min, *r.Ranks.Max, "rank_least", "rank_greatest"), cell(share(float64(r.Wins) / float64(f.Mixtures.Mixtures)))}})
	}
	t.Notes = append(t.Notes, say("After ", doc.Cite("voorhees1998"), "; whole topics are mixed."))
	if left > 0 {
		t.Notes = append(t.Notes, say(fmt.Sprintf("The first %d by A; %s in the CSV and JSON.", len(rows), count(left, "more run"))))
	}
	return t
}
