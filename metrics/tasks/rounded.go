package tasks

import (
	"cmp"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"sigrel/metrics/formats"
)

// Identifiers of tweets have 17 to 19 digits. A program that takes them for numbers of 64 bits keeps 15 to 17 of them, and
// writes them with an exponent or with other digits in place of the last: about half become those of other tweets, or of none.

// roundedAdvice is what to do about it.
const roundedAdvice = "(spreadsheet/float64?), want all of their digits: read and write them as text"

// roundedHint is why identifiers are not known.
const roundedHint = ": tweet ids look rounded " + roundedAdvice

// roundedText says how many identifiers look rounded: "3 of 5 tweet ids look rounded (…".
func roundedText(n, of int) string {
	switch {
	case of == 1:
		return "its only tweet id looks rounded " + roundedAdvice
	case n == 1:
		return fmt.Sprintf("1 of %d tweet ids looks rounded %s", of, roundedAdvice)
	}
	return fmt.Sprintf("%d of %d tweet ids look rounded %s", n, of, roundedAdvice)
}

// roundedNumber is an identifier as a number; not ok for one that is none or so short that nothing is lost.
func roundedNumber(id string) (v float64, ok bool) {
	if len(id) < 16 || len(id) > 25 || strings.Trim(id, "0123456789") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(id, 64)
	return v, err == nil
}

// roundedExponent tells 1.23e+18.
func roundedExponent(id string) bool {
	before, power, ok := strings.Cut(strings.ToLower(id), "e+")
	if !ok || power == "" || strings.Trim(power, "0123456789") != "" {
		return false
	}
	plain, _ := rankingNumber(before)
	return plain
}

// roundedLeast is the number of digits from which an identifier's look says something.
const roundedLeast = 17

// roundedForm is a way to write a number of 64 bits that had too many digits.
type roundedForm int

const (
	roundedExact roundedForm = iota // all digits of the number, as Python's int does: 1234567890123456768
	roundedShort                    // the digits that tell it from its neighbours, then zeros, as JavaScript does: 1234567890123456800
	roundedSheet                    // 15 digits, then zeros, as spreadsheets do: 1234567890123450000
	roundedForms
)

// has says whether an identifier that is a number is written so.
func (f roundedForm) has(id string) bool {
	v, ok := roundedNumber(id)
	switch {
	case !ok:
		return false
	case f == roundedSheet:
		return len(id) >= roundedLeast && strings.Trim(id[15:], "0") == ""
	case f == roundedShort:
		return strconv.FormatFloat(v, 'f', -1, 64) == id
	}
	return strconv.FormatFloat(v, 'f', 0, 64) == id
}

// roundedAny says whether an identifier is written in any of the forms.
func roundedAny(id string) bool {
	return roundedExact.has(id) || roundedShort.has(id) || roundedSheet.has(id)
}

// chance bounds the probability that the identifier of a tweet, of so many digits, is by itself written so.
//
// Of numbers with 19 digits a float64 holds one in 128 to 1024. But the last 12 of an identifier's 63 bits count the tweets
// of a millisecond, from 0, so that where they are 0 a float64 holds it, since 4096 divides it: 68 of the 140 of a test set of
// CheckThat! 2020 (19 digits), 243 of 303 in judgments of 2011 (17 digits). The bounds lie above these shares. Of multiples of
// 4096, one in 5^z ends in z zeros.
func (f roundedForm) chance(digits int) float64 {
	zeros := 0
	switch {
	case f == roundedSheet:
		zeros = digits - 15
	case f == roundedShort:
		zeros = digits - 17
	case digits >= 19:
		return .55
	default:
		return .85
	}
	p := 1.0
	for range zeros {
		p /= 5
	}
	return p
}

// Below these chances rounding is beyond doubt, or likely.
const (
	roundedSure   = 1e-6
	roundedLikely = 1e-2
)

// roundedFew are so few identifiers that chance explains anything.
const roundedFew = 3

// roundedLook is how identifiers look without others to compare them with.
type roundedLook struct {
	n, of  int     // how many look rounded, of how many
	chance float64 // a bound of the probability that they only look so
}

// lookRounded looks at identifiers, each given once. One with an exponent leaves no doubt; those in digits look rounded if
// all that have so many that something is lost are written in one of the forms.
func lookRounded[T ~string](ids []T) roundedLook {
	out := roundedLook{of: len(ids), chance: 1}
	for _, id := range ids {
		if roundedExponent(string(id)) {
			out.n++
		}
	}
	if out.n > 0 {
		out.chance = 0
		return out
	}
	for f := range roundedForms {
		if n, chance := roundedAlike(ids, f); chance < out.chance {
			out.n, out.chance = n, chance
		}
	}
	return out
}

// roundedAlike counts the identifiers of 17 digits and more, and bounds the chance that all of them are by themselves written
// in a form: 1 if one is not, or if there are few.
func roundedAlike[T ~string](ids []T, f roundedForm) (n int, chance float64) {
	chance = 1
	for _, id := range ids {
		if _, ok := roundedNumber(string(id)); !ok || len(id) < roundedLeast {
			continue
		}
		if !f.has(string(id)) {
			return 0, 1
		}
		n++
		chance *= f.chance(len(id))
	}
	if n < roundedFew {
		return n, 1
	}
	return n, chance
}

// knownIDs holds known identifiers by what becomes of them as numbers.
type knownIDs struct {
	floats map[float64]string
	sheets map[string]string // by 15 digits and the number of all digits
}

func newKnownIDs[T ~string](ids iter.Seq[T]) knownIDs {
	k := knownIDs{make(map[float64]string), make(map[string]string)}
	for id := range ids {
		v, ok := roundedNumber(string(id))
		if !ok {
			continue
		}
		k.floats[v] = lesser(k.floats[v], string(id))
		for _, key := range roundedKeys(string(id), v) {
			k.sheets[key] = lesser(k.sheets[key], string(id))
		}
	}
	return k
}

// lesser is the first of two identifiers, or the one that is not empty, so that the order of a map does not show.
func lesser(a, b string) string {
	if a == "" {
		return b
	}
	return min(a, b)
}

// roundedKeys are what spreadsheets keep of an identifier: its first 15 digits, cut off or rounded.
func roundedKeys(id string, v float64) [2]string {
	digits, _, _ := strings.Cut(strconv.FormatFloat(v, 'e', 14, 64), "e")
	length := "/" + strconv.Itoa(len(id))
	return [2]string{id[:15] + length, strings.Replace(digits, ".", "", 1) + length}
}

// find finds the known identifier that is the same number as one that is not known.
func (k knownIDs) find(id string) (known string, ok bool) {
	v, ok := roundedNumber(id)
	if !ok {
		return "", false
	}
	if known, ok = k.floats[v]; ok {
		return known, true
	}
	for _, key := range roundedKeys(id, v) {
		if known, ok = k.sheets[key]; ok && (roundedSheet.has(id) || roundedSheet.has(known)) {
			return known, true
		}
	}
	return "", false
}

// rounding is what identifiers that are not known have in common with those known.
type rounding struct {
	n         int    // how many are a known one as a number, or have an exponent
	printed   int    // how many are a known one that is itself written as if it had been a number
	id, known string // the first that is a known one, and that one
}

// rounded compares identifiers that are not known with the known ones.
func rounded[T ~string](k knownIDs, unknown []T) rounding {
	var out rounding
	for _, id := range unknown {
		if known, ok := k.find(string(id)); ok {
			if out.n++; out.id == "" {
				out.id, out.known = string(id), known
			}
			if roundedAny(known) {
				out.printed++
			}
		} else if roundedExponent(string(id)) {
			out.n++
		}
	}
	return out
}

// add puts together what was found in two topics.
func (r rounding) add(s rounding) rounding {
	return rounding{r.n + s.n, r.printed + s.printed, cmp.Or(r.id, s.id), cmp.Or(r.known, s.known)}
}

// many says that there are too many for chance.
func (r rounding) many() bool { return r.n >= roundedFew }

// ofGold says that it is the known identifiers that were rounded. Rounded and not, an identifier is one that is written as a
// number, and one that by chance only is.
func (r rounding) ofGold() bool { return r.many() && r.printed == r.n }

// goldText says of a gold file that its identifiers are rounded, and which file has them in full; of says how many that has.
func (r rounding) goldText(file, of string) string {
	return fmt.Sprintf("its tweet ids look rounded %s; of %s in %s it has %d only rounded, such as %s as %s", roundedAdvice, of,
		formats.Pos{File: file}, r.n, r.id, r.known)
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
