package metrics

import (
	"errors"
	"math"
)

var (
	worths     = Param{Name: "worth", Doc: "four numbers, as 1,-1,0,0: what each relevant retrieved, other retrieved, relevant missed and other missed document is worth", Default: []float64{1, -1, 0, 0}, kind: list(4, decimal(-greatestArg, greatestArg))}
	collection = Param{Name: "N", Doc: "documents in the collection", kind: whole(1, maxCollection)}
)

// maxCollection is the greatest number of documents that a float64 counts one by one.
const maxCollection = 1 << 53

var utility = &Measure{
	Name: "utility", Trec: "utility",
	Title: "utility",
	Doc: "The sum of the worths of all documents of the collection, which are 1 for a relevant document retrieved, −1 for another one " +
		"retrieved and 0 for those not retrieved, unless given. The fourth worth needs the number N of documents in the collection.",
	Params: []Param{relLevel, worths, collection},
	Lo:     math.Inf(-1), Hi: math.Inf(1),
	Score: func(j Judged, a Args) float64 {
		w, n := a.values(worths), 0.0
		if a.has(collection) {
			n = a.number(collection)
		}
		retrieved, relevant, found := float64(len(j.Gains)), float64(j.R()), float64(j.relevant(len(j.Gains)))
		sum := float64(w[0]*found) + float64(w[1]*(retrieved-found))
		sum += float64(w[2] * (relevant - found))
		return sum + float64(w[3]*(n-retrieved-relevant+found))
	},
	Check: func(_ float64, a Args) error {
		if a.values(worths)[3] != 0 && !a.has(collection) {
			return errors.New("the fourth worth is for documents of the collection that were not retrieved: want their number, --collection-size or N=")
		}
		return nil
	},
	TrecArgs: func(text string) string { return "worth=" + colons(text) },
}
