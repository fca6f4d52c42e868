package figures

import (
	"fmt"

	"sigrel/reports/doc"
)

// layoutDots is figure 1: means with intervals and comparison bands.
func layoutDots(c *doc.Dots, ts *typesetter, width float64) plan {
	labels := make([]string, len(c.Rows))
	values := make([]string, len(c.Rows))
	for i, r := range c.Rows {
		labels[i], values[i] = r.Label, decimal(r.Value, c.Digits)
	}
	var groups groupColumn
	valueWidth := func(size float64) float64 {
		widest := 0.0
		for _, v := range values {
			widest = max(widest, ts.width(v, size, false))
		}
		return widest
	}
	r := layoutRows(ts, labels, width, 0, func(size, panelWidth float64) float64 {
		groups = newGroupColumn(c, size, panelWidth)
		return 5 + valueWidth(size) + groups.width(size)
	})
	d := &dots{c: c, rows: r, values: values, valueRight: r.rightWidth - groups.width(r.size), groups: groups}
	d.lo, d.hi = dotsRange(c)
	title := ts.wrap(c.X.Label, baseSize, false, r.panelWidth())
	note := ts.wrap(c.Note, noteSize, false, r.width-2*margin)
	noteTop := r.bottom() + axisHeight(len(title))
	return plan{
		w: r.width, h: noteTop + noteHeight(note) + margin,
		kind: fmt.Sprintf("Dot chart of %d systems", len(c.Rows)),
		draw: func(p *page) {
			for panel := range r.panels {
				d.panel(p, panel)
				p.rowTitle(r, panel, title)
			}
			p.note(note, noteTop+4)
		},
	}
}

// dotsRange returns the ends of the axis. An axis that nearly reaches zero starts there; intervals of scores that are
// not negative are cut at zero rather than lead the axis below it.
func dotsRange(c *doc.Dots) (lo, hi float64) {
	var all, means extent
	for _, r := range c.Rows {
		means.add(r.Value)
		all.add(r.Value)
		all.addIf(r.Lo, r.Hi)
		if !r.Apart {
			all.addIf(r.BandLo, r.BandHi)
		}
	}
	span := all.hi - all.lo
	all.hi += 0.02 * span
	switch {
	case means.lo >= 0 && all.lo < span:
		all.lo = 0
	default:
		all.lo -= 0.02 * span
	}
	return all.bounds(c.X)
}

// dots is a laid-out chart of means.
type dots struct {
	c          *doc.Dots
	rows       rows
	values     []string
	valueRight float64 // right end of the values, from the right end of the plot
	groups     groupColumn
	lo, hi     float64
}

func (d *dots) panel(p *page, panel int) {
	r := d.rows
	x0, x1 := r.plot(panel)
	s := scale{d.lo, d.hi, x0, x1}
	lo, hi := r.in(panel)
	r.zebra(p, panel)
	r.grid(p, panel, s, p.ts.spaced(s, d.c.X.Percent, tickSize))
	for i := lo; i < hi; i++ {
		d.band(p, s, i)
	}
	if d.c.Cut != nil && s.has(*d.c.Cut) {
		p.vline(s.at(*d.c.Cut), r.top, r.bottom(), 0.7, inkText, 3, 2.4)
	}
	for i := lo; i < hi; i++ {
		d.row(p, s, x0, i)
	}
	d.groups.bars(p, r, panel, x1+d.valueRight)
}

// band draws the comparison band of a row.
func (d *dots) band(p *page, s scale, i int) {
	row := d.c.Rows[i]
	if row.BandLo == nil || row.BandHi == nil || row.Apart {
		return
	}
	k := inkPlainBand
	if row.Top {
		k = inkBlueBand
	}
	_, y := d.rows.at(i)
	a, b := s.inside(*row.BandLo), s.inside(*row.BandHi)
	p.rect(a, y-0.21*d.rows.pitch, b-a, 0.42*d.rows.pitch, k)
}

// row draws the label, the interval, the mean and the columns of a row.
func (d *dots) row(p *page, s scale, x0 float64, i int) {
	row, r := d.c.Rows[i], d.rows
	panel, y := r.at(i)
	p.begin(d.tooltip(i), r.left(panel), y-r.pitch/2, r.panelWidth(), r.pitch)
	defer p.end()
	k, text := inkPlain, inkText
	if row.Top {
		k = inkBlue
	}
	if row.Apart {
		text = inkSoft
	}
	st := style{r.size, false, text}
	p.middle(r.labels[i], x0-labelGap, y, right, st)
	if row.Lo != nil && row.Hi != nil && *row.Hi >= s.lo && *row.Lo <= s.hi {
		p.hline(s.inside(*row.Lo), s.inside(*row.Hi), y, min(1.1, 0.1*r.pitch), k)
	}
	if radius := min(2.4, 0.24*r.pitch); s.has(row.Value) {
		if row.Apart {
			p.ring(s.at(row.Value), y, radius, k)
		} else {
			p.dot(s.at(row.Value), y, radius, k)
		}
	}
	p.middle(d.values[i], s.b+d.valueRight, y, right, st)
	d.groups.letters(p, row.Groups, s.b+d.valueRight, y, r.size)
}

func (d *dots) tooltip(i int) string {
	row := d.c.Rows[i]
	tip := row.Label + ": " + d.values[i]
	if row.Lo != nil && row.Hi != nil {
		tip += " [" + decimal(*row.Lo, d.c.Digits) + ", " + decimal(*row.Hi, d.c.Digits) + "]"
	}
	return tip
}
