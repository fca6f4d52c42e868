package metrics

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Order says in which order the documents of a topic are ranked. It is a [Run]'s own, since shared tasks differ in it.
type Order int

// The orders. In all that look at scores, −0 equals 0.
const (
	OrderTrecEval Order = iota // score descending, equal scores by document identifier descending as bytes (trec_eval 10)
	OrderScore                 // score descending, equal scores in the order of lines: a stable sort
	OrderRank                  // rank column ascending, equal ranks in the order of lines; scores play no part
	OrderFloat32               // as OrderTrecEval, scores rounded to 32 bits first (trec_eval 9)
)

var orderNames = [...]string{OrderTrecEval: "trec_eval", OrderScore: "score", OrderRank: "rank", OrderFloat32: "trec_eval9"}

// String is the name used on the command line.
func (o Order) String() string { return orderNames[o] }

// MarshalText gives the name of o.
func (o Order) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads a name; the error lists the names there are.
func (o *Order) UnmarshalText(text []byte) error {
	for i, name := range orderNames {
		if name == string(text) {
			*o = Order(i)
			return nil
		}
	}
	return fmt.Errorf("order %q: want one of %s", text, strings.Join(orderNames[:], ", "))
}

// Rank sorts docs in place. A document that occurs twice with one score, which no reader lets through, is ordered by line.
func (o Order) Rank(docs []Scored) { slices.SortFunc(docs, o.Compare) }

// Ranked returns docs as Rank would order them: docs itself if it is in order, else a sorted copy.
func (o Order) Ranked(docs []Scored) []Scored {
	for i := 1; i < len(docs); i++ {
		if o.Compare(docs[i-1], docs[i]) > 0 {
			docs = slices.Clone(docs)
			o.Rank(docs)
			return docs
		}
	}
	return docs
}

// Ranked holds the documents of topic t as r orders them, best first. Do not change them: they may be those of r.
func (r *Run) Ranked(t Topic) []Scored { return r.Order.Ranked(r.Topics[t]) }

// Compare is negative if a stands above b.
func (o Order) Compare(a, b Scored) int {
	switch o {
	case OrderRank:
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Line, b.Line))
	case OrderFloat32:
		a.Score, b.Score = float64(float32(a.Score)), float64(float32(b.Score))
	}
	switch {
	case a.Score > b.Score:
		return -1
	case a.Score < b.Score:
		return 1
	case o == OrderScore:
		return cmp.Compare(a.Line, b.Line)
	}
	return cmp.Or(cmp.Compare(b.Doc, a.Doc), cmp.Compare(a.Line, b.Line))
}
