package reports_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/reports/doc"
)

func collection(t *testing.T, label, table string) reports.Collection {
	t.Helper()
	scores, _, err := formats.ReadScores(strings.NewReader(table), "other.csv", formats.ScoreOptions{Measure: "AP"})
	if err != nil {
		t.Fatal(err)
	}
	return reports.Collection{Label: label, Scores: scores[0]}
}

func beside(t *testing.T, st *reports.Study) (*reports.BesideCollections, string) {
	t.Helper()
	r, err := reports.AssessReliability(st)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
	p := &doc.Printer{}
	return r.Beside, string(p.Text(&doc.Doc{Blocks: r.CommandBlocks()}))
}

const thisYear = "topic,a,b,c,base\nT1,.8,.5,.1,.1\nT2,.6,.4,.2,.1\nT3,.7,.6,.4,.2\nT4,.4,.5,.2,.1\n"

// By hand: this year's order is a b c, last year's c a b on its topics: of three pairs one agrees, τ = −1/3.
func TestBesideCollections(t *testing.T) {
	st := study(t, thisYear)
	for i := range st.Scores[0].Systems {
		if st.Scores[0].Systems[i].Tag == "base" {
			st.Scores[0].Systems[i].Type = "baseline"
		}
	}
	st.Beside = []reports.Collection{
		collection(t, "last year", "topic,c,b,a,base,d\nU1,.9,.3,.4,.1,.2\nU2,.8,.2,.3,.9,.3\nU3,.7,.4,.6,.1,.3\n"),
		collection(t, "same", thisYear),
		collection(t, "strangers", "topic,x,y\nU1,.9,.3\nU2,.8,.4\n"),
		collection(t, "flat", "topic,a,b,c\nU1,.5,.5,.5\nU2,.5,.5,.5\n"),
		collection(t, "one", "topic,a,z\nU1,.5,.4\nU2,.6,.4\n"),
	}
	b, text := beside(t, st)
	if len(b.Collections) != 6 || len(b.Common) != 5 {
		t.Fatalf("%+v", b)
	}
	here, last, same := b.Collections[0], b.Collections[1], b.Collections[2]
	if here.Systems != 3 || here.Topics != 4 || last.Systems != 4 || last.Topics != 3 {
		t.Errorf("%+v %+v: want 3 ranked systems here and 4 there, without the baseline", here, last)
	}
	same.Label = here.Label
	if diff := cmp.Diff(here, same); diff != "" {
		t.Errorf("a collection beside itself: %s", diff)
	}
	if c := b.Common[0]; !cmp.Equal(c.Systems, []metrics.Tag{"a", "b", "c"}) || !close(*c.Tau, -1.0/3) || c.Here.Value != here.ERho2.Value || c.There.Value == last.ERho2.Value {
		t.Errorf("%+v", c)
	}
	if c := b.Common[1]; !close(*c.Tau, 1) || c.Here.Value != c.There.Value {
		t.Errorf("the same collection: %+v", c)
	}
	if c := b.Common[2]; c.Tau != nil || len(c.Systems) != 0 || c.Reason != "no system is in both under the same name" {
		t.Errorf("%+v", c)
	}
	if c := b.Common[3]; c.Tau != nil || c.Reason == "" || c.There != nil || c.Here == nil {
		t.Errorf("all tied there: %+v", c)
	}
	if c := b.Common[4]; c.Tau != nil || c.Reason != "only 1 system is in both, a correlation takes at least 3" {
		t.Errorf("%+v", c)
	}
	if b.Collections[4].ERho2 != nil || b.Collections[4].Reason == "" {
		t.Errorf("no variance: %+v", b.Collections[4])
	}
	if !strings.Contains(text, "flat: not assessed: ") || !strings.Contains(strings.Join(strings.Fields(text), " "), "Kendall's τ_b between their means here and there is −0.333.") {
		t.Error(text)
	}
}

// Lower is better here, higher there: that the values fall where the others rise is agreement.
func TestBesideLower(t *testing.T) {
	st := study(t, thisYear)
	st.Beside = []reports.Collection{collection(t, "turned", "topic,a,b,c,base\nU1,.2,.5,.7,.9\nU2,.3,.4,.8,.9\n")}
	st.Scores[0].Lower = true
	b, _ := beside(t, st)
	if !close(*b.Common[0].Tau, 1) {
		t.Errorf("%+v", b.Common[0])
	}
}

// A category of one topic, or without variance, has no coefficient; the others have that of their topics alone.
func TestReliabilityByCategory(t *testing.T) {
	st := study(t, thisYear)
	st.About = about(t, "topic\tkind\tlanguage\nT1\tx\ten\nT2\tx\ten\nT3\tx\ten\nT4\ty\ten\n")
	r, err := reports.AssessReliability(st)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.ByCategory) != 2 || r.ByCategory[0].ERho2 == nil || r.ByCategory[1].ERho2 != nil || r.ByCategory[1].Reason == "" {
		t.Fatalf("%+v", r.ByCategory)
	}
	alone := study(t, "topic,a,b,c,base\nT1,.8,.5,.1,.1\nT2,.6,.4,.2,.1\nT3,.7,.6,.4,.2\n")
	want, err := reports.AssessReliability(alone)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.ByCategory[0]; *got.ERho2 != want.ERho2 || *got.Phi != want.Phi || got.Topics != 3 {
		t.Errorf("%+v, want %+v and %+v", got, want.ERho2, want.Phi)
	}
	// Spearman-Brown from 3 topics to 4.
	rho := want.ERho2.Value
	if at := *r.ByCategory[0].At; !close(at, 4*rho/3/(1+rho/3)) {
		t.Errorf("Eρ² at 4 topics is %v", at)
	}
}
