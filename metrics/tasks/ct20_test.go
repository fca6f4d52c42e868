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

// arGold is a gold file of two topics with three tweets each.
const arGold = "ف-1,101,1\nف-1,102,0\nف-1,103,1\nف-2,201,0\nف-2,202,1\nف-2,203,0\n"

// arRun is a run in the order of ranks: 103, 102, 101 and 201, 202, 203.
const arRun = "ف-1\t1\t103\t0.9\tr1\nف-1\t2\t102\t0.8\tr1\nف-1\t3\t101\t0.8\tr1\nف-2\t1\t201\t5\tr1\nف-2\t2\t202\t4\tr1\nف-2\t3\t203\t3\tr1\n"

func TestCheckthat20ArByHand(t *testing.T) {
	inFolder(t, map[string]string{"gold.csv": arGold, "gold.tsv": "topicID\ttweetID\tlabel\r\n" + strings.ReplaceAll(arGold, ",", "\t"), "r": arRun})
	want := map[string]map[string]float64{
		"ف-1":  {"AP": (1 + 2./3) / 2, "P@5": .4, "P@30": 2. / 30},
		"ف-2":  {"AP": .5, "P@5": .2, "P@30": 1. / 30},
		"mean": {"AP": (5./6 + .5) / 2, "P@5": .3, "P@30": .05},
	}
	for _, gold := range []string{"gold.csv", "gold.tsv"} {
		s := mustLoad(t, "checkthat20-ar", rankingInputs(gold, "r"), tasks.Options{Strict: true})
		scores := rankingScores(t, s, "AP", "P@5", "P@30")[0]
		for topic := range want {
			rankingNear(t, gold+" "+topic, want[topic], scores[topic])
		}
		if gold == "gold.tsv" {
			wantWarnings(t, s, `header-skipped: gold.tsv:1: skipped a header line: "topicID\ttweetID\tlabel"`)
		} else {
			wantWarnings(t, s)
		}
	}
	s := mustLoad(t, "checkthat20-ar", rankingInputs("gold.csv", "r"), tasks.Options{})
	if out := findTask(t, "checkthat20-ar").Write(s.Runs[0]); string(out[0].Data) != strings.NewReplacer("\t5\t", "\t5.0\t", "\t4\t", "\t4.0\t", "\t3\tr1", "\t3.0\tr1").Replace(arRun) {
		t.Errorf("written: %s", out[0].Data)
	}
	// By identifier, 102 is above 101.
	order := metrics.OrderTrecEval
	s = mustLoad(t, "checkthat20-ar", rankingInputs("gold.csv", "r"), tasks.Options{Order: &order})
	rankingNear(t, "trec_eval", map[string]float64{"AP": 5. / 6}, rankingScores(t, s, "AP")[0]["ف-1"])
}

func TestCheckthat20ArRefused(t *testing.T) {
	edit := func(old, new string) string { return strings.Replace(arRun, old, new, 1) }
	for _, c := range []struct {
		name, run    string
		want, strict string // problems; "-": none
		warning      string
		order        metrics.Order
	}{
		{name: "columns", run: edit("1\t103", "103"), want: "r:1: wrong number of fields: 4 fields, expected 5 separated by tabs: topicID rank tweetID score runID", order: metrics.OrderRank},
		{name: "rank", run: edit("\t2\t102", "\t2.0\t102"), want: `r:2:6: malformed number: rank "2.0", want a whole number`, order: metrics.OrderScore},
		{name: "rank twice", run: edit("\t3\t101", "\t2\t101"), want: "r:3: duplicate: topic ف-1 has rank 2 on line 2 already", order: metrics.OrderRank},
		{name: "rank twice by score", run: edit("\t3\t101", "\t2\t101"), want: "-", strict: "r:3: against the rules of the task: topic ف-1 has rank 2, want 3: ranks count from 1 in the order of lines", order: metrics.OrderScore,
			warning: "lenient-format: r:3: against the rules of the task: topic ف-1 has rank 2, want 3: ranks count from 1 in the order of lines; read all the same"},
		{name: "gap", run: edit("\t3\t101", "\t4\t101"), want: "-", strict: "r:3: against the rules of the task: topic ف-1 has rank 4, want 3: ranks count from 1 in the order of lines", order: metrics.OrderRank,
			warning: "lenient-format: r:3: against the rules of the task: topic ف-1 has rank 4, want 3: ranks count from 1 in the order of lines; read all the same"},
		{name: "rising", run: edit("0.8", "0.95"), want: "-", strict: "r: against the rules of the task: scores rise with the ranks in 1 of 2 topics: ف-1", order: metrics.OrderRank,
			warning: "rank-contradicts-score: r: scores rise with the ranks in 1 of 2 topics: ف-1; ranks decide"},
		{name: "rising by score", run: edit("0.8", "0.95"), want: "-", order: metrics.OrderScore,
			warning: `rank-contradicts-score: r: run "r1": rank and score order disagree in 1 of 2 topics; scores decide`},
		{name: "tags", run: edit("0.8\tr1", "0.8\tr2"), want: `r:2: mixed tags: tag "r2", but line 1 has "r1": want one tag a file`, order: metrics.OrderRank},
		{name: "document twice", run: edit("101", "103"), want: "r:3: duplicate: topic ف-1 has document 103 on line 1 already", order: metrics.OrderRank},
		{name: "topic", run: arRun + "ف-3\t1\t301\t1\tr1\n", want: "-", strict: "r: unknown identifier: 1 of 3 topics not in the gold file, and not scored: ف-3", order: metrics.OrderRank,
			warning: `unknown-topics: r: run "r1": unknown identifier: 1 of 3 topics not in the gold file, and not scored: ف-3`},
		{name: "tweet", run: edit("202", "209"), want: "-", strict: "r: unknown identifier: 1 of 6 documents not in the gold file: 209", order: metrics.OrderRank,
			warning: `unknown-ids: r: run "r1": unknown identifier: 1 of 6 documents not in the gold file: 209`},
		{name: "blank end", run: arRun + "\n", want: "-", strict: "r:7: against the rules of the task: a blank line at the end, want none", order: metrics.OrderRank,
			warning: "lenient-format: r:7: against the rules of the task: a blank line at the end, want none; read all the same"},
		{name: "header", run: "topic\trank\ttweet\tscore\trun\n" + arRun, want: `r:1: bad header: "topic\trank\ttweet\tscore\trun", want data only: remove the header line`, order: metrics.OrderRank},
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t, map[string]string{"gold.csv": arGold, "r": c.run})
			rankingTries(t, "checkthat20-ar", rankingInputs("gold.csv", "r"), tasks.Options{Order: &c.order}, c.want, c.strict, c.warning)
		})
	}
}

// A run that lists fewer tweets than the official cutoff is told so where there are more to list.
func TestCheckthat20ArShort(t *testing.T) {
	list := func(topic string, n int, line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(topic + "\t" + line(i))
		}
		return b.String()
	}
	tweet := func(i int) string { return fmt.Sprintf("9%d\t%d\n", i, i%2) }
	ranked := func(i int) string { return fmt.Sprintf("%d\t9%d\t%d.5\tr1\n", i+1, i, 90-i) }
	for _, c := range []struct {
		gold, run int // documents of topic t; of topic u there are 40, of which 30 are listed
		want      []string
	}{
		{40, 29, []string{`short-runs: r: run "r1" lists fewer than 30 tweets on 1 of 2 topics: P@30 cannot show its best`}},
		{40, 30, nil},
		{40, 31, nil},
		{20, 20, nil}, // there are no more
		{20, 19, []string{`short-runs: r: run "r1" lists fewer than 30 tweets on 1 of 2 topics: P@30 cannot show its best`}},
		{40, 0, nil}, // that it leaves the topic out is said elsewhere
	} {
		inFolder(t, map[string]string{"gold": list("t", c.gold, tweet) + list("u", 40, tweet), "r": list("t", c.run, ranked) + list("u", 30, ranked)})
		for _, strict := range []bool{false, true} {
			wantWarnings(t, mustLoad(t, "checkthat20-ar", rankingInputs("gold", "r"), tasks.Options{Strict: strict}), c.want...)
		}
	}
	inFolder(t, map[string]string{"gold": list("t", 40, tweet), "r": list("t", 5, ranked)})
	wantWarnings(t, mustLoad(t, "checkthat20-ar", rankingInputs("gold", "r"), tasks.Options{}),
		`short-runs: r: run "r1" lists fewer than 30 tweets on 1 of 1 topic: P@30 cannot show its best`)
	wantWarnings(t, mustLoad(t, "checkthat20-ar", rankingInputs("", "r"), tasks.Options{}))
}

// Topics that are not judged are named with those that the run leaves out, if there are any.
func TestCheckthat20ArUnknownOnce(t *testing.T) {
	inFolder(t, map[string]string{"gold.csv": arGold, "r": strings.ReplaceAll(arRun, "ف-2", "ف-9")})
	s := mustLoad(t, "checkthat20-ar", rankingInputs("gold.csv", "r"), tasks.Options{})
	wantWarnings(t, s)
	ap, err := metrics.Find("AP")
	if err != nil {
		t.Fatal(err)
	}
	if ev, err := metrics.Evaluate(s.Runs, s.Gold, []metrics.Applied{ap}, metrics.EvalOptions{}); err != nil || len(ev.Missing) != 1 || !slices.Equal(ev.Missing[0].Extra, []metrics.Topic{"ف-9"}) {
		t.Errorf("missing %v, %v", ev, err)
	}
	mustRefuse(t, "checkthat20-ar", rankingInputs("gold.csv", "r"), tasks.Options{Strict: true},
		"r: unknown identifier: 1 of 2 topics not in the gold file, and not scored: ف-9")
}

// Of a tweet that stands twice the one ranked higher can be kept; the ranks then have a gap that nobody means.
func TestCheckthat20ArTwice(t *testing.T) {
	inFolder(t, map[string]string{"gold.csv": arGold, "r": strings.Replace(arRun, "\t102\t", "\t103\t", 1)})
	s := mustLoad(t, "checkthat20-ar", rankingInputs("gold.csv", "r"), tasks.Options{Strict: true, KeepFirst: true})
	wantWarnings(t, s, `short-runs: r: run "r1" lists fewer than 30 tweets on 1 of 2 topics: P@30 cannot show its best`)
	rankingNear(t, "first", map[string]float64{"AP": 1, "P@5": .4}, rankingScores(t, s, "AP", "P@5")[0]["ف-1"])
}

func TestCheckthat20ArGold(t *testing.T) {
	for _, c := range []struct{ name, gold, want string }{
		{"twice", arGold + "ف-1,101,0\n", "gold.csv:7:6: duplicate: topic ف-1 has tweet 101 on line 1 already"},
		{"label", arGold + "ف-1,104,x\n", `gold.csv:7:10: malformed number: label "x", want a whole number`},
		{"columns", arGold + "ف-1,104\n", "gold.csv:7: wrong number of fields: 2 fields, expected 3 separated by tabs: topicID tweetID label"},
		{"header only", "topicID,tweetID,label\n", `gold.csv: empty file: no tweets, want lines of "topicID tweetID label"`},
		{"header later", arGold + "topicID,tweetID,label\n", `gold.csv:7:17: malformed number: label "label", want a whole number`},
	} {
		inFolder(t, map[string]string{"gold.csv": c.gold, "r": arRun})
		mustRefuse(t, "checkthat20-ar", rankingInputs("gold.csv", "r"), tasks.Options{}, c.want)
	}
}

// Rounded identifiers are named, and a problem where rules are to be kept.
func TestCheckthat20ArRounded(t *testing.T) {
	var gold, run strings.Builder
	for n := range 600 {
		fmt.Fprintf(&gold, "t1\t%d\t%d\n", 1234567890123456789+1024*n, n%2)
		fmt.Fprintf(&run, "t1\t%d\t%.0f\t%d\tr1\n", n+1, float64(1234567890123456789+1024*n), -n)
	}
	inFolder(t, map[string]string{"gold": gold.String(), "r": strings.ReplaceAll(run.String(), "\t0\tr1", "\t0.5\tr1")})
	const limit = "against the rules of the task: topic t1 has 600 documents, want at most 500"
	const rounded = "unknown identifier: 600 of 600 documents not in the gold file: 1234567890123456768, 1234567890123457792, 1234567890123458816, 1234567890123459840, 1234567890123460864 and 595 more: tweet ids look rounded (spreadsheet/float64?), want all of their digits: read and write them as text"
	s := mustLoad(t, "checkthat20-ar", rankingInputs("gold", "r"), tasks.Options{})
	var got []string
	for _, w := range s.Warnings {
		if w.Code != "lenient-format" {
			got = append(got, w.Code+": "+w.Text)
		}
	}
	want := []string{`too-many-documents: r: run "r1": ` + limit, `rounded-ids: r: run "r1": ` + rounded,
		`nothing-judged: r: run "r1": none of its 600 documents on judged topics is in the judgments; its identifiers are like "1234567890123456768", those judged like "1234567890123456789"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	_, err := findTask(t, "checkthat20-ar").Load(rankingInputs("gold", "r"), tasks.Options{Strict: true})
	if err == nil || !strings.HasPrefix(err.Error(), `r:2:26: against the rules of the task: score "-1"`) || !strings.HasSuffix(err.Error(), "and 499 more") {
		t.Errorf("strict: %v", err)
	}
	sound := strings.ReplaceAll(strings.ReplaceAll(run.String(), "\t0\tr1", "\t0.5\tr1"), "\tr1", ".0\tr1")
	inFolder(t, map[string]string{"gold": gold.String(), "r": strings.Replace(sound, "0.5.0", "0.5", 1)})
	mustRefuse(t, "checkthat20-ar", rankingInputs("gold", "r"), tasks.Options{Strict: true}, "r: "+limit, "r: "+rounded)
	mustRefuse(t, "checkthat20-ar", rankingInputs("", "r"), tasks.Options{}, "r: "+limit,
		"r: against the rules of the task: 600 of 600 tweet ids look rounded (spreadsheet/float64?), want all of their digits: read and write them as text")
}
