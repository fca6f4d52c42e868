package tasks_test

import (
	"fmt"
	"strings"
	"testing"

	"sigrel/metrics/tasks"
)

// roundedTweet is an identifier in full, and what Python's int(float(…)) makes of it: numbers of that size are 256 apart.
func roundedTweet(n int) (full, rounded string) {
	return fmt.Sprint(1234567890123456789 + 4096*n), fmt.Sprint(1234567890123456768 + 4096*n)
}

const roundedHow = "(spreadsheet/float64?), want all of their digits: read and write them as text"

// roundedCase is a task, with gold and a run of 60 tweets.
type roundedCase struct {
	task string
	in   tasks.Inputs
	gold string // the file that has the identifiers
	// Lines of tweet n of the gold files and of the run.
	q, c, e, r func(tweet string, n int) string
	noun       string
	refused    bool // the run, where the rounded identifiers cannot be scored at all
}

func roundedCases() []roundedCase {
	line := func(format string) func(string, int) string {
		return func(tweet string, n int) string {
			return strings.NewReplacer("ID", tweet, "RANK", fmt.Sprint(n+1), "SCORE", fmt.Sprintf("%d.5", 100-n)).Replace(format)
		}
	}
	ttg := line(`"ID"`)
	return []roundedCase{
		{task: "checkthat20-ar", in: rankingInputs("q", "r"), gold: "q", q: line("t\tID\t1\n"), r: line("t\tRANK\tID\tSCORE\tx\n"), noun: "documents"},
		{task: "checkthat20-en", in: rankingInputs("q", "r"), gold: "q", q: line("t\tID\tu\tx\t0\t1\n"), r: line("t\tID\tSCORE\tx\n"), noun: "tweets", refused: true},
		{task: "checkthat20-verified", in: rankingQrels("q", "r"), gold: "q", q: line("ID 0 c 1\n"), r: line("ID\tQ0\tc\t1\tSCORE\tx\n"), noun: "topics", refused: true},
		{task: "evetar-adhoc", in: rankingQrels("q", "r"), gold: "q", q: line("t 0 ID 1\n"), r: line("t Q0 ID RANK SCORE x\n"), noun: "documents"},
		{task: "evetar-events", in: rankingInputs("q", "x=r"), gold: "q", q: line("e ID\n"), r: line("f ID\n"), noun: "tweets"},
		{task: "evetar-ttg", in: tasks.Inputs{Qrels: "q", Gold: []string{"c"}, Runs: runFiles("r")}, gold: "c", q: line("1 0 ID 1\n"), c: ttg, r: line("1 Q0 ID RANK SCORE x\n"), noun: "tweets"},
		{task: "evetar-rts", in: rtsIn, gold: "e", q: line("t 0 ID 1\n"), c: ttg, e: line("ID 20150101 1420070400\n"), r: line("t ID 0101-12:00:00 x\n"), noun: "tweets"},
	}
}

// write writes the files, with identifiers in full or rounded.
func (c *roundedCase) write(t *testing.T, goldRounded, runRounded bool) {
	t.Helper()
	var q, e, r strings.Builder
	var lists []string
	for n := range 60 {
		gold, rounded := roundedTweet(n)
		run := gold
		if goldRounded {
			gold = rounded
		}
		if runRounded {
			run = rounded
		}
		q.WriteString(c.q(gold, n))
		r.WriteString(c.r(run, n))
		if c.e != nil {
			e.WriteString(c.e(gold, n))
		}
		if c.c != nil {
			lists = append(lists, "["+c.c(gold, n)+"]")
		}
	}
	topic := "1"
	if c.e != nil {
		topic = "t"
	}
	inFolder(t, map[string]string{"q": q.String(), "e": e.String(), "r": r.String(),
		"c": fmt.Sprintf(`{"%s": {"clusters": [%s]}}`, topic, strings.Join(lists, ", "))})
}

// said is what a task says of files by way of problems and of warnings with the code rounded-ids.
func (c *roundedCase) said(t *testing.T, in tasks.Inputs, opt tasks.Options) string {
	t.Helper()
	s, err := findTask(t, c.task).Load(in, opt)
	var lines []string
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if strings.Contains(line, "rounded") || strings.Contains(line, "unknown identifier") || strings.Contains(line, "missing") {
				lines = append(lines, line)
			}
		}
	}
	if s != nil {
		for _, w := range said(s) {
			if strings.HasPrefix(w, "rounded-ids") || strings.HasPrefix(w, "unknown-") {
				lines = append(lines, w)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// Where the gold was rounded it is named, once, and not the run; where the run was, the run is, with gold and without.
func TestRoundedTasks(t *testing.T) {
	for _, c := range roundedCases() {
		t.Run(c.task, func(t *testing.T) {
			c.write(t, true, false)
			text := fmt.Sprintf("its tweet ids look rounded %s; of 60 %s in r it has 60 only rounded, such as 1234567890123456789 as 1234567890123456768", roundedHow, c.noun)
			problem, warning := c.gold+": unknown identifier: "+text, "rounded-ids: "+c.gold+": "+text
			lenient := warning
			if c.refused {
				lenient = problem
			}
			again := c.in
			again.Runs = append(append(again.Runs[:0:0], again.Runs...), runFiles("again=r")...)
			qaSame(t, "gold", c.said(t, again, tasks.Options{}), lenient)
			qaSame(t, "gold, strict", c.said(t, again, tasks.Options{Strict: true}), problem)
			qaSame(t, "the run itself", c.said(t, tasks.Inputs{Runs: c.in.Runs}, tasks.Options{}), "")

			c.write(t, false, true)
			const some = "1234567890123456768, 1234567890123460864, 1234567890123464960, 1234567890123469056, 1234567890123473152 and 55 more"
			run, where := "60 of 60 tweet ids look rounded "+roundedHow, "against the rules of the task: "
			switch c.task {
			case "checkthat20-ar", "evetar-adhoc":
				run, where = "60 of 60 documents not in the gold file: "+some+": tweet ids look rounded "+roundedHow, "unknown identifier: "
			case "checkthat20-verified":
				run, where = "60 of 60 topics not in the gold file, and not scored: "+some+": tweet ids look rounded "+roundedHow, "unknown identifier: "
			case "checkthat20-en":
				run, where = "60 of 60 tweets not in q: "+some+": tweet ids look rounded "+roundedHow, "1: unknown identifier: "
			}
			problem = "r: " + where + run
			if c.task == "checkthat20-en" {
				problem = "r:" + where + run
			}
			lenient = `rounded-ids: r: run "x": ` + run
			if strings.HasPrefix(where, "unknown") {
				lenient = `rounded-ids: r: run "x": ` + where + run
			}
			if c.refused {
				lenient = problem
			}
			qaSame(t, "run", c.said(t, c.in, tasks.Options{}), lenient)
			qaSame(t, "run, strict", c.said(t, c.in, tasks.Options{Strict: true}), problem)
			look := "r: against the rules of the task: 60 of 60 tweet ids look rounded " + roundedHow
			qaSame(t, "run, no gold", c.said(t, tasks.Inputs{Runs: c.in.Runs}, tasks.Options{}), look)
			qaSame(t, "run, no gold, strict", c.said(t, tasks.Inputs{Runs: c.in.Runs}, tasks.Options{Strict: true}), look)

			c.write(t, false, false)
			qaSame(t, "nothing", c.said(t, c.in, tasks.Options{}), "")
			c.write(t, true, true)
			qaSame(t, "both alike", c.said(t, c.in, tasks.Options{}), "")
		})
	}
}

// Gold with exponents is named, and the run is not.
func TestRoundedGoldExponents(t *testing.T) {
	for _, c := range []struct{ task, gold, run, want string }{
		{"checkthat20-ar", "t\t1.23e+18\t1\nt\t1234567890123456789\t0\n", "t\t1\t1234567890223456789\t0.5\tx\n",
			"rounded-ids: q: 1 of 2 tweet ids looks rounded " + roundedHow},
		{"checkthat20-en", "t\t1.23e+18\tu\tx\t0\t1\n", "t\t1234567890223456789\t0.5\tx\n",
			"q: unknown identifier: its only tweet id looks rounded " + roundedHow},
		{"checkthat20-verified", "1.23e+18 0 c 1\n1.24e+18 0 c 1\n", "1234567890223456789\tQ0\tc\t1\t0.5\tx\n",
			"q: unknown identifier: 2 of 2 tweet ids look rounded " + roundedHow},
	} {
		inFolder(t, map[string]string{"q": c.gold, "r": c.run})
		in := rankingInputs("q", "r")
		if c.task == "checkthat20-verified" {
			in = rankingQrels("q", "r")
		}
		qaSame(t, c.task, (&roundedCase{task: c.task}).said(t, in, tasks.Options{}), c.want)
	}
}

// What may be rounded is told, and not refused: 30 tweets of 2015 that a float64 holds.
func TestRoundedLikely(t *testing.T) {
	var run strings.Builder
	for n := range 30 {
		fmt.Fprintf(&run, "t Q0 %d %d %d x\n", 540000000000000000+4096*n, n+1, 50-n)
	}
	inFolder(t, map[string]string{"r": run.String()})
	s := mustLoad(t, "evetar-adhoc", rankingQrels("", "r"), tasks.Options{})
	wantWarnings(t, s, `rounded-ids: r: run "x": against the rules of the task: 30 of 30 tweet ids look rounded `+roundedHow)
	s = mustLoad(t, "evetar-ttg", rankingQrels("", "r"), tasks.Options{})
	wantWarnings(t, s, `rounded-ids: r: run "x": 30 of 30 tweet ids look rounded `+roundedHow)
}

// Genuine identifiers are not suspected, although a float64 holds four of five of them (2011), or half (2020).
func TestRoundedGenuine(t *testing.T) {
	for _, c := range []struct{ task, run string }{
		{"evetar-ttg", sharedFile(t, "ttg_real3", "runs", "half")},
		{"checkthat20-en", sharedFile(t, "ct20_task1_en_test", "submission.tsv")},
	} {
		qaSame(t, c.task, (&roundedCase{task: c.task}).said(t, rankingInputs("", c.run), tasks.Options{}), "")
	}
}
