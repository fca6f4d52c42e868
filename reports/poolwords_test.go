package reports

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

func words(b doc.Block) string { return strings.Join(strings.Fields(oneLine(b)), " ") }

func point(depth, judged, relevant int, tau, diff float64) pooling.SweepPoint {
	p := pooling.SweepPoint{Judged: judged, Relevant: relevant, Tau: &tau, MeanAbsDifference: diff}
	if depth > 0 {
		p.Depth = &depth
	}
	return p
}

func TestSweepSentence(t *testing.T) {
	half := 0.5
	deep := point(10, 80, 30, 1, 0.1)
	deep.NewRelevant = &half
	full := point(0, 100, 40, 1, 0)
	rich := pooling.TopicDepth{Topic: "7", Flags: []string{pooling.FlagRich}}
	calm := pooling.TopicDepth{Topic: "8", Flags: []string{pooling.FlagOneTeam}}
	none := pooling.SweepPoint{Depth: deep.Depth, MeanAbsDifference: 0.1}
	for _, c := range []struct {
		name   string
		depths []pooling.SweepPoint
		full   pooling.SweepPoint
		topics []pooling.TopicDepth
		known  bool
		want   string
	}{
		{"settles", []pooling.SweepPoint{point(1, 10, 10, 0.97, 0.3), point(2, 20, 15, 0.9, 0.2), point(5, 40, 20, 0.96, 0.1), deep}, full, []pooling.TopicDepth{rich, calm}, true,
			"From depth 5 on, with 40.0% of the judgments and 50.0% of the relevant documents, the ranking is near that by all of them (τ ≥ .95). " +
				"From depth 5 to 10, 50.0% of 40 further judgments were relevant. 1 of 2 topics may have many more relevant documents than were found: 7."},
		{"at once", []pooling.SweepPoint{point(1, 10, 10, 0.97, 0.3), deep}, full, []pooling.TopicDepth{calm}, true,
			"Even a pool of depth 1, with 10.0% of the judgments, gives nearly the ranking by all of them (τ = 0.970). From depth 1 to 10, 50.0% of 70 further judgments were relevant. " +
				"No topic has a sign of many more relevant documents than were found."},
		{"never", []pooling.SweepPoint{point(1, 10, 10, 0.97, 0.3), point(10, 80, 30, 0.9, 0.2)}, full, nil, true,
			"At no depth up to 10 does the ranking come near that by all judgments and stay there (τ ≥ .95). No topic has a sign of many more relevant documents than were found."},
		{"depth unknown", []pooling.SweepPoint{point(1, 10, 10, 0.5, 0.3), deep}, full, []pooling.TopicDepth{rich, rich}, false,
			"From depth 10 on, with 80.0% of the judgments and 75.0% of the relevant documents, the ranking is near that by all of them (τ ≥ .95). From depth 1 to 10, 50.0% of 70 further judgments were relevant. " +
				"2 of 2 topics are rich in relevant documents, or give many of them only in the lower half of the lists."},
		{"no change", []pooling.SweepPoint{point(1, 10, 10, 1, 0), point(2, 20, 10, 1, 0)}, full, nil, false, "Even a pool of depth 1, with 10.0% of the judgments, gives the same mean AP to every run."},
		{"all tie", []pooling.SweepPoint{none}, pooling.SweepPoint{Judged: 9, Relevant: 3}, nil, false, "By all judgments all runs have the same mean, so that there is no ranking to follow."},
		{"nothing relevant", []pooling.SweepPoint{none}, pooling.SweepPoint{Judged: 9}, nil, true, "No document is relevant, so that no depth of the pool makes a difference."},
	} {
		s := &PoolSweep{Sweep: pooling.Sweep{Measure: "AP", Depths: c.depths, Full: c.full}, Topics: c.topics}
		if got := words(para(s.sentence(c.known))); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestVerdictParagraph(t *testing.T) {
	count := func(total, pairs, most int, unit string) *pooling.Change {
		return &pooling.Change{VerdictsFlipped: &total, PairsFlipped: &pairs, MostFlipped: &most, MostFlippedUnit: unit}
	}
	moved := []pooling.LeftOut{{Kind: pooling.UnitTeam, Unit: "A", Run: "a", Difference: -0.02}, {Kind: pooling.UnitTeam, Unit: "B", Run: "b", Difference: 0.01}}
	small, large := 0.01, 0.05
	own := PoolVerdicts{Procedure: "t+holm", Alpha: 0.05, Own: true, Times: 3}
	instead := PoolVerdicts{Procedure: "t+holm", Alpha: 0.05, Instead: "randomized-tukey", Times: 18}
	with := func(v PoolVerdicts, pairs, significant int, smallest *float64) *PoolVerdicts {
		v.Decided = &pooling.Decided{Pairs: pairs, Significant: significant, Smallest: smallest}
		return &v
	}
	for _, c := range []struct {
		name string
		f    PoolAudit
		want string
	}{
		{"below", PoolAudit{Verdicts: with(own, 6, 2, &large), Summary: pooling.Summary{Team: count(3, 2, 2, "A")}, LeftOut: moved},
			"2 of 6 pairs of runs differ significantly (the paired t test with Holm's correction, α = .05). Leaving out a team changes the verdict on 2 pairs, on up to 2 at once (without A). " +
				"The largest change of a mean, 0.0200 (a), is below the smallest difference between two runs that is significant, 0.0500."},
		{"above, another test", PoolAudit{Verdicts: with(instead, 6, 1, &small), Summary: pooling.Summary{Team: count(0, 0, 0, "")}, LeftOut: moved},
			"1 of 6 pairs of runs differs significantly (the paired t test with Holm's correction, α = .05; randomised Tukey HSD, which compares the runs elsewhere, would have had to run 18 times). Leaving out any team changes no verdict. " +
				"The largest change of a mean, 0.0200 (a), is above the smallest difference between two runs that is significant, 0.0100: what the pool does to a run is as large as differences that count here."},
		{"none significant", PoolAudit{Verdicts: with(own, 6, 0, nil), Summary: pooling.Summary{Team: count(0, 0, 0, "")}, LeftOut: moved},
			"None of the 6 pairs of runs differs significantly (the paired t test with Holm's correction, α = .05). Leaving out any team changes no verdict. " +
				"As no pair differs significantly, there is no least significant difference to hold the changes against."},
		{"one pair, and some one by one", PoolAudit{Verdicts: with(own, 6, 2, &large), Summary: pooling.Summary{Run: count(2, 1, 1, "a"), Team: count(3, 3, 1, "A"), Type: count(0, 0, 0, "")}},
			"2 of 6 pairs of runs differ significantly (the paired t test with Holm's correction, α = .05). Leaving out a run changes the verdict on 1 pair (as without a); " +
				"leaving out a team changes the verdict on 3 pairs, one at a time. Leaving out any type changes no verdict."},
		{"one pair, no change", PoolAudit{Verdicts: with(own, 1, 1, &small), Summary: pooling.Summary{Run: count(0, 0, 0, "")}},
			"The only pair of runs differs significantly (the paired t test with Holm's correction, α = .05). Leaving out any run changes no verdict."},
		{"not decided", PoolAudit{Verdicts: &PoolVerdicts{Reason: "there is one topic"}}, "Changed verdicts: not assessed, since there is one topic."},
	} {
		if got := words(c.f.verdictParagraph()); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestReachParagraph(t *testing.T) {
	loss := -0.1
	lost := []pooling.LeftOut{{Kind: pooling.UnitRun, Unit: "a", Run: "a", Change: &loss}}
	change := pooling.Summary{Run: &pooling.Change{Mean: &loss}}
	zero := 0.0
	kept := []pooling.LeftOut{{Kind: pooling.UnitRun, Unit: "a", Run: "a", Change: &zero}}
	const newcomer = " A new run, whose own documents are not judged, may lose what a participant loses without its run's contribution: up to 10.0%."
	for _, c := range []struct {
		name  string
		reach pooling.Reach
		depth int
		left  []pooling.LeftOut
		want  string
	}{
		{"exact", pooling.Reach{Measure: "P@10", K: 10, Within: true, Runs: 5, Full: 5}, 10, lost,
			"Every run's first 10 documents are judged on every topic: the P@10 of the participants is exact, and deeper judging would not change it." + newcomer},
		{"ideal", pooling.Reach{Measure: "nDCG@10", K: 10, Collection: true, Within: true, Runs: 5, Full: 5}, 10, lost,
			"Every run's first 10 documents are judged on every topic; deeper judging could change nDCG@10 of the participants only by relevant documents that they lack." + newcomer},
		{"gaps", pooling.Reach{Measure: "P@10", K: 10, Within: true, Runs: 5, Full: 2, Unjudged: 1}, 10, lost,
			"2 of 5 runs have all their first 10 documents judged on every topic; of the others', 1 is not." + newcomer},
		{"all gaps, deeper than the pool", pooling.Reach{Measure: "P@20", K: 20, Runs: 5, Unjudged: 7}, 10, lost,
			"No run has all its first 20 documents judged on every topic: 7 are not. P@20 looks at 20 ranks, the pool is 10 deep: what lies deeper counts as not relevant." + newcomer},
		{"AP, nothing lost", pooling.Reach{Measure: "AP", Collection: true, Runs: 5}, 10, kept,
			"AP looks at all ranks, the pool is 10 deep: what lies deeper counts as not relevant, and so does what nobody found, which the measure divides by. " +
				"No run loses anything without its own contribution; a new run that retrieves other documents still may."},
	} {
		f := PoolAudit{Reach: []pooling.Reach{c.reach}, Depth: pooling.Depth{Ranks: c.depth, Given: true}, LeftOut: c.left, Summary: change}
		if got := words(f.reachParagraph()); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestUnjudgedParagraph(t *testing.T) {
	by, of, low, high, tau, up := 0.9, 0.4, 0.004, 0.4, -0.5, 0.3
	n := 20_000
	f := PoolAudit{cutoff: 10, Verdicts: &PoolVerdicts{Alpha: 0.05}, Correlation: pooling.UnjudgedCorrelation{K: 10, Units: "team", N: 12, Tau: &tau, P: &low, Exact: true},
		Split: []pooling.Split{{K: 10, Contributors: 5, Others: 1, JudgedBy: &by, JudgedOf: &of, Test: &pooling.SplitTest{Units: "run", P: 0.25, Method: stats.Exact}}}}
	check := func(want string) {
		t.Helper()
		if got := words(f.unjudgedParagraph()); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	check("5 runs look as if pooled at this depth, 1 does not: mean judged@10 is 0.900 against 0.400 (p = 0.250, over runs, all ways to pick them counted). " +
		"Unjudged@10 and score of the 12 teams: Kendall's τ_b = −0.50, p = 0.004 (exact). Runs whose documents were judged less score less: they may be worse, or the pool may be against them.")
	f.Split[0].Test.Method, f.Split[0].Test.Replicates = stats.MonteCarlo, &n
	f.Correlation.Tau, f.Correlation.P, f.Correlation.Exact, f.Correlation.N = &up, &high, false, 4
	check("5 runs look as if pooled at this depth, 1 does not: mean judged@10 is 0.900 against 0.400 (p = 0.250, over runs, 20,000 permutations). " +
		"Unjudged@10 and score of the 4 teams: Kendall's τ_b = +0.30, p = 0.400 (normal approximation). That is no sign of a bias against runs that retrieve other documents, though with 4 teams a strong one could go unseen.")
	f.Split, f.Correlation.Tau = nil, nil
	if f.unjudgedParagraph() != nil {
		t.Error("a paragraph without anything to say")
	}
}

// TestJudge: the study's procedure where it is quick, else the t test; whatever it takes where it was asked for.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		procedure                      string
		pairs, k, n, times, replicates int
		want                           bool
	}{
		{"t+holm", 4950, 100, 100, 300, 100_000, true},
		{"tukey", 4950, 100, 100, 300, 100_000, true},
		{"randomized-tukey", 136, 17, 100, 18, 100_000, false},
		{"randomized-tukey", 6, 4, 20, 9, 100_000, true},
		{"randomization+holm", 136, 17, 100, 18, 100_000, false},
		{"randomization+holm", 6, 4, 20, 9, 100_000, true},
	} {
		if got := cheap(c.procedure, c.pairs, c.k, c.n, c.times, c.replicates); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
	st := &Study{Scores: []*metrics.Scores{manyScores(t, 17, 100)}, Options: stats.Options{Plan: resample.Plan{Replicates: 100_000}}}
	for _, s := range st.Scores[0].Systems {
		st.Runs = append(st.Runs, &metrics.Run{Tag: s.Tag})
	}
	v, _, err := judge(st, 18)
	if err != nil || v.Own || v.Procedure != "t+holm" || v.Instead != "randomized-tukey" {
		t.Errorf("got %+v and error %v", v, err)
	}
	st.PoolExact = true
	if v, _, err = judge(st, 18); err != nil || !v.Own || v.Procedure != "randomized-tukey" || v.Instead != "" {
		t.Errorf("got %+v and error %v", v, err)
	}
	st.Scores[0].Systems[3].Type, st.PoolExact = "baseline", false
	v, d, err := judge(st, 18)
	if err != nil || len(d.Runs) != 16 {
		t.Errorf("got %+v and error %v: a baseline is in no pair", v, err)
	}
}

func manyScores(t *testing.T, k, n int) *metrics.Scores {
	t.Helper()
	systems, topics := make([]metrics.System, k), make([]metrics.Topic, n)
	values := make([]float64, k*n)
	for i := range systems {
		systems[i].Tag = metrics.Tag("s" + string(rune('a'+i)))
		for j := range n {
			topics[j] = metrics.Topic("t" + string(rune('a'+j/26)) + string(rune('a'+j%26)))
			values[i*n+j] = float64((i*7+j*13)%31) / 31
		}
	}
	s, err := metrics.NewScores("AP", systems, topics, mat.NewDense(k, n, values))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
