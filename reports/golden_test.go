package reports_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

var update = flag.Bool("update", false, "rewrite the expected reports")

// options is the comment of an archive.
type options struct {
	Baseline  []metrics.Tag
	Types     map[metrics.Tag]string
	Teams     map[metrics.Tag]metrics.Team
	Procedure string
	Sections  []string
}

// TestGolden prints whole reports of small score matrices. Numbers in them are checked elsewhere; here it is the
// sentences: read them when they change.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no archives", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := printed(t, ar)
			want := ""
			if len(ar.Files) > 1 {
				want = string(ar.Files[1].Data)
			}
			if got == want {
				return
			}
			if *update {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "report.md", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Error(cmp.Diff(want, got))
		})
	}
}

// printed is the report of an archive's scores as Markdown.
func printed(t *testing.T, ar *txtar.Archive) string {
	t.Helper()
	var opt options
	comment := string(ar.Comment)
	if i := strings.IndexByte(comment, '{'); i >= 0 {
		if err := json.Unmarshal([]byte(comment[i:]), &opt); err != nil {
			t.Fatal(err)
		}
	}
	st := study(t, string(ar.Files[0].Data))
	st.Baselines = opt.Baseline
	if opt.Procedure != "" {
		st.Procedure = stats.Corrected(st.Test, reports.FindCorrection(opt.Procedure))
	}
	for i := range st.Scores[0].Systems {
		s := &st.Scores[0].Systems[i]
		s.Type, s.Team = opt.Types[s.Tag], opt.Teams[s.Tag]
		st.Teams = opt.Teams != nil
	}
	r, err := reports.Build(st, opt.Sections...)
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
	p := &doc.Printer{}
	return string(p.Markdown(r.Doc()))
}

// study is a study of a table of AP scores.
func study(t *testing.T, table string) *reports.Study {
	t.Helper()
	scores, _, err := formats.ReadScores(strings.NewReader(table), "scores.csv", formats.ScoreOptions{Measure: "AP"})
	if err != nil {
		t.Fatal(err)
	}
	return &reports.Study{Title: "Test", Scores: scores, Test: reports.FindTest("randomization"), Version: "0",
		Options: stats.Options{Plan: resample.Plan{Seed: 1, Replicates: 2000}}, Command: "sigrel report -s scores.csv"}
}

// TestOrderOfInput: the order of systems and topics in the input changes no number.
func TestOrderOfInput(t *testing.T) {
	a := study(t, "topic,x,y,z\nT1,.1,.2,.5\nT2,.3,.3,.6\nT3,.2,.5,.4\nT4,.1,.2,.9\nT5,.4,.3,.7\n")
	b := study(t, "topic,z,x,y\nT4,.9,.1,.2\nT2,.6,.3,.3\nT5,.7,.4,.3\nT1,.5,.1,.2\nT3,.4,.2,.5\n")
	for _, s := range []*reports.Study{a, b} {
		s.Procedure = stats.Corrected(s.Test, reports.FindCorrection("holm"))
	}
	ca, err := reports.Compare(a, a.Scores[0])
	if err != nil {
		t.Fatal(err)
	}
	cb, err := reports.Compare(b, b.Scores[0])
	if err != nil {
		t.Fatal(err)
	}
	ja, _ := json.Marshal(ca)
	jb, _ := json.Marshal(cb)
	if d := cmp.Diff(string(ja), string(jb)); d != "" {
		t.Error(d)
	}
}

// TestBoundary: a p that equals α is significant. Five topics, all won: 2 of the 32 sign vectors, p = .0625 exactly.
func TestBoundary(t *testing.T) {
	for alpha, want := range map[float64]bool{0.0625: true, 0.0624: false} {
		st := study(t, "topic,x,y\nT1,.5,.2\nT2,.6,.3\nT3,.5,.1\nT4,.7,.2\nT5,.4,.3\n")
		st.Options.Alpha = alpha
		c, err := reports.Compare(st, st.Scores[0])
		if err != nil {
			t.Fatal(err)
		}
		if p := c.Pairs[0]; p.P != 0.0625 || p.Significant != want || (p.Verdict == reports.Different) != want {
			t.Errorf("α = %v: p = %v, significant %v, %s", alpha, p.P, p.Significant, p.Verdict)
		}
	}
}
