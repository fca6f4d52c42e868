package reliability

import (
	"math"
	"testing"
)

// TestPublishedLabels compares with what the package irrCAC (Gwet, R; README of version 1.3) prints of its data sets: two
// abstractors, six psychiatrists (Fleiss 1971; only how many gave each label is known, which is enough), and four raters.
func TestPublishedLabels(t *testing.T) {
	two := agreed(t, fromCounts([][]int{{13, 0, 0}, {0, 20, 7}, {0, 4, 56}}), 0)
	six := Ratings{Scale: []float64{0, 1, 2, 3, 4}}
	for _, counts := range [][5]int{{0, 0, 0, 6, 0}, {0, 3, 0, 0, 3}, {0, 1, 4, 0, 1}, {0, 0, 0, 0, 6}, {0, 3, 0, 3, 0}, {2, 0, 4, 0, 0}, {0, 0, 4, 0, 2},
		{2, 0, 3, 1, 0}, {2, 0, 0, 4, 0}, {0, 0, 0, 0, 6}, {1, 0, 0, 5, 0}, {1, 1, 0, 4, 0}, {0, 3, 3, 0, 0}, {1, 0, 0, 5, 0}, {0, 2, 0, 3, 1}} {
		var labels []int
		for l, n := range counts {
			for range n {
				labels = append(labels, l)
			}
		}
		six.Labels = append(six.Labels, labels)
	}
	psychiatrists := agreed(t, six, 0)
	four := Ratings{Scale: []float64{1, 2, 3, 4, 5}}
	for _, l := range [][4]int{{1, 1, 0, 1}, {2, 2, 3, 2}, {3, 3, 3, 3}, {3, 3, 3, 3}, {2, 2, 2, 2}, {1, 2, 3, 4}, {4, 4, 4, 4}, {1, 1, 2, 1}, {2, 2, 2, 2}, {0, 5, 5, 5}, {0, 0, 1, 1}, {0, 0, 3, 0}} {
		four.Labels = append(four.Labels, []int{l[0] - 1, l[1] - 1, l[2] - 1, l[3] - 1}) // 0, missing, becomes Unlabelled
	}
	raters := agreed(t, four, 0)
	table := math.Sqrt(100. / 99) // irrCAC divides by n for tables of two judges, by n − 1 for judges of each document
	for _, c := range []struct {
		got       map[string]LabelCoefficient
		name      string
		value, se float64
		tol       float64
	}{
		{two, "percent", .89, .03128898 * table, 5e-9},
		{two, "kappa", .7964094, .05891072 * table, 5e-8},
		{two, "fleiss", .7962397, .05905473 * table, 5e-8},
		{two, "ac1", .8493305, .04321747 * table, 5e-8},
		{two, "brennan-prediger", .835, .04693346 * table, 5e-9},
		{two, "alpha-nominal", .7972585, .05905473 * table, 5e-8},
		{psychiatrists, "fleiss", .4139265, .08119291, 5e-8},
		{psychiatrists, "ac1", .4448007, .08418757, 5e-8},
		{psychiatrists, "brennan-prediger", .4388889, .08312142, 5e-8},
		{raters, "percent", .8181818, 0, 5e-8}, // its standard error is not: irrCAC counts the document with one label, too
		{raters, "alpha-nominal", .74342, .14548, 5e-6},
	} {
		number(t, c.name, c.got[c.name].Value, c.value, c.tol)
		if c.se > 0 {
			number(t, c.name+" SE", c.got[c.name].SE, c.se, c.tol)
		}
	}
	number(t, "α of six", psychiatrists["alpha-nominal"].Value, .4204384, 5e-8)
}
