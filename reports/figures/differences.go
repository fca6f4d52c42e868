package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"sigrel/reports/doc"
)

const (
	extremes  = 4    // topics that are labelled at each end
	labelSize = 6.5  // of topics
	labelStep = 6.1  // least distance of turned labels
	maxStep   = 36.0 // greatest distance of bars
	keyGap    = 14.0 // between entries of the legend
	keyWidth  = 20.0 // of the picture before the first entry
)

// differences is a laid-out chart of the differences of a pair.
type differences struct {
	c      *doc.Differences
	bars   []doc.Difference // from the greatest down
	keys   [][]string       // lines of the legend
	x0, x1 float64          // of the plot
	first  float64          // left edge of the first bar's room
	step   float64          // width of a bar with the space beside it
	named  []topicLabel
	turned bool // the labels of topics run upwards
	y      scale
	marks  []tick
}

// topicLabel is the label of a bar, centred at x, which may lie beside the bar.
type topicLabel struct {
	bar  int
	text string
	x    float64
}

// layoutDifferences is figure 2: the differences of a pair by topic, sorted.
func layoutDifferences(c *doc.Differences, ts *typesetter, width float64) plan {
	if width == 0 {
		width = TextWidth * ptPerMM
	}
	d := &differences{c: c, bars: slices.Clone(c.Bars)}
	slices.SortStableFunc(d.bars, func(a, b doc.Difference) int { return cmp.Compare(b.Value, a.Value) })
	d.layKeys(ts, width-2*margin)
	top := margin + 2.0
	if len(d.keys) > 0 {
		top += float64(len(d.keys))*(tickSize+2) + 4
	}
	bottom := top + 0.42*width
	tickWidth := 24.0
	for range 2 { // the width of the ticks' labels is known once the scale is
		d.x0, d.x1 = margin+baseSize+5+tickWidth, width-margin
		d.layLabels(ts)
		d.layScale(ts, top, bottom)
		d.marks, tickWidth = ts.yTicks(d.y, c.Y.Percent)
	}
	title := ts.wrap(c.X.Label, baseSize, false, width-2*margin)
	return plan{
		w: width, h: bottom + 4 + float64(len(title))*(baseSize+2) + margin,
		kind: fmt.Sprintf("Bar chart of the differences on %d topics", len(c.Bars)),
		draw: func(p *page) {
			d.draw(p)
			for i, l := range title {
				p.text(l, (d.x0+d.x1)/2, bottom+3+float64(i+1)*(baseSize+2), center, style{baseSize, false, inkText})
			}
		},
	}
}

// layKeys breaks the legend into lines.
func (d *differences) layKeys(ts *typesetter, room float64) {
	x := room
	for i, k := range d.c.Legend {
		k = ts.fit(k, tickSize, false, room-keyWidth)
		w := ts.width(k, tickSize, false)
		if i == 0 {
			w += keyWidth
		}
		if x+keyGap+w > room {
			d.keys, x = append(d.keys, nil), -keyGap
		}
		last := len(d.keys) - 1
		d.keys[last] = append(d.keys[last], k)
		x += keyGap + w
	}
}

// layLabels places the bars, in the middle if there are few, and labels the greatest and the least, as far as they
// differ from zero.
func (d *differences) layLabels(ts *typesetter) {
	n := len(d.bars)
	d.step = min((d.x1-d.x0)/float64(n), maxStep)
	d.first = (d.x0 + d.x1 - d.step*float64(n)) / 2
	d.named, d.turned = nil, false
	add := func(i int) {
		text := ts.fit(d.bars[i].Label, labelSize, false, 46)
		d.named = append(d.named, topicLabel{i, text, d.center(i)})
		d.turned = d.turned || ts.width(text, labelSize, false) > d.step-2
	}
	for i := 0; i < min(n, extremes) && d.bars[i].Value > 0; i++ {
		add(i)
	}
	ups := len(d.named)
	for i := n - 1; i >= max(0, n-extremes) && d.bars[i].Value < 0; i-- {
		add(i)
	}
	if !d.turned {
		return
	}
	for k, l := range d.named { // not onto the axis, nor beyond the page
		d.named[k].x = min(max(l.x, d.x0+labelSize/2+1), d.x1-labelSize/2)
	}
	// Turned labels that would touch move inwards, where the bars are shorter.
	for k := 1; k < len(d.named); k++ {
		switch {
		case k < ups:
			d.named[k].x = max(d.named[k].x, d.named[k-1].x+labelStep)
		case k > ups:
			d.named[k].x = min(d.named[k].x, d.named[k-1].x-labelStep)
		}
	}
}

// layScale finds a scale that has zero, all bars with their labels, and the interval.
func (d *differences) layScale(ts *typesetter, top, bottom float64) {
	var e extent
	e.add(0, d.c.Mean)
	e.addIf(d.c.Lo, d.c.Hi)
	for _, b := range d.bars {
		e.add(b.Value)
	}
	lo, hi := e.bounds(d.c.Y)
	items := []item{{hi, 0, 3}, {lo, 3, 0}}
	mean := d.c.Mean
	for _, l := range d.named {
		room := labelSize + 4
		if d.turned {
			room = ts.width(l.text, labelSize, false) + 6
		}
		if v := d.bars[l.bar].Value; v > 0 {
			items = append(items, item{v, 0, room}, item{mean, 0, room})
		} else {
			items = append(items, item{v, room, 0}, item{mean, room, 0})
		}
	}
	lo, hi = roomFor(lo, hi, bottom-top, items)
	d.y = scale{lo, hi, bottom, top}
}

// center is the middle of a bar.
func (d *differences) center(i int) float64 { return d.first + (float64(i)+0.5)*d.step }

func (d *differences) draw(p *page) {
	d.drawKeys(p)
	for _, t := range d.marks {
		p.hline(d.x0, d.x1, d.y.at(t.v), hairline, inkGrid)
	}
	if d.c.Lo != nil && d.c.Hi != nil {
		top, bottom := d.y.inside(*d.c.Hi), d.y.inside(*d.c.Lo)
		p.rect(d.x0, top, d.x1-d.x0, bottom-top, inkBand)
	}
	zero := d.y.inside(0)
	width := d.step * 0.78
	for i, b := range d.bars {
		x := d.center(i)
		p.begin(b.Label+": "+doc.FormatSigned(b.Value, 4), x-d.step/2, d.y.b, d.step, d.y.a-d.y.b)
		end := d.y.inside(b.Value)
		switch {
		case b.Value > 0:
			p.rect(x-width/2, end, width, zero-end, inkBlue)
		case b.Value < 0:
			p.rect(x-width/2, zero, width, end-zero, inkRed)
		}
		p.end()
	}
	p.hline(d.x0, d.x1, zero, 0.7, inkText)
	p.hline(d.x0, d.x1, d.y.inside(d.c.Mean), 0.9, inkText, 3.5, 2)
	for _, l := range d.named {
		d.drawLabel(p, l)
	}
	p.yAxis(d.y, d.marks, d.x0, d.c.Y.Label, margin)
}

// drawKeys draws the legend above the plot.
func (d *differences) drawKeys(p *page) {
	for i, line := range d.keys {
		x, y := margin, margin+tickSize/2+float64(i)*(tickSize+2)
		for j, k := range line {
			if i == 0 && j == 0 {
				if d.c.Lo != nil && d.c.Hi != nil {
					p.rect(x, y-3, keyWidth-5, 6, inkBand)
				}
				p.hline(x, x+keyWidth-5, y, 0.9, inkText, 3.5, 2)
				x += keyWidth
			}
			p.middle(k, x, y, left, style{tickSize, false, inkText})
			x += p.ts.width(k, tickSize, false) + keyGap
		}
	}
}

// drawLabel draws the label of a topic beyond the end of its bar, and a line to the bar if it is not right above it.
func (d *differences) drawLabel(p *page, l topicLabel) {
	v := d.bars[l.bar].Value
	st := style{labelSize, false, inkSoft}
	end, away := d.y.inside(v), 1.0
	if v > 0 {
		away = -1
	}
	length := labelSize
	if d.turned {
		length = p.ts.width(l.text, labelSize, false)
	}
	if mean := d.y.inside(d.c.Mean); (mean-end)*away > 0 && (mean-end)*away < length+4 {
		end = mean // the line of the mean would cross the text
	}
	if !d.turned {
		p.middle(l.text, l.x, end+away*(2+labelSize/2), center, st)
		return
	}
	if x := d.center(l.bar); math.Abs(x-l.x) > labelStep/2 {
		p.stroke(hairline, inkAxis, nil, p.at(x, end), p.at(x, end+away*1.5), p.at(l.x, end+away*3))
		end += away * 2
	}
	a := left // text that runs upwards begins at the bar
	if v < 0 {
		a = right
	}
	p.turned(l.text, l.x, end+away*2.5, a, st)
}
