package figures

import (
	"fmt"
	"image/color"
	"strings"
)

// Theme is a set of colours.
type Theme int

// Themes. Light is for print and white pages.
const (
	Light Theme = iota
	Dark
)

// ink is what a colour is used for.
type ink int

const (
	inkPage ink = iota
	inkZebra
	inkText
	inkSoft  // notes and lesser text
	inkGrid  // grid lines
	inkAxis  // axis lines and ticks
	inkPlain // systems below the top group
	inkPlainBand
	inkBlue // the top group, the first curve, positive differences
	inkBlueBand
	inkRed   // negative differences, what deserves a second look
	inkGreen // the third curve
	inkBand  // interval of a mean
	inkCell0 // classes of a matrix, from faint to full
	inkCell1
	inkCell2
	inkCell3
	inkHeat // the first of heatClasses steps from low to high
)

const (
	heatClasses = 12
	inkSplit    = inkHeat + heatClasses // the first of splitClasses steps: from one hue over none to another
)

const splitClasses = 13

// palette has a name (CSS class) and a colour in each theme for each ink. Blue, red and green are Okabe and Ito's blue,
// vermillion and bluish green (jfly.uni-koeln.de/color, 2008), or lighter ones on dark, which people with any
// of the three colour-vision deficiencies tell apart.
var palette = [...]struct {
	name        string
	light, dark uint32
}{
	inkPage:      {"page", 0xffffff, 0x14171c},
	inkZebra:     {"zebra", 0xf4f5f7, 0x1c2127},
	inkText:      {"text", 0x1b1f24, 0xe6e9ed},
	inkSoft:      {"soft", 0x57606a, 0x9aa4af},
	inkGrid:      {"grid", 0xdfe3e8, 0x2c333b},
	inkAxis:      {"axis", 0x6b7280, 0x7d8792},
	inkPlain:     {"plain", 0x5b626b, 0xa3abb5},
	inkPlainBand: {"plain-band", 0xc6c8cb, 0x3e454e},
	inkBlue:      {"blue", 0x0072b2, 0x56b4e9},
	inkBlueBand:  {"blue-band", 0x9fcbe6, 0x1f4a63},
	inkRed:       {"red", 0xd55e00, 0xf08a4b},
	inkGreen:     {"green", 0x009e73, 0x3dbe96},
	inkBand:      {"band", 0xdddddf, 0x2e343c},
	inkCell0:     {"cell0", 0xefefef, 0x23282e},
	inkCell1:     {"cell1", 0xa8cde6, 0x234a63},
	inkCell2:     {"cell2", 0x5ba3d0, 0x3a82b0},
	inkCell3:     {"cell3", 0x0072b2, 0x6cc0f5},

	// Heat maps: the lightness falls (on dark: rises) in even steps of OKLab (Ottosson 2020), so that the order shows
	// in grey too; the hue turns from yellow to blue, which tells more steps apart than one hue does.
	inkHeat:       {"heat0", 0xf9fad7, 0x17234b},
	inkHeat + 1:   {"heat1", 0xdaeaba, 0x0c3663},
	inkHeat + 2:   {"heat2", 0xb5dca6, 0x004c70},
	inkHeat + 3:   {"heat3", 0x8acd9b, 0x02617a},
	inkHeat + 4:   {"heat4", 0x58be98, 0x037685},
	inkHeat + 5:   {"heat5", 0x02ac98, 0x018d8d},
	inkHeat + 6:   {"heat6", 0x089595, 0x04a491},
	inkHeat + 7:   {"heat7", 0x067f8e, 0x4eb790},
	inkHeat + 8:   {"heat8", 0x016985, 0x7fc792},
	inkHeat + 9:   {"heat9", 0x03547b, 0xabd69a},
	inkHeat + 10:  {"heat10", 0x023d76, 0xd2e5ab},
	inkHeat + 11:  {"heat11", 0x172764, 0xf3f4c6},
	inkSplit:      {"split0", 0xba5002, 0xfa8d54},
	inkSplit + 1:  {"split1", 0xcd682f, 0xd47a4b},
	inkSplit + 2:  {"split2", 0xd88358, 0xb06843},
	inkSplit + 3:  {"split3", 0xe29e7c, 0x8d563b},
	inkSplit + 4:  {"split4", 0xebb9a1, 0x6b4633},
	inkSplit + 5:  {"split5", 0xf0d4c6, 0x49352c},
	inkSplit + 6:  {"split6", 0xf0f0f0, 0x262626},
	inkSplit + 7:  {"split7", 0xc7daeb, 0x2f3d48},
	inkSplit + 8:  {"split8", 0xa2c3e1, 0x395569},
	inkSplit + 9:  {"split9", 0x7eacd5, 0x436d8b},
	inkSplit + 10: {"split10", 0x5a95c9, 0x4e87ae},
	inkSplit + 11: {"split11", 0x317ebb, 0x59a1d2},
	inkSplit + 12: {"split12", 0x0268a7, 0x64bcf7},
}

// cellInks has, at k − 1, the inks of k classes.
var cellInks = [...][]ink{
	{inkCell0},
	{inkCell0, inkCell3},
	{inkCell0, inkCell2, inkCell3},
	{inkCell0, inkCell1, inkCell2, inkCell3},
}

// paint is a colour that knows its name, which becomes a class of SVG elements.
type paint struct {
	color.NRGBA
	name string
}

func (t Theme) paint(k ink) paint {
	rgb := palette[k].light
	if t == Dark {
		rgb = palette[k].dark
	}
	return paint{color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}, palette[k].name}
}

func (p paint) hex() string { return fmt.Sprintf("#%02x%02x%02x", p.R, p.G, p.B) }

// CSS returns a style sheet for pages that hold inline SVGs. The rules of a theme win over the colours an SVG was drawn
// with, so that one SVG serves both:
//
//	<style>…CSS(Light)… @media (prefers-color-scheme: dark) { …CSS(Dark)… }</style>
//
// Every rule is of elements inside an svg element of the class "figure".
func CSS(t Theme) string {
	var b strings.Builder
	if t == Light {
		b.WriteString("svg.figure{max-width:100%;height:auto}\nsvg.figure text{font-kerning:none}\n")
	}
	for k := range palette {
		p := t.paint(ink(k))
		fmt.Fprintf(&b, ".figure .f-%s{fill:%s}.figure .s-%s{stroke:%s}\n", p.name, p.hex(), p.name, p.hex())
	}
	return b.String()
}
