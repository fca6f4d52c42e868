package main

import (
	"errors"
	"fmt"
	"slices"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/stats"
)

// itemReplicates is the default number of draws within a topic: each ranks all documents of two runs anew.
const itemReplicates = 10_000

// compareItems tests the runs within the one topic there is, by its documents.
func compareItems(e *env, src *source, tst *tester, how string) ([]*reports.Comparison, *reports.Study, error) {
	if how != "scores" && how != "ranks" {
		return nil, nil, usagef("items %q: want scores or ranks", how)
	}
	for _, flag := range []string{"seeds", "strata", "strata-pattern", "topics-file", "strata-by", "collapse-duplicates", "primary"} {
		if e.flags.Changed(flag) {
			return nil, nil, usagef("--%s is about tests over topics: it means nothing to a test over items", flag)
		}
	}
	if len(src.scores) > 0 {
		return nil, nil, usagef("--items is about the documents of runs: it means nothing to --scores")
	}
	st, err := src.load(e)
	if err != nil {
		return nil, nil, err
	}
	if src.runs == nil {
		return nil, nil, usagef("--items: the runs of task %s rank no documents", src.task.name)
	}
	if n := len(st.Scores[0].Topics); n != 1 {
		return nil, nil, usagef("--items: %d topics, want 1; with several topics compare tests the differences over topics", n)
	}
	if err := tst.applyItems(e, st, src.jobs); err != nil {
		return nil, nil, err
	}
	runs := make(map[metrics.Tag]*metrics.Run)
	for _, r := range src.runs {
		runs[r.Tag] = r
	}
	var all []*reports.Comparison
	for m := range st.Scores {
		c, err := reports.CompareItems(st, documentStudy(src, st, m, runs, how))
		if err != nil {
			return nil, nil, err
		}
		all = append(all, c)
	}
	return all, st, nil
}

// documentStudy is the test of a measure that exchanges the scores or ranks of the documents of two runs.
func documentStudy(src *source, st *reports.Study, measure int, runs map[metrics.Tag]*metrics.Run, how string) reports.ItemStudy {
	sc := st.Scores[measure]
	topic := sc.Topics[0]
	documents := make(map[metrics.Doc]bool)
	for _, sys := range sc.Systems {
		for _, d := range runs[sys.Tag].Topics[topic] {
			documents[d.Doc] = true
		}
	}
	warned := make(map[string]bool) // a run is in several pairs, but its scale is told once
	test := func(i, j int) (stats.Result, error) {
		a, b := runs[sc.Systems[i].Tag], runs[sc.Systems[j].Tag]
		swap := metrics.NewSwap(a, b, topic, src.gold, st.Measures[measure], src.evalOptions(), how == "ranks")
		r, err := stats.Items(swap.Items(), swap.Difference, st.Options)
		if how == "ranks" {
			return r, err
		}
		for _, w := range metrics.Scales(a, b, topic) {
			if !warned[w.Text] {
				warned[w.Text] = true
				r.Warnings = append(r.Warnings, stats.Warning(w))
			}
		}
		return r, err
	}
	return reports.ItemStudy{Measure: sc.Measure, Lower: sc.Lower, Topic: topic, Unit: "document", Items: len(documents),
		How: how, Systems: sc.Systems, Values: sc.Means(), Test: test}
}

// compareLabels tests systems that label items, such as claims, by measures of their labels.
func compareLabels(e *env, src *source, tst *tester, gold string) ([]*reports.Comparison, *reports.Study, error) {
	if len(e.args) < 2 {
		return nil, nil, usagef("--labels: want two or more files of systems' labels after the flags")
	}
	for _, flag := range []string{"qrels", "scores", "task", "items", "level", "missing", "order", "duplicates", "negative-judged", "trec-eval", "strata", "strata-pattern", "topics-file", "strata-by", "seeds", "collapse-duplicates"} {
		if e.flags.Changed(flag) {
			return nil, nil, usagef("--%s means nothing to --labels", flag)
		}
	}
	st := &reports.Study{Version: version, Command: commandLine(e)}
	truth, systems, err := formats.ReadLabelFiles(files([]string{gold})[0], files(e.args))
	if err != nil {
		return nil, nil, err
	}
	entries, err := src.readTeams(st)
	if err != nil {
		return nil, nil, err
	}
	if err := tst.applyItems(e, st, src.jobs); err != nil {
		return nil, nil, err
	}
	list := make([]metrics.System, len(systems))
	for i, l := range systems {
		entry := src.entry(st, entries, l.Tag, true)
		list[i] = metrics.System{Tag: l.Tag, Team: entry.Team, Type: entry.Type}
	}
	for _, b := range st.Baselines {
		if !slices.ContainsFunc(list, func(s metrics.System) bool { return s.Tag == b }) {
			return nil, nil, usagef("baseline %q: no such system", b)
		}
	}
	names := src.measures
	if len(names) == 0 {
		names = []string{"Accuracy", "MacroF1"}
	}
	var all []*reports.Comparison
	for _, name := range names {
		m, err := metrics.FindLabelMeasure(name, truth.Kinds())
		if err != nil {
			return nil, nil, usagef("%v", err)
		}
		study := reports.ItemStudy{Measure: m.Name, Unit: "item", Items: len(truth.Labels), How: "labels", Systems: list}
		for _, l := range systems {
			study.Values = append(study.Values, metrics.ScoreLabels(truth, l, m))
		}
		study.Test = func(i, j int) (stats.Result, error) { return labelTest(truth, systems[i], systems[j], m, st.Options) }
		c, err := reports.CompareItems(st, study)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, c)
	}
	return all, st, nil
}

// labelTest is the test of one pair. Accuracy is a mean over items, so that its p is counted whatever their number.
func labelTest(gold, a, b metrics.Labeling, m metrics.LabelMeasure, opt stats.Options) (stats.Result, error) {
	n, newDifference := metrics.SwapLabels(gold, a, b, m)
	if m.Name != "Accuracy" || n == 0 || len(gold.Labels) < 2 {
		return stats.Items(n, newDifference, opt)
	}
	items := gold.Items()
	x, y := make([]float64, len(items)), make([]float64, len(items))
	for i, d := range items {
		if a.Labels[d] == gold.Labels[d] {
			x[i] = 1
		}
		if b.Labels[d] == gold.Labels[d] {
			y[i] = 1
		}
	}
	opt.Intervals = false
	r, err := stats.Randomization(x, y, opt)
	r.Test, r.N, r.Step = "items", n, 0
	return r, err
}

// applyItems puts those flags into the study that a test over items understands.
func (t *tester) applyItems(e *env, st *reports.Study, jobs int) error {
	for _, flag := range []string{"test", "procedure", "intervals", "margin", "rope", "zeros", "effects", "across-measures", "primary"} {
		if e.flags.Changed(flag) {
			return usagef("--%s is about tests over topics: it means nothing to a test over items", flag)
		}
	}
	if t.correction != "" {
		if st.Correction = reports.FindCorrection(t.correction); st.Correction == nil {
			return usagef("correction %q: want one of %s", t.correction, names(stats.Corrections(), func(c *stats.Correction) string { return c.Name }))
		}
	}
	if err := t.checkLevels(); err != nil {
		return err
	}
	if t.alternative != stats.TwoSided && len(t.baselines) == 0 {
		return usagef("alternative %q: a one-sided hypothesis is about systems against a baseline: want --baseline RUN", t.alternative)
	}
	replicates := itemReplicates
	if e.flags.Changed("replicates") {
		replicates = t.replicates
	}
	for _, b := range t.baselines {
		if st.Scores != nil && !slices.ContainsFunc(st.Scores[0].Systems, func(s metrics.System) bool { return string(s.Tag) == b }) {
			return usagef("baseline %q: no such run", b)
		}
		st.Baselines = append(st.Baselines, metrics.Tag(b))
	}
	st.Options = t.options(e, jobs)
	st.Options.Plan.Replicates = replicates
	return nil
}

// oneTopic adds to an error about one topic what can be done with it.
func oneTopic(src *source, st *reports.Study, err error) error {
	if len(st.Scores[0].Topics) == 1 && src.runs != nil && errors.Is(err, stats.ErrTooFew) {
		return fmt.Errorf("%w; `sigrel compare --items scores` does that", err)
	}
	return err
}
