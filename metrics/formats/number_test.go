package formats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Every number must be the one that strconv, which rounds correctly, makes of it.
func TestParseFloatRoundsAsStrconv(t *testing.T) {
	texts := []string{"0", "-0", "1", "+1", ".5", "5.", "-7", "00012.500", "1e22", "1e23", "1e-22", "1e-23", "9007199254740991", "9007199254740993",
		"123456789012345678901234567890", "0.000000000000000000000000000001", "18446744073709551615", "18446744073709551616", "1844674407370955160.9",
		"1e-400", "-1e-400", "5e-324", "1.7976931348623157e308", "0.1e1", "1E+3", "8.5e-007", "1" + strings.Repeat("0", 400) + "e-400"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		f := math.Float64frombits(rng.Uint64())
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		texts = append(texts, strconv.FormatFloat(f, 'g', -1, 64), strconv.FormatFloat(rng.Float64()*100, 'f', rng.IntN(20), 64),
			fmt.Sprintf("%d.%de%d", rng.Uint64(), rng.IntN(1000), rng.IntN(60)-30))
	}
	for _, s := range texts {
		want, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseFloat(s)
		if err != nil || math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%s: got %v, %v, want %v", s, got, err, want)
		}
	}
}

func TestParseFloatRefuses(t *testing.T) {
	for _, s := range []string{"", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e5.5", "1..2", "1.2.3", "1_000", "0x10", "nan", "-inf", "1,5", " 1", "1 ", "١"} {
		if got, err := parseFloat(s); err == nil {
			t.Errorf("%q: got %v, want an error", s, got)
		}
	}
}

func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1.5", "-1e-5", "18446744073709551616", "0x1p3", "1_0", "nan"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := parseFloat(s)
		want, wantErr := strconv.ParseFloat(s, 64)
		if err != nil {
			return // strconv takes more: hexadecimal, NaN, infinities
		}
		if wantErr != nil || math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q: got %v, strconv says %v, %v", s, got, want, wantErr)
		}
	})
}
