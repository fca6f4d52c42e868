package stats

import (
	"math/bits"

	"sigrel/stats/resample"
)

// drawn is the law of draws by chance.
func (s *studentized) drawn(plan resample.Plan) studentizedLaw {
	blocks := resample.Map(plan, bootstrapLabel, newMomentDraws(s.a).draw)
	return studentizedLaw{studentized: s, drawn: plan.Count(), each: func(visit func(m powerSums, weight float64)) {
		for _, block := range blocks {
			for _, m := range block {
				visit(m, 1)
			}
		}
	}}
}

// momentDraws draws topics two at a time, from a table of all pairs.
type momentDraws struct {
	topicDraws
	single, pair []powerSums
}

// pairTopics is the number of topics up to which there is a table of pairs: 1 MB. Beyond, it is slower than what it
// saves.
const pairTopics = 256

func newMomentDraws(a []float64) momentDraws {
	d := momentDraws{topicDraws: newTopicDraws(len(a)), single: make([]powerSums, len(a))}
	for t, v := range a {
		d.single[t].add(v)
	}
	if len(a) <= pairTopics {
		d.pair = make([]powerSums, 0, len(a)*len(a))
		for _, v := range d.single {
			for _, w := range d.single {
				d.pair = append(d.pair, powerSums{v.sum + w.sum, v.squares + w.squares})
			}
		}
	}
	return d
}

// draw gives the powerSums of a block of draws. Its topics are those of [topicDraws.fill].
func (d momentDraws) draw(b resample.Block) []powerSums {
	out := make([]powerSums, b.Hi-b.Lo)
	if d.pair == nil {
		topics := make([]int, len(d.single))
		for r := range out {
			d.fill(topics, b.Source)
			for _, t := range topics {
				out[r].sum += d.single[t].sum
				out[r].squares += d.single[t].squares
			}
		}
		return out
	}
	n := len(d.single)
	square := uint64(n) * uint64(n)
	for r := range out {
		var m powerSums
		word := uint64(0)
		for left := n / 2; left > 0; left -= d.pairs {
			word = b.Source.Uint64()
			for range min(left, d.pairs) {
				var at uint64
				at, word = bits.Mul64(word, square)
				m.sum += d.pair[at].sum
				m.squares += d.pair[at].squares
			}
		}
		if n%2 == 1 {
			if n/2%d.pairs == 0 {
				word = b.Source.Uint64()
			}
			t, _ := bits.Mul64(word, uint64(n))
			m.sum += d.single[t].sum
			m.squares += d.single[t].squares
		}
		out[r] = m
	}
	return out
}
