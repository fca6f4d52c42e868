package tasks

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// checkRun finds what is odd about a run although it could be read. What the rules of the task refuse is a problem where
// they are to be kept, else a warning:
//
//   - too-many-documents: topics have more than the limit;
//   - unknown-topics: topics are not in the gold file, and ignored;
//   - unknown-ids: documents are not in the gold file, although it has all that there are;
//   - rounded-ids: identifiers seem to have gone through a spreadsheet or a float64;
//   - short-runs: topics have fewer documents than the official measure looks at, and than there are.
func (l *rankingLoad) checkRun(r *metrics.Run, out *rankingRead) {
	l.checkLimit(r, out)
	rounded := false
	switch {
	case l.spoilt:
	case l.judged():
		topics, docs := l.checkTopics(r, out), l.checkDocs(r, out)
		rounded = topics || docs
		l.checkShort(r, out)
	case !l.in.HasGold():
		rounded = l.checkLook(r, out)
	}
	for _, w := range inFile(r.File, metrics.CheckRun(r, l.sub.Qrels)) {
		if w.Code != "rounded-ids" || !rounded {
			out.warnings = append(out.warnings, w)
		}
	}
}

// inFile puts the name of a file before what is said of its run: runs of several files may have one tag.
func inFile(file string, warnings []metrics.Warning) []metrics.Warning {
	for i, w := range warnings {
		if strings.HasPrefix(w.Text, "run ") {
			warnings[i].Text = formats.Pos{File: file}.String() + ": " + w.Text
		}
	}
	return warnings
}

// runName is "file: run "tag"", with which warnings of a run begin.
func runName(r *metrics.Run) string {
	return fmt.Sprintf("%s: run %q", formats.Pos{File: r.File}, r.Tag)
}

// refuse adds a problem with a run, or a warning.
func (out *rankingRead) refuse(problem bool, r *metrics.Run, code string, err error) {
	if problem {
		out.problems.Add(formats.Pos{File: r.File}, err)
	} else {
		out.warnings = append(out.warnings, metrics.Warning{Code: code, Text: fmt.Sprintf("%s: %v", runName(r), err)})
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

// checkTopics finds topics that the gold file does not have, and says whether they look rounded: of some tasks they are
// tweets.
func (l *rankingLoad) checkTopics(r *metrics.Run, out *rankingRead) bool {
	var unknown []metrics.Topic
	for _, t := range slices.Sorted(maps.Keys(r.Topics)) {
		if _, ok := l.sub.Qrels[t]; !ok {
			unknown = append(unknown, t)
		}
	}
	known := len(r.Topics) - len(unknown)
	err := fmt.Errorf("%w: %d of %s not in the gold file, and not scored: %s", formats.ErrUnknown, len(unknown), rankingCount(len(r.Topics), "topic"), rankingSome(unknown))
	switch found := rounded(l.topicIDs, unknown); {
	case found.ofGold():
		out.blame(r, found, rankingCount(len(r.Topics), "topic"), l.opt.Strict || known == 0)
		return true
	case found.many():
		out.refuse(l.opt.Strict || known == 0, r, "rounded-ids", fmt.Errorf("%w%s", err, roundedHint))
		return true
	case unknown == nil:
	case l.opt.Strict || known == len(l.sub.Qrels): // else they are named with those that the run leaves out
		out.refuse(l.opt.Strict, r, "unknown-topics", err)
	}
	return false
}

// checkDocs finds documents that the gold file does not have, and says whether they look rounded.
func (l *rankingLoad) checkDocs(r *metrics.Run, out *rankingRead) bool {
	var unknown []metrics.Scored
	var found rounding
	docs := 0
	for _, t := range slices.Sorted(maps.Keys(r.Topics)) {
		if known, ok := l.sub.Qrels[t]; ok {
			here := rankingUnknown(r.Topics[t], known)
			unknown = append(unknown, here...)
			found = found.add(rounded(l.docIDs[t], rankingDocs(here)))
			docs += len(r.Topics[t])
		}
	}
	err := fmt.Errorf("%w: %d of %s not in the gold file: %s", formats.ErrUnknown, len(unknown), rankingCount(docs, "document"), rankingSome(rankingNames(unknown)))
	switch {
	case found.ofGold():
		out.blame(r, found, rankingCount(docs, "document"), l.opt.Strict)
	case found.many():
		out.refuse(l.opt.Strict, r, "rounded-ids", fmt.Errorf("%w%s", err, roundedHint))
	case l.sub.Complete && len(unknown) > 0:
		out.refuse(l.opt.Strict, r, "unknown-ids", err)
	}
	return found.many()
}

// checkLook says whether identifiers look rounded where there is no gold to compare them with.
func (l *rankingLoad) checkLook(r *metrics.Run, out *rankingRead) bool {
	docs := make(map[metrics.Doc]bool)
	for _, list := range r.Topics {
		for i := range list {
			docs[list[i].Doc] = true
		}
	}
	found := false
	for _, look := range []roundedLook{lookRounded(slices.Collect(maps.Keys(r.Topics))), lookRounded(slices.Collect(maps.Keys(docs)))} {
		if look.chance < roundedLikely {
			out.refuse(look.chance < roundedSure, r, "rounded-ids", fmt.Errorf("%w: %s", formats.ErrRule, roundedText(look.n, look.of)))
			found = true
		}
	}
	return found
}

// checkShort finds topics with fewer documents than the official measure looks at, although there are more.
func (l *rankingLoad) checkShort(r *metrics.Run, out *rankingRead) {
	short, answered := 0, 0
	for t, known := range l.sub.Qrels {
		if n := len(r.Topics[t]); n > 0 {
			answered++
			if n < min(l.cutoff, len(known)) {
				short++
			}
		}
	}
	if short > 0 {
		out.warnings = append(out.warnings, metrics.Warning{Code: "short-runs", Text: fmt.Sprintf("%s lists fewer than %d tweets on %d of %s: P@%d cannot show its best",
			runName(r), l.cutoff, short, rankingCount(answered, "topic"), l.cutoff)})
	}
}
