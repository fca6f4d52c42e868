package doc

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// minus is the sign of negative numbers in everything that people read.
const minus = "−"

// FormatNumber prints v with digits decimals, minus as U+2212: "0.370", "−0.034". It rounds the value's first 12
// significant digits, halves away from zero; what rounds to zero has no sign.
func FormatNumber(v float64, digits int) string { return typeset(fixed(v, digits, 0)) }

// FormatSigned is [FormatNumber] with the sign always shown: "+0.012", "−0.034", and "0.000" for what rounds to zero.
func FormatSigned(v float64, digits int) string { return typeset(signed(fixed(v, digits, 0))) }

// FormatPercent prints a share as a percentage with digits decimals: 0.034 with 1 is "3.4%".
func FormatPercent(v float64, digits int) string { return typeset(fixed(v, digits, 2)) + "%" }

// FormatSignedPercent is [FormatPercent] with the sign always shown: "+3.4%", "−0.5%", "0.0%".
func FormatSignedPercent(v float64, digits int) string {
	return typeset(signed(fixed(v, digits, 2))) + "%"
}

// FormatRange prints an interval: "[0.317, 0.424]".
func FormatRange(lo, hi float64, digits int) string {
	return "[" + FormatNumber(lo, digits) + ", " + FormatNumber(hi, digits) + "]"
}

// FormatSignedRange is [FormatRange] with signs: "[−0.012, +0.034]".
func FormatSignedRange(lo, hi float64, digits int) string {
	return "[" + FormatSigned(lo, digits) + ", " + FormatSigned(hi, digits) + "]"
}

// FormatInteger prints a count as in prose, with commas from 10,000: "9999", "100,000".
func FormatInteger(n int) string {
	s := strconv.Itoa(n)
	digits := strings.TrimPrefix(s, "-")
	if len(digits) < 5 {
		return typeset(s)
	}
	sign := s[:len(s)-len(digits)]
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return typeset(sign + digits)
}

// FormatP prints a p-value with three decimals, or "<0.001". A reader who compares what is printed with alpha must come
// to the verdict p ≤ alpha, so further decimals follow where three do not tell on which side of alpha p lies: .0499999
// is never printed as 0.050 beside an alpha of .05, and nothing below an alpha of .0005 hides behind "<0.001".
// An alpha of 0 makes no verdict.
func FormatP(p, alpha float64) string {
	const most = 12 // decimals; closer to alpha than that, all digits are printed
	for digits := 3; digits <= most; digits++ {
		if floor := math.Pow10(-digits); p < floor {
			if alpha <= 0 || p <= alpha && floor <= alpha {
				return "<" + fixed(floor, digits, 0)
			}
			continue
		}
		s := fixed(p, digits, 0)
		printed, err := strconv.ParseFloat(s, 64)
		if err != nil || alpha <= 0 || cmp.Compare(printed, alpha) == cmp.Compare(p, alpha) {
			return s
		}
	}
	return strconv.FormatFloat(p, 'g', -1, 64)
}

// number is what a number looks like in print; false for other text. table says that it stands in a cell.
func number(t Text, table bool) (string, bool) {
	switch t := t.(type) {
	case Number:
		return FormatNumber(t.Value, t.Digits), true
	case Signed:
		return FormatSigned(t.Value, t.Digits), true
	case Percent:
		if t.Sign {
			return FormatSignedPercent(t.Value, t.Digits), true
		}
		return FormatPercent(t.Value, t.Digits), true
	case Range:
		if t.Signed {
			return FormatSignedRange(t.Lo, t.Hi, t.Digits), true
		}
		return FormatRange(t.Lo, t.Hi, t.Digits), true
	case PValue:
		s := FormatP(t.Value, t.Alpha)
		if !t.Relation {
			return s, true
		}
		if rest, ok := strings.CutPrefix(s, "<"); ok {
			return "< " + rest, true
		}
		return "= " + s, true
	case Several:
		return t.Text, true
	case Integer:
		if table {
			return typeset(strconv.Itoa(int(t))), true
		}
		return FormatInteger(int(t)), true
	}
	return "", false
}

// value is the number that stands for t where numbers are compared or read by programs: a range's is its lower end.
func value(t Text) (float64, bool) {
	switch t := t.(type) {
	case Number:
		return t.Value, true
	case Signed:
		return t.Value, true
	case Percent:
		return t.Value, true
	case PValue:
		return t.Value, true
	case Range:
		return t.Lo, true
	case Several:
		if t.Values[0] == nil {
			return 0, false
		}
		return *t.Values[0], true
	case Integer:
		return float64(t), true
	}
	return 0, false
}

// full prints v so that it reads back as the same number, without a negative zero.
func full(v float64) string { return strconv.FormatFloat(v+0, 'g', -1, 64) }

// fixed rounds v·10^power to digits decimals, as [Text] says. Its minus is a hyphen. What is not finite, which is a
// fault of the caller, is printed as strconv does, so that it shows.
func fixed(v float64, digits, power int) string {
	const most = 12 // significant digits
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	// |v| = whole·10^exponent, whole an integer of 12 digits: "d.ddddddddddde±xx" without its point.
	mantissa, e, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'e', most-1, 64), "e")
	whole, _ := strconv.ParseInt(mantissa[:1]+mantissa[2:], 10, 64)
	exponent, _ := strconv.Atoi(e)
	exponent += power - (most - 1)
	var s string // |v|·10^(power+digits), rounded to an integer
	switch cut := -exponent - digits; {
	case cut <= 0:
		s = strconv.FormatInt(whole, 10) + strings.Repeat("0", -cut)
	case cut <= most:
		unit := int64(1)
		for range cut {
			unit *= 10
		}
		s = strconv.FormatInt((whole+unit/2)/unit, 10)
	default:
		s = "0"
	}
	s = strings.TrimLeft(s, "0")
	s = strings.Repeat("0", max(digits+1-len(s), 0)) + s
	if digits > 0 {
		s = s[:len(s)-digits] + "." + s[len(s)-digits:]
	}
	if v < 0 && !zero(s) {
		return "-" + s
	}
	return s
}

func signed(s string) string {
	if zero(s) || strings.HasPrefix(s, "-") {
		return s
	}
	return "+" + s
}

// zero reports whether a printed decimal is 0.
func zero(s string) bool { return strings.Trim(s, "-0.") == "" }

func typeset(s string) string { return strings.Replace(s, "-", minus, 1) }
