package pooling

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/stats/resample"
)

// HoleOptions say which holes to look at. The zero value takes those at every rank, on all judged topics.
type HoleOptions struct {
	Level   int             // least grade that is relevant; 0 means 1
	Depth   int             // holes below this rank of every run stay without a judgment; 0: there are none such
	Topics  []metrics.Topic // the topics to average over; nil: all judged topics. They must be judged
	Workers int             // 0 means GOMAXPROCS; never changes a result
}

// Holes joins runs and judgments for questions about what the judgments lack: which documents without a judgment each run
// retrieved, and what any judgment of them could do. It is safe for use by several goroutines at once.
type Holes struct {
	runs       []*metrics.Run
	topics     []holeTopic
	level, top float64
	opt        HoleOptions
}

// holeTopic is a judged topic. Documents that are retrieved without a judgment are numbered.
type holeTopic struct {
	name  metrics.Topic
	docs  []metrics.Doc // by number
	lists []listing     // of each run
	ideal []float64     // grades of the judged documents, decreasing
}

// listing is what a run retrieved: the grade at each rank, NaN at a hole; and the holes in the order of their numbers.
type listing struct {
	grades []float64
	holes  []rankedHole
}

type rankedHole struct{ number, rank int32 }

// FindHoles joins runs and judgments. It returns an error if there are no runs, no judgments or no topics, if two runs
// have one tag, or if a topic of opt.Topics is not judged. It panics if opt.Level or opt.Depth is negative.
func FindHoles(runs []*metrics.Run, q metrics.Qrels, opt HoleOptions) (*Holes, error) {
	if opt.Level < 0 || opt.Depth < 0 {
		panic(fmt.Sprintf("pooling: level %d, depth %d", opt.Level, opt.Depth))
	}
	p, err := Build(runs, q, Options{Depth: AllRanks, Level: opt.Level, Workers: opt.Workers})
	if err != nil {
		return nil, err
	}
	return p.Holes(opt)
}

// Holes is [FindHoles] of the runs of the pool, whose level and workers hold; those of opt are not read. The error is that
// of a topic that is not judged. It panics if opt.Depth is negative.
func (p *Pool) Holes(opt HoleOptions) (*Holes, error) {
	if opt.Depth < 0 {
		panic(fmt.Sprintf("pooling: depth %d", opt.Depth))
	}
	opt.Workers = p.workers
	chosen, err := p.chosen(opt.Topics)
	if err != nil {
		return nil, err
	}
	h := &Holes{runs: p.runs, level: p.level, top: p.top, opt: opt, topics: make([]holeTopic, len(chosen))}
	resample.Each(len(chosen), opt.Workers, func(i int) { h.topics[i] = p.topics[chosen[i]].numberHoles(p.runs) })
	return h, nil
}

// numberHoles numbers what the runs retrieved without a judgment, in the order of runs and ranks.
func (t *topic) numberHoles(runs []*metrics.Run) holeTopic {
	out := holeTopic{name: t.name, ideal: t.ideal, lists: make([]listing, len(runs))}
	numbers := make(map[metrics.Doc]int32)
	for r, run := range runs {
		ranked := run.Ranked(t.name)
		k := &out.lists[r]
		k.grades = make([]float64, len(ranked))
		for i := range ranked {
			k.grades[i] = t.gains[t.ranked[r][i]]
			if !math.IsNaN(k.grades[i]) {
				continue
			}
			n, known := numbers[ranked[i].Doc]
			if !known {
				n = int32(len(out.docs))
				numbers[ranked[i].Doc] = n
				out.docs = append(out.docs, ranked[i].Doc)
			}
			k.holes = append(k.holes, rankedHole{n, int32(i + 1)})
		}
		slices.SortFunc(k.holes, func(x, y rankedHole) int { return int(x.number - y.number) })
	}
	return out
}

// Run is the index of the run with a tag; −1 if there is none.
func (h *Holes) Run(tag metrics.Tag) int {
	return slices.IndexFunc(h.runs, func(r *metrics.Run) bool { return r.Tag == tag })
}

// Whose says which holes are filled for a pair. The zero value is [HolesOfBoth].
type Whose int

const (
	HolesOfBoth Whose = iota // those of either run
	HolesOfOne               // those of the first run only, as if just its documents were judged
	// HolesOfAll are those of all runs. What neither of the pair retrieved counts among the relevant documents of a topic,
	// which shrinks the difference there, and with it the weight of the topic.
	HolesOfAll
)

// none stands for a run that retrieves nothing.
const none = -1

// duel is that of two runs on one topic; b may be none.
func (h *Holes) duel(t *holeTopic, m metrics.Applied, fill metrics.Fill, a, b int, whose Whose) *duel {
	d := &duel{m: m, fill: fill, a: t.lists[a].grades, ideal: t.ideal, level: h.level, top: h.most()}
	var other []rankedHole
	if b != none {
		d.b, other = t.lists[b].grades, t.lists[b].holes
	}
	d.holes, _ = h.meet(t.lists[a].holes, other, whose)
	if whose == HolesOfAll {
		d.holes = append(d.holes, make([]hole, h.elsewhere(t, t.lists[a].holes, other))...)
	}
	return d
}

// most is the greatest grade that a hole can get: that of the collection, or, if nothing in it is relevant, the level.
func (h *Holes) most() float64 { return max(h.top, h.level) }

// meet joins the holes of two rankings that may be filled, in the order of their numbers.
func (h *Holes) meet(a, b []rankedHole, whose Whose) (holes []hole, numbers []int32) {
	inside := func(rank int32) bool { return rank > 0 && (h.opt.Depth == 0 || int(rank) <= h.opt.Depth) }
	for len(a) > 0 || len(b) > 0 {
		var x hole
		var n int32
		if len(a) > 0 && (len(b) == 0 || a[0].number <= b[0].number) {
			n, x.a = a[0].number, a[0].rank
			a = a[1:]
			if len(b) > 0 && b[0].number == n {
				x.b, b = b[0].rank, b[1:]
			}
		} else {
			n, x.b, b = b[0].number, b[0].rank, b[1:]
		}
		if inside(x.a) || whose != HolesOfOne && inside(x.b) {
			holes, numbers = append(holes, x), append(numbers, n)
		}
	}
	return holes, numbers
}

// elsewhere counts the holes of a topic that may be filled and that neither of two rankings fills.
func (h *Holes) elsewhere(t *holeTopic, a, b []rankedHole) int {
	open := make([]bool, len(t.docs))
	mark := func(holes []rankedHole, to bool) {
		for _, x := range holes {
			if h.opt.Depth == 0 || int(x.rank) <= h.opt.Depth {
				open[x.number] = to
			}
		}
	}
	for r := range t.lists {
		mark(t.lists[r].holes, true)
	}
	mark(a, false)
	mark(b, false)
	n := 0
	for _, yes := range open {
		if yes {
			n++
		}
	}
	return n
}

// ErrUnbounded says that no bounds over all labels are known for a measure.
var ErrUnbounded = errors.New("no bounds over the labels of unjudged documents are known for this measure")

// ErrTooManyHoles says that bounds are known, but would take too long to find.
var ErrTooManyHoles = errors.New("too many documents without a judgment to go through their numbers for this measure")

// filling is what bounds need to know of a measure.
func (h *Holes) filling(m metrics.Applied) (metrics.Fill, error) {
	if err := m.Check(h.top); err != nil {
		return metrics.Fill{}, err
	}
	fill, ok := m.Fill(h.top)
	if !ok {
		return fill, fmt.Errorf("%s: %w", m, ErrUnbounded)
	}
	return fill, nil
}

// Bounds are the least and the greatest mean score, or difference of mean scores, over every filling of the holes. Each
// hole gets a grade from 0 to the greatest in the collection, and what gets a relevant one counts among the relevant
// documents of its topic, also in the best order.
type Bounds struct {
	Now   float64 `json:"now"` // with holes as not relevant, which is the official score
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
	Exact bool    `json:"exact"` // both are reached by some filling; else Lo is too low or Hi too high, if anything
}

// Single gives the bounds of the mean score of a run over every filling of its own holes. They are exact. An error has
// [ErrUnbounded] inside, or is that of the measure's check.
func (h *Holes) Single(m metrics.Applied, run int) (Bounds, error) {
	p, err := h.Pair(m, run, none, HolesOfBoth)
	if err != nil {
		return Bounds{}, err
	}
	return p.Bounds, nil
}
