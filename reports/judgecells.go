package reports

import (
	"cmp"
	"fmt"
	"slices"

	"sigrel/metrics"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// judgeCells are the scores that the comparison stands on: the same systems on the same topics under each judge.
type judgeCells struct {
	study    *JudgeStudy
	systems  []metrics.System
	teamOf   []int // a number for the team of each system
	teams    bool
	topics   JudgedTopics
	scores   [2][]*metrics.Scores // of every measure, on the topics of both
	runs     []*metrics.Run       // of the systems; nil if a system is not one run
	noRuns   string               // why
	common   *metrics.Scores      // official measure, by A's labels of the documents that both judged; nil: none
	warnings []stats.Warning
}

func (c *judgeCells) official() *metrics.Scores { return c.scores[0][0] }
func (c *judgeCells) second() *metrics.Scores   { return c.scores[1][0] }

// newJudgeCells finds the systems and topics that both have.
func newJudgeCells(j *JudgeStudy) (*judgeCells, error) {
	c := &judgeCells{study: j, warnings: []stats.Warning{}}
	a, b := j.Study[0].Scores[0], j.Study[1].Scores[0]
	rows, columns := c.rows(a, b), c.columns(a, b)
	if len(columns[0]) == 0 {
		return nil, notAssessed("no topic was judged in both; a ranking by %s alone is not validated", j.Names[1])
	}
	if len(rows[0]) < 2 {
		return nil, notAssessed("%s scored in both, want at least 2", count(len(rows[0]), "run"))
	}
	for i, st := range j.Study {
		for _, s := range st.Scores {
			c.scores[i] = append(c.scores[i], s.Keep(rows[i], columns[i]))
		}
	}
	c.systems = c.official().Systems
	c.teams = j.Study[0].Teams
	c.teamOf = c.numberTeams()
	c.findRuns()
	return c, nil
}

// rows are those of the systems of both, in the order of a.
func (c *judgeCells) rows(a, b *metrics.Scores) (rows [2][]int) {
	var lost []string
	for i, sys := range a.Systems {
		same := func(s metrics.System) bool { return s.Tag == sys.Tag }
		if n := slices.IndexFunc(b.Systems, same); n >= 0 {
			rows[0], rows[1] = append(rows[0], i), append(rows[1], n)
		} else {
			lost = append(lost, string(sys.Tag))
		}
	}
	for _, sys := range b.Systems {
		if !slices.ContainsFunc(a.Systems, func(s metrics.System) bool { return s.Tag == sys.Tag }) {
			lost = append(lost, string(sys.Tag))
		}
	}
	if lost != nil {
		c.warnings = append(c.warnings, stats.Warning{Code: "systems-not-common", Text: fmt.Sprintf(
			"%s scored under only one of the two, left out: %s", count(len(lost), "run"), joinFirst(lost, ", ", 6))})
	}
	return rows
}

// columns are those of the topics of both, in the order of a, and says which are not.
func (c *judgeCells) columns(a, b *metrics.Scores) (columns [2][]int) {
	judged := func(i int, t metrics.Topic) bool { _, ok := c.study.Qrels[i][t]; return ok }
	c.topics = JudgedTopics{Both: []metrics.Topic{}, OnlyA: []metrics.Topic{}, OnlyB: []metrics.Topic{}, Dropped: []metrics.Topic{}, NoCommon: []metrics.Topic{}}
	common, _ := metrics.JudgedByBoth(c.study.Qrels[0], c.study.Qrels[1])
	for i, t := range a.Topics {
		n := slices.Index(b.Topics, t)
		switch {
		case n >= 0:
			columns[0], columns[1] = append(columns[0], i), append(columns[1], n)
			c.topics.Both = append(c.topics.Both, t)
			if common[t] == nil {
				c.topics.NoCommon = append(c.topics.NoCommon, t)
			}
		case judged(1, t):
			c.topics.Dropped = append(c.topics.Dropped, t)
		default:
			c.topics.OnlyA = append(c.topics.OnlyA, t)
		}
	}
	for _, t := range b.Topics {
		switch {
		case slices.Contains(a.Topics, t):
		case judged(0, t):
			c.topics.Dropped = append(c.topics.Dropped, t)
		default:
			c.topics.OnlyB = append(c.topics.OnlyB, t)
		}
	}
	slices.Sort(c.topics.Dropped)
	return columns
}

// findRuns finds the run of each system.
func (c *judgeCells) findRuns() {
	for _, sys := range c.systems {
		i := slices.IndexFunc(c.study.Runs, func(r *metrics.Run) bool { return r.Tag == sys.Tag })
		if i < 0 {
			c.runs, c.noRuns = nil, fmt.Sprintf("%s is not one run but the mean of several", sys.Tag)
			return
		}
		c.runs = append(c.runs, c.study.Runs[i])
	}
}

// numberTeams numbers the teams, if they were declared; a system without one is a team of its own.
func (c *judgeCells) numberTeams() []int {
	teams := make([]metrics.Team, len(c.systems))
	for i, sys := range c.systems {
		teams[i] = sys.Team
		if !c.teams || sys.Team == "" {
			teams[i] = metrics.Team(sys.Tag)
		}
	}
	of, _ := numberTeams(teams)
	return of
}

// scoring is what Agree compares.
func (c *judgeCells) scoring(i int) Scoring {
	s := c.scores[i][0]
	out := Scoring{Name: c.study.Names[i], Study: c.study.Study[i], Scores: s, Means: make(map[metrics.Tag]float64)}
	for n, mean := range s.Means() {
		out.Means[s.Systems[n].Tag] = mean
	}
	return out
}

// means are those of the systems, higher better.
func (c *judgeCells) means(s *metrics.Scores) []float64 { return worth(s.Means(), s.Lower) }

// rescore scores the runs under other judgments, on the topics wanted, by the official measure or by all.
func (c *judgeCells) rescore(runs []*metrics.Run, q metrics.Qrels, topics []metrics.Topic, ms []metrics.Applied) ([]*metrics.Scores, error) {
	part := make(metrics.Qrels, len(topics))
	for _, t := range topics {
		part[t] = q[t]
	}
	ev, err := metrics.Evaluate(runs, part.Gold(max(int(c.study.Level), 1)), ms,
		metrics.EvalOptions{Unanswered: metrics.UnansweredZero, KeepEmpty: true, KeepSparse: true, Workers: c.study.Plan.Workers})
	if err != nil {
		return nil, err
	}
	return ev.Scores, nil
}

// plan is the study's, with so many replicates; 0 means the default of package resample.
func (c *judgeCells) plan(replicates int) resample.Plan {
	plan := c.study.Plan
	plan.Replicates = replicates
	return plan
}

// samples is the number of samples of topics.
func (c *judgeCells) samples() int { return cmp.Or(c.study.Plan.Replicates, judgeSamples) }
