package metrics_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
)

// runOf reads "a:10 b:6" as a run on topic 1, one line a document.
func runOf(tag metrics.Tag, order metrics.Order, docs string) *metrics.Run {
	run := &metrics.Run{Tag: tag, Order: order, Topics: make(map[metrics.Topic][]metrics.Scored)}
	return withTopic(run, "1", docs)
}

func withTopic(run *metrics.Run, topic metrics.Topic, docs string) *metrics.Run {
	for i, f := range strings.Fields(docs) {
		doc, score, _ := strings.Cut(f, ":")
		s := metrics.Scored{Doc: metrics.Doc(doc), Score: mustFloat(score), Rank: int32(i + 1), Line: int32(i + 1)}
		run.Topics[topic] = append(run.Topics[topic], s)
	}
	return run
}

func fusion(t testing.TB, name string) *metrics.Fusion {
	t.Helper()
	f, err := metrics.FindFusion(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func fuse(t testing.TB, f *metrics.Fusion, runs []*metrics.Run, opt metrics.FuseOptions) *metrics.Run {
	t.Helper()
	fused, err := f.Fuse(runs, "fused", opt)
	if err != nil {
		t.Fatal(err)
	}
	return fused
}

// docsOf is a ranking without its numbers, as "c x a".
func docsOf(docs []metrics.Scored) string {
	var names []string
	for i := range docs {
		names = append(names, string(docs[i].Doc))
	}
	return strings.Join(names, " ")
}

func TestFusionEntries(t *testing.T) {
	seen := make(map[string]bool)
	for _, f := range metrics.Fusions() {
		if f.Name == "" || f.Title == "" || !strings.HasSuffix(f.Doc, ".") || f.Points == nil || seen[f.Name] {
			t.Errorf("%q (seen: %v), title %q, doc %q", f.Name, seen[f.Name], f.Title, f.Doc)
		}
		seen[f.Name] = true
		if got, err := metrics.FindFusion(f.Name); got != f || err != nil {
			t.Errorf("FindFusion(%q) = %v, %v", f.Name, got, err)
		}
	}
	if _, err := metrics.FindFusion("CombSUM"); err == nil || !strings.Contains(err.Error(), `"CombSUM": want one of combsum, `) {
		t.Errorf("unknown fusion: %v", err)
	}
	if k := fusion(t, "rrf").Defaults().K; k != 60 {
		t.Errorf("default k of rrf is %v, want 60", k)
	}
	if opt := fusion(t, "combsum").Defaults(); opt != (metrics.FuseOptions{}) {
		t.Errorf("defaults of combsum: %+v", opt)
	}
	// An entry whose line was forgotten in the list is found by counting the declarations.
	files, err := filepath.Glob("fuse*.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	for _, name := range files {
		if text, err := os.ReadFile(name); err != nil {
			t.Error(err)
		} else if !strings.HasSuffix(name, "_test.go") {
			declared += strings.Count(string(text), "= &Fusion{")
		}
	}
	if declared != len(seen) {
		t.Errorf("%d fusions are declared, %d are listed", declared, len(seen))
	}
}

// By hand: three runs on one topic, four documents in all.
//
//	a: a 10, b 6, c 2       normalized 1, 1/2, 0
//	b: b 0.9, d 0.4, a 0.1  normalized 1, 3/8, 0
//	c: d 7                  normalized 0, since it is constant
func TestFuseByHand(t *testing.T) {
	runs := []*metrics.Run{
		runOf("a", metrics.OrderTrecEval, "a:10 b:6 c:2"),
		runOf("b", metrics.OrderTrecEval, "a:0.1 b:0.9 d:0.4"),
		runOf("c", metrics.OrderTrecEval, "d:7"),
	}
	for _, test := range []struct {
		name   string
		k      float64
		order  string // b and d tie in three of them, a and d in one: descending identifiers
		scores map[metrics.Doc]float64
	}{
		{"combsum", 0, "b a d c", map[metrics.Doc]float64{"a": 1 + 0, "b": 1./2 + 1, "c": 0, "d": 3./8 + 0}},
		{"combmnz", 0, "b a d c", map[metrics.Doc]float64{"a": 2 * 1, "b": 2 * 1.5, "c": 1 * 0, "d": 2 * 3. / 8}},
		{"rrf", 60, "d b a c", map[metrics.Doc]float64{"a": 1./61 + 1./63, "b": 1./62 + 1./61, "c": 1. / 63, "d": 1./62 + 1./61}},
		{"rrf", 0, "d b a c", map[metrics.Doc]float64{"a": 1 + 1./3, "b": 1./2 + 1, "c": 1. / 3, "d": 1./2 + 1}},
		{"isr", 0, "d b a c", map[metrics.Doc]float64{"a": 2 * (1 + 1./9), "b": 2 * (1./4 + 1), "c": 1 * 1. / 9, "d": 2 * (1./4 + 1)}},
		// Run a leaves 1 point for d, b leaves 1 for c, and c leaves (3 + 2 + 1)/3 for each of a, b and c.
		{"borda", 0, "b d a c", map[metrics.Doc]float64{"a": 4 + 2 + 2, "b": 3 + 4 + 2, "c": 2 + 1 + 2, "d": 1 + 3 + 4}},
	} {
		fused := fuse(t, fusion(t, test.name), runs, metrics.FuseOptions{K: test.k})
		docs := fused.Topics["1"]
		if got := docsOf(docs); got != test.order {
			t.Errorf("%s, k = %v: ranking %s, want %s", test.name, test.k, got, test.order)
		}
		for i, d := range docs {
			if want := test.scores[d.Doc]; math.Abs(d.Score-want) > 1e-11*want { // rounded to 12 digits
				t.Errorf("%s, k = %v: score of %s is %v, want %v", test.name, test.k, d.Doc, d.Score, want)
			}
			if d.Rank != int32(i+1) {
				t.Errorf("%s: rank of %s is %d, want %d", test.name, d.Doc, d.Rank, i+1)
			}
		}
		if fused.Tag != "fused" || fused.Order != metrics.OrderTrecEval || !fused.Unpooled {
			t.Errorf("%s: %+v", test.name, fused)
		}
	}
}

// Scores are normalized inside each topic, and topics and documents are those of any run.
func TestFuseTopics(t *testing.T) {
	a := withTopic(runOf("a", metrics.OrderTrecEval, "x:100 y:0"), "2", "x:1 y:3 z:2")
	b := withTopic(runOf("b", metrics.OrderTrecEval, ""), "3", "v:5 w:6")
	b.Topics["4"] = nil
	fused := fuse(t, fusion(t, "combsum"), []*metrics.Run{a, b}, metrics.FuseOptions{})
	want := map[metrics.Topic][]metrics.Scored{
		"1": {{Doc: "x", Score: 1, Rank: 1, Line: 1}, {Doc: "y", Score: 0, Rank: 2, Line: 2}},
		"2": {{Doc: "y", Score: 1, Rank: 1, Line: 2}, {Doc: "z", Score: 0.5, Rank: 2, Line: 3}, {Doc: "x", Score: 0, Rank: 3, Line: 1}},
		"3": {{Doc: "w", Score: 1, Rank: 1, Line: 2}, {Doc: "v", Score: 0, Rank: 2, Line: 1}},
	}
	if diff := cmp.Diff(want, fused.Topics); diff != "" {
		t.Errorf("topics (-want +got):\n%s", diff)
	}
	fused = fuse(t, fusion(t, "combsum"), []*metrics.Run{a, b}, metrics.FuseOptions{Limit: 2})
	want["2"] = want["2"][:2]
	if diff := cmp.Diff(want, fused.Topics); diff != "" {
		t.Errorf("topics, limit 2 (-want +got):\n%s", diff)
	}
}

// Equal fused scores go as each order says. In both runs p and q are equal, and so are their sums.
func TestFuseTies(t *testing.T) {
	for _, test := range []struct {
		order metrics.Order
		a, b  string
		want  string
	}{
		{metrics.OrderScore, "q:1 p:1 r:0", "q:5 p:5 r:0", "q p r"},
		{metrics.OrderScore, "p:1 q:1 r:0", "r:0 p:5 q:5", "p q r"},
		{metrics.OrderScore, "r:0 p:1 q:1", "q:5 r:0 p:5", "q p r"}, // smallest lines 2 and 1
		{metrics.OrderScore, "p:1 q:1 r:0", "q:1 p:1 r:0", "p q r"}, // smallest lines 1 and 1: by identifier
		{metrics.OrderScore, "q:1 p:1 r:0", "p:1 q:1 r:0", "p q r"},
		{metrics.OrderTrecEval, "q:1 p:1 r:0", "p:5 q:5 r:0", "q p r"},
		{metrics.OrderFloat32, "p:1 q:1 r:0", "p:5 q:5 r:0", "q p r"},
		{metrics.OrderRank, "q:1 p:1 r:0", "q:5 p:5 r:0", "q p r"},
	} {
		runs := []*metrics.Run{runOf("a", test.order, test.a), runOf("b", test.order, test.b)}
		fused := fuse(t, fusion(t, "combsum"), runs, metrics.FuseOptions{})
		if got := docsOf(fused.Ranked("1")); got != test.want {
			t.Errorf("order %s, %s and %s: got %s, want %s", test.order, test.a, test.b, got, test.want)
		}
	}
}

// A constant run gives nothing, whatever its score; a rounding error makes no difference between equal sums.
func TestFuseConstantAndRounding(t *testing.T) {
	runs := []*metrics.Run{runOf("a", metrics.OrderScore, "p:-3 q:-3"), runOf("b", metrics.OrderScore, "p:0 q:0")}
	for _, d := range fuse(t, fusion(t, "combsum"), runs, metrics.FuseOptions{}).Topics["1"] {
		if d.Score != 0 || math.Signbit(d.Score) {
			t.Errorf("constant runs give %v to %s, want 0", d.Score, d.Doc)
		}
	}
	// 0.1 + 0.2 and 0.3 + 0 differ in the last bit; the line decides.
	runs = []*metrics.Run{runOf("a", metrics.OrderScore, "p:3 q:1 top:10 low:0"), runOf("b", metrics.OrderScore, "p:0 q:2 top:10 low:0")}
	if got, want := docsOf(fuse(t, fusion(t, "combsum"), runs, metrics.FuseOptions{}).Topics["1"]), "top p q low"; got != want {
		t.Errorf("equal sums: got %s, want %s", got, want)
	}
}

// The sum of these three lies where its twelfth digit is rounded up or down, and is one bit greater in some orders.
func TestFuseSumDoesNotDependOnOrder(t *testing.T) {
	var runs []*metrics.Run
	for _, x := range []string{"0.001", "0.06", "0.7390000000005"} {
		runs = append(runs, runOf("a", metrics.OrderScore, "one:1 x:"+x+" zero:0")) // normalized as they are
	}
	scores := make(map[float64]bool)
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		permuted := []*metrics.Run{runs[order[0]], runs[order[1]], runs[order[2]]}
		scores[fuse(t, fusion(t, "combsum"), permuted, metrics.FuseOptions{}).Topics["1"][1].Score] = true
	}
	if len(scores) != 1 {
		t.Errorf("scores in the orders of three runs: %v, want one", scores)
	}
}

// The difference of two scores may be more than a float64 holds, or hardly more than 0.
func TestFuseRange(t *testing.T) {
	const great, tiny = math.MaxFloat64, math.SmallestNonzeroFloat64
	for _, test := range []struct {
		low, middle, high float64
		want              float64 // of the middle one
	}{
		{-great, 0, great, 0.5},
		{-great, great / 2, great, 0.75},
		{-great, -tiny, great, 0.5},
		{-1e308, 1e308, 1.5e308, 0.8},
		{0, tiny, 4 * tiny, 0.25},
		{-tiny, 0, tiny, 0.5},
		{0, 1, great, 1 / great},
	} {
		run := &metrics.Run{Tag: "a", Order: metrics.OrderScore, Topics: map[metrics.Topic][]metrics.Scored{"1": {
			{Doc: "m", Score: test.middle, Line: 1}, {Doc: "l", Score: test.low, Line: 2}, {Doc: "h", Score: test.high, Line: 3},
		}}}
		got := fuse(t, fusion(t, "combsum"), []*metrics.Run{run}, metrics.FuseOptions{}).Topics["1"]
		if docsOf(got) != "h m l" || got[0].Score != 1 || got[2].Score != 0 || !(math.Abs(got[1].Score-test.want) <= 1e-11*test.want) {
			t.Errorf("%v, %v, %v: got %v, want 1, %v, 0", test.high, test.middle, test.low, got, test.want)
		}
	}
}

func TestFuseErrors(t *testing.T) {
	a, b := runOf("a", metrics.OrderScore, "p:1 q:2"), runOf("b", metrics.OrderTrecEval, "p:1")
	b.File = "runs/b.txt"
	bad := withTopic(runOf("bad", metrics.OrderScore, "p:1 q:2 p:3"), "2", "x:1 y:2")
	bad.Topics["2"][0].Score, bad.Topics["2"][1].Score = math.NaN(), math.Inf(-1)
	for _, test := range []struct {
		name string
		runs []*metrics.Run
		opt  metrics.FuseOptions
		want []string
	}{
		{"none", nil, metrics.FuseOptions{}, []string{"no runs"}},
		{"orders", []*metrics.Run{a, b, b}, metrics.FuseOptions{}, []string{`runs/b.txt: run "b" has order "trec_eval", run "a" has "score"`}},
		{"options", []*metrics.Run{a}, metrics.FuseOptions{K: -1, Limit: -2}, []string{"k -1: want a number", "limit -2: want 0"}},
		{"k NaN", []*metrics.Run{a}, metrics.FuseOptions{K: math.NaN()}, []string{"k NaN"}},
		{"k Inf", []*metrics.Run{a}, metrics.FuseOptions{K: math.Inf(1)}, []string{"k +Inf"}},
		{"documents", []*metrics.Run{a, bad}, metrics.FuseOptions{}, []string{
			`run "bad", topic "1": document "p" occurs twice`,
			`run "bad", topic "2", document "x": score NaN: not a finite number`,
			`run "bad", topic "2", document "y": score -Inf: not a finite number`,
		}},
	} {
		for _, f := range metrics.Fusions() {
			got, err := f.Fuse(test.runs, "fused", test.opt)
			if got != nil || err == nil || slices.ContainsFunc(test.want, func(w string) bool { return !strings.Contains(err.Error(), w) }) {
				t.Errorf("%s, %s: got %v, %v; want an error with %q", f.Name, test.name, got, err, test.want)
			}
		}
	}
	if _, err := fusion(t, "rrf").Fuse([]*metrics.Run{bad}, "fused", metrics.FuseOptions{}); !errors.Is(err, metrics.ErrNotFinite) {
		t.Errorf("error %v is not ErrNotFinite", err)
	}
}

// mustFloat reads a number that the test itself wrote.
func mustFloat(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(err)
	}
	return v
}
