package tasks

import (
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// Whatever stands in the files of Qur'an QA, nothing panics, scores are in [0, 1], and what cannot be read has a problem.

func FuzzQuranQAAnswers(f *testing.F) {
	const gold = `{"pq_id": "q1", "passage": "زار سمير متحف . عاد من هناك", "answers": [{"text": "سمير متحف", "start_char": 4}, {"text": "هناك", "start_char": 23}]}`
	f.Add(gold+"\n"+`{"pq_id": "q2", "passage": "x", "answers": []}`, `{"q1": [{"answer": "سمير متحف . عاد من هناك", "rank": 1, "score": 0.5, "strt_token_indx": 1, "end_token_indx": 6}], "q2": []}`, true)
	f.Add(gold, `{"q1": [{"answer": "متحف", "rank": 1, "score": 1, "strt_token_indx": 2, "end_token_indx": 9}, {"answer": "متحف", "rank": 1, "score": 1, "strt_token_indx": 2, "end_token_indx": 2}]}`, false)
	f.Add(gold, `{"q1": [{"answer": "", "rank": 1.0, "score": 1}]}`, false)
	f.Add(gold, `{"q1": 1, "q1": []}`, true)
	f.Add(`{"pq_id": "q1", "passage": "من . من", "answers": [{"text": "من", "start_char": 0}]}`, `{"q1": [{"answer": "x", "rank": 1, "score": 1, "strt_token_indx": 2147483647, "end_token_indx": 2147483647}]}`, false)
	f.Fuzz(func(t *testing.T, gold, run string, strict bool) {
		for _, form := range []*qaForm{
			{most: 5, measures: 3, judge: newQA22Judge},
			{most: 10, measures: 1, spans: true, judge: newQA23Judge, references: qa23References},
		} {
			var problems formats.Problems
			questions := &qaGoldReader{spans: form.spans, problems: &problems, lines: make(map[metrics.Topic]formats.Pos)}
			questions.read(gold, "gold")
			goldFile := &qaFile{problems: &problems}
			seg := newQASegmenter(Inputs{}, Options{Segmenter: "light"}, questions.out, &problems)
			var scorers []qaScorer
			if problems.Err() == nil {
				for _, q := range questions.out {
					scorers = append(scorers, form.judge(q, seg, goldFile))
				}
			}
			r := &qaRun{run: &metrics.Run{Tag: "run"}}
			r.qaRunReader = &qaRunReader{most: form.most, spans: form.spans, qaFile: qaFile{file: "run", refuse: strict, problems: &problems}}
			if r.answers = r.read(run, false); r.answers == nil && problems.Err() == nil {
				t.Fatal("no answers and no problem")
			}
			if problems.Err() != nil {
				_ = problems.Error()
				continue
			}
			table := scoreQA(questions.out, scorers, []*qaRun{r}, form)
			for m, values := range table.Values {
				for c := range table.Topics {
					if x := values.At(0, c); !(0 <= x && x <= 1) {
						t.Errorf("measure %d, topic %q: %v", m, table.Topics[c], x)
					}
				}
			}
			if form.references != nil {
				form.references(questions.out, scorers)
			}
			r.warnings()
		}
	})
}

func FuzzQuranQARanking(f *testing.F) {
	f.Add("q1\tQ0\td1\t1\t0.5\tt\nq1\tQ0\td2\t2\t0.4\tt\n", true, false)
	f.Add("q1 Q0 d1 1 5e-1 t\r\n\n# x\nqid Q0 docid rank score tag\n", false, true)
	f.Add("q3\tQ0\t-1\t1\t1\tmy run\nq3\tQ0\td 1\t1\t-1.\tt\n", false, false)
	f.Add("", true, true)
	f.Fuzz(func(t *testing.T, text string, strict, quirks bool) {
		if strings.IndexByte(text, 0) >= 0 {
			return // refused before
		}
		var problems formats.Problems
		r := &qaRankingReader{opt: Options{Strict: strict, Quirks: quirks}}
		r.qaFile = qaFile{file: "team_run.tsv", refuse: strict, problems: &problems}
		run := r.parse(text, formats.File{Path: "team_run.tsv"})
		if run == nil {
			if problems.Err() == nil {
				t.Fatal("no run and no problem")
			}
			return
		}
		gold := newQA23Gold(metrics.Qrels{"q1": {"d1": 1}, "q3": {noQAAnswer: 1}}, 1)
		for _, topic := range gold.Topics() {
			j := gold.Judge(topic, run.Ranked(topic))
			if len(j.Gains) != len(run.Topics[topic]) {
				t.Errorf("%d gains of %d documents", len(j.Gains), len(run.Topics[topic]))
			}
		}
		if problems.Err() == nil && strict && len(run.Topics) > 0 { // what is written is accepted again
			again := &qaRankingReader{opt: Options{Strict: true}}
			again.qaFile = qaFile{file: "team_run.tsv", refuse: true, problems: &problems}
			written := string(writeQuranQA23A(run)[0].Data)
			if again.parse(written, formats.File{Path: "team_run.tsv"}) == nil || problems.Err() != nil {
				t.Errorf("%q is not read back: %v", written, problems.Err())
			}
		}
	})
}

func FuzzQuranQASegments(f *testing.F) {
	f.Add("القلم\tال+قلم\n", "القلم.")
	f.Add(`{"القلم": "ال+قلم"}`, "(القلم)")
	f.Add("و+ال+قلم ل+ال+بيت .", "للبيت، + ++")
	f.Fuzz(func(t *testing.T, text, passage string) {
		var problems formats.Problems
		words := parseQASegments(text, "segments", &problems)
		if len(words) == 0 && problems.Err() == nil {
			t.Error("neither segments nor a problem")
		}
		s := &qaSegmenter{seen: make(map[string]bool)}
		s.token = func(token string) string { return s.lookup(words, token) }
		for _, w := range s.words(passage) {
			if w == "" || strings.Contains(w, "+") {
				t.Errorf("%q is no word without marks of segments", w)
			}
		}
		s.warnings()
	})
}
