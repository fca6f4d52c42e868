package reports

import (
	"cmp"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/stats"
)

// Circularity says whether runs that use the model that made the judgments B gain more from B than the others do.
type Circularity struct {
	Runs     []CircularRun `json:"runs"`    // in the order of A's ranking
	Unknown  int           `json:"unknown"` // runs of which it is not said; they are in no contrast
	Teams    bool          `json:"teams"`   // declared; else each run counts as a team of its own
	Optimism []Optimism    `json:"optimism"`
}

// CircularRun is what B does for one run.
type CircularRun struct {
	System metrics.Tag  `json:"system"`
	Team   metrics.Team `json:"team"`
	Model  string       `json:"model"`  // "yes", "family" or "no"; "" where it is not said
	Gain   float64      `json:"gain"`   // what B adds beyond the shift of all runs; positive: B flatters it, also where lower is better
	Places float64      `json:"places"` // won from A to B, runs that tie sharing their mean place
}

// Optimism is the difference between the gains of the runs of one kind and of those that do not use the model.
type Optimism struct {
	Model  string                    `json:"model"` // "yes" or "family", against "no"
	Within bool                      `json:"within_teams"`
	Score  *reliability.TeamContrast `json:"score"`
	Places *reliability.TeamContrast `json:"places"`
	// Adjusted is the p of Score after Holm, over all entries of Optimism.
	Adjusted    float64 `json:"p_adjusted"`
	Significant bool    `json:"significant"`
}

// circularity compares the runs by their use of B's model.
func (f *JudgeScores) circularity(c *judgeCells) error {
	switch {
	case len(c.study.Circular) == 0:
		return notAssessed("it was not said which runs use the model that made the judgments of %s", f.B)
	case f.Bias == nil:
		return notAssessed("it stands on the bias of each run")
	}
	out := &Circularity{Teams: c.teams, Optimism: []Optimism{}}
	rankA := stats.Ranks(c.means(c.official()))
	places := make([]float64, len(c.systems))
	for _, change := range f.Agreement.Rankings.Changes {
		i := slices.IndexFunc(c.systems, func(s metrics.System) bool { return s.Tag == f.Agreement.Systems[change.System] })
		places[i] = -change.Change + 0
	}
	for i, row := range f.Bias.Rows {
		r := CircularRun{System: row.System, Team: row.Team, Model: c.study.Circular[row.System], Gain: row.Interaction, Places: places[i]}
		if f.Lower {
			r.Gain = -r.Gain + 0
		}
		if r.Model == "" {
			out.Unknown++
		}
		out.Runs = append(out.Runs, r)
	}
	for _, model := range metrics.ModelUses()[:2] {
		out.contrast(model, c)
	}
	out.adjust(c.study.Study[0].Options.WithDefaults().Alpha)
	order := make(map[metrics.Tag]int)
	for i, sys := range c.systems {
		order[sys.Tag] = rankA[i]
	}
	slices.SortStableFunc(out.Runs, func(x, y CircularRun) int {
		return cmp.Or(cmp.Compare(order[x.System], order[y.System]), cmp.Compare(x.System, y.System))
	})
	f.Circular = out
	if len(out.Optimism) == 0 {
		return notAssessed("a contrast takes runs that use the model (yes or family) and runs that do not (no)")
	}
	return nil
}

// contrast compares the runs of one kind with those that do not use the model. Runs are still in the order of systems.
func (o *Circularity) contrast(model string, c *judgeCells) {
	var gains, places []float64
	var in []bool
	var teams []int
	for i, r := range o.Runs {
		if r.Model == model || r.Model == "no" {
			gains, places = append(gains, r.Gain), append(places, r.Places)
			in, teams = append(in, r.Model == model), append(teams, c.teamOf[i])
		}
	}
	if !slices.Contains(in, true) || !slices.Contains(in, false) {
		return
	}
	var score, rank [2]*reliability.TeamContrast
	score[0], score[1] = reliability.ContrastTeams(gains, in, teams, c.plan(0))
	rank[0], rank[1] = reliability.ContrastTeams(places, in, teams, c.plan(0))
	for i := range score {
		if score[i] != nil {
			o.Optimism = append(o.Optimism, Optimism{Model: model, Within: i == 1, Score: score[i], Places: rank[i]})
		}
	}
}

func (o *Circularity) adjust(alpha float64) {
	var p []float64
	for _, x := range o.Optimism {
		p = append(p, x.Score.P)
	}
	if p == nil {
		return
	}
	for i, adjusted := range FindCorrection("holm").Adjust(p) {
		o.Optimism[i].Adjusted, o.Optimism[i].Significant = adjusted, adjusted <= alpha
	}
}
