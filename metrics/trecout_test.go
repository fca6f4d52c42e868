package metrics_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sigrel/metrics"
)

// example is two topics and a run: in topic 7 the labels by rank are 1, not pooled, 3, 0, pooled, 2; in topic 8 nothing
// relevant is retrieved.
func example() ([]*metrics.Run, metrics.Qrels) {
	qrels := metrics.Qrels{
		"7": {"a": 3, "b": 0, "c": 1, "d": -1, "e": 2, "f": 0, "g": 1},
		"8": {"a": 0, "h": 1},
	}
	run := &metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"7": ranking("c x a b d e"), "8": ranking("a")}}
	return []*metrics.Run{run}, qrels
}

// sevenAndEight prints what was asked of the example.
func sevenAndEight(t *testing.T, r metrics.Request, opt metrics.TrecOptions) string {
	t.Helper()
	runs, qrels := example()
	ev, err := metrics.Evaluate(runs, qrels.Gold(1), r.Measures, metrics.EvalOptions{})
	if err != nil {
		t.Fatal(err)
	}
	opt.Labels = metrics.Labels(runs, qrels.Gold(1), metrics.EvalOptions{})
	var b strings.Builder
	if err := metrics.WriteTrec(&b, r, ev.Scores, 0, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The layout is trec_eval's; the values are worked out by hand: AP of topic 7 is (1 + 2/3 + 3/6)/4.
func TestWriteTrec(t *testing.T) {
	r := findAll(t, "P.5", "map", "runid", "relstring", "num_ret", "num_q", "utility.1,-1,-.00001,0")
	const want = "num_ret               \t7\t6\n" +
		"map                   \t7\t0.5417\n" +
		"P_5                   \t7\t0.4000\n" +
		"relstring             \t7\t'1-30.2'\n" +
		"utility_1,-1,-.00001,0\t7\t0.0000\n" + // −.00001: never −0
		"num_ret               \t8\t1\n" +
		"map                   \t8\t0.0000\n" +
		"P_5                   \t8\t0.0000\n" +
		"relstring             \t8\t'0'\n" +
		"utility_1,-1,-.00001,0\t8\t-1.0000\n" +
		"runid                 \tall\tr\n" +
		"num_q                 \tall\t2\n" +
		"num_ret               \tall\t7\n" +
		"map                   \tall\t0.2708\n" +
		"P_5                   \tall\t0.2000\n" +
		"utility_1,-1,-.00001,0\tall\t-0.5000\n"
	if got := sevenAndEight(t, r, metrics.TrecOptions{ByTopic: true, Digits: 4}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	all := want[strings.Index(want, "runid"):]
	if got := sevenAndEight(t, r, metrics.TrecOptions{Digits: 4, RunID: true}); got != all {
		t.Errorf("got\n%swant\n%s", got, all)
	}
	if got := sevenAndEight(t, findAll(t, "AP"), metrics.TrecOptions{Digits: 2, RunID: true}); got != "runid                 \tall\tr\nAP                    \tall\t0.27\n" {
		t.Errorf("got\n%s", got)
	}
	if got := sevenAndEight(t, findAll(t, "runid"), metrics.TrecOptions{ByTopic: true}); got != "runid                 \tall\tr\n" {
		t.Errorf("got\n%s", got)
	}
	if got := sevenAndEight(t, findAll(t, "gm_map"), metrics.TrecOptions{ByTopic: true, Digits: 7}); got != "gm_map                \tall\t0.0023274\n" {
		t.Errorf("got\n%s", got)
	}
}

// Labels follow the options, and know grades above 9 and runs without the topic.
func TestLabels(t *testing.T) {
	runs, qrels := example()
	qrels["7"]["c"], qrels["7"]["e"] = 10, 9
	for _, c := range []struct {
		opt   metrics.EvalOptions
		tag   metrics.Tag
		topic metrics.Topic
		n     int
		want  string
	}{
		{metrics.EvalOptions{}, "r", "7", 10, ">-30.9"},
		{metrics.EvalOptions{}, "r", "7", 3, ">-3"},
		{metrics.EvalOptions{Cutoff: 5, JudgedOnly: true}, "r", "7", 10, ">30"},
		{metrics.EvalOptions{}, "r", "9", 10, ""},
		{metrics.EvalOptions{}, "nobody", "7", 10, ""},
	} {
		if got := metrics.Labels(runs, qrels.Gold(1), c.opt)(c.tag, c.topic, c.n); got != c.want {
			t.Errorf("%+v: got %q, want %q", c, got, c.want)
		}
	}
}

func TestWriteTrecScores(t *testing.T) {
	tags, topics := []metrics.Tag{"a", "b"}, []metrics.Topic{"2", "10"}
	ss := []*metrics.Scores{scores(t, "my measure", tags, topics, .1, .2, .3, .4), scores(t, "NumRet", tags, topics, 1, 2, 3, 4), scores(t, "AP", tags, topics, 0, 0, 1, 1)}
	var b strings.Builder
	if err := metrics.WriteTrec(&b, metrics.RequestOf(ss), ss, 1, metrics.TrecOptions{ByTopic: true, Digits: 2}); err != nil {
		t.Fatal(err)
	}
	const want = "my measure            \t10\t0.40\nNumRet                \t10\t4\nAP                    \t10\t1.00\n" +
		"my measure            \t2\t0.30\nNumRet                \t2\t3\nAP                    \t2\t1.00\n" +
		"my measure            \tall\t0.35\nNumRet                \tall\t7\nAP                    \tall\t1.00\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	err := metrics.WriteTrec(&b, findAll(t, "relstring"), ss[1:2], 0, metrics.TrecOptions{})
	if err == nil || !strings.Contains(err.Error(), "relstring: want runs and judgments") {
		t.Errorf("got error %v", err)
	}
}

var errFull = errors.New("disk is full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteTrecFails(t *testing.T) {
	s := scores(t, "AP", []metrics.Tag{"a"}, []metrics.Topic{"1"}, 1)
	if err := metrics.WriteTrec(full{}, findAll(t, "AP"), []*metrics.Scores{s}, 0, metrics.TrecOptions{}); !errors.Is(err, errFull) {
		t.Errorf("got error %v", err)
	}
}

// What a measure cannot score is refused before anything is.
func TestEvaluateChecks(t *testing.T) {
	runs, qrels := example()
	high := metrics.Qrels{"7": {"a": 301}}
	for _, c := range []struct {
		name  string
		qrels metrics.Qrels
		want  string
	}{
		{"ERR(max=2)@5", qrels, `measure "ERR(max=2)@5": grade 3 is above max=2: want max=3 or more`},
		{"nERR(max=2)", qrels, `measure "nERR(max=2)": grade 3 is above max=2: want max=3 or more`},
		{"ERR", high, `measure "ERR": grade 301: want at most 300, since probabilities come from 2^grade`},
		{"nDCG(dcg=exp-log2)", high, `measure "nDCG(dcg=exp-log2)": grade 301: want at most 300, since the gain is 2^grade − 1`},
		{"ERR(max=3)@5", qrels, ""},
		{"nDCG", high, ""},
	} {
		_, err := metrics.Evaluate(runs, c.qrels.Gold(1), []metrics.Applied{find(t, c.name)}, metrics.EvalOptions{})
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%s: got error %v, want %s", c.name, err, c.want)
		}
	}
}

// RBP's residual has the weight of all ranks beyond, also where all that was retrieved is judged; rbp_resid has not.
func TestResidual(t *testing.T) {
	runs, qrels := example()
	j := qrels.Gold(1).Judge("7", runs[0].Topics["7"])
	a := find(t, "RBP(p=0.8)")
	if got, want := a.Residual(j, a.Args), .2*(.8+.8*.8*.8*.8)+.8*.8*.8*.8*.8*.8; !near(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	all := qrels.Gold(1).Judge("7", ranking("a b"))
	if got := a.Residual(all, a.Args); !near(got, .64) {
		t.Errorf("all judged: got %v, want .64", got)
	}
	if got := find(t, "rbp_resid(p=0.8)").Value(all); got != 0 {
		t.Errorf("rbp_resid, all judged: got %v", got)
	}
	p := find(t, "P@5")
	if got := p.Residual(j, p.Args); !near(got, .4) { // x and d
		t.Errorf("P@5: got %v, want .4", got)
	}
}

func near(x, y float64) bool { return x-y < 1e-15 && y-x < 1e-15 }

// A weight far down a ranking, 2^-500, is no number that tests can use, nor an error.
func TestTinyScores(t *testing.T) {
	var docs []metrics.Scored
	for i := range 500 {
		docs = append(docs, metrics.Scored{Doc: metrics.Doc("n" + strings.Repeat("x", i)), Score: -float64(i)})
	}
	docs = append(docs, metrics.Scored{Doc: "a", Score: -500})
	qrels := metrics.Qrels{"1": {"a": 1}}
	ms := []metrics.Applied{find(t, "RBP(p=0.5)"), find(t, "rbp(p=0.5)")}
	ev, err := metrics.Evaluate([]*metrics.Run{{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"1": docs}}}, qrels.Gold(1), ms, metrics.EvalOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range ev.Scores {
		if got := s.Values.At(0, 0); got != 0 {
			t.Errorf("%s: got %v, want 0", s.Measure, got)
		}
	}
}

// Without gains below 0 a range has its usual bounds; with them some have no lower one.
func TestRange(t *testing.T) {
	for _, c := range []struct {
		name string
		want string
	}{{"nDCG(gains=1:3)", "[0 1]"}, {"nDCG(gains=1:-3)", "[-Inf 1]"}, {"dcg(gains=1:-3)", "[-Inf +Inf]"}, {"ndcg_rel(gains=1:-3)", "[0 1]"}, {"rbp(gains=1:-3)", "[0 1]"}} {
		lo, hi := find(t, c.name).Range()
		if got := fmt.Sprint([]float64{lo, hi}); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
