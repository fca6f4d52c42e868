package metrics

import "slices"

// confusion counts what was said of what. Labels are numbers: those of the gold in byte order, then those that only
// systems use.
type confusion struct {
	labels []string
	kinds  int     // labels of the gold
	gold   []int   // of each item
	said   [][]int // of each system and item
	counts [][]int // [gold][said]
}

// newConfusion numbers the labels. Items are in byte order.
func newConfusion(gold Labeling, systems ...Labeling) *confusion {
	c := &confusion{labels: gold.Kinds()}
	c.kinds = len(c.labels)
	number := func(label string) int {
		i := slices.Index(c.labels, label)
		if i < 0 {
			i = len(c.labels)
			c.labels = append(c.labels, label)
		}
		return i
	}
	items := gold.Items()
	for _, d := range items {
		c.gold = append(c.gold, number(gold.Labels[d]))
	}
	for _, s := range systems {
		said := make([]int, len(items))
		for i, d := range items {
			said[i] = number(s.Labels[d])
		}
		c.said = append(c.said, said)
	}
	return c.clone()
}

// clone is c with counts of its own.
func (c *confusion) clone() *confusion {
	own := *c
	own.counts = make([][]int, len(c.labels))
	for i := range own.counts {
		own.counts[i] = make([]int, len(c.labels))
	}
	return &own
}

// count counts what own says of the items, where changed(i) what other says; a nil changed never.
func (c *confusion) count(own, other []int, changed func(i int) bool) {
	for _, row := range c.counts {
		clear(row)
	}
	for i, g := range c.gold {
		if changed != nil && changed(i) {
			c.counts[g][other[i]]++
		} else {
			c.counts[g][own[i]]++
		}
	}
}

func (c *confusion) accuracy() float64 {
	right := 0
	for i := range c.counts {
		right += c.counts[i][i]
	}
	return float64(right) / float64(len(c.gold))
}

// of gives, for a label, the items rightly said to have it, those said to, and those that have it.
func (c *confusion) of(label int) (right, said, has int) {
	for g, row := range c.counts {
		said += row[label]
		if g == label {
			for _, n := range row {
				has += n
			}
		}
	}
	return c.counts[label][label], said, has
}

func (c *confusion) f1(label int) float64 {
	right, said, has := c.of(label)
	return ratio(float64(2*right), float64(said+has))
}

func (c *confusion) precision(label int) float64 {
	right, said, _ := c.of(label)
	return ratio(float64(right), float64(said))
}

func (c *confusion) recall(label int) float64 {
	right, _, has := c.of(label)
	return ratio(float64(right), float64(has))
}

// macro is the mean F1 of the labels of the gold, each once or as often as it occurs.
func (c *confusion) macro(weighted bool) float64 {
	sum, all := 0.0, 0.0
	for label := range c.kinds {
		weight := 1.0
		if weighted {
			_, _, has := c.of(label)
			weight = float64(has)
		}
		sum += float64(weight * c.f1(label))
		all += weight
	}
	return sum / all
}
