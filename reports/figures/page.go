package figures

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// ptPerMM is how many points are a millimetre.
const ptPerMM = 72 / 25.4

// Measures in points.
const (
	margin    = 4.0
	baseSize  = 8.0 // axis titles, labels of rows
	tickSize  = 7.0
	noteSize  = 6.5
	noteLead  = 8.6 // distance of baselines of notes
	hairline  = 0.5
	axisWidth = 0.65
	tickLen   = 3.0
	capHeight = 0.36 // half the height of capitals and digits, in em: what centres text on a line
	descent   = 0.22 // depth below the baseline, in em
)

// surface is what charts draw on: the methods of gonum/plot's vg.Canvas that they need, and text and groups of their
// own. The origin is at the bottom left; lengths are in points. Arcs in paths are full circles.
type surface interface {
	SetColor(color.Color)
	SetLineWidth(vg.Length)
	SetLineDash(pattern []vg.Length, offset vg.Length)
	Stroke(vg.Path)
	Fill(vg.Path)

	// Text draws a line of text in the colour set. Its baseline begins, has its middle, or ends at the given point,
	// and runs to the right, or upwards if it is turned.
	Text(l *line, size float64, at vg.Point, a align, turned bool)

	// Begin starts a group with a tooltip for whatever is drawn before the matching End, and for an area.
	Begin(tooltip string, area vg.Rectangle)
	End()
}

// align says which end of a text is at a point. Left and right are of the page, whatever the script.
type align int

const (
	left align = iota
	center
	right
)

// page is a surface for charts: its origin is at the top left, it knows inks, and it puts edges on whole pixels.
type page struct {
	s     surface
	ts    *typesetter
	theme Theme
	w, h  float64
	px    float64 // size of a pixel in points; 0 if there are none
}

// style is how text looks.
type style struct {
	size float64
	bold bool
	ink  ink
}

func (p *page) at(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(p.h - y)} }

// snap returns the nearest edge of a pixel.
func (p *page) snap(x float64) float64 {
	if p.px == 0 {
		return x
	}
	return math.Round(x/p.px) * p.px
}

// thin returns the width and the place of a straight line of about the given width that covers whole pixels.
func (p *page) thin(x, width float64) (float64, float64) {
	if p.px == 0 {
		return x, width
	}
	n := max(1, math.Round(width/p.px))
	return (math.Round(x/p.px-n/2) + n/2) * p.px, n * p.px
}

// rect fills a rectangle.
func (p *page) rect(x, y, w, h float64, k ink) {
	p.s.SetColor(p.theme.paint(k))
	p.s.Fill(p.box(nil, x, y, w, h))
}

// box adds a rectangle to a path.
func (p *page) box(path vg.Path, x, y, w, h float64) vg.Path {
	x0, x1, y0, y1 := p.snap(x), p.snap(x+w), p.snap(y), p.snap(y+h)
	path.Move(p.at(x0, y0))
	path.Line(p.at(x1, y0))
	path.Line(p.at(x1, y1))
	path.Line(p.at(x0, y1))
	path.Close()
	return path
}

func (p *page) hline(x0, x1, y, width float64, k ink, dash ...vg.Length) {
	y, width = p.thin(y, width)
	p.stroke(width, k, dash, p.at(x0, y), p.at(x1, y))
}

func (p *page) vline(x, y0, y1, width float64, k ink, dash ...vg.Length) {
	x, width = p.thin(x, width)
	p.stroke(width, k, dash, p.at(x, y0), p.at(x, y1))
}

// stroke draws a line through points.
func (p *page) stroke(width float64, k ink, dash []vg.Length, points ...vg.Point) {
	var path vg.Path
	for i, q := range points {
		if i == 0 {
			path.Move(q)
		} else {
			path.Line(q)
		}
	}
	p.s.SetColor(p.theme.paint(k))
	p.s.SetLineWidth(vg.Length(width))
	p.s.SetLineDash(dash, 0)
	p.s.Stroke(path)
}

// polygon fills an area with a share of a colour.
func (p *page) polygon(k ink, opacity float64, points ...vg.Point) {
	var path vg.Path
	for i, q := range points {
		if i == 0 {
			path.Move(q)
		} else {
			path.Line(q)
		}
	}
	path.Close()
	colour := p.theme.paint(k)
	colour.A = uint8(math.Round(opacity * 255))
	p.s.SetColor(colour)
	p.s.Fill(path)
}

func (p *page) disc(x, y, r float64, k ink) {
	var path vg.Path
	path.Arc(p.at(x, y), vg.Length(r), 0, 2*math.Pi)
	path.Close()
	p.s.SetColor(p.theme.paint(k))
	p.s.Fill(path)
}

// dot draws a dot with a rim in the colour of the page, which sets it off from what it lies on.
func (p *page) dot(x, y, r float64, k ink) {
	p.disc(x, y, r*1.4, inkPage)
	p.disc(x, y, r, k)
}

// ring draws an open dot.
func (p *page) ring(x, y, r float64, k ink) {
	p.disc(x, y, r, k)
	p.disc(x, y, r*0.62, inkPage)
}

// text draws one line of text with its baseline at y.
func (p *page) text(s string, x, y float64, a align, st style) {
	p.put(s, p.at(x, y), a, st, false)
}

// middle draws one line of text whose capitals are centred at y.
func (p *page) middle(s string, x, y float64, a align, st style) {
	p.text(s, x, y+capHeight*st.size, a, st)
}

// turned draws text that runs upwards, its capitals centred at x.
func (p *page) turned(s string, x, y float64, a align, st style) {
	p.put(s, p.at(x+capHeight*st.size, y), a, st, true)
}

func (p *page) put(s string, at vg.Point, a align, st style, turned bool) {
	if s == "" {
		return
	}
	p.s.SetColor(p.theme.paint(st.ink))
	p.s.Text(p.ts.shape(s, st.bold), st.size, at, a, turned)
}

// begin starts a group with a tooltip over the given area.
func (p *page) begin(tooltip string, x, y, w, h float64) {
	p.s.Begin(tooltip, vg.Rectangle{Min: p.at(x, y+h), Max: p.at(x+w, y)})
}

func (p *page) end() { p.s.End() }

// note draws lines of small text below y; noteHeight is the room they take.
func (p *page) note(lines []string, y float64) {
	for i, l := range lines {
		p.text(l, margin, y+noteSize+float64(i)*noteLead, left, style{noteSize, false, inkSoft})
	}
}

// noteHeight is the height of the lines of a note with the space above them.
func noteHeight(lines []string) float64 {
	if len(lines) == 0 {
		return 0
	}
	return float64(len(lines))*noteLead + 4
}
