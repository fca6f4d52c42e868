package tasks_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// ctGold is an invented debate; of its lines those numbered are check-worthy.
func ctGold(lines int, relevant ...int) string {
	var b strings.Builder
	for n := 1; n <= lines; n++ {
		label := 0
		if slices.Contains(relevant, n) {
			label = 1
		}
		fmt.Fprintf(&b, "%d\tالمتحدث\tسنبني %d مدرسة \"جديدة\" في العام القادم\t%d\r\n", n, n, label)
	}
	return b.String()
}

// ctRun is a run that gives line n the score n, so that the last line is ranked first.
func ctRun(lines int) string {
	var b strings.Builder
	for n := 1; n <= lines; n++ {
		fmt.Fprintf(&b, "%d\t%d\n", n, n)
	}
	return b.String()
}

// The score of a run that ranks the last line first, from the definitions.
func TestCheckthat18ByHand(t *testing.T) {
	inFolder(t, map[string]string{"gold/قمة.txt": ctGold(50, 50, 47), "gold/b.txt": ctGold(60), "run/قمة.tsv": ctRun(50), "run/b.tsv": ctRun(60)})
	s := mustLoad(t, "checkthat18", rankingInputs("gold", "run"), tasks.Options{})
	wantWarnings(t, s)
	scores := rankingScores(t, s, ctMeasures...)[0]
	rankingNear(t, "قمة", map[string]float64{"AP": (1 + 2./4) / 2, "RR": 1, "Rprec": .5, "P@1": 1, "P@3": 1. / 3, "P@5": .4, "P@10": .2, "P@20": .1, "P@50": .04}, scores["قمة"])
	rankingNear(t, "b", map[string]float64{"AP": 0, "RR": 0, "Rprec": 0, "P@50": 0}, scores["b"])
	rankingNear(t, "mean", map[string]float64{"AP": .375, "P@1": .5}, scores["mean"])
	if !s.Complete || s.Qrels["b"]["60"] != 0 || len(s.Qrels["b"]) != 60 {
		t.Errorf("want all 60 lines judged: %v", s.Qrels["b"])
	}

	s = mustLoad(t, "checkthat18", rankingInputs("gold", "run"), tasks.Options{SkipEmpty: true})
	rankingNear(t, "mean", map[string]float64{"AP": .75}, rankingScores(t, s, "AP")[0]["mean"])
	if !slices.Contains(s.Conventions, tasks.Convention{What: "topics without a relevant document", How: "left out, of all means (1 topic)"}) {
		t.Errorf("conventions %v do not say that a topic is left out", s.Conventions)
	}
	order := metrics.OrderTrecEval
	if s = mustLoad(t, "checkthat18", rankingInputs("gold", "run"), tasks.Options{Order: &order}); s.Runs[0].Order != order {
		t.Errorf("order %v", s.Runs[0].Order)
	}
}

// What is wrong with the run of one debate of 50 lines: by default, and strictly where that differs.
func TestCheckthat18Refused(t *testing.T) {
	lines := func(change func(lines []string) []string) string {
		return strings.Join(change(strings.Split(strings.TrimSuffix(ctRun(50), "\n"), "\n")), "\n") + "\n"
	}
	first := func(line string) string { return lines(func(l []string) []string { l[0] = line; return l }) }
	const sign = `against the rules of the task: score %q, want a number without exponent, and with a point if it has a sign, such as %s`
	for _, c := range []struct {
		name, run string
		want      []string // problems by default
		lenient   string   // else the warning of code lenient-format, which is the problem under strict
	}{
		{name: "order", run: lines(func(l []string) []string { l[0], l[1] = l[1], l[0]; return l }), want: []string{`r:1: against the rules of the task: line number 2, want 1: they count from 1, in the order of lines (3 lines break that)`}},
		{name: "gap", run: lines(func(l []string) []string { return slices.Delete(l, 6, 8) }), want: []string{`r:7: against the rules of the task: line number 9, want 7: they count from 1, in the order of lines`, `r: missing score: 2 of 50 lines in gold.txt: 7, 8`}},
		{name: "two more", run: ctRun(52), want: []string{`r:51: unknown identifier: 2 of 52 line numbers not in gold.txt: 51, 52`}},
		{name: "twice", run: lines(func(l []string) []string { return slices.Insert(l, 9, l[2]) }), want: []string{`r:10:1: duplicate: line number 3 is on line 3 already`}},
		{name: "zero", run: first("0\t1"), want: []string{`r:1:1: malformed number: line number "0", want a whole number from 1 in digits 0 to 9`}},
		{name: "digits", run: first("١\t1"), want: []string{`r:1:1: malformed number: line number "١", want a whole number from 1 in digits 0 to 9`}},
		{name: "sign", run: first("+1\t1"), want: []string{`r:1:1: malformed number: line number "+1", want a whole number from 1 in digits 0 to 9`}},
		{name: "nan", run: first("1\tNaN"), want: []string{`r:1:3: malformed number: "NaN", want a finite number`}},
		{name: "hexadecimal", run: first("1\t0x1p-2"), want: []string{`r:1:3: malformed number: "0x1p-2", want a decimal number`}},
		{name: "great", run: first("1\t1e999"), want: []string{`r:1:3: malformed number: "1e999" is too great, want a number below 1.8e308`}},
		{name: "point", run: first("1\t5."), want: []string{`r:1:3: malformed number: "5.", want a digit after the point`}},
		{name: "blank", run: first("1\t 5"), want: []string{`r:1:3: malformed number: " 5", want no blanks around the score`}},
		{name: "header", run: "line\tscore\n" + ctRun(50), want: []string{`r:1: bad header: "line\tscore", want data only: remove the header line`}},
		{name: "semicolons", run: first("1;1"), want: []string{`r:1: wrong number of fields: 1 field, expected 2 separated by tabs: line_number score; this line has ";" between them`}},
		{name: "no score", run: first("1\t"), want: []string{`r:1:3: wrong number of fields: the field score is empty, want a value`}},
		{name: "blank line", run: first(""), want: []string{`r:1: wrong number of fields: a blank line, want none`, `r:2: against the rules of the task: line number 2, want 1: they count from 1, in the order of lines`, `r: missing score: 1 of 50 lines in gold.txt: 1`}},
		{name: "return", run: first("1\r\t1"), want: []string{`r:1:2: wrong line ends: a carriage return inside the line, want LF or CRLF`}},
		{name: "empty", run: "\n \n", want: []string{`r: empty file: no lines, want lines of "line_number score"`}},
		{name: "binary", run: "1\t\x00", want: []string{`r: binary data: want text`}},
		{name: "exponent", run: first("1\t2.5E-3"), lenient: `r:1:3: ` + fmt.Sprintf(sign, "2.5E-3", "0.0025")},
		{name: "whole", run: first("1\t-7"), lenient: `r:1:3: ` + fmt.Sprintf(sign, "-7", "-7.0")},
		{name: "small", run: first("1\t1e-300"), lenient: `r:1:3: ` + fmt.Sprintf(sign, "1e-300", "0.5")},
		{name: "tab", run: first("1\t1\t"), lenient: `r:1:4: against the rules of the task: a tab at the end of the line, want none`},
		{name: "mark", run: "\ufeff" + ctRun(50), lenient: `r:1:1: against the rules of the task: a byte order mark before the first line, want none`},
		{name: "blank end", run: ctRun(50) + "\n\t\n", lenient: `r:51: against the rules of the task: a blank line at the end, want none`},
		{name: "blank end without line end", run: ctRun(50) + " ", lenient: `r:51: against the rules of the task: a blank line at the end, want none`},
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t, map[string]string{"gold.txt": ctGold(50, 1), "r": c.run})
			in := rankingInputs("gold.txt", "r")
			if c.lenient == "" {
				mustRefuse(t, "checkthat18", in, tasks.Options{}, c.want...)
				mustRefuse(t, "checkthat18", in, tasks.Options{Strict: true}, c.want...)
				return
			}
			mustRefuse(t, "checkthat18", in, tasks.Options{Strict: true}, c.lenient)
			wantWarnings(t, mustLoad(t, "checkthat18", in, tasks.Options{}), "lenient-format: "+c.lenient+"; read all the same")
		})
	}
	// One warning a file counts the lines.
	for n, more := range map[int]string{2: ", as is a further line like it", 3: ", as are 2 further lines like it"} {
		inFolder(t, map[string]string{"gold.txt": ctGold(50, 1), "r": lines(func(l []string) []string {
			for i := range n {
				l[i] += "e0\t" // two rules on one line
			}
			return l
		})})
		wantWarnings(t, mustLoad(t, "checkthat18", rankingInputs("gold.txt", "r"), tasks.Options{}),
			"lenient-format: r:1:6: against the rules of the task: a tab at the end of the line, want none; read all the same"+more)
	}
	// Digits of any script make a score, as in the original.
	inFolder(t, map[string]string{"gold.txt": ctGold(50, 1), "r": first("1\t٦۱.५𝟞")})
	s := mustLoad(t, "checkthat18", rankingInputs("gold.txt", "r"), tasks.Options{Strict: true})
	if d := s.Runs[0].Topics["gold"][0]; d.Doc != "1" || d.Score != 61.56 || d.Line != 1 {
		t.Errorf("the first is %v, want line 1 with 61.56", d)
	}
	// More than 9999 lines are against the rules only.
	inFolder(t, map[string]string{"gold.txt": ctGold(10_001, 1), "r": ctRun(10_001)})
	const long = `r:10000:1: against the rules of the task: line number 10000, want at most 9999`
	wantWarnings(t, mustLoad(t, "checkthat18", rankingInputs("gold.txt", "r"), tasks.Options{}), "lenient-format: "+long+"; read all the same, as is a further line like it")
	mustRefuse(t, "checkthat18", rankingInputs("gold.txt", "r"), tasks.Options{Strict: true}, long, strings.ReplaceAll(long, "10000", "10001"))
}

func TestCheckthat18Gold(t *testing.T) {
	good := ctGold(50, 2)
	for _, c := range []struct{ name, gold, want, warning string }{
		{"blank end", good + "\n\n", "", ""},
		{"mark", "\ufeff" + good, "", ""},
		{"labels", strings.Replace(good, "\t0\r", "\t2\r", 2), "", "odd-labels: g.txt: 2 labels other than 0 and 1; only 1 is relevant"},
		{"short", ctGold(49, 2), "", "short-topic: g.txt: topic g has 49 documents; the original scorer wants 50, here P@k is hits divided by k all the same"},
		{"label", strings.Replace(good, "\t1\r", "\tyes\r", 1), `g.txt:2:84: malformed number: label "yes", want a whole number`, ""},
		{"number", strings.Replace(good, "3\t", "x\t", 1), `g.txt:3:1: malformed number: line_number "x", want a whole number`, ""},
		{"gap", strings.Replace(good, "\n3\t", "\n4\t", 1), "g.txt:3:1: against the rules of the task: line number 4, want 3: they count from 1\ng.txt:4:1: against the rules of the task: line number 4, want 5: they count from 1", ""},
		{"header", "line_number\tspeaker\ttext\tlabel\n" + good, `g.txt:1: bad header: "line_number\tspeaker\ttext\tlabel", want data only: remove the header line`, ""},
		{"columns", "1\ta\tb\tc\t0\t1\n" + strings.SplitN(good, "\n", 2)[1], `g.txt:1: wrong number of fields: 6 fields, expected 4 separated by tabs: line_number speaker text label`, ""},
		{"empty", "", `g.txt: empty file: no lines, want lines of "line_number speaker text label"`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := ctRun(50)
			if c.name == "short" {
				run = ctRun(49)
			}
			inFolder(t, map[string]string{"g.txt": c.gold, "r": run})
			in := rankingInputs("g.txt", "r")
			if c.want != "" {
				mustRefuse(t, "checkthat18", in, tasks.Options{}, strings.Split(c.want, "\n")...)
				return
			}
			s := mustLoad(t, "checkthat18", in, tasks.Options{})
			var want []string
			if c.warning != "" {
				want = []string{c.warning}
			}
			wantWarnings(t, s, want...)
			if s.Qrels["g"]["2"] != 1 || s.Qrels["g"]["1"] != 0 {
				t.Errorf("labels %v", s.Qrels["g"])
			}
		})
	}
	// All short debates are one warning, which names the first of them, and the gold if it is one.
	few := map[string]string{"r/long.tsv": ctRun(50), "gold/long.txt": ctGold(50, 1)}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		few["gold/"+name+".txt"], few["r/"+name+".tsv"] = ctGold(9, 2), ctRun(9)
	}
	inFolder(t, few)
	const short = "fewer than the 50 documents that the original scorer wants, here P@k is hits divided by k all the same: "
	wantWarnings(t, mustLoad(t, "checkthat18", rankingInputs("gold", "r"), tasks.Options{}),
		"short-topic: gold: 6 of 7 topics have "+short+"a, b, c, d, e and 1 more")
	wantWarnings(t, mustLoad(t, "checkthat18", tasks.Inputs{Gold: []string{"gold/a.txt", "gold/b.txt"}, Runs: runFiles("r/a.tsv")}, tasks.Options{}),
		"short-topic: 2 of 2 topics have "+short+"a, b")
	wantWarnings(t, mustLoad(t, "checkthat18", tasks.Inputs{Gold: []string{"gold/a.txt", "gold/long.txt"}, Runs: runFiles("r/a.tsv")}, tasks.Options{}),
		"short-topic: topic a has 9 documents; the original scorer wants 50, here P@k is hits divided by k all the same")

	inFolder(t, map[string]string{"g.txt": ctGold(49, 2), "r": ctRun(49)})
	mustRefuse(t, "checkthat18", rankingInputs("g.txt", "r"), tasks.Options{Strict: true},
		`g.txt: against the rules of the task: topic g has 49 documents; the original scorer wants 50`)
	inFolder(t, map[string]string{"g.txt": ctGold(50), "r": ctRun(50)})
	mustRefuse(t, "checkthat18", rankingInputs("g.txt", "r"), tasks.Options{SkipEmpty: true}, `g.txt: no topic has a relevant document, want one at least`)
}

// Lines are written in the order of their numbers, scores so that every original checker takes them, and read back.
func TestCheckthat18Write(t *testing.T) {
	inFolder(t, nil)
	r := &metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{
		"b": {{Doc: "10", Score: 1e-5}, {Doc: "9", Score: -3}, {Doc: "1", Score: 0.1}},
		"a": {{Doc: "1", Score: 1e21}},
	}}
	want := []tasks.Output{
		{Name: "a.tsv", Data: []byte("1\t1000000000000000000000.0\n")},
		{Name: "b.tsv", Data: []byte("1\t0.1\n9\t-3.0\n10\t0.00001\n")},
	}
	task := findTask(t, "checkthat18")
	if diff := cmp.Diff(want, task.Write(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	scores := []float64{.1, -3, 1e-300, 2. / 3, 0, 12345678901234567, -1e-7}
	docs := make([]metrics.Scored, len(scores))
	for i, v := range scores {
		docs[i] = metrics.Scored{Doc: metrics.Doc(fmt.Sprint(i + 1)), Score: v, Line: int32(i + 1)}
	}
	metrics.OrderScore.Rank(docs)
	run := &metrics.Run{Tag: "r", File: "r", Order: metrics.OrderScore, Topics: map[metrics.Topic][]metrics.Scored{"d": docs}}
	if err := os.Mkdir("r", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, out := range task.Write(run) {
		if err := os.WriteFile("r/"+out.Name, out.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := mustLoad(t, "checkthat18", rankingInputs("", "r"), tasks.Options{Strict: true})
	if diff := cmp.Diff(run, s.Runs[0]); diff != "" {
		t.Errorf("written and read (-want +got):\n%s", diff)
	}
}
