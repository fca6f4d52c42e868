package reports

import (
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
)

// reusable is an audit of teams by two measures: by the first a run of team A loses a rank, by the second none does.
func reusable(teams int, depth pooling.Depth) *PoolAudit {
	tau := .8
	first := []pooling.LeftOut{left(pooling.UnitTeam, "A", "a1", -.25, 1, 2), left(pooling.UnitTeam, "B", "b1", .1, 2, 1)}
	second := []pooling.LeftOut{left(pooling.UnitTeam, "A", "a1", -.02, 1, 1), left(pooling.UnitTeam, "B", "b1", 0, 2, 2)}
	one, two := summary(-.075, .25, "a1", 1, "a1"), summary(-.01, .02, "a1", 0, "")
	one.MinTau = &tau
	yes, no := true, false
	return &PoolAudit{Depth: depth, teams: true, Measure: "AP", LeftOut: first, Summary: pooling.Summary{Team: one},
		Facts:         PoolFacts{Facts: pooling.Facts{Runs: 7, Topics: 3, Judged: 20, Relevant: 5}, Teams: &teams},
		Others:        []pooling.Audit{{Measure: "P@5", LeftOut: second, Summary: pooling.Summary{Team: two}}},
		Reach:         []pooling.Reach{{Measure: "AP", Collection: true, Runs: 7, Full: 7}, {Measure: "P@5", K: 5, Runs: 7, Full: 7}},
		Contributions: []pooling.Contribution{{Contributor: &yes}, {Contributor: &no}, {Contributor: &yes}}}
}

func TestReuse(t *testing.T) {
	r := reusable(5, pooling.Depth{Ranks: 10, Given: true}).Reuse("1")
	if r.Unit != "team" || *r.Contributors != 2 || r.NotAuditable != nil || strings.Join(r.Safe, ",") != "P@5" {
		t.Errorf("got %+v", r)
	}
	ap, p := r.Measures[0], r.Measures[1]
	if *ap.WorstChange != -.25 || ap.WorstRun != metrics.Tag("a1") || ap.WorstUnit != "A" || ap.RankDrop != 1 || ap.Safe || ap.Exact || *ap.MinTau != .8 || ap.LooksAt != nil {
		t.Errorf("AP: %+v", ap)
	}
	if !p.Safe || !p.Exact || *p.LooksAt != 5 || *p.WorstChange != -.02 {
		t.Errorf("P@5: %+v", p)
	}
	const want = "Reuse: audited with 7 runs of 5 teams, a pool of depth 10 (given), 5 of 20 judged documents relevant. Strictly safe measures (no run loses a rank when the documents that only its team contributed are taken out of the pool): P@5; not AP (−25.0%, 1 rank)."
	if r.Sentence != want {
		t.Errorf("got %s", r.Sentence)
	}
}

// TestReuseNotAuditable: with few teams, or a depth that is not known, nothing is called safe.
func TestReuseNotAuditable(t *testing.T) {
	for _, c := range []struct {
		f    *PoolAudit
		want string
	}{
		{reusable(4, pooling.Depth{Ranks: 10, Given: true}), "cannot be told: 4 teams only: the pool is what they found."},
		{reusable(5, pooling.Depth{}), "a pool of unknown depth"},
		{reusable(5, pooling.Depth{}), "cannot be told: the depth of the pool is not known."},
	} {
		r := c.f.Reuse("1")
		if r.NotAuditable == nil || len(r.Safe) != 0 || r.Measures[1].Safe || !strings.Contains(r.Sentence, c.want) {
			t.Errorf("%s: %+v", r.Sentence, r.Measures)
		}
	}
}

// TestReuseCovered: where these runs were judged to the depth on some topics only, these decide.
func TestReuseCovered(t *testing.T) {
	f := reusable(5, pooling.Depth{Ranks: 10, Given: true})
	f.Covered = &CoveredPool{Topics: []metrics.Topic{"1", "2"}, LeftOut: f.Others[0].LeftOut, Summary: f.Others[0].Summary, Others: []pooling.Audit{{LeftOut: f.LeftOut, Summary: f.Summary}}}
	r := f.Reuse("1")
	if *r.Covered != 2 || strings.Join(r.Safe, ",") != "AP" || !strings.Contains(r.Sentence, "on the 2 topics judged to that depth): AP; not P@5 (−25.0%, 1 rank).") {
		t.Error(r.Sentence)
	}
}
