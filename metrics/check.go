package metrics

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// CheckRun says what is odd about a run although it can be scored:
//
//   - rank-contradicts-score: in some topics the rank column has another order than the scores, which decide;
//   - tied-scores: more than half of all documents share their score with another document of their topic, so that the order
//     of identifiers decides;
//   - rounded-ids: identifiers look like numbers that a spreadsheet rounded, such as 1.2e+18;
//   - nothing-judged: the judgments have a line for none of the documents on judged topics, so that the identifiers are
//     probably those of another collection.
//
// The judgments may be nil; then the last cannot be told.
func CheckRun(r *Run, q Qrels) []Warning {
	var docs, tied, rounded, contradict, reversed, ordered int
	example := Doc("")
	for _, t := range slices.Sorted(maps.Keys(r.Topics)) {
		ranked := r.Ranked(t)
		docs += len(ranked)
		bad, back := false, false
		if r.Order != OrderRank { // then scores play no part
			tied += countTied(ranked)
			bad, back = compareRanks(ranked)
		}
		if len(ranked) > 1 {
			ordered++
		}
		if bad {
			contradict++
		}
		if back {
			reversed++
		}
		for i := range ranked {
			if looksRounded(ranked[i].Doc) {
				rounded++
				if example == "" {
					example = ranked[i].Doc
				}
			}
		}
	}
	var out []Warning
	warn := func(code, format string, args ...any) {
		out = append(out, Warning{code, fmt.Sprintf("run %q: ", r.Tag) + fmt.Sprintf(format, args...)})
	}
	if contradict > 0 {
		text := fmt.Sprintf("rank and score order disagree in %d of %d topics; scores decide", contradict, ordered)
		if reversed == ordered {
			text = fmt.Sprintf("rank and score order disagree in %d of %d topics and are exactly reversed; scores decide (they look like distances)", contradict, ordered)
		}
		warn("rank-contradicts-score", "%s", text)
	}
	if 2*tied > docs {
		ties := "identifiers"
		if r.Order == OrderScore {
			ties = "lines"
		}
		warn("tied-scores", "%d of %d documents share their score with another of their topic; the order of %s decides", tied, docs, ties)
	}
	if rounded > 0 {
		text := ""
		if q != nil {
			text = fmt.Sprintf("; %d of %d retrieved documents are judged", countJudged(r, q), docs)
		}
		look := "document identifiers look like floating-point numbers"
		if rounded == 1 {
			look = "document identifier looks like a floating-point number"
		}
		warn("rounded-ids", "%d %s, such as %q%s", rounded, look, example, text)
	}
	if n, ours, theirs := strangers(r, q); n > 0 {
		text := fmt.Sprintf("none of its %d documents on judged topics is in the judgments", n)
		if n == 1 {
			text = "its only document on judged topics is not in the judgments"
		}
		warn("nothing-judged", "%s; its identifiers are like %q, those judged like %q", text, ours, theirs)
	}
	return out
}

// strangers counts the documents on judged topics, and gives one of them and one of the judgments, if none of them is in
// the judgments; else it is 0.
func strangers(r *Run, q Qrels) (n int, ours, theirs Doc) {
	for t, docs := range r.Topics {
		judged, known := q[t]
		if !known {
			continue
		}
		n += len(docs)
		for i := range docs {
			if _, found := judged[docs[i].Doc]; found {
				return 0, "", ""
			}
		}
	}
	for _, t := range slices.Sorted(maps.Keys(r.Topics)) {
		if len(r.Topics[t]) > 0 && len(q[t]) > 0 {
			return n, r.Ranked(t)[0].Doc, slices.Min(slices.Collect(maps.Keys(q[t])))
		}
	}
	return 0, "", ""
}

// countTied counts the documents whose neighbour has the same score.
func countTied(ranked []Scored) int {
	n := 0
	for i := range ranked {
		if i > 0 && ranked[i-1].Score == ranked[i].Score || i+1 < len(ranked) && ranked[i+1].Score == ranked[i].Score {
			n++
		}
	}
	return n
}

// compareRanks says whether two documents with different scores are the other way round by the rank column, and whether
// all such pairs are. Equal ranks contradict nothing.
func compareRanks(ranked []Scored) (contradict, reversed bool) {
	agree := false
	var lo, hi int32 // least and greatest rank of the documents with a greater score
	for start := 0; start < len(ranked); {
		end, least, most := start, ranked[start].Rank, ranked[start].Rank
		for ; end < len(ranked) && ranked[end].Score == ranked[start].Score; end++ {
			least, most = min(least, ranked[end].Rank), max(most, ranked[end].Rank)
		}
		if start == 0 {
			lo, hi = least, most
		} else {
			contradict = contradict || least < hi
			agree = agree || most > lo
			lo, hi = min(lo, least), max(hi, most)
		}
		start = end
	}
	return contradict, contradict && !agree
}

// looksRounded tells "1.2e+18" and the like.
func looksRounded(d Doc) bool {
	s := string(d)
	i := strings.LastIndexByte(s, '+')
	if i < 2 || s[i-1] != 'e' && s[i-1] != 'E' || !allDigits(s[i+1:]) {
		return false
	}
	whole, fraction, _ := strings.Cut(s[:i-1], ".")
	return len(whole) == 1 && allDigits(whole) && (fraction == "" || allDigits(fraction))
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func countJudged(r *Run, q Qrels) int {
	n := 0
	for t, docs := range r.Topics {
		for i := range docs {
			if grade, ok := q[t][docs[i].Doc]; ok && grade >= 0 {
				n++
			}
		}
	}
	return n
}

// CheckQrels says what is odd about judgments although they can be used:
//
//   - negative-grades: how often each negative grade occurs; they count as pooled and not judged;
//   - no-relevant: topics where no document reaches the level, on which every run scores 0;
//   - all-relevant: every judged document reaches the level, as on a scale that starts at 1.
func CheckQrels(q Qrels, level int) []Warning {
	negative := make(map[Grade]int)
	var barren []string
	judged, allRelevant := 0, true
	for _, t := range slices.Sorted(maps.Keys(q)) {
		relevant := false
		for _, grade := range q[t] {
			if grade < 0 {
				negative[grade]++
				continue
			}
			judged++
			relevant = relevant || int(grade) >= level
			allRelevant = allRelevant && int(grade) >= level
		}
		if !relevant {
			barren = append(barren, fmt.Sprintf("%q", t))
		}
	}
	var out []Warning
	if len(negative) > 0 {
		var counts []string
		for _, grade := range slices.Backward(slices.Sorted(maps.Keys(negative))) {
			counts = append(counts, fmt.Sprintf("%d: %d", grade, negative[grade]))
		}
		out = append(out, Warning{"negative-grades", "negative grades count as pooled but not judged (" + strings.Join(counts, ", ") + ")"})
	}
	if barren != nil {
		out = append(out, Warning{"no-relevant", fmt.Sprintf("%d of %d topics %s no document of grade %d or more, so every run scores 0 there: %s",
			len(barren), len(q), map[bool]string{true: "has", false: "have"}[len(barren) == 1], level, some(barren, 10))})
	}
	if allRelevant && judged > 0 {
		text := fmt.Sprintf("all %d judged documents have grade %d or more, so none is non-relevant", judged, level)
		if judged == 1 {
			text = fmt.Sprintf("the one judged document has grade %d or more, so none is non-relevant", level)
		}
		out = append(out, Warning{"all-relevant", text})
	}
	return out
}

// some lists the first n names and says how many there are beyond.
func some(names []string, n int) string {
	if len(names) <= n {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:n], ", ") + fmt.Sprintf(" and %d more", len(names)-n)
}
