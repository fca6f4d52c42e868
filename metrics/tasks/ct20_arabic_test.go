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
