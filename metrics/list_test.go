package metrics_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sigrel/metrics"
)

// A measure whose line was forgotten in the list is found by counting the declarations.
func TestListIsComplete(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND {
				if c, ok := u.X.(*ast.CompositeLit); ok {
					if id, ok := c.Type.(*ast.Ident); ok && id.Name == "Measure" {
						declared++
					}
				}
			}
			return true
		})
	}
	if got := len(metrics.Measures()); declared != got || declared == 0 {
		t.Errorf("%d measures are declared, %d are listed", declared, got)
	}
}

// noSource says why measures have no entry of the bibliography.
var noSource = map[string]string{
	"utility":    "trec_eval's own",
	"binG":       "trec_eval's own",
	"G":          "trec_eval's own",
	"relative_P": "trec_eval's own",
	"yaap":       "trec_eval's own",
	"unj":        "a share",
	"empty":      "a share",
	"Judged":     "a share",
}

func TestEntriesExplainThemselves(t *testing.T) {
	seen := make(map[string]bool)
	for _, m := range metrics.Measures() {
		if m.Title == "" || !strings.HasSuffix(m.Doc, ".") || m.Score == nil || !(m.Hi > m.Lo) {
			t.Errorf("%s: title %q, doc %q, range [%v, %v]", m.Name, m.Title, m.Doc, m.Lo, m.Hi)
		}
		if (m.Cite == "") != (m.Count || noSource[m.Name] != "") {
			t.Errorf("%s: source %q, and the reason why it has none %q", m.Name, m.Cite, noSource[m.Name])
		}
		names := append([]string{m.Name, m.Trec, m.TrecCut}, m.Aliases...)
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			if name != "" && seen[name] {
				t.Errorf("the name %s is used twice", name)
			}
			seen[name] = true
		}
	}
}

// paramValues are values that the laws are tried with, by parameter; a new parameter needs a line.
var paramValues = map[string][]string{
	"k":         {"1", "2", "3", "5", "20"},
	"x":         {"0", "0.3", "0.5", "1"},
	"rel":       {"2"},
	"p":         {"0.5"},
	"beta":      {"0.5", "0"},
	"max":       {"5"},
	"gain":      {"max"},
	"dcg":       {"exp-log2"},
	"unj":       {"1"},
	"trec_eval": {"9"},
	"smooth":    {"nist"},
	"recall":    {"0.2,0.5,0.8"},
	"worth":     {"2,-1,-0.5,0"},
	"N":         {"100"},
	"gains":     {"1:0.5,2:0.9", "1:3,2:9,4:27", "0:0.25", "0:-1,1:-0.5"},
}

// applications are all the ways in which a measure is used here: at every cutoff, and with every parameter alone at two of
// them.
func applications(t *testing.T, m *metrics.Measure) []metrics.Applied {
	t.Helper()
	ats, insides := []string{""}, []string{""}
	for _, p := range m.Params {
		if paramValues[p.Name] == nil {
			t.Fatalf("no values are known for parameter %s: add them to paramValues", p.Name)
		}
		if p.Required {
			ats = nil
		}
		for _, value := range paramValues[p.Name] {
			if p.At() {
				ats = append(ats, "@"+value)
			} else {
				insides = append(insides, "("+p.Name+"="+value+")")
			}
		}
	}
	var out []metrics.Applied
	for i, at := range ats {
		for n, inside := range insides {
			if n == 0 || i == 0 || i == len(ats)/2 {
				out = append(out, find(t, m.Name+inside+at))
			}
		}
	}
	return out
}

// drawTopic draws the judgments of a topic and a ranking, some of it without judgments.
func drawTopic(t *rapid.T) (map[metrics.Doc]metrics.Grade, []metrics.Scored) {
	docs := []metrics.Doc{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}
	grades := make(map[metrics.Doc]metrics.Grade)
	for _, d := range docs[:rapid.IntRange(1, len(docs)).Draw(t, "pooled")] {
		grades[d] = metrics.Grade(rapid.IntRange(-2, 4).Draw(t, "grade"))
	}
	order := rapid.Permutation(docs).Draw(t, "order")
	var ranked []metrics.Scored
	for i, d := range order[:rapid.IntRange(0, len(docs)).Draw(t, "retrieved")] {
		score := float64(rapid.IntRange(0, 3).Draw(t, "score")) // ties are common
		ranked = append(ranked, metrics.Scored{Doc: d, Score: score, Line: int32(i + 1)})
	}
	return grades, ranked
}

// everyMeasure tries a law on every measure, but those for which it does not hold: by name, the reason.
func everyMeasure(t *testing.T, not map[string]string, law func(t *rapid.T, a metrics.Applied)) {
	for _, m := range metrics.Measures() {
		if not[m.Name] != "" {
			continue
		}
		for _, a := range applications(t, m) {
			t.Run(a.String(), func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { law(t, a) }) })
		}
	}
}

func TestScoresLieInRange(t *testing.T) {
	everyMeasure(t, nil, func(t *rapid.T, a metrics.Applied) {
		grades, docs := drawTopic(t)
		got := a.Value(metrics.Qrels{"1": grades}.Gold(1).Judge("1", metrics.OrderTrecEval.Ranked(docs)))
		lo, hi := a.Range()
		if math.IsNaN(got) || math.IsInf(got, 0) || got < lo-1e-15 || got > hi+1e-15 || got == 0 && math.Signbit(got) {
			t.Errorf("got %v, want a finite number in [%v, %v]", got, lo, hi)
		}
		if a.Count && got != math.Trunc(got) {
			t.Errorf("count is %v", got)
		}
	})
}

// A document of the highest grade, put on top of a ranking that lacks it, never lowers a score.
func TestRelevantOnTopNeverLowers(t *testing.T) {
	not := map[string]string{
		"Rndcg": "with a longer ranking another rank may enter the mean",
	}
	everyMeasure(t, not, func(t *rapid.T, a metrics.Applied) {
		if a.Lower {
			return
		}
		grades, docs := drawTopic(t)
		grades["top"] = 4
		gold := metrics.Qrels{"1": grades}.Gold(1)
		ranked := metrics.OrderTrecEval.Ranked(docs)
		before := a.Value(gold.Judge("1", ranked))
		after := a.Value(gold.Judge("1", append([]metrics.Scored{{Doc: "top", Score: 9}}, ranked...)))
		if after < before-1e-15 {
			t.Errorf("score falls from %v to %v", before, after)
		}
	})
}

// Rndcg may fall: the ranking of 81 documents is longer than the best order, of 80, by one, so that its last rank does not
// count; with one more it does, and nDCG is low there.
func TestRndcgMayFall(t *testing.T) {
	j := metrics.Judged{Ideal: slices.Concat(slices.Repeat([]float64{4}, 20), slices.Repeat([]float64{1}, 60)), Level: 1, Top: 4}
	a := find(t, "Rndcg")
	j.Gains = slices.Concat(slices.Repeat([]float64{4}, 19), slices.Repeat([]float64{0}, 62))
	before := a.Value(j)
	j.Gains = append([]float64{4}, j.Gains...)
	if after := a.Value(j); after >= before {
		t.Errorf("%v becomes %v: Rndcg need not be an exception to the law", before, after)
	}
}

// The order of lines and the rank column play no part.
func TestOrderOfLinesPlaysNoPart(t *testing.T) {
	everyMeasure(t, nil, func(t *rapid.T, a metrics.Applied) {
		grades, docs := drawTopic(t)
		gold := metrics.Qrels{"1": grades}.Gold(1)
		want := a.Value(gold.Judge("1", metrics.OrderTrecEval.Ranked(docs)))
		shuffled := rapid.Permutation(docs).Draw(t, "lines")
		for i := range shuffled {
			shuffled[i].Line, shuffled[i].Rank = int32(i+1), int32(rapid.IntRange(0, 9).Draw(t, "rank"))
		}
		if got := a.Value(gold.Judge("1", metrics.OrderTrecEval.Ranked(shuffled))); got != want {
			t.Errorf("got %v, %v in another order of lines", want, got)
		}
	})
}

// A measure sees the judgments only: its argument is not changed.
func TestMeasuresLeaveTheirArgumentAlone(t *testing.T) {
	everyMeasure(t, nil, func(t *rapid.T, a metrics.Applied) {
		grades, docs := drawTopic(t)
		gold := metrics.Qrels{"1": grades}.Gold(1)
		j, before := gold.Judge("1", docs), gold.Judge("1", docs)
		ideal := slices.Clone(j.Ideal)
		a.Value(j)
		same := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
		if !slices.EqualFunc(j.Gains, before.Gains, same) || !slices.Equal(j.Ideal, ideal) || !slices.Equal(j.Pooled, before.Pooled) {
			t.Errorf("changed: %v is %v", before, j)
		}
	})
}

// Unjudged documents can add at most the residual: judging some of them, in any way, keeps a score between what it was and
// what it was plus the residual. Their grades reach the topic's highest, no more.
func TestResidualBounds(t *testing.T) {
	tried := 0
	for _, m := range metrics.Measures() {
		if m.Residual == nil {
			continue
		}
		for _, a := range applications(t, m) {
			tried++
			t.Run(a.String(), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					grades, docs := drawTopic(t)
					grades["top"] = 4
					before := metrics.Qrels{"1": grades}.Gold(1).Judge("1", docs)
					least, most := a.Value(before), a.Value(before)+a.Residual(before, a.Args)
					for _, d := range docs {
						if g, ok := grades[d.Doc]; !ok || g < 0 {
							grades[d.Doc] = metrics.Grade(rapid.IntRange(-1, 4).Draw(t, "new grade"))
						}
					}
					after := a.Value(metrics.Qrels{"1": grades}.Gold(1).Judge("1", docs))
					if a.String() != "P(unj=1)@"+strconv.Itoa(a.Args.K) && after < least-1e-15 || after > most+1e-15 {
						t.Errorf("%v, then %v, want at most %v", least, after, most)
					}
				})
			})
		}
	}
	if tried == 0 {
		t.Error("no measure has a residual")
	}
}
