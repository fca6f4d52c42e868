package formats_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// facetText shows a table: facets with levels, then rows.
func facetText(t *formats.FacetTable) string {
	var b strings.Builder
	for f, name := range t.Facets {
		fmt.Fprintf(&b, "%s%v ", name, t.Names[f])
	}
	for row, x := range t.Scores {
		b.WriteString("|")
		for f := range t.Facets {
			b.WriteString(" " + t.Names[f][t.Levels[f][row]])
		}
		fmt.Fprintf(&b, " %v", x)
	}
	return fmt.Sprintf("%s missing %d measure %q", b.String(), t.Missing, t.Measure)
}

func TestReadFacets(t *testing.T) {
	judge := formats.FacetOptions{Facets: []string{"judge"}}
	for _, c := range []struct {
		name, in string
		opt      formats.FacetOptions
		want     string
	}{
		{"usual", "system,topic,judge,score\nb,T2,j1,.4\na,T1,j1,.1\na,T1,j2,.2\n", judge,
			`system[a b] topic[T1 T2] judge[j1 j2] | a T1 j1 0.1| a T1 j2 0.2| b T2 j1 0.4 missing 0 measure ""`},
		{"other names and order, tabs", "Score\tqid\tJudge\trun\n.5\t7\tx\tr\n", judge, `system[r] topic[7] Judge[x] | r 7 x 0.5 missing 0 measure ""`},
		{"blanks", "run topic judge score\na 1 j .5\n", judge, `system[a] topic[1] judge[j] | a 1 j 0.5 missing 0 measure ""`},
		{"numbers in front", ",system,topic,judge,score\n0,a,1,j,.5\n", judge, `system[a] topic[1] judge[j] | a 1 j 0.5 missing 0 measure ""`},
		{"no topics", "system,judge,score\na,j,1\n", judge, `system[a] judge[j] | a j 1 missing 0 measure ""`},
		{"topics named as a facet", "system,topic,score\na,1,1\n", formats.FacetOptions{Facets: []string{"topic", "TOPIC"}}, `system[a] topic[1] | a 1 1 missing 0 measure ""`},
		{"another object", "Task,Person,Rater,Score\n1,p,r,5\n", formats.FacetOptions{Object: "person", Facets: []string{"task", "rater"}},
			`Person[p] Task[1] Rater[r] | p 1 r 5 missing 0 measure ""`},
		{"two facets", "system,topic,judge,shard,score\na,1,j,s,1\n", formats.FacetOptions{Facets: []string{"shard", "judge"}},
			`system[a] topic[1] shard[s] judge[j] | a 1 s j 1 missing 0 measure ""`},
		{"missing", "system,topic,judge,score\na,1,j,\na,2,j,NA\na,3,j,1\nb,3,k,-\n", judge, `system[a] topic[3] judge[j] | a 3 j 1 missing 3 measure ""`},
		{"one measure", "system,topic,judge,measure,score\na,1,j,map,1\n", judge, `system[a] topic[1] judge[j] | a 1 j 1 missing 0 measure "AP"`},
		{"a measure chosen", "system,topic,judge,measure,score\na,1,j,map,1\na,1,j,P_5,2\n", formats.FacetOptions{Facets: []string{"judge"}, Measure: "P_5"},
			`system[a] topic[1] judge[j] | a 1 j 2 missing 0 measure "P@5"`},
		{"measures as a facet", "system,topic,measure,score\na,1,map,1\na,1,P_5,2\n", formats.FacetOptions{Facets: []string{"measure"}},
			`system[a] topic[1] measure[P_5 map] | a 1 P_5 2| a 1 map 1 missing 0 measure ""`},
	} {
		got, warnings, err := formats.ReadFacets(strings.NewReader(c.in), "f", c.opt)
		if err != nil || len(warnings) > 0 {
			t.Errorf("%s: %v %v", c.name, warnings, err)
			continue
		}
		if text := facetText(got); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}

func TestReadFacetsUnused(t *testing.T) {
	_, warnings, err := formats.ReadFacets(strings.NewReader("system,topic,judge,note,score\na,1,j,x,1\n"), "f", formats.FacetOptions{})
	want := metrics.Warning{Code: "unused-column", Text: "f:1: nothing is read from judge, note"}
	if err != nil || len(warnings) != 1 || warnings[0] != want {
		t.Errorf("%v %v", warnings, err)
	}
}

// TestReadFacetsRefused: all that is wrong is said at once, each at its place.
func TestReadFacetsRefused(t *testing.T) {
	judge := formats.FacetOptions{Facets: []string{"judge"}}
	for _, c := range []struct {
		in   string
		opt  formats.FacetOptions
		is   error
		want []string
	}{
		{"", judge, formats.ErrEmpty, []string{"f: empty file: no scores"}},
		{"system,topic,judge,score\n", judge, formats.ErrEmpty, []string{"f: empty file: no scores below"}},
		{"system,topic,score\na,1,1\n", judge, formats.ErrHeader, []string{"f:1: bad header: no column judge; there are system, topic, score"}},
		{"topic,judge,value\n1,j,1\n", judge, formats.ErrHeader, []string{"f:1: bad header: no column system (or run)", "f:1: bad header: no column score"}},
		{"system,run,topic,judge,score\na,a,1,j,1\n", judge, formats.ErrHeader, []string{`f:1:8: bad header: a second column system (or run) ("run")`}},
		{"system,topic,judge,score\na,1,j,x\na,all,j,1\na,2,,1\na,3,j\na,4,j,0.5\na,4,j,0.6\n", judge, nil, []string{
			`f:2:7: malformed number: "x", want a decimal number`, `f:3:3: topic "all" looks like a summary`, "f:4:5: unknown value: no name of judge",
			"f:5: wrong number of fields: 3 fields, expected 4 as on line 1", "f:7:7: duplicate: system a, topic 4, judge j has a score on line 6 already"}},
		{"system,topic,judge,measure,score\na,1,j,AP,1\na,1,j,RR,2\n", judge, formats.ErrValue, []string{"f: unknown value: scores of the measures AP, RR; want one"}},
		{"system,topic,judge,measure,score\na,1,j,AP,1\n", formats.FacetOptions{Facets: []string{"judge"}, Measure: "RR"}, formats.ErrMissing, []string{"no scores of measure RR; there are AP"}},
		{"system,topic,judge,score\na,1,j,1e200\n", judge, metrics.ErrRange, []string{"f:2:7: "}},
		{"\xff\xfes", judge, nil, []string{"UTF-16"}},
	} {
		table, _, err := formats.ReadFacets(strings.NewReader(c.in), "f", c.opt)
		if err == nil || table != nil || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%q: %v, want %v", c.in, err, c.is)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%q: %v, want %s", c.in, err, w)
			}
		}
	}
}

// TestFacetOrder: the order of lines changes nothing.
func TestFacetOrder(t *testing.T) {
	var lines []string
	for s := range 4 {
		for q := range 5 {
			for j := range 3 {
				lines = append(lines, fmt.Sprintf("s%d,%d,j%d,%v\n", s, q, j, float64(s*q+j)/7))
			}
		}
	}
	read := func() string {
		table, _, err := formats.ReadFacets(strings.NewReader("system,topic,judge,score\n"+strings.Join(lines, "")), "f", formats.FacetOptions{Facets: []string{"judge"}})
		if err != nil {
			t.Fatal(err)
		}
		return facetText(table)
	}
	want := read()
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	if got := read(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func FuzzReadFacets(f *testing.F) {
	f.Add("system,topic,judge,score\na,1,j,.5\nb,1,j,.25\n", "judge")
	f.Add("run\tqid\tmeasure\tscore\na\t1\tAP\t1\n", "measure")
	f.Fuzz(func(t *testing.T, text, facet string) {
		table, _, err := formats.ReadFacets(strings.NewReader(text), "f", formats.FacetOptions{Facets: []string{facet}})
		if err != nil {
			return
		}
		for k := range table.Facets {
			if len(table.Levels[k]) != len(table.Scores) {
				t.Fatal("rows differ in number")
			}
			for _, l := range table.Levels[k] {
				_ = table.Names[k][l]
			}
		}
	})
}
