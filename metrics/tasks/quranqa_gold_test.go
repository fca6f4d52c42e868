package tasks_test

import (
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
)

func TestQuranQAGold(t *testing.T) {
	const rule = "against the rules of the task: "
	run := qaOne(`{"answer": "قلم", "rank": 1, "score": 1, "strt_token_indx": 0, "end_token_indx": 0}`)
	for _, c := range []struct{ name, task, gold, want string }{
		{"empty", "quranqa22", "\n \r\n", `gold: empty file: no questions, want lines of {"pq_id", "passage", "answers", …}`},
		{"no JSON", "quranqa22", "{\n", "gold:1:1: malformed JSON: unexpected end, want the whole value"},
		{"a list", "quranqa22", "\n[]\n", "gold:2:1: " + rule + "a list, want an object with pq_id, passage and answers"},
		{"names", "quranqa22", `{"pq_ID": "q1", "passage": 1}`, "gold:1:1: " + rule + `no "pq_id" but "pq_ID", want the name in small letters` +
			"\ngold:1:1: " + rule + `no "answers" in the object, want it` + "\ngold:1:28: " + rule + `"passage" is a number, want a string`},
		{"empty texts", "quranqa22", `{"pq_id": "", "passage": " ", "answers": [{"text": ""}, 1]}`, "gold:1:11: " + rule + "empty pq_id" +
			"\ngold:1:26: " + rule + `question "" has an empty passage` + "\ngold:1:52: " + rule + `question "" has an empty answer` + "\ngold:1:57: " + rule + `question "": an answer is a number, want an object with text and start_char`},
		{"empty passage", "quranqa22", `{"pq_id": "q1", "passage": " ", "answers": [{"text": "x"}]}`, "gold:1:28: " + rule + "question q1 has an empty passage"},
		{"no answer in 2022", "quranqa22", `{"pq_id": "q1", "passage": "x", "answers": []}`,
			"gold:1:44: " + rule + "question q1 has no answer, want at least one (questions without are a matter of task quranqa23-b)"},
		{"no start in 2022", "quranqa22", `{"pq_id": "q1", "passage": "x", "answers": [{"text": "x"}]}`, ""},
		{"twice", "quranqa22", `{"pq_id": "q1", "passage": "x", "answers": [{"text": "x"}]}` + "\n" + `{"pq_id": "q1", "passage": "x", "answers": [{"text": "x"}]}`,
			"gold:2:11: duplicate: question q1 is that of gold:1:11 already"},
		{"no start in 2023", "quranqa23-b", `{"pq_id": "q1", "passage": "x", "answers": [{"text": "x"}]}`, "gold:1:45: " + rule + `no "start_char" in the object, want it`},
		{"odd starts", "quranqa23-b", `{"pq_id": "q1", "passage": "x", "answers": [{"text": "x", "start_char": 1.0}, {"text": "x", "start_char": -1}]}`,
			`gold:1:73: malformed number: start_char "1.0", want a whole number from 0 to 2147483647` + "\n" +
				`gold:1:107: malformed number: start_char "-1", want a whole number from 0 to 2147483647`},
		{"behind the passage", "quranqa23-b", `{"pq_id": "q1", "passage": "قلم", "answers": [{"text": "قلم", "start_char": 2}]}`,
			"gold:1:50: " + rule + "question q1: start_char 2 of an answer of 3 characters, but the passage has 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t, map[string]string{"gold": c.gold, "team_run.json": run})
			_, err := findTask(t, c.task).Load(tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}, tasks.Options{})
			got := ""
			if err != nil {
				got = err.Error()
			}
			qaSame(t, c.task, got, c.want)
		})
	}
}

// Several gold files are one; a byte order mark and CRLF are no matter.
func TestQuranQAGoldFiles(t *testing.T) {
	inFolder(t, map[string]string{"a": "\ufeff" + `{"pq_id": "q2", "passage": "قلم", "answers": [{"text": "قلم"}]}` + "\r\n",
		"b": `{"pq_id": "q1", "passage": "قلم", "answers": [{"text": "قلم"}]}`, "team_run.json": qaOne(`{"answer": "قلم", "rank": 1, "score": 1}`)})
	s := mustLoad(t, "quranqa22", tasks.Inputs{Gold: []string{"a", "b"}, Runs: runFiles("team_run.json")}, tasks.Options{})
	qaNear(t, "q1", qaRow(t, s, 0, "q1"), []float64{1, 1, 1})
	qaNear(t, "q2", qaRow(t, s, 0, "q2"), []float64{0, 0, 0})
}

// What is wrong with the files together, rather than with one.
func TestQuranQAInputs(t *testing.T) {
	run := qaOne(`{"answer": "سمير", "rank": 1, "score": 1}`)
	inFolder(t, map[string]string{"gold": qa22Gold, "team_run.json": run, "mate_run.json": `{"q8": [{"answer": "x", "rank": 1, "score": 1}], "q7": []}`,
		"segments": "سمير\tسمير\n", "qrels": "q1 0 d 1\n", "team_run.tsv": "q1\tQ0\td\t1\t1\tt\n"})
	for _, c := range []struct {
		name, task string
		in         tasks.Inputs
		opt        tasks.Options
		want       string
	}{
		{name: "judgments", task: "quranqa22", in: tasks.Inputs{Qrels: "qrels", Runs: runFiles("team_run.json")},
			want: "qrels: against the rules of the task: judgments of documents, want questions in lines of JSON as gold"},
		{name: "questions", task: "quranqa23-a", in: tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.tsv")},
			want: "gold: against the rules of the task: gold of another kind, want judgments (qrels)"},
		{name: "missing", task: "quranqa22", in: tasks.Inputs{Gold: []string{"none"}, Runs: runFiles("none.json")}, want: "none: cannot open: no such file or directory\nnone.json: cannot open: no such file or directory"},
		{name: "no path", task: "quranqa22", in: tasks.Inputs{Gold: []string{"gold"}, Runs: []formats.File{{Label: "a"}}}, want: `"": empty path, want the name of a file`},
		{name: "one name", task: "quranqa22", in: tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json", "team_run.json")},
			want: "team_run.json: duplicate: the name team_run is that of team_run.json already, want one name a run: rename with label=path"},
		{name: "one name of rankings", task: "quranqa23-a", in: tasks.Inputs{Qrels: "qrels", Runs: append(runFiles("team_run.tsv"), formats.File{Label: "team_run", Path: "team_run.tsv"})},
			want: "team_run.tsv: duplicate: the name team_run is that of team_run.tsv already, want one name a run: rename with label=path"},
		{name: "two segmenters", task: "quranqa22", in: tasks.Inputs{Gold: []string{"gold"}, Segments: "segments", Runs: runFiles("team_run.json")}, opt: tasks.Options{Segmenter: "light"},
			want: "segments: against the rules of the task: both segments and a segmenter, want one of them"},
		{name: "segmenter", task: "quranqa22", in: tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}, opt: tasks.Options{Segmenter: "farasa"},
			want: `--segmenter: unknown value: "farasa", want none or light`},
		{name: "unknown topics", task: "quranqa22", in: tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("mate_run.json")},
			want: "empty-list: mate_run.json:1:56: topic q7 has an empty list, want an answer or no such topic\n" +
				"unknown-topics: mate_run.json: 2 topics are not in the gold, ignored: q7, q8\n" + qaWhole},
		{name: "words without segments", task: "quranqa22", in: tasks.Inputs{Gold: []string{"gold"}, Segments: "segments", Runs: runFiles("team_run.json")},
			want: "unsegmented-words: segments: 6 words are not in it and used unsegmented: المتحف, مع, اخته, رسالة, الى, …"},
	} {
		qaSame(t, c.name, qaSaid(t, c.task, c.in, c.opt), c.want)
	}
}

func TestQuranQAConventions(t *testing.T) {
	inFolder(t, map[string]string{"gold": qa22Gold, "team_run.json": "{}", "segments": "سمير\tسمير\n"})
	for _, c := range []struct{ segments, segmenter, want string }{
		{"", "", "none; only Farasa's segmentation reproduces published scores"},
		{"", "none", "none; only Farasa's segmentation reproduces published scores"},
		{"", "light", "light, which splits off a clitic where a word of the passages remains; only Farasa's segmentation reproduces published scores"},
		{"segments", "none", "that of the file segments, words without an entry unsegmented; only Farasa's segmentation reproduces published scores"},
	} {
		in := tasks.Inputs{Gold: []string{"gold"}, Segments: c.segments, Runs: runFiles("team_run.json")}
		s := mustLoad(t, "quranqa22", in, tasks.Options{Segmenter: c.segmenter})
		if got := s.Conventions[0]; got != (tasks.Convention{What: "segmenter", How: c.want}) {
			t.Errorf("got %v", got)
		}
		if len(s.Table.Missing) != 1 || len(s.Table.Missing[0].Topics) != 2 {
			t.Errorf("missing %v", s.Table.Missing)
		}
	}
}

// Segments change what is compared: a prefix that the gold answer has and the answer has not.
func TestQuranQASegmenters(t *testing.T) {
	const gold = `{"pq_id": "q1", "passage": "وصل القطار الى البلدة وبالقطار بريد للبلدة. قطار بلدة", "answers": [{"text": "وبالقطار بريد"}]}`
	for _, c := range []struct {
		name, segments, segmenter, answer string
		want                              []float64
	}{
		{"none", "", "", "القطار", []float64{0, 0, 0}},
		{"light", "", "light", "القطار", []float64{2. / 3, 0, 2. / 3}}, // "قطار" is a word of the passage
		{"table", "القطار\tال+قطار\nوبالقطار\tو+ب+ال+قطار\n", "", "القطار", []float64{2. / 3, 0, 2. / 3}},
		{"JSON", `{"القطار": "ال+قطار", "وبالقطار": "و+ب+ال+قطار"}`, "", "القطار", []float64{2. / 3, 0, 2. / 3}},
		{"Farasa", "وصل ال+قطار الى ال+بلد+ة\nو+ب+ال+قطار بريد\n", "", "القطار", []float64{2. / 3, 0, 2. / 3}},
	} {
		files := map[string]string{"gold": gold, "team_run.json": qaOne(`{"answer": "` + c.answer + `", "rank": 1, "score": 1}`)}
		in := tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}
		if c.segments != "" {
			files["segments"], in.Segments = c.segments, "segments"
		}
		inFolder(t, files)
		s := mustLoad(t, "quranqa22", in, tasks.Options{Segmenter: c.segmenter})
		qaNear(t, c.name, qaRow(t, s, 0, metrics.Topic("q1")), c.want)
	}
}

// Farasa writes out the article that is lost in writing after a preposition: its word is known by what was written.
func TestQuranQASegmentsContracted(t *testing.T) {
	inFolder(t, map[string]string{"gold": `{"pq_id": "q1", "passage": "بريد للبلدة بلدة", "answers": [{"text": "للبلدة"}]}`, "segments": "بريد و+ل+ال+كتاب ل+ال+بلد+ة .\n",
		"team_run.json": qaOne(`{"answer": "بلدة", "rank": 1, "score": 1}`)})
	s := mustLoad(t, "quranqa22", tasks.Inputs{Gold: []string{"gold"}, Segments: "segments", Runs: runFiles("team_run.json")}, tasks.Options{})
	qaNear(t, "q1", qaRow(t, s, 0, "q1"), []float64{1, 1, 1})
}

func TestQuranQASegmentsRefused(t *testing.T) {
	for _, c := range []struct{ name, segments, want string }{
		{"empty", "\n", "s: empty file: no segments, want lines of token, tab and segmentation"},
		{"fields", "قلم\tقلم\nقلم\n\nقلم\tx\ty\n", "s:2: wrong number of fields: 1 field, expected 2: token and segmentation, separated by a tab\n" +
			"s:4: wrong number of fields: 3 fields, expected 2: token and segmentation, separated by a tab"},
		{"two words", "قلم كتاب\tx\n", `s:1: unknown value: token "قلم كتاب", want one word`},
		{"no segmentation", "قلم\t \n", "s:1: unknown value: the segmentation of قلم is empty"},
		{"the other way round", "ال+قلم\tالقلم\n", `s:1: unknown value: token "ال+قلم" of segmentation "القلم", want them the other way round`},
		{"twice", "قلم\tقلم\nقلم\tقلم\nقلم\tق+لم\n", `s:3: duplicate: token قلم has the segmentation "قلم" on line 1 already`},
		{"JSON", `{"قلم": 1}`, `s:1:12: unknown value: the segmentation of قلم is a number, want a string such as "ال+كتاب"`},
		{"bad JSON", `{"قلم": `, "s:1:11: malformed JSON: unexpected end, want the whole value"},
	} {
		inFolder(t, map[string]string{"gold": qa22Gold, "s": c.segments, "team_run.json": "{}"})
		_, err := findTask(t, "quranqa22").Load(tasks.Inputs{Gold: []string{"gold"}, Segments: "s", Runs: runFiles("team_run.json")}, tasks.Options{})
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		qaSame(t, c.name, err.Error(), c.want)
	}
}
