// Package figures draws the charts of a report as SVG and PNG. It is the only package that knows fonts, colours and
// sizes: a chart of package doc is data, and looks the same wherever it is drawn.
//
// The same chart and options give the same bytes, on any number of processors. Text is shaped with the fonts that come
// with the package (Liberation Sans and Noto Sans Arabic) and those of [Options], never with fonts of the machine. A
// PNG holds the outlines; an SVG holds text as text, as wide as it was measured, and leaves the font to the reader's
// program, so that it can be searched, copied and read aloud.
//
// Charts draw on a surface, which has the drawing methods of gonum/plot's vg.Canvas that they need, shaped text, and
// groups with a tooltip. A new format is a new surface.
package figures

import (
	"fmt"
	"io"

	"sigrel/reports/doc"
)

// Formats of [Options].
const (
	SVG = "svg"
	PNG = "png"
)

// Widths in millimetres that fit a printed page: a column of a two-column paper, the text of an LNCS paper, a full page.
const (
	ColumnWidth = 84.0
	TextWidth   = 122.0
	PageWidth   = 174.0
)

// Options say how a chart is drawn. The zero Options are an SVG file for print, as wide as suits the chart.
type Options struct {
	Format string  // SVG or PNG; "" is SVG
	Width  float64 // in mm, from 60 to 500; 0 is TextWidth or PageWidth, whichever suits the chart
	DPI    int     // pixels of a PNG per inch, from 36 to 1200; 0 is 300
	Theme  Theme

	// Inline is for an SVG that stands inside an HTML page: no XML declaration and no background, so that the page's
	// own shows. The page's style sheet should hold CSS(Light), and CSS(Dark) where readers may prefer it.
	Inline bool

	Alt   string  // text alternative of an SVG; "" says which kind of chart it is and of how many rows
	Fonts []*Font // for scripts that the package's own fonts lack, in order of preference
}

// maxRows is the greatest number of rows, bars or cells a side that is drawn. Nothing is legible far below it.
const maxRows = 1000

// plan is a chart whose layout is settled, on a page of w by h points.
type plan struct {
	w, h float64
	kind string // for the text alternative
	draw func(*page)
}

// Draw draws a chart. The error says what is wrong with the chart (no rows, more than 1000, a value that is not finite
// or beyond 1e100, lists of different lengths) or with the options, or is w's.
func Draw(w io.Writer, c doc.Chart, opt Options) error {
	if err := opt.check(); err != nil {
		return err
	}
	if err := check(c); err != nil {
		return err
	}
	ts, err := newTypesetter(opt.Fonts)
	if err != nil {
		return err
	}
	pl := layout(c, ts, opt.Width*ptPerMM)
	if opt.Format == PNG {
		return drawPNG(w, pl, ts, opt)
	}
	return drawSVG(w, pl, ts, opt)
}

func layout(c doc.Chart, ts *typesetter, width float64) plan {
	switch c := c.(type) {
	case *doc.Dots:
		return layoutDots(c, ts, width)
	case *doc.Differences:
		return layoutDifferences(c, ts, width)
	case *doc.Grid:
		return layoutGrid(c, ts, width)
	case *doc.Lines:
		return layoutLines(c, ts, width)
	case *doc.Bars:
		return layoutBars(c, ts, width)
	case *doc.Heat:
		return layoutHeat(c, ts, width)
	}
	panic(fmt.Sprintf("figures: no drawing for a %T", c))
}

func (opt Options) check() error {
	switch {
	case opt.Format != "" && opt.Format != SVG && opt.Format != PNG:
		return fmt.Errorf("format %q of a figure: want svg or png", opt.Format)
	case opt.Width != 0 && !(opt.Width >= 60 && opt.Width <= 500):
		return fmt.Errorf("width \"%g\" of a figure: want 60 to 500 mm", opt.Width)
	case opt.DPI != 0 && (opt.DPI < 36 || opt.DPI > 1200):
		return fmt.Errorf("resolution \"%d\" of a figure: want 36 to 1200 dots per inch", opt.DPI)
	case opt.Theme != Light && opt.Theme != Dark:
		return fmt.Errorf("theme \"%d\" of a figure: want light or dark", int(opt.Theme))
	}
	return nil
}
