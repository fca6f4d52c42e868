package metrics

import (
	"cmp"
	"maps"
	"slices"
)

// JudgedByBoth returns the grades that a and b give to the documents that both judged; a negative grade is no judgment. A
// topic with no such document is in neither. Scores under the two differ by what the judges think, not by what they saw.
func JudgedByBoth(a, b Qrels) (fromA, fromB Qrels) {
	fromA, fromB = make(Qrels), make(Qrels)
	for t, docs := range a {
		for d, grade := range docs {
			other, ok := b[t][d]
			if !ok || grade < 0 || other < 0 {
				continue
			}
			if fromA[t] == nil {
				fromA[t], fromB[t] = make(map[Doc]Grade), make(map[Doc]Grade)
			}
			fromA[t][d], fromB[t][d] = grade, other
		}
	}
	return fromA, fromB
}

// FillHoles returns a on its own topics, with the grades of b for the documents that a did not judge. A negative grade of
// a is no judgment and is filled too; where b has none either it stays.
func FillHoles(a, b Qrels) Qrels {
	out := make(Qrels, len(a))
	for t, docs := range a {
		filled := maps.Clone(docs)
		if filled == nil {
			filled = make(map[Doc]Grade)
		}
		for d, grade := range b[t] {
			if own, ok := filled[d]; grade >= 0 && (!ok || own < 0) {
				filled[d] = grade
			}
		}
		out[t] = filled
	}
	return out
}

// RerankBy returns a copy of r whose first k documents of each topic are in the order of their grades in q, the highest
// first; those of one grade keep their order, and an unjudged document counts as grade 0. It is what a run could do that
// knows the judgments of the documents that it found. k of 0 means all documents.
func RerankBy(r *Run, q Qrels, k int) *Run {
	out := *r
	out.Order = OrderTrecEval
	out.Topics = make(map[Topic][]Scored, len(r.Topics))
	for t := range r.Topics {
		docs := slices.Clone(r.Ranked(t))
		head := docs
		if k > 0 {
			head = docs[:min(k, len(docs))]
		}
		slices.SortStableFunc(head, func(a, b Scored) int {
			return cmp.Compare(max(q[t][b.Doc], 0), max(q[t][a.Doc], 0))
		})
		out.Topics[t] = rescored(docs)
	}
	return &out
}

// IdealRun ranks the documents that q judges by their grades, the highest first, and those of one grade by less, which
// must order any two documents of a topic. It is q's judge as a system.
func IdealRun(tag Tag, q Qrels, less func(t Topic, a, b Doc) int) *Run {
	r := &Run{Tag: tag, Topics: make(map[Topic][]Scored, len(q))}
	for t, grades := range q {
		var docs []Scored
		for _, d := range slices.Sorted(maps.Keys(grades)) {
			if grades[d] >= 0 {
				docs = append(docs, Scored{Doc: d})
			}
		}
		slices.SortStableFunc(docs, func(a, b Scored) int {
			return cmp.Or(cmp.Compare(grades[b.Doc], grades[a.Doc]), less(t, a.Doc, b.Doc))
		})
		r.Topics[t] = rescored(docs)
	}
	return r
}

// rescored gives the documents, in their order, scores that rank them so.
func rescored(docs []Scored) []Scored {
	for i := range docs {
		docs[i].Score, docs[i].Rank, docs[i].Line = float64(len(docs)-i), int32(i+1), int32(i+1)
	}
	return docs
}
