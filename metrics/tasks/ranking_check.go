package tasks

import (
	"fmt"
	"maps"
	"slices"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// checkRun finds what is odd about a run although it could be read. What the rules of the task refuse is a problem where
// they are to be kept, else a warning:
//
//   - too-many-documents: topics have more than the limit;
//   - unknown-topics: topics are not in the gold file, and ignored;
//   - unknown-ids: documents are not in the gold file, although it has all that there are;
//   - rounded-ids: identifiers seem to have gone through a spreadsheet or a float64.
func (l *rankingLoad) checkRun(r *metrics.Run, out *rankingRead) {
	l.checkLimit(r, out)
	rounded := false
	if l.judged() {
		l.checkTopics(r, out)
		rounded = l.checkDocs(r, out)
	}
	for _, w := range metrics.CheckRun(r, l.sub.Qrels) {
		if w.Code != "rounded-ids" || !rounded {
			out.warnings = append(out.warnings, w)
		}
	}
}

// refuse adds a problem with a run, or a warning.
func (out *rankingRead) refuse(problem bool, r *metrics.Run, code string, err error) {
	if problem {
		out.problems.Add(formats.Pos{File: r.File}, err)
	} else {
		out.warnings = append(out.warnings, metrics.Warning{Code: code, Text: fmt.Sprintf("run %q: %v", r.Tag, err)})
	}
}

// checkLimit counts documents. Published runs that have too many can still be scored.
func (l *rankingLoad) checkLimit(r *metrics.Run, out *rankingRead) {
	if l.documents == 0 {
		return
	}
	for _, t := range slices.Sorted(maps.Keys(r.Topics)) {
		if n := len(r.Topics[t]); n > l.documents {
			out.refuse(l.opt.Strict || !l.in.HasGold(), r, "too-many-documents",
				fmt.Errorf("%w: topic %s has %d documents, want at most %d", formats.ErrRule, formats.Show(t), n, l.documents))
		}
	}
}

// checkTopics finds topics that the gold file does not have.
func (l *rankingLoad) checkTopics(r *metrics.Run, out *rankingRead) {
	var unknown []metrics.Topic
	for _, t := range slices.Sorted(maps.Keys(r.Topics)) {
		if _, ok := l.sub.Qrels[t]; !ok {
			unknown = append(unknown, t)
		}
	}
	if unknown != nil {
		out.refuse(l.opt.Strict, r, "unknown-topics",
			fmt.Errorf("%w: %d of %s not in the gold file, and not scored: %s", formats.ErrUnknown, len(unknown), rankingCount(len(r.Topics), "topic"), rankingSome(unknown)))
	}
}

// checkDocs finds documents that the gold file does not have, and says whether they look rounded.
func (l *rankingLoad) checkDocs(r *metrics.Run, out *rankingRead) bool {
	var unknown []metrics.Scored
	docs, rounded := 0, 0
	for _, t := range slices.Sorted(maps.Keys(r.Topics)) {
		if known, ok := l.sub.Qrels[t]; ok {
			here := rankingUnknown(r.Topics[t], known)
			unknown = append(unknown, here...)
			rounded += l.floats[t].rounded(here)
			docs += len(r.Topics[t])
		}
	}
	what := fmt.Sprintf("%d of %s not in the gold file: %s", len(unknown), rankingCount(docs, "document"), rankingSome(rankingNames(unknown)))
	switch {
	case rounded >= rankingManyRounded:
		out.refuse(l.opt.Strict, r, "rounded-ids", fmt.Errorf("%w: %s: %s", formats.ErrUnknown, what, rankingRounded))
	case l.sub.Complete && len(unknown) > 0:
		out.refuse(l.opt.Strict, r, "unknown-ids", fmt.Errorf("%w: %s", formats.ErrUnknown, what))
	}
	return rounded >= rankingManyRounded
}
