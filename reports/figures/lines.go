package figures

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"sigrel/reports/doc"
)

const (
	curveWidth = 1.5
	bandShade  = 0.16 // opacity of bands
	sampleLen  = 18.0 // of the line before a curve's name
	keyLead    = 11.0 // distance of baselines of curves' names
)

// lines is a laid-out line chart.
type lines struct {
	c        *doc.Lines
	x, y     scale
	yMarks   []tick
	curves   []curve
	names    []string // of the curves, one line each
	nameAt   []spot   // left ends of the lines before the names
	labels   []lineLabel
	hereText string
	hereAt   rectangle
}

// curve is one curve on the page: only what lies inside the plot.
type curve struct {
	ink  ink
	dash []vg.Length
	runs [][]spot // pieces of the line
	band []spot   // outline of the band
}

// lineLabel is the text of a mark.
type lineLabel struct {
	text string
	at   rectangle
	ink  ink
}

// curveStyle returns the colour and the dashes of the i-th curve: no two of the first twelve have both in common.
func curveStyle(i int) (ink, []vg.Length) {
	dashes := [...][]vg.Length{nil, {6, 2}, {2, 1.6}, {6, 1.6, 1.5, 1.6}}
	inks := [...]ink{inkBlue, inkRed, inkGreen}
	return inks[i%len(inks)], dashes[i%len(dashes)]
}

// layoutLines is figure 6: curves with bands, and points that matter on them.
func layoutLines(c *doc.Lines, ts *typesetter, width float64) plan {
	if width == 0 {
		width = TextWidth * ptPerMM
	}
	l := &lines{c: c}
	if c.X.Log {
		l.c = logged(c)
	}
	for _, s := range c.Series {
		l.names = append(l.names, ts.fit(s.Label, baseSize, true, 0.7*width))
	}
	top := margin + 4.0
	l.lay(ts, width, top, top+0.54*width)
	if !l.layNames(ts) {
		// There is no room among the curves.
		top = l.namesAbove(ts, width) + 6
		l.lay(ts, width, top, top+0.54*width)
	}
	bottom := l.y.a
	title := ts.wrap(c.X.Label, baseSize, false, width-2*margin)
	note := ts.wrap(c.Note, noteSize, false, width-2*margin)
	noteTop := bottom + axisHeight(len(title))
	return plan{
		w: width, h: noteTop + noteHeight(note) + margin,
		kind: fmt.Sprintf("Line chart of %d curves", len(c.Series)),
		draw: func(p *page) {
			l.draw(p)
			p.xTitle(title, (l.x.a+l.x.b)/2, bottom)
			p.note(note, noteTop+4)
		},
	}
}

// lay finds the scales for a plot between two heights, and then a place for all but the names of the curves.
func (l *lines) lay(ts *typesetter, width, top, bottom float64) {
	var ex, ey extent
	for _, s := range l.c.Series {
		ex.add(s.X...)
		ey.add(s.Y...)
		ey.add(s.Lo...)
		ey.add(s.Hi...)
	}
	if l.c.Here != nil {
		ex.add(l.c.Here.X)
	}
	ey.add(l.c.Targets...)
	if !l.c.X.Log && ex.lo > 0 && ex.lo < 0.05*ex.hi {
		ex.lo = 0 // a count from 1 to many
	}
	x0, x1 := ex.bounds(l.c.X)
	ey.pad(0.03)
	y0, y1 := ey.bounds(l.c.Y)
	l.y = scale{y0, y1, bottom, top}
	marks, tickWidth := ts.yTicks(l.y, l.c.Y.Percent)
	l.yMarks = marks
	// The last tick's label may stand out on the right by half its width.
	l.x = scale{x0, x1, margin + baseSize + 5 + tickWidth, width - margin - 8}
	l.curves = nil
	for i, s := range l.c.Series {
		l.curves = append(l.curves, l.layCurve(i, s))
	}
	l.layTexts(ts)
}

// layCurve cuts a curve and its band to the plot.
func (l *lines) layCurve(i int, s doc.Series) curve {
	k, dash := curveStyle(i)
	out := curve{ink: k, dash: dash}
	var run []spot
	for j := range s.X {
		if j > 0 {
			a, b, ok := l.cut(s.X[j-1], s.Y[j-1], s.X[j], s.Y[j])
			if !ok || len(run) > 0 && run[len(run)-1] != a {
				if len(run) > 1 {
					out.runs = append(out.runs, run)
				}
				run = nil
			}
			if ok {
				if len(run) == 0 {
					run = []spot{a}
				}
				run = append(run, b)
			}
		}
	}
	if len(run) > 1 {
		out.runs = append(out.runs, run)
	}
	if s.Lo != nil {
		out.band = l.layBand(s)
	}
	return out
}

// layBand returns the outline of a band: its upper edge from left to right and its lower edge back.
func (l *lines) layBand(s doc.Series) []spot {
	upper, lower := l.edge(s.X, s.Hi), l.edge(s.X, s.Lo)
	for j := len(lower) - 1; j >= 0; j-- {
		upper = append(upper, lower[j])
	}
	return upper
}

// edge returns the places of a band's edge, cut at the left and right of the plot and pressed to its top and bottom.
func (l *lines) edge(xs, ys []float64) []spot {
	var out []spot
	add := func(x, y float64) { out = append(out, spot{x: l.x.at(x), y: l.y.inside(y)}) }
	for j, x := range xs {
		if j > 0 && xs[j-1] < x {
			for _, end := range [...]float64{l.x.lo, l.x.hi} {
				if xs[j-1] < end && end < x {
					add(end, ys[j-1]+(end-xs[j-1])/(x-xs[j-1])*(ys[j]-ys[j-1]))
				}
			}
		}
		if l.x.has(x) {
			add(x, ys[j])
		}
	}
	return out
}

// cut returns the part of a segment that lies in the plot (Liang and Barsky's method), and whether there is any.
func (l *lines) cut(x0, y0, x1, y1 float64) (a, b spot, ok bool) {
	from, to := 0.0, 1.0
	dx, dy := x1-x0, y1-y0
	for _, side := range [...]struct{ p, q float64 }{
		{-dx, x0 - l.x.lo}, {dx, l.x.hi - x0}, {-dy, y0 - l.y.lo}, {dy, l.y.hi - y0},
	} {
		switch t := side.q / side.p; {
		case side.p == 0:
			if side.q < 0 {
				return a, b, false
			}
		case side.p < 0:
			from = max(from, t)
		default:
			to = min(to, t)
		}
	}
	if from > to {
		return a, b, false
	}
	place := func(t float64) spot { // pressed into the plot, for long segments lose digits
		return spot{x: l.x.inside(x0 + t*dx), y: l.y.inside(y0 + t*dy)}
	}
	if a = place(from); to == 1 {
		return a, spot{x: l.x.inside(x1), y: l.y.inside(y1)}, true // the next segment begins at this very spot
	}
	return a, place(to), true
}
