package figures

import (
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	unicodebidi "golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// shapeSize is the font size in points at which text is shaped. The shaper rounds to 1/64 point, so a size far above
// what is drawn gives widths that scale.
const shapeSize = 1000

// maxRunes is where text is cut before it is shaped: far beyond what fits on a page.
const maxRunes = 2000

// glyph is one glyph of a shaped line, with its origin in em.
type glyph struct {
	face *font.Face
	id   font.GID
	x, y float64
}

// line is one shaped line of text. Its measures are in em: multiply by the font size.
type line struct {
	text    string // NFC, without control characters
	bold    bool
	rtl     bool // the paragraph runs from right to left
	width   float64
	glyphs  []glyph
	missing []rune // runes that no font has
	wide    bool   // all of the missing runes are as wide as they are high
}

type lineKey struct {
	text string
	bold bool
}

// typesetter shapes text. It is not safe for concurrent use.
type typesetter struct {
	regular, bold chain
	user          []*Font
	shaper        shaping.HarfbuzzShaper
	segmenter     shaping.Segmenter
	paragraph     bidi.Paragraph
	lines         map[lineKey]*line
}

func newTypesetter(user []*Font) (*typesetter, error) {
	regular, bold, err := chains(user)
	if err != nil {
		return nil, err
	}
	return &typesetter{regular: regular, bold: bold, user: user, lines: make(map[lineKey]*line)}, nil
}

// width returns the width of a text in points.
func (ts *typesetter) width(s string, size float64, bold bool) float64 {
	return ts.shape(s, bold).width * size
}

// shape lays out a text on one line: Unicode's bidirectional algorithm (UAX #9), then pieces of one script and font,
// then the shaping rules of each piece.
func (ts *typesetter) shape(s string, bold bool) *line {
	key := lineKey{s, bold}
	if l, ok := ts.lines[key]; ok {
		return l
	}
	l := &line{text: clean(s), bold: bold, wide: true}
	ts.lines[key] = l
	runes := []rune(l.text)
	if len(runes) == 0 {
		return l
	}
	l.rtl = rightToLeft(runes)
	var x float64
	for _, out := range ts.pieces(runes, l) {
		for _, g := range out.Glyphs {
			advance := float64(g.Advance) / (64 * shapeSize)
			if g.GlyphID == 0 {
				advance = l.miss(runes[g.TextIndex():][:g.RunesCount()], advance)
			}
			l.glyphs = append(l.glyphs, glyph{out.Face, g.GlyphID,
				x + float64(g.XOffset)/(64*shapeSize), float64(g.YOffset) / (64 * shapeSize)})
			x += advance
		}
	}
	l.width = x
	return l
}

// miss notes runes without a glyph and returns the room that their box should take.
func (l *line) miss(runes []rune, advance float64) float64 {
	for _, r := range runes {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			advance = max(advance, 1)
		} else {
			l.wide = false
		}
		if !slices.Contains(l.missing, r) {
			l.missing = append(l.missing, r)
		}
	}
	return advance
}

// pieces returns the shaped pieces of a line from left to right.
func (ts *typesetter) pieces(runes []rune, l *line) []shaping.Output {
	faces := ts.regular
	if l.bold {
		faces = ts.bold
	}
	base := bidi.LeftToRight
	if l.rtl {
		base = bidi.RightToLeft
	}
	var out []shaping.Output
	var levels []bidi.Level
	runs := ts.paragraph.Segment(runes, base)
	for i := range runs.NumRuns() {
		run := runs.Run(i)
		in := shaping.Input{Text: runes, RunStart: run.Start, RunEnd: run.End, Size: fixed.I(shapeSize), Language: "en"}
		if run.Level%2 != 0 {
			in.Direction = di.DirectionRTL
		}
		if strings.ContainsFunc(l.text, unicode.IsDigit) {
			// Liberation Sans draws 11 closer together than other digits, which makes columns of numbers ragged.
			in.FontFeatures = []shaping.FontFeature{{Tag: ot.MustNewTag("kern"), Value: 0}}
		}
		for _, piece := range ts.segmenter.Split(in, faces) {
			out = append(out, ts.shaper.ShapeNoExtents(piece))
			levels = append(levels, run.Level)
		}
	}
	reorder(out, levels)
	return out
}

// reorder turns pieces from reading order into order from left to right: rule L2 of UAX #9.
func reorder(pieces []shaping.Output, levels []bidi.Level) {
	for level := slices.Max(levels); level > 0; level-- {
		for lo := 0; lo < len(levels); lo++ {
			hi := lo
			for hi < len(levels) && levels[hi] >= level {
				hi++
			}
			slices.Reverse(pieces[lo:hi])
			slices.Reverse(levels[lo:hi])
			lo = hi
		}
	}
}

// rightToLeft tells the direction of a paragraph by its first strong character: rules P2 and P3 of UAX #9.
func rightToLeft(runes []rune) bool {
	for _, r := range runes {
		p, _ := unicodebidi.LookupRune(r)
		switch p.Class() {
		case unicodebidi.L:
			return false
		case unicodebidi.R, unicodebidi.AL:
			return true
		}
	}
	return false
}

// clean returns text as it can be drawn and stored in XML: valid UTF-8, composed, on one line.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r) || r == 0xfffe || r == 0xffff:
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
	s = norm.NFC.String(s)
	if runes := []rune(s); len(runes) > maxRunes {
		s = string(runes[:maxRunes])
	}
	return s
}
