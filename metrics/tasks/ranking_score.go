package tasks

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"sigrel/metrics/formats"
)

// score reads field i of line n as the score of a document: a number in plain decimals, "5", "0.5", ".5", "-0.5". The
// original checkers take no exponent and no sign before a whole number, but the organisers' own samples have them.
// Digits of any script are digits, as they are to Python.
func (f *rankingFile) score(n, i int) (float64, bool) {
	s, column := f.fields[i], f.starts[i]
	plain, other := rankingNumber(s)
	v, err := formats.ParseScore(rankingDigits(s))
	switch {
	case strings.TrimSpace(s) != s:
		f.bad(n, column, "%w: %q, want no blanks around the score", formats.ErrNumber, s)
	case err != nil:
		f.bad(n, column, "%w", err)
	case plain:
		return v, true
	case other:
		f.rule(n, column, "score %q, want a number without exponent, and with a point if it has a sign, such as %s", s, rankingSample(v))
		return v, true
	default:
		f.bad(n, column, "%w: %q, want a digit after the point", formats.ErrNumber, s)
	}
	return 0, false
}

// rankingSample is how a score should have been written, or any score where that is long.
func rankingSample(v float64) string {
	if s := rankingDecimal(v); len(s) <= 25 {
		return s
	}
	return "0.5"
}

// rankingDecimal writes a score in plain decimals, with a point and the fewest digits that give the same number back: that
// is what every original checker takes.
func rankingDecimal(v float64) string {
	if v == 0 {
		return "0.0" // also for -0
	}
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// rankingNumber tells the two ways to write a number: as the original checkers want it, [-+]?\d*\.\d+ or \d+, and with a sign
// or an exponent besides.
func rankingNumber(s string) (plain, other bool) {
	rest := strings.TrimLeft(s, "+-")
	sign := len(s) - len(rest)
	whole, rest := rankingCutDigits(rest)
	if point, ok := strings.CutPrefix(rest, "."); ok {
		fraction, after := rankingCutDigits(point)
		if fraction == "" {
			return false, false
		}
		whole, rest = fraction, after
	} else if rest == "" && sign > 0 {
		return false, sign == 1 && whole != ""
	}
	if whole == "" || sign > 1 {
		return false, false
	}
	if rest == "" {
		return true, false
	}
	power, ok := strings.CutPrefix(strings.ToLower(rest), "e")
	if !ok {
		return false, false
	}
	if power != "" && (power[0] == '+' || power[0] == '-') {
		power = power[1:]
	}
	digits, after := rankingCutDigits(power)
	return false, digits != "" && after == ""
}

// rankingCutDigits cuts off the digits that s begins with.
func rankingCutDigits(s string) (digits, rest string) {
	rest = strings.TrimLeftFunc(s, unicode.IsDigit)
	return s[:len(s)-len(rest)], rest
}

// rankingDigits puts 0 to 9 in place of the digits of other scripts, such as ٠ to ٩. In Unicode the digits of a script
// follow each other from zero on, and scripts whose digits touch come in tens.
func rankingDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 || !unicode.IsDigit(r) {
			return r
		}
		n := rune(0)
		for unicode.IsDigit(r - n - 1) {
			n++
		}
		return '0' + n%10
	}, s)
}

// rankingCount is "1 line", "2 lines".
func rankingCount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
