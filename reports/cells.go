package reports

import (
	"math"
	"strconv"
	"strings"

	"sigrel/reports/doc"
	"sigrel/stats"
)

// score is a score or a mean score as reports print it: three decimals.
func score(v float64) doc.Number { return doc.Number{Value: v, Digits: 3} }

// share is a part of 1 as reports print it: per cent with one decimal.
func share(v float64) doc.Text { return doc.Percent{Value: v, Digits: 1} }

// maybe prints a number, or nothing where it is absent.
func maybe(v *float64, digits int) doc.Cell {
	if v == nil {
		return cell("–")
	}
	return cell(doc.Number{Value: *v, Digits: digits})
}

func maybeInteger(n *int) doc.Cell {
	if n == nil {
		return cell("–")
	}
	return cell(*n)
}

// maybeSigned prints a number with its sign, or a dash where it is absent.
func maybeSigned(v *float64, digits int) doc.Cell {
	if v == nil {
		return cell("–")
	}
	return cell(doc.Signed{Value: *v, Digits: digits})
}

// maybeShare prints a share, or a dash where it is absent.
func maybeShare(v *float64) doc.Cell {
	if v == nil {
		return cell("–")
	}
	return cell(share(*v))
}

// maybeChange prints a relative change with its sign, or a dash where it is absent.
func maybeChange(v *float64) doc.Cell {
	if v == nil {
		return cell("–")
	}
	return cell(doc.Percent{Value: *v, Digits: 1, Sign: true})
}

// span prints an interval, or a dash where it is absent.
func span(iv *stats.Interval, digits int, signed bool) doc.Cell {
	if iv == nil {
		return cell("–")
	}
	return cell(doc.Range{Lo: iv.Lo, Hi: iv.Hi, Digits: digits, Signed: signed})
}

// squaredText prints what has the unit of squared scores: with so many decimals, or as 1.23e−12 where these would show
// nothing but zeros, or more digits than fit in a table.
func squaredText(v float64, digits int) string {
	if usual := doc.FormatNumber(v, digits); v == 0 || math.Abs(v) < 1e9 && usual != doc.FormatNumber(0, digits) {
		return usual
	}
	return strings.ReplaceAll(strconv.FormatFloat(v, 'e', 2, 64), "-", "−")
}

// squared is the same for a cell, with all digits for programs.
func squared(v float64, digits int, key string) doc.Text {
	if squaredText(v, digits) == doc.FormatNumber(v, digits) {
		return doc.Number{Value: v, Digits: digits}
	}
	return doc.Several{Text: squaredText(v, digits), Keys: []string{key}, Values: []*float64{&v}}
}

func maybeSquared(v *float64, digits int, key string) doc.Cell {
	if v == nil {
		return cell("–")
	}
	return cell(squared(*v, digits, key))
}
