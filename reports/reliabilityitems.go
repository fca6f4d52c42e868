package reports

import (
	"cmp"
	"fmt"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/reports/doc"
)

// Item is a topic and how it goes with the others.
type Item struct {
	Topic       metrics.Topic `json:"topic"`
	Mean        float64       `json:"mean"`          // of the ranked systems
	Correlation *float64      `json:"correlation"`   // with the sums of the other topics; null where one of the two does not vary
	Without     *float64      `json:"erho2_without"` // null where too little is left
}

// items lists the topics in the order of the scores.
func items(s *subject) []Item {
	list, err := reliability.Items(s.values)
	out := []Item{}
	if err != nil {
		return out
	}
	n, _ := s.values.Dims()
	for _, item := range list {
		sum := 0.0
		for i := range n {
			sum += s.values.At(i, item.Topic)
		}
		out = append(out, Item{Topic: s.c.scores.Topics[item.Topic], Mean: sum / float64(n), Correlation: item.Correlation, Without: item.Without})
	}
	return out
}

// mostItems are the topics that are printed.
const mostItems = 5

// leastItems is the number of topics from which on single ones are looked at.
const leastItems = 2 * mostItems

// itemBlocks shows the topics that go least with the others.
func (f *Reliability) itemBlocks() []doc.Block {
	if len(f.Items) < leastItems || f.Systems < leastSystems {
		return nil
	}
	var known []Item
	negative, better := 0, 0
	for _, item := range f.Items {
		if item.Correlation != nil {
			known = append(known, item)
			if *item.Correlation < 0 {
				negative++
			}
		}
		if item.Without != nil && *item.Without > f.ERho2.Value {
			better++
		}
	}
	if len(known) == 0 {
		return nil
	}
	slices.SortStableFunc(known, func(a, b Item) int { return cmp.Compare(*a.Correlation, *b.Correlation) })
	t := &doc.Table{ID: "topics-hampering", Caption: plain("Topics that go least with the others.")}
	t.Columns = []doc.Column{column("Topic", doc.Left, "topic"), column("mean score", doc.Right, "mean"), column("correlation with the rest", doc.Right, "correlation"),
		column("Eρ² without it", doc.Right, "erho2_without")}
	for _, item := range known[:min(mostItems, len(known))] {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(metrics.Tag(item.Topic)), cell(score(item.Mean)), cell(score(*item.Correlation)), maybe(item.Without, 4)}})
	}
	text := fmt.Sprintf("%s of %s %s the systems against the others (negative correlation); Eρ² (%s) would be higher without %s.",
		noneOf(negative), count(len(f.Items), "topic"), verb(max(negative, 1), "ranks", "rank"), doc.FormatNumber(f.ERho2.Value, 4), oneOf(better))
	if better == 0 {
		text = fmt.Sprintf("%s of %s %s the systems against the others (negative correlation); Eρ² (%s) would not be higher without any of them.",
			noneOf(negative), count(len(f.Items), "topic"), verb(max(negative, 1), "ranks", "rank"), doc.FormatNumber(f.ERho2.Value, 4))
	}
	out := []doc.Block{t, para(text+" Such an analysis ", doc.Cite("bodoff2008"), " tells whose judgments to look at; to drop topics for this reason would be to choose the result.")}
	if f.residuals != nil {
		out = append(out, f.residuals)
	}
	return out
}

// noneOf starts a sentence: "None", "1", "2".
func noneOf(n int) string {
	if n == 0 {
		return "None"
	}
	return fmt.Sprint(n)
}

// oneOf is "any one of 3 topics", "one of them".
func oneOf(n int) string {
	if n == 1 {
		return "one of them"
	}
	return fmt.Sprintf("any one of %d of them", n)
}

// residualFigure is a heat map of what effects of systems and topics leave of each score.
func residualFigure(s *subject) *doc.Figure {
	r, err := reliability.Remainders(s.better())
	if err != nil {
		return nil
	}
	heat := &doc.Heat{X: doc.Axis{Label: "Topic, from the easiest to the hardest"}, Y: doc.Axis{Label: "System, best first"}, Scale: "|residual|", Digits: 3,
		Note: "Dark: a score far from what its system's mean and its topic's mean lead to expect."}
	for _, i := range r.Systems {
		heat.Rows = append(heat.Rows, string(s.systems[i].System))
	}
	for _, t := range r.Topics {
		heat.Columns = append(heat.Columns, string(s.c.scores.Topics[t]))
	}
	for _, row := range r.Values {
		cells := make([]*float64, len(row))
		for k := range row {
			cells[k] = &row[k]
			heat.Max = max(heat.Max, row[k])
		}
		heat.Values = append(heat.Values, cells)
	}
	if heat.Max == 0 {
		return nil
	}
	return &doc.Figure{ID: "residuals", Chart: heat, Caption: plain("What means of systems and topics leave unexplained of each score."),
		Alt: fmt.Sprintf("Heat map of the absolute residuals of %d systems on %d topics, up to %s.", len(heat.Rows), len(heat.Columns), squaredText(heat.Max, 3))}
}
