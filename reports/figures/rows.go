package figures

import "math"

const (
	onePanel  = 70   // rows that are shown in one panel
	panelGap  = 14.0 // between two panels
	labelGap  = 4.0  // between labels and what they label
	columnGap = 7.0  // between columns of text
	zebraPad  = 3.0  // of the shade of a row beyond its text
	labelPart = 0.4  // greatest part of a panel's width that labels take
	plotPart  = 0.25 // least part that the plot takes
)

// rows is the layout of a chart with one row a system: a column of labels on the left, a plot, and columns of text on
// the right, in one panel or two side by side.
type rows struct {
	n, panels, each int // rows in all, panels, rows a panel
	width           float64
	pitch           float64 // height of a row
	size            float64 // of labels
	labels          []string
	labelWidth      float64
	rightWidth      float64
	top             float64 // of the first row
}

// layoutRows places rows with the given labels and columns of text whose width right tells. Given no width,
// it takes the width of a text column where that leaves enough room for the plot, and else of a page.
func layoutRows(ts *typesetter, labels []string, width, head float64, right func(size, panelWidth float64) float64) rows {
	if width == 0 {
		if len(labels) <= onePanel {
			r := layoutRows(ts, labels, TextWidth*ptPerMM, head, right)
			if r.plotWidth() > 0.42*r.width {
				return r
			}
		}
		width = PageWidth * ptPerMM
	}
	r := rows{n: len(labels), panels: 1, width: width, top: margin + head}
	if r.n > onePanel && width >= 150*ptPerMM {
		r.panels = 2
	}
	r.each = (r.n + r.panels - 1) / r.panels
	r.pitch = rowPitch(r.each, r.panels)
	r.size = min(baseSize, math.Round(r.pitch*0.8*10)/10)
	r.rightWidth = right(r.size, r.panelWidth())
	room := min(labelPart, 1-plotPart-(r.rightWidth+labelGap)/r.panelWidth()) * r.panelWidth()
	for _, l := range labels {
		l = ts.fit(l, r.size, false, room)
		r.labels = append(r.labels, l)
		r.labelWidth = max(r.labelWidth, ts.width(l, r.size, false))
	}
	return r
}

// rowPitch returns the height of rows: generous for few, and as little as print allows for many.
func rowPitch(each, panels int) float64 {
	switch {
	case panels > 1 || each > onePanel:
		return 7.9
	case each > 50:
		return 8.4
	case each > 30:
		return 9.2
	case each > 15:
		return 10.4
	}
	return 11.5
}

func (r rows) panelWidth() float64 {
	return (r.width - 2*margin - panelGap*float64(r.panels-1)) / float64(r.panels)
}

func (r rows) plotWidth() float64 {
	return max(20, r.panelWidth()-r.labelWidth-labelGap-r.rightWidth)
}

// left returns the left edge of a panel, and plot the edges of its plot.
func (r rows) left(panel int) float64 { return margin + float64(panel)*(r.panelWidth()+panelGap) }

func (r rows) plot(panel int) (x0, x1 float64) {
	x0 = r.left(panel) + r.labelWidth + labelGap
	return x0, x0 + r.plotWidth()
}

// at returns the panel of a row and the middle of its height.
func (r rows) at(i int) (panel int, y float64) {
	return i / r.each, r.top + (float64(i%r.each)+0.5)*r.pitch
}

// in returns the rows of a panel, from lo to before hi.
func (r rows) in(panel int) (lo, hi int) {
	return panel * r.each, min(r.n, (panel+1)*r.each)
}

// bottom is the lower edge of the longest panel's rows.
func (r rows) bottom() float64 { return r.top + float64(r.each)*r.pitch }

// zebra shades every second row of a panel.
func (r rows) zebra(p *page, panel int) {
	lo, hi := r.in(panel)
	for i := lo; i < hi; i += 2 {
		_, y := r.at(i)
		p.rect(r.left(panel)-zebraPad, y-r.pitch/2, r.panelWidth()+2*zebraPad, r.pitch, inkZebra)
	}
}

// grid draws the grid lines and the axis of a panel.
func (r rows) grid(p *page, panel int, s scale, marks []tick) {
	for _, t := range marks {
		p.vline(s.at(t.v), r.top, r.bottom(), hairline, inkGrid)
	}
	p.xAxis(s, marks, r.bottom())
}

// rowTitle draws the title of a panel's axis: below the plot, but not beyond the panel.
func (p *page) rowTitle(r rows, panel int, lines []string) {
	widest := 0.0
	for _, l := range lines {
		widest = max(widest, p.ts.width(l, baseSize, false))
	}
	x0, x1 := r.plot(panel)
	lo, hi := r.left(panel)+widest/2, r.left(panel)+r.panelWidth()-widest/2
	p.xTitle(lines, min(max((x0+x1)/2, lo), hi), r.bottom())
}
