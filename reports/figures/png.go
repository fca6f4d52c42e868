package figures

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"math"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

const defaultDPI = 300

// raster is a surface of pixels. It draws text as the outlines of its glyphs.
type raster struct{ *vgimg.Canvas }

func drawPNG(w io.Writer, pl plan, ts *typesetter, opt Options) error {
	dpi := opt.DPI
	if dpi == 0 {
		dpi = defaultDPI
	}
	var b bytes.Buffer
	if err := png.Encode(&b, indexed(pixels(pl, ts, opt.Theme, dpi))); err != nil {
		return err
	}
	_, err := w.Write(withResolution(b.Bytes(), dpi))
	return err
}

// pixels draws a chart on an opaque picture.
func pixels(pl plan, ts *typesetter, theme Theme, dpi int) *image.RGBA {
	px := 72 / float64(dpi)
	// A page of whole pixels: a part of one would leave a line of another colour at the edge.
	width, height := math.Ceil(pl.w/px)*px, math.Ceil(pl.h/px)*px
	canvas := vgimg.NewWith(
		vgimg.UseWH(vg.Length(width), vg.Length(height)), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(theme.paint(inkPage)))
	pl.draw(&page{s: raster{canvas}, ts: ts, theme: theme, w: pl.w, h: height, px: px})
	return canvas.Image().(*image.RGBA)
}

// withResolution inserts a pHYs chunk (PNG specification, 11.3.4.3) behind the header of a PNG. Without one, TeX and
// word processors take 72 or 96 pixels for an inch.
func withResolution(data []byte, dpi int) []byte {
	const header = 8 + 25 // signature; IHDR with its length, type and checksum
	perMetre := uint32(math.Round(float64(dpi) / 0.0254))
	body := []byte("pHYs")
	body = binary.BigEndian.AppendUint32(body, perMetre)
	body = binary.BigEndian.AppendUint32(body, perMetre)
	body = append(body, 1) // the unit is the metre
	out := make([]byte, 0, len(data)+8+len(body))
	out = append(out, data[:header]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(body)-4))
	out = append(out, body...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
	return append(out, data[header:]...)
}

func (r raster) Begin(string, vg.Rectangle) {}
func (r raster) End()                       {}

func (r raster) Text(l *line, size float64, at vg.Point, a align, turned bool) {
	r.Fill(outline(l, size, at, a, turned))
}

// outline returns the outlines of a line of text as one path.
func outline(l *line, size float64, at vg.Point, a align, turned bool) vg.Path {
	start := -l.width * size * float64(a) / 2
	var path vg.Path
	for _, g := range l.glyphs {
		shape, ok := g.face.GlyphDataOutline(g.id)
		if !ok {
			continue
		}
		scale := size / float64(g.face.Upem())
		place := func(q ot.SegmentPoint) vg.Point {
			x := vg.Length(start + g.x*size + float64(q.X)*scale)
			y := vg.Length(g.y*size + float64(q.Y)*scale)
			if turned {
				x, y = -y, x
			}
			return vg.Point{X: at.X + x, Y: at.Y + y}
		}
		path = appendOutline(path, shape, place)
	}
	return path
}

// appendOutline adds one glyph to a path.
func appendOutline(path vg.Path, shape font.GlyphOutline, place func(ot.SegmentPoint) vg.Point) vg.Path {
	for i, s := range shape.Segments {
		switch s.Op {
		case ot.SegmentOpMoveTo:
			if i > 0 {
				path.Close()
			}
			path.Move(place(s.Args[0]))
		case ot.SegmentOpLineTo:
			path.Line(place(s.Args[0]))
		case ot.SegmentOpQuadTo:
			path.QuadTo(place(s.Args[0]), place(s.Args[1]))
		case ot.SegmentOpCubeTo:
			path.CubeTo(place(s.Args[0]), place(s.Args[1]), place(s.Args[2]))
		}
	}
	if len(shape.Segments) > 0 {
		path.Close()
	}
	return path
}
