package reports

import (
	"cmp"
	"fmt"
	"slices"

	"sigrel/reports/doc"
)

// sortDifferences puts the greatest difference first, ties by topic.
func sortDifferences(bars []doc.Difference) {
	slices.SortStableFunc(bars, func(a, b doc.Difference) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Label, b.Label))
	})
}

// legend has the lines that the picture of a pair carries.
func (f *Pairwise) legend(c Closer, mean, lo, hi float64) []string {
	level := level(f.Systems[0].Interval.Confidence)
	lines := []string{fmt.Sprintf("mean Δ %s, %s t interval [%s, %s]", doc.FormatSigned(mean, 3), level,
		doc.FormatSigned(lo, 3), doc.FormatSigned(hi, 3))}
	second := ""
	if c.dz != nil {
		second = "d = " + doc.FormatNumber(*c.dz, 2)
	}
	if c.pair != nil {
		p := fmt.Sprintf("p = %s (%s)", doc.FormatP(c.pair.P, f.Alpha), lookup(testNames, c.pair.Test))
		if c.pair.PAdjusted != c.pair.P {
			p += fmt.Sprintf(", %s (%s)", doc.FormatP(c.pair.PAdjusted, f.Alpha), procedureShort(f.Procedure))
		}
		if second != "" {
			second += "; "
		}
		second += p
	}
	if second != "" {
		lines = append(lines, second)
	}
	return append(lines, fmt.Sprintf("%s, %s, %s", count(c.wins, "win"), count(c.ties, "tie"), countLosses(c.losses)))
}

func countLosses(n int) string {
	if n == 1 {
		return "1 loss"
	}
	return fmt.Sprintf("%d losses", n)
}
