package figures

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"sigrel/reports/doc"
)

func systemNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("run%d", (i*37+11)%n+1)
	}
	return names
}

func arabicNames() []string {
	return []string{"فريق قطر bigIR", "TU Munchen — Dóra", "清华大学 THUIR", "فريق الدوحة-2 (run 1)", "UPV–INAOE–Autoritas",
		"re\u0301seau NFD", "Ægir ρτΦ", "baseline_bm25", "أَيُّوبَ", "צוות חיפה 3 <A&B>"}
}

func longNames() []string {
	names := systemNames(10)
	names[2] = "university_of_somewhere_dense_retrieval_rerank_ensemble_2024_final_v3"
	names[5] = "university_of_somewhere_dense_retrieval_rerank_ensemble_2024_final_v4"
	names[7] = "bigIR-MARBERT-contrastive-2"
	return names
}

const dotsNote = "Thin line: 95% confidence interval of the mean (t). Band: comparison interval (randomised Tukey HSD): two systems " +
	"differ at family-wise α = .05 where their bands do not overlap. Blue: not different from the best. Systems that share a letter do not differ."

// sampleDots spreads means from .42 down; a system shares a group with about `spread` systems below it.
func sampleDots(names []string, spread int) *doc.Dots {
	rng := rand.New(rand.NewPCG(1, uint64(len(names))))
	n := len(names)
	c := &doc.Dots{X: doc.Axis{Label: "Mean AP"}, Digits: 3, Note: dotsNote}
	half := 0.052
	for i, name := range names {
		m := 0.42*math.Pow(1-float64(i)/float64(n), 0.8) - 0.02*rng.Float64()
		m = max(m, 0.003)
		ci := 0.02 + 0.5*math.Sqrt(m*0.01)*(0.7+0.6*rng.Float64())
		c.Rows = append(c.Rows, doc.DotRow{Label: name, Value: m, Lo: new(m - ci), Hi: new(m + ci), BandLo: new(m - half), BandHi: new(m + half)})
	}
	slices.SortFunc(c.Rows, func(a, b doc.DotRow) int { return cmp.Compare(b.Value, a.Value) })
	best := c.Rows[0].Value
	c.Cut = new(best - half)
	for i := range c.Rows {
		c.Rows[i].Top = c.Rows[i].Value+half >= best-half
	}
	if spread > 0 {
		addGroups(c, 2*half)
	}
	return c
}

// addGroups adds the maximal sets of systems whose means lie within hsd.
func addGroups(c *doc.Dots, hsd float64) {
	lastEnd := -1
	for i := range c.Rows {
		end := i
		for end+1 < len(c.Rows) && c.Rows[i].Value-c.Rows[end+1].Value <= hsd {
			end++
		}
		if end > lastEnd {
			for j := i; j <= end; j++ {
				c.Rows[j].Groups = append(c.Rows[j].Groups, c.Groups)
			}
			c.Groups++
			lastEnd = end
		}
	}
}

func sampleApart() *doc.Dots {
	c := sampleDots(systemNames(22), 0)
	for _, i := range []int{4, 15} {
		c.Rows[i].Apart, c.Rows[i].Top = true, false
		c.Rows[i].BandLo, c.Rows[i].BandHi = nil, nil
		c.Rows[i].Label = fmt.Sprintf("baseline-%d", i)
	}
	addGroups(c, 0.16)
	for _, i := range []int{4, 15} {
		c.Rows[i].Groups = nil
	}
	return c
}

func equalDots() *doc.Dots {
	c := &doc.Dots{X: doc.Axis{Label: "Mean P@10"}, Digits: 4, Groups: 1}
	for i := range 4 {
		c.Rows = append(c.Rows, doc.DotRow{Label: fmt.Sprint("same", i), Value: 0.25, Lo: new(0.25), Hi: new(0.25), Top: true, Groups: []int{0}})
	}
	return c
}

func sampleDifferences(n int, prefix string) *doc.Differences {
	rng := rand.New(rand.NewPCG(2, uint64(n)))
	c := &doc.Differences{
		Y: doc.Axis{Label: "Δ AP (run103 − run10)"}, X: doc.Axis{Label: "Topics, sorted by difference"},
		Legend: []string{"mean Δ +0.065, 95% CI [+0.000, +0.129]", "d = 0.29, randomization p = .049", "28 wins, 0 ties, 22 losses"},
	}
	var sum float64
	for i := range n {
		v := 0.06 + 0.22*rng.NormFloat64()*math.Abs(rng.NormFloat64())
		if i%9 == 4 {
			v = 0
		}
		v = max(-1, min(1, v))
		sum += v
		c.Bars = append(c.Bars, doc.Difference{Label: fmt.Sprint(prefix, i+301), Value: v})
	}
	c.Mean = sum / float64(n)
	c.Lo, c.Hi = new(c.Mean-0.06), new(c.Mean+0.06)
	return c
}

func negativeDifferences() *doc.Differences {
	c := sampleDifferences(20, "t")
	c.Mean = 0
	for i := range c.Bars {
		c.Bars[i].Value = -math.Abs(c.Bars[i].Value) - 0.01
		c.Mean += c.Bars[i].Value / 20
	}
	c.Lo, c.Hi = new(c.Mean-0.06), new(c.Mean+0.06)
	return c
}

func sampleGrid(n int) *doc.Grid {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	c := &doc.Grid{Labels: systemNames(n), Classes: []string{"p > .05", "≤ .05", "≤ .01", "≤ .001"},
		Note: "Above the diagonal: paired t-test, unadjusted: 584 of 1128 pairs with p ≤ .05. Below: randomised Tukey HSD, family-wise: 163. Systems in order of their means."}
	for i := range n {
		row := make([]int, n)
		for j := range n {
			d := math.Abs(float64(i-j)) / float64(n)
			if i > j {
				d *= 0.6
			}
			d += 0.08 * rng.NormFloat64()
			switch {
			case i == j:
				row[j] = -1
			case d > 0.5:
				row[j] = 3
			case d > 0.38:
				row[j] = 2
			case d > 0.25:
				row[j] = 1
			}
		}
		c.Cells = append(c.Cells, row)
	}
	return c
}

func sampleLines(yMin float64) *doc.Lines {
	c := &doc.Lines{
		X: doc.Axis{Label: "Number of topics", Min: new(0.0), Max: new(400.0)}, Y: doc.Axis{Label: "Reliability", Min: new(yMin), Max: new(1.0)},
		Targets: []float64{0.9, 0.95}, Here: &doc.Mark{X: 50, Label: "this collection: 50 topics"},
		Note: "Bands: 95% confidence intervals. Rings: topics needed for .90 and .95.",
	}
	for i, r := range []float64{0.135, 0.083} {
		names := []string{"Eρ² relative: are the systems ranked right?", "Φ absolute: are the scores right?"}
		s := doc.Series{Label: names[i]}
		f := func(r, n float64) float64 { return n * r / (1 + (n-1)*r) }
		for n := 1.0; n <= 400; n++ {
			s.X = append(s.X, n)
			s.Y = append(s.Y, f(r, n))
			s.Lo = append(s.Lo, f(r*0.6, n))
			s.Hi = append(s.Hi, f(r*1.6, n))
		}
		for _, target := range c.Targets {
			n := math.Ceil(target * (1 - r) / (r * (1 - target)))
			s.Marks = append(s.Marks, doc.Mark{X: n, Y: f(r, n), Label: fmt.Sprint(n)})
		}
		s.Marks = append(s.Marks, doc.Mark{X: 50, Y: f(r, 50), Filled: true})
		c.Series = append(c.Series, s)
	}
	return c
}

func crowdedLines() *doc.Lines {
	c := &doc.Lines{X: doc.Axis{Label: "Depth"}, Y: doc.Axis{Label: "Share", Percent: true}, Here: &doc.Mark{X: 39, Label: "pool depth"}}
	for i := range 7 {
		s := doc.Series{Label: fmt.Sprintf("curve number %d", i)}
		for x := range 40 {
			s.X = append(s.X, float64(x))
			s.Y = append(s.Y, 0.5+0.45*math.Sin(float64(x)/6+float64(i)))
		}
		s.Marks = []doc.Mark{{X: 20, Y: s.Y[20], Label: fmt.Sprint("m", i)}, {X: 21, Y: s.Y[21], Label: fmt.Sprint("n", i)}}
		c.Series = append(c.Series, s)
	}
	return c
}

// sampleLog is a depth sweep: shares against depth.
func sampleLog() *doc.Lines {
	s := doc.Series{Label: "share of the relevant documents", X: []float64{1, 2, 3, 5, 10, 20, 50, 100, 125}}
	for _, x := range s.X {
		s.Y = append(s.Y, math.Log10(x)/2.5+0.1)
	}
	s.Marks = []doc.Mark{{X: 10, Y: s.Y[4], Label: "ten"}}
	return &doc.Lines{X: doc.Axis{Label: "Depth of the pool", Log: true}, Y: doc.Axis{Label: "Share", Percent: true}, Series: []doc.Series{s},
		Here: &doc.Mark{X: 100, Label: "official"}}
}

func sampleBars(n int) *doc.Bars {
	rng := rand.New(rand.NewPCG(4, uint64(n)))
	c := &doc.Bars{X: doc.Axis{Label: "Change in MAP when the run's unique relevant documents count as not relevant", Percent: true},
		Columns: []string{"unique rel.", "rank"}, Note: "Vermillion: the run's rank changes."}
	for i := range n {
		v := -0.006 * rng.ExpFloat64()
		if i%7 == 6 {
			v = 0.002
		}
		r := doc.BarRow{Label: fmt.Sprintf("team%d-run%d", i/3, i%3), Value: new(v), Text: doc.FormatSignedPercent(v, 1),
			Cells: []string{fmt.Sprint(int(rng.ExpFloat64() * 60)), fmt.Sprint(i + 1)}}
		switch i {
		case 3:
			r.Value, r.Text = nil, "not defined"
		case 5:
			r.Value, r.Text = new(0.0), "0.0%"
		case 6:
			r.Value, r.Text, r.Strong, r.Cells[1] = new(-0.034), "−3.4%", true, "7 → 8"
		}
		c.Rows = append(c.Rows, r)
	}
	return c
}

// sampleHeat is scores of systems on topics, both in order; every 40th value is missing.
func sampleHeat(systems, topics []string) *doc.Heat {
	rng := rand.New(rand.NewPCG(5, uint64(len(systems)*len(topics))))
	c := &doc.Heat{X: doc.Axis{Label: "Topic (easiest to hardest)"}, Y: doc.Axis{Label: "System (best to worst)"}, Rows: systems, Columns: topics,
		Min: 0, Max: 1, Scale: "AP", Digits: 2, Note: "Systems in order of their means, topics in order of the mean over systems."}
	for i := range systems {
		row := make([]*float64, len(topics))
		for j := range topics {
			easy := math.Pow(1-float64(j)/float64(len(topics)), 2)
			good := 1 - 0.8*float64(i)/float64(len(systems))
			if (i*len(topics)+j)%40 != 17 {
				row[j] = new(min(1, max(0, easy*good+0.1*rng.NormFloat64())))
			}
		}
		c.Values = append(c.Values, row)
	}
	return c
}

// sampleSimilarity is a square of runs in clusters of three.
func sampleSimilarity(n int) *doc.Heat {
	c := &doc.Heat{Rows: systemNames(n), Columns: systemNames(n), Max: 1, Scale: "mean RBO (p = .9)", Digits: 2}
	for i := range n {
		row := make([]*float64, n)
		for j := range n {
			v := 0.55 - 0.4*math.Abs(float64(i-j))/float64(n)
			if i/3 == j/3 {
				v = 0.93
			}
			if i == j {
				v = 1
			}
			row[j] = &v
		}
		c.Values = append(c.Values, row)
	}
	return c
}

// sampleSplit is differences to a baseline, around nothing.
func sampleSplit() *doc.Heat {
	c := sampleHeat(arabicNames(), []string{"politics", "health", "السياسة والمجتمع", "sports", "a category with a very long name indeed, longer than there is room for"})
	c.Min, c.Max, c.Diverging, c.Scale, c.X.Label = -0.5, 0.5, true, "difference to the mean of the category", "Category"
	for _, row := range c.Values {
		for _, v := range row {
			if v != nil {
				*v -= 0.45
			}
		}
	}
	return c
}

func topicNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("t", (i*37+11)%n+301)
	}
	return names
}
