package tasks

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// done ends: it makes the judge, and returns what was read even where there are problems.
func (l *rankingLoad) done() (*Submissions, error) {
	s := &l.sub
	level := max(1, l.opt.Level)
	s.Conventions = append(s.Conventions, Convention{"topics without a relevant document", l.skipEmpty(metrics.Grade(level))})
	if l.judged() {
		s.Gold = s.Qrels.Gold(level)
	}
	return s, inOrder(&l.problems)
}

// skipEmpty leaves out the topics without relevant documents, if asked to, and says what became of them.
func (l *rankingLoad) skipEmpty(level metrics.Grade) string {
	if !l.opt.SkipEmpty {
		return "score 0 and count in the mean"
	}
	kept := make(metrics.Qrels)
	for t, docs := range l.sub.Qrels {
		if slices.ContainsFunc(slices.Collect(maps.Values(docs)), func(g metrics.Grade) bool { return g >= level }) {
			kept[t] = docs
		}
	}
	for t := range l.sub.Qrels {
		if _, ok := kept[t]; !ok {
			for _, r := range l.sub.Runs {
				delete(r.Topics, t)
			}
		}
	}
	left := len(l.sub.Qrels) - len(kept)
	if l.judged() && len(kept) == 0 {
		l.problems.Add(formats.Pos{File: l.sub.Files[0].File}, errors.New("no topic has a relevant document, want one at least"))
	}
	l.sub.Qrels = kept
	return fmt.Sprintf("left out, of all means (%s)", rankingCount(left, "topic"))
}

// convention adds to the list of what another scorer may do differently.
func (l *rankingLoad) convention(what, how string) {
	l.sub.Conventions = append(l.sub.Conventions, Convention{what, how})
}

// ties says how documents are ordered.
func (l *rankingLoad) ties() {
	l.convention("order of documents", map[metrics.Order]string{
		metrics.OrderTrecEval: "score descending, equal scores by identifier, descending as bytes",
		metrics.OrderScore:    "score descending, equal scores in the order of lines",
		metrics.OrderRank:     "the column of ranks; scores play no part",
		metrics.OrderFloat32:  "score descending, rounded to 32 bits first, equal scores by identifier, descending as bytes",
	}[l.order])
}
