package figures

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"sigrel/reports/doc"
)

const (
	maxCell      = 20.0 // greatest side of a cell
	gapCell      = 6.0  // least side of a cell with a gap around it
	minLabel     = 5.0  // least size of labels
	legendHeight = 14.0
	classKey     = 12.0 // of the square before a class in the legend
	tooltipCells = 24   // systems up to which every cell has a tooltip; beyond, every row has
)

// grid is a laid-out matrix.
type grid struct {
	c        *doc.Grid
	cell     float64
	size     float64 // of labels
	every    int     // rows from one label to the next
	labels   []string
	x, y     float64 // of the top left cell
	keyLines [][]int // classes on each line of the legend
}

// layoutGrid is figure 3: a matrix of classes.
func layoutGrid(c *doc.Grid, ts *typesetter, width float64) plan {
	n := len(c.Labels)
	if width == 0 {
		width = TextWidth * ptPerMM
		if n > 50 {
			width = PageWidth * ptPerMM
		}
	}
	g := &grid{c: c}
	labelWidth := g.layLabels(ts, width)
	g.layKeys(ts, width)
	g.y = margin + float64(len(g.keyLines))*legendHeight + 2
	side := g.cell * float64(n)
	g.x = margin + labelWidth + 3 + max(0, width-2*margin-labelWidth-3-side)/2
	bottom := g.y + side + 3 + labelWidth
	note := ts.wrap(c.Note, noteSize, false, width-2*margin)
	return plan{
		w: width, h: bottom + noteHeight(note) + margin,
		kind: fmt.Sprintf("Matrix of %d by %d systems", n, n),
		draw: func(p *page) {
			g.drawKeys(p)
			g.drawCells(p)
			g.drawLabels(p)
			p.note(note, bottom+4)
		},
	}
}

// layLabels finds the size of cells and labels, and returns the room that labels take.
func (g *grid) layLabels(ts *typesetter, width float64) float64 {
	n := len(g.c.Labels)
	room := width - 2*margin - 3
	size := tickSize
	var labelWidth float64
	for range 3 { // the size depends on the room that labels leave, and the room on the size
		g.labels, labelWidth = nil, 0
		for _, l := range g.c.Labels {
			l = ts.fit(l, size, false, 0.25*width)
			g.labels = append(g.labels, l)
			labelWidth = max(labelWidth, ts.width(l, size, false))
		}
		g.cell = min(maxCell, (room-labelWidth)/float64(n))
		g.size = size
		size = min(tickSize, max(minLabel+0.8, math.Floor(g.cell*9.5)/10))
	}
	g.every = max(1, int(math.Ceil(g.size*0.98/g.cell)))
	return labelWidth
}

// layKeys breaks the legend into lines.
func (g *grid) layKeys(ts *typesetter, width float64) {
	x := width
	for k, name := range g.c.Classes {
		w := classKey + ts.width(name, tickSize, false)
		if x+w > width-2*margin {
			g.keyLines, x = append(g.keyLines, nil), 0
		}
		last := len(g.keyLines) - 1
		g.keyLines[last] = append(g.keyLines[last], k)
		x += w + keyGap
	}
}

func (g *grid) inks() []ink { return cellInks[len(g.c.Classes)-1] }

func (g *grid) drawKeys(p *page) {
	for i, line := range g.keyLines {
		x, y := margin, margin+legendHeight*(float64(i)+0.4)
		if len(g.keyLines) == 1 {
			x = g.x
			if room := p.w - margin - g.keysWidth(p.ts, line); x > room {
				x = max(margin, room)
			}
		}
		for _, k := range line {
			p.rect(x, y-4, 8.5, 8, g.inks()[k])
			p.middle(g.c.Classes[k], x+classKey, y, left, style{tickSize, false, inkText})
			x += classKey + p.ts.width(g.c.Classes[k], tickSize, false) + keyGap
		}
	}
}

func (g *grid) keysWidth(ts *typesetter, line []int) float64 {
	w := -keyGap
	for _, k := range line {
		w += classKey + ts.width(g.c.Classes[k], tickSize, false) + keyGap
	}
	return w
}

// drawCells draws each class as one path. Small cells have no gaps: a run of them is one rectangle, over a ground of the
// first class, so that no seams show.
func (g *grid) drawCells(p *page) {
	n := len(g.c.Labels)
	gap := 0.0
	if g.cell >= gapCell {
		gap = max(0.6, p.px)
	} else {
		p.rect(g.x, g.y, float64(n)*g.cell, float64(n)*g.cell, g.inks()[0])
	}
	paths := make([]vg.Path, len(g.c.Classes))
	for i, row := range g.c.Cells {
		for j := 0; j < n; {
			end := j + 1
			for gap == 0 && end < n && row[end] == row[j] {
				end++
			}
			if k := row[j]; k > 0 || k == 0 && gap > 0 {
				x, y := g.x+float64(j)*g.cell, g.y+float64(i)*g.cell
				paths[k] = p.box(paths[k], x, y, float64(end-j)*g.cell-gap, g.cell-gap)
			}
			j = end
		}
	}
	for k, path := range paths {
		if len(path) > 0 {
			p.s.SetColor(p.theme.paint(g.inks()[k]))
			p.s.Fill(path)
		}
	}
	side := float64(n) * g.cell
	p.stroke(0.9, inkText, nil, p.at(g.x, g.y), p.at(g.x+side-gap, g.y+side-gap))
	g.drawTips(p)
}

// drawTips draws nothing that is seen.
func (g *grid) drawTips(p *page) {
	side := float64(len(g.c.Labels)) * g.cell
	for i, name := range g.c.Labels {
		y := g.y + float64(i)*g.cell
		if len(g.c.Labels) > tooltipCells {
			p.begin(name, margin, y, g.x+side-margin, g.cell)
			p.end()
			continue
		}
		for j, k := range g.c.Cells[i] {
			if k >= 0 {
				p.begin(name+" – "+g.c.Labels[j]+": "+g.c.Classes[k], g.x+float64(j)*g.cell, y, g.cell, g.cell)
				p.end()
			}
		}
	}
}

func (g *grid) drawLabels(p *page) {
	st := style{g.size, false, inkText}
	side := float64(len(g.labels)) * g.cell
	for i := 0; i < len(g.labels); i += g.every {
		at := (float64(i) + 0.5) * g.cell
		p.middle(g.labels[i], g.x-3, g.y+at, right, st)
		p.turned(g.labels[i], g.x+at, g.y+side+3, right, st)
	}
}
