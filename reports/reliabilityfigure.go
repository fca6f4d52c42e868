package reports

import (
	"fmt"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// figure draws both coefficients against the number of topics.
func (f *Reliability) figure() *doc.Figure {
	last := f.xMax()
	var topics []int
	for n := 1; n <= last; n += max(1, last/200) {
		topics = append(topics, n)
	}
	points := f.g.PointsWithin(f.limits, topics)
	lo, hi := 0.3, 1.0
	chart := &doc.Lines{X: doc.Axis{Label: "Number of topics"}, Y: doc.Axis{Label: "Reliability", Min: &lo, Max: &hi},
		Here: &doc.Mark{X: float64(f.Topics), Label: "this collection: " + count(f.Topics, "topic")}}
	half := len(f.Required) / 2
	for _, r := range f.Required[:half] {
		chart.Targets = append(chart.Targets, r.Target)
	}
	erho2 := doc.Series{Label: "Eρ²  relative: are the systems ranked right?"}
	phi := doc.Series{Label: "Φ  absolute: are the scores right?"}
	for _, p := range points {
		x := float64(p.Topics)
		erho2.X, erho2.Y, erho2.Lo, erho2.Hi = append(erho2.X, x), append(erho2.Y, p.ERho2), append(erho2.Lo, p.ERho2Lo), append(erho2.Hi, p.ERho2Hi)
		phi.X, phi.Y, phi.Lo, phi.Hi = append(phi.X, x), append(phi.Y, p.Phi), append(phi.Lo, p.PhiLo), append(phi.Hi, p.PhiHi)
	}
	erho2.Marks = marks(f.Required[:half], f.ERho2.Value, f.Topics, last)
	phi.Marks = marks(f.Required[half:], f.Phi.Value, f.Topics, last)
	chart.Series = []doc.Series{erho2, phi}
	chart.Note = fmt.Sprintf("Bands: %s confidence intervals. Rings: topics needed for the dashed targets.", level(f.Confidence))
	return &doc.Figure{ID: "dstudy", Chart: chart,
		Caption: plain("Reliability by number of topics (D-study)."),
		Alt:     fmt.Sprintf("Curves of Eρ² and Φ rising with the number of topics; at %d topics %.3f and %.3f.", f.Topics, f.ERho2.Value, f.Phi.Value)}
}

// xMax is where the curves end: far enough for the collection and the targets that can be shown.
func (f *Reliability) xMax() int {
	last := max(2*f.Topics, 50)
	for _, r := range f.Required {
		if r.Topics != nil && *r.Topics <= 8*f.Topics {
			last = max(last, *r.Topics*11/10)
		}
	}
	return (last + 24) / 25 * 25
}

// marks has a dot where the collection is and a ring where a target is reached.
func marks(rs []reliability.Required, value float64, topics, last int) []doc.Mark {
	out := []doc.Mark{{X: float64(topics), Y: value, Filled: true}}
	for _, r := range rs {
		if r.Topics != nil && *r.Topics <= last {
			out = append(out, doc.Mark{X: float64(*r.Topics), Y: r.Target, Label: fmt.Sprint(*r.Topics)})
		}
	}
	return out
}
