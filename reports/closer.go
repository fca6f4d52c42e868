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

// titledTopics is the number of topics at each end that a sentence names by their titles.
const titledTopics = 2

// titled says on which topics each of a pair is furthest ahead, where titles are known.
func (f *Pairwise) titled(c Closer) []doc.Block {
	if f.about == nil {
		return nil
	}
	order := make([]int, len(c.Topics))
	for t := range order {
		order[t] = t
	}
	slices.SortFunc(order, func(s, t int) int {
		return cmp.Or(cmp.Compare(c.Differences[t], c.Differences[s]), cmp.Compare(c.Topics[s], c.Topics[t]))
	})
	list := func(topics []int, sign float64) []doc.Text {
		var out []doc.Text
		for _, t := range topics[:min(titledTopics, len(topics))] {
			if d := c.Differences[t]; d*sign > 0 {
				if out != nil {
					out = append(out, doc.Plain(" and "))
				}
				out = append(out, say(namedTopic(f.about, c.Topics[t]), " (", doc.Signed{Value: d, Digits: 3}, ")")...)
			}
		}
		return out
	}
	above := list(order, 1)
	slices.Reverse(order)
	below := list(order, -1)
	var out []doc.Text
	if above != nil {
		out = say(c.A, " scores furthest above ", c.B, " on ", above, ". ")
	}
	if below != nil {
		out = append(out, say(c.A, " scores furthest below ", c.B, " on ", below, ".")...)
	}
	if out == nil {
		return nil
	}
	return []doc.Block{para(out)}
}

func countLosses(n int) string {
	if n == 1 {
		return "1 loss"
	}
	return fmt.Sprintf("%d losses", n)
}
