package tasks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// Identifiers of tweets have 19 digits. A program that takes them for numbers of 64 bits keeps 16 of them: about half of
// all identifiers become those of other tweets, or of none.

// rankingFloats is what identifiers become that way.
type rankingFloats map[float64]bool

func newRankingFloats(docs map[metrics.Doc]metrics.Grade) rankingFloats {
	out := make(rankingFloats)
	for d := range docs {
		if v, ok := rankingFloat(d); ok {
			out[v] = true
		}
	}
	return out
}

// rankingFloat is an identifier as a number; not ok for one that is none or so short that nothing is lost.
func rankingFloat(d metrics.Doc) (float64, bool) {
	if len(d) < 16 || len(d) > 25 || strings.Trim(string(d), "0123456789") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(string(d), 64)
	return v, err == nil
}

// rounded counts the unknown identifiers that seem to be those of known documents after a spreadsheet or the like: what
// they are as numbers is known, or they look like 1.23e+18.
func (floats rankingFloats) rounded(unknown []metrics.Scored) int {
	n := 0
	for _, d := range unknown {
		if v, ok := rankingFloat(d.Doc); ok && floats[v] || rankingExponent(d.Doc) {
			n++
		}
	}
	return n
}

// rankingManyRounded are too many to be chance.
const rankingManyRounded = 3

// rankingExponent tells 1.23e+18.
func rankingExponent(d metrics.Doc) bool {
	before, power, ok := strings.Cut(strings.ToLower(string(d)), "e+")
	if !ok || power == "" || strings.Trim(power, "0123456789") != "" {
		return false
	}
	plain, _ := rankingNumber(before)
	return plain
}

// rankingRounded is what to do about it.
const rankingRounded = "tweet ids look rounded (spreadsheet/float64?), want all of their digits: read and write them as text"

// rankingUnknown lists the documents that are not known, in the order of lines.
func rankingUnknown(docs []metrics.Scored, known map[metrics.Doc]metrics.Grade) []metrics.Scored {
	var out []metrics.Scored
	for _, d := range docs {
		if _, ok := known[d.Doc]; !ok {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(a, b metrics.Scored) int { return int(a.Line) - int(b.Line) })
	return out
}

// unknown complains of documents that the gold file does not have. The noun names one of them.
func (f *rankingFile) unknown(unknown []metrics.Scored, of int, noun, gold string, rounded bool) {
	if len(unknown) == 0 {
		return
	}
	hint := ""
	if rounded {
		hint = ": " + rankingRounded
	}
	f.bad(int(unknown[0].Line), 0, "%w: %d of %s not in %s: %s%s", formats.ErrUnknown, len(unknown), rankingCount(of, noun), gold, rankingSome(rankingNames(unknown)), hint)
}

// rankingNames are the identifiers of documents, each once.
func rankingNames(docs []metrics.Scored) []metrics.Doc {
	seen := make(map[metrics.Doc]bool, len(docs))
	var names []metrics.Doc
	for _, d := range docs {
		if !seen[d.Doc] {
			seen[d.Doc] = true
			names = append(names, d.Doc)
		}
	}
	return names
}

// missing complains of documents of the gold file, of which there are as many as given, that have no score.
func (f *rankingFile) missing(missing []metrics.Doc, of int, noun, gold string) {
	if len(missing) > 0 {
		f.bad(0, 0, "%w: %d of %s in %s: %s", formats.ErrMissing, len(missing), rankingCount(of, noun), gold, rankingSome(missing))
	}
}

// rankingSome lists the first five names and says how many more there are.
func rankingSome[T ~string](names []T) string {
	var out []string
	for _, name := range names[:min(5, len(names))] {
		out = append(out, formats.Show(name))
	}
	list := strings.Join(out, ", ")
	if more := len(names) - len(out); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}
