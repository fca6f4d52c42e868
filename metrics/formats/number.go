package formats

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"sigrel/metrics"
)

// tens holds the powers of ten that a float64 has exactly.
var tens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
	1e19, 1e20, 1e21, 1e22}

// parseFloat reads a decimal number and rounds it to the nearest float64. It takes what C's strtod takes, but no
// hexadecimal, NaN, infinity, or number too great for a float64.
//
// If all digits make a whole number below 2^53 and the power of ten is exact, one multiplication or division rounds
// correctly (Clinger 1990); everything else is left to strconv.
func parseFloat(s string) (float64, error) {
	mantissa, scale, ok := decimal(s)
	if !ok {
		return 0, numberError(s)
	}
	if mantissa < 1<<53 && -22 <= scale && scale <= 22 {
		f := float64(mantissa)
		if scale < 0 {
			f /= tens[-scale]
		} else {
			f *= tens[scale]
		}
		if s[0] == '-' {
			f = -f
		}
		return f, nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: %q is too great, want a number below 1.8e308", ErrNumber, s)
	}
	return f, nil
}

// parseScore reads a system's score on a topic, whose squares and their sums must be numbers too.
func parseScore(s string) (float64, error) {
	f, err := parseFloat(s)
	if size := math.Abs(f); err == nil && metrics.LeastScore <= size && size <= metrics.GreatestScore {
		return f, nil
	}
	if mantissa, _, ok := decimal(s); ok && mantissa != 0 {
		return 0, fmt.Errorf("score %q: %w", s, metrics.ErrRange)
	}
	return f, err
}

func isDecimal(s string) bool {
	_, _, ok := decimal(s)
	return ok
}

// decimal reads sign, digits, point and exponent: |s| = mantissa × 10^scale. The mantissa is at least 2^53 where it does
// not hold all digits. It is not ok if s is anything but a decimal number.
func decimal(s string) (mantissa uint64, scale int, ok bool) {
	const enough = math.MaxUint64/10 - 1
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	digits, point := 0, false
	for ; i < len(s); i++ {
		c := s[i] - '0'
		if c <= 9 {
			digits++
			if mantissa < enough {
				mantissa = mantissa*10 + uint64(c)
			} else {
				scale++ // the digit is dropped; the mantissa is above 2^53, so nobody uses it
			}
			if point {
				scale--
			}
		} else if s[i] == '.' && !point {
			point = true
		} else {
			break
		}
	}
	if digits == 0 || i == len(s) {
		return mantissa, scale, digits > 0
	}
	exponent, ok := exponent(s[i:])
	return mantissa, scale + exponent, ok
}

// exponent reads "e+10" and the like. One beyond any use is cut to ±10000, which leaves it to strconv.
func exponent(s string) (int, bool) {
	if s[0] != 'e' && s[0] != 'E' {
		return 0, false
	}
	s, sign := s[1:], 1
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	e := 0
	for i := range len(s) {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		e = min(e*10+int(c), 10_000)
	}
	return sign * e, s != ""
}

func numberError(s string) error {
	switch strings.ToLower(strings.TrimLeft(s, "+-")) {
	case "nan", "inf", "infinity":
		return fmt.Errorf("%w: %q, want a finite number", ErrNumber, s)
	}
	if isDecimal(strings.Replace(s, ",", ".", 1)) {
		return fmt.Errorf("%w: %q (a decimal comma?), want a number with a decimal point", ErrNumber, s)
	}
	return fmt.Errorf("%w: %q, want a decimal number", ErrNumber, s)
}

// parseGrade reads a whole number, which may be written "1.0".
func parseGrade(s string) (int, error) {
	whole := s
	if before, zeros, ok := strings.Cut(s, "."); ok && zeros != "" && strings.Trim(zeros, "0") == "" {
		whole = before
	}
	n, err := strconv.ParseInt(whole, 10, 32)
	switch {
	case err == nil:
		return int(n), nil
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%w: grade %q is out of range, want %d to %d", ErrNumber, s, math.MinInt32, math.MaxInt32)
	case isDecimal(s):
		return 0, fmt.Errorf("%w: %q is not an integer grade, want a whole number such as 1", ErrNumber, s)
	}
	return 0, fmt.Errorf("%w: grade %q, want a whole number such as 1", ErrNumber, s)
}

// parseRank reads the rank column: digits only. It is not ok, and 0, if there is anything else or the number is too great.
func parseRank(s string) (rank int32, ok bool) {
	n := int64(0)
	for i := range len(s) {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		if n = n*10 + int64(c); n > math.MaxInt32 {
			return 0, false
		}
	}
	return int32(n), s != ""
}

func rankError(s string) error {
	return fmt.Errorf("%w: rank %q, want a whole number from 0 to %d", ErrNumber, s, math.MaxInt32)
}
