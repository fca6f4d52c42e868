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
	unseen := []pooling.LeftOut{left(pooling.UnitRun, "a", "a", -0.0004, 1, 1), left(pooling.UnitRun, "b", "b", 0.0001, 2, 2)}
	one := []pooling.LeftOut{left(pooling.UnitTeam, "A", "a", -0.03, 1, 1), left(pooling.UnitTeam, "B", "b", 0, 2, 2)}
	oneSeen := []pooling.LeftOut{left(pooling.UnitTeam, "A", "a", -0.03, 1, 1), left(pooling.UnitTeam, "B", "b", 0.0002, 2, 2)}
	depth := pooling.Depth{Ranks: 10}
	none := []pooling.LeftOut{left(pooling.UnitRun, "a", "a", 0, 1, 1), left(pooling.UnitRun, "b", "b", 0, 2, 2)}
	byRun, byTeam := summary(-0.0193, 0.05, "c", 1, "c"), summary(-0.063, 0.2, "b", 2, "a")
	for _, c := range []struct {
		name string
		f    PoolAudit
		want string
	}{
		{"runs", PoolAudit{Depth: depth, LeftOut: runs, Summary: pooling.Summary{Run: byRun}},
			"Leaving a run's own contribution out of the pool changes its mean AP by −1.9% on average and by −5.0% at most (c); the greatest loss is of 1 rank (c)."},
		{"teams", PoolAudit{Depth: depth, LeftOut: append(runs, teams...), Summary: pooling.Summary{Run: byRun, Team: byTeam}},
			"Leaving a team's own contribution out of the pool changes the mean AP of its runs by −20.0% at most (b of team A), by +4.0% at most in any other team, " +
				"and by −6.3% on average; the greatest loss is of 2 ranks (a). The best run a falls to rank 3."},
		{"nothing", PoolAudit{Depth: depth, LeftOut: none, Summary: pooling.Summary{Run: summary(0, 0, "a", 0, "")}},
			"Leaving any run's own contribution out of the pool changes no mean AP."},
		{"all ranks as asked", PoolAudit{Depth: pooling.Depth{Given: true}, LeftOut: none, Summary: pooling.Summary{Run: summary(0, 0, "a", 0, "")}},
			"Leaving any run's own contribution out of the pool changes no mean AP."},
		{"next to nothing", PoolAudit{Depth: depth, LeftOut: unseen, Summary: pooling.Summary{Run: summary(-0.0002, 0.0004, "a", 0, "")}},
			"Leaving any run's own contribution out of the pool changes no mean AP by 0.05% or more; no run loses a rank by it."},
		{"no other team", PoolAudit{Depth: depth, LeftOut: one, Summary: pooling.Summary{Team: summary(-0.015, 0.03, "a", 0, "")}},
			"Leaving a team's own contribution out of the pool changes the mean AP of its runs by −3.0% at most (a of team A), not at all in any other team, " +
				"and by −1.5% on average; no run loses a rank by it."},
		{"hardly another team", PoolAudit{Depth: depth, LeftOut: oneSeen, Summary: pooling.Summary{Team: summary(-0.0004, 0.03, "a", 0, "")}},
			"Leaving a team's own contribution out of the pool changes the mean AP of its runs by −3.0% at most (a of team A), by less than 0.05% in any other team, " +
				"and by less than 0.05% on average; no run loses a rank by it."},
		{"depth unknown, runs", PoolAudit{LeftOut: runs, Summary: pooling.Summary{Run: byRun}},
			"The depth of the pool is unknown, so that all ranks were taken, which as a rule understates the effect: leaving a run's own contribution out of the pool " +
				"changes its mean AP by −1.9% on average and by −5.0% at most (c); the greatest loss is of 1 rank (c)."},
		{"depth unknown, nothing", PoolAudit{LeftOut: none, Summary: pooling.Summary{Run: summary(0, 0, "a", 0, "")}},
			"The depth of the pool is unknown, so that all ranks were taken, which as a rule understates the effect: leaving any run's own contribution out of the pool " +
				"changes no mean AP."},
		{"covered", PoolAudit{LeftOut: none, Summary: pooling.Summary{Run: summary(0, 0, "a", 0, "")}, Depth: pooling.Depth{Ranks: 7}, Facts: PoolFacts{Facts: pooling.Facts{Topics: 5}},
			Covered: &CoveredPool{Topics: []metrics.Topic{"1", "2"}, LeftOut: runs, Summary: pooling.Summary{Run: byRun}}},
			"On the 2 topics of 5 where these runs were judged to depth 7, leaving a run's own contribution out of the pool changes its mean AP by −1.9% on average " +
				"and by −5.0% at most (c); the greatest loss is of 1 rank (c)."},
	} {
		c.f.Measure = "AP"
		got := string(new(doc.Printer).Text(&doc.Doc{Blocks: []doc.Block{para(c.f.sentence())}}))
		if got = strings.Join(strings.Fields(got), " "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestPoolUnknownBold: with the depth unknown, what is in bold reassures nobody.
func TestPoolUnknownBold(t *testing.T) {
	f := PoolAudit{Measure: "AP", LeftOut: []pooling.LeftOut{left(pooling.UnitRun, "a", "a", 0, 1, 1)}, Summary: pooling.Summary{Run: summary(0, 0, "a", 0, "")}}
	got := string(new(doc.Printer).Markdown(&doc.Doc{Blocks: []doc.Block{para(f.sentence())}}))
	if want := "**The depth of the pool is unknown**, so"; !strings.HasPrefix(got, want) || strings.Count(got, "**") != 2 {
		t.Errorf("got %s, want only the beginning in bold", got)
	}
}

// audited prints the audit of runs, lines of documents, with the judged documents relevant.
func audited(t *testing.T, judged string, measures []string, lines ...string) string {
	t.Helper()
	var runs []*metrics.Run
	for i, line := range lines {
		r := &metrics.Run{Tag: metrics.Tag("abc"[i : i+1]), Topics: map[metrics.Topic][]metrics.Scored{}}
		for k, d := range strings.Fields(line) {
			r.Topics["1"] = append(r.Topics["1"], metrics.Scored{Doc: metrics.Doc(d), Score: float64(-k)})
		}
		runs = append(runs, r)
	}
	st := &Study{Runs: runs, Qrels: metrics.Qrels{"1": {}}, Level: 1}
	for d := range strings.FieldsSeq(judged) {
		st.Qrels["1"][metrics.Doc(d)] = 1
	}
	for _, name := range measures {
		m, err := metrics.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		st.Measures = append(st.Measures, m)
	}
	ev, err := metrics.Evaluate(runs, st.Qrels.Gold(1), st.Measures, metrics.EvalOptions{})
	if err != nil {
		t.Fatal(err)
	}
	st.Scores = ev.Scores
	f, err := AuditPool(st, "")
	if err != nil {
		t.Fatal(err)
	}
	return string(new(doc.Printer).Text(&doc.Doc{Blocks: f.Blocks()}))
}

// TestPoolBlocks: no table, column or picture in which nothing happens.
func TestPoolBlocks(t *testing.T) {
	for _, c := range []struct {
		name, judged string
		measures     []string
		lines        []string
		want, not    []string
	}{
		{"nothing changes", "x y", []string{"AP", "P@1"}, []string{"x y u", "x y v", "y x w"},
			[]string{"depth of 2 (inferred: the pool is exactly the union of the first 2 of each run, as it is of the first 1)",
				"No mean AP and no rank changes", "Leaving out changes no mean and no rank by P@1.", "Teams: not assessed", "unique relevant (run)", "judged@10",
				"What only one run contributed"},
			[]string{"largest change", " 0.0%", "Figure 1. Leaving", "Rank: before", "of run", "least τ", "by run", "unknown"}},
		// At depth 2 each run has x and one document of its own: P@2 falls from 1 to 1/2, and the run from rank 1 to 3.
		{"a rank is lost", "x y z w", []string{"P@2", "RR"}, []string{"x y u", "x w", "x z u"},
			[]string{"largest change", "−50.0%", "Figure", "Rank: before", "most ranks lost by run", "1 → 3", "Leaving out changes no mean and no rank by RR."},
			[]string{"No run loses a rank", "no rank changes", "other measures"}},
		// Without its own z, AP of c is 0 in place of 1/3, and c is last as before. The documents of a and b are shared.
		{"no rank is lost", "x y z", []string{"AP", "P@3"}, []string{"x y u", "x y v", "z u w"},
			[]string{"The depth was not given and could not be inferred (no step found", "by the other measures", "No run loses a rank.", "of run", "−100.0%", "Figure"},
			[]string{"by run", "taken to"}},
	} {
		got := strings.Join(strings.Fields(audited(t, c.judged, c.measures, c.lines...)), " ")
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, got)
			}
		}
		for _, not := range c.not {
			if strings.Contains(got, not) {
				t.Errorf("%s: %q in\n%s", c.name, not, got)
			}
		}
	}
}

// TestPoolFlat: changes too small for a bar have their table, and no picture; a lost rank is worth one.
func TestPoolFlat(t *testing.T) {
	f := PoolAudit{Measure: "AP", Verdicts: &PoolVerdicts{Reason: "there is one topic"}, LeftOut: []pooling.LeftOut{left(pooling.UnitRun, "a", "a", -0.0004, 1, 1), left(pooling.UnitRun, "b", "b", 0, 2, 2)},
		Summary: pooling.Summary{Run: summary(-0.0002, 0.0004, "a", 0, "")}}
	const instead = "All changes are below 0.05%, and no rank changes"
	if got := oneLine(f.changes()...); !strings.Contains(got, "largest change") || !strings.Contains(got, instead) || strings.Contains(got, "Figure") {
		t.Errorf("got %s", got)
	}
	f.LeftOut[0].RankAfter = 2
	if got := oneLine(f.changes()...); strings.Contains(got, instead) || !strings.Contains(got, "Figure") {
		t.Errorf("with a rank lost: got %s", got)
	}
}
