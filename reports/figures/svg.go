package figures

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// families are the fonts that an SVG asks for. Arimo and Arial have the widths of Liberation Sans.
const families = "'Liberation Sans',Arimo,Arial,Helvetica,'Noto Sans','Noto Sans Arabic'"

// svg is a surface that writes SVG. Coordinates have two decimals, so that the last bit of a sum, which differs between
// processors, does not show.
type svg struct {
	b     bytes.Buffer
	h     float64
	paint paint
	width vg.Length
	dash  []vg.Length
}

func drawSVG(w io.Writer, pl plan, ts *typesetter, opt Options) error {
	s := &svg{h: pl.h}
	p := &page{s: s, ts: ts, theme: opt.Theme, w: pl.w, h: pl.h}
	s.open(pl, ts, opt)
	if !opt.Inline {
		p.rect(0, 0, pl.w, pl.h, inkPage)
	}
	pl.draw(p)
	s.b.WriteString("</svg>\n")
	_, err := w.Write(s.b.Bytes())
	return err
}

func (s *svg) open(pl plan, ts *typesetter, opt Options) {
	alt := opt.Alt
	if alt == "" {
		alt = pl.kind
	}
	var stack strings.Builder
	stack.WriteString(families)
	for _, f := range ts.user {
		if f.family != "" {
			stack.WriteString(",'" + strings.NewReplacer("'", "", `\`, "").Replace(f.family) + "'")
		}
	}
	if opt.Inline {
		fmt.Fprintf(&s.b, `<svg xmlns="http://www.w3.org/2000/svg" class="figure" width="%s" height="%s"`,
			num(pl.w*96/72), num(pl.h*96/72)) // CSS pixels
	} else {
		fmt.Fprintf(&s.b, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+
			`<svg xmlns="http://www.w3.org/2000/svg" class="figure" width="%smm" height="%smm" style="font-kerning:none"`,
			num(pl.w/ptPerMM), num(pl.h/ptPerMM))
	}
	fmt.Fprintf(&s.b, ` viewBox="0 0 %s %s" role="img" aria-label="%s" font-family="%s,sans-serif" font-size="%s">`+"\n",
		num(pl.w), num(pl.h), escape(alt), escape(stack.String()), num(baseSize))
}

// num formats a coordinate.
func num(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		return "0" // not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic(err) // a strings.Builder never fails
	}
	return b.String()
}

func (s *svg) SetColor(c color.Color)                 { s.paint = c.(paint) }
func (s *svg) SetLineWidth(w vg.Length)               { s.width = w }
func (s *svg) SetLineDash(d []vg.Length, _ vg.Length) { s.dash = d }

func (s *svg) Stroke(p vg.Path) {
	s.shape(p)
	fmt.Fprintf(&s.b, ` fill="none" class="s-%s" stroke="%s" stroke-width="%s"`, s.paint.name, s.paint.hex(), num(float64(s.width)))
	if len(s.dash) > 0 {
		dashes := make([]string, len(s.dash))
		for i, d := range s.dash {
			dashes[i] = num(float64(d))
		}
		fmt.Fprintf(&s.b, ` stroke-dasharray="%s"`, strings.Join(dashes, " "))
	}
	s.b.WriteString("/>\n")
}

func (s *svg) Fill(p vg.Path) {
	s.shape(p)
	fmt.Fprintf(&s.b, ` class="f-%s" fill="%s"`, s.paint.name, s.paint.hex())
	if s.paint.A < 255 {
		fmt.Fprintf(&s.b, ` fill-opacity="%s"`, num(float64(s.paint.A)/255))
	}
	s.b.WriteString("/>\n")
}

// shape writes the beginning of an element for a path.
func (s *svg) shape(p vg.Path) {
	if len(p) > 0 && p[0].Type == vg.ArcComp {
		fmt.Fprintf(&s.b, `<circle cx="%s" cy="%s" r="%s"`, s.x(p[0].Pos), s.y(p[0].Pos), num(float64(p[0].Radius)))
		return
	}
	s.b.WriteString(`<path d="`)
	lastX, lastY := "", ""
	for _, comp := range p {
		x, y := s.x(comp.Pos), s.y(comp.Pos)
		switch {
		case comp.Type == vg.CloseComp:
			s.b.WriteString("Z")
			continue
		case comp.Type == vg.MoveComp:
			s.b.WriteString("M" + x + " " + y)
		case y == lastY:
			s.b.WriteString("H" + x)
		case x == lastX:
			s.b.WriteString("V" + y)
		default:
			s.b.WriteString("L" + x + " " + y)
		}
		lastX, lastY = x, y
	}
	s.b.WriteString(`"`)
}

func (s *svg) x(p vg.Point) string { return num(float64(p.X)) }
func (s *svg) y(p vg.Point) string { return num(s.h - float64(p.Y)) }

// Text writes a text element with the width that was measured, so that other fonts cannot make it collide.
func (s *svg) Text(l *line, size float64, at vg.Point, a align, turned bool) {
	fmt.Fprintf(&s.b, `<text x="%s" y="%s" class="f-%s" fill="%s"`, s.x(at), s.y(at), s.paint.name, s.paint.hex())
	if size != baseSize {
		fmt.Fprintf(&s.b, ` font-size="%s"`, num(size))
	}
	if l.bold {
		s.b.WriteString(` font-weight="bold"`)
	}
	if l.rtl {
		// The start of such a line is its right end.
		a = right - a
		s.b.WriteString(` direction="rtl"`)
	}
	switch a {
	case center:
		s.b.WriteString(` text-anchor="middle"`)
	case right:
		s.b.WriteString(` text-anchor="end"`)
	}
	if l.width > 1.5 && (len(l.missing) == 0 || l.wide) {
		fmt.Fprintf(&s.b, ` textLength="%s" lengthAdjust="spacingAndGlyphs"`, num(l.width*size))
	}
	if turned {
		fmt.Fprintf(&s.b, ` transform="rotate(-90 %s %s)"`, s.x(at), s.y(at))
	}
	fmt.Fprintf(&s.b, ">%s</text>\n", escape(l.text))
}

func (s *svg) Begin(tooltip string, area vg.Rectangle) {
	fmt.Fprintf(&s.b, "<g><title>%s</title>", escape(tooltip))
	s.shape(area.Path())
	s.b.WriteString(` fill="none" pointer-events="all"/>` + "\n")
}

func (s *svg) End() { s.b.WriteString("</g>\n") }
