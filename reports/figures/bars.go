package figures

import (
	"fmt"
	"strings"

	"sigrel/reports/doc"
)

const headHeight = 12.0

// bars is a laid-out bar chart.
type bars struct {
	c       *doc.Bars
	rows    rows
	columns []column
	cells   [][]string // by row, cut where they are too long
	texts   []string   // beside the bars, likewise
	s       scale      // on the first panel
}

// column is a column of text right of the bars.
type column struct {
	head  string
	right bool    // it holds numbers
	x     float64 // of its left or right end, from the right end of the plot
}

// layoutBars is figure 8: one bar a row, with columns of text.
func layoutBars(c *doc.Bars, ts *typesetter, width float64) plan {
	labels := make([]string, len(c.Rows))
	for i, r := range c.Rows {
		labels[i] = r.Label
	}
	head := 0.0
	if len(c.Columns) > 0 {
		head = headHeight
	}
	b := &bars{c: c}
	b.rows = layoutRows(ts, labels, width, head, func(size, panelWidth float64) float64 {
		return b.layColumns(ts, size, panelWidth)
	})
	b.layScale(ts)
	r := b.rows
	title := ts.wrap(c.X.Label, baseSize, false, r.panelWidth())
	note := ts.wrap(c.Note, noteSize, false, r.width-2*margin)
	noteTop := r.bottom() + axisHeight(len(title))
	return plan{
		w: r.width, h: noteTop + noteHeight(note) + margin,
		kind: fmt.Sprintf("Bar chart of %d rows", len(c.Rows)),
		draw: func(p *page) {
			for panel := range r.panels {
				b.panel(p, panel)
				p.rowTitle(r, panel, title)
			}
			p.note(note, noteTop+4)
		},
	}
}

// layColumns places the columns of text and returns their width.
func (b *bars) layColumns(ts *typesetter, size, panelWidth float64) float64 {
	b.columns, b.cells = nil, make([][]string, len(b.c.Rows))
	room := 0.5*panelWidth/float64(max(1, len(b.c.Columns))) - 2*columnGap
	x := 2.0
	for j, head := range b.c.Columns {
		col := column{head: ts.fit(head, noteSize, true, room), right: true}
		widest := ts.width(col.head, noteSize, true)
		for i, r := range b.c.Rows {
			col.right = col.right && isNumber(r.Cells[j])
			cell := ts.fit(r.Cells[j], size, false, room)
			b.cells[i] = append(b.cells[i], cell)
			widest = max(widest, ts.width(cell, size, false))
		}
		x += columnGap
		if j > 0 && b.columns[j-1].right && !col.right {
			x += columnGap // a number and a text side by side would read as one
		}
		col.x = x
		if col.right {
			col.x += widest
		}
		x += widest
		b.columns = append(b.columns, col)
	}
	return x
}

// layScale finds a scale that has zero and all bars with the text at their ends.
func (b *bars) layScale(ts *typesetter) {
	var e extent
	e.add(0)
	for _, r := range b.c.Rows {
		e.addIf(r.Value)
	}
	lo, hi := e.bounds(b.c.X)
	x0, x1 := b.rows.plot(0)
	var items []item
	for _, r := range b.c.Rows {
		text := ts.fit(r.Text, b.rows.size, r.Strong, 0.4*(x1-x0)-5)
		b.texts = append(b.texts, text)
		room := ts.width(text, b.rows.size, r.Strong) + 5
		if b.toLeft(r) {
			items = append(items, item{barEnd(r), room, 1})
		} else {
			items = append(items, item{barEnd(r), 1, room})
		}
	}
	lo, hi = roomFor(lo, hi, x1-x0, items)
	b.s = scale{lo, hi, x0, x1}
}

func barEnd(r doc.BarRow) float64 {
	if r.Value == nil {
		return 0
	}
	return *r.Value
}

// toLeft reports whether the text of a row stands left of its end: beyond the bar, and where there is none, on the side
// of most bars.
func (b *bars) toLeft(r doc.BarRow) bool {
	if v := barEnd(r); v != 0 {
		return v < 0
	}
	var e extent
	for _, r := range b.c.Rows {
		e.addIf(r.Value)
	}
	return e.seen && -e.lo > e.hi
}

func (b *bars) panel(p *page, panel int) {
	r := b.rows
	x0, x1 := r.plot(panel)
	s := scale{b.s.lo, b.s.hi, x0, x1}
	r.zebra(p, panel)
	r.grid(p, panel, s, p.ts.spaced(s, b.c.X.Percent, tickSize))
	for _, col := range b.columns {
		a := left
		if col.right {
			a = right
		}
		p.middle(col.head, x1+col.x, r.top-headHeight/2, a, style{noteSize, true, inkSoft})
	}
	lo, hi := r.in(panel)
	for i := lo; i < hi; i++ {
		b.row(p, s, i)
	}
	p.vline(s.inside(0), r.top, r.bottom(), 0.8, inkText)
}

func (b *bars) row(p *page, s scale, i int) {
	row, r := b.c.Rows[i], b.rows
	panel, y := r.at(i)
	p.begin(strings.TrimSuffix(row.Label+": "+row.Text, ": "), r.left(panel), y-r.pitch/2, r.panelWidth(), r.pitch)
	defer p.end()
	k, text := inkBlue, inkText
	if row.Strong {
		k = inkRed
	}
	if row.Value == nil {
		text = inkSoft
	}
	p.middle(r.labels[i], s.a-labelGap, y, right, style{r.size, false, inkText})
	zero, end := s.inside(0), s.inside(barEnd(row))
	if zero != end {
		p.rect(min(zero, end), y-0.32*r.pitch, max(zero, end)-min(zero, end), 0.64*r.pitch, k)
	}
	st := style{r.size, row.Strong, text}
	if b.toLeft(row) {
		p.middle(b.texts[i], end-3, y, right, st)
	} else {
		p.middle(b.texts[i], end+3, y, left, st)
	}
	for j, col := range b.columns {
		a := left
		if col.right {
			a = right
		}
		p.middle(b.cells[i][j], s.b+col.x, y, a, style{r.size, false, inkText})
	}
}
