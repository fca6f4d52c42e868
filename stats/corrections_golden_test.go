package stats

import (
	"slices"
	"strings"
	"testing"
)

// TestAllCorrectionsGolden: R p.adjust and statsmodels on the t tests of all pairs of two real matrices. The second has
// identical systems, whose p is 1 and counts in the family.
func TestAllCorrectionsGolden(t *testing.T) {
	titles := map[*Correction]string{bonferroni: "p_bonferroni", sidak: "p_sidak", holm: "p_holm", hochberg: "p_hochberg",
		hommel: "p_hommel", bh: "p_BH", by: "p_BY"}
	for _, name := range []string{"adhoc7_ap", "web2012_ndcg20"} {
		rows := sharedRows(t, "golden/allpairs/"+name+".all_pairs.csv.gz")
		column := func(title string) (out []float64) {
			at := slices.Index(rows[0], title)
			for _, row := range rows[1:] {
				out = append(out, number(t, row[at]))
			}
			return out
		}
		p := column("p_t")
		if name == "web2012_ndcg20" && !slices.Contains(p, 1) {
			t.Error("no identical systems: the test has not tested")
		}
		for c, title := range titles {
			got := c.Adjust(p)
			for i, want := range column(title) {
				near(t, name+" "+strings.Join(rows[i+1][:2], " ")+" "+title, got[i], want, 1e-9)
			}
		}
	}
}

// TestTwentyTopicsCorrected: the p's of the 20-topic example of a textbook, by R.
func TestTwentyTopicsCorrected(t *testing.T) {
	m, _ := sharedMatrix(t, "cases/statistics/sakai20.tsv", 1)
	for c, want := range map[*Correction][]float64{
		hochberg: {.143390285535, .246330209162, .521773448398},
		hommel:   {.143390285535, .246330209162, .521773448398},
		by:       {.262882190147, .338704037598, .956584655397},
	} {
		f, err := Corrected(tTest, c).Run(m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range want {
			near(t, c.Name, f.Pairs[i].Adjusted, w, 1e-11)
		}
	}
}
