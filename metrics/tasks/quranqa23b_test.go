package tasks_test

import (
	"fmt"
	"strings"
	"testing"

	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
)

// qaSpanOf is an answer of a run; its text is the tokens of the passage.
func qaSpanOf(passage string, lo, hi int) string {
	return qaSpanText(strings.Join(strings.Fields(passage)[lo:hi+1], " "), lo, hi)
}

func qaSpanText(text string, lo, hi int) string {
	return fmt.Sprintf(`{"answer": %q, "rank": 1, "score": 0, "strt_token_indx": %d, "end_token_indx": %d}`, text, lo, hi)
}

// qaSpanGold is question q1 with gold answers from and to the given tokens.
func qaSpanGold(passage string, spans ...[2]int) string {
	tokens := strings.Fields(passage)
	var answers []string
	for _, s := range spans {
		before := strings.Join(tokens[:s[0]], " ")
		start := len([]rune(before))
		if s[0] > 0 {
			start++
		}
		answers = append(answers, fmt.Sprintf(`{"text": %q, "start_char": %d}`, strings.Join(tokens[s[0]:s[1]+1], " "), start))
	}
	return fmt.Sprintf(`{"pq_id": "q1", "passage": %q, "answers": [%s]}`, passage, strings.Join(answers, ", "))
}

// qaPAP is the score of q1.
func qaPAP(t *testing.T, gold, run string) float64 {
	t.Helper()
	inFolder(t, map[string]string{"gold": gold, "team_run.json": run})
	s := mustLoad(t, "quranqa23-b", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}, tasks.Options{})
	return qaRow(t, s, 0, "q1")[0]
}

// Scores by hand, without a segmenter.
func TestQuranQA23BByHand(t *testing.T) {
	//   0   1    2     3  4   5  6   7    8   9
	const plain = "زار سمير متحف مع اخته ثم كتب رسالة طويلة صديقه"
	//   0  1  2   3   4    5   6   7
	const again = "كتب سمير درسا ثم كتب رسالة كتب اسمه"
	//   0   1  2   3 4   5  6   7
	const stops = "ذهب سمير الى بيته . عاد من هناك"
	for _, c := range []struct {
		name, passage string
		gold          [][2]int
		answers       [][2]int
		want          float64
	}{
		{"exact", plain, [][2]int{{2, 4}}, [][2]int{{2, 4}}, 1},
		{"at rank 2, half of it right", plain, [][2]int{{2, 2}}, [][2]int{{0, 1}, {2, 3}}, (2. / 3) / 2}, // P 1/2, R 1
		{"nothing", plain, [][2]int{{2, 2}}, [][2]int{{0, 1}, {7, 9}}, 0},
		{"two of two", plain, [][2]int{{6, 7}, {1, 1}}, [][2]int{{1, 1}, {0, 0}, {6, 7}}, (1 + 2./3) / 2},
		{"one gold answer is found once", plain, [][2]int{{1, 1}}, [][2]int{{1, 2}, {1, 1}}, 2. / 3},
		// 2 and 3 lie between; 3 goes with the later. Pieces 1-2 and 3-4, each with F1 2/3, at ranks 1 and 2.
		{"split", plain, [][2]int{{1, 1}, {4, 4}}, [][2]int{{1, 4}}, (2./3 + (4./3)/2) / 2},
		{"split between neighbours", plain, [][2]int{{1, 2}, {3, 4}}, [][2]int{{1, 4}}, 1}, // pieces 1-2 and 3-4
		// The pieces come before the second answer, which thereby is third: 1-2, 3-4, 6-6.
		{"split before the next", plain, [][2]int{{1, 1}, {4, 4}, {6, 6}}, [][2]int{{1, 4}, {6, 6}}, (2./3 + (4./3)/2 + (7./3)/3) / 3},
		// First 1-2 and 3-7, then 3-7 into 3-5 and 6-7. F1 2/3, 1/2, 2/3.
		{"split twice", plain, [][2]int{{1, 1}, {4, 4}, {7, 7}}, [][2]int{{1, 7}}, (2./3 + (7./6)/2 + (11./6)/3) / 3},
		// The gold answers share token 3: no split, the answer has F1 4/5 with both and takes the first.
		{"gold answers overlap", plain, [][2]int{{2, 3}, {3, 4}}, [][2]int{{2, 4}}, (4. / 5) / 2},
		{"gold answers overlap, the second fits better", plain, [][2]int{{1, 3}, {3, 4}}, [][2]int{{3, 4}}, 1. / 2},
		// Of one text: one gold answer, at two places.
		{"gold answers of one text", again, [][2]int{{0, 0}, {4, 4}}, [][2]int{{4, 4}, {0, 0}}, 1},
		// 0-4 overlaps both places of the word: not split, each has it whole; F1 1/3 at rank 1, and then the text is taken.
		{"an answer with both", again, [][2]int{{0, 0}, {4, 4}}, [][2]int{{0, 4}}, 1. / 3},
		// The word misses at its first place, which hides that it hits at the second.
		{"an answer twice, the first misses", again, [][2]int{{4, 4}}, [][2]int{{0, 0}, {4, 4}}, 0},
		{"an answer twice, the first hits", again, [][2]int{{4, 4}}, [][2]int{{4, 4}, {0, 0}}, 1},
		// Different gold answers at the two places: they are split as if one answer reached from 0 to 4: 1-3 lie between,
		// 2 goes with the later. 0-1 against 0-1, F1 1; 2-4 against 4-5, P 1/3, R 1/2, F1 2/5.
		{"an answer twice, both hit", again, [][2]int{{0, 1}, {4, 5}}, [][2]int{{0, 0}, {4, 4}}, (1 + (7./5)/2) / 2},
		// Stop words and the full stop do not count: "الى بيته" and "بيته" are one token, "بيته ." too.
		{"stop word before", stops, [][2]int{{3, 3}}, [][2]int{{2, 3}}, 1},
		{"full stop behind", stops, [][2]int{{3, 3}}, [][2]int{{3, 4}}, 1},
		{"across them", stops, [][2]int{{1, 3}}, [][2]int{{0, 5}}, 2. / 3}, // 0-3 of 6 against 1-2
		{"a stop word first of all", "من بيته عاد", [][2]int{{1, 1}}, [][2]int{{0, 1}}, 1},
		{"a stop word last of all", "بيته الى", [][2]int{{0, 0}}, [][2]int{{0, 1}}, 1},
		{"left out and not ranked", stops, [][2]int{{3, 3}}, [][2]int{{2, 2}, {4, 4}, {6, 6}, {3, 3}}, 1},
		{"all left out", stops, [][2]int{{3, 3}}, [][2]int{{2, 2}, {4, 4}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var list []string
			for _, a := range c.answers {
				list = append(list, qaSpanOf(c.passage, a[0], a[1]))
			}
			qaNear(t, "pAP@10", []float64{qaPAP(t, qaSpanGold(c.passage, c.gold...), qaOne(list...))}, []float64{c.want})
		})
	}
}

// The indices count, not the text; indices of nothing but a stop word are left out.
func TestQuranQA23BIndices(t *testing.T) {
	const passage = "ذهب سمير الى بيته"
	gold := qaSpanGold(passage, [2]int{3, 3})
	for _, c := range []struct {
		run  string
		want float64
	}{
		{qaOne(qaSpanText("بيته", 1, 1)), 0},
		{qaOne(qaSpanText("سمير", 3, 3)), 1},
		{qaOne(qaSpanText("سمير", 2, 2), qaSpanText("بيته", 3, 3)), 1},
	} {
		qaNear(t, c.run, []float64{qaPAP(t, gold, c.run)}, []float64{c.want})
	}
}

// Ten answers count; what is left out before does not take a place.
func TestQuranQA23BCutoff(t *testing.T) {
	const passage = "من قلم كتاب بيت نهر جبل طفل باب سفر ليل شجر حجر"
	for _, c := range []struct {
		misses int
		want   float64
	}{{9, 1. / 10}, {10, 0}} {
		list := []string{qaSpanOf(passage, 0, 0)}
		for i := range c.misses {
			list = append(list, qaSpanOf(passage, i+1, i+1))
		}
		list = append(list, qaSpanOf(passage, 11, 11))
		qaNear(t, fmt.Sprint(c.misses), []float64{qaPAP(t, qaSpanGold(passage, [2]int{11, 11}), qaOne(list...))}, []float64{c.want})
	}
}

// An answer split between eleven gold answers: the ranks of its pieces grow so that the last stands behind the next
// answer, which misses. The first piece is one token, F1 1; the others have one token too many, F1 2/3.
func TestQuranQA23BManyPieces(t *testing.T) {
	var tokens []string
	var gold [][2]int
	for i := range 24 {
		tokens = append(tokens, "قلم"+string(rune('أ'+i)))
		if i%2 == 0 && i <= 20 {
			gold = append(gold, [2]int{i, i})
		}
	}
	passage := strings.Join(tokens, " ")
	want := 0.0
	for i := 1; i <= 11; i++ {
		rank := i
		if i == 11 {
			rank = 12
		}
		want += (1 + float64(i-1)*2/3) / float64(rank) / 11
	}
	got := qaPAP(t, qaSpanGold(passage, gold...), qaOne(qaSpanOf(passage, 0, 20), qaSpanOf(passage, 23, 23)))
	qaNear(t, "pAP@10", []float64{got}, []float64{want})
}

// Questions without an answer, without answers, and left out.
func TestQuranQA23BSilence(t *testing.T) {
	const passage = "زار سمير متحف"
	none, some := qaSpanGold(passage), qaSpanGold(passage, [2]int{1, 1})
	answer := qaOne(qaSpanOf(passage, 1, 1))
	for _, c := range []struct {
		name, gold, run string
		want            float64
		missing         bool
	}{
		{"no answer, none given", none, `{"q1": []}`, 1, false},
		{"no answer, one given", none, answer, 0, false},
		{"no answer, left out", none, `{"q2": []}`, 0, true},
		{"an answer, none given", some, `{"q1": []}`, 0, false},
		{"an answer, given", some, answer, 1, false},
		{"an answer, left out", some, `{"q2": []}`, 0, true},
	} {
		inFolder(t, map[string]string{"gold": c.gold, "team_run.json": c.run})
		s := mustLoad(t, "quranqa23-b", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}, tasks.Options{})
		qaNear(t, c.name, qaRow(t, s, 0, "q1"), []float64{c.want})
		if missing := len(s.Table.Missing) == 1 && len(s.Table.Missing[0].Topics) == 1; missing != c.missing || !s.Table.Counts {
			t.Errorf("%s: missing %v", c.name, s.Table.Missing)
		}
	}
}

// The lines to compare with: silence, and the whole passage, here 3 tokens of which one is right.
func TestQuranQA23BReferences(t *testing.T) {
	gold := qaSpanGold("زار سمير الى متحف", [2]int{1, 1}) + "\n" + strings.Replace(qaSpanGold("زار سمير"), "q1", "q2", 1)
	inFolder(t, map[string]string{"gold": gold, "team_run.json": `{"q1": [], "q2": []}`})
	s := mustLoad(t, "quranqa23-b", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}, tasks.Options{})
	for i, want := range [][]float64{{0, 1}, {.5, 0}} { // P 1/3, R 1
		var got []float64
		for _, topic := range s.Table.Topics {
			x, ok := s.References[i].Score("pAP@10", topic)
			if !ok {
				t.Errorf("%s: no score of %s", s.References[i].Name, topic)
			}
			got = append(got, x)
		}
		qaNear(t, s.References[i].Name, got, want)
	}
	if _, ok := s.References[0].Score("AP", "q1"); ok {
		t.Error("a score by another measure")
	}
	if _, ok := s.References[0].Score("pAP@10", "q3"); ok {
		t.Error("a score on no topic")
	}
}

// What is said of a run by default, and under --strict; without gold it is the same as under --strict but for what takes a passage.
func TestQuranQA23BRules(t *testing.T) {
	const rule = "against the rules of the task: "
	const passage = "زار سمير متحف"
	field := func(name, value string) string {
		return `{"answer": "x", "rank": 1, "score": 1, "strt_token_indx": 0, ` + `"` + name + `": ` + value + `}`
	}
	for _, c := range []struct{ name, run, lenient, strict string }{
		{name: "good", run: qaOne(qaSpanOf(passage, 0, 1))},
		{name: "nothing", run: `{"q1": []}`},
		{name: "length", run: qaOne(qaSpanText("زار سمير", 0, 0)), lenient: "span-length: r:1:81: topic q1: tokens by the indices 1, in the answer 2; the indices count\n" +
			`span-text: r:1:9: answer "زار سمير", but "زار" at the tokens 0 to 0; the indices count`,
			strict: "r:1:81: " + rule + "topic q1: tokens by the indices 1, in the answer 2; the indices count"},
		{name: "empty", run: qaOne(qaSpanText("", 0, 0)), lenient: "empty-answer: r:1:20: topic q1 has an empty answer\n" +
			"span-length: r:1:66: topic q1: tokens by the indices 1, in the answer 0; the indices count\n" +
			`span-text: r:1:9: answer "", but "زار" at the tokens 0 to 0; the indices count`,
			strict: "r:1:66: " + rule + "topic q1: tokens by the indices 1, in the answer 0; the indices count\nempty-answer: r:1:20: topic q1 has an empty answer"},
		{name: "ranks", run: qaOne(strings.Replace(qaSpanOf(passage, 0, 0), `"rank": 1`, `"rank": 2`, 1), qaSpanOf(passage, 1, 1)),
			lenient: "rank-order: r:1:38: topic q1: rank 2, want 1; the place in the list counts\ntied-answers: r:1:140: topic q1: score 0 twice; the place in the list counts",
			strict:  "r:1:38: " + rule + "topic q1: rank 2, want 1; the place in the list counts\ntied-answers: r:1:140: topic q1: score 0 twice; the place in the list counts"},
		{name: "no index", run: qaOne(field("end", "0")), lenient: "r:1:9: " + rule + `no "end_token_indx" in the object, want it`, strict: "same"},
		{name: "float index", run: qaOne(field("end_token_indx", "0.0")), lenient: `r:1:88: malformed number: end_token_indx "0.0", want a whole number from 0 to 2147483647`, strict: "same"},
		{name: "negative index", run: qaOne(field("end_token_indx", "-1")), lenient: `r:1:88: malformed number: end_token_indx "-1", want a whole number from 0 to 2147483647`, strict: "same"},
		{name: "backwards", run: qaOne(strings.Replace(field("end_token_indx", "1"), "indx\": 0", "indx\": 2", 1)),
			lenient: "r:1:88: " + rule + "topic q1: end_token_indx 1, want at least strt_token_indx, which is 2", strict: "same"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t, map[string]string{"gold": qaSpanGold(passage, [2]int{0, 0}), "team_run.json": c.run})
			qaRules(t, "quranqa23-b", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}, true, c.lenient, c.strict)
		})
	}
}

// What takes a passage to see: accepted by the original checker, which has none.
func TestQuranQA23BPassages(t *testing.T) {
	const passage = "زار سمير متحف"
	for _, c := range []struct{ name, gold, run, want string }{
		{"outside", qaSpanGold(passage, [2]int{0, 0}), qaOne(qaSpanText("متحف كبير", 2, 3)), "span-outside: r:1:9: end_token_indx 3, want at most 2: the passage has 3 tokens"},
		{"outside of one", qaSpanGold("متحف", [2]int{0, 0}), qaOne(qaSpanText("متحف", 1, 1)), "span-outside: r:1:9: end_token_indx 1, want at most 0: the passage has 1 token"},
		{"elsewhere", qaSpanGold(passage, [2]int{0, 0}), qaOne(qaSpanText("متحف", 1, 1)), `span-text: r:1:9: answer "متحف", but "سمير" at the tokens 1 to 1; the indices count`},
		{"attached stop", qaSpanGold("زار سمير. نام", [2]int{0, 0}), `{"q1": []}`,
			"attached-stop: gold:1:11: question q1 has a full stop at the word سمير., want the passages in which full stops stand free: indices count them"},
		{"wrong start", strings.Replace(qaSpanGold(passage, [2]int{1, 1}), `"start_char": 4`, `"start_char": 3`, 1), `{"q1": []}`,
			`gold-offset: gold:1:68: question q1: the answer "سمير" does not stand at start_char 3 of the passage`},
		{"stop word alone", qaSpanGold("زار من سمير", [2]int{1, 1}), `{"q1": []}`,
			`empty-gold: gold:1:64: question q1: of the answer "من" no token is left without stop words and punctuation; nothing can match it`},
	} {
		inFolder(t, map[string]string{"gold": c.gold, "team_run.json": c.run})
		for _, opt := range []tasks.Options{{}, {Strict: true}} {
			got := qaSaid(t, "quranqa23-b", tasks.Inputs{Gold: []string{"gold"}, Runs: []formats.File{{Path: "team_run.json"}}}, opt)
			qaSame(t, c.name, strings.ReplaceAll(got, "team_run.json", "r"), c.want)
		}
	}
}
