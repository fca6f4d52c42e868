package figures

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/shaping"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"sigrel/reports/doc"
)

func setter(t testing.TB) *typesetter {
	t.Helper()
	ts, err := newTypesetter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return ts
}

// Liberation Sans has the widths of Helvetica, which Adobe published in its font metrics files (units of 1/1000 em).
func TestWidths(t *testing.T) {
	ts := setter(t)
	for s, want := range map[string]float64{
		"0": 556, "1": 556, "11": 1112, "0.111": 4*556 + 278, "A": 667, "i": 222, "W": 944, " ": 278, "": 0,
	} {
		if got := 1000 * ts.width(s, 1, false); math.Abs(got-want) > 1 {
			t.Errorf("%q is %.1f wide, want %v", s, got, want)
		}
	}
	for s, want := range map[string]float64{"0": 556, "A": 722, "i": 278} { // Helvetica-Bold
		if got := 1000 * ts.width(s, 1, true); math.Abs(got-want) > 1 {
			t.Errorf("bold %q is %.1f wide, want %v", s, got, want)
		}
	}
	if ts.width("AV", 1, false) >= ts.width("A", 1, false)+ts.width("V", 1, false)-0.01 {
		t.Error("letters are not kerned")
	}
}

// Orders by UAX #9: in a paragraph from right to left a number is to the left of the word before it; in one from left
// to right, a number after an Arabic word belongs to the Arabic and is to its left.
func TestDirections(t *testing.T) {
	ts := setter(t)
	for _, test := range []struct {
		text  string
		rtl   bool
		first string // the leftmost characters, in Liberation Sans
	}{
		{"abc 12", false, "abc 12"},
		{"فريق 12", true, "12 "},
		{"A فريق 12", false, "A 12 "},
		{"فريق AB", true, "AB "},
		{"(فريق)", true, "("}, // the closing bracket, mirrored
		{"12 فريق", true, ""},
		{"- فريق", true, ""},
		{"חיפה 3", true, "3 "},
	} {
		l := ts.shape(test.text, false)
		if l.rtl != test.rtl {
			t.Errorf("%q: rtl is %v", test.text, l.rtl)
		}
		for i, r := range []rune(test.first) {
			if r == ' ' { // of either font
				continue
			}
			want, _ := ts.regular[0].NominalGlyph(r)
			if g := l.glyphs[i]; g.face != ts.regular[0] || g.id != want {
				t.Errorf("%q: glyph %d is not %q", test.text, i, r)
			}
		}
		for i := 1; i < len(l.glyphs); i++ {
			if l.glyphs[i].x < l.glyphs[i-1].x-0.5 {
				t.Errorf("%q: glyphs go back", test.text)
			}
		}
	}
}

// reorder must agree with rule L2 applied to the letter.
func TestReorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := rapid.SliceOfN(rapid.Int8Range(0, 4), 1, 12).Draw(t, "levels")
		want := make([]int, len(levels))
		for i := range want {
			want[i] = i
		}
		for level := int8(4); level >= 1; level-- {
			for i := 0; i < len(want); i++ {
				j := i
				for j < len(want) && levels[want[j]] >= level {
					j++
				}
				if j > i+1 {
					slices.Reverse(want[i:j])
				}
				i = max(i, j)
			}
		}
		pieces := make([]shaping.Output, len(levels))
		given := make([]bidi.Level, len(levels))
		for i := range pieces {
			pieces[i].Runes.Offset = i
			given[i] = bidi.Level(levels[i])
		}
		reorder(pieces, given)
		for i, p := range pieces {
			if p.Runes.Offset != want[i] {
				t.Fatalf("levels %v: piece %d at %d, want %d", levels, p.Runes.Offset, i, want[i])
			}
		}
	})
}

// Every letter of names in these scripts must leave ink.
func TestEveryRuneIsDrawn(t *testing.T) {
	ts := setter(t)
	for _, s := range []string{
		"فريق قطر جامعة بيرزيت ضظغثءئؤإأآةى ٠١٢٣٤٥٦٧٨٩ پچگی لا", "أَيُّوبَ", "Eρ² Φ τ Δ ≤ − é ü č ş ğ", "Владимир", "חיפה",
		"TU München – Dóra “x” … →", "abcxyzABCXYZ0123456789_-.()[]{}<>&",
	} {
		l := ts.shape(s, false)
		if len(l.missing) > 0 {
			t.Errorf("%q: no glyphs for %q", s, l.missing)
		}
		for _, r := range s {
			if unicode.IsSpace(r) {
				continue
			}
			if len(outline(ts.shape(string(r), false), 8, vg.Point{}, left, false)) == 0 {
				t.Errorf("%q of %q leaves no ink", r, s)
			}
		}
	}
	// Arabic letters join: a word is narrower than its letters alone.
	alone := 0.0
	for _, r := range "فريق" {
		alone += ts.width(string(r), 1, false)
	}
	if together := ts.width("فريق", 1, false); together > 0.85*alone {
		t.Errorf("a word of %.2f em, its letters %.2f: not joined", together, alone)
	}
	// Composed and decomposed letters are the same.
	if a, b := ts.shape("re\u0301seau", false), ts.shape("r\u00e9seau", false); len(a.glyphs) != len(b.glyphs) || a.width != b.width {
		t.Error("decomposed text differs")
	}
}

func TestMissingRunes(t *testing.T) {
	ts := setter(t)
	l := ts.shape("清华 a", false)
	if string(l.missing) != "清华" || l.width < 2 {
		t.Errorf("missing %q, %.2f em wide", string(l.missing), l.width)
	}
	if len(outline(ts.shape("清", false), 8, vg.Point{}, left, false)) == 0 {
		t.Error("no box for a missing rune")
	}
	c := sampleDots(arabicNames(), 3)
	got, err := Uncovered(c, nil)
	if err != nil || len(got) != 1 || got[0].Text != "清华大学 THUIR" || string(got[0].Runes) != "清华大学" {
		t.Errorf("Uncovered: %q, %v", got, err)
	}
	for _, c := range []doc.Chart{sampleDifferences(3, "華"), gridOf("華"), &doc.Lines{Series: []doc.Series{{Label: "華", X: []float64{1}, Y: []float64{1}}}},
		&doc.Bars{Rows: []doc.BarRow{{Label: "華"}}}} {
		if got, err := Uncovered(c, nil); err != nil || len(got) == 0 {
			t.Errorf("Uncovered of %T: %q, %v", c, got, err)
		}
	}
}

func gridOf(labels ...string) *doc.Grid {
	c := &doc.Grid{Labels: labels, Classes: []string{"x", "y"}}
	for range labels {
		c.Cells = append(c.Cells, make([]int, len(labels)))
	}
	return c
}

func TestUserFont(t *testing.T) {
	f, err := ParseFont(notoSansArabic)
	if err != nil || f.family != "Noto Sans Arabic" {
		t.Fatalf("family %q, %v", f.family, err)
	}
	svg := string(draw(t, sampleBars(2), Options{Fonts: []*Font{f}}))
	if !strings.Contains(svg, "Noto Sans Arabic&#39;,&#39;Noto Sans Arabic&#39;,sans-serif") {
		t.Error("the SVG does not ask for the user's font")
	}
}

func TestFit(t *testing.T) {
	ts := setter(t)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		width := rapid.Float64Range(10, 300).Draw(t, "width")
		got := ts.fit(s, 8, false, width)
		if w := ts.width(got, 8, false); w > width && got != "…" {
			t.Fatalf("%q became %q: %v wide, want at most %v", s, got, w, width)
		}
		for _, l := range ts.wrap(s, 8, false, width) {
			if w := ts.width(l, 8, false); w > width && l != "…" {
				t.Fatalf("line %q of %q: %v wide, want at most %v", l, s, w, width)
			}
		}
	})
	if got := ts.fit("abcdefghijklmnopqrstuvwxyz", 8, false, 60); !strings.HasPrefix(got, "abc") || !strings.HasSuffix(got, "xyz") {
		t.Errorf("fit keeps %q", got)
	}
	if got := strings.Join(ts.wrap("one two three four", 8, false, 40), "|"); got != "one two|three|four" && got != "one two|three four" {
		t.Errorf("wrap gives %q", got)
	}
}
