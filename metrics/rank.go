package metrics

import (
	"cmp"
	"slices"
)

// Rank sorts docs in place as trec_eval 10 does: greater score first, equal scores by document identifier descending,
// compared as bytes. Neither the rank column nor the order of lines plays a part; −0 equals 0. A document that occurs
// twice with one score, which no reader lets through, is ordered by line.
func Rank(docs []Scored) {
	slices.SortFunc(docs, compareScored)
}

// Ranked returns docs as [Rank] would order them: docs itself if it is in order, else a sorted copy.
func Ranked(docs []Scored) []Scored {
	for i := 1; i < len(docs); i++ {
		if docs[i-1].Score <= docs[i].Score && compareScored(docs[i-1], docs[i]) > 0 {
			docs = slices.Clone(docs)
			Rank(docs)
			return docs
		}
	}
	return docs
}

func compareScored(a, b Scored) int {
	switch {
	case a.Score > b.Score:
		return -1
	case a.Score < b.Score:
		return 1
	}
	return cmp.Or(cmp.Compare(b.Doc, a.Doc), cmp.Compare(a.Line, b.Line))
}
