package metrics

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Labeling is what one system, or the gold standard, says of items: one label each, as in check-worthiness or stance
// tasks that are scored by accuracy or F1.
type Labeling struct {
	Tag    Tag
	Labels map[Doc]string
	File   string // where it was read, for messages
}

// LabelMeasure is a measure of labels; see [FindLabelMeasure].
type LabelMeasure struct {
	Name  string // canonical: "Accuracy", "MacroF1", "F1(yes)"
	Doc   string
	value func(c *confusion) float64
}

var labelMeasures = []struct {
	name, doc string
	value     func(c *confusion, label int) float64
	labelled  bool // takes a label in brackets
}{
	{"Accuracy", "share of items with the right label", func(c *confusion, _ int) float64 { return c.accuracy() }, false},
	{"MacroF1", "mean over the labels of the gold of their F1", func(c *confusion, _ int) float64 { return c.macro(false) }, false},
	{"WeightedF1", "mean over the labels of the gold of their F1, each as often as the gold has it", func(c *confusion, _ int) float64 { return c.macro(true) }, false},
	{"F1", "harmonic mean of precision and recall of a label; 0 where neither the gold nor the system has it", (*confusion).f1, true},
	{"Precision", "share of items said to have a label that have it; 0 where none was", (*confusion).precision, true},
	{"Recall", "share of items with a label that were said to have it; 0 where the gold has none", (*confusion).recall, true},
}

// LabelMeasures lists the measures of labels, as "F1(LABEL)" those of one label, with their definitions.
func LabelMeasures() []LabelMeasure {
	var out []LabelMeasure
	for _, m := range labelMeasures {
		name := m.name
		if m.labelled {
			name += "(LABEL)"
		}
		out = append(out, LabelMeasure{Name: name, Doc: m.doc})
	}
	return out
}

// FindLabelMeasure finds a measure by its name: "Accuracy", "MacroF1", "F1(yes)", "Recall(false)". labels are those of
// the gold.
func FindLabelMeasure(name string, labels []string) (LabelMeasure, error) {
	base, label, labelled := strings.Cut(name, "(")
	label, closed := strings.CutSuffix(label, ")")
	for _, m := range labelMeasures {
		if !strings.EqualFold(base, m.name) || labelled != closed {
			continue
		}
		if m.labelled != labelled {
			if labelled {
				return LabelMeasure{}, fmt.Errorf("measure %q takes no label", m.name)
			}
			return LabelMeasure{}, fmt.Errorf("measure %q: of which label? want %s(LABEL) with one of %s", name, m.name, strings.Join(labels, ", "))
		}
		at := slices.Index(labels, label)
		if labelled && at < 0 {
			return LabelMeasure{}, fmt.Errorf("measure %q: the gold has no label %q, want one of %s", name, label, strings.Join(labels, ", "))
		}
		full := m.name
		if labelled {
			full += "(" + label + ")"
		}
		return LabelMeasure{full, m.doc, func(c *confusion) float64 { return m.value(c, slices.Index(c.labels, label)) }}, nil
	}
	return LabelMeasure{}, fmt.Errorf("measure %q of labels: want one of %s", name, strings.Join(labelNames(), ", "))
}

func labelNames() []string {
	var names []string
	for _, m := range LabelMeasures() {
		names = append(names, m.Name)
	}
	return names
}

// Items lists the items of a labeling, in byte order.
func (l Labeling) Items() []Doc {
	var out []Doc
	for d := range l.Labels {
		out = append(out, d)
	}
	slices.Sort(out)
	return out
}

// Kinds lists the labels of a labeling, in byte order.
func (l Labeling) Kinds() []string {
	var out []string
	for _, label := range l.Labels {
		if !slices.Contains(out, label) {
			out = append(out, label)
		}
	}
	slices.Sort(out)
	return out
}

// ErrItems is inside the error for a system that does not label the items of the gold.
var ErrItems = errors.New("items differ from those of the gold")

// CheckLabels reports a system that lacks items of the gold, or has others: each label counts, so neither can be guessed.
func CheckLabels(gold, says Labeling) error {
	var lacks, extra []string
	for _, d := range gold.Items() {
		if _, ok := says.Labels[d]; !ok {
			lacks = append(lacks, string(d))
		}
	}
	for _, d := range says.Items() {
		if _, ok := gold.Labels[d]; !ok {
			extra = append(extra, string(d))
		}
	}
	switch {
	case len(lacks) > 0:
		return fmt.Errorf("%w: no label for %d of %d, such as %q", ErrItems, len(lacks), len(gold.Labels), lacks[0])
	case len(extra) > 0:
		return fmt.Errorf("%w: labels for %d that the gold does not have, such as %q", ErrItems, len(extra), extra[0])
	}
	return nil
}

// ScoreLabels is the value of a system that labels the items of the gold.
func ScoreLabels(gold, says Labeling, m LabelMeasure) float64 {
	c := newConfusion(gold, says)
	c.count(c.said[0], nil, nil)
	return m.value(c)
}

// SwapLabels makes what a test within the items needs: the number of items that the two systems label differently, and a
// function that makes functions of the difference of the measure, first system less second, when the items marked in
// swapped change labels (nil: none do). Each made function is for one goroutine.
func SwapLabels(gold, a, b Labeling, m LabelMeasure) (n int, newDifference func() func(swapped []bool) float64) {
	c := newConfusion(gold, a, b)
	number := make([]int, len(c.gold)) // of the item among those that differ; −1 for the others
	for i := range number {
		number[i] = -1
		if c.said[0][i] != c.said[1][i] {
			number[i] = n
			n++
		}
	}
	return n, func() func([]bool) float64 {
		own := c.clone()
		return func(swapped []bool) float64 {
			changed := func(i int) bool { return swapped != nil && number[i] >= 0 && swapped[number[i]] }
			own.count(c.said[0], c.said[1], changed)
			first := m.value(own)
			own.count(c.said[1], c.said[0], changed)
			return first - m.value(own)
		}
	}
}
