package figures

import "sigrel/reports/doc"

// Label is a text of a chart with runes that no font has.
type Label struct {
	Text  string
	Runes []rune // each once, in order of appearance
}

// Uncovered returns the texts of a chart with runes that neither the package's own fonts nor the given ones have, in
// the order of the chart, each once. A PNG shows such runes as boxes. In an SVG they depend on the reader's fonts. The
// error is that of a font that cannot be read.
func Uncovered(c doc.Chart, fonts []*Font) ([]Label, error) {
	ts, err := newTypesetter(fonts)
	if err != nil {
		return nil, err
	}
	var labels []Label
	seen := make(map[string]bool)
	for _, s := range texts(c) {
		if l := ts.shape(s, false); len(l.missing) > 0 && !seen[s] {
			seen[s] = true
			labels = append(labels, Label{s, l.missing})
		}
	}
	return labels, nil
}

// texts returns all that a chart prints but numbers.
func texts(c doc.Chart) []string {
	var out []string
	switch c := c.(type) {
	case *doc.Dots:
		for _, r := range c.Rows {
			out = append(out, r.Label)
		}
		out = append(out, c.X.Label, c.Note)
	case *doc.Differences:
		for _, b := range c.Bars {
			out = append(out, b.Label)
		}
		out = append(append(out, c.Legend...), c.X.Label, c.Y.Label)
	case *doc.Grid:
		out = append(append(append(out, c.Labels...), c.Classes...), c.Note)
	case *doc.Lines:
		for _, s := range c.Series {
			out = append(out, s.Label)
			for _, m := range s.Marks {
				out = append(out, m.Label)
			}
		}
		if c.Here != nil {
			out = append(out, c.Here.Label)
		}
		out = append(out, c.X.Label, c.Y.Label, c.Note)
	case *doc.Bars:
		out = append(out, c.Columns...)
		for _, r := range c.Rows {
			out = append(append(out, r.Label, r.Text), r.Cells...)
		}
		out = append(out, c.X.Label, c.Note)
	case *doc.Heat:
		out = append(append(append(out, c.Rows...), c.Columns...), c.Scale, c.X.Label, c.Y.Label, c.Note)
	}
	return out
}
