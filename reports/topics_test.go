package reports_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/reports/doc"
)

const topicScores = "topic,x,y,z\nT1,.8,.2,.1\nT2,.6,.4,.1\nT3,.7,.6,.4\nT4,.1,.6,.2\nT5,.3,.9,.2\nT6,.5,.5,.5\n"

const topicFile = "topic\ttitle\tkind\tlanguage\tremark\tone\n" +
	"T1\tfirst\tnews\ten\ta\tsame\nT2\t\tnews\ten\tb\tsame\nT3\tثالث\tnews\tar\tc\tsame\nT4\tfourth\tblogs\tar\td\tsame\nT5\tfifth\tblogs\tar\te\tsame\n"

// topics is the finding and its text.
func topics(t *testing.T, st *reports.Study) (*reports.Topics, string) {
	t.Helper()
	r, err := reports.Build(st, "topics")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
	p := &doc.Printer{}
	return r.Parts[0].Finding.(*reports.Topics), string(p.Markdown(r.Doc()))
}

func about(t *testing.T, text string) *metrics.TopicTable {
	t.Helper()
	table, err := formats.ReadTopics(strings.NewReader(text), "topics.tsv")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func close(got, want float64) bool { return math.Abs(got-want) < 1e-12 }

// By hand: on the three topics of news x, y, z have means .7, .4, .2, on the two of blogs .2, .75, .2; on all five .5,
// .54, .2. T6 is not in the file.
func TestTopicsByCategory(t *testing.T) {
	st := study(t, topicScores)
	st.About = about(t, topicFile)
	f, text := topics(t, st)
	kind := f.Categories[0]
	if kind.Column != "kind" || kind.Unknown != 1 || len(kind.Values) != 2 || kind.LeftOut != "" {
		t.Fatalf("%+v", kind)
	}
	news, blogs := kind.Values[0], kind.Values[1]
	if news.Value != "news" || news.Topics != 3 || blogs.Topics != 2 || !close(news.Mean, 1.3/3) || !close(blogs.Mean, 1.15/3) {
		t.Errorf("%+v %+v", news, blogs)
	}
	// On all: y x z. News: x y z, one of three pairs swapped, τ = 1/3. Blogs: y, then x and z tied: none swapped, τ_b = 2/√6.
	if news.Swapped != 1 || blogs.Swapped != 0 || news.Pairs != 3 || !close(*news.Tau, 1.0/3) || !close(*blogs.Tau, 2/math.Sqrt(6)) {
		t.Errorf("swapped %d and %d, τ %v and %v", news.Swapped, blogs.Swapped, *news.Tau, *blogs.Tau)
	}
	if diff := cmp.Diff([][]metrics.Tag{{"x"}, {"y"}}, [][]metrics.Tag{news.Best, blogs.Best}); diff != "" {
		t.Error(diff)
	}
	for _, s := range kind.Systems {
		want := map[metrics.Tag][]float64{"x": {0.7, 0.2}, "y": {0.4, 0.75}, "z": {0.2, 0.2}}[s.System]
		ranks := map[metrics.Tag][]int{"x": {1, 2}, "y": {2, 1}, "z": {3, 2}}[s.System]
		for v, m := range s.Means {
			if !close(m.Mean, want[v]) || *m.Rank != ranks[v] {
				t.Errorf("%s: %+v, want %v of rank %d", s.System, m, want[v], ranks[v])
			}
		}
		if s.System == "x" {
			// news: .7 − .5 − 1.3/3 + 1.24/3; its scores .8 .6 .7 have s = .1: ± 4.302653·.1/√3 (t of 2 degrees of freedom)
			if m := s.Means[0]; !close(m.Beyond, 0.2-0.06/3) || math.Abs(m.Interval.Hi-(0.7+4.302653*0.1/math.Sqrt(3))) > 1e-6 {
				t.Errorf("%+v", m)
			}
		}
	}
	// Enumerated apart, over the 10 ways to choose 2 of 5 topics: only this one is as extreme, p = .1; the share is .809113.
	if i := kind.Interaction; i == nil || i.PLo > 0.1 || i.PHi < 0.1 || math.Abs(i.Share-0.809113) > 1e-6 {
		t.Errorf("interaction %+v, want p = .1 and a share of .809113", i)
	}
	// language: 2 en, 3 ar. remark: text. one: a single value.
	reasons := []string{"", "", "no two topics share a value", `all topics that have a value are "same"`}
	for i, c := range f.Categories {
		if c.LeftOut != reasons[i] {
			t.Errorf("%s left out: %q, want %q", c.Column, c.LeftOut, reasons[i])
		}
	}
	for _, part := range []string{"the hardest topic is `T4` “fourth”", "| T3 | ثالث | news | ar |", "1 topic tells no two of them apart: all score the same on it.", "1 topic has no value and is left out.",
		"Not assessed: no two topics share a value."} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

// Topics of 11 or more are cut to both ends, and where lower is better the hardest has the greatest mean.
func TestTopicsOrder(t *testing.T) {
	st := study(t, "topic,x,y\nA,1,2\nB,3,3\nC,9,8\nD,4,4\nE,5,5\n")
	st.Scores[0].Lower = true
	f, text := topics(t, st)
	if f.Topics[0].Topic != "A" || f.Topics[4].Topic != "C" || f.Equal != 3 || f.Topics[0].Best[0] != "x" {
		t.Errorf("%+v", f.Topics)
	}
	if !strings.Contains(text, "the hardest topic is `C`") || len(f.Categories) != 0 {
		t.Error(text)
	}
}

// The picture names topics by their titles only where there is room for these.
func TestTopicTitles(t *testing.T) {
	for n, want := range map[int]string{40: "T10 title", 41: "T10"} {
		scores, titles := "topic,x,y,z\n", "topic\ttitle\n"
		for i := range n {
			scores += fmt.Sprintf("T%d,.%d,.%d,.%d\n", 10+i, 11+i, 60-i, 20+i%7)
			titles += fmt.Sprintf("T%d\ttitle\n", 10+i)
		}
		st := study(t, scores)
		st.About = about(t, titles)
		f, _ := topics(t, st)
		for _, b := range f.Blocks() {
			if fig, ok := b.(*doc.Figure); ok && fig.ID == "topics" && !slices.Contains(fig.Chart.(*doc.Heat).Columns, want) {
				t.Errorf("%d topics: no column is called %q: %q", n, want, fig.Chart.(*doc.Heat).Columns)
			}
		}
	}
}
