package figures

import (
	"fmt"
	"math"
	"slices"

	"sigrel/reports/doc"
)

const (
	heatCell    = 34.0  // greatest width of a cell
	heatGap     = 9.0   // least side of cells with a gap around them
	heatHatch   = 4.0   // least side of cells that are hatched where there is no value
	heatBar     = 130.0 // length of the legend's bar
	heatKey     = 7.5   // height of the bar
	heatColumn  = 110.0 // greatest length of a label of a column that is turned
	heatTips    = 600   // cells up to which every cell has a tooltip; beyond, every row has
	heatNumber  = 6.5   // size of values printed in cells
	missingName = "no value"
)

// heat is a laid-out heat map.
type heat struct {
	c             *doc.Heat
	w, h          float64 // of a cell
	x, y          float64 // of the top left cell
	title         float64 // left edge of the title of the rows
	rows, columns []string
	rowSize       float64
	columnSize    float64
	rowEvery      int // rows from one label to the next
	columnEvery   int
	turned        bool    // labels of columns
	columnHeight  float64 // room that they take
	numbers       bool    // values are printed in the cells
	missing       bool
	scale         string
	bar           scale // of the legend
}

// layoutHeat is figure 12 and others: a matrix of values.
func layoutHeat(c *doc.Heat, ts *typesetter, width float64) plan {
	if width == 0 {
		width = TextWidth * ptPerMM
		if len(c.Columns) > 24 || len(c.Rows) > 50 {
			width = PageWidth * ptPerMM
		}
	}
	g := &heat{c: c}
	for _, row := range c.Values {
		g.missing = g.missing || slices.Contains(row, nil)
	}
	left := margin
	if c.Y.Label != "" {
		left += baseSize + 4
	}
	g.layRows(ts, left, width)
	g.layColumns(ts)
	g.numbers = g.numbersFit(ts)
	g.layLegend(ts, width)
	bottom := g.bottom() + 3 + g.columnHeight
	title := ts.wrap(c.X.Label, baseSize, false, width-2*margin)
	titleY := bottom + 3
	bottom = titleY + float64(len(title))*(baseSize+2)
	note := ts.wrap(c.Note, noteSize, false, width-2*margin)
	return plan{
		w: width, h: bottom + noteHeight(note) + margin,
		kind: fmt.Sprintf("Heat map of %d by %d values of %s", len(c.Rows), len(c.Columns), c.Scale),
		draw: func(p *page) {
			g.drawLegend(p)
			g.drawCells(p)
			g.drawTips(p)
			g.drawLabels(p)
			for i, l := range title {
				half := p.ts.width(l, baseSize, false) / 2
				middle := min(max((g.x+g.right())/2, margin+half), p.w-margin-half)
				p.text(l, middle, titleY+baseSize+float64(i)*(baseSize+2), center, style{baseSize, false, inkText})
			}
			yTitle := ts.fit(c.Y.Label, baseSize, false, max(60, g.bottom()-g.y))
			at := max((g.y+g.bottom())/2, margin+ts.width(yTitle, baseSize, false)/2)
			p.turned(yTitle, g.title+capHeight*baseSize, at, center, style{baseSize, false, inkText})
			p.note(note, bottom+4)
		},
	}
}

func (g *heat) right() float64  { return g.x + g.w*float64(len(g.c.Columns)) }
func (g *heat) bottom() float64 { return g.y + g.h*float64(len(g.c.Rows)) }

// heatRow is the height of rows: generous for few, one page for many.
func heatRow(n int) float64 {
	switch {
	case n <= 12:
		return 14
	case n <= 30:
		return 11
	case n <= 70:
		return 8
	}
	return max(0.6, 560/float64(n))
}

// layRows finds the size of the cells, and the labels of the rows, which get up to a third of the width.
func (g *heat) layRows(ts *typesetter, left, width float64) {
	n := len(g.c.Rows)
	square := slices.Equal(g.c.Rows, g.c.Columns)
	g.h = heatRow(n)
	for range 3 { // in a square the size of labels depends on the room that they leave
		g.rowSize = heatLabel(g.h)
		g.rows = nil
		labels := 0.0
		for _, l := range g.c.Rows {
			l = ts.fit(l, g.rowSize, false, 0.33*width)
			g.rows = append(g.rows, l)
			labels = max(labels, ts.width(l, g.rowSize, false))
		}
		g.x = left + labels + 3
		g.w = min(heatCell, (width-margin-g.x)/float64(len(g.c.Columns)))
		if square {
			g.w = min(g.w, 22)
			g.h = g.w
		}
	}
	g.rowEvery = max(1, int(math.Ceil(g.rowSize*0.98/g.h)))
	shift := max(0, width-margin-g.right()) / 2
	g.x, g.title = g.x+shift, margin+shift
}

// heatLabel is the size of labels with a pitch: never too small to be read; they are thinned out instead.
func heatLabel(pitch float64) float64 {
	return min(tickSize, max(minLabel+0.8, math.Floor(pitch*9.5)/10))
}

// layColumns finds the labels of the columns: as they are where all fit between their neighbours, else turned.
func (g *heat) layColumns(ts *typesetter) {
	g.columnSize, g.columnEvery = heatLabel(g.w), 1
	for _, l := range g.c.Columns {
		g.turned = g.turned || ts.width(l, tickSize, false) > g.w-2
	}
	if !g.turned {
		g.columns, g.columnSize, g.columnHeight = g.c.Columns, tickSize, tickSize+1
		return
	}
	g.columnEvery = max(1, int(math.Ceil(g.columnSize*0.98/g.w)))
	for j, l := range g.c.Columns {
		l = ts.fit(l, g.columnSize, false, heatColumn)
		g.columns = append(g.columns, l)
		if j%g.columnEvery == 0 {
			g.columnHeight = max(g.columnHeight, ts.width(l, g.columnSize, false))
		}
	}
}

// numbersFit tells whether every value can be printed in its cell.
func (g *heat) numbersFit(ts *typesetter) bool {
	if g.h < heatNumber+3 {
		return false
	}
	for _, row := range g.c.Values {
		for _, v := range row {
			if v != nil && ts.width(decimal(*v, g.c.Digits), heatNumber, false) > g.w-2 {
				return false
			}
		}
	}
	return true
}

// layLegend places the bar of the scale above the matrix, behind its label, and the key of missing values behind it.
func (g *heat) layLegend(ts *typesetter, width float64) {
	room := width - 2*margin
	length := min(heatBar, 0.4*room)
	key := 10.0
	if g.missing {
		key += 14 + ts.width(missingName, tickSize, false)
	}
	g.scale = ts.fit(g.c.Scale, tickSize, false, max(20, room-length-key-8))
	label := ts.width(g.scale, tickSize, false) + 8
	if g.scale == "" {
		label = 10
	}
	from := max(margin, min(g.x, width-margin-label-length-key))
	lo, hi := extent{g.c.Min, g.c.Max, true}.bounds(doc.Axis{})
	g.bar = scale{lo, hi, from + label, from + label + length}
	g.y = margin + heatKey + tickSize + 7
}

// inks are the colours from low to high.
func (g *heat) inks() (first ink, n int) {
	if g.c.Diverging {
		return inkSplit, splitClasses
	}
	return inkHeat, heatClasses
}

// class is the step of the scale that a value falls into; −1 for none.
func (g *heat) class(v *float64) int {
	if v == nil {
		return -1
	}
	_, n := g.inks()
	share := (*v - g.c.Min) / (g.c.Max - g.c.Min)
	return int(min(max(math.Floor(share*float64(n)), 0), float64(n-1)))
}
