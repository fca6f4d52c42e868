package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/reports"
	"sigrel/reports/doc"
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
		src.keepSparse = true
		f.BoolVar(&byTopic, "by-topic", false, "also the score of every topic (text, csv, tsv, trec; json has them always)")
		f.BoolVar(&src.judged, "judged-only", false, "leave unjudged documents out of the runs (trec_eval -J)")
		f.IntVar(&src.maxDocs, "max-docs", 0, "look only at the first `n` documents of each topic (trec_eval -M)")
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
	if digits < 0 || digits > 17 {
		return usagef("digits %d: want 0 to 17", digits)
	}
	if e.flags.Changed("digits") && out.format != "trec" {
		return usagef("--digits is for -f trec: the other formats have their own precision")
	}
	st, err := src.load(e)
	if err != nil {
		return err
	}
	e.warn(st.Warnings)
	switch out.format {
	case "json":
		return writeJSON(e, out, scoreJSON(st))
	case "trec":
		return out.write(e, scoreTrec(st, src.measures, byTopic, digits))
	case "csv", "tsv":
		return out.write(e, scoreTable(st, byTopic, out.format))
	}
	return writeDoc(e, out, scoreDoc(st, byTopic))
}

// scored is sigrel/score/1.
type scored struct {
	Schema   string          `json:"schema"`
	Topics   []metrics.Topic `json:"topics"`
	Runs     []scoredRun     `json:"runs"`
	Warnings []stats.Warning `json:"warnings"`
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

func scoreJSON(st *reports.Study) scored {
	out := scored{Schema: "sigrel/score/1", Topics: st.Scores[0].Topics, Warnings: append([]stats.Warning{}, st.Warnings...)}
	for i, sys := range st.Scores[0].Systems {
		r := scoredRun{Run: sys.Tag, Team: sys.Team}
		for _, s := range st.Scores {
			r.Measures = append(r.Measures, scoredMeasure{s.Measure, s.Means()[i], slices.Clone(s.Row(i))})
		}
		out.Runs = append(out.Runs, r)
	}
	return out
}

// scoreTrec prints as trec_eval does: a block a run, topics in byte order, then the lines "all", with the run's name
// before them where there are several runs. Measures have the names that they were asked by.
func scoreTrec(st *reports.Study, asked []string, byTopic bool, digits int) []byte {
	var b bytes.Buffer
	line := func(name, topic, value string) { fmt.Fprintf(&b, "%-22s\t%s\t%s\n", name, topic, value) }
	name := func(m int) string {
		if m < len(asked) {
			return asked[m]
		}
		return st.Scores[m].Measure
	}
	for i, sys := range st.Scores[0].Systems {
		if byTopic {
			for t, topic := range st.Scores[0].Topics {
				for m, s := range st.Scores {
					if s.Measure != "NumQ" { // a count of topics, which trec_eval prints for all of them only
						line(name(m), string(topic), trecValue(st, m, s.Row(i)[t], digits))
					}
				}
			}
		}
		if len(st.Scores[0].Systems) > 1 { // several blocks need a name each
			line("runid", "all", string(sys.Tag))
		}
		for m, s := range st.Scores {
			v := s.Means()[i]
			if st.Measures != nil {
				v = st.Measures[m].All(s.Row(i))
			}
			line(name(m), "all", trecValue(st, m, v, digits))
		}
	}
	return b.Bytes()
}

func trecValue(st *reports.Study, m int, v float64, digits int) string {
	if st.Measures != nil && st.Measures[m].Count {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// meansTable has a row a run and a column a measure, best first by the official measure.
func meansTable(st *reports.Study) *doc.Table {
	t := &doc.Table{ID: "scores", Caption: []doc.Text{doc.Plain(fmt.Sprintf("Mean scores over %d topics.", len(st.Scores[0].Topics)))}}
	t.Columns = []doc.Column{{Title: []doc.Text{doc.Plain("Run")}, Key: "run"}}
	if st.Teams {
		t.Columns = append(t.Columns, doc.Column{Title: []doc.Text{doc.Plain("Team")}, Key: "team"})
	}
	for _, s := range st.Scores {
		t.Columns = append(t.Columns, doc.Column{Title: []doc.Text{doc.Plain(s.Measure)}, Align: doc.Right, Key: s.Measure})
	}
	for _, i := range st.Scores[0].Order() {
		sys := st.Scores[0].Systems[i]
		row := doc.Row{Cells: []doc.Cell{{Text: []doc.Text{doc.Plain(sys.Tag)}}}}
		if st.Teams {
			row.Cells = append(row.Cells, doc.Cell{Text: []doc.Text{doc.Plain(sys.Team)}})
		}
		for _, s := range st.Scores {
			row.Cells = append(row.Cells, doc.Cell{Text: []doc.Text{doc.Number{Value: s.Means()[i], Digits: 4}}})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// topicTable has a row a run and topic.
func topicTable(st *reports.Study) *doc.Table {
	t := &doc.Table{ID: "topics", Caption: []doc.Text{doc.Plain("Scores by topic.")}}
	t.Columns = []doc.Column{{Title: []doc.Text{doc.Plain("Run")}, Key: "run"}, {Title: []doc.Text{doc.Plain("Topic")}, Key: "topic"}}
	for _, s := range st.Scores {
		t.Columns = append(t.Columns, doc.Column{Title: []doc.Text{doc.Plain(s.Measure)}, Align: doc.Right, Key: s.Measure})
	}
	for _, i := range st.Scores[0].Order() {
		for c, topic := range st.Scores[0].Topics {
			row := doc.Row{Cells: []doc.Cell{{Text: []doc.Text{doc.Plain(st.Scores[0].Systems[i].Tag)}}, {Text: []doc.Text{doc.Plain(topic)}}}}
			for _, s := range st.Scores {
				row.Cells = append(row.Cells, doc.Cell{Text: []doc.Text{doc.Number{Value: s.Row(i)[c], Digits: 4}}})
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// longTable has a row a run, topic and measure: what --scores reads back.
func longTable(st *reports.Study) *doc.Table {
	t := &doc.Table{ID: "topics"}
	for _, key := range []string{"run", "topic", "measure", "score"} {
		t.Columns = append(t.Columns, doc.Column{Key: key})
	}
	for _, i := range st.Scores[0].Order() {
		for c, topic := range st.Scores[0].Topics {
			for _, s := range st.Scores {
				t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{{Text: []doc.Text{doc.Plain(s.Systems[i].Tag)}}, {Text: []doc.Text{doc.Plain(topic)}},
					{Text: []doc.Text{doc.Plain(s.Measure)}}, {Text: []doc.Text{doc.Number{Value: s.Row(i)[c]}}}}})
			}
		}
	}
	return t
}

func scoreTable(st *reports.Study, byTopic bool, format string) []byte {
	t := meansTable(st)
	if byTopic {
		t = longTable(st)
	}
	return separate([]doc.Block{t}, format)
}

func scoreDoc(st *reports.Study, byTopic bool) *doc.Doc {
	d := &doc.Doc{Title: "Scores", Blocks: []doc.Block{meansTable(st)}}
	if byTopic {
		d.Blocks = append(d.Blocks, topicTable(st))
	}
	return d
}
