package tasks_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// ctTweet is the identifier of an invented tweet. A float64 does not tell neighbours apart.
func ctTweet(n int) string { return fmt.Sprint(1234567890123456789 + n) }

// ctTweets is an invented gold file for English; of its tweets, numbered from 1, those given are check-worthy.
func ctTweets(n int, relevant ...int) string {
	var b strings.Builder
	b.WriteString("topic_id\ttweet_id\ttweet_url\ttweet_text\tclaim\tcheck_worthiness\r\n")
	for i := 1; i <= n; i++ {
		label := 0
		if slices.Contains(relevant, i) {
			label = 1
		}
		fmt.Fprintf(&b, "flood\t%s\thttps://t/%d\tقالوا \"إن السد رقم %d انهار\"\t1\t%d\r\n", ctTweet(i), i, i, label)
	}
	return b.String()
}

// ctTweetRun is a run that ranks the last tweet first.
func ctTweetRun(n int) []string {
	var lines []string
	for i := 1; i <= n; i++ {
		lines = append(lines, fmt.Sprintf("flood\t%s\t%d.5\trun1\n", ctTweet(i), i))
	}
	return lines
}

func TestCheckthat20EnByHand(t *testing.T) {
	run := ctTweetRun(60)
	inFolder(t, map[string]string{"gold.tsv": ctTweets(60, 60, 57, 1), "run.tsv": strings.Join(run, "")})
	s := mustLoad(t, "checkthat20-en", rankingInputs("gold.tsv", "run.tsv", "mine=run.tsv"), tasks.Options{Strict: true})
	wantWarnings(t, s)
	rankingNear(t, "run", map[string]float64{"AP": (1 + 2./4 + 3./60) / 3, "RR": 1, "Rprec": 1. / 3, "P@1": 1, "P@5": .4, "P@10": .2},
		rankingScores(t, s, ctMeasures...)[0]["flood"])
	if s.Runs[0].Tag != "run1" || s.Runs[1].Tag != "mine" || !s.Complete {
		t.Errorf("runs %v", s.Runs)
	}
	want := []tasks.Input{{File: "gold.tsv", Role: "gold"}, {File: "run.tsv", Role: "run"}, {File: "run.tsv", Role: "run"}}
	if diff := cmp.Diff(want, s.Files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	out := findTask(t, "checkthat20-en").Write(s.Runs[0])
	reversed := slices.Clone(run)
	slices.Reverse(reversed)
	if len(out) != 1 || out[0].Name != "" || string(out[0].Data) != strings.Join(reversed, "") {
		t.Errorf("written: %+v", out)
	}
}

// What is wrong with a run of 50 tweets: by default, and strictly where that differs. A dash stands for no problem.
func TestCheckthat20EnRefused(t *testing.T) {
	with := func(change func(lines []string) []string) string { return strings.Join(change(ctTweetRun(50)), "") }
	first := func(line string) string { return with(func(l []string) []string { l[0] = line; return l }) }
	each := func(change func(i int) string) string {
		return with(func(l []string) []string {
			for i := range l {
				l[i] = fmt.Sprintf("flood\t%s\t%d.5\trun1\n", change(i+1), i+1)
			}
			return l
		})
	}
	one := ctTweet(1)
	for _, c := range []struct {
		name, run            string
		want, strict, noGold string // problems; "" for strict and noGold: as by default
		warning              string
	}{
		{name: "columns", run: first("flood\t1\t" + one + "\t1.5\trun1\n"), want: `r:1: wrong number of fields: 5 fields, expected 4 separated by tabs: topic_id tweet_id score run_id`},
		{name: "blanks", run: first("flood " + one + " 1.5 run1\n"), want: `r:1: wrong number of fields: 1 field, expected 4 separated by tabs: topic_id tweet_id score run_id; this line has blanks between them`},
		{name: "commas", run: first("flood," + one + ",1.5,run1\n"), want: `r:1: wrong number of fields: 1 field, expected 4 separated by tabs: topic_id tweet_id score run_id; this line has "," between them`},
		{name: "no run", run: first("flood\t" + one + "\t1.5\t\n"), want: `r:1:31: wrong number of fields: the field run_id is empty, want a value`},
		{name: "header", run: "topic\ttweet\tscore\trun\n" + with(slices.Clip[[]string]), want: `r:1: bad header: "topic\ttweet\tscore\trun", want data only: remove the header line`},
		{name: "comma", run: first("flood\t" + one + "\t0,5\trun1\n"), want: `r:1:27: malformed number: "0,5" (a decimal comma?), want a number with a decimal point`},
		{name: "twice", run: with(func(l []string) []string { return append(l, l[1]) }), want: "r:51: duplicate: topic flood has document " + ctTweet(2) + " on line 2 already"},
		{name: "two missing", run: with(func(l []string) []string { return l[2:] }), want: "r: missing score: 2 of 50 tweets in gold.tsv: " + one + ", " + ctTweet(2), noGold: "-"},
		{name: "unknown", run: with(func(l []string) []string { return append(l, "flood\t99999999999999999\t1\trun1\n") }), want: "r:51: unknown identifier: 1 of 51 tweets not in gold.tsv: 99999999999999999", noGold: "-"},
		{name: "short", run: with(func(l []string) []string { return append(l, "flood\t0123\t1\trun1\n") }), want: "r:51: unknown identifier: 1 of 51 tweets not in gold.tsv: 0123",
			strict: `r:51:7: against the rules of the task: tweet_id "0123", want 17 to 23 digits`, noGold: `r:51:7: against the rules of the task: tweet_id "0123", want 17 to 23 digits`},
		{name: "rounded", run: each(func(n int) string { return fmt.Sprintf("%.0f", float64(1234567890123456789+n)) }),
			want:   "r:1: unknown identifier: 50 of 50 tweets not in gold.tsv: 1234567890123456768: tweet ids look rounded (spreadsheet/float64?), want all of their digits: read and write them as text",
			noGold: "r:2: duplicate: topic flood has document 1234567890123456768 on line 1 already"},
		{name: "spreadsheet", run: with(func(l []string) []string {
			return append(l, "flood\t1.23e+18\t1\trun1\n", "flood\t1E+18\t1\trun1\n", "flood\t1.2345e+18\t1\trun1\n")
		}), want: "r:51: unknown identifier: 3 of 53 tweets not in gold.tsv: 1.23e+18, 1E+18, 1.2345e+18: tweet ids look rounded (spreadsheet/float64?), want all of their digits: read and write them as text",
			strict: `r:51:7: against the rules of the task: tweet_id "1.23e+18", want 17 to 23 digits: tweet ids look rounded (spreadsheet/float64?), want all of their digits: read and write them as text`,
			noGold: `r:51:7: against the rules of the task: tweet_id "1.23e+18", want 17 to 23 digits: tweet ids look rounded (spreadsheet/float64?), want all of their digits: read and write them as text`},
		{name: "exponent", run: first("flood\t" + one + "\t1e-3\trun1\n"), want: "-", strict: `r:1:27: against the rules of the task: score "1e-3", want a number without exponent, and with a point if it has a sign, such as 0.001`,
			warning: `lenient-format: r:1:27: against the rules of the task: score "1e-3", want a number without exponent, and with a point if it has a sign, such as 0.001; read all the same`},
		{name: "topic", run: first("rain\t" + one + "\t1.5\trun1\n"), want: "-", warning: "topic-ignored: r: topic_id rain is not in gold.tsv: ignored, the whole file is one ranking"},
		{name: "runs", run: first("flood\t" + one + "\t1.5\trun 2\n"), want: "-", warning: `mixed-tags: r: 2 run_ids, such as "run1" on line 2; the run is called "run 2"`},
		{name: "mark", run: "\ufeff" + with(slices.Clip[[]string]), want: "-"}, // it stands in a column that nobody reads
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t, map[string]string{"gold.tsv": ctTweets(50, 1), "r": c.run})
			for _, try := range []struct {
				name, want string
				in         tasks.Inputs
				opt        tasks.Options
			}{
				{"default", c.want, rankingInputs("gold.tsv", "r"), tasks.Options{}},
				{"strict", c.strict, rankingInputs("gold.tsv", "r"), tasks.Options{Strict: true}},
				{"without gold", c.noGold, rankingInputs("", "r"), tasks.Options{}},
			} {
				want := try.want
				if want == "" {
					want = c.want
				}
				s, err := findTask(t, "checkthat20-en").Load(try.in, try.opt)
				got, more := "-", false
				if err != nil {
					got, _, more = strings.Cut(err.Error(), "\n")
				}
				if try.name == "default" && more {
					t.Errorf("more than one problem: %v", err)
				}
				if got != want {
					t.Errorf("%s:\n got %s\nwant %s", try.name, got, want)
				}
				if try.name == "default" && c.warning != "" {
					wantWarnings(t, s, c.warning)
				}
			}
		})
	}
}

// A tweet that stands twice can be left out, or count as in the original scorer.
func TestCheckthat20EnTwice(t *testing.T) {
	lines := ctTweetRun(50)
	inFolder(t, map[string]string{"gold.tsv": ctTweets(50, 50, 48), "r": strings.Replace(lines[49], "50.5", "47.6", 1) + strings.Join(append(lines, lines[49]), "")})
	in := rankingInputs("gold.tsv", "r")
	// The original sees relevant tweets at ranks 1, 2, 4 and 5, and divides by the two that there are.
	s := mustLoad(t, "checkthat20-en", in, tasks.Options{Quirks: true})
	wantWarnings(t, s, "duplicates-counted: r: 1 tweet more than once; it counts each time, as in the original scorer")
	rankingNear(t, "quirks", map[string]float64{"AP": (1 + 1 + 3./4 + 4./5) / 2, "P@5": .8}, rankingScores(t, s, "AP", "P@5")[0]["flood"])
	// One tweet listed three times, and another twice.
	writeFiles(t, ".", map[string]string{"r3": strings.Join(append(lines, lines[49], lines[49], lines[0]), "")})
	wantWarnings(t, mustLoad(t, "checkthat20-en", rankingInputs("gold.tsv", "r3"), tasks.Options{Quirks: true}),
		"duplicates-counted: r3: 2 tweets more than once; they count each time, as in the original scorer")
	for _, quirks := range []bool{false, true} {
		s = mustLoad(t, "checkthat20-en", in, tasks.Options{KeepFirst: true, Quirks: quirks})
		wantWarnings(t, s)
		rankingNear(t, "first", map[string]float64{"AP": (1 + 2./3) / 2, "P@5": .4}, rankingScores(t, s, "AP", "P@5")[0]["flood"])
	}
}

func TestCheckthat20EnLimit(t *testing.T) {
	inFolder(t, map[string]string{"gold.tsv": ctTweets(1001, 1), "r": strings.Join(ctTweetRun(1001), ""), "fits": strings.Join(ctTweetRun(1000), "")})
	const limit = "against the rules of the task: topic flood has 1001 documents, want at most 1000"
	wantWarnings(t, mustLoad(t, "checkthat20-en", rankingInputs("gold.tsv", "r"), tasks.Options{}), `too-many-documents: r: run "run1": `+limit)
	mustRefuse(t, "checkthat20-en", rankingInputs("gold.tsv", "r"), tasks.Options{Strict: true}, "r: "+limit)
	mustRefuse(t, "checkthat20-en", rankingInputs("", "r"), tasks.Options{}, "r: "+limit)
	mustLoad(t, "checkthat20-en", rankingInputs("", "fits"), tasks.Options{Strict: true})
}

func TestCheckthat20EnGold(t *testing.T) {
	good := ctTweets(50, 1)
	for _, c := range []struct{ name, gold, want, warning string }{
		{"headers", good + "topic_id\ta\tb\tc\td\te\n", "", ""},
		{"another name", strings.Replace(good, "check_worthiness", "claim_worthiness", 1), "", ""},
		{"topics", strings.Replace(good, "flood", "rain", 1), "", "topics-joined: gold.tsv: 2 topic_ids: the whole file is one ranking, as in the original scorer"},
		{"labels", strings.Replace(good, "\t0\r", "\t-1\r", 1), "", "odd-labels: gold.tsv: 1 label other than 0 and 1; only 1 is relevant"},
		{"few", ctTweets(49, 1), "", "short-topic: gold.tsv: topic flood has 49 documents; the original scorer wants 50, here P@k is hits divided by k all the same"},
		{"twice", good + "x\t" + ctTweet(3) + "\tu\tt\t0\t0\n", "gold.tsv:52:3: duplicate: tweet " + ctTweet(3) + " is on line 4 already", ""},
		{"label", strings.Replace(good, "\t0\r", "\tno\r", 1), `gold.tsv:3:88: malformed number: check_worthiness "no", want a whole number`, ""},
		{"columns", good + "flood\t1\t0\n", "gold.tsv:52: wrong number of fields: 3 fields, expected 6 separated by tabs: topic_id tweet_id tweet_url tweet_text claim check_worthiness", ""},
		{"header only", strings.SplitAfter(good, "\n")[0], `gold.tsv: empty file: no tweets, want lines of "topic_id tweet_id tweet_url tweet_text claim check_worthiness"`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := 50
			if c.name == "few" {
				n = 49
			}
			inFolder(t, map[string]string{"gold.tsv": c.gold, "r": strings.Join(ctTweetRun(n), "")})
			if c.want != "" {
				mustRefuse(t, "checkthat20-en", rankingInputs("gold.tsv", "r"), tasks.Options{}, c.want)
				return
			}
			s := mustLoad(t, "checkthat20-en", rankingInputs("gold.tsv", "r"), tasks.Options{})
			var want []string
			if c.warning != "" {
				want = []string{c.warning}
			}
			wantWarnings(t, s, want...)
			if len(s.Qrels) != 1 {
				t.Errorf("topics %v, want one", s.Gold.Topics())
			}
		})
	}
	inFolder(t, map[string]string{"gold.tsv": good, "r": strings.Join(ctTweetRun(50), "")})
	order := metrics.OrderRank
	mustRefuse(t, "checkthat20-en", tasks.Inputs{Gold: []string{"gold.tsv", "r"}, Qrels: "q"}, tasks.Options{Order: &order},
		"--order rank: runs of this task have no column of ranks, want score or trec_eval",
		"q: judgments in the TREC format, want the gold file of the task (--gold)", "r: a second gold file, want one")
}
