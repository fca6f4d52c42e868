package metrics_test

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

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

		{"iprec_at_recall_0.10", "IPrec@0.1", "iprec_at_recall_0.10"},
		{"iprec_at_recall_.1", "IPrec@0.1", "iprec_at_recall_0.10"},
		{"iprec_at_recall..1", "IPrec@0.1", "iprec_at_recall_0.10"},
		{"IPrec@1e-2", "IPrec@0.01", "iprec_at_recall_0.01"},
		{"IPrec@-0", "IPrec@0", "iprec_at_recall_0.00"},
		{"IPrec(trec_eval=9,rel=2)@.7", "IPrec(rel=2,trec_eval=9)@0.7", ""},
		{"Rprec_mult_1.20", "Rprec_mult@1.2", "Rprec_mult_1.20"},
		{"11pt_avg", "11pt_avg", "11pt_avg"},
		{"11pt_avg.0.8,.5,0.2", "11pt_avg(recall=0.2,0.5,0.8)", ""},
		{"11pt_avg_0.2,0.5,0.8", "11pt_avg(recall=0.2,0.5,0.8)", ""},
		{"11pt_avg(recall=0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1)", "11pt_avg", "11pt_avg"},
		{"utility", "utility", "utility"},
		{"utility.2,-1,-0.5,0.001", "utility(worth=2,-1,-0.5,0.001)", ""},
		{"utility(worth=2,-1,-0.5,0.001,N=100)", "utility(worth=2,-1,-0.5,0.001,N=100)", ""},
		{"set_F_0.5", "SetF(beta=0.5)", ""},
		{"set_F.1", "SetF", "set_F"},
		{"SetF(beta=1.0)", "SetF", "set_F"},
		{"set_relative_P", "SetRelP", "set_relative_P"},
		{"set_map", "SetAP", "set_map"},
		{"ndcg.1=3,2=9", "nDCG(gains=1:3,2:9)", ""},
		{"ndcg_2=9,1=3", "nDCG(gains=1:3,2:9)", ""},
		{"ndcg_rel_1=3", "ndcg_rel(gains=1:3)", ""},
		{"Rndcg.1=-3", "Rndcg(gains=1:-3)", ""},
		{"G_1=3", "G(gains=1:3)", ""},
		{"ideal_dcg.0=1", "ideal_dcg(gains=0:1)", ""},
		{"nDCG(gains=1:0.9,2:0.5)@10", "nDCG(gains=1:0.9,2:0.5)@10", ""},
		{"nDCG(dcg=exp-log2)@10", "nDCG(dcg=exp-log2)@10", ""},
		{"rbp", "rbp", "rbp"},
		{"rbp.p=0.8,1=0.5", "rbp(p=0.8,gains=1:0.5)", ""},
		{"rbp_1=0.5,p=0.8", "rbp(p=0.8,gains=1:0.5)", ""},
		{"rbp_p=0.90", "rbp", "rbp"},
		{"rbp_resid_p=0.5", "rbp_resid(p=0.5)", ""},
		{"rbp_resid", "rbp_resid", "rbp_resid"},
		{"RBP(p=0.8)", "RBP", ""},
		{"RBP(gain=max,p=0.5)", "RBP(p=0.5,gain=max)", ""},
		{"ERR(max=3)@20", "ERR(max=3)@20", ""},
		{"ERR(max=4)@20", "ERR@20", ""},
		{"nERR", "nERR", ""},
		{"P(unj=1)@10", "P(unj=1)@10", ""},
		{"P.5", "P@5", "P_5"},
		{"unj_5", "unj@5", "unj_5"},
		{"relative_P_5", "relative_P@5", "relative_P_5"},
		{"infAP", "infAP", "infAP"},
		{"gm_map", "gm_map", "gm_map"},
		{"yaap", "yaap", "yaap"},
	} {
		a, err := metrics.Find(c.name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if a.String() != c.want || a.TrecName() != c.trec {
			t.Errorf("%s: got %s and %q, want %s and %q", c.name, a, a.TrecName(), c.want, c.trec)
		}
		if again, err := metrics.Find(a.String()); err != nil || again.Measure != a.Measure || !reflect.DeepEqual(again.Args, a.Args) {
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
		{"P.0,5", `k "0": want a whole number from 1`},
		{"P.5,10", "2 measures, want one, such as P_5"},
		{"P.5,5", `cutoff "5" twice`},
		{"iprec_at_recall..1,0.10", `cutoff "0.10" twice`},
		{"P.5x", "want a whole number from 1"},
		{"P.", "want a whole number from 1"},
		{"P_5x", "unknown measure"},
		{"ndcg_cut.23.4", "want a whole number from 1"},
		{"map.5", "map takes no parameters"},
		{"official", "unknown measure"},
		{"runid", "has a place only in trec_eval's output"},
		{"relstring_5", "has a place only in trec_eval's output"},
		{"IPrec", "want a recall level, such as IPrec@0.1"},
		{"IPrec@1.1", "want a number from 0 to 1"},
		{"IPrec@NaN", "want a number"},
		{"IPrec@0x1p-2", "want a number"},
		{"IPrec@1_0", "want a number"},
		{"IPrec@1e-10", "want 0 or a size from 1e-09 to 1e+09"},
		{"IPrec(trec_eval=10)@0.1", "want 9"},
		{"Rprec_mult", "want a multiple of R, such as Rprec_mult@0.1"},
		{"Rprec_mult_1001", "unknown measure"},
		{"11pt_avg.0.5,2", `"2": want a number from 0 to 1`},
		{"11pt_avg.0.5,rel=2", `"rel:2": want a number`},
		{"utility.1,2,3", "want 4 numbers"},
		{"utility(worth=1,0,0,1,N=0)", "want a whole number from 1"},
		{"set_F.-1", "want a number from 0"},
		{"set_F.0.5,1", "want a number"},
		{"ndcg.1", `"1": want grade:gain`},
		{"ndcg.-1=3", `grade "-1": want a whole number from 0`},
		{"ndcg.1=3,1=4", "grade 1 has two gains"},
		{"ndcg.1=inf", `gain "inf": want a number`},
		{"ndcg.1=1e10", "want 0 or a size"},
		{"nDCG(gains=1:2,rel=1)", `unknown parameter "rel"`},
		{"nDCG(dcg=exp)@5", "want exp-log2"},
		{"rbp.p=1", "want a number between 0 and 1"},
		{"rbp.p=0.5,p=0.6", "p is given twice"},
		{"RBP(gain=mean)", "want max"},
		{"ERR(max=0)", "want a whole number from 1 to 300"},
		{"P(unj=0)@5", "want 1"},
		{"relative_p_5", "did you mean relative_P@10"},
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
		{"P(k=5)", "want it after the brackets, as @5"},
		{"P(5,rel=2)@5", "want name=value"},
		{"P()@5", "want name=value"},
		{"P(p=0.8)@5", `unknown parameter "p": P takes @k, rel=, unj=`},
		{"nDCG(rel=2)", `unknown parameter "rel": nDCG takes @k, dcg=, gains=`},
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
		for _, p := range m.Params {
			for _, value := range paramValues[p.Name] {
				f.Add(m.Name + "(" + p.Name + "=" + value + ")@1")
			}
		}
	}
	f.Add("rbp.p=0.8,1=0.5")
	f.Add("ndcg_cut_20")
	f.Fuzz(func(t *testing.T, name string) {
		a, err := metrics.Find(name)
		if err != nil {
			return
		}
		if again, err := metrics.Find(a.String()); err != nil || again.String() != a.String() || again.Measure != a.Measure || !reflect.DeepEqual(again.Args, a.Args) {
			t.Errorf("%q: %s is not read back: %v", name, a, err)
		}
	})
}

// Parameters in any order, spelled in any way, give one name, which is read back to the same measure.
func TestNamesAreReadBack(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom([]string{"%v", "%.3f", "%e"}).Draw(t, "style")
	})
	for _, m := range metrics.Measures() {
		t.Run(m.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				var inside []string
				at := ""
				for _, p := range rapid.Permutation(m.Params).Draw(t, "params") {
					if !p.Required && rapid.Bool().Draw(t, "left out") {
						continue
					}
					value := drawValue(t, p, number.Draw(t, "number"))
					if p.At() {
						at = "@" + value
					} else {
						inside = append(inside, p.Name+"="+value)
					}
				}
				name := m.Name + at
				if inside != nil {
					name = m.Name + "( " + strings.Join(inside, " , ") + ")" + at
				}
				a := find(t, name)
				again := find(t, a.String())
				if again.String() != a.String() || again.Measure != m || a.Measure != m || !reflect.DeepEqual(again.Args, a.Args) {
					t.Errorf("%q is %s, which is read as %s", name, a, again)
				}
			})
		})
	}
}

// drawValue draws what a parameter may be given; reals are printed in a style.
func drawValue(t *rapid.T, p metrics.Param, style string) string {
	real := func(lo, hi int) string {
		return fmt.Sprintf(style, float64(rapid.IntRange(lo, hi).Draw(t, "thousandths"))/1000)
	}
	whole := func(lo, hi int) string { return strconv.Itoa(rapid.IntRange(lo, hi).Draw(t, "whole")) }
	switch p.Name {
	case "k", "rel", "N":
		return whole(1, 1_000_000_000)
	case "max":
		return whole(1, 300)
	case "x":
		return real(0, 1000)
	case "p":
		return real(1, 999)
	case "beta":
		return real(0, 5000)
	case "recall":
		return real(0, 1000) + "," + real(0, 1000)
	case "worth":
		return real(-2000, 2000) + "," + real(-2000, 2000) + "," + real(-2000, 2000) + "," + real(-2000, 2000)
	case "gains":
		grades := rapid.SliceOfNDistinct(rapid.IntRange(0, 9), 1, 4, rapid.ID).Draw(t, "grades")
		var pairs []string
		for _, g := range grades {
			pairs = append(pairs, strconv.Itoa(g)+":"+real(-2000, 2000))
		}
		return strings.Join(pairs, ",")
	}
	words := paramValues[p.Name]
	if words == nil {
		t.Fatalf("no values are known for parameter %s: add them to paramValues", p.Name)
	}
	return rapid.SampledFrom(words).Draw(t, "word")
}
