package figures

import (
	"slices"

	"gonum.org/v1/plot/vg"
)

// textInk is the colour of text on a step: that of the page on the strong ones, which are dark where the page is light.
func (g *heat) textInk(class int) ink {
	strong := class >= heatClasses/2
	if g.c.Diverging {
		strong = max(class-splitClasses/2, splitClasses/2-class) > 4
	}
	if strong {
		return inkPage
	}
	return inkText
}

func (g *heat) drawLegend(p *page) {
	y := margin + heatKey/2
	p.middle(g.scale, g.bar.a-8, y, right, style{tickSize, false, inkText})
	first, n := g.inks()
	step := (g.bar.b - g.bar.a) / float64(n)
	for k := range n {
		p.rect(g.bar.a+float64(k)*step, margin, step, heatKey, first+ink(k))
	}
	for _, t := range p.ts.spaced(g.bar, false, noteSize) {
		x := g.bar.at(t.v)
		p.vline(x, margin+heatKey, margin+heatKey+2, axisWidth, inkAxis)
		p.text(t.label, x, margin+heatKey+3+0.8*noteSize, center, style{noteSize, false, inkText})
	}
	if g.missing {
		x := g.bar.b + 14
		p.rect(x, margin, heatKey, heatKey, inkGrid)
		p.stroke(hairline, inkAxis, nil, p.at(x, margin+heatKey), p.at(x+heatKey, margin))
		p.middle(missingName, x+heatKey+4, y, left, style{tickSize, false, inkText})
	}
}

// drawCells draws the steps of the scale one after the other, over a ground of the commonest one.
func (g *heat) drawCells(p *page) {
	first, n := g.inks()
	lat := lattice{x: g.x, y: g.y, w: g.w, h: g.h}
	if min(g.w, g.h) >= heatGap {
		lat.gap = max(0.6, p.px)
	}
	strips := make([][]strip, n+1) // the last of missing values
	cells := make([]int, n+1)
	for i, row := range g.c.Values {
		for j := 0; j < len(row); {
			k, end := g.class(row[j]), j+1
			for lat.gap == 0 && end < len(row) && g.class(row[end]) == k {
				end++
			}
			if k < 0 {
				k = n
			}
			strips[k] = append(strips[k], strip{i, j, end})
			cells[k] += end - j
			j = end
		}
	}
	ink := func(k int) ink {
		if k == n {
			return inkGrid
		}
		return first + ink(k)
	}
	ground := -1
	if lat.gap == 0 {
		ground = slices.Index(cells, slices.Max(cells))
		p.rect(g.x, g.y, g.right()-g.x, g.bottom()-g.y, ink(ground))
	}
	for k, s := range strips {
		if k != ground && len(s) > 0 {
			p.strips(lat, s, ink(k))
		}
	}
	g.hatch(p, strips[n], lat.gap)
	g.drawNumbers(p, lat.gap)
}

// hatch draws a line across each cell without a value, where cells are large enough.
func (g *heat) hatch(p *page, missing []strip, gap float64) {
	if len(missing) == 0 || min(g.w, g.h) < heatHatch {
		return
	}
	var path vg.Path
	for _, s := range missing {
		y := g.y + float64(s.row)*g.h
		for j := s.from; j < s.to; j++ {
			x := g.x + float64(j)*g.w
			path.Move(p.at(x, y+g.h-gap))
			path.Line(p.at(x+g.w-gap, y))
		}
	}
	p.s.SetColor(p.theme.paint(inkAxis))
	p.s.SetLineWidth(hairline)
	p.s.SetLineDash(nil, 0)
	p.s.Stroke(path)
}

func (g *heat) drawNumbers(p *page, gap float64) {
	if !g.numbers {
		return
	}
	for i, row := range g.c.Values {
		for j, v := range row {
			if v != nil {
				p.middle(decimal(*v, g.c.Digits), g.x+(float64(j)+0.5)*g.w-gap/2, g.y+(float64(i)+0.5)*g.h-gap/2, center,
					style{heatNumber, false, g.textInk(g.class(v))})
			}
		}
	}
}

// drawTips draws nothing that is seen.
func (g *heat) drawTips(p *page) {
	each := len(g.c.Rows)*len(g.c.Columns) <= heatTips
	for i, name := range g.c.Rows {
		y := g.y + float64(i)*g.h
		if !each {
			p.begin(name, margin, y, g.right()-margin, g.h)
			p.end()
			continue
		}
		for j, v := range g.c.Values[i] {
			text := missingName
			if v != nil {
				text = decimal(*v, g.c.Digits)
			}
			p.begin(name+" – "+g.c.Columns[j]+": "+text, g.x+float64(j)*g.w, y, g.w, g.h)
			p.end()
		}
	}
}

func (g *heat) drawLabels(p *page) {
	for i := 0; i < len(g.rows); i += g.rowEvery {
		p.middle(g.rows[i], g.x-3, g.y+(float64(i)+0.5)*g.h, right, style{g.rowSize, false, inkText})
	}
	st := style{g.columnSize, false, inkText}
	for j := 0; j < len(g.columns); j += g.columnEvery {
		x := g.x + (float64(j)+0.5)*g.w
		if g.turned {
			p.turned(g.columns[j], x, g.bottom()+3, right, st)
		} else {
			p.text(g.columns[j], x, g.bottom()+3+0.8*tickSize, center, st)
		}
	}
}
