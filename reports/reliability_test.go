package reports

import (
	"encoding/json"
	"strings"
	"testing"

	"sigrel/metrics/formats"
	"sigrel/reports/doc"
)

// assessed is the analysis of a table of scores.
func assessed(t *testing.T, table string) *Reliability {
	t.Helper()
	scores, _, err := formats.ReadScores(strings.NewReader(table), "scores.csv", formats.ScoreOptions{Measure: "AP"})
	if err != nil {
		t.Fatal(err)
	}
	f, err := AssessReliability(&Study{Scores: scores})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// oneLine prints blocks as text, with single spaces.
func oneLine(blocks ...doc.Block) string {
	return strings.Join(strings.Fields(string(new(doc.Printer).Text(&doc.Doc{Blocks: blocks}))), " ")
}

// TestReliabilityCaveat: with few systems or topics the headline says so first, and nothing of topics needed.
func TestReliabilityCaveat(t *testing.T) {
	const many = "topic,a,b,c,d\nT1,.1,.3,.2,.5\nT2,.2,.6,.2,.7\nT3,.1,.2,.4,.4\nT4,.3,.5,.1,.6\nT5,.2,.4,.3,.5\n"
	lines := strings.SplitAfter(many, "\n")
	narrow := "topic,a,b,c\nT1,.1,.3,.2\nT2,.2,.6,.2\nT3,.1,.2,.4\nT4,.3,.5,.1\nT5,.2,.4,.3\n"
	for _, c := range []struct {
		name, table, start string
		few                bool
	}{
		{"enough", many, "The ranking has a reliability of Eρ² = ", false},
		{"four topics", strings.Join(lines[:5], ""), "From 4 systems and 4 topics, too few for this to mean much: the ranking has a reliability of Eρ² = ", true},
		{"three systems", narrow, "From 3 systems and 5 topics, too few for this to mean much: the ranking has a reliability of Eρ² = ", true},
	} {
		f := assessed(t, c.table)
		got := oneLine(para(f.sentence()))
		if !strings.HasPrefix(got, c.start) || !strings.HasSuffix(got, ".") {
			t.Errorf("%s: got %s, want it to begin with %s", c.name, got, c.start)
		}
		for _, words := range []string{"needs", "reachable", "worst quarter"} {
			if c.few && strings.Contains(got, words) {
				t.Errorf("%s: %q in %s", c.name, words, got)
			}
		}
		if !c.few && !strings.Contains(got, "needs") {
			t.Errorf("%s: no topics needed in %s", c.name, got)
		}
		md := string(new(doc.Printer).Markdown(&doc.Doc{Blocks: []doc.Block{para(f.sentence())}}))
		if !strings.HasPrefix(md, "**"+c.start) {
			t.Errorf("%s: the caveat is not in the same bold words: %s", c.name, md)
		}
	}
}

// TestStrongestLeft: the companion without the worst quarter takes three systems that are left.
func TestStrongestLeft(t *testing.T) {
	for _, c := range []struct {
		table string
		left  int // 0: no companion
	}{
		{"topic,a,b,c\nT1,.1,.3,.2\nT2,.2,.6,.3\nT3,.1,.2,.4\n", 0},
		{"topic,a,b,c,d\nT1,.1,.3,.2,.5\nT2,.2,.6,.2,.7\nT3,.1,.2,.4,.4\n", 3},
	} {
		f := assessed(t, c.table)
		if got := oneLine(f.Blocks()...); (f.Strongest != nil) != (c.left > 0) || strings.Contains(got, "worst quarter") != (c.left > 0) {
			t.Errorf("got %+v, want %d systems left, in\n%s", f.Strongest, c.left, got)
		}
		if f.Strongest != nil && f.Strongest.Systems != c.left {
			t.Errorf("got %d systems left, want %d", f.Strongest.Systems, c.left)
		}
	}
}

// TestNegativeText: the warning has the digits and the minus of the table.
func TestNegativeText(t *testing.T) {
	f := assessed(t, "topic,a,b,c\nT1,0,1,0\nT2,1,0,.1\nT3,0,1,0\nT4,1,0,.1\nT5,0,1,1\n")
	got := oneLine(f.CommandBlocks()...)
	for i, name := range []string{"system", "topic"} {
		v := doc.FormatNumber(f.Components[i].VarianceRaw, 5)
		if !strings.HasPrefix(v, "−0.") {
			t.Fatalf("%s: variance %s, want a negative one", name, v)
		}
		for _, want := range []string{"The estimate is negative, " + v + ", and counts as 0.", "effect " + name + " is negative, " + v + ", and taken as 0"} {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in\n%s", want, got)
			}
		}
	}
	if strings.Contains(got, "-0.") {
		t.Errorf("a hyphen for a minus in\n%s", got)
	}
}

func TestSquaredText(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0.0000"}, {0.01234, "0.0123"}, {0.00005, "0.0001"}, {12345, "12345.0000"}, {-0.5, "−0.5000"},
		{0.000049, "4.90e−05"}, {-3.2e-200, "−3.20e−200"}, {1e9, "1.00e+09"}, {1.666e155, "1.67e+155"}, {-2e200, "−2.00e+200"},
	} {
		if got := squaredText(c.v, 4); got != c.want {
			t.Errorf("%v: got %s, want %s", c.v, got, c.want)
		}
	}
}

// TestReliabilitySizes: one score beyond all others, and scores as small as they may be, give numbers everywhere.
func TestReliabilitySizes(t *testing.T) {
	for _, table := range []string{
		"topic,a,b,c\nT0,.345,.696,.283\nT1,.663,1e78,.378\n",
		"topic,a,b,c\nT0,3e99,7e99,2e99\nT1,6e99,1e100,4e99\n",
		"topic,a,b,c\nT0,3e-100,7e-100,2e-100\nT1,6e-100,1e-99,4e-100\n",
	} {
		f := assessed(t, table)
		got := oneLine(f.CommandBlocks()...)
		if _, err := json.Marshal(f); err != nil {
			t.Errorf("%v for\n%s", err, table)
		}
		for _, bad := range []string{"NaN", "Inf", "00000000"} {
			if strings.Contains(got, bad) {
				t.Errorf("%s in\n%s", bad, got)
			}
		}
		for _, b := range f.Blocks() {
			if table, ok := b.(*doc.Table); ok && table.ID == "components" {
				if csv := string(new(doc.Printer).CSV(table)); !strings.HasPrefix(csv, "effect,df,ms,variance,se,variance_lo,variance_hi,share\nsystem,2,") {
					t.Errorf("got columns\n%s", csv)
				}
			}
		}
	}
}
