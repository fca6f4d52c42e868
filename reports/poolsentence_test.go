package reports

import (
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

// left makes an entry whose score goes from 1 to 1 + change.
func left(kind pooling.Unit, unit, run string, change float64, before, after int) pooling.LeftOut {
	return pooling.LeftOut{Kind: kind, Unit: unit, Run: metrics.Tag(run), Change: &change, RankBefore: before, RankAfter: after}
}

func summary(mean, most float64, mostRun string, drop int, dropRun string) *pooling.Change {
	return &pooling.Change{Mean: &mean, MaxAbs: &most, MaxAbsRun: metrics.Tag(mostRun), MaxRankDrop: drop, MaxRankDropRun: metrics.Tag(dropRun)}
}

func TestPoolSentence(t *testing.T) {
	runs := []pooling.LeftOut{left(pooling.UnitRun, "a", "a", -0.01, 1, 1), left(pooling.UnitRun, "b", "b", 0.002, 2, 2), left(pooling.UnitRun, "c", "c", -0.05, 3, 4)}
	teams := []pooling.LeftOut{left(pooling.UnitTeam, "A", "a", -0.03, 1, 3), left(pooling.UnitTeam, "A", "b", -0.2, 2, 4), left(pooling.UnitTeam, "C", "c", 0.04, 3, 1)}
	none := []pooling.LeftOut{left(pooling.UnitRun, "a", "a", 0, 1, 1), left(pooling.UnitRun, "b", "b", 0, 2, 2)}
	byRun, byTeam := summary(-0.0193, 0.05, "c", 1, "c"), summary(-0.063, 0.2, "b", 2, "a")
	for _, c := range []struct {
		name string
		f    PoolAudit
		want string
	}{
		{"runs", PoolAudit{LeftOut: runs, Summary: pooling.Summary{Run: byRun}},
			"Leaving a run's own contribution out of the pool changes its mean AP by −1.9% on average and by −5.0% at most (c); the greatest loss is of 1 rank (c)."},
		{"teams", PoolAudit{LeftOut: append(runs, teams...), Summary: pooling.Summary{Run: byRun, Team: byTeam}},
			"Leaving a team's own contribution out of the pool changes the mean AP of its runs by −20.0% at most (b of team A), by +4.0% at most in any other team, " +
				"and by −6.3% on average; the greatest loss is of 2 ranks (a). The best run a falls to rank 3."},
		{"nothing", PoolAudit{LeftOut: none, Summary: pooling.Summary{Run: summary(0, 0, "a", 0, "")}},
			"Leaving any run's own contribution out of the pool changes no mean AP."},
		{"covered", PoolAudit{LeftOut: none, Summary: pooling.Summary{Run: summary(0, 0, "a", 0, "")}, Depth: pooling.Depth{Ranks: 7}, Facts: PoolFacts{Facts: pooling.Facts{Topics: 5}},
			Covered: &CoveredPool{Topics: []metrics.Topic{"1", "2"}, LeftOut: runs, Summary: pooling.Summary{Run: byRun}}},
			"On the 2 of 5 topics where these runs were judged to depth 7, leaving a run's own contribution out of the pool changes its mean AP by −1.9% on average " +
				"and by −5.0% at most (c); the greatest loss is of 1 rank (c)."},
	} {
		c.f.Measure = "AP"
		got := string(new(doc.Printer).Text(&doc.Doc{Blocks: []doc.Block{para(c.f.sentence())}}))
		if got = strings.Join(strings.Fields(got), " "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}
