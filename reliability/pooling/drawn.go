package pooling

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"sigrel/metrics"
	"sigrel/stats/resample"
)

// DrawOptions say how labels of holes are drawn. The zero value draws 1000 sets of labels with seed 0, for 95 %.
type DrawOptions struct {
	Seed       uint64
	Replicates int     // 0 means 1000
	Confidence float64 // 0 means .95
}

// Drawn is the distribution of a run's mean score when labels are drawn for its holes.
type Drawn struct {
	Mean       float64 `json:"mean"`
	SD         float64 `json:"sd"`
	Lo         float64 `json:"lo"`
	Hi         float64 `json:"hi"`
	Confidence float64 `json:"confidence"`
	Replicates int     `json:"replicates"`
	Seed       uint64  `json:"seed"`
	Relevant   float64 `json:"relevant"` // expected number of relevant documents among the holes, mean over topics
}

// bandEnds are the last ranks of the bands in which documents are taken to be alike; the last band is open.
var bandEnds = []int{10, 20, 50, 100, 200, 500, 1000}

func bandOf(rank int32) int {
	b, _ := slices.BinarySearch(bandEnds, int(rank))
	return b
}

// Draw gives each hole of a run a label, again and again, and scores the run, with the drawn labels in the best order as
// well. The idea is that of Fröbe and others ("Bootstrapped nDCG estimation in the presence of unjudged documents", ECIR
// 2023); what is drawn from is the run's own judged documents. With n judged documents of the run in the same
// band of ranks of the topic, r of them relevant, a hole is relevant with probability (r + ½)/(n + 1). A band with no
// judged document takes that of the nearest above that has, else below; without any, the judged documents of the topic.
// The grade is one of those of the relevant documents counted, or of the topic's, or the least relevant. Holes are drawn
// independently, and only those of the run.
//
// It panics if opt.Replicates or opt.Confidence is out of range, and returns the error of the measure's check.
func (h *Holes) Draw(m metrics.Applied, run int, opt DrawOptions) (*Drawn, error) {
	if opt.Replicates == 0 {
		opt.Replicates = 1000
	}
	if opt.Confidence == 0 {
		opt.Confidence = .95
	}
	if opt.Replicates < 1 || !(opt.Confidence > 0 && opt.Confidence < 1) {
		panic(fmt.Sprintf("pooling: %d replicates, confidence %v", opt.Replicates, opt.Confidence))
	}
	if err := m.Check(h.top); err != nil {
		return nil, err
	}
	label := "holes of " + string(h.runs[run].Tag)
	scores := make([][]float64, len(h.topics))
	relevant := make([]float64, len(h.topics))
	resample.Each(len(h.topics), h.opt.Workers, func(i int) {
		scores[i], relevant[i] = h.drawTopic(m, run, &h.topics[i], rand.New(resample.Source(opt.Seed, label, i)), opt.Replicates)
	})
	means := make([]float64, opt.Replicates)
	out := &Drawn{Confidence: opt.Confidence, Replicates: opt.Replicates, Seed: opt.Seed}
	for i, s := range scores {
		out.Relevant += relevant[i] / float64(len(h.topics))
		for b := range means {
			means[b] += s[b] / float64(len(h.topics))
		}
	}
	slices.Sort(means)
	for _, x := range means {
		out.Mean += x / float64(len(means))
	}
	for _, x := range means {
		out.SD += (x - out.Mean) * (x - out.Mean) / float64(max(1, len(means)-1))
	}
	out.SD = math.Sqrt(out.SD)
	k := max(1, int(math.Floor((1-opt.Confidence)/2*float64(opt.Replicates+1))))
	out.Lo, out.Hi = means[k-1], means[len(means)-k]
	return out, nil
}

// pot is what the label of a hole is drawn from.
type pot struct {
	chance    float64
	good, bad []float64 // grades
	// labels with the sums of their chances; the last sum is 1.
	labels, sums []float64
	places       []int // of the labels in the tally
}

// drawTopic scores a topic under drawn labels, and gives the expected number of relevant holes.
func (h *Holes) drawTopic(m metrics.Applied, run int, t *holeTopic, random *rand.Rand, replicates int) ([]float64, float64) {
	list := &t.lists[run]
	pots := h.pots(t, list)
	expected := 0.0
	for _, x := range list.holes {
		expected += pots[bandOf(x.rank)].chance
	}
	scores := make([]float64, replicates)
	grades := slices.Clone(list.grades)
	count := newTally(t.ideal, pots)
	bands := make([]*pot, len(list.holes))
	for i, x := range list.holes {
		bands[i] = &pots[bandOf(x.rank)]
	}
	for b := range scores {
		count.reset()
		for i, x := range list.holes {
			k := bands[i].draw(random.Float64())
			grades[x.rank-1] = bands[i].labels[k]
			count.drawn[bands[i].places[k]]++
		}
		scores[b] = m.Value(h.judged(grades, count.ideal()))
	}
	return scores, expected
}

// tally counts grades, which is faster than to sort them.
type tally struct {
	grades        []float64 // all there are, increasing
	judged, drawn []int     // documents of each
	out           []float64
}

// newTally tells the pots where their labels are counted.
func newTally(ideal []float64, pots []pot) *tally {
	t := &tally{}
	t.grades = slices.Clone(ideal)
	for i := range pots {
		t.grades = append(t.grades, pots[i].labels...)
	}
	slices.Sort(t.grades)
	t.grades = slices.Compact(t.grades)
	place := func(g float64) int {
		i, _ := slices.BinarySearch(t.grades, g)
		return i
	}
	t.judged, t.drawn = make([]int, len(t.grades)), make([]int, len(t.grades))
	for _, g := range ideal {
		t.judged[place(g)]++
	}
	for i := range pots {
		for _, g := range pots[i].labels {
			pots[i].places = append(pots[i].places, place(g))
		}
	}
	return t
}

func (t *tally) reset() { clear(t.drawn) }

// ideal are the grades of judged and drawn documents, decreasing.
func (t *tally) ideal() []float64 {
	t.out = t.out[:0]
	for g := len(t.grades) - 1; g >= 0; g-- {
		for range t.judged[g] + t.drawn[g] {
			t.out = append(t.out, t.grades[g])
		}
	}
	return t.out
}

// draw is which label is at a place between 0 and 1.
func (p *pot) draw(at float64) int {
	for i, sum := range p.sums {
		if at < sum {
			return i
		}
	}
	return len(p.labels) - 1
}

// settle makes the labels and the sums: first what is not relevant, which is the most.
func (p *pot) settle() {
	p.labels, p.sums, p.places = nil, nil, nil
	sum := 0.0
	add := func(grades []float64, chance float64) {
		each := slices.Sorted(slices.Values(grades))
		for i, g := range each {
			sum += chance / float64(len(each))
			if i == 0 || g != each[i-1] {
				p.labels, p.sums = append(p.labels, g), append(p.sums, sum)
			} else {
				p.sums[len(p.sums)-1] = sum
			}
		}
	}
	bad := p.bad
	if len(bad) == 0 {
		bad = []float64{0}
	}
	add(bad, 1-p.chance)
	add(p.good, p.chance)
}

// pots are those of each band.
func (h *Holes) pots(t *holeTopic, list *listing) []pot {
	bands := make([]pot, len(bandEnds)+1)
	whole := pot{}
	for _, g := range t.ideal {
		whole.put(g, h.level)
	}
	grades := whole.good // to draw from where no relevant document of the band is known
	if len(grades) == 0 {
		grades = []float64{h.level}
	}
	for i, g := range list.grades {
		if !math.IsNaN(g) {
			bands[bandOf(int32(i+1))].put(g, h.level)
		}
	}
	filled := slices.Clone(bands)
	for b := range filled {
		from := &whole
		for _, near := range nearest(b, len(bands)) {
			if len(bands[near].good)+len(bands[near].bad) > 0 {
				from = &bands[near]
				break
			}
		}
		p := *from
		p.chance = (float64(len(p.good)) + .5) / (float64(len(p.good)+len(p.bad)) + 1)
		if len(p.good) == 0 {
			p.good = grades
		}
		p.settle()
		filled[b] = p
	}
	return filled
}

func (p *pot) put(grade, level float64) {
	if grade >= level {
		p.good = append(p.good, grade)
	} else {
		p.bad = append(p.bad, grade)
	}
}

// nearest lists bands from b upwards in the ranking, then downwards.
func nearest(b, n int) []int {
	var out []int
	for k := b; k >= 0; k-- {
		out = append(out, k)
	}
	for k := b + 1; k < n; k++ {
		out = append(out, k)
	}
	return out
}
