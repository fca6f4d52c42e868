package figures

import (
	"math"

	"gonum.org/v1/plot/vg"
)

const ringRadius = 2.6

// field returns what the chart's text should not cover.
func (l *lines) field() *field {
	f := &field{plot: rectangle{l.x.a, l.y.b, l.x.b, l.y.a}}
	for _, c := range l.curves {
		for _, run := range c.runs {
			for j := 1; j < len(run); j++ {
				f.line(run[j-1].x, run[j-1].y, run[j].x, run[j].y, 1)
			}
		}
		for j := 1; j < len(c.band); j++ {
			// The edge of a band is a lesser evil.
			f.line(c.band[j-1].x, c.band[j-1].y, c.band[j].x, c.band[j].y, 0.02)
		}
	}
	for _, t := range l.c.Targets {
		if l.y.has(t) {
			f.line(l.x.a, l.y.at(t), l.x.b, l.y.at(t), 1)
		}
	}
	if l.c.Here != nil && l.x.has(l.c.Here.X) {
		f.line(l.x.at(l.c.Here.X), l.y.b, l.x.at(l.c.Here.X), l.y.a, 1)
	}
	for _, s := range l.c.Series {
		for _, m := range s.Marks {
			if l.x.has(m.X) && l.y.has(m.Y) {
				x, y := l.x.at(m.X), l.y.at(m.Y)
				f.boxes = append(f.boxes, rectangle{x, y, x, y}.grow(ringRadius))
			}
		}
	}
	return f
}

// layTexts finds places for the labels of marks and of the vertical line.
func (l *lines) layTexts(ts *typesetter) {
	f := l.field()
	l.labels = nil
	for i, s := range l.c.Series {
		for _, m := range s.Marks {
			if m.Label == "" || !l.x.has(m.X) || !l.y.has(m.Y) {
				continue
			}
			text := ts.fit(m.Label, tickSize, false, 0.3*(l.x.b-l.x.a))
			at := f.beside(l.x.at(m.X), l.y.at(m.Y), ts.width(text, tickSize, false), 0.72*tickSize, ringRadius+2)
			l.labels = append(l.labels, lineLabel{text, at, l.curves[i].ink})
		}
	}
	l.hereText = ""
	if l.c.Here != nil && l.x.has(l.c.Here.X) && l.c.Here.Label != "" {
		l.hereText = ts.fit(l.c.Here.Label, tickSize, false, 0.4*(l.x.b-l.x.a))
		l.hereAt = l.layHere(f, ts.width(l.hereText, tickSize, false))
	}
}

// layHere finds a place beside the vertical line, as near to its foot as there is room.
func (l *lines) layHere(f *field, w float64) rectangle {
	x := l.x.at(l.c.Here.X)
	h := 0.72 * tickSize
	var best rectangle
	bestCost := -1.0
	for y := l.y.a - 5 - h; y > l.y.b+3; y -= 3 {
		for _, x0 := range [...]float64{x + 4, x - 4 - w} {
			r := rectangle{x0, y, x0 + w, y + h}
			if c := f.cost(r.grow(1.5)) + 0.002*(l.y.a-y); bestCost < 0 || c < bestCost {
				best, bestCost = r, c
			}
		}
	}
	f.boxes = append(f.boxes, best)
	return best
}

// layNames finds a place for the names of the curves inside the plot and reports whether there is one.
func (l *lines) layNames(ts *typesetter) bool {
	f := l.field()
	for _, label := range l.labels {
		f.boxes = append(f.boxes, label.at)
	}
	if l.hereText != "" {
		f.boxes = append(f.boxes, l.hereAt)
	}
	w := 0.0
	for _, name := range l.names {
		w = max(w, sampleLen+ts.width(name, baseSize, true))
	}
	at, ok := f.block(w, keyLead*float64(len(l.names)))
	l.nameAt = nil
	for i := range l.names {
		l.nameAt = append(l.nameAt, spot{x: at.x0, y: at.y0 + keyLead*(float64(i)+0.5)})
	}
	return ok
}

// namesAbove places the names of the curves in lines above the plot and returns the height where they end.
func (l *lines) namesAbove(ts *typesetter, width float64) float64 {
	l.nameAt = nil
	x, y := width, margin-keyLead/2
	for _, name := range l.names {
		w := sampleLen + ts.width(name, baseSize, true)
		if x+w > width-margin {
			x, y = margin, y+keyLead
		}
		l.nameAt = append(l.nameAt, spot{x: x, y: y})
		x += w + keyGap
	}
	return y + keyLead/2
}

func (l *lines) draw(p *page) {
	for _, t := range l.yMarks {
		p.hline(l.x.a, l.x.b, l.y.at(t.v), hairline, inkGrid)
	}
	for _, c := range l.curves {
		if len(c.band) > 2 {
			p.polygon(c.ink, bandShade, p.points(c.band)...)
		}
	}
	for _, t := range l.c.Targets {
		if l.y.has(t) {
			p.hline(l.x.a, l.x.b, l.y.at(t), 0.7, inkText, 2.6, 2)
		}
	}
	if l.c.Here != nil && l.x.has(l.c.Here.X) {
		p.vline(l.x.at(l.c.Here.X), l.y.b, l.y.a, 0.9, inkAxis)
	}
	for i, c := range l.curves {
		for _, run := range c.runs {
			p.stroke(curveWidth, c.ink, c.dash, p.points(run)...)
		}
		if s := l.c.Series[i]; len(s.X) == 1 && l.x.has(s.X[0]) && l.y.has(s.Y[0]) {
			p.dot(l.x.at(s.X[0]), l.y.at(s.Y[0]), ringRadius, c.ink)
		}
	}
	marks := p.ts.spaced(l.x, l.c.X.Percent, tickSize)
	if l.c.X.Log {
		marks = p.ts.spacedLog(l.x, l.c.X.Percent, tickSize)
	}
	p.xAxis(l.x, marks, l.y.a)
	p.yAxis(l.y, l.yMarks, l.x.a, l.c.Y.Label, margin)
	l.drawMarks(p)
	l.drawTexts(p)
}

func (p *page) points(spots []spot) []vg.Point {
	out := make([]vg.Point, len(spots))
	for i, s := range spots {
		out[i] = p.at(s.x, s.y)
	}
	return out
}

func (l *lines) drawMarks(p *page) {
	for i, s := range l.c.Series {
		for _, m := range s.Marks {
			if !l.x.has(m.X) || !l.y.has(m.Y) {
				continue
			}
			x, y := l.x.at(m.X), l.y.at(m.Y)
			at := m.X
			if l.c.X.Log {
				at = math.Pow(10, at)
			}
			p.begin(s.Label+": "+decimal(m.Y, 3)+" at "+decimal(at, 0), x-4, y-4, 8, 8)
			if m.Filled {
				p.dot(x, y, ringRadius, l.curves[i].ink)
			} else {
				p.ring(x, y, ringRadius, l.curves[i].ink)
			}
			p.end()
		}
	}
}

func (l *lines) drawTexts(p *page) {
	for _, label := range l.labels {
		p.text(label.text, (label.at.x0+label.at.x1)/2, label.at.y1, center, style{tickSize, false, label.ink})
	}
	if l.hereText != "" {
		p.text(l.hereText, l.hereAt.x0, l.hereAt.y1, left, style{tickSize, false, inkSoft})
	}
	for i, name := range l.names {
		c, at := l.curves[i], l.nameAt[i]
		p.stroke(curveWidth, c.ink, c.dash, p.at(at.x, at.y), p.at(at.x+sampleLen-4, at.y))
		p.middle(name, at.x+sampleLen, at.y, left, style{baseSize, true, c.ink})
	}
}
