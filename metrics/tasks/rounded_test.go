package tasks

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestRoundedForms(t *testing.T) {
	for id, want := range map[string][roundedForms]bool{
		"1234567890123456789": {},
		"1234567890123456768": {roundedExact: true},
		"1234567890123456800": {roundedShort: true},
		"1234567890123450000": {roundedShort: true, roundedSheet: true}, // 15 digits are the fewest here
		"1234567890123440000": {roundedShort: true, roundedSheet: true},
		"1237125962871037952": {roundedExact: true}, // 4096 divides it
		"1000000000000000000": {true, true, true},
		"123456789012345000":  {false, true, true}, // in 16 digits there is nothing to cut off
		"540000000000000001":  {},
		"540000000000000128":  {roundedExact: true},
		"540000000000000100":  {roundedShort: true},
		"540000000000000130":  {},
		"28966304983556097":   {}, // between 2^54 and 2^55 every fourth number is held
		"28966304983556096":   {true, true, false},
		"1234567890123450":    {true, true, false}, // 16 digits of 16
		"12345":               {},
		"1.23e+18":            {},
		"":                    {},
		"claim-1":             {},
	} {
		for f := range roundedForms {
			if got := f.has(id); got != want[f] {
				t.Errorf("%q in form %d: %v", id, f, got)
			}
		}
	}
	for id, want := range map[string]bool{"1.23e+18": true, "1E+18": true, "9e+17": true, "1.23e18": false, "e+18": false, "1.2e+": false, "a1e+18": false, "12": false} {
		if got := roundedExponent(id); got != want {
			t.Errorf("%q with an exponent: %v", id, got)
		}
	}
}

// Identifiers with a count of 0 in the last 12 bits, as most have: the bounds hold for what zeros they end in.
func TestRoundedChance(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for digits, least := range map[int]uint64{17: 1e16, 18: 1e17, 19: 1e18} {
		const n = 200_000
		var hits [roundedForms]int
		for range n {
			id := fmt.Sprint((least + random.Uint64N(8*least)) &^ 4095)
			for f := range roundedForms {
				if f.has(id) && len(id) == digits {
					hits[f]++
				}
			}
		}
		for _, f := range []roundedForm{roundedShort, roundedSheet} {
			share := float64(hits[f]) / n
			if bound := f.chance(digits); share > bound*1.1+1e-4 {
				t.Errorf("%d digits, form %d: %v of the numbers, the bound is %v", digits, f, share, bound)
			}
		}
	}
	// The shares that are held by a float64, as counted in the files that the comment names.
	if roundedExact.chance(19) < 68./140 || roundedExact.chance(17) < 243./303 {
		t.Error("the bounds are below what was counted")
	}
}

// ids makes identifiers of so many different numbers from the first on, so far apart.
func ids(n int, first, step uint64) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(first + uint64(i)*step)
	}
	return out
}

func TestLookRounded(t *testing.T) {
	full := ids(30, 1234567890123456789, 1000003)
	for _, c := range []struct {
		name string
		ids  []string
		want string // sure, likely or nothing, and how many look so
	}{
		{"in full", full, "nothing"},
		{"none", nil, "nothing"},
		{"short ones", ids(50, 1000, 1000), "nothing"},
		{"names", []string{"a", "b", "c", "d"}, "nothing"},
		{"an exponent", append([]string{"1.2e+18"}, full...), "sure 1 of 31"},
		{"few in the digits of a float64", ids(7, 1<<60, 4096), "nothing"},
		{"some", ids(8, 1<<60, 4096), "likely 8 of 8"}, // .55^8 = .0084
		{"more", ids(23, 1<<60, 4096), "likely 23 of 23"},
		{"many", ids(24, 1<<60, 4096), "sure 24 of 24"},
		{"older ones", ids(28, 540000000000000000, 128), "nothing"}, // .85^28 = .0106
		{"more of them", ids(29, 540000000000000000, 128), "likely 29 of 29"},
		{"many of them", ids(86, 540000000000000000, 128), "sure 86 of 86"},
		{"all but one", append(ids(100, 1<<60, 4096), full[0]), "nothing"},
		{"with short ones", append(ids(24, 1<<60, 4096), "12", "x"), "sure 24 of 26"},
		{"two that end in zeros", []string{"1234567890123456800", "1234567890123457800"}, "nothing"},
		{"three", []string{"1234567890123456800", "1234567890123457800", "1234567890123458800"}, "likely 3 of 3"}, // 25^-3
		{"five", []string{"1237125962871038000", "9002816890185626000", "1234567890123456800", "1234567890123457800", "1234567890123458800"}, "sure 5 of 5"},
		{"three of a spreadsheet", ids(3, 1234567890123450000, 10000), "sure 3 of 3"}, // 625^-3
	} {
		look := lookRounded(c.ids)
		got := "nothing"
		switch {
		case look.chance < roundedSure:
			got = fmt.Sprintf("sure %d of %d", look.n, look.of)
		case look.chance < roundedLikely:
			got = fmt.Sprintf("likely %d of %d", look.n, look.of)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s (%v)", c.name, got, c.want, look)
		}
	}
}

// What a program makes of identifiers, by itself: the expected strings were written by Python, node and a spreadsheet's rule.
func TestRoundedPairs(t *testing.T) {
	full := []string{"1237125962871037953", "9002816890185625599", "540000000000000191", "1234567890123456789"}
	for name, made := range map[string][]string{
		"Python":      {"1237125962871037952", "9002816890185625600", "540000000000000192", "1234567890123456768"},
		"JavaScript":  {"1237125962871038000", "9002816890185626000", "540000000000000200", "1234567890123456800"},
		"cut off":     {"1237125962871030000", "9002816890185620000", "540000000000000000", "1234567890123450000"},
		"rounded off": {"1237125962871040000", "9002816890185630000", "540000000000000000", "1234567890123460000"},
	} {
		run := rounded(newKnownIDs(slices.Values(full)), made)
		if run.n != 4 || run.ofGold() || !run.many() {
			t.Errorf("%s, the run: %+v", name, run)
		}
		gold := rounded(newKnownIDs(slices.Values(made)), full)
		if gold.n != 4 || !gold.ofGold() || gold.id != full[0] || gold.known != made[0] {
			t.Errorf("%s, the gold: %+v", name, gold)
		}
		if two := rounded(newKnownIDs(slices.Values(made)), full[:2]); two.many() || two.ofGold() {
			t.Errorf("%s: two may be chance: %+v", name, two)
		}
	}
	others := []string{"1237125962871039000", "9002816890185625000", "7", "x", "540000000000000333"}
	if got := rounded(newKnownIDs(slices.Values(full)), others); got.n != 0 {
		t.Errorf("others: %+v", got)
	}
	exponents := rounded(newKnownIDs(slices.Values(full)), []string{"1.2e+18", "9e+18", "5.4E+17"})
	if !exponents.many() || exponents.ofGold() {
		t.Errorf("exponents: %+v", exponents)
	}
	sum := rounding{1, 1, "a", "b"}.add(rounding{2, 0, "c", "d"})
	if sum != (rounding{3, 1, "a", "b"}) || sum.ofGold() {
		t.Errorf("sum %+v", sum)
	}
}

func TestRoundedText(t *testing.T) {
	for _, c := range []struct {
		n, of int
		want  string
	}{
		{1, 1, "its only tweet id looks rounded "},
		{1, 5, "1 of 5 tweet ids looks rounded "},
		{5, 5, "5 of 5 tweet ids look rounded "},
	} {
		if got := roundedText(c.n, c.of); got != c.want+roundedAdvice {
			t.Errorf("got %s", got)
		}
	}
}

// Whatever the identifiers: nothing panics, a chance is one, and what is known is not found among others.
func FuzzRounded(f *testing.F) {
	f.Add("1237125962871037953 1237125962871037952", "1237125962871038000 1.2e+18 0000000000000000000")
	f.Add("99999999999999999999999999 99999999999999999", "100000000000000000 00000000000000001")
	f.Fuzz(func(t *testing.T, known, unknown string) {
		k, u := strings.Fields(known), strings.Fields(unknown)
		if look := lookRounded(u); !(look.chance >= 0 && look.chance <= 1) || look.n > look.of {
			t.Errorf("%+v", look)
		}
		found := rounded(newKnownIDs(slices.Values(k)), u)
		if found.n > len(u) || found.printed > found.n || found.known != "" && !slices.Contains(k, found.known) {
			t.Errorf("%+v", found)
		}
		if found.goldText("f", "x") == "" {
			t.Error("no text")
		}
	})
}
