package metrics_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
)

func findAll(t testing.TB, names ...string) metrics.Request {
	t.Helper()
	r, err := metrics.FindAll(names)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// measureNames are the canonical names of what was asked for.
func measureNames(r metrics.Request) string {
	var out []string
	for _, a := range r.Measures {
		out = append(out, a.String())
	}
	return strings.Join(out, " ")
}

// printed are the names of the lines for a topic and for all, in the order of output.
func printed(t *testing.T, r metrics.Request) (topic, all []string) {
	t.Helper()
	for f := range strings.Lines(sevenAndEight(t, r, metrics.TrecOptions{ByTopic: true, Digits: 4})) {
		fields := strings.Split(f, "\t")
		switch name := strings.TrimRight(fields[0], " "); fields[1] {
		case "7":
			topic = append(topic, name)
		case "all":
			all = append(all, name)
		}
	}
	return topic, all
}

func TestFindAll(t *testing.T) {
	for _, c := range []struct{ asked, measures, lines string }{
		// In the order asked, each once; the lines in trec_eval's order, under the names asked for.
		{"nDCG@10 AP nDCG@10", "nDCG@10 AP", "AP nDCG@10"},
		{"P_10 map P_5", "P@10 AP P@5", "map P_5 P_10"},
		{"AP map", "AP", "AP map"},
		{"P( rel=2 )@5", "P(rel=2)@5", "P(rel=2)@5"},
		{"RBP ERR@5 num_nonrel_judged_ret Judged@5 recip_rank RR@5", "RBP ERR@5 NumNonrelJudgedRet Judged@5 RR RR@5",
			"recip_rank RR@5 num_nonrel_judged_ret ERR@5 RBP Judged@5"},
		// Cutoffs.
		{"P", "P@5 P@10 P@15 P@20 P@30 P@100 P@200 P@500 P@1000", "P_5 P_10 P_15 P_20 P_30 P_100 P_200 P_500 P_1000"},
		{"P.10,5 P.10,3", "P@10 P@5 P@3", "P_3 P_5 P_10"},
		{"success", "Success@1 Success@5 Success@10", "success_1 success_5 success_10"},
		{"unj", "unj@5 unj@10 unj@20", "unj_5 unj_10 unj_20"},
		{"iprec_at_recall..25,.05", "IPrec@0.25 IPrec@0.05", "iprec_at_recall_0.05 iprec_at_recall_0.25"},
		{"iprec_at_recall.1e-1", "IPrec@0.1", "iprec_at_recall_0.10"},
		{"Rprec_mult.1.2,0.5", "Rprec_mult@1.2 Rprec_mult@0.5", "Rprec_mult_0.50 Rprec_mult_1.20"},
		// Other parameters: the name is as it was typed.
		{"ndcg_rel.2=9,1=3 ndcg_2=9,1=3", "ndcg_rel(gains=1:3,2:9) nDCG(gains=1:3,2:9)", "ndcg_2=9,1=3 ndcg_rel_2=9,1=3"},
		{"rbp.p=.8 set_F..5 11pt_avg.0.8,0.2", "rbp(p=0.8) SetF(beta=0.5) 11pt_avg(recall=0.2,0.8)", "11pt_avg_0.8,0.2 set_F_.5 rbp_p=.8"},
		{"utility.1,-1,-.5,0", "utility(worth=1,-1,-0.5,0)", "utility_1,-1,-.5,0"},
		// No measures: something must be computed all the same, but has no line.
		{"relstring.5 map", "AP", "map relstring_5"},
		{"relstring_5 relstring", "NumQ", "relstring_5 relstring"},
		{"set", "utility SetP SetRelP SetR SetAP SetF NumQ NumRet NumRel NumRelRet",
			"num_ret num_rel num_rel_ret utility set_P set_relative_P set_recall set_map set_F"},
	} {
		r := findAll(t, split(c.asked)...)
		topic, _ := printed(t, r)
		if got := measureNames(r); got != c.measures || strings.Join(topic, " ") != c.lines {
			t.Errorf("%s: got measures %s and lines %s, want %s and %s", c.asked, got, topic, c.measures, c.lines)
		}
	}
}

// split cuts names at blanks outside of brackets.
func split(s string) []string {
	depth := 0
	return strings.FieldsFunc(s, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return r == ' ' && depth == 0
	})
}

// The sizes of trec_eval's sets.
func TestSets(t *testing.T) {
	for _, c := range []struct {
		name       string
		topic, all int
	}{{"official", 27, 30}, {"set", 9, 11}, {"all_trec", 96, 99}} {
		topic, all := printed(t, findAll(t, c.name))
		if len(topic) != c.topic || len(all) != c.all || all[0] != "runid" || all[1] != "num_q" {
			t.Errorf("%s: %d lines a topic, %d for all (%s %s …), want %d and %d", c.name, len(topic), len(all), all[0], all[1], c.topic, c.all)
		}
	}
	if first := findAll(t, "official").Measures[0]; first.String() != "AP" {
		t.Errorf("the first measure of the official set is %s", first)
	}
	// In a set or not, a measure is there once.
	_, all := printed(t, findAll(t, "num_q", "official", "map"))
	if len(all) != 30 {
		t.Errorf("%d lines, want 30", len(all))
	}
}

// What stands only in the block for all, and what only in those of topics.
func TestBlocks(t *testing.T) {
	topic, all := printed(t, findAll(t, "gm_map", "num_q", "relstring", "gm_bpref", "runid", "map"))
	if diff := cmp.Diff([]string{"map", "relstring"}, topic); diff != "" {
		t.Errorf("topic (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"runid", "num_q", "map", "gm_map", "gm_bpref"}, all); diff != "" {
		t.Errorf("all (-want +got):\n%s", diff)
	}
}

func TestFindAllErrors(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"", "unknown measure"},
		{"map.5", "map takes no parameters"},
		{"num_q.1", "num_q takes no parameters"},
		{"runid.1", "runid takes no parameters"},
		{"official.5", "official is a set of measures and takes no parameters"},
		{"relstring.0", `cutoff "0": want a whole number from 1`},
		{"relstring_", `cutoff "": want a whole number from 1`},
		{"relstring.5,10", `cutoff "5,10": want a whole number from 1`},
		{"P.5x", `k "5x": want a whole number from 1`},
		{"P.10,3,3", `cutoff "3" twice`},
		{"P.0,5", `k "0": want a whole number from 1`},
		{"R", "want a cutoff, such as R@10"},
		{"nosuch", "unknown measure"},
		{"prefs_simp", "unknown measure"},
	} {
		if r, err := metrics.FindAll([]string{"AP", c.name}); err == nil || !strings.Contains(err.Error(), c.want) || r.Measures != nil {
			t.Errorf("%q: got %v and error %v, want %s", c.name, r.Measures, err, c.want)
		}
	}
	_, err := metrics.FindAll([]string{"nosuch", "AP", "P.0"})
	if err == nil || strings.Count(err.Error(), "\n") != 1 || !strings.Contains(err.Error(), "nosuch") || !strings.Contains(err.Error(), "P.0") {
		t.Errorf("got error %v, want both names", err)
	}
	if _, err := metrics.FindAll(nil); err == nil || !strings.Contains(err.Error(), "no measure is named") {
		t.Errorf("got error %v", err)
	}
}

func TestTrecEval9(t *testing.T) {
	r := findAll(t, "IPrec(trec_eval=9)@0.3", "iprec_at_recall..3", "11pt_avg", "Rprec_mult.1", "AP")
	same := r
	before := sevenAndEight(t, same, metrics.TrecOptions{ByTopic: true, Digits: 4})
	r.TrecEval9()
	if after := sevenAndEight(t, same, metrics.TrecOptions{ByTopic: true, Digits: 4}); after != before {
		t.Errorf("a copy of the request has changed: it printed\n%sand prints\n%s", before, after)
	}
	if got, want := measureNames(r), "IPrec(trec_eval=9)@0.3 11pt_avg(trec_eval=9) Rprec_mult@1 AP"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	text := sevenAndEight(t, r, metrics.TrecOptions{ByTopic: true, Digits: 4})
	for _, want := range []string{"iprec_at_recall_0.30  \t7\t0.6667\n", "IPrec(trec_eval=9)@0.3\t7\t0.6667\n", "11pt_avg              \t7\t0.5455\n", "AP                    \t7\t0.5417\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
}

func TestSetCollection(t *testing.T) {
	const needs = `measure "utility(worth=2,-1,-0.5,0.001)": the fourth worth is for documents of the collection that were not retrieved: want their number, --collection-size or N=`
	r := findAll(t, "utility.2,-1,-0.5,0.001", "utility", "utility(worth=0,0,0,1,N=7)", "AP")
	if err := r.Check(); err == nil || err.Error() != needs {
		t.Errorf("got error %v", err)
	}
	run := answering("r", "2")
	if _, err := metrics.Evaluate([]*metrics.Run{run}, study().Gold(1), r.Measures, metrics.EvalOptions{KeepSparse: true}); err == nil || err.Error() != needs {
		t.Errorf("Evaluate: got error %v", err)
	}
	before := measureNames(r)
	same := r
	r.SetCollection(100)
	if err := r.Check(); err != nil {
		t.Error(err)
	}
	if got, want := measureNames(r), "utility(worth=2,-1,-0.5,0.001,N=100) utility utility(worth=0,0,0,1,N=7) AP"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if measureNames(same) != before {
		t.Error("a copy of the request was changed")
	}
	// 2·3 − 3 − .5·1 + .001·(100 − 6 − 4 + 3); topic 8: −1 − .5 + .001·98
	text := sevenAndEight(t, r, metrics.TrecOptions{ByTopic: true, Digits: 3})
	for _, want := range []string{"utility_2,-1,-0.5,0.001\t7\t2.593\n", "utility_2,-1,-0.5,0.001\t8\t-1.402\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
	huge := findAll(t, "utility.0,0,0,1")
	huge.SetCollection(math.MaxInt)
	if again := find(t, huge.Measures[0].String()); again.String() != "utility(worth=0,0,0,1,N=9007199254740992)" {
		t.Errorf("got %s", again)
	}
	defer func() {
		if recover() == nil {
			t.Error("a collection of 0 documents was taken")
		}
	}()
	r.SetCollection(0)
}

func TestRequestCheck(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"nDCG(gains=1:2,dcg=exp-log2)@5", "both dcg= and gains=: want one of them"},
		{"AP", ""},
		{"ERR(max=1)@5", ""},
	} {
		err := findAll(t, c.name).Check()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestRequestWarnings(t *testing.T) {
	for _, c := range []struct {
		name string
		want int
	}{{"AP", 0}, {"RBP", 0}, {"rbp", 1}, {"rbp_resid.p=0.5", 1}, {"all_trec", 1}} {
		ws := findAll(t, c.name).Warnings()
		if len(ws) != c.want || c.want == 1 && ws[0].Code != "trec-eval-rbp" {
			t.Errorf("%s: got %v, want %d warnings", c.name, ws, c.want)
		}
	}
}
