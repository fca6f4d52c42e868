package tasks

import (
	"fmt"
	"strconv"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// ctLabels reads the labels of a gold file.
type ctLabels struct {
	*rankingFile
	odd int // labels other than 0 and 1
}

// label reads field i as a label: whole numbers, of which only 1 is relevant.
func (f *ctLabels) label(n, i int) (metrics.Grade, bool) {
	label, ok := f.whole(n, i)
	if label != 0 && label != 1 {
		f.odd++
	}
	if label == 1 {
		return 1, ok
	}
	return 0, ok
}

// end warns of odd labels.
func (f *ctLabels) end() {
	if f.odd > 0 {
		f.warn("odd-labels", "%s other than 0 and 1; only 1 is relevant", rankingCount(f.odd, "label"))
	}
}

// whole reads field i as a whole number.
func (f *rankingFile) whole(n, i int) (int, bool) {
	v, err := strconv.Atoi(strings.TrimSpace(f.fields[i]))
	if err != nil {
		f.bad(n, f.starts[i], "%w: %s %q, want a whole number", formats.ErrNumber, strings.Fields(f.names)[i], f.fields[i])
		return 0, false
	}
	return v, true
}

// ctRanks is the number of ranks that the original scorers look at. They stop where a topic has fewer documents.
const ctRanks = 50

// short notes a topic with fewer documents. It is a problem where all that the original refuses is one.
func (l *rankingLoad) short(f *rankingFile, topic metrics.Topic, docs int) {
	switch {
	case docs >= ctRanks || len(f.problems.List) > 0:
	case l.opt.Strict:
		f.bad(0, 0, "%w: topic %s has %s; the original scorer wants %d", formats.ErrRule, formats.Show(topic), rankingCount(docs, "document"), ctRanks)
	default:
		l.few = append(l.few, topic)
	}
}

// warnShort warns of such topics, once for all gold files.
func (l *rankingLoad) warnShort() {
	if l.few == nil || !l.judged() {
		return
	}
	const here = "here P@k is hits divided by k all the same"
	text := fmt.Sprintf("%d of %d topics have fewer than the %d documents that the original scorer wants, %s: %s", len(l.few), len(l.sub.Qrels), ctRanks, here, rankingSome(l.few))
	if len(l.few) == 1 {
		text = fmt.Sprintf("topic %s has %s; the original scorer wants %d, %s", formats.Show(l.few[0]), rankingCount(len(l.sub.Qrels[l.few[0]]), "document"), ctRanks, here)
	}
	if len(l.in.Gold) == 1 {
		text = formats.Pos{File: l.in.Gold[0]}.String() + ": " + text
	}
	l.sub.Warnings = append(l.sub.Warnings, metrics.Warning{Code: "short-topic", Text: text})
}
