package main

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/reports"
	"sigrel/stats"
)

var scoreCommand = &command{
	name: "score", args: "[RUN...]",
	short: "score runs against judgments. Mean scores of each run, and with --by-topic the score of every topic; values, order " +
		"of ties and missing topics are those of trec_eval 10 with -c.",
	example: "sigrel score -q qrels.txt -m AP -m nDCG@10 runs/*.txt",
	setup: func(f *pflag.FlagSet) func(*env) error {
		var src source
		var byTopic bool
		var digits int
		out := target{allowed: append([]string{"csv", "tsv", "json", "trec"}, docFormats...)}
		src.register(f)
		src.registerTopics(f)
		src.keepSparse, src.onlyMeans = true, true
		f.BoolVar(&byTopic, "by-topic", false, "also the score of every topic (text, csv, tsv, trec; json has them always)")
		f.BoolVar(&src.judged, "judged-only", false, "leave unjudged documents out of the runs (trec_eval -J)")
		f.IntVar(&src.maxDocs, "max-docs", 0, "look only at the first `n` documents of each topic (trec_eval -M)")
		f.IntVar(&src.collection, "collection-size", 0, "documents in the collection, for utility (trec_eval -N)")
		f.IntVar(&digits, "digits", 4, "decimals of -f trec")
		out.register(f)
		return func(e *env) error { return score(e, &src, &out, byTopic, digits) }
	},
}

func score(e *env, src *source, out *target, byTopic bool, digits int) error {
	if err := out.resolve(); err != nil {
		return err
	}
	if err := out.avoid(src.paths(e)); err != nil {
		return err
	}
	if src.maxDocs < 1 && e.flags.Changed("max-docs") {
		return usagef("max-docs %d: want 1 or more", src.maxDocs)
	}
	if src.collection < 1 && e.flags.Changed("collection-size") {
		return usagef("collection-size %d: want 1 or more", src.collection)
	}
	if digits < 0 || digits > 17 {
		return usagef("digits %d: want 0 to 17", digits)
	}
	if e.flags.Changed("digits") && out.format != "trec" {
		return usagef("--digits is for -f trec: the other formats have their own precision")
	}
	if src.topics != "" && out.format != "json" && (!byTopic || slices.Contains([]string{"trec", "csv", "tsv"}, out.format)) {
		return usagef("--topics-file has no effect on this output: titles are shown in -f json, and with --by-topic as text or as a page")
	}
	src.lines = out.format == "trec"
	st, err := src.load(e)
	if err != nil {
		return err
	}
	e.warn(st.Warnings)
	switch out.format {
	case "json":
		return writeJSON(e, out, src.scoreJSON(st))
	case "trec":
		text, err := scoreTrec(src, st, byTopic, digits)
		if err != nil {
			return err
		}
		return out.write(e, text)
	case "csv", "tsv":
		return out.write(e, src.scoreTable(st, byTopic, out.format))
	}
	return writeDoc(e, out, src.scoreDoc(st, byTopic))
}

// scored is sigrel/score/1.
type scored struct {
	Schema      string                  `json:"schema"`
	Topics      []metrics.Topic         `json:"topics"`
	Titles      []*string               `json:"titles"` // of each topic; null without --topics-file, or where it has none
	Runs        []scoredRun             `json:"runs"`
	Task        *string                 `json:"task"`        // null without --task
	Conventions []reports.Convention    `json:"conventions"` // of the task
	References  []reports.ReferenceLine `json:"references"`  // what chance or silence would score, by measure
	Warnings    []stats.Warning         `json:"warnings"`
}

type scoredRun struct {
	Run      metrics.Tag     `json:"run"`
	Team     metrics.Team    `json:"team"`
	Measures []scoredMeasure `json:"measures"`
}

type scoredMeasure struct {
	Measure string    `json:"measure"`
	Mean    float64   `json:"mean"`
	Scores  []float64 `json:"scores"`
}

func (s *source) scoreJSON(st *reports.Study) scored {
	out := scored{Schema: "sigrel/score/1", Topics: st.Scores[0].Topics, Conventions: []reports.Convention{}, References: []reports.ReferenceLine{},
		Warnings: append([]stats.Warning{}, st.Warnings...)}
	if st.About != nil {
		for _, t := range st.Scores[0].Topics {
			var title *string
			if s := st.About.Title(t); s != "" {
				title = &s
			}
			out.Titles = append(out.Titles, title)
		}
	}
	for i, sys := range st.Scores[0].Systems {
		r := scoredRun{Run: sys.Tag, Team: sys.Team}
		for m, sc := range st.Scores {
			r.Measures = append(r.Measures, scoredMeasure{sc.Measure, s.overall(st, m, i), slices.Clone(sc.Row(i))})
		}
		out.Runs = append(out.Runs, r)
	}
	if st.Task != nil {
		out.Task, out.Conventions = &st.Task.Name, append(out.Conventions, st.Task.Conventions...)
		out.References = append(out.References, st.Task.References...)
	}
	return out
}

// scoreTrec prints as trec_eval does: a block a run, with the run's name where there are several runs.
func scoreTrec(src *source, st *reports.Study, byTopic bool, digits int) ([]byte, error) {
	if src.task.read != nil && src.task.read.Weights != nil {
		return nil, usagef("-f trec has no place for the original's mean of --official-quirks: want another format")
	}
	request := src.request
	if src.gold == nil {
		request = metrics.RequestOf(st.Scores)
	}
	var b bytes.Buffer
	opt := metrics.TrecOptions{ByTopic: byTopic, RunID: len(st.Scores[0].Systems) > 1, Digits: digits}
	if src.gold != nil {
		opt.Labels = metrics.Labels(src.runs, src.gold, src.evalOptions())
	}
	for i := range st.Scores[0].Systems {
		if err := metrics.WriteTrec(&b, request, st.Scores, i, opt); err != nil {
			return nil, usagef("%v", err)
		}
	}
	return b.Bytes(), nil
}

// rows lists the rows, best first by what stands for all topics; ties in byte order of the tags.
func (s *source) rows(st *reports.Study) []int {
	order := st.Scores[0].Order()
	if s.task.weights(st, 0) != nil {
		slices.SortStableFunc(order, func(i, j int) int {
			return cmp.Or(cmp.Compare(metrics.Snap(s.overall(st, 0, j)), metrics.Snap(s.overall(st, 0, i))),
				cmp.Compare(st.Scores[0].Systems[i].Tag, st.Scores[0].Systems[j].Tag))
		})
	}
	return order
}

// overall is what stands for all topics beside the mean of row i by measure m: the original scorer's own mean under
// --official-quirks, the geometric mean of a measure of logarithms.
func (s *source) overall(st *reports.Study, m, i int) float64 {
	row := st.Scores[m].Row(i)
	if weights := s.task.weights(st, i); weights != nil {
		sum, all := 0.0, 0.0
		for t, w := range weights {
			sum += float64(w * row[t])
			all += w
		}
		if all == 0 {
			return 0
		}
		return sum / all
	}
	if st.Measures != nil && st.Measures[m].Log {
		return st.Measures[m].All(row)
	}
	return st.Scores[m].Means()[i]
}
