package reports

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReferences(t *testing.T) {
	refs, err := References()
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Count(bibliography, "\n@"); len(refs) != want {
		t.Errorf("got %d references, want the %d entries of the file", len(refs), want)
	}
	var keys []string
	for _, r := range refs {
		keys = append(keys, r.Key)
		if len(r.Authors) == 0 || slices.Contains(r.Authors, "") || r.Title == "" || r.Venue == "" || r.Year == 0 {
			t.Errorf("%s lacks an author, a title, a venue or a year: %+v", r.Key, r)
		}
		if got := strings.TrimLeft(r.Key, "abcdefghijklmnopqrstuvwxyz"); got != strconv.Itoa(r.Year) {
			t.Errorf("%s: the key does not end in the year %d", r.Key, r.Year)
		}
		if text := r.Text(); strings.ContainsAny(text, "{}\\\n") || strings.Contains(text, "--") || strings.Contains(text, "..") {
			t.Errorf("%s is not plain text: %s", r.Key, text)
		}
	}
	if !slices.IsSorted(keys) || len(slices.Compact(slices.Clone(keys))) != len(keys) {
		t.Errorf("keys are not sorted and unique: %q", keys)
	}
}

func TestReferenceText(t *testing.T) {
	for _, test := range []struct{ key, want string }{
		{"buckley2005", "Chris Buckley and Ellen M. Voorhees (2005). Retrieval system evaluation. TREC: Experiment and Evaluation in Information Retrieval, chapter 3."},
		{"cohen1988", "Jacob Cohen (1988). Statistical Power Analysis for the Behavioral Sciences (second edition). Lawrence Erlbaum Associates."},
		{"hartigan1969", "J. A. Hartigan (1969). Using subsample values as typical values. Journal of the American Statistical Association, 64, 1303–1317."},
		{"jarvelin2002", "Kalervo Järvelin and Jaana Kekäläinen (2002). Cumulated gain-based evaluation of IR techniques. ACM Transactions on Information Systems, 20(4), 422–446."},
		{"sakai2014", "Tetsuya Sakai (2014). Statistical reform in information retrieval? SIGIR Forum, 48(1), 3–12."},
		{"student1908", "Student (1908). The probable error of a mean. Biometrika, 6(1), 1–25."},
		{"urbano2013", "Julián Urbano, Mónica Marrero and Diego Martín (2013). On the measurement of test collection reliability. Proceedings of SIGIR 2013, 393–402."},
		{"vangysel2018", "Christophe Van Gysel and Maarten de Rijke (2018). Pytrec_eval: an extremely fast Python interface to trec_eval. Proceedings of SIGIR 2018, 873–876."},
		{"voorhees2005", "Ellen M. Voorhees and Donna K. Harman (eds.) (2005). TREC: Experiment and Evaluation in Information Retrieval. MIT Press."},
	} {
		refs, err := Cited([]string{test.key})
		if err != nil {
			t.Error(err)
			continue
		}
		if got := refs[0].Text(); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.key, got, test.want)
		}
	}
}

func TestBibTeX(t *testing.T) {
	got, err := BibTeX([]string{"vangysel2018", "holm1979", "vangysel2018"})
	if err != nil {
		t.Fatal(err)
	}
	want := `@inproceedings{vangysel2018,
  author = {Van Gysel, Christophe and de Rijke, Maarten},
  title = {Pytrec\_eval: an extremely fast {Python} interface to trec\_eval},
  booktitle = {Proceedings of SIGIR 2018},
  pages = {873--876},
  year = {2018},
  doi = {10.1145/3209978.3210065},
}

@article{holm1979,
  author = {Holm, Sture},
  title = {A simple sequentially rejective multiple test procedure},
  journal = {Scandinavian Journal of Statistics},
  volume = {6},
  number = {2},
  pages = {65--70},
  year = {1979},
}
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("BibTeX (-want +got):\n%s", diff)
	}
	if got, err := BibTeX(nil); got != "" || err != nil {
		t.Errorf("BibTeX(nil) = %q, %v; want nothing", got, err)
	}
	for _, keys := range [][]string{{"nobody1900"}, {"holm1979", ""}, {"Holm1979"}} {
		if got, err := BibTeX(keys); err == nil || got != "" {
			t.Errorf("BibTeX(%q) = %q, %v; want an error only", keys, got, err)
		}
	}
}

// All entries together are the file without its comments: nothing is lost or reworded between file and report.
func TestBibTeXWhole(t *testing.T) {
	refs, err := References()
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, r := range refs {
		keys = append(keys, r.Key)
	}
	got, err := BibTeX(keys)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.ReplaceAll(bibliography, "% checked\n", ""), got); diff != "" {
		t.Errorf("all of the bibliography (-file +BibTeX):\n%s", diff)
	}
}

func TestParseReferencesErrors(t *testing.T) {
	const head, tail = "@article{a1,\n  author = {A},\n", "  journal = {J},\n  year = {1900},\n}\n"
	for _, test := range []struct{ name, text, want string }{
		{"type", "@misc{a1,\n", `:1: entry type "misc"`},
		{"key", "@article{A 1,\n", `:1: line "@article{A 1,"`},
		{"stray line", "words\n", `:1: line "words"`},
		{"not closed", head, `entry "a1" is not closed`},
		{"no title", head + tail, `:5: entry "a1" has no field "title"`},
		{"no author", "@article{a1,\n  title = {T},\n" + tail, `has no field "author"`},
		{"unknown field", head + "  note = {T},\n", `:3: field "note"`},
		{"twice", head + "  author = {B},\n", `:3: field "author" is given twice`},
		{"empty", head + "  title = {},\n", `:3: line`},
		{"no comma", head + "  title = {T}\n", `:3: line`},
		{"no indent", head + "title = {T},\n", `:3: line`},
		{"open brace", head + "  title = {T {IR},\n", `:3: value "T {IR": want each brace closed`},
		{"close brace", head + "  title = {T} {IR},\n", `:3: value "T} {IR": want each brace closed`},
		{"LaTeX", head + "  title = {\\emph{T}},\n", `:3: value`},
		{"year", head + "  title = {T},\n  journal = {J},\n  year = {in press},\n}\n", `:6: year "in press"`},
		{"other's field", head + "  publisher = {P},\n", `:3: field "publisher": want journal or one of author, title, `},
		{"same key", head + "  title = {T},\n" + tail + head + "  title = {T},\n" + tail, `:12: key "a1" after "a1"`},
	} {
		refs, err := parseReferences(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) || refs != nil {
			t.Errorf("%s: got %v, %v; want an error with %s", test.name, refs, err, test.want)
		}
	}
}

// Every key that the code cites is in the bibliography.
func TestCitesResolve(t *testing.T) {
	root := moduleRoot(t)
	fset := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (name == "testdata" || strings.HasPrefix(name, ".")):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, c := range citesOf(file) {
			if _, err := Cited([]string{c.key}); err != nil {
				t.Errorf("%s: %v", fset.Position(c.pos), err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

type cite struct {
	key string
	pos token.Pos
}

// citesOf finds the literal keys of a file: Cite: "key" in a struct, and the conversion doc.Cite("key"). An empty key
// cites nothing.
func citesOf(file *ast.File) []cite {
	var found []cite
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if key, err := strconv.Unquote(lit.Value); err == nil && key != "" {
				found = append(found, cite{key, lit.Pos()})
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok && id.Name == "Cite" {
				add(n.Value)
			}
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Cite" && len(n.Args) == 1 {
				add(n.Args[0])
			}
		}
		return true
	})
	return found
}

func TestCitesOf(t *testing.T) {
	const source = "package p\n" +
		"var a = T{Name: \"x\", Cite: \"one1900\"}\n" +
		"var b = []*T{{Cite: `two1900`}, {Cite: \"\"}, {Doc: \"no1900\"}}\n" +
		"func f() any { return []any{doc.Cite(\"three1900\"), doc.Code(\"no1900\")} }\n"
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range citesOf(file) {
		got = append(got, c.key)
	}
	if diff := cmp.Diff([]string{"one1900", "two1900", "three1900"}, got); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

// moduleRoot is the nearest folder above with a go.mod.
func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}
