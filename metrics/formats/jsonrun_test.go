package formats_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// format is the entry of that name.
func format(t testing.TB, name string) *formats.Format {
	t.Helper()
	f := formats.FindFormat(name)
	if f == nil || f.Name != name {
		t.Fatalf("no format %s", name)
	}
	return f
}

// parseJSONRun reads a run from a string, as file dir/a.json.
func parseJSONRun(t testing.TB, text string, opt formats.RunOptions) (*metrics.Run, error) {
	run, warnings, err := format(t, "json").Read(strings.NewReader(text), "dir/a.json", opt)
	if len(warnings) > 0 {
		t.Errorf("warnings %v", warnings)
	}
	return run, err
}

// Lines are ordinals of documents: two may share a line of the file.
func TestReadJSONRun(t *testing.T) {
	for _, c := range []struct {
		name, in string
		order    metrics.Order
		want     string
	}{
		{"one line", `{"q1": {"d1": 1.0, "d2": 0.0, "d3": 1.5}, "q2": {"d1": 1.5}}`, 0, "a | q1: d3=1.5#0/3 d1=1#0/1 d2=0#0/2 | q2: d1=1.5#0/4"},
		{"many lines", "{\r\n\"1\": {\r\n\"b\": -2e-1\r\n,\"a\": 3}\r\n}\r\n", 0, "a | 1: a=3#0/2 b=-0.2#0/1"},
		{"byte order mark", "\ufeff{\"1\":{\"a\":1}}", 0, "a | 1: a=1#0/1"},
		{"equal scores by identifier", `{"1": {"a": 1, "c": 1, "b": 1}}`, metrics.OrderTrecEval, "a | 1: c=1#0/2 b=1#0/3 a=1#0/1"},
		{"equal scores by place", `{"1": {"b": 1, "c": 1, "a": 1, "d": 2}}`, metrics.OrderScore, "a | 1: d=2#0/4 b=1#0/1 c=1#0/2 a=1#0/3"},
		{"scores of 32 bits", `{"1": {"a": 1.00000001, "b": 1}}`, metrics.OrderFloat32, "a | 1: b=1#0/2 a=1.00000001#0/1"},
		{"a topic without documents", `{"0": {}, "1": {"a": 1}}`, 0, "a | 1: a=1#0/1"},
		{"names", `{"a b": {" c ": 1, "\u0639": 2, "\"\\\/<": 3, "01": 4, "1": 5}}`, 0, "a | a b: 1=5#0/5 01=4#0/4 \"\\/<=3#0/3 ع=2#0/2  c =1#0/1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			run, err := parseJSONRun(t, c.in, formats.RunOptions{Order: c.order})
			if err != nil || dump(run) != c.want {
				t.Errorf("got  %s, %v\nwant %s", dump(run), err, c.want)
			}
		})
	}
}

func TestReadJSONRunProblems(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		is             error
	}{
		{"document twice", "{\"1\": {\"a\": 1,\n \"b\": 2,\n \"a\": 3}}", "dir/a.json:3:2: duplicate: document a stands on line 1 already, want it once", formats.ErrDuplicate},
		{"document twice on a line", `{"1": {"a b": 1, "a b": 3}}`, `dir/a.json:1:18: duplicate: document "a b" stands in column 8 already, want it once`, formats.ErrDuplicate},
		{"topic twice", "{\"1\": {\"a\": 1},\n\"1\": {\"b\": \"x\"}}", "dir/a.json:2:1: duplicate: topic 1 stands on line 1 already, want it once\n" +
			"dir/a.json:2:12: malformed number: the score of document b is the text \"x\", want a number without quotes", formats.ErrDuplicate},
		{"text", `{"1": {"a": "0.5"}}`, `dir/a.json:1:13: malformed number: the score of document a is the text "0.5", want a number without quotes`, formats.ErrNumber},
		{"no numbers", `{"1": {"a": null, "b": true, "c": {"x": 1}, "d": [1]}}`, "dir/a.json:1:13: malformed number: the score of document a is null, want a number\n" +
			"dir/a.json:1:24: malformed number: the score of document b is a boolean, want a number\n" +
			"dir/a.json:1:35: malformed number: the score of document c is an object, want a number\n" +
			"dir/a.json:1:50: malformed number: the score of document d is a list, want a number", formats.ErrNumber},
		{"too great", `{"1": {"a": 1e999}}`, `dir/a.json:1:13: malformed number: "1e999" is too great, want a number below 1.8e308`, formats.ErrNumber},
		{"NaN", `{"1": {"a": NaN}}`, "dir/a.json:1:13: malformed JSON: NaN or an infinity, want a finite number", formats.ErrJSON},
		{"lists", `{"1": ["a", {"b": 1}], "2": 7}`, "dir/a.json:1:7: unknown value: a list, want a JSON object of documents\ndir/a.json:1:29: unknown value: a number, want a JSON object of documents", formats.ErrValue},
		{"a list on top", `[{"1": {"a": 1}}]`, `dir/a.json:1:1: unknown value: a list, want a JSON object of topics: {"topic": {"document": score}}`, formats.ErrValue},
		{"names", "{\"\": {\"a\": 1},\n\"1\": {\"\": 1, \"a\\tb\": 2, \"\\u0000\": 1, \"\\r\": 1, \"c\\nd\": 1}}", "dir/a.json:1:2: unknown value: an empty name, want one\n" +
			"dir/a.json:2:7: unknown value: an empty name, want one\n" +
			"dir/a.json:2:14: wrong line ends: a line end, a tab or a NUL byte in the name \"a\\tb\", want none\n" +
			"dir/a.json:2:25: wrong line ends: a line end, a tab or a NUL byte in the name \"\\x00\", want none\n" +
			"dir/a.json:2:38: wrong line ends: a line end, a tab or a NUL byte in the name \"\\r\", want none\n" +
			"dir/a.json:2:47: wrong line ends: a line end, a tab or a NUL byte in the name \"c\\nd\", want none", formats.ErrLineEnds},
		{"half a pair", `{"\ud800": {"a": 1}}`, "dir/a.json:1:2: malformed JSON: half of a surrogate pair in \ufffd, want whole characters", formats.ErrJSON},
		{"syntax, after others", "{\"1\": {\"a\": \"x\",\n\"b\": }}", "dir/a.json:1:13: malformed number: the score of document a is the text \"x\", want a number without quotes\n" +
			"dir/a.json:2:6: malformed JSON: invalid character '}' looking for beginning of value", formats.ErrJSON},
		{"not UTF-8", "{\"1\":\n{\"a\xff\": 1}}", "dir/a.json:2:4: binary data: byte 0xff is not UTF-8, want text in UTF-8", formats.ErrBinary},
		{"empty", `{}`, `dir/a.json: empty file: no documents, want {"topic": {"document": score}}`, formats.ErrEmpty},
		{"empty topics", `{"1": {}, "2": {}}`, `dir/a.json: empty file: no documents, want {"topic": {"document": score}}`, formats.ErrEmpty},
		{"cut off", `{"1": {"a": 1}, `, "dir/a.json:1:16: malformed JSON: unexpected end, want the whole value", formats.ErrJSON},
	} {
		t.Run(c.name, func(t *testing.T) {
			run, err := parseJSONRun(t, c.in, formats.RunOptions{})
			if err == nil {
				t.Fatalf("got %s, want an error", dump(run))
			}
			if err.Error() != c.want || !errors.Is(err, c.is) {
				t.Errorf("got error\n%v\nwant\n%s", err, c.want)
			}
		})
	}
	_, err := parseJSONRun(t, `{"1": {"a": 1}}`, formats.RunOptions{Order: metrics.OrderRank})
	if want := "dir/a.json: a run in JSON has no ranks: want another order, such as score"; err == nil || err.Error() != want {
		t.Errorf("by rank: got %v, want %s", err, want)
	}
	run, err := parseJSONRun(t, `{"1": {"a": 1, "b": 2, "a": 3}}`, formats.RunOptions{KeepFirst: true})
	if want := "a | 1: a=3#0/3 b=2#0/2"; err != nil || dump(run) != want {
		t.Errorf("keep first: got %s, %v, want %s", dump(run), err, want)
	}
}

// Formats are told by content, whatever the file is called, and the label names the run.
func TestSniffRuns(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ format, in, label, want string }{
		"base.json":     {"json", `{"1": {"a": 1}}`, "", "base | 1: a=1#0/1"},
		"labelled.json": {"json", `{"1": {"a": 1}}`, "mine", "mine | 1: a=1#0/1"},
		"packed.txt.gz": {"json", gzipped(t, "\n  {\n\"1\": {\"a\": 1}}"), "", "packed | 1: a=1#0/1"},
		"bom":           {"json", "\ufeff {\"1\": {\"a\": 1}}", "", "bom | 1: a=1#0/1"},
		"trec.json":     {"trec", "1 Q0 a 1 1 r\n", "", "r | 1: a=1#1/1"},
		"brace.txt":     {"trec", "{1} Q0 a 1 1 r\n", "", "r | {1}: a=1#1/1"},
		"brace.tsv":     {"trec", "{ 1\tQ0\ta b\t1\t1\tr\n", "", "r | { 1: a b=1#1/1"},
		"empty.json":    {"json", "{}", "", `!empty.json: empty file: no documents, want {"topic": {"document": score}}`},
		"python.txt":    {"json", "{'1': {'a': 1}}", "", "!python.txt:1:2: malformed JSON: a single quote, want double quotes"},
		"list.json": {"json", `[{"1": {"a": 1}}]`, "",
			`!list.json:1:1: unknown value: a list, want a JSON object of topics: {"topic": {"document": score}}`},
		"lines.json": {"json", "[\n  {\"1\": {\"a\": 1}}\n]\n", "",
			`!lines.json:1:1: unknown value: a list, want a JSON object of topics: {"topic": {"document": score}}`},
		"bracket.txt":  {"trec", "[1] Q0 a 1 1 r\n", "", "r | [1]: a=1#1/1"},
		"brackets.tsv": {"trec", "[[ 1\tQ0\ta b\t1\t1\tr\n", "", "r | [[ 1: a b=1#1/1"},
		"short.txt":    {"trec", "[1] Q0 a 1 1\n", "", "!short.txt:1: wrong number of fields: 5 fields, expected 6: topic Q0 document rank score tag"},
		"cut.json":     {"json", "{", "", "!cut.json:1:1: malformed JSON: unexpected end, want the whole value"},
		"run.lz4":      {"trec", "\x04\x22\x4d\x18\x64\x40\xa7{\"1\"", "", "!run.lz4: binary data: LZ4 data, want text: please save the file as JSON, or decompress it"},
		"run.zip":      {"trec", "PK\x03\x04\x14\x00", "", "!run.zip: binary data: a zip archive, want text: please unpack it"},
	} {
		path := filepath.Join(dir, name)
		writeFile(t, path, c.in)
		run, _, err := formats.ReadRun(formats.File{Label: c.label, Path: path}, formats.RunOptions{})
		got := dump(run)
		if err != nil {
			got = "!" + strings.ReplaceAll(err.Error(), dir+"/", "")
		}
		if got != c.want {
			t.Errorf("%s: got %s\nwant %s", name, got, c.want)
		}
		if f := formats.FormatOf(path); f.Name != c.format {
			t.Errorf("%s: format %s, want %s", name, f.Name, c.format)
		}
	}
	stdin, err := os.Open(filepath.Join(dir, "base.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	defer func(before *os.File) { os.Stdin = before }(os.Stdin)
	os.Stdin = stdin
	for _, path := range []string{formats.Stdin, filepath.Join(dir, "none"), ""} {
		if f := formats.FormatOf(path); f.Name != "trec" {
			t.Errorf("%q: format %s", path, f.Name)
		}
	}
	if run, _, err := formats.ReadRun(formats.File{Label: "in", Path: formats.Stdin}, formats.RunOptions{}); err != nil || dump(run) != "in | 1: a=1#0/1" {
		t.Errorf("standard input: got %s, %v", dump(run), err)
	}
	if f := formats.FindFormat("none"); f != nil {
		t.Errorf("found %s", f.Name)
	}
}

// inventJSONRun is the run of inventRun as one line of JSON.
func inventJSONRun(t testing.TB) (string, *metrics.Run) {
	run, _, err := parseRun(inventRun(), formats.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	scores := make(map[metrics.Topic]map[metrics.Doc]float64)
	for topic, docs := range run.Topics {
		scores[topic] = make(map[metrics.Doc]float64)
		for _, d := range docs {
			scores[topic][d.Doc] = d.Score
		}
	}
	text, err := json.Marshal(scores)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), run
}

func TestReadLargeJSONRun(t *testing.T) {
	text, want := inventJSONRun(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	got, err := parseJSONRun(t, text, formats.RunOptions{})
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if d := rankings(got); gocmp.Diff(rankings(want), d) != "" {
		t.Error("not the run that was written")
	}
	t.Logf("%d bytes in %v, %.0f bytes allocated a document", len(text), took, float64(after.TotalAlloc-before.TotalAlloc)/50_000)
	if took > 5*time.Second { // 0.05 s of one processor; a reader that is quadratic takes minutes
		t.Errorf("took %v", took)
	}
	if a := float64(after.TotalAlloc-before.TotalAlloc) / 50_000; a > 500 {
		t.Errorf("%.0f bytes allocated a document, want 500 at the most", a)
	}
}

func BenchmarkReadJSONRun(b *testing.B) {
	text, _ := inventJSONRun(b)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parseJSONRun(b, text, formats.RunOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// rankings shows each topic's documents and scores in order.
func rankings(run *metrics.Run) map[metrics.Topic][]string {
	out := make(map[metrics.Topic][]string)
	for t := range run.Topics {
		for _, d := range run.Ranked(t) {
			out[t] = append(out[t], fmt.Sprintf("%q %v", d.Doc, d.Score))
		}
	}
	return out
}

// What encoding/json reads as numbers by document and topic, the reader reads so, unless it finds a problem; and the order
// is that of scores and places.
func FuzzJSONRun(f *testing.F) {
	for _, s := range []string{`{"1": {"a": 1, "b": 2.5e-3}, "2": {"a": -0}}`, `{"1": {"a": 1, "a": 2}}`, `{"1": {}}`, `{"1": {"a": "1"}}`, "{\"1\":\n{\"\\u00e9\": 1}}", `{"1": [1]}`, `{`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		run, err := parseJSONRun(t, text, formats.RunOptions{Order: metrics.OrderScore})
		var want map[string]map[string]float64
		plainErr := json.Unmarshal([]byte(strings.TrimPrefix(text, "\ufeff")), &want)
		if err != nil {
			return
		}
		if plainErr != nil {
			t.Fatalf("%q is read, but %v", text, plainErr)
		}
		maps.DeleteFunc(want, func(_ string, docs map[string]float64) bool { return len(docs) == 0 })
		got := make(map[string]map[string]float64)
		for topic, docs := range run.Topics {
			got[string(topic)] = make(map[string]float64)
			for _, d := range docs {
				got[string(topic)][string(d.Doc)] = d.Score
			}
			if !slices.IsSortedFunc(docs, metrics.OrderScore.Compare) {
				t.Errorf("topic %q is not in order: %v", topic, docs)
			}
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("(-encoding/json +ours):\n%s", diff)
		}
	})
}
