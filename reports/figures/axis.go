package figures

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"sigrel/reports/doc"
)

// scale maps values from lo to hi onto places from a to b.
type scale struct{ lo, hi, a, b float64 }

func (s scale) at(v float64) float64 { return s.a + (v-s.lo)/(s.hi-s.lo)*(s.b-s.a) }

// inside returns the place of a value, or of the end of the scale that is nearer to it.
func (s scale) inside(v float64) float64 { return s.at(min(max(v, s.lo), s.hi)) }

func (s scale) has(v float64) bool { return v >= s.lo && v <= s.hi }

// extent is the range of values seen.
type extent struct {
	lo, hi float64
	seen   bool
}

func (e *extent) add(values ...float64) {
	for _, v := range values {
		if !e.seen {
			e.lo, e.hi, e.seen = v, v, true
		}
		e.lo, e.hi = min(e.lo, v), max(e.hi, v)
	}
}

func (e *extent) addIf(values ...*float64) {
	for _, v := range values {
		if v != nil {
			e.add(*v)
		}
	}
}

// pad widens the range on both sides by a share of it, but not across zero.
func (e *extent) pad(share float64) {
	by := share * (e.hi - e.lo)
	if e.lo < 0 || e.lo > by {
		e.lo -= by
	}
	if e.hi > 0 || e.hi < -by {
		e.hi += by
	}
}

// bounds returns the ends of an axis: its own, or else the data's, never equal. It widens a range so small that the
// ticks would all look alike.
func (e extent) bounds(a doc.Axis) (lo, hi float64) {
	lo, hi = e.lo, e.hi
	if a.Min != nil {
		lo = *a.Min
	}
	if a.Max != nil {
		hi = *a.Max
	}
	if hi-lo > 1e-9*max(math.Abs(lo), math.Abs(hi)) && hi-lo > 1e-300 {
		return lo, hi
	}
	size := max(math.Abs(lo), math.Abs(hi))
	if size < 1e-300 {
		size = 1
	}
	switch {
	case a.Min != nil:
		hi = lo + size
	case a.Max != nil:
		lo = hi - size
	default:
		lo, hi = lo-size/2, hi+size/2
	}
	return lo, hi
}

// item is something at a value that needs room in points below and above its place, such as the text beside a bar.
type item struct{ v, below, above float64 }

// roomFor widens a range so that items fit on length points. No item gets more than two fifths of the length on a side.
func roomFor(lo, hi, length float64, items []item) (float64, float64) {
	for range 60 {
		perPoint := (hi - lo) / length
		newLo, newHi := lo, hi
		for _, it := range items {
			newLo = min(newLo, it.v-min(it.below, 0.4*length)*perPoint)
			newHi = max(newHi, it.v+min(it.above, 0.4*length)*perPoint)
		}
		if newHi-newLo < (hi-lo)*(1+1e-6) {
			return newLo, newHi
		}
		lo, hi = newLo, newHi
	}
	return lo, hi
}

// tick is a labelled place of an axis.
type tick struct {
	v     float64
	label string
}

// ticks returns about n ticks within a range at multiples of 1, 2 or 5 times a power of ten.
func ticks(lo, hi float64, n int, percent bool) []tick {
	raw := (hi - lo) / float64(max(n, 1))
	exp := math.Floor(math.Log10(raw))
	var mantissa float64
	switch m := raw / math.Pow(10, exp); {
	case m < 1.5:
		mantissa = 1
	case m < 3.5:
		mantissa = 2
	case m < 7.5:
		mantissa = 5
	default:
		mantissa, exp = 1, exp+1
	}
	step := mantissa * math.Pow(10, exp)
	digits := max(0, int(-exp))
	if percent {
		digits = max(0, int(-exp)-2)
	}
	var out []tick
	slack := 1e-9 * (hi - lo)
	for i := math.Ceil((lo - slack) / step); i*step <= hi+slack && len(out) < 100; i++ {
		v := i * step
		if exp < 0 {
			v = i * mantissa / math.Pow(10, -exp) // nearest to the decimal
		}
		out = append(out, tick{v, tickLabel(v, digits, percent)})
	}
	return out
}

func tickLabel(v float64, digits int, percent bool) string {
	unit := ""
	if percent {
		v, unit = 100*v, "%"
	}
	if v == 0 && digits > 6 {
		digits = 0
	}
	if math.Abs(v) >= 1e7 || digits > 6 {
		return strings.ReplaceAll(strconv.FormatFloat(v, 'g', 6, 64), "-", "−") + unit
	}
	return decimal(v, digits) + unit
}

// decimal is doc.FormatNumber, with an exponent from 1e12 up.
func decimal(v float64, digits int) string {
	if math.Abs(v) >= 1e12 {
		return strings.ReplaceAll(strconv.FormatFloat(v, 'g', 6, 64), "-", "−")
	}
	return doc.FormatNumber(v, digits)
}

// spaced thins ticks out until labels of the given size have room between them along a scale.
func (ts *typesetter) spaced(s scale, percent bool, size float64) []tick {
	length := math.Abs(s.b - s.a)
	for n := int(length/48) + 1; n > 1; n-- {
		marks := ticks(s.lo, s.hi, n, percent)
		widest := 0.0
		for _, t := range marks {
			widest = max(widest, ts.width(t.label, size, false))
		}
		if len(marks) < 2 || (widest+6)*(s.hi-s.lo) <= length*(marks[1].v-marks[0].v) {
			return marks
		}
	}
	return ticks(s.lo, s.hi, 1, percent)
}

// xAxis draws a horizontal axis at y with its ticks, and its title in the lines below, centred between x0 and x1.
func (p *page) xAxis(s scale, marks []tick, y float64) {
	p.hline(min(s.a, s.b), max(s.a, s.b), y, axisWidth, inkAxis)
	for _, t := range marks {
		x := s.at(t.v)
		p.vline(x, y, y+tickLen, axisWidth, inkAxis)
		p.text(t.label, x, y+tickLen+2+0.72*tickSize, center, style{tickSize, false, inkText})
	}
}

// axisHeight is the height of a horizontal axis with titles of the given number of lines.
func axisHeight(titleLines int) float64 {
	return tickLen + 3 + tickSize + float64(titleLines)*(baseSize+2) + 3
}

// xTitle draws the lines of the title of an axis at y, centred at x.
func (p *page) xTitle(lines []string, x, y float64) {
	for i, l := range lines {
		p.text(l, x, y+tickLen+3+tickSize+float64(i+1)*(baseSize+2), center, style{baseSize, false, inkText})
	}
}

// yAxis draws a vertical axis at x with its ticks; its title is centred along it, with its left edge at titleX.
func (p *page) yAxis(s scale, marks []tick, x float64, title string, titleX float64) {
	p.vline(x, s.a, s.b, axisWidth, inkAxis)
	for _, t := range marks {
		p.hline(x-tickLen, x, s.at(t.v), axisWidth, inkAxis)
		p.middle(t.label, x-tickLen-2, s.at(t.v), right, style{tickSize, false, inkText})
	}
	p.turned(title, titleX+capHeight*baseSize, (s.a+s.b)/2, center, style{baseSize, false, inkText})
}

// yTicks returns the ticks of a vertical scale and the width of their labels with the marks.
func (ts *typesetter) yTicks(s scale, percent bool) (marks []tick, width float64) {
	marks = ticks(s.lo, s.hi, max(2, int(math.Abs(s.b-s.a)/26)), percent)
	for _, t := range marks {
		width = max(width, ts.width(t.label, tickSize, false))
	}
	return marks, width + tickLen + 2
}

// isNumber reports whether a text is a number, a sign, or nothing: what stands to the right in a column.
func isNumber(s string) bool {
	return strings.Trim(s, "0123456789.,+-−–—%") == "" || utf8.RuneCountInString(s) == 0
}
