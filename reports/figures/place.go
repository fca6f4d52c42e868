package figures

import "math"

// rectangle is an area of the page, y down.
type rectangle struct{ x0, y0, x1, y1 float64 }

func (r rectangle) grow(d float64) rectangle {
	return rectangle{r.x0 - d, r.y0 - d, r.x1 + d, r.y1 + d}
}

func (r rectangle) has(q spot) bool { return q.x > r.x0 && q.x < r.x1 && q.y > r.y0 && q.y < r.y1 }

func (r rectangle) within(o rectangle) bool {
	return r.x0 >= o.x0 && r.x1 <= o.x1 && r.y0 >= o.y0 && r.y1 <= o.y1
}

func (r rectangle) overlap(o rectangle) float64 {
	w := min(r.x1, o.x1) - max(r.x0, o.x0)
	h := min(r.y1, o.y1) - max(r.y0, o.y0)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// spot is a place that text should not cover, and how bad it is if it does.
type spot struct{ x, y, weight float64 }

// field knows what is drawn already, so that text finds free places.
type field struct {
	plot  rectangle
	spots []spot
	boxes []rectangle
}

// line adds spots along a straight line, about one a point.
func (f *field) line(x0, y0, x1, y1, weight float64) {
	n := math.Min(math.Ceil(math.Hypot(x1-x0, y1-y0)), 5000)
	for i := 0.0; i <= n; i++ {
		t := i / max(n, 1)
		f.spots = append(f.spots, spot{x0 + t*(x1-x0), y0 + t*(y1-y0), weight})
	}
}

// cost says how much of what is drawn a text at r would cover: 0 is a free place, +Inf one outside the plot.
func (f *field) cost(r rectangle) float64 {
	if !r.within(f.plot) {
		return math.Inf(1)
	}
	c := 0.0
	for _, s := range f.spots {
		if r.has(s) {
			c += s.weight
		}
	}
	for _, b := range f.boxes {
		c += 3 * r.overlap(b)
	}
	return c
}

// beside finds a place for a text of the given size at a distance from a point, in eight directions and at four
// distances: the best bargain of what it would cover and how far away it is.
func (f *field) beside(x, y, w, h, distance float64) rectangle {
	best := rectangle{x - w/2, y - distance - h, x + w/2, y - distance}
	bestCost := math.Inf(1)
	order := 0.0
	for far := 0.0; far <= 15; far += 5 {
		for _, to := range [...]struct{ x, y float64 }{{-1, -1}, {1, 1}, {1, -1}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {-1, 0}} {
			dx, dy := distance+far, distance+far
			if to.x != 0 && to.y != 0 {
				dx, dy = 0.4*dx, 0.75*dy // a corner of the text is near the point
			}
			cx, cy := x+to.x*(dx+w/2), y+to.y*(dy+h/2)
			r := rectangle{cx - w/2, cy - h/2, cx + w/2, cy + h/2}
			if c := f.cost(r.grow(0.8)) + 0.5*far + 0.01*order; c < bestCost {
				best, bestCost = r, c
			}
			order++
		}
	}
	f.boxes = append(f.boxes, best)
	return best
}

// block finds a free place for a text of the given size, near the top right corner, and reports whether there is one
// that covers no line.
func (f *field) block(w, h float64) (rectangle, bool) {
	const (
		step      = 4.0
		tolerable = 2.0 // a band's edge and the distance from the corner, but no curve
	)
	var best rectangle
	bestCost := math.Inf(1)
	for y := f.plot.y0 + 3; y+h < f.plot.y1-2; y += step {
		for x := f.plot.x1 - w - 4; x > f.plot.x0+3; x -= step {
			r := rectangle{x, y, x + w, y + h}
			near := 0.002 * math.Hypot(f.plot.x1-r.x1, r.y0-f.plot.y0)
			if c := f.cost(r.grow(2)) + near; c < bestCost {
				best, bestCost = r, c
			}
		}
	}
	if bestCost > tolerable {
		return rectangle{}, false
	}
	f.boxes = append(f.boxes, best)
	return best, true
}
