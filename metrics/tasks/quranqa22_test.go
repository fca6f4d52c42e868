package tasks_test

import (
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// qa22Passage is the passage of q1 and q2; words by word: 0 زار 1 سمير 2 المتحف 3 مع 4 اخته. 5 ثم 6 كتب 7 رسالة 8 الى 9 صديقه.
const qa22Passage = "زار سمير المتحف مع اخته. ثم كتب رسالة الى صديقه"

const qa22Gold = `{"pq_id": "q2", "passage": "` + qa22Passage + `", "surah": 1, "question": "؟", "answers": [{"text": "سمير", "start_char": 4}]}

{"pq_id": "q1", "passage": "` + qa22Passage + `", "answers": [{"text": "المتحف مع اخته"}, {"text": "رسالة الى صديقه"}]}
`

// qa22Segments are the words of the gold answers, whole.
const qa22Segments = "سمير\tسمير\nالمتحف\tالمتحف\nمع\tمع\nاخته\tاخته\nرسالة\tرسالة\nالى\tالى\nصديقه\tصديقه\n"

// Scores by hand, without a segmenter.
func TestQuranQA22ByHand(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []string
		want    []float64 // pRR, EM, F1@1
	}{
		{"exact", []string{"المتحف مع اخته"}, []float64{1, 1, 1}},
		{"punctuation", []string{"المتحف، مع اخته؟"}, []float64{1, 1, 1}},
		{"another gold answer, without its stop word", []string{"رسالة صديقه"}, []float64{1, 1, 1}}, // الى is left out of the passage too
		{"one word of three", []string{"اخته"}, []float64{.5, 0, .5}},                               // P 1, R 1/3
		{"two more", []string{"سمير المتحف مع اخته ثم"}, []float64{.75, 0, .75}},                    // P 3/5, R 1
		{"the first that shares a word settles it", []string{"زار", "مع", "المتحف مع اخته"}, []float64{.25, 0, 0}},
		{"not in the passage", []string{"المتحف الكبير", "المتحف مع اخته"}, []float64{.5, 0, 0}},
		{"across a sentence", []string{"اخته ثم"}, []float64{.4, 0, .4}}, // P 1/2, R 1/3
		{"part of a word is found and shares none", []string{"تحف", "المتحف"}, []float64{.25, 0, 0}},
		{"vowel marks are not", []string{"المُتحف"}, []float64{0, 0, 0}},
		{"only a stop word", []string{"الى", "المتحف"}, []float64{.25, 0, 0}},
		{"empty", []string{"", "المتحف"}, []float64{.25, 0, 0}},
		{"fifth", []string{"زار", "زار", "زار", "زار", "المتحف"}, []float64{.1, 0, 0}},
		{"sixth", []string{"زار", "زار", "زار", "زار", "زار", "المتحف"}, []float64{0, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var list []string
			for _, a := range c.answers {
				list = append(list, `{"answer": "`+a+`", "rank": 1, "score": 0}`)
			}
			inFolder(t, map[string]string{"gold": qa22Gold, "team_run.json": qaOne(list...)})
			s := mustLoad(t, "quranqa22", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}, tasks.Options{})
			qaNear(t, "q1", qaRow(t, s, 0, "q1"), c.want)
			qaNear(t, "q2, left out", qaRow(t, s, 0, "q2"), []float64{0, 0, 0})
		})
	}
}

// A gold answer of stop words alone is equalled by another of them, but not by silence.
func TestQuranQA22StopWords(t *testing.T) {
	for answer, want := range map[string]float64{"من": 1, "في": 1, " ": 1, "": 0} {
		inFolder(t, map[string]string{"gold": `{"pq_id": "q1", "passage": "عاد من متحف", "answers": [{"text": "من"}]}`,
			"team_run.json": qaOne(`{"answer": "` + answer + `", "rank": 1, "score": 1}`)})
		s := mustLoad(t, "quranqa22", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}, tasks.Options{})
		qaNear(t, answer, qaRow(t, s, 0, "q1"), []float64{0, want, 0})
	}
}

func TestQuranQA22Table(t *testing.T) {
	inFolder(t, map[string]string{"gold": qa22Gold, "a_one.json": qaOne(`{"answer": "x", "rank": 1, "score": 1}`),
		"b_two.json": `{"q9": [{"answer": "سمير", "rank": 1, "score": 1}], "q2": [{"answer": "سمير", "rank": 1, "score": 1}], "q1": []}`})
	s := mustLoad(t, "quranqa22", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("a_one.json", "b_two.json")}, tasks.Options{})
	var got strings.Builder
	for _, m := range s.Table.Missing {
		got.WriteString(string(m.Run.Tag))
		for _, topic := range append(append([]metrics.Topic{"-"}, m.Topics...), m.Extra...) {
			got.WriteString(" " + string(topic))
		}
		got.WriteString(";")
	}
	qaSame(t, "missing", got.String(), "a_one - q2;b_two - q1 q9;")
	if topics := s.Table.Topics; len(topics) != 2 || topics[0] != "q1" || !s.Table.Counts || s.Table.Missing[1].Run != s.Runs[1] {
		t.Errorf("topics %v", topics)
	}
	qaNear(t, "b_two", qaRow(t, s, 1, "q2"), []float64{1, 1, 1})
	if s.Gold != nil || s.Qrels != nil || s.Weights != nil || s.References != nil {
		t.Error("more than a table")
	}
}

// Answers that are no part of the passage are counted, with the first place and some others; what does not count is not.
func TestQuranQA22NotInPassage(t *testing.T) {
	answer := func(text string) string { return `{"answer": "` + text + `", "rank": 1, "score": 1}` }
	inFolder(t, map[string]string{"gold": qa22Gold, "segments": qa22Segments, "team_run.json": `{"q1": [` + answer("سمير") + ",\n" + answer("المُتحف") + ",\n" +
		answer("") + ",\n" + answer("الى") + ",\n" + answer("البيت") + ",\n" + answer("لا يهم") + `], "q2": [` + answer("سمير") + `, ` + answer("هنا") + "]}"})
	in := tasks.Inputs{Gold: []string{"gold"}, Segments: "segments", Runs: runFiles("team_run.json")}
	var got []string
	for _, w := range said(mustLoad(t, "quranqa22", in, tasks.Options{})) {
		if strings.HasPrefix(w, "not-in-passage") {
			got = append(got, w)
		}
	}
	qaSame(t, "warned", strings.Join(got, "\n"),
		`not-in-passage: team_run.json:2:1: topic q1: the answer "المُتحف" is no part of the passage and scores 0; and 2 more, at 5:1, 6:106`)
}

// A run without any question is legitimate where the rules are the original's, whose checker accepts it.
func TestQuranQA22Empty(t *testing.T) {
	inFolder(t, map[string]string{"gold": qa22Gold, "goldb": qaSpanGold("سمير زار", [2]int{0, 0}), "team_run.json": "{}"})
	for task, gold := range map[string]string{"quranqa22": "gold", "quranqa23-b": "goldb"} {
		for _, strict := range []bool{false, true} {
			s := mustLoad(t, task, rankingInputs(gold, "team_run.json"), tasks.Options{Strict: strict})
			if s.Empty != strict {
				t.Errorf("%s, strict %v: legitimate %v", task, strict, s.Empty)
			}
			ev, err := findTask(t, task).Evaluate(s, findTask(t, task).Measures[:1], metrics.EvalOptions{KeepEmpty: s.Empty, KeepSparse: true})
			if strict != (err == nil) || err == nil && ev.Scores[0].Row(0)[0] != 0 {
				t.Errorf("%s, strict %v: %v, %v", task, strict, ev, err)
			}
		}
	}
}

// An unknown question is named once: with those left out, if there are any and others are answered.
func TestQuranQA22UnknownOnce(t *testing.T) {
	one := `[{"answer": "سمير", "rank": 1, "score": 1}]`
	const unknown = "unknown-topics: team_run.json: 1 topic is not in the gold, ignored: q9\n" + qaWhole
	for run, want := range map[string]string{
		`{"q1": ` + one + `, "q2": ` + one + `, "q9": ` + one + `}`: unknown,
		`{"q1": ` + one + `, "q9": ` + one + `}`:                    qaWhole,
		`{"q9": ` + one + `}`:                                       unknown,
	} {
		inFolder(t, map[string]string{"gold": qa22Gold, "team_run.json": run})
		in := tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}
		qaSame(t, run, qaSaid(t, "quranqa22", in, tasks.Options{}), want)
		if s := mustLoad(t, "quranqa22", in, tasks.Options{}); len(s.Table.Missing) != 1 || len(s.Table.Missing[0].Extra) != 1 {
			t.Errorf("%s: missing %v", run, s.Table.Missing)
		}
	}
}

// Words that nothing segments, or a stand-in, are warned of where words are compared.
func TestQuranQA22NoSegments(t *testing.T) {
	run := qaOne(`{"answer": "سمير", "rank": 1, "score": 1, "strt_token_indx": 0, "end_token_indx": 0}`)
	inFolder(t, map[string]string{"gold": qa22Gold, "goldb": qaSpanGold("سمير زار", [2]int{0, 0}), "segments": qa22Segments, "team_run.json": run})
	in := tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}
	qaSame(t, "none", qaSaid(t, "quranqa22", in, tasks.Options{}), qaWhole)
	qaSame(t, "light", qaSaid(t, "quranqa22", in, tasks.Options{Segmenter: "light"}), strings.Replace(qaWhole, "words were compared whole", "clitics were split off by a stand-in", 1))
	in.Segments = "segments"
	qaSame(t, "segments", qaSaid(t, "quranqa22", in, tasks.Options{}), "")
	qaSame(t, "no gold", qaSaid(t, "quranqa22", tasks.Inputs{Runs: in.Runs}, tasks.Options{}), "")
	qaSame(t, "positions", qaSaid(t, "quranqa23-b", tasks.Inputs{Gold: []string{"goldb"}, Runs: in.Runs}, tasks.Options{}), "")
}

const qaName = `2 to 9 ASCII letters or digits, such as bigIR_run01.json`

// What is said of a run by default, and under --strict; without gold it is the same as under --strict, but for topics.
func TestQuranQA22Rules(t *testing.T) {
	const rule = "against the rules of the task: "
	one := func(rank, score string) string {
		return `{"answer": "سمير", "rank": ` + rank + `, "score": ` + score + `}`
	}
	for _, c := range []struct{ name, file, run, lenient, strict string }{
		{name: "good", run: qaOne(one("1", "1"), one("2", "0.5"))},
		{name: "name", file: "ab_run.json", run: qaOne(one("1", "1")),
			lenient: `file-name: ab_run.json: file name "ab_run.json", want TEAM_RUN.json with 3 to 9 and ` + qaName,
			strict:  `ab_run.json: ` + rule + `file name "ab_run.json", want TEAM_RUN.json with 3 to 9 and ` + qaName},
		{name: "ending", file: "mate_run.JSON", run: qaOne(one("1", "1")),
			lenient: `file-name: mate_run.JSON: file name "mate_run.JSON", want TEAM_RUN.json with 3 to 9 and ` + qaName,
			strict:  `mate_run.JSON: ` + rule + `file name "mate_run.JSON", want TEAM_RUN.json with 3 to 9 and ` + qaName},
		{name: "mark", run: "\ufeff" + qaOne(one("1", "1")),
			lenient: "byte-order-mark: r:1: the file begins with a byte order mark, want none",
			strict:  "r:1: " + rule + "the file begins with a byte order mark, want none"},
		{name: "float rank", run: qaOne(one("1.0", "1")),
			lenient: "float-rank: r:1:40: topic q1: rank 1.0, want a whole number without a point",
			strict:  "r:1:40: " + rule + "topic q1: rank 1.0, want a whole number without a point"},
		{name: "rank with an exponent", run: qaOne(one("1e0", "1")),
			lenient: "float-rank: r:1:40: topic q1: rank 1e0, want a whole number without a point",
			strict:  "r:1:40: " + rule + "topic q1: rank 1e0, want a whole number without a point"},
		{name: "rank 0", run: qaOne(one("0", "1"), one("1", "0.5")),
			lenient: "rank-order: r:1:40: topic q1: rank 0, want 1; the place in the list counts",
			strict:  "r:1:40: " + rule + "topic q1: rank 0, want 1; the place in the list counts"},
		{name: "descending ranks and ascending scores", run: qaOne(one("2", "0.5"), one("1", "1")),
			lenient: "rank-order: r:1:40: topic q1: rank 2, want 1; the place in the list counts\n" +
				"score-order: r:1:101: topic q1: score 1 after 0.5, want scores in descending order; the place in the list counts",
			strict: "r:1:40: " + rule + "topic q1: rank 2, want 1; the place in the list counts\n" +
				"r:1:101: " + rule + "topic q1: score 1 after 0.5, want scores in descending order; the place in the list counts"},
		{name: "one rank twice", run: qaOne(one("1", "1"), one("1", "0.5")),
			lenient: "rank-order: r:1:87: topic q1: rank 1, want 2; the place in the list counts",
			strict:  "r:1:87: " + rule + "topic q1: rank 1, want 2; the place in the list counts"},
		{name: "gap inside", run: qaOne(one("1", "3"), one("3", "2"), one("4", "1")),
			lenient: "rank-order: r:1:87: topic q1: rank 3, want 2; the place in the list counts",
			strict:  "r:1:87: " + rule + "topic q1: rank 3, want 2; the place in the list counts"},
		{name: "empty list", run: `{"q1": []}`,
			lenient: "empty-list: r:1:8: topic q1 has an empty list, want an answer or no such topic",
			strict:  "r:1:8: " + rule + "topic q1 has an empty list, want an answer or no such topic"},

		// What the original checker accepts.
		{name: "gap before the last", run: qaOne(one("1", "1"), one("3", "0.5")),
			lenient: "rank-gap: r:1:87: topic q1: rank 3, want 2; the place in the list counts", strict: "same"},
		{name: "one answer at rank 7", run: qaOne(one("7", "1")),
			lenient: "rank-gap: r:1:40: topic q1: rank 7, want 1; the place in the list counts", strict: "same"},
		{name: "tie", run: qaOne(one("1", "1"), one("2", "1.0"), one("3", "1e0")),
			lenient: "tied-answers: r:1:99: topic q1: score 1.0 twice; the place in the list counts", strict: "same"},
		{name: "six", run: qaOne(one("1", "6"), one("2", "5"), one("3", "4"), one("4", "3"), one("5", "2"), one("6", "1")),
			lenient: "too-many-answers: r:1:8: topic q1 has 6 answers, want at most 5; the first 5 count", strict: "same"},
		{name: "empty answers", run: `{"q1": [{"answer": "", "rank": 1, "score": 1}],` + "\n" + `"q2": [{"answer": "", "rank": 1, "score": 1}]}`,
			lenient: "empty-answer: r:1:20: topic q1 has an empty answer; and 1 more, at 2:19", strict: "same"},
		{name: "no topic", run: "{}", lenient: "empty-run: r:1:1: the run answers no question", strict: "same"},

		// What cannot be read.
		{name: "no object", run: `[1]`, lenient: "r:1:1: " + rule + "a list, want an object of lists of answers by pq_id", strict: "same"},
		{name: "no list", run: `{"q1": {}}`, lenient: "r:1:8: " + rule + "topic q1 holds an object, want a list of answers", strict: "same"},
		{name: "no answer", run: `{"q1": [1]}`, lenient: "r:1:9: " + rule + "topic q1: an answer is a number, want an object with answer, rank and score", strict: "same"},
		{name: "names", run: `{"q1": [{"Answer": "x", "rank": 1}]}`,
			lenient: "r:1:9: " + rule + `no "answer" but "Answer", want the name in small letters` + "\nr:1:9: " + rule + `no "score" in the object, want it`, strict: "same"},
		{name: "kinds", run: `{"q1": [{"answer": ["x"], "rank": "1", "score": null}]}`,
			lenient: "r:1:20: " + rule + `"answer" is a list, want a string` + "\nr:1:35: " + rule + `"rank" is a string, want a number` +
				"\nr:1:49: " + rule + `"score" is null, want a number`, strict: "same"},
		{name: "score", run: qaOne(one("1", "1e999")), lenient: `r:1:52: malformed number: "1e999" is too great, want a number below 1.8e308`, strict: "same"},
		{name: "topic twice", run: `{"q1": [],` + "\n" + `"q1": []}`, lenient: "r:2:1: duplicate: the name q1 stands on line 1 already, want it once", strict: "same"},
		{name: "field twice", run: qaOne(`{"answer": "a",` + "\n" + `"answer": "b", "rank": 1, "score": 1}`),
			lenient: "r:2:1: duplicate: the name answer stands on line 1 already, want it once", strict: "same"},
		{name: "encoding", run: "{\"q1\": \"\xe9\"}", lenient: "r:1:9: binary data: byte 0xe9 is not UTF-8, want text in UTF-8", strict: "same"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := c.file
			if file == "" {
				file = "team_run.json"
			}
			inFolder(t, map[string]string{"gold": qa22Gold, "segments": qa22Segments, file: c.run})
			qaRules(t, "quranqa22", tasks.Inputs{Gold: []string{"gold"}, Segments: "segments", Runs: runFiles(file)}, true, c.lenient, c.strict)
		})
	}
}
