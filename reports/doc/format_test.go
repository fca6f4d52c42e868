package doc

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The right values are decimal arithmetic by hand.
func TestFormatNumber(t *testing.T) {
	for _, c := range []struct {
		value  float64
		digits int
		want   string
	}{
		{0.19605, 4, "0.1961"}, // a decimal tie; the nearest double lies above it
		{0.28005, 4, "0.2801"}, // a decimal tie; the nearest double lies below it
		{9.8025 / 50, 4, "0.1961"},
		{0.1 + 0.2, 1, "0.3"},
		{0.15 + 0.000000000000001, 1, "0.2"},
		{0.1499999999994, 1, "0.1"},
		{0.1499999999999999, 1, "0.2"}, // 0.15 by its first 12 digits
		{-0.00049, 3, "0.000"},
		{-0.0005, 3, "−0.001"},
		{0.0005, 3, "0.001"},
		{math.Copysign(0, -1), 2, "0.00"},
		{-12.5, 0, "−13"},
		{12.5, 0, "13"},
		{0.4, 0, "0"},
		{1, 3, "1.000"},
		{1e-300, 3, "0.000"},
		{0.9996, 3, "1.000"},
		{123456.789, 2, "123456.79"},
		{1e15, 1, "1000000000000000.0"},
	} {
		if got := FormatNumber(c.value, c.digits); got != c.want {
			t.Errorf("FormatNumber(%v, %d) = %q, want %q", c.value, c.digits, got, c.want)
		}
	}
}

func TestFormatOthers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{FormatSigned(0.012, 3), "+0.012"},
		{FormatSigned(-0.034, 3), "−0.034"},
		{FormatSigned(0.0004, 3), "0.000"},
		{FormatSigned(-0.0004, 3), "0.000"},
		{FormatPercent(0.034, 1), "3.4%"},
		{FormatPercent(-0.0345, 1), "−3.5%"},
		{FormatPercent(-0.0004, 1), "0.0%"},
		{FormatPercent(0.565, 0), "57%"},
		{FormatPercent(1, 0), "100%"},
		{FormatSignedPercent(0.002, 1), "+0.2%"},
		{FormatSignedPercent(-0.034, 1), "−3.4%"},
		{FormatSignedPercent(0, 1), "0.0%"},
		{FormatRange(0.3171, 0.4236, 3), "[0.317, 0.424]"},
		{FormatRange(-0.01, 0.02, 2), "[−0.01, 0.02]"},
		{FormatSignedRange(-0.01, 0.02, 2), "[−0.01, +0.02]"},
		{FormatInteger(0), "0"},
		{FormatInteger(9999), "9999"},
		{FormatInteger(10000), "10,000"},
		{FormatInteger(1234567), "1,234,567"},
		{FormatInteger(-9999), "−9999"},
		{FormatInteger(-100000), "−100,000"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestFormatP(t *testing.T) {
	for _, c := range []struct {
		p, alpha float64
		want     string
	}{
		{1, .05, "1.000"},
		{.9999, .05, "1.000"},
		{.0123, .05, "0.012"},
		{.05, .05, "0.050"}, // equal to alpha, and printed so: significant, as p ≤ alpha says
		{.0496, .05, "0.0496"},
		{.0504, .05, "0.0504"},
		{.04995, .05, "0.04995"},
		{.0499999, .05, "0.0499999"},
		{.0500001, .05, "0.0500001"},
		{math.Nextafter(.05, 0), .05, "0.049999999999999996"},
		{math.Nextafter(.05, 1), .05, "0.05000000000000001"},
		{.0494, .05, "0.049"},
		{.0506, .05, "0.051"},
		{.0996, .1, "0.0996"},
		{.001, .05, "0.001"},
		{.0014, .05, "0.001"},
		{.00099999, .05, "<0.001"},
		{1e-300, .05, "<0.001"},
		{5e-324, .05, "<0.001"},
		{.0007, .0005, "0.0007"}, // "<0.001" would not tell
		{.0003, .0005, "0.0003"},
		{.00003, .0005, "<0.0001"},
		{1e-300, .0005, "<0.0001"},
		{.00104, .001, "0.00104"},
		{.0496, 0, "0.050"}, // no verdict
		{.0001, 0, "<0.001"},
	} {
		if got := FormatP(c.p, c.alpha); got != c.want {
			t.Errorf("FormatP(%v, %v) = %q, want %q", c.p, c.alpha, got, c.want)
		}
	}
}

// What is printed leads to the same verdict as p itself, and is p, rounded.
func TestFormatPVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alpha := rapid.SampledFrom([]float64{.1, .05, .01, .001, .0005, .05 / 28, 1e-6}).Draw(t, "alpha")
		p := rapid.OneOf(
			rapid.Float64Range(1e-320, 1),
			rapid.Map(rapid.Float64Range(-1e-3, 1e-3), func(e float64) float64 { return alpha * (1 + e) }),
			rapid.Map(rapid.Float64Range(-300, 0), func(e float64) float64 { return math.Pow(10, e) }),
		).Draw(t, "p")
		s := FormatP(p, alpha)
		bound, less := strings.CutPrefix(s, "<")
		v, err := strconv.ParseFloat(bound, 64)
		switch {
		case err != nil:
			t.Fatal(err)
		case less && (p >= v || p > alpha || v > alpha):
			t.Fatalf("FormatP(%v, %v) = %q", p, alpha, s)
		case !less && cmp.Compare(v, alpha) != cmp.Compare(p, alpha):
			t.Fatalf("FormatP(%v, %v) = %q: the other side of alpha", p, alpha, s)
		case !less && math.Abs(v-p) > .00050001:
			t.Fatalf("FormatP(%v, %v) = %q", p, alpha, s)
		}
	})
}

// A printed number is within half a unit of its last place, and no other sign than a minus that means something.
func TestFormatNumberNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1000, 1000).Draw(t, "v")
		digits := rapid.IntRange(0, 8).Draw(t, "digits")
		s := FormatNumber(v, digits)
		got, err := strconv.ParseFloat(strings.Replace(s, minus, "-", 1), 64)
		if err != nil {
			t.Fatal(err)
		}
		if half := .5 * math.Pow10(-digits); math.Abs(got-v) > half+1e-8*math.Abs(v) {
			t.Fatalf("FormatNumber(%v, %d) = %q", v, digits, s)
		}
		if strings.HasPrefix(s, minus) != (got < 0) {
			t.Fatalf("FormatNumber(%v, %d) = %q", v, digits, s)
		}
	})
}

func TestNumbersInPlace(t *testing.T) {
	for _, c := range []struct {
		text        Text
		cell, prose string
	}{
		{Integer(100000), "100000", "100,000"},
		{Integer(-3), "−3", "−3"},
		{PValue{Value: .012, Alpha: .05}, "0.012", "0.012"},
		{PValue{Value: .012, Alpha: .05, Relation: true}, "= 0.012", "= 0.012"},
		{PValue{Value: 1e-9, Alpha: .05, Relation: true}, "< 0.001", "< 0.001"},
		{Range{Lo: -.01, Hi: .02, Digits: 2, Signed: true}, "[−0.01, +0.02]", "[−0.01, +0.02]"},
		{Percent{Value: .05, Digits: 1, Sign: true}, "+5.0%", "+5.0%"},
	} {
		cell, _ := number(c.text, true)
		prose, _ := number(c.text, false)
		if cell != c.cell || prose != c.prose {
			t.Errorf("%#v is %q in a cell and %q in prose, want %q and %q", c.text, cell, prose, c.cell, c.prose)
		}
	}
}

func BenchmarkFormatNumber(b *testing.B) {
	for b.Loop() {
		FormatNumber(0.3704912, 3)
	}
}
