package stats

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// integerMatrix is a score matrix in integers, topic by topic, each topic's least score taken away: shuffling within
// topics then changes only which rows the integers belong to, and sums are exact in whatever order.
type integerMatrix struct {
	topics  [][]int64 // [topic][system], ≥ 0
	sums    []int64   // of each system over the topics
	largest int64     // bound of any sum: the greatest score of every topic
	slack   int64     // sums up to this far apart are equal; 0 on a lattice
	num     float64   // a sum of u units is the mean u·num/den/n in score units
	den     float64
}

// realBits: the sums of real-valued scores stay below 2^60 units. A unit is then so small, 2^-60 of the sum of the
// topics' ranges, that rounding all scores to it moves a sum by at most n/2 units, far below the slack of 2^60 · 1e-12.
const realBits = 60

// slackShare is the least slack of real-valued scores, as a share of the sum of the topics' ranges (the largest range of
// sums there could be).
const slackShare = 1e-12

func newIntegerMatrix(scores *mat.Dense) integerMatrix {
	k, n := scores.Dims()
	rows := make([][]float64, k)
	for i := range k {
		rows[i] = scores.RawRowView(i)
	}
	m := integerMatrix{topics: make([][]int64, n), sums: make([]int64, k)}
	for t := range n {
		m.topics[t] = make([]int64, k)
	}
	if den := dist.Lattice(rows...); den > 0 && m.onLattice(rows, float64(den)) {
		m.reduce()
	} else {
		m.scale(rows)
	}
	for _, topic := range m.topics {
		high := int64(0)
		for i, v := range topic {
			m.sums[i] += v
			high = max(high, v)
		}
		m.largest += high
	}
	return m
}

// onLattice fills in multiples of 1/den, and reports whether their sums are sure to be exact as float64 too, and their
// steps are more than noise: else scores that are the same may be steps apart.
func (m *integerMatrix) onLattice(rows [][]float64, den float64) bool {
	m.num, m.den = 1, den
	largest, most := 0.0, 0.0
	for t, topic := range m.topics {
		low, high := math.Inf(1), math.Inf(-1)
		for i := range topic {
			v := math.RoundToEven(rows[i][t] * den)
			low, high = min(low, v), max(high, v)
		}
		for i := range topic {
			topic[i] = int64(math.RoundToEven(rows[i][t]*den) - low)
		}
		largest += high - low
		most = max(most, high, -low)
	}
	return largest < 1<<53 && most*dist.SameShare < 1
}

// reduce divides all by their greatest common divisor: P@10 beside one P@30 is in thirtieths, but its topics' ranges
// may be in tenths.
func (m *integerMatrix) reduce() {
	var common int64
	for _, topic := range m.topics {
		for _, v := range topic {
			for v != 0 {
				common, v = v, common%v
			}
		}
	}
	if common < 2 {
		return
	}
	m.num = float64(common)
	for _, topic := range m.topics {
		for i := range topic {
			topic[i] /= common
		}
	}
}

// scale fills in real-valued scores, rounded to a power of two such that sums stay below 2^realBits.
func (m *integerMatrix) scale(scores [][]float64) {
	tolerance := dist.NewTolerance(scores...)
	rows, moved := mergeScores(scores, tolerance)
	lows, total := make([]float64, len(m.topics)), 0.0
	for t := range m.topics {
		high := math.Inf(-1)
		lows[t] = math.Inf(1)
		for i := range rows {
			lows[t], high = min(lows[t], rows[i][t]), max(high, rows[i][t])
		}
		total += high - lows[t]
	}
	_, exp := math.Frexp(total) // total < 2^exp
	shift := realBits - 1 - exp
	for t, topic := range m.topics {
		for i := range topic {
			topic[i] = int64(math.RoundToEven(math.Ldexp(rows[i][t]-lows[t], shift)))
		}
	}
	m.num, m.den = math.Ldexp(1, -shift), 1
	noise := 2*moved + float64(len(m.topics))*tolerance.Noise()
	m.slack = int64(math.Ldexp(min(max(total*slackShare, noise), total), shift))
}

// mergeScores is rows with one value for all scores of a topic that are the same but for rounding noise. moved bounds
// what that changes in any sum over topics.
func mergeScores(rows [][]float64, tolerance dist.Tolerance) (merged [][]float64, moved float64) {
	merged = make([][]float64, len(rows))
	order := make([]int, len(rows))
	for i := range rows {
		merged[i] = slices.Clone(rows[i])
		order[i] = i
	}
	for t := range rows[0] {
		slices.SortFunc(order, func(i, j int) int { return cmp.Compare(rows[i][t], rows[j][t]) })
		most := 0.0
		for at, i := range order[1:] {
			before := order[at]
			if tolerance.Same(rows[before][t], rows[i][t]) {
				merged[i][t] = merged[before][t]
				most = max(most, rows[i][t]-merged[i][t])
			}
		}
		moved += most
	}
	return merged, moved
}

// mean is the mean over topics, in score units, of a sum in units: by one division, as [dist.SignedSum.Mean] has it, so
// that equal means are equal doubles.
func (m integerMatrix) mean(sum int64) float64 {
	return float64(sum) * m.num / (m.den * float64(len(m.topics)))
}

// shiftsPerShuffle is the number of replicates made from one shuffling by rotation; it divides [resample.BlockSize].
const shiftsPerShuffle = 256

// ranges draws one block of shufflings and gives the range of the sums in each.
func (m integerMatrix) ranges(b resample.Block) []int64 {
	out := make([]int64, b.Hi-b.Lo)
	d := draws{source: b.Source}
	topics := make([][]int64, len(m.topics))
	for t := range topics {
		topics[t] = append([]int64(nil), m.topics[t]...)
	}
	if len(m.sums) <= 8 || len(topics) < 10 {
		drawShuffles(out, topics, &d)
		return out
	}
	layout := newLayout(len(m.sums), m.largest)
	rotor := newRotor(layout, len(topics))
	for lo := 0; lo < len(out); lo += shiftsPerShuffle {
		for t := range topics {
			d.shuffle(topics[t])
			rotor.load(t, topics[t])
		}
		rotor.draw(out[lo:min(lo+shiftsPerShuffle, len(out))], &d)
	}
	return out
}

// drawShuffles fills dst with ranges of independent shufflings. It shuffles topics in place.
func drawShuffles(dst []int64, topics [][]int64, d *draws) {
	sums := make([]int64, len(topics[0]))
	for r := range dst {
		clear(sums)
		for _, topic := range topics {
			d.shuffle(topic)
			for i, v := range topic {
				sums[i] += v
			}
		}
		low, high := sums[0], sums[0]
		for _, v := range sums[1:] {
			low, high = min(low, v), max(high, v)
		}
		dst[r] = high - low
	}
}

// draws gives bounded random integers, several of each random word: the high half of word × n is the integer, the low
// half the word for the next. After bounds whose product is up to 2^32 a new word is taken, so each value is as likely as
// any other to within 2^-32 of its probability.
type draws struct {
	source *rand.PCG
	word   uint64
	spent  uint64 // product of the bounds that word has served; 0: none yet
}

// below is a random integer from 0 to n−1, 0 < n < 2^31.
func (d *draws) below(n int) int {
	d.spent *= uint64(n)
	if d.spent == 0 || d.spent > 1<<32 {
		d.word, d.spent = d.source.Uint64(), uint64(n)
	}
	high, low := bits.Mul64(d.word, uint64(n))
	d.word = low
	return int(high)
}

// shuffle permutes v, each order equally likely (Fisher and Yates).
func (d *draws) shuffle(v []int64) {
	for i := len(v) - 1; i > 0; i-- {
		j := d.below(i + 1)
		v[i], v[j] = v[j], v[i]
	}
}
