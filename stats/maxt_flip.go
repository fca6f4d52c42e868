package stats

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"sigrel/stats/resample"
)

// flipper relabels contrasts against baselines: one random sign a topic, the same for all contrasts. The Σd² of a contrast
// stay, so that a replicate costs a sum a contrast, eight topics at a time from a table of the sums under all 2^8 signs.
type flipper struct {
	contrasts []contrast
	topics    stacked // those on which a contrast differs
	twoSided  bool
}

func newFlipper(contrasts []contrast, scores stacked, alt Alternative) *flipper {
	f := &flipper{contrasts: contrasts, twoSided: alt == TwoSided}
	for _, topic := range scores {
		if slices.ContainsFunc(contrasts, func(c contrast) bool { return topic[c.a] != topic[c.b] }) {
			f.topics = append(f.topics, topic)
		}
	}
	if f.topics == nil {
		f.topics = scores[:1] // all differences are 0, whatever the signs
	}
	return f
}

// Limits of going through all signs.
const (
	mostSigns   = 1 << 20     // vectors of signs
	mostLookups = 100_000_000 // times the contrasts and the groups of eight topics: 0.2 s
)

func (f *flipper) groups() int { return (len(f.topics) + 7) / 8 }

func (f *flipper) most(asked int) int { return mostDrawn(asked) }

// all goes through all signs; two-sided those of one topic stay as they are, since turning all signs changes no |t|.
func (f *flipper) all(workers int) (tally, bool) {
	free := len(f.topics)
	if f.twoSided {
		free--
	}
	vectors := math.Ldexp(1, free)
	if vectors > mostSigns || vectors*float64(len(f.contrasts)*f.groups()) > mostLookups {
		return tally{}, false
	}
	const share = resample.BlockSize
	parts := make([]tally, (int(vectors)+share-1)/share)
	resample.Each(len(parts), workers, func(part int) {
		lo, hi := part*share, min((part+1)*share, int(vectors))
		signs := f.room(hi - lo)
		for g := range signs {
			for r := range signs[g] {
				signs[g][r] = byte((lo + r) >> (8 * g))
			}
		}
		parts[part] = f.tally(signs)
	})
	var t tally
	t.add(parts...)
	return t, true
}

// room is one byte for each group of eight topics and replicate: [group][replicate].
func (f *flipper) room(replicates int) [][]byte {
	signs := make([][]byte, f.groups())
	for g := range signs {
		signs[g] = make([]byte, replicates)
	}
	return signs
}

func (f *flipper) draw(b resample.Block, first int) tally {
	signs := f.room(b.Hi - b.Lo)
	var word [8]byte
	for r := range b.Hi - b.Lo {
		for g := range signs {
			if g%8 == 0 {
				binary.LittleEndian.PutUint64(word[:], b.Source.Uint64())
			}
			signs[g][r] = word[g%8]
		}
	}
	for g := range signs {
		signs[g] = signs[g][max(first-b.Lo, 0):]
	}
	return f.tally(signs)
}

// tally takes signs, [group][replicate], a bit for each topic; those beyond the last topic do not matter.
func (f *flipper) tally(signs [][]byte) tally {
	t := tally{maxima: make([]float64, len(signs[0])), counts: make([]int, len(f.contrasts))}
	for r := range t.maxima {
		t.maxima[r] = math.Inf(-1)
	}
	tables := make([][256]float64, len(signs))
	sums := make([]float64, len(t.maxima))
	for c, contrast := range f.contrasts {
		f.fill(tables, contrast)
		clear(sums)
		for g := range tables {
			table := &tables[g]
			for r, set := range signs[g] {
				sums[r] += table[set]
			}
		}
		count := 0
		for r, sum := range sums {
			v := explained(sum, contrast.squares)
			if f.twoSided {
				v = math.Abs(v)
			}
			u := max(t.maxima[r], v)
			t.maxima[r] = u
			if u >= contrast.threshold {
				count++
			}
		}
		t.counts[c] = count
	}
	return t
}

// fill makes the tables of a contrast: [group][signs] is the sum of the group's differences, those whose bit is set turned.
func (f *flipper) fill(tables [][256]float64, c contrast) {
	for g := range tables {
		var d [8]float64
		sum := 0.0
		for i, topic := range f.topics[8*g : min(8*g+8, len(f.topics))] {
			d[i] = topic[c.a] - topic[c.b]
			sum += d[i]
		}
		table := &tables[g]
		table[0] = sum
		for signs := 1; signs < len(table); signs++ {
			table[signs] = table[signs&(signs-1)] - 2*d[bits.TrailingZeros(uint(signs))]
		}
	}
}
