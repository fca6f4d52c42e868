package reports

import (
	"errors"
	"fmt"

	"sigrel/reliability"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// TeamModel is the split of variance with teams, and what it says of rankings of runs, teams, and runs of one team.
type TeamModel struct {
	reliability.TeamModel
	Coefficients reliability.TeamCoefficients `json:"coefficients"`
	Required     []reliability.TeamRequired   `json:"required"`

	warnings []stats.Warning
}

// teamModel is nil with a reason where it cannot be estimated.
func teamModel(s *subject, targets []float64) (*TeamModel, *string) {
	if s.team == nil {
		return nil, new("teams are not known")
	}
	m, err := reliability.StudyTeams(s.values, s.team)
	switch {
	case errors.Is(err, reliability.ErrOneTeam):
		return nil, new("all systems are of one team")
	case err != nil:
		return nil, new(err.Error())
	}
	_, n := s.values.Dims()
	out := &TeamModel{TeamModel: m, Coefficients: m.At(n)}
	for _, c := range m.Components {
		if c.VarianceRaw < 0 {
			out.warnings = append(out.warnings, stats.Warning{Code: reliability.WarnNegative, Text: fmt.Sprintf(
				"model of teams: the estimate of the variance of effect %s is negative, %s, and taken as 0", c.Effect, squaredText(c.VarianceRaw, varianceDigits))})
		}
	}
	for _, t := range targets {
		out.Required = append(out.Required, m.TopicsFor(t))
	}
	return out, nil
}

// teamBlocks shows the model of teams, or why there is none.
func (f *Reliability) teamBlocks() []doc.Block {
	if f.teams == 0 || f.teams == f.Systems {
		return nil // no team has two runs, or nobody said
	}
	if f.TeamModel == nil {
		return []doc.Block{note("Teams and their runs: not assessed: " + *f.TeamReason + ".")}
	}
	m := f.TeamModel
	names := map[string]string{reliability.EffectTeam: "team", reliability.EffectTeamRun: "run in its team", reliability.EffectTopic: "topic",
		reliability.EffectTeamTopic: "team × topic", reliability.EffectResidual: "run × topic, error"}
	how := "analysis of variance"
	if m.Method == "reml" {
		how = "restricted maximum likelihood"
	}
	t := &doc.Table{ID: "team-components", Caption: plain(fmt.Sprintf("The same variance with %d teams and their %d runs (%s).", m.Teams, m.Runs, how))}
	t.Columns = []doc.Column{column("Source", doc.Left, "effect"), column("variance", doc.Right, "variance"), column("share", doc.Right, "share")}
	for _, c := range m.Components {
		row := doc.Row{Cells: []doc.Cell{cell(names[c.Effect]), cell(squared(c.Variance, varianceDigits, "variance")), cell(share(c.Share))}}
		if c.VarianceRaw < 0 {
			t.Notes = append(t.Notes, say("The estimate is negative, "+squaredText(c.VarianceRaw, varianceDigits)+", and counts as 0."))
			row.Cells[1].Note = []int{len(t.Notes)}
		}
		t.Rows = append(t.Rows, row)
	}
	return []doc.Block{t, f.teamTable(), para(f.teamText())}
}

func (f *Reliability) teamTable() *doc.Table {
	m := f.TeamModel
	t := &doc.Table{ID: "team-coefficients", Caption: plain("Reliability of the order of runs, of teams, and of the runs of one team.")}
	t.Columns = []doc.Column{column("Order of", doc.Left, "order"), column(count(f.Topics, "topic"), doc.Right, "value")}
	for _, r := range m.Required {
		t.Columns = append(t.Columns, column("topics for "+targetText(r.Target), doc.Right, "topics_"+targetText(r.Target)))
	}
	add := func(name string, value *float64, needed func(reliability.TeamRequired) *int) {
		row := doc.Row{Cells: []doc.Cell{cell(name), maybe(value, 3)}}
		for _, r := range m.Required {
			text := "not reachable"
			if n := needed(r); n != nil {
				text = fmt.Sprint(*n)
			}
			row.Cells = append(row.Cells, cell(doc.Several{Text: text, Keys: []string{"topics_" + targetText(r.Target)}, Values: []*float64{asFloat(needed(r))}}))
		}
		t.Rows = append(t.Rows, row)
	}
	add("runs of any teams", m.Coefficients.Runs, func(r reliability.TeamRequired) *int { return r.Runs })
	add("teams", m.Coefficients.Between, func(r reliability.TeamRequired) *int { return r.Between })
	add("runs of one team", m.Coefficients.Within, func(r reliability.TeamRequired) *int { return r.Within })
	return t
}

func asFloat(n *int) *float64 {
	if n == nil {
		return nil
	}
	v := float64(*n)
	return &v
}

// leastTeams is the number of teams, and of runs beyond the first of each, from which on their variances say something.
const leastTeams = 5

// teamText says what it takes to order a team's own runs.
func (f *Reliability) teamText() []doc.Text {
	m := f.TeamModel
	last := m.Required[len(m.Required)-1]
	var out []doc.Text
	if m.Teams < leastTeams || m.Runs-m.Teams < leastTeams {
		out = say(fmt.Sprintf("From %s and %s, too few for these variances to mean much. ", count(m.Teams, "team"), count(m.Runs, "run")))
	}
	switch {
	case last.Within == nil:
		return append(out, say("Runs of one team do not differ measurably: no number of topics puts them in order reliably.")...)
	case last.Runs == nil:
		return append(out, say(fmt.Sprintf("A reliability of %s takes %s for the order of the runs of one team, and no number is enough for that of runs of any teams.",
			targetText(last.Target), count(*last.Within, "topic")))...)
	}
	return append(out, say(fmt.Sprintf("A reliability of %s takes %s for the order of runs of any teams, and %d for that of the runs of one team.",
		targetText(last.Target), count(*last.Runs, "topic"), *last.Within))...)
}
