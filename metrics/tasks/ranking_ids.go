package tasks

import (
	"fmt"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

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

// unknown complains of documents that the gold file does not have. The noun names one of them, the hint says why.
func (f *rankingFile) unknown(unknown []metrics.Scored, of int, noun, gold, hint string) {
	if len(unknown) == 0 {
		return
	}
	f.bad(int(unknown[0].Line), 0, "%w: %d of %s not in %s: %s%s", formats.ErrUnknown, len(unknown), rankingCount(of, noun), gold, rankingSome(rankingNames(unknown)), hint)
}

// rankingDocs are the identifiers of documents.
func rankingDocs(docs []metrics.Scored) []metrics.Doc {
	names := make([]metrics.Doc, len(docs))
	for i := range docs {
		names[i] = docs[i].Doc
	}
	return names
}

// rankingNames are the identifiers of documents, each once.
func rankingNames(docs []metrics.Scored) []metrics.Doc {
	seen := make(map[metrics.Doc]bool, len(docs))
	return slices.DeleteFunc(rankingDocs(docs), func(d metrics.Doc) bool {
		twice := seen[d]
		seen[d] = true
		return twice
	})
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
