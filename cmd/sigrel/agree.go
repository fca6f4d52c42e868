package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

var agreeCommand = &command{
	name: "agree", args: "[RUN...]",
	short: "tell how far two scorings of the same systems, or two judges, agree. Two score matrices, or two lists of means, or two measures of one matrix or of runs: " +
		"rank correlations with intervals over topics, who moves, and whether the same differences are significant. " +
		"Two files of judgments, or one of several judges: coverage, confusion, overlap, κ, α and AC1, by topic too, and with runs the rankings by each.",
	example: "sigrel agree -s ours.csv -s theirs.csv\nsigrel agree -s scores.csv -m AP -m P@10\nsigrel agree -q human=qrels.txt -q model=labels.txt runs/*.txt\nsigrel agree --judges judges.tsv",
	setup: func(f *pflag.FlagSet) func(*env) error {
		var src source
		var tst tester
		var a agreement
		var j judging
		src.twice = true
		out := target{allowed: append([]string{"csv", "tsv", "json"}, docFormats...)}
		src.register(f)
		src.design.register(f)
		tst.register(f)
		f.Float64SliceVar(&a.persistence, "persistence", []float64{stats.DefaultPersistence}, "`p` of rank-biased overlap, separated by commas: the nearer to 1, the deeper it looks")
		f.IntSliceVar(&a.tops, "top", []int{10}, "`numbers` of systems at the top that are compared, separated by commas")
		f.IntVar(&a.samples, "samples", 2000, "`number` of bootstrap samples of topics")
		j.register(f)
		out.register(f)
		return func(e *env) error {
			if j.asked(&src) {
				return j.run(e, &a, &src, &tst, &out)
			}
			if err := j.unused(e); err != nil {
				return err
			}
			return a.run(e, &src, &tst, &out)
		}
	},
}

type agreement struct {
	persistence []float64
	tops        []int
	samples     int
}

func (a *agreement) run(e *env, src *source, tst *tester, out *target) error {
	if err := a.check(src); err != nil {
		return err
	}
	if err := out.resolve(); err != nil {
		return err
	}
	if err := out.avoid(src.paths(e)); err != nil {
		return err
	}
	two, err := scorings(e, src, tst)
	if err != nil {
		return err
	}
	f, err := reports.Agree(two[0], two[1], stats.AgreementOptions{Persistence: a.persistence, Cutoffs: a.tops, Confidence: tst.confidence,
		Plan: resample.Plan{Seed: tst.seed, Replicates: a.samples, Workers: src.jobs, Progress: progress(e.stderr, "resampling")}})
	if err != nil {
		return err
	}
	for _, s := range two {
		if s.Study != nil {
			f.Warnings = append(append([]stats.Warning{}, s.Study.Warnings...), f.Warnings...)
		}
	}
	e.warn(f.Warnings)
	if out.format == "json" {
		return writeJSON(e, out, f)
	}
	return writeDoc(e, out, &doc.Doc{Title: "Agreement", Blocks: f.Blocks()})
}

func (a *agreement) check(src *source) error {
	if err := a.checkNumbers(); err != nil {
		return err
	}
	switch {
	case len(src.scores) == 2 && src.scores[0] == formats.Stdin && src.scores[1] == formats.Stdin:
		return usagef("standard input (-) is named 2 times: want once")
	case len(src.scores) > 2:
		return usagef("%d times --scores: want two, or one with two measures", len(src.scores))
	case len(src.scores) < 2 && len(src.measures) != 2 && src.task.name == "":
		return usagef("one scoring: want --scores twice, or two measures (-m A -m B), or judgments twice (-q A -q B)")
	}
	return nil
}

func (a *agreement) checkNumbers() error {
	for _, p := range a.persistence {
		if !(p > 0 && p < 1) {
			return usagef("persistence %v: want a number between 0 and 1", p)
		}
	}
	for _, k := range a.tops {
		if k < 2 {
			return usagef("top %d: want 2 or more", k)
		}
	}
	if a.samples < 100 || a.samples > 1_000_000 {
		return usagef("samples %d: want 100 to 1000000", a.samples)
	}
	return nil
}

// scorings reads the two that are compared.
func scorings(e *env, src *source, tst *tester) (two [2]reports.Scoring, err error) {
	if len(src.scores) < 2 {
		st, err := src.load(e)
		if err != nil {
			return two, err
		}
		if len(st.Scores) < 2 {
			return two, usagef("one measure: want two (-m A -m B)")
		}
		if err := tst.apply(e, st, src.jobs); err != nil {
			return two, err
		}
		for i := range two {
			two[i] = scoring(st.Scores[i].Measure, st, st.Scores[i])
		}
		two[1].Study = &reports.Study{} // the warnings of reading are the first one's
		*two[1].Study = *st
		two[1].Study.Warnings = nil
		return two, nil
	}
	for i, arg := range src.scores {
		label, path := splitLabel(arg)
		if label == "" {
			label = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		}
		if two[i], err = readScoring(e, src, tst, label, arg, path); err != nil {
			return two, err
		}
	}
	if two[0].Name == two[1].Name {
		two[0].Name, two[1].Name = two[0].Name+" (A)", two[1].Name+" (B)"
	}
	return two, nil
}

// readScoring reads a list of means, or a matrix.
func readScoring(e *env, src *source, tst *tester, label, arg, path string) (reports.Scoring, error) {
	means, isList, err := readRanking(path)
	if isList {
		return reports.Scoring{Name: label, Means: means}, err
	}
	one := *src
	one.scores, one.inputs = []string{arg}, nil
	if len(one.measures) == 0 {
		one.officialOnly = true
	}
	st, err := one.load(e)
	if err != nil {
		return reports.Scoring{}, err
	}
	if len(st.Scores) > 1 {
		return reports.Scoring{}, usagef("%s has several measures: want one of %s (-m)", label, names(st.Scores, func(s *metrics.Scores) string { return s.Measure }))
	}
	if err := tst.apply(e, st, src.jobs); err != nil {
		return reports.Scoring{}, err
	}
	return scoring(label, st, st.Scores[0]), nil
}

func scoring(name string, st *reports.Study, s *metrics.Scores) reports.Scoring {
	out := reports.Scoring{Name: name, Study: st, Scores: s, Means: make(map[metrics.Tag]float64)}
	for i, mean := range s.Means() {
		out.Means[s.Systems[i].Tag] = mean
	}
	return out
}

// readRanking reads a file of two columns, system and mean; isList is false if it has another number of columns.
func readRanking(path string) (means map[metrics.Tag]float64, isList bool, err error) {
	if path == formats.Stdin {
		return nil, false, nil // it could be read once only
	}
	r, err := formats.Open(path)
	if err != nil {
		return nil, true, err
	}
	defer r.Close()
	if isList, err = formats.IsRanking(r, path); !isList || err != nil {
		return nil, isList, err
	}
	again, err := formats.Open(path)
	if err != nil {
		return nil, true, err
	}
	defer again.Close()
	means, err = formats.ReadRanking(again, path)
	if err != nil {
		return nil, true, err
	}
	if len(means) < 2 {
		return nil, true, fmt.Errorf("%s: %d systems, want at least 2", path, len(means))
	}
	return means, true, nil
}
