package pooling

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"sigrel/metrics"
)

type sweepValues struct {
	Tau   float64 `json:"tau_b"`
	TauAP float64 `json:"tau_ap_est_vs_full"`
	Diff  float64 `json:"mean_abs_diff"`
	Rank  int     `json:"max_rank_change"`
}

// expected are the parts of the cases' file that TestRobust03 does not read.
type expected struct {
	LOU struct {
		D100 louBase `json:"depth100"`
		All  louBase `json:"alldepth"`
	}
	Judged map[string]struct {
		OfRetrieved map[string]float64 `json:"judged_at_denominator_retrieved"`
		Condensed   float64            `json:"condensed_map"`
		RBP         map[string]struct{ Base, Residual float64 }
		Prefix      int `json:"deepest_fully_judged_min_over_topics"`
	}
	Sweep []struct {
		Depth, Judged, Relevant int
		Map                     sweepValues
		P10                     sweepValues `json:"P_10"`
		NDCG                    sweepValues `json:"ndcg_cut_10"`
	} `json:"depth_sweep"`
}

type louBase struct {
	Baseline map[string]map[string]float64 `json:"repool_baseline"`
	Runs     map[string]map[string]struct {
		louScores
		Alone int `json:"rank_after_only_this_rescored"`
	}
}

func (l *louBase) UnmarshalJSON(data []byte) error {
	var raw struct {
		Baseline map[string]map[string]float64         `json:"repool_baseline"`
		Runs     map[string]map[string]json.RawMessage `json:"runs"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	l.Baseline = raw.Baseline
	l.Runs = make(map[string]map[string]struct {
		louScores
		Alone int `json:"rank_after_only_this_rescored"`
	})
	for run, parts := range raw.Runs {
		l.Runs[run] = make(map[string]struct {
			louScores
			Alone int `json:"rank_after_only_this_rescored"`
		})
		for mode, part := range parts {
			if !strings.Contains(string(part), "map_before") {
				continue
			}
			var v struct {
				louScores
				Alone int `json:"rank_after_only_this_rescored"`
			}
			if err := json.Unmarshal(part, &v); err != nil {
				return err
			}
			l.Runs[run][mode] = v
		}
	}
	return nil
}

func readExpected(t *testing.T) expected {
	t.Helper()
	var want expected
	data, err := os.ReadFile(shared(t, "cases/reliability/lou_robust03_expected.json"))
	if err == nil {
		err = json.Unmarshal(data, &want)
	}
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// TestRobust03Modes checks every value of every run in the three modes, at both depths.
func TestRobust03Modes(t *testing.T) {
	runs, q := robust03(t)
	want := readExpected(t)
	checked := 0
	for _, d := range []struct {
		depth int
		want  louBase
	}{{100, want.LOU.D100}, {AllRanks, want.LOU.All}} {
		p, err := Build(runs, q, Options{Depth: d.depth})
		if err != nil {
			t.Fatal(err)
		}
		for mode, name := range map[Mode]string{RemoveUniques: "remove_unique_judged", RemoveRelevant: "remove_unique_rel", Repool: "repool_others"} {
			audits, err := p.LeaveOut(find(t, "AP", "P@10", "Bpref"), LeaveOutOptions{Mode: mode})
			if err != nil {
				t.Fatal(err)
			}
			for i, l := range audits[0].LeftOut {
				w, known := d.want.Runs[l.Unit][name]
				if !known {
					t.Fatalf("no %s of %s", name, l.Unit)
				}
				what := fmt.Sprintf("depth %d, %s, %s, ", d.depth, name, l.Unit)
				p10, bpref := audits[1].LeftOut[i], audits[2].LeftOut[i]
				for _, v := range []struct {
					name      string
					got, want float64
				}{{"AP before", l.Before, w.Before}, {"AP after", l.After, w.After}, {"P@10 before", p10.Before, w.P10Before}, {"P@10 after", p10.After, w.P10After},
					{"bpref after", bpref.After, w.BprefAfter}, {"τ_b", *l.Tau, *w.Tau}, {"τ_AP", *l.TauAP, *w.TauAP}} {
					near(t, what+v.name, v.got, v.want, 1e-12)
					checked++
				}
				if math.Abs(100**l.Change-w.Percent) > 1e-9 {
					t.Errorf("%schange %v, want %v %%", what, *l.Change, w.Percent)
				}
				if l.RankBefore != w.RankBefore || l.RankAfter != w.RankAfter || l.RankAlone != w.Alone {
					t.Errorf("%sranks %d, %d, alone %d; want %d, %d, %d", what, l.RankBefore, l.RankAfter, l.RankAlone, w.RankBefore, w.RankAfter, w.Alone)
				}
				if mode == Repool {
					near(t, what+"baseline AP", l.Before, d.want.Baseline["map"][l.Unit], 1e-12)
					near(t, what+"baseline P@10", p10.Before, d.want.Baseline["P_10"][l.Unit], 1e-12)
				}
			}
		}
	}
	if checked != 2*3*17*7 {
		t.Errorf("%d values checked", checked)
	}
}

// TestRobust03Sweep checks the depth sweep. The τ_AP of P@10, where runs tie at a depth, is given to 10 digits.
func TestRobust03Sweep(t *testing.T) {
	runs, q := robust03(t)
	want := readExpected(t).Sweep
	var depths []int
	for _, w := range want {
		depths = append(depths, w.Depth)
	}
	p, err := Build(runs, q, Options{Depth: 100})
	if err != nil {
		t.Fatal(err)
	}
	sweeps, err := p.Sweep(find(t, "AP", "P@10", "nDCG@10"), SweepOptions{Depths: depths})
	if err != nil {
		t.Fatal(err)
	}
	if len(depths) != 11 || len(sweeps) != 3 {
		t.Fatalf("%d depths, %d sweeps", len(depths), len(sweeps))
	}
	for i, w := range want {
		for m, v := range []sweepValues{w.Map, w.P10, w.NDCG} {
			got := sweeps[m].Depths[i]
			what := fmt.Sprintf("%s, depth %d, ", sweeps[m].Measure, w.Depth)
			near(t, what+"τ_b", *got.Tau, v.Tau, 1e-12)
			near(t, what+"τ_AP", *got.TauAP, v.TauAP, 1e-9)
			near(t, what+"mean |Δ|", got.MeanAbsDifference, v.Diff, 1e-12)
			if got.MaxRankChange != v.Rank || got.Judged != w.Judged || got.Relevant != w.Relevant || *got.Depth != w.Depth {
				t.Errorf("%sgot %+v, want %+v", what, got, w)
			}
		}
	}
}

// TestRobust03Unjudged checks condensed lists, RBP's base and residual, and the judged shares of what was retrieved.
func TestRobust03Unjudged(t *testing.T) {
	runs, q := robust03(t)
	want := readExpected(t)
	p, err := Build(runs, q, Options{Depth: 100})
	if err != nil {
		t.Fatal(err)
	}
	condensed, err := p.LeaveOut(find(t, "AP"), LeaveOutOptions{JudgedOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range condensed[0].LeftOut {
		near(t, "condensed AP of "+l.Unit, l.Before, want.Judged[l.Unit].Condensed, 1e-12)
		if got := p.Contributions()[i].PrefixMin; got != want.Judged[l.Unit].Prefix {
			t.Errorf("%s: least prefix %d, want %d", l.Unit, got, want.Judged[l.Unit].Prefix)
		}
	}
	gold := q.Gold(1)
	for _, name := range []string{"0.5", "0.8", "0.95"} {
		m := find(t, "RBP(p="+name+")")[0]
		for _, r := range runs {
			var base, residual float64
			for _, topic := range gold.Topics() {
				j := gold.Judge(topic, r.Ranked(topic))
				base += m.Value(j)
				residual += m.Residual(j, m.Args)
			}
			w := want.Judged[string(r.Tag)].RBP[name]
			near(t, "RBP "+name+" of "+string(r.Tag), base/100, w.Base, 1e-12)
			near(t, "residual "+name+" of "+string(r.Tag), residual/100, w.Residual, 1e-11) // of sums that both round
		}
	}
	rates, _ := p.Judged([]int{100, 1000})
	for _, r := range rates {
		near(t, fmt.Sprintf("judged of retrieved @%d of %s", r.K, r.Run), r.OfRetrieved, want.Judged[string(r.Run)].OfRetrieved[itoa(r.K)], 1e-12)
	}
}

// TestRobust03TrecEval checks what trec_eval 10.0-rc3 printed, to its four digits.
func TestRobust03TrecEval(t *testing.T) {
	runs, q := robust03(t)
	data, err := os.ReadFile(shared(t, "cases/reliability/robust03_trec_eval10_values.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"map", "bpref", "P_10", "infAP", "ndcg_cut_10", "unj_10", "unj_100", "map_J"}
	got := make(map[string]map[metrics.Tag]float64)
	p, err := Build(runs, q, Options{Depth: 100})
	if err != nil {
		t.Fatal(err)
	}
	all, err := p.LeaveOut(find(t, names[:7]...), LeaveOutOptions{})
	if err != nil {
		t.Fatal(err)
	}
	condensed, err := p.LeaveOut(find(t, "map"), LeaveOutOptions{JudgedOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range append(all, condensed...) {
		got[names[i]] = make(map[metrics.Tag]float64)
		for _, l := range a.LeftOut {
			got[names[i]][l.Run] = l.Before
		}
	}
	lines := 0
	for line := range strings.Lines(string(data)) {
		var tag, name string
		var want float64
		if _, err := fmt.Sscan(line, &tag, &name, &want); err != nil {
			t.Fatal(err)
		}
		if v, known := got[name][metrics.Tag(tag)]; !known || math.Abs(v-want) > 5.001e-5 {
			t.Errorf("%s of %s: got %v, want %v", name, tag, v, want)
		}
		lines++
	}
	if lines != 17*len(names) {
		t.Errorf("%d lines", lines)
	}
}
