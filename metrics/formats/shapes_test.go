package formats_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// Every example in the help is read, and read as what it is said to be.
func TestShapes(t *testing.T) {
	want := map[string]string{
		"run trec":           "myrun | T01: doc-17=12.25#1/1",
		"run json":           "file | T01: doc-17=12.25#0/1 doc-4=11.5#0/2 | T02: doc-4=0.75#0/3",
		"qrels trec":         "T01 doc-17 2",
		"qrels sampled":      "T01 doc-17 2",
		"qrels beir":         "T01 doc-17 2",
		"qrels json":         "T01 doc-17 2, T01 doc-4 0, T02 doc-4 1",
		"scores long":        "AP [T01] alpha[0.41]",
		"scores pyterrier":   "AP [T01] alpha[0.41]",
		"scores systems":     "score [T01 T02] alpha[0.41 0.25]",
		"scores topics":      "score [T01] alpha[0.41] beta[0.37]",
		"scores pairs":       "score [T01] file[0.41]",
		"scores ir_measures": "nDCG@10 [T01] file[0.41]",
		"scores trec_eval":   "AP [T01] file[0.41]",
		"scores bare":        "score [1] alpha[0.41] beta[0.37]",
		"scores json":        "AP [T01] file[0.41] | nDCG@10 [T01] file[0.5]",
		"teams teams":        "alpha-1 alpha primary",
		"topics topics":      "vaccines in schools health en",
	}
	dir := t.TempDir()
	for _, s := range formats.Shapes() {
		name := s.Kind + " " + s.Name
		if s.Doc == "" || s.Line == "" || !strings.HasSuffix(s.Doc, ".") {
			t.Errorf("%s: %+v", name, s)
		}
		path := filepath.Join(dir, "file")
		writeFile(t, path, s.Example+"\n")
		got := ""
		switch s.Kind {
		case "run":
			run, _, err := formats.ReadRun(formats.File{Path: path}, formats.RunOptions{})
			got = outcome(dump(run), err)
		case "qrels":
			qrels, err := readQrels(t, path)
			got = outcome(dumpQrels(qrels), err)
		case "scores":
			scores, _, err := formats.ReadScoreFiles([]formats.File{{Path: path}}, formats.ScoreOptions{})
			got = outcome(table(scores), err)
		case "teams":
			entries, err := formats.ReadTeams(strings.NewReader(s.Example), path)
			if err == nil {
				got = string(entries[0].Run) + " " + string(entries[0].Team) + " " + entries[0].Type
			}
		case "topics":
			topics, err := formats.ReadTopics(strings.NewReader(s.Example), path)
			if err == nil {
				got = topics.Title("12") + " " + strings.Join(topics.Topics["12"].Values, " ")
			}
		}
		if got != want[name] {
			t.Errorf("%s: got %s, want %s", name, got, want[name])
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("not listed: %v", want)
	}
}

func outcome(s string, err error) string {
	if err != nil {
		return "!" + err.Error()
	}
	return s
}

// dumpQrels shows judgments in one line.
func dumpQrels(q metrics.Qrels) string {
	var parts []string
	for _, t := range q.Gold(1).Topics() {
		parts = append(parts, topicQrels(t, q[t])...)
	}
	return strings.Join(parts, ", ")
}

func TestQrelsFormats(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		is             error
	}{
		{"BEIR", "query-id\tcorpus-id\tscore\nq1\td 1\t2\nq1\td2\t0\r\nq2\td 1\t1.0\n", "q1 d 1 2, q1 d2 0, q2 d 1 1", nil},
		{"BEIR, blanks", "\n# made by hand\nQuery-ID corpus-id score\n1 2 -1\n\n# more\n#1 3 1\n", "#1 3 1, 1 2 -1", nil},
		{"BEIR, a document twice", "query-id\tcorpus-id\tscore\nq\td\t2\nq\te\t0\nq\td\t2\n", "!q.txt:4: duplicate: topic q has document d on line 2 already", formats.ErrDuplicate},
		{"BEIR, grade", "query-id\tcorpus-id\tscore\nq\td\t0.5\n", `!q.txt:2:5: malformed number: "0.5" is not an integer grade, want a whole number such as 1`, formats.ErrNumber},
		{"BEIR, fields", "query-id\tcorpus-id\tscore\nq\t0\td\t1\n", "!q.txt:2: wrong number of fields: 4 fields, expected 3: query-id corpus-id score", formats.ErrFields},
		{"BEIR, nothing", "query-id\tcorpus-id\tscore\n", `!q.txt: empty file: no judgments, want lines of "query-id corpus-id score"`, formats.ErrEmpty},
		{"BEIR, header twice", "query-id\tcorpus-id\tscore\nquery-id\tcorpus-id\tscore\n", `!q.txt:2:20: malformed number: grade "score", want a whole number such as 1`, formats.ErrNumber},
		{"three fields without a header", "q d 1\nq e 0\n", `!q.txt:1: wrong number of fields: three fields without a header line: want "query-id corpus-id score" above`, formats.ErrFields},
		{"JSON, a list", `[{"q1": {"d": 1}}]`, `!q.txt:1:1: unknown value: a list, want a JSON object of topics: {"topic": {"document": grade}}`, formats.ErrValue},
		{"TREC, a bracket", "[1] 0 d 1\n", "[1] d 1", nil},
		{"JSON", "\ufeff{\"q1\": {\"d 1\": 2, \"d2\": 0},\n \"q2\": {\"d 1\": 1.0, \"x\": -1}, \"q3\": {}}", "q1 d 1 2, q1 d2 0, q2 d 1 1, q2 x -1", nil},
		{"JSON, problems", "{\"1\": {\"a\": 1, \"b\": 0.5, \"c\": \"1\",\n \"a\": 2, \"d\": 1e0, \"e\": 99999999999},\n \"1\": []}",
			"!q.txt:1:21: malformed number: \"0.5\" is not an integer grade, want a whole number such as 1\n" +
				"q.txt:1:31: malformed number: the grade of document c is the text \"1\", want a number without quotes\n" +
				"q.txt:2:2: duplicate: document a stands on line 1 already, want it once\n" +
				"q.txt:2:15: malformed number: \"1e0\" is not an integer grade, want a whole number such as 1\n" +
				"q.txt:2:25: malformed number: grade \"99999999999\" is out of range, want -2147483648 to 2147483647\n" +
				"q.txt:3:2: duplicate: topic 1 stands on line 1 already, want it once\n" +
				"q.txt:3:7: unknown value: a list, want a JSON object of documents", formats.ErrDuplicate},
		{"JSON, nothing", "{}", `!q.txt: empty file: no judgments, want {"topic": {"document": grade}}`, formats.ErrEmpty},
		{"TREC, a brace", "{1} 0 d 1\n", "{1} d 1", nil},
		{"LZ4", "\x04\x22\x4d\x18", "!q.txt: binary data: LZ4 data, want text: please save the file as JSON, or decompress it", formats.ErrBinary},
	} {
		t.Run(c.name, func(t *testing.T) {
			qrels, warnings, err := formats.ReadQrels(strings.NewReader(c.in), "q.txt")
			if got := outcome(dumpQrels(qrels), err); got != c.want || len(warnings) > 0 {
				t.Errorf("got  %s, %v\nwant %s", got, warnings, c.want)
			}
			if c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("%v is not %v", err, c.is)
			}
		})
	}
}

// The three formats say the same.
func FuzzQrelsFormats(f *testing.F) {
	f.Add("q1", "d1", int32(2), "q2", "d 2", int32(-1))
	f.Add("{", "\"", int32(0), "\ufeff", "é", int32(1))
	f.Fuzz(func(t *testing.T, topic1, doc1 string, grade1 int32, topic2, doc2 string, grade2 int32) {
		want := metrics.Qrels{}
		for i, topic := range []string{topic1, topic2} {
			doc, grade := []string{doc1, doc2}[i], []int32{grade1, grade2}[i]
			if !plainName(topic) || !plainName(doc) || topic1 == topic2 && doc1 == doc2 {
				return
			}
			if want[metrics.Topic(topic)] == nil {
				want[metrics.Topic(topic)] = map[metrics.Doc]metrics.Grade{}
			}
			want[metrics.Topic(topic)][metrics.Doc(doc)] = metrics.Grade(grade)
		}
		for name, text := range map[string]string{"trec": qrelsLines(want, "", "0\t"), "beir": qrelsLines(want, "query-id\tcorpus-id\tscore\n", ""), "json": jsonOf(t, want)} {
			got, _, err := formats.ReadQrels(strings.NewReader(text), "q")
			if err != nil {
				t.Errorf("%s: %q: %v", name, text, err)
			} else if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %q (-want +got):\n%s", name, text, diff)
			}
		}
	})
}
