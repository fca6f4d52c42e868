package figures

import (
	"fmt"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// lattice is where the cells of a matrix lie: the top left one at (x, y), each w by h with a gap to the right and below.
type lattice struct{ x, y, w, h, gap float64 }

// strip is a run of cells of one row, from one column to before another.
type strip struct{ row, from, to int }

// stripper is a surface that has a short way to write strips: a matrix has thousands of them.
type stripper interface{ Strips(lattice, []strip) }

// strips fills runs of cells.
func (p *page) strips(l lattice, strips []strip, k ink) {
	p.s.SetColor(p.theme.paint(k))
	if s, ok := p.s.(stripper); ok && l.gap == 0 {
		s.Strips(l, strips)
		return
	}
	var path vg.Path
	for _, s := range strips {
		path = p.box(path, l.x+float64(s.from)*l.w, l.y+float64(s.row)*l.h, float64(s.to-s.from)*l.w-l.gap, l.h-l.gap)
	}
	p.s.Fill(path)
}

// Strips writes lines as thick as a row, in whole cells: a fifth of the bytes of boxes. Without crisp edges the seams
// between cells would show.
func (s *svg) Strips(l lattice, strips []strip) {
	fmt.Fprintf(&s.b, `<path class="s-%s" stroke="%s" fill="none" stroke-width="1" shape-rendering="crispEdges" transform="matrix(%s 0 0 %s %s %s)" d="`,
		s.paint.name, s.paint.hex(), fine(l.w), fine(l.h), fine(l.x), fine(l.y+l.h/2))
	row, at := -1, 0
	for _, t := range strips {
		if t.row != row {
			fmt.Fprintf(&s.b, "M%d %dh%d", t.from, t.row, t.to-t.from)
		} else {
			fmt.Fprintf(&s.b, "m%d 0h%d", t.from-at, t.to-t.from)
		}
		row, at = t.row, t.to
	}
	s.b.WriteString(`"/>` + "\n")
}

// fine formats a number that is multiplied by hundreds.
func fine(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
