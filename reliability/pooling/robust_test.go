package pooling

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// shared is the path of a file beside the module; the test is skipped where it is absent.
func shared(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	path := filepath.Join(dir, "..", "shared", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("../shared/%s is not here", name)
	}
	return path
}

// robust03 gives 17 real runs of the TREC 2003 Robust track, and their judgments, read once.
func robust03(t testing.TB) ([]*metrics.Run, metrics.Qrels) {
	t.Helper()
	shared(t, "data/robust03")
	r := readRobust03()
	if r.err != nil {
		t.Fatal(r.err)
	}
	return slices.Clone(r.runs), r.qrels
}

type realData struct {
	runs  []*metrics.Run
	qrels metrics.Qrels
	err   error
}

var readRobust03 = sync.OnceValue(func() (r realData) {
	const dir = "../../../shared/data/robust03"
	f, err := formats.Open(filepath.Join(dir, "qrels.txt.gz"))
	if err != nil {
		return realData{err: err}
	}
	defer f.Close()
	if r.qrels, _, r.err = formats.ReadQrels(f, "qrels.txt.gz"); r.err != nil {
		return r
	}
	paths, err := filepath.Glob(filepath.Join(dir, "runs", "*.gz"))
	if err != nil {
		return realData{err: err}
	}
	var files []formats.File
	for _, path := range paths {
		files = append(files, formats.File{Path: path})
	}
	r.runs, _, r.err = formats.ReadRuns(files, formats.RunOptions{})
	return r
})

func find(t testing.TB, names ...string) []metrics.Applied {
	t.Helper()
	var ms []metrics.Applied
	for _, name := range names {
		m, err := metrics.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		ms = append(ms, m)
	}
	return ms
}

// near fails unless got equals want to a relative error of tol.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tol*math.Abs(want) {
		t.Errorf("%s: got %.17g, want %.17g", what, got, want)
	}
}

type louScores struct {
	Before     float64  `json:"map_before"`
	After      float64  `json:"map_after"`
	Percent    float64  `json:"map_pct_change"`
	P10Before  float64  `json:"P_10_before"`
	P10After   float64  `json:"P_10_after"`
	BprefAfter float64  `json:"bpref_after"`
	RankBefore int      `json:"rank_before"`
	RankAfter  int      `json:"rank_after_all_rescored"`
	Tau        *float64 `json:"tau_b_map_all"`
	TauAP      *float64 `json:"tau_ap_map_all"`
}

type louRun struct {
	UniqueJudged   int       `json:"unique_judged"`
	UniqueRelevant int       `json:"unique_relevant"`
	RelevantTopics int       `json:"topics_with_unique_relevant"`
	RemoveRel      louScores `json:"remove_unique_rel"`
	RemoveJudged   louScores `json:"remove_unique_judged"`
	Repool         louScores `json:"repool_others"`
}

type louSummary struct {
	Mean       float64 `json:"mean_pct_change"`
	MeanAbs    float64 `json:"mean_abs_pct_change"`
	MaxAbs     float64 `json:"max_abs_pct_change"`
	MaxAbsRun  string  `json:"argmax"`
	MeanDiff   float64 `json:"mean_abs_diff"`
	MaxDrop    int     `json:"max_rank_drop"`
	MaxDropRun string  `json:"argmax_rank_drop"`
	MinTau     float64 `json:"min_tau_b"`
}

type louDepth struct {
	OrphanJudged   int `json:"orphan_judged"`
	OrphanRelevant int `json:"orphan_relevant"`
	Runs           map[string]louRun
	RemoveRel      louSummary `json:"summary_remove_unique_rel"`
	Repool         louSummary `json:"summary_repool_others"`
}

// TestRobust03 compares with an independent program in Python, whose values of MAP were checked with trec_eval 10. The
// values for "remove_unique_rel", where only relevant documents go, are those of our mode for AP and P, which do not
// see judged documents that are not relevant.
func TestRobust03(t *testing.T) {
	runs, q := robust03(t)
	var want struct {
		Judged   int `json:"n_judged"`
		Relevant int `json:"n_relevant"`
		LOU      struct {
			D100 louDepth `json:"depth100"`
			All  louDepth `json:"alldepth"`
		}
		Full   map[string]map[string]float64
		JudgeK map[string]struct {
			At map[string]float64 `json:"judged_at"`
		} `json:"judged"`
	}
	data, err := os.ReadFile(shared(t, "cases/reliability/lou_robust03_expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	// The track's pools were 125 deep for its new topics. The runs here are 17 of 78.
	if p, err := Build(runs, q, Options{}); err != nil || p.Depth.Ranks != 125 || p.Depth.Given {
		t.Errorf("got %+v and error %v, want 125 inferred", p.Depth, err)
	}
	for _, c := range []struct {
		depth int
		want  louDepth
	}{{100, want.LOU.D100}, {AllRanks, want.LOU.All}} {
		p, err := Build(runs, q, Options{Depth: c.depth})
		if err != nil {
			t.Fatal(err)
		}
		f := p.Facts()
		got := []int{f.Judged, f.Relevant, f.OrphanJudged, f.OrphanRelevant, f.Negative}
		if diff := cmp.Diff([]int{want.Judged, want.Relevant, c.want.OrphanJudged, c.want.OrphanRelevant, 0}, got); diff != "" {
			t.Errorf("depth %d, facts (-want +got):\n%s", c.depth, diff)
		}
		if f.Found.Nobody != want.LOU.All.OrphanRelevant {
			t.Errorf("relevant found by nobody: got %d, want %d", f.Found.Nobody, want.LOU.All.OrphanRelevant)
		}
		for _, mode := range []Mode{RemoveUniques, Repool} {
			audits, err := p.LeaveOut(find(t, "AP", "P@10", "Bpref"), LeaveOutOptions{Mode: mode})
			if err != nil {
				t.Fatal(err)
			}
			c.want.check(t, audits, mode, len(runs))
		}
		if c.depth == 100 {
			for _, name := range []string{"map", "P_10", "bpref", "ndcg_cut_10"} {
				audits, err := p.LeaveOut(find(t, name), LeaveOutOptions{})
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range audits[0].LeftOut {
					near(t, name+" of "+l.Unit, l.Before, want.Full[name][l.Unit], 1e-12)
				}
			}
		}
		rates, _ := p.Judged([]int{5, 10, 20, 30, 50, 100, 1000})
		for _, r := range rates {
			near(t, "judged@k of "+string(r.Run), r.Judged, want.JudgeK[string(r.Run)].At[itoa(r.K)], 1e-12)
			near(t, "sum of rates", r.Judged+r.Unjudged+r.Empty, 1, 1e-12)
		}
	}
}

func itoa(k int) string {
	b, _ := json.Marshal(k)
	return string(b)
}

func (w louDepth) check(t *testing.T, audits []Audit, mode Mode, runs int) {
	t.Helper()
	ap, p10, bpref := audits[0], audits[1], audits[2]
	if len(ap.LeftOut) != runs || len(w.Runs) != runs {
		t.Fatalf("%d entries, want %d", len(ap.LeftOut), runs)
	}
	for i, l := range ap.LeftOut {
		run := w.Runs[l.Unit]
		want := run.RemoveJudged
		if mode == Repool {
			want = run.Repool
		}
		near(t, l.Unit+" before", l.Before, want.Before, 1e-12)
		near(t, l.Unit+" after", l.After, want.After, 1e-12)
		if mode == RemoveUniques {
			near(t, l.Unit+" after, relevant only", l.After, run.RemoveRel.After, 1e-12)
		}
		if math.Abs(100**l.Change-want.Percent) > 1e-9 {
			t.Errorf("%s: change %v, want %v %%", l.Unit, *l.Change, want.Percent)
		}
		near(t, l.Unit+" P@10 before", p10.LeftOut[i].Before, want.P10Before, 1e-12)
		near(t, l.Unit+" P@10 after", p10.LeftOut[i].After, want.P10After, 1e-12)
		near(t, l.Unit+" bpref after", bpref.LeftOut[i].After, want.BprefAfter, 1e-12)
		near(t, l.Unit+" τ_b", *l.Tau, *want.Tau, 1e-12)
		near(t, l.Unit+" τ_AP", *l.TauAP, *want.TauAP, 1e-12)
		got := []int{l.UniqueJudged, l.UniqueRelevant, l.RelevantTopics, l.RankBefore, l.RankAfter}
		if diff := cmp.Diff([]int{run.UniqueJudged, run.UniqueRelevant, run.RelevantTopics, want.RankBefore, want.RankAfter}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l.Unit, diff)
		}
	}
	s, want := ap.Summary.Run, w.RemoveRel
	if mode == Repool {
		want = w.Repool
	}
	for _, v := range []struct{ got, want float64 }{{*s.Mean, want.Mean / 100}, {*s.MeanAbs, want.MeanAbs / 100}, {*s.MaxAbs, want.MaxAbs / 100},
		{s.MeanAbsDifference, want.MeanDiff}, {*s.MinTau, want.MinTau}} {
		near(t, "summary", v.got, v.want, 1e-9)
	}
	if want.MaxDrop == 0 {
		want.MaxDropRun = "" // they name the first run
	}
	if s.MaxAbsRun != metrics.Tag(want.MaxAbsRun) || s.MaxRankDrop != want.MaxDrop || s.MaxRankDropRun != metrics.Tag(want.MaxDropRun) {
		t.Errorf("summary: got %+v, want %+v", *s, want)
	}
}

func BenchmarkBuild(b *testing.B) {
	runs, q := robust03(b)
	for b.Loop() {
		if _, err := Build(runs, q, Options{Depth: 100}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLeaveOut(b *testing.B) {
	runs, q := robust03(b)
	for i, r := range runs {
		team := *r
		team.Team = metrics.Team("team" + itoa(i/2))
		runs[i] = &team
	}
	p, err := Build(runs, q, Options{Depth: 100})
	if err != nil {
		b.Fatal(err)
	}
	ms := find(b, "AP", "P@10", "nDCG@10")
	for b.Loop() {
		if _, err := p.LeaveOut(ms, LeaveOutOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
