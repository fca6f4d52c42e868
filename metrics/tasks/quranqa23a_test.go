package tasks_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// q1 has two relevant passages, q2 one; q3 and q4 have no answer.
const qa23Qrels = "q1\t0\t1:1-7\t1\nq1\t0\t2:1-5\t1\nq2\t0\t3:1-9\t1\nq3\t0\t-1\t1\nq4\t0\t-1\t1\n\n"

// qaRanking makes the lines of a run of topic q out of "passage score" pairs.
func qaRanking(topic string, docs ...string) string {
	var b strings.Builder
	for i, d := range docs {
		doc, score, _ := strings.Cut(d, " ")
		fmt.Fprintf(&b, "%s\tQ0\t%s\t%d\t%s\tt\n", topic, doc, i+1, score)
	}
	return b.String()
}

// Scores by hand: AP@10 and RR of q1 to q4, and their means in the original's way.
func TestQuranQA23AByHand(t *testing.T) {
	for _, c := range []struct {
		name, run  string
		ap, rr     []float64
		quirk, ok2 float64 // the original's mean of AP@10, and ours
	}{
		{"all", qaRanking("q1", "9:9 .9", "1:1-7 .8", "2:1-5 .7") + qaRanking("q2", "3:1-9 .5", "8:1-3 .5") + qaRanking("q3", "-1 1") + qaRanking("q4", "-1 1", "5:5 .4"),
			[]float64{(1./2 + 2./3) / 2, .5, 1, 0}, []float64{.5, .5, 1, 0}, (7./12 + .5 + 1) / 4, (7./12 + .5 + 1) / 4},
		{"silence everywhere", qaRanking("q1", "-1 1") + qaRanking("q2", "-1 1") + qaRanking("q3", "-1 -3") + qaRanking("q4", "-1 0"),
			[]float64{0, 0, 1, 1}, []float64{0, 0, 1, 1}, .5, .5},
		{"something on q3", qaRanking("q1", "1:1-7 1", "-1 .5", "2:1-5 .4") + qaRanking("q2", "3:1-9 1") + qaRanking("q3", "1:1-7 1") + qaRanking("q4", "-1 1"),
			[]float64{(1 + 2./3) / 2, 1, 0, 1}, []float64{1, 1, 0, 1}, (5./6 + 2) / 4, (5./6 + 2) / 4},
		{"q2 left out", qaRanking("q1", "1:1-7 1") + qaRanking("q3", "-1 1") + qaRanking("q4", "-1 1"),
			[]float64{.5, 0, 1, 1}, []float64{1, 0, 1, 1}, 2.5 / 3, 2.5 / 4},
		{"q4 left out", qaRanking("q1", "1:1-7 1") + qaRanking("q2", "3:1-9 1") + qaRanking("q3", "-1 1"),
			[]float64{.5, 1, 1, 0}, []float64{1, 1, 1, 0}, 2.5 / 5, 2.5 / 4},
	} {
		inFolder(t, map[string]string{"qrels": qa23Qrels, "team_run.tsv": strings.ReplaceAll(c.run, "\t.", "\t0.")})
		in := tasks.Inputs{Qrels: "qrels", Runs: runFiles("team_run.tsv")}
		s := mustLoad(t, "quranqa23-a", in, tasks.Options{Strict: true})
		var ms []metrics.Applied
		for _, name := range findTask(t, "quranqa23-a").Measures {
			m, err := metrics.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			ms = append(ms, m)
		}
		ev, err := metrics.Evaluate(s.Runs, s.Gold, ms, metrics.EvalOptions{})
		if err != nil {
			t.Fatal(err)
		}
		qaNear(t, c.name+", AP@10", ev.Scores[0].Row(0), c.ap)
		qaNear(t, c.name+", RR", ev.Scores[1].Row(0), c.rr)
		qaNear(t, c.name+", mean", qaMeans(t, s)[:1], []float64{c.ok2})
		s = mustLoad(t, "quranqa23-a", in, tasks.Options{Quirks: true})
		qaNear(t, c.name+", official mean", qaMeans(t, s)[:1], []float64{c.quirk})
	}
}

// Judgments are handed on only where documents are all there is to judge.
func TestQuranQA23AJudgments(t *testing.T) {
	inFolder(t, map[string]string{"silent": qa23Qrels, "plain": "q1\t0\t1:1-7\t1\nq1\t0\t9:9\t0\n", "team_run.tsv": qaRanking("q1", "9:9 .9", "1:1-7 .8", "2:2 .7")})
	s := mustLoad(t, "quranqa23-a", tasks.Inputs{Qrels: "silent", Runs: runFiles("team_run.tsv")}, tasks.Options{})
	if s.Qrels != nil || !s.Complete || s.Weights != nil || s.Table != nil {
		t.Error("judgments of silence were handed on, or there is no word that they are complete")
	}
	if r := s.Runs[0]; r.Order != metrics.OrderTrecEval {
		t.Errorf("order %v", r.Order)
	}
	s = mustLoad(t, "quranqa23-a", tasks.Inputs{Qrels: "plain", Runs: runFiles("team_run.tsv")}, tasks.Options{})
	j := s.Gold.Judge("q1", s.Runs[0].Ranked("q1"))
	k := s.Qrels.Gold(1).Judge("q1", s.Runs[0].Ranked("q1"))
	if fmt.Sprint(j) != fmt.Sprint(k) || j.Gains[0] != 0 || j.Gains[1] != 1 || !math.IsNaN(j.Gains[2]) {
		t.Errorf("%v and %v", j, k)
	}
	order := metrics.OrderRank
	s = mustLoad(t, "quranqa23-a", tasks.Inputs{Qrels: "plain", Runs: runFiles("team_run.tsv")}, tasks.Options{Order: &order, Level: 2})
	if s.Runs[0].Order != metrics.OrderRank || s.Gold.Judge("q1", nil).R() != 0 {
		t.Error("order and level play no part")
	}
}

// Whatever grade the judgments give to there being no answer, silence scores 1.
func TestQuranQA23AGrade(t *testing.T) {
	inFolder(t, map[string]string{"qrels": "q1\t0\t-1\t0\nq2\t0\t-1\t2\n", "team_run.tsv": qaRanking("q1", "-1 1") + qaRanking("q2", "-1 1")})
	for _, level := range []int{0, 1, 3} {
		s := mustLoad(t, "quranqa23-a", tasks.Inputs{Qrels: "qrels", Runs: runFiles("team_run.tsv")}, tasks.Options{Level: level})
		qaNear(t, fmt.Sprint(level), qaMeans(t, s), []float64{1, 1})
	}
}

// The line to compare with: silence scores 1 where it should.
func TestQuranQA23AReference(t *testing.T) {
	inFolder(t, map[string]string{"qrels": qa23Qrels, "team_run.tsv": qaRanking("q1", "9:9 0.9")})
	s := mustLoad(t, "quranqa23-a", tasks.Inputs{Qrels: "qrels", Runs: runFiles("team_run.tsv")}, tasks.Options{})
	for measure, want := range map[string][]float64{"AP@10": {0, 0, 1, 1}, "RR": {0, 0, 1, 1}, "P@10": {0, 0, .1, .1}} {
		for i, topic := range s.Gold.Topics() {
			if got, ok := s.References[0].Score(measure, topic); !ok || got != want[i] {
				t.Errorf("%s, %s: %v, %v", measure, topic, got, ok)
			}
		}
	}
	if _, ok := s.References[0].Score("AP@10", "q9"); ok {
		t.Error("a score on no topic")
	}
	if _, ok := s.References[0].Score("nonsense", "q1"); ok {
		t.Error("a score by no measure")
	}
}

// What is said of a run by default, and under --strict; without gold it is the same as under --strict.
func TestQuranQA23ARules(t *testing.T) {
	const rule = "against the rules of the task: "
	const good = "q1\tQ0\t1:1-7\t1\t0.9\tt\n"
	var eleven strings.Builder
	for i := range 11 {
		fmt.Fprintf(&eleven, "q1\tQ0\td%d\t%d\t%d\tt\n", i, i+1, 20-i)
	}
	for _, c := range []struct{ name, file, run, lenient, strict string }{
		{name: "empty rank", run: good + "q1\tQ0\t2:1-5\t\t0.5\tt\n", lenient: "r:2: wrong number of fields: 5 fields, expected 6: topic Q0 document rank score tag", strict: "same"},
		{name: "rank and line end", run: good + "q2\tQ0\t3:1-9\tx\t-3\tt\r\n"},
		{name: "blanks", run: strings.ReplaceAll(good, "\t", " ")},
		{name: "blank in a passage", run: strings.ReplaceAll(good, "1:1-7", "1 1-7"),
			lenient: `nothing-judged: r: run "team_run": its only document on judged topics is not in the judgments; its identifiers are like "1 1-7", those judged like "1:1-7"`,
			strict:  "same"},
		{name: "name", file: "team-run.tsv", run: good, lenient: `file-name: team-run.tsv: file name "team-run.tsv", want TEAM_RUN.tsv with 3 to 9 and 2 to 9 ASCII letters or digits, such as bigIR_run01.tsv`,
			strict: `team-run.tsv: ` + rule + `file name "team-run.tsv", want TEAM_RUN.tsv with 3 to 9 and 2 to 9 ASCII letters or digits, such as bigIR_run01.tsv`},
		{name: "ending of three", file: "team_run.txt", run: good},
		{name: "ending of two", file: "team_r.ts", run: good, lenient: `file-name: team_r.ts: file name "team_r.ts", want TEAM_RUN.tsv with 3 to 9 and 2 to 9 ASCII letters or digits, such as bigIR_run01.tsv`,
			strict: `team_r.ts: ` + rule + `file name "team_r.ts", want TEAM_RUN.tsv with 3 to 9 and 2 to 9 ASCII letters or digits, such as bigIR_run01.tsv`},
		{name: "both separators", run: good + "q2 Q0 3:1-9 1 1 t\n",
			lenient: "mixed-separators: r:2: want tabs between the fields of all lines, or single blanks", strict: "r:2: " + rule + "want tabs between the fields of all lines, or single blanks"},
		{name: "two blanks", run: "q1  Q0 1:1-7 1 0.9 t\n",
			lenient: "field-count: r:1: 7 fields, want 6 with one blank between them", strict: "r:1: " + rule + "7 fields, want 6 with one blank between them"},
		{name: "five fields", run: "q1\tQ0\t1:1-7\t0.9\tt\n", lenient: "r:1: wrong number of fields: 5 fields, expected 6: topic Q0 document rank score tag", strict: "same"},
		{name: "blank line", run: good + "\n" + "q2\tQ0\t3:1-9\t1\t0.9\tt\n", lenient: "blank-line: r:2: a blank line, want none", strict: "r:2: " + rule + "a blank line, want none"},
		{name: "comment", run: good + "# a\tb\n", lenient: "comment-line: r:2: a comment, want none", strict: "r:2: " + rule + "a comment, want none"},
		{name: "header", run: "qid\tQ0\tdocid\trank\tscore\ttag\n" + good,
			lenient: `header-skipped: r:1: skipped a header line: "qid\tQ0\tdocid\trank\tscore\ttag"`,
			strict:  "r:1: " + rule + "a header, want none\n" + `header-skipped: r:1: skipped a header line: "qid\tQ0\tdocid\trank\tscore\ttag"`},
		{name: "exponent", run: "q1\tQ0\t1:1-7\t1\t9e-1\tt\n",
			lenient: `score-form: r:1:15: score "9e-1", want digits with or without a point between them, such as 0.9`,
			strict:  "r:1:15: " + rule + `score "9e-1", want digits with or without a point between them, such as 0.9`},
		{name: "plus", run: "q1\tQ0\t1:1-7\t1\t+1\tt\nq2\tQ0\t3:1-9\t1\t1.\tt\n",
			lenient: `score-form: r:1:15: score "+1", want digits with or without a point between them, such as 0.9; and 1 more, at 2:15`,
			strict: "r:1:15: " + rule + `score "+1", want digits with or without a point between them, such as 0.9` + "\nr:2:15: " + rule +
				`score "1.", want digits with or without a point between them, such as 0.9`},
		{name: "no number", run: "q1\tQ0\t1:1-7\t1\tnan\tt\n", lenient: `r:1:15: malformed number: "nan", want a finite number`, strict: "same"},
		{name: "twice", run: good + good, lenient: "r:2: duplicate: topic q1 has document 1:1-7 on line 1 already", strict: "same"},
		{name: "not UTF-8", run: strings.ReplaceAll(good, "Q0", "\xff"), lenient: "not-utf8: r:1: the line is not UTF-8, want text in UTF-8", strict: "r:1: " + rule + "the line is not UTF-8, want text in UTF-8"},

		// What the original checker accepts.
		{name: "eleven", run: eleven.String(), lenient: "too-many-documents: r:1: topic q1 has 11 documents, want at most 10\n" +
			`nothing-judged: r: run "team_run": none of its 11 documents on judged topics is in the judgments; its identifiers are like "d0", those judged like "1:1-7"`, strict: "same"},
		{name: "tags", run: good + "q2\tQ0\t3:1-9\t1\t0.9\tmy run\n", lenient: `mixed-tags: r:2: tag "my run", want one tag a file without blanks; the run is called after its file`, strict: "same"},
		{name: "no answer among others", run: qaRanking("q3", "-1 1", "1:1-7 0.5") + qaRanking("q4", "-1 1", "2:1-7 0.5"),
			lenient: "mixed-no-answer: r:1: topic q3 has -1 among 2 documents, want it alone: otherwise it does not say that there is no answer; and 1 more, at 3", strict: "same"},
		{name: "unknown topic", run: good + qaRanking("q2", "3:1-9 1") + qaRanking("q3", "-1 1") + qaRanking("q4", "-1 1") + qaRanking("q9", "x 1"), lenient: "unknown-topics: r: 1 topic is not in the gold, ignored: q9", strict: "same"},
		{name: "ranks", run: qaRanking("q1", "1:1-7 0.5", "2:1-5 0.9"),
			lenient: `rank-contradicts-score: r: run "team_run": rank and score order disagree in 1 of 1 topics and are exactly reversed; scores decide (they look like distances)`, strict: "same"},
		{name: "empty", run: "", lenient: "r: empty file: no result lines, want lines of \"topic Q0 document rank score tag\"", strict: "empty-run: r: the run answers no question"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := c.file
			if file == "" {
				file = "team_run.tsv"
			}
			inFolder(t, map[string]string{"qrels": qa23Qrels, file: c.run})
			// That takes judgments; and an empty file is accepted only where the rules are the original's.
			takesGold := strings.Contains(c.lenient, "judged") || strings.Contains(c.lenient, "not in the gold") || c.run == ""
			qaRules(t, "quranqa23-a", tasks.Inputs{Qrels: "qrels", Runs: runFiles(file)}, !takesGold, c.lenient, c.strict)
		})
	}
}

// What is wrong with a file is told in the order of its lines, whoever found it.
func TestQuranQA23AInOrder(t *testing.T) {
	inFolder(t, map[string]string{"qrels": qa23Qrels, "team-run.tsv": "q1\tQ0\t1:1-7\t1\tnan\tt\n\nq1\tQ0\t2:1-5\t1\t9e-1\tt\nq1\tQ0\t2:1-5\n# a\tb\nq1\tQ0\t2:1-5\t1\t0.5\tt\n"})
	const rule = "against the rules of the task: "
	mustRefuse(t, "quranqa23-a", rankingQrels("qrels", "team-run.tsv"), tasks.Options{Strict: true},
		`team-run.tsv:1:15: malformed number: "nan", want a finite number`,
		"team-run.tsv:2: "+rule+"a blank line, want none",
		`team-run.tsv:3:15: `+rule+`score "9e-1", want digits with or without a point between them, such as 0.9`,
		"team-run.tsv:4: wrong number of fields: 3 fields, expected 6: topic Q0 document rank score tag",
		"team-run.tsv:5: "+rule+"a comment, want none",
		"team-run.tsv:6: duplicate: topic q1 has document 2:1-5 on line 3 already",
		`team-run.tsv: `+rule+`file name "team-run.tsv", want TEAM_RUN.tsv with 3 to 9 and 2 to 9 ASCII letters or digits, such as bigIR_run01.tsv`)
}

// A question that is not judged is named with those that a run leaves out, if there are any.
func TestQuranQA23AUnknownOnce(t *testing.T) {
	inFolder(t, map[string]string{"qrels": qa23Qrels, "team_run.tsv": qaRanking("q1", "1:1-7 1") + qaRanking("q9", "1:1-7 1")})
	wantWarnings(t, mustLoad(t, "quranqa23-a", rankingQrels("qrels", "team_run.tsv"), tasks.Options{}))
}

// A run without a topic is legitimate where the original's rules hold, and scores 0.
func TestQuranQA23AEmpty(t *testing.T) {
	inFolder(t, map[string]string{"qrels": qa23Qrels, "team_run.tsv": ""})
	for _, opt := range []tasks.Options{{Strict: true}, {Quirks: true}} {
		s := mustLoad(t, "quranqa23-a", rankingQrels("qrels", "team_run.tsv"), opt)
		if !s.Empty {
			t.Errorf("%+v: not legitimate", opt)
		}
		wantWarnings(t, s, "empty-run: team_run.tsv: the run answers no question")
		ap, err := metrics.Find("AP@10")
		if err != nil {
			t.Fatal(err)
		}
		ev, err := metrics.Evaluate(s.Runs, s.Gold, []metrics.Applied{ap}, metrics.EvalOptions{KeepEmpty: s.Empty, KeepSparse: true})
		if err != nil {
			t.Fatal(err)
		}
		qaNear(t, "empty", ev.Scores[0].Row(0), []float64{0, 0, 0, 0})
	}
	mustRefuse(t, "quranqa23-a", rankingQrels("qrels", "team_run.tsv"), tasks.Options{}, `team_run.tsv: empty file: no result lines, want lines of "topic Q0 document rank score tag"`)
	writeFiles(t, ".", map[string]string{"team_run.tsv": qaRanking("q1", "1:1-7 1")})
	if mustLoad(t, "quranqa23-a", rankingQrels("qrels", "team_run.tsv"), tasks.Options{}).Empty {
		t.Error("legitimate by default")
	}
}

func TestQuranQA23AQrels(t *testing.T) {
	for _, c := range []struct{ name, qrels, want string }{
		{"both", "q1\t0\t-1\t1\nq1\t0\td1\t1\nq1\t0\td2\t0\n", "qrels: against the rules of the task: question q1 has no answer (-1) and 2 judged besides, want either"},
		{"empty", "\n", `qrels: empty file: no judgments, want lines of "topic 0 document grade"`},
	} {
		inFolder(t, map[string]string{"qrels": c.qrels, "team_run.tsv": qaRanking("q1", "-1 1")})
		qaSame(t, c.name, qaSaid(t, "quranqa23-a", tasks.Inputs{Qrels: "qrels", Runs: runFiles("team_run.tsv")}, tasks.Options{}), c.want)
	}
}

// Of a document twice the better is kept if asked for, but not where the original's rules are.
func TestQuranQA23AKeepFirst(t *testing.T) {
	inFolder(t, map[string]string{"qrels": qa23Qrels, "team_run.tsv": qaRanking("q1", "9:9 3", "1:1-7 2", "1:1-7 1")})
	in := tasks.Inputs{Qrels: "qrels", Runs: runFiles("team_run.tsv")}
	if s := mustLoad(t, "quranqa23-a", in, tasks.Options{KeepFirst: true}); len(s.Runs[0].Topics["q1"]) != 2 {
		t.Error("not two documents")
	}
	qaSame(t, "strict", qaSaid(t, "quranqa23-a", in, tasks.Options{KeepFirst: true, Strict: true}), "team_run.tsv:3: duplicate: topic q1 has document 1:1-7 on line 2 already")
}

// What is written is accepted by the original's rules and reads back with the same ranking.
func TestQuranQA23AWrite(t *testing.T) {
	run := &metrics.Run{Tag: "fused", Topics: map[metrics.Topic][]metrics.Scored{
		"q2": {{Doc: "-1", Score: 1e-7}},
		"q1": {{Doc: "b", Score: 1e21}, {Doc: "a", Score: -2.5}, {Doc: "c", Score: 1e21}},
	}}
	out := findTask(t, "quranqa23-a").Write(run)
	want := "q1\tQ0\tc\t1\t1000000000000000000000\tfused\nq1\tQ0\tb\t2\t1000000000000000000000\tfused\nq1\tQ0\ta\t3\t-2.5\tfused\nq2\tQ0\t-1\t1\t0.0000001\tfused\n"
	if len(out) != 1 || out[0].Name != "" {
		t.Fatalf("%d files", len(out))
	}
	qaSame(t, "written", string(out[0].Data), want)
	inFolder(t, map[string]string{"team_run.tsv": want})
	s := mustLoad(t, "quranqa23-a", tasks.Inputs{Runs: runFiles("team_run.tsv")}, tasks.Options{Strict: true})
	qaSame(t, "written again", string(findTask(t, "quranqa23-a").Write(s.Runs[0])[0].Data), strings.ReplaceAll(want, "fused", "team_run"))
}
