package formats_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strconv"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// Sums of squares of scores must neither overflow nor vanish, in whatever form the scores come.
func TestScoreSizes(t *testing.T) {
	const want = ": want 0 or a size between 1e-100 and 1e100"
	for _, c := range []struct{ name, in, want string }{
		{"rows are topics", "topic,a,b\n1,.1,1e200\n", `s.csv:2:6: score "1e200"` + want},
		{"rows are systems", "system,1,2\na,.1,-1.5e300\n", `s.csv:2:6: score "-1.5e300"` + want},
		{"long", "run,topic,measure,score\na,1,AP,.1\na,2,AP,1e-200\n", `s.csv:3:8: score "1e-200"` + want},
		{"one system", "1 .5\n2 1.01e100\n", `s.csv:2:3: score "1.01e100"` + want},
		{"one system, first line", "1 1e999\n2 .5\n", `s.csv:1:3: score "1e999"` + want},
		{"trec_eval -q", "map\t1\t-9e-101\nmap\tall\t.5\n", `s.csv:1:7: score "-9e-101"` + want},
		{"bare", "a,b\n.1,1e101\n", `s.csv:2:4: score "1e101"` + want},
		{"too great for a float64", "topic,a\n1,1e400\n", `s.csv:2:3: score "1e400"` + want},
		{"too small for a float64", "topic,a\n1,-1e-400\n", `s.csv:2:3: score "-1e-400"` + want},
		{"two of them", "topic,a\n1,1e200\n2,.5\n3,1e-200\n", `s.csv:2:3: score "1e200"` + want + "\n" + `s.csv:4:3: score "1e-200"` + want},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := formats.ReadScores(strings.NewReader(c.in), "s.csv", formats.ScoreOptions{})
			if err == nil || err.Error() != c.want || !errors.Is(err, metrics.ErrRange) {
				t.Errorf("got %s, error\n%v\nwant\n%s", table(got), err, c.want)
			}
		})
	}
	got, _, err := formats.ReadScores(strings.NewReader("topic,a,b\n1,1e100,-1e-100\n2,-0.0,0e999\n"), "s.csv", formats.ScoreOptions{})
	if want := "score [1 2] a[1e+100 0] b[-1e-100 0]"; err != nil || table(got) != want {
		t.Errorf("got %s, %v, want %s", table(got), err, want)
	}
}

// A document's score only orders: any finite one will do.
func TestRunScoresOfAnySize(t *testing.T) {
	run, _, err := parseRun("1 Q0 a 1 1e300 r\n1 Q0 b 2 1e-300 r\n1 Q0 c 3 -1e308 r\n", formats.RunOptions{})
	if want := "r | 1: a=1e+300#1/1 b=1e-300#2/2 c=-1e+308#3/3"; err != nil || dump(run) != want {
		t.Errorf("got %s, %v, want %s", dump(run), err, want)
	}
}

// The mean of all topics is no topic: it would count as one more and make every p wrong.
func TestSummaryRows(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"rows are topics", "topic,a,b\n1,.1,.2\nall,.1,.2\n", `s.csv:3:1: topic "all" looks like a summary of the others, want topics only: remove the line`},
		{"any case", "topic\ta\n1\t.1\nMean\t.1\nAVG\t.1\n", `s.csv:3:1: topic "Mean" looks like a summary of the others, want topics only: remove the line` + "\n" +
			`s.csv:4:1: topic "AVG" looks like a summary of the others, want topics only: remove the line`},
		{"rows are systems", "system,1,2,Average\na,.1,.2,.15\nb,.1,.2,.15\n", `s.csv:1:12: topic "Average" looks like a summary of the others, want topics only: remove the column`},
		{"long", "run,topic,measure,score\na,1,AP,.1\na,overall,AP,.1\nb,1,AP,.2\nb,amean,AP,.2\n",
			`s.csv:3:3: topic "overall" looks like a summary of the others, want topics only: remove the line` + "\n" +
				`s.csv:5:3: topic "amean" looks like a summary of the others, want topics only: remove the line`},
		{"one system", "1 .5\n2 .7\ntotal 1.2\n", `s.csv:3:1: topic "total" looks like a summary of the others, want topics only: remove the line`},
		{"one system, first line", "sum .5\n1 .5\n", `s.csv:1:1: topic "sum" looks like a summary of the others, want topics only: remove the line`},
		{"trec_eval -q", "map\t1\t.5\nmap\tgmean\t.5\nmap\tall\t.5\n", `s.csv:2:5: topic "gmean" looks like a summary of the others, want topics only: remove the line`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := formats.ReadScores(strings.NewReader(c.in), "s.csv", formats.ScoreOptions{})
			if err == nil || err.Error() != c.want || !errors.Is(err, formats.ErrSummary) {
				t.Errorf("got %s, error\n%v\nwant\n%s", table(got), err, c.want)
			}
		})
	}
}

func TestSummaryColumns(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"topic,a,MEAN\n1,.1,.2\n2,.1,.2\n", `s.csv: system "MEAN" looks like a summary of the others; it counts as a system`},
		{"system,1,2\na,.1,.2\naverage,.1,.2\n", `s.csv: system "average" looks like a summary of the others; it counts as a system`},
		{"a,b,avg\n.1,.2,.15\n", `s.csv: system "avg" looks like a summary of the others; it counts as a system`},
		{"topic,a,meaning,allied\n1,.1,.2,.3\n", ""},
	} {
		_, warnings, err := formats.ReadScores(strings.NewReader(c.in), "s.csv", formats.ScoreOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if c.want == "" && len(warnings) > 0 || c.want != "" && (len(warnings) != 1 || warnings[0] != metrics.Warning{Code: "summary-column", Text: c.want}) {
			t.Errorf("%q: got %q, want %s", c.in, warnings, c.want)
		}
	}
}

// A column that does not belong to a long table must not turn it into a wide one.
func TestUnknownColumns(t *testing.T) {
	const want = ", want measure, topic (or query, qid), system (or run), score, judge, each once"
	for _, c := range []struct{ name, in, want string }{
		{"one more", "topic,system,score,notes\n1,a,.5,good\n", `s.csv:1:20: bad header: column "notes"` + want},
		{"one more, all numbers", "topic,run,score,rank\n1,7,.5,1\n", `s.csv:1:17: bad header: column "rank"` + want},
		{"one more, no system", "topic,score,notes\n1,.5,good\n", `s.csv:1:13: bad header: column "notes"` + want},
		{"misnamed", "topic\tsystem\tvalue\n1\ta\t.5\n", `s.csv:1:14: bad header: column "value"` + want},
		{"misnamed, system first", "run,topic,value\n1,1,.5\n", `s.csv:1:11: bad header: column "value"` + want},
		{"misnamed, measure first", "measure,topic,value\nAP,1,.5\n", `s.csv:1:15: bad header: column "value"` + want},
		{"twice", "topic,system,score,run\n1,a,.5,b\n", `s.csv:1:20: bad header: column "run"` + want},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := formats.ReadScores(strings.NewReader(c.in), "s.csv", formats.ScoreOptions{})
			if err == nil || err.Error() != c.want || !errors.Is(err, formats.ErrHeader) {
				t.Errorf("got %s, error\n%v\nwant\n%s", table(got), err, c.want)
			}
		})
	}
	// Systems may be called as columns are, where numbers leave no doubt.
	for in, want := range map[string]string{
		"topic,run,baseline\n1,.1,.2\n": "score [1] run[0.1] baseline[0.2]",
		"topic,score,tuned\n1,.1,NA\n":  "score [1] score[0.1] tuned[0]",
	} {
		got, _, err := formats.ReadScores(strings.NewReader(in), "s.csv", formats.ScoreOptions{Unanswered: metrics.UnansweredZero})
		if err != nil || table(got) != want {
			t.Errorf("%q: got %s, %v, want %s", in, table(got), err, want)
		}
	}
}

// What score --by-topic prints as CSV is read back: one score a line, of several runs and measures.
func TestScoresByTopicComeBack(t *testing.T) {
	runs, topics, measures := []string{"alpha", "b, the second", "جيم"}, []string{"10", "T 2", "ب"}, []string{"AP", "nDCG@10"}
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	lines := [][]string{{"run", "topic", "measure", "score"}}
	value := 0
	for _, run := range runs {
		for _, topic := range topics {
			for _, m := range measures {
				value++
				lines = append(lines, []string{run, topic, m, strconv.FormatFloat(float64(value)/8, 'g', -1, 64)})
			}
		}
	}
	if err := out.WriteAll(lines); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "run,topic,measure,score\nalpha,10,AP,0.125\n") {
		t.Fatalf("wrote %q", b.String())
	}
	want := "AP [10 T 2 ب] alpha[0.125 0.375 0.625] b, the second[0.875 1.125 1.375] جيم[1.625 1.875 2.125] | " +
		"nDCG@10 [10 T 2 ب] alpha[0.25 0.5 0.75] b, the second[1 1.25 1.5] جيم[1.75 2 2.25]"
	got, warnings, err := formats.ReadScores(&b, "s.csv", formats.ScoreOptions{})
	if err != nil || len(warnings) > 0 || table(got) != want {
		t.Errorf("got  %s, %v, %v\nwant %s", table(got), warnings, err, want)
	}
}

// Names may hold anything; a warning that shows them to a terminal must not.
func TestWarningsEscapeNames(t *testing.T) {
	const in = "measure,topic,system,score\n\"m\x1b[31m\",1,a,.5\n\"m\x1b[31m\",\"2\u202e\",a,.5\n\"m\x1b[31m\",1,b,.5\n\"m\x1b[31m\",\"2\u202e\",b,NA\n"
	for policy, want := range map[metrics.Unanswered]string{
		metrics.UnansweredZero:    `measure "m\x1b[31m": 1 missing score counts as 0`,
		metrics.UnansweredDrop:    `measure "m\x1b[31m": n = 1 of 2 topics ("2\u202e" dropped)`,
		metrics.UnansweredDropRun: `measure "m\x1b[31m": n = 1 of 2 systems (b dropped)`,
	} {
		_, warnings, err := formats.ReadScores(strings.NewReader(in), "s.csv", formats.ScoreOptions{Unanswered: policy})
		if err != nil || len(warnings) != 1 || warnings[0].Text != want {
			t.Errorf("%v: got %q, %v, want %s", policy, warnings, err, want)
		}
	}
	_, warnings, err := formats.Formats()[0].Read(strings.NewReader("topic Q0 doc\x1b rank score tag\n1 Q0 a 1 3 r\n"), "a\x1b.txt", formats.RunOptions{})
	if want := `"a\x1b.txt":1: skipped a header line: "topic Q0 doc\x1b rank score tag"`; err != nil || len(warnings) != 1 || warnings[0].Text != want {
		t.Errorf("got %q, %v, want %s", warnings, err, want)
	}
}

// TestLineEndInField: a quoted name that runs over lines is no name of a topic or system.
func TestLineEndInField(t *testing.T) {
	for text, want := range map[string]string{
		"topic,a,b\n\"1\n2\",.1,.2\n":      "s.csv:2:1: wrong line ends: a line end or a tab inside a field, want none",
		"topic,a,b\n1,.1,.2\nx\ty,.1,.2\n": "s.csv:3:1: wrong line ends: a line end or a tab inside a field, want none",
		"topic,\"a\rx\",b\n1,.1,.2\n":      "s.csv:1:7: wrong line ends: a line end or a tab inside a field, want none",
	} {
		_, _, err := formats.ReadScores(strings.NewReader(text), "s.csv", formats.ScoreOptions{})
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
