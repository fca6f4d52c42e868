package metrics

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"sigrel/stats/resample"
)

// Fusion makes one run out of several. Each run gives points to the documents of a topic, and the fused score of a
// document is their sum. An entry reads as a filled-in form; [Fusions] lists them.
type Fusion struct {
	Name   string        // as on the command line: "combsum"
	Title  string        // in words: "sum of normalized scores"
	Doc    string        // definition, in plain sentences; says what a run gives to a document that it lacks
	Cite   string        // key of the bibliography
	Params []FusionParam // what may be set

	// Points is what one run gives to the documents of a topic: own to those it retrieved, which come best first, and
	// other to each further document of the union of all runs, which has union documents. All are finite, and not
	// negative. It is called as well for a run that does not answer the topic.
	Points func(ranked []Scored, union int, k float64) (own []float64, other float64)
	// TimesRuns says that the sum is multiplied by the number of runs that retrieved the document.
	TimesRuns bool
}

// FusionParam is a parameter of a fusion: a field of [FuseOptions], in small letters.
type FusionParam struct {
	Name, Doc string
	Default   float64
}

// FuseOptions says how to fuse. [Fusion.Defaults] are the usual ones.
type FuseOptions struct {
	K       float64 // the parameter k, from 0 to 1e9; 0 means 0; fusions without that parameter do not look at it
	Limit   int     // documents kept of each topic, best first; 0: all
	Workers int     // 0 means GOMAXPROCS; never changes a result
}

// fusions is the list, in the order of help: a new fusion is one line here.
var fusions = []*Fusion{
	combSum,
	combMNZ,
	reciprocalRank,
	inverseSquareRank,
	bordaCount,
}

// Fusions lists every fusion there is, in the order of help.
func Fusions() []*Fusion { return slices.Clone(fusions) }

// FindFusion finds a fusion by its name; the error lists the names there are.
func FindFusion(name string) (*Fusion, error) {
	var names []string
	for _, f := range fusions {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return nil, fmt.Errorf("unknown fusion %q: want one of %s", name, strings.Join(names, ", "))
}

// Defaults are the options in which every parameter of f has its default.
func (f *Fusion) Defaults() FuseOptions {
	var opt FuseOptions
	for _, p := range f.Params {
		if p.Name == "k" {
			opt.K = p.Default
		}
	}
	return opt
}

// Fuse makes the run called tag. It has the topics of all runs, and of each topic the documents of all runs. The runs
// keep their order as each ranks it; the fused run has their [Order] too, and its scores, ranks (from 1) and lines fit
// it. The line of a document is the smallest that it has in a run, so that under [OrderScore] and [OrderRank] equal
// scores go by line, and equal lines by identifier ascending as bytes. The fused run counts as one that did not
// contribute to the pool.
//
// The points of a document are sorted before they are summed, and the sum is rounded to 12 digits (see [Snap]): neither
// the order of the runs nor a rounding error decides between two documents.
//
// It returns an error if there are no runs, if their orders differ, if an option is out of range, if a document occurs
// twice in a ranking, and if a score is NaN or infinite ([ErrNotFinite] inside); all such places are named. Runs may
// share a tag, and a run may be given more than once.
func (f *Fusion) Fuse(runs []*Run, tag Tag, opt FuseOptions) (*Run, error) {
	if err := checkFuse(runs, opt); err != nil {
		return nil, err
	}
	topics := fuseTopics(runs)
	lists, errs := make([][]Scored, len(topics)), make([]error, len(topics))
	resample.Each(len(topics), opt.Workers, func(i int) {
		lists[i], errs[i] = f.fuseTopic(runs, topics[i], opt)
	})
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	fused := &Run{Tag: tag, Unpooled: true, Order: runs[0].Order, Topics: make(map[Topic][]Scored, len(topics))}
	for i, t := range topics {
		fused.Topics[t] = lists[i]
	}
	return fused, nil
}

// maxFuseK keeps 1/(k + rank) distinct for each rank, far above rounding.
const maxFuseK = 1e9

func checkFuse(runs []*Run, opt FuseOptions) error {
	var errs []error
	if len(runs) == 0 {
		errs = append(errs, errors.New("no runs to fuse"))
	}
	if !(opt.K >= 0 && opt.K <= maxFuseK) {
		errs = append(errs, fmt.Errorf("k %v: want a number from 0 to %g", opt.K, maxFuseK))
	}
	if opt.Limit < 0 {
		errs = append(errs, fmt.Errorf("limit %d: want 0 for all documents, or more", opt.Limit))
	}
	for _, r := range runs {
		if first := runs[0]; r.Order != first.Order {
			errs = append(errs, fmt.Errorf("%srun %q has order %q, run %q has %q: want one order in all runs",
				r.in(), r.Tag, r.Order, first.Tag, first.Order))
		}
	}
	return errors.Join(errs...)
}

// fuseTopics lists the topics for which a run retrieved something, in byte order.
func fuseTopics(runs []*Run) []Topic {
	all := make(map[Topic]bool)
	for _, r := range runs {
		for t, docs := range r.Topics {
			if len(docs) > 0 {
				all[t] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

func (f *Fusion) fuseTopic(runs []*Run, t Topic, opt FuseOptions) ([]Scored, error) {
	docs, at, err := fuseUnion(runs, t)
	if err != nil {
		return nil, err
	}
	points := make([][]float64, len(docs)) // of each document, from the runs that retrieved it
	var others []float64                   // what each run gives to all documents
	for _, r := range runs {
		ranked := r.Ranked(t)
		own, other := f.Points(ranked, len(docs), opt.K)
		for i := range ranked {
			d := at[ranked[i].Doc]
			points[d] = append(points[d], own[i]-other)
		}
		others = append(others, other)
	}
	base := sortedSum(others)
	for i := range docs {
		score := base + sortedSum(points[i])
		if f.TimesRuns {
			score *= float64(len(points[i]))
		}
		docs[i].Score = Snap(score)
	}
	return rankFused(docs, runs[0].Order, opt.Limit), nil
}

// fuseUnion lists the documents that runs retrieved for topic t, each with its smallest line, and says where in the list
// each is. Its errors are those of the runs.
func fuseUnion(runs []*Run, t Topic) (docs []Scored, at map[Doc]int, err error) {
	at = make(map[Doc]int)
	var last []int // the run in which each document was seen last
	var errs []error
	for r, run := range runs {
		for _, s := range run.Topics[t] {
			if math.IsNaN(s.Score) || math.IsInf(s.Score, 0) {
				errs = append(errs, fmt.Errorf("%srun %q, topic %q, document %q: score %v: %w", run.in(), run.Tag, t, s.Doc, s.Score, ErrNotFinite))
			}
			i, seen := at[s.Doc]
			switch {
			case !seen:
				at[s.Doc] = len(docs)
				docs, last = append(docs, Scored{Doc: s.Doc, Line: s.Line}), append(last, r)
			case last[i] == r:
				errs = append(errs, fmt.Errorf("%srun %q, topic %q: document %q occurs twice", run.in(), run.Tag, t, s.Doc))
			default:
				docs[i].Line, last[i] = min(docs[i].Line, s.Line), r
			}
		}
	}
	return docs, at, errors.Join(errs...)
}

// rankFused sorts docs, numbers them from 1 and keeps the first limit.
func rankFused(docs []Scored, order Order, limit int) []Scored {
	by := order
	if by == OrderRank {
		by = OrderScore // ranks are given below
	}
	slices.SortFunc(docs, func(a, b Scored) int {
		if c := by.Compare(a, b); c != 0 {
			return c
		}
		return cmp.Compare(a.Doc, b.Doc)
	})
	for i := range docs {
		docs[i].Rank = int32(i + 1)
	}
	if limit > 0 && limit < len(docs) {
		docs = slices.Clone(docs[:limit]) // lets go of the rest
	}
	return docs
}

// sortedSum sorts x and sums it, so that the sum does not depend on the order in which x came.
func sortedSum(x []float64) float64 {
	slices.Sort(x)
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum
}
