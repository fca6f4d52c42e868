package stats

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestLawsOfRankCorrelations(t *testing.T) {
	for _, c := range RankCorrelations() {
		t.Run(c.Name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				n := rapid.IntRange(2, 9).Draw(r, "systems")
				x := floats(rapid.Permutation(indices(n)).Draw(r, "x"))
				y := floats(rapid.Permutation(indices(n)).Draw(r, "y"))
				was := slices.Concat(x, y)
				v, err := c.Compute(x, y)
				if err != nil || !(v >= -1 && v <= 1) {
					r.Fatalf("%g, %v", v, err)
				}
				if self, err := c.Compute(x, x); err != nil || !agree(self, 1) {
					r.Errorf("with itself %g, %v", self, err)
				}
				if turned, err := c.Compute(x, negated(x)); err != nil || !agree(turned, -1) {
					r.Errorf("with its reverse %g, %v", turned, err)
				}
				// Only the order counts, and not which system is listed first.
				order := rapid.Permutation(indices(n)).Draw(r, "order")
				px, py := make([]float64, n), make([]float64, n)
				for to, from := range order {
					px[to], py[to] = math.Exp(x[from]), y[from]*3-1
				}
				if other, err := c.Compute(px, py); err != nil || !agree(other, v) {
					r.Errorf("%g becomes %g, %v", v, other, err)
				}
				if !slices.Equal(was, slices.Concat(x, y)) {
					r.Error("the means were changed")
				}
			})
			for _, tied := range [][2][]float64{{{1, 1, 1}, {1, 2, 3}}, {{1, 2, 3}, {1, 1, 1}}} {
				if v, err := c.Compute(tied[0], tied[1]); !errors.Is(err, ErrUndefined) || v != 0 {
					t.Errorf("all tied: %g, %v", v, err)
				}
			}
			if _, err := c.Compute([]float64{1}, []float64{1}); !errors.Is(err, ErrTooFewSystems) {
				t.Errorf("one system: %v", err)
			}
			if _, err := c.Compute([]float64{1, math.NaN()}, []float64{1, 2}); !errors.Is(err, ErrNotFinite) {
				t.Errorf("NaN: %v", err)
			}
			if !panics(func() { c.Compute([]float64{1, 2}, []float64{1}) }) {
				t.Error("unequal lengths are taken")
			}
		})
	}
}

func floats(v []int) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = float64(v[i])
	}
	return out
}

func negated(v []float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = -v[i]
	}
	return out
}

func TestLawsOfEffectSizes(t *testing.T) {
	opt := EffectOptions{Residual: &Residual{.02, 40}, OneWay: &Residual{.05, 60}}
	for _, e := range EffectSizes() {
		t.Run(e.Name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				n := rapid.IntRange(2, 12).Draw(r, "topics")
				x, y := drawScores(r, n, "x"), drawScores(r, n, "y")
				was := slices.Concat(x, y)
				v, err := e.Compute(x, y, opt)
				checkEffect(r, e.Name, v, err)
				// Swapped: 1 − v for a probability; Glass's delta has another divisor; all others are negated.
				back, errBack := e.Compute(y, x, opt)
				switch {
				case e.Name == "glass-delta":
					if err == nil && errBack == nil && (v.Value > 0) != (back.Value < 0) {
						r.Errorf("swapped: %g and %g", v.Value, back.Value)
					}
				case (err == nil) != (errBack == nil):
					r.Errorf("swapped: %v and %v", err, errBack)
				case err == nil:
					turn := 0.0
					if e.Name == "superiority" {
						turn = 1
					}
					a, b := v.Interval, back.Interval
					if !agree(v.Value, turn-back.Value) || (a == nil) != (b == nil) ||
						a != nil && !(agree(a.Lo, turn-b.Hi) && agree(a.Hi, turn-b.Lo)) {
						r.Errorf("swapped: %+v, %v and %+v, %v", v, v.Interval, back, back.Interval)
					}
				}
				order := rapid.Permutation(indices(n)).Draw(r, "order")
				px, py := make([]float64, n), make([]float64, n)
				for to, from := range order {
					px[to], py[to] = x[from], y[from]
				}
				if other, errOther := e.Compute(px, py, opt); (err == nil) != (errOther == nil) || !agree(v.Value, other.Value) {
					r.Errorf("topics in another order: %g, %v and %g, %v", v.Value, err, other.Value, errOther)
				}
				if !slices.Equal(was, slices.Concat(x, y)) {
					r.Error("the scores were changed")
				}
				w, ties, l := WinsTiesLosses(x, y)
				if bl, bt, bw := WinsTiesLosses(y, x); w != bw || ties != bt || l != bl || w+ties+l != n {
					r.Errorf("wins, ties, losses %d %d %d", w, ties, l)
				}
			})
			if _, err := e.Compute([]float64{1}, []float64{1}, opt); !errors.Is(err, ErrTooFew) {
				t.Errorf("one topic: %v", err)
			}
			if _, err := e.Compute([]float64{1, 2}, []float64{1, math.NaN()}, opt); !errors.Is(err, ErrNotFinite) {
				t.Errorf("NaN: %v", err)
			}
			if !panics(func() { e.Compute([]float64{1, 2}, []float64{1}, opt) }) {
				t.Error("unequal lengths are taken")
			}
			if !panics(func() { e.Compute([]float64{1, 2}, []float64{1, 3}, EffectOptions{Confidence: 1}) }) {
				t.Error("a confidence of 1 is taken")
			}
		})
	}
}

// TestListsComplete counts the entries that the code declares against those in the lists.
func TestListsComplete(t *testing.T) {
	declared := map[string]int{}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.VAR {
				continue
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND {
					if lit, ok := u.X.(*ast.CompositeLit); ok {
						if name, ok := lit.Type.(*ast.Ident); ok {
							declared[name.Name]++
						}
					}
				}
				return true
			})
		}
	}
	want := map[string]int{"PairedTest": len(pairedTests), "Correction": len(corrections), "Procedure": len(procedures),
		"EffectSize": len(effectSizes), "RankCorrelation": len(rankCorrelations), "Design": len(designs)}
	if diff := cmp.Diff(want, declared); diff != "" {
		t.Errorf("lists (-) and declarations (+): %s", diff)
	}
	seen := map[string]bool{}
	entry := func(name, doc, cite string) {
		if seen[name] || name == "" || strings.ToLower(name) != name || !strings.HasSuffix(doc, ".") || cite == "" {
			t.Errorf("entry %q, doc %q, cite %q", name, doc, cite)
		}
		seen[name] = true
	}
	for _, e := range pairedTests {
		entry(e.Name, e.Doc, e.Cite)
	}
	for _, e := range corrections {
		entry(e.Name, e.Doc, e.Cite)
	}
	for _, e := range procedures {
		entry(e.Name, e.Doc, e.Cite)
	}
	for _, e := range effectSizes {
		entry(e.Name, e.Doc, e.Cite)
	}
	for _, e := range rankCorrelations {
		entry(e.Name, e.Doc, e.Cite)
	}
}
