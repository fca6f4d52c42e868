package metrics_test

import (
	"strings"
	"testing"

	"sigrel/metrics"
)

func TestFind(t *testing.T) {
	for _, c := range []struct{ name, want, trec string }{
		{"AP", "AP", "map"},
		{"MAP", "AP", "map"},
		{"map", "AP", "map"},
		{"AP@10", "AP@10", "map_cut_10"},
		{"map_cut_10", "AP@10", "map_cut_10"},
		{"P@10", "P@10", "P_10"},
		{"P_10", "P@10", "P_10"},
		{"P(rel=2)@10", "P(rel=2)@10", ""},
		{"P( rel=2 )@10", "P(rel=2)@10", ""},
		{"R@1000", "R@1000", "recall_1000"},
		{"recall_100", "R@100", "recall_100"},
		{"nDCG", "nDCG", "ndcg"},
		{"ndcg", "nDCG", "ndcg"},
		{"NDCG@20", "nDCG@20", "ndcg_cut_20"},
		{"ndcg@20", "nDCG@20", "ndcg_cut_20"},
		{"ndcg_cut_20", "nDCG@20", "ndcg_cut_20"},
		{"RR", "RR", "recip_rank"},
		{"recip_rank", "RR", "recip_rank"},
		{"RR(rel=2)@10", "RR(rel=2)@10", ""},
		{"RR@10", "RR@10", ""},
		{"Rprec", "Rprec", "Rprec"},
		{"Success@5", "Success@5", "success_5"},
		{"success_5", "Success@5", "success_5"},
		{"Bpref", "Bpref", "bpref"},
		{"bpref", "Bpref", "bpref"},
		{"num_q", "NumQ", "num_q"},
		{"num_ret", "NumRet", "num_ret"},
		{"num_rel", "NumRel", "num_rel"},
		{"num_rel_ret", "NumRelRet", "num_rel_ret"},
		{"NumRet(rel=1)", "NumRet(rel=1)", ""},
		{"num_nonrel_judged_ret", "NumNonrelJudgedRet", "num_nonrel_judged_ret"},
		{"Judged", "Judged", ""},
		{"Judged@10", "Judged@10", ""},
	} {
		a, err := metrics.Find(c.name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if a.String() != c.want || a.TrecName() != c.trec {
			t.Errorf("%s: got %s and %q, want %s and %q", c.name, a, a.TrecName(), c.want, c.trec)
		}
		if again, err := metrics.Find(a.String()); err != nil || again.Measure != a.Measure || again.Args != a.Args {
			t.Errorf("%s is not read back: %v", a, err)
		}
	}
}

func TestFindErrors(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"", "want one of NumQ, "},
		{"nosuch", "want one of NumQ, "},
		{"ap", "did you mean AP"},
		{"nDGC@10", "did you mean nDCG"},
		{"ndcg_cut", `did you mean ndcg_cut_10`},
		{"map_10", "did you mean map"},
		{"P", "want a cutoff, such as P@10"},
		{"P.0,5", "unknown measure"},
		{"P@0", "want a whole number from 1"},
		{"P@-1", "want a whole number from 1"},
		{"P@+5", "want a whole number from 1"},
		{"P@05", "want a whole number from 1"},
		{"P@5x", "want a whole number from 1"},
		{"P@99999999999999999999", "want a whole number from 1"},
		{"P@", "want a whole number from 1"},
		{"P_0", "unknown measure"},
		{"P(rel=0)@5", "want a whole number from 1"},
		{"P(rel=2,rel=3)@5", "rel is given twice"},
		{"P(rel=2@5", "want a closing bracket"},
		{"P(rel)@5", "want name=value"},
		{"P(k=5)", "want name=value"},
		{"P()@5", "want name=value"},
		{"P(p=0.8)@5", `unknown parameter "p": P takes @k, rel=`},
		{"nDCG(rel=2)", `unknown parameter "rel": nDCG takes @k`},
		{"NumQ(rel=2)", "NumQ takes none"},
		{"Rprec@5", "Rprec takes no cutoff"},
		{"AP(rel=2)5", "want nothing or @"},
	} {
		a, err := metrics.Find(c.name)
		if err == nil {
			t.Errorf("%q: got %s, want an error", c.name, a)
		} else if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), `"`+c.name+`"`) {
			t.Errorf("%q: got error %q, want one with the name and %q", c.name, err, c.want)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, m := range metrics.Measures() {
		f.Add(m.Name + "(rel=2)@10")
	}
	f.Add("ndcg_cut_20")
	f.Fuzz(func(t *testing.T, name string) {
		a, err := metrics.Find(name)
		if err != nil {
			return
		}
		if again, err := metrics.Find(a.String()); err != nil || again.String() != a.String() || again.Measure != a.Measure || again.Args != a.Args {
			t.Errorf("%q: %s is not read back: %v", name, a, err)
		}
	})
}
