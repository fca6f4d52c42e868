package figures

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"flag"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/reports/doc"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func draw(t testing.TB, c doc.Chart, opt Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Draw(&b, c, opt); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The golden files were looked at in a browser. After -update, look again.
func TestGolden(t *testing.T) {
	for _, s := range []sample{
		{"dots", sampleDots(arabicNames(), 7), Options{Alt: `Means of "10" systems, a < b & c`}},
		{"dots-inline-dark", sampleApart(), Options{Inline: true, Theme: Dark}},
		{"differences", sampleDifferences(20, "t"), Options{}},
		{"grid", sampleGrid(6), Options{Width: ColumnWidth}},
		{"lines", thinned(sampleLines(0.3), 8), Options{}},
		{"lines-log", sampleLog(), Options{Width: ColumnWidth}},
		{"bars", sampleBars(8), Options{}},
		{"heat", sampleHeat(arabicNames()[:5], topicNames(60)), Options{Width: ColumnWidth}},
		{"heat-split", sampleSplit(), Options{Inline: true}},
	} {
		t.Run(s.name, func(t *testing.T) {
			file := filepath.Join("testdata", s.name+".svg")
			got := draw(t, s.chart, s.opt)
			if *update {
				if err := os.WriteFile(file, got, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// thinned keeps every k-th point of curves.
func thinned(c *doc.Lines, k int) *doc.Lines {
	for i := range c.Series {
		s := &c.Series[i]
		for _, values := range []*[]float64{&s.X, &s.Y, &s.Lo, &s.Hi} {
			var kept []float64
			for j := 0; j < len(*values); j += k {
				kept = append(kept, (*values)[j])
			}
			*values = kept
		}
	}
	return c
}

func TestSameBytes(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, s := range samples() {
		for _, format := range []string{SVG, PNG} {
			s.opt.Format, s.opt.DPI = format, 72
			runtime.GOMAXPROCS(1)
			one := draw(t, s.chart, s.opt)
			runtime.GOMAXPROCS(2)
			if two := draw(t, s.chart, s.opt); !bytes.Equal(one, two) {
				t.Errorf("%s.%s: two drawings differ", s.name, format)
			}
		}
	}
}

func TestChartsAreNotChanged(t *testing.T) {
	c, want := sampleDifferences(9, "t"), sampleDifferences(9, "t")
	draw(t, c, Options{})
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
}

func TestPNG(t *testing.T) {
	for _, dpi := range []int{0, 160} {
		data := draw(t, sampleDots(systemNames(4), 2), Options{Format: PNG, DPI: dpi, Width: TextWidth})
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		want := dpi
		if dpi == 0 {
			want = 300
		}
		if got, exact := img.Bounds().Dx(), 122/25.4*float64(want); math.Abs(float64(got)-exact) > 1 {
			t.Errorf("%d pixels wide at %d dpi, want %.1f", got, want, exact)
		}
		// A pHYs chunk is its name, two numbers of pixels a unit, and the unit: 1 for the metre.
		i := bytes.Index(data, []byte("pHYs"))
		if i < 0 || i > bytes.Index(data, []byte("IDAT")) {
			t.Fatal("no pHYs chunk before the data")
		}
		perMetre := float64(want) / 0.0254
		for _, at := range []int{i + 4, i + 8} {
			if got := float64(binary.BigEndian.Uint32(data[at:])); math.Abs(got-perMetre) > 0.5 {
				t.Errorf("%v pixels a metre, want %v", got, perMetre)
			}
		}
		if data[i+12] != 1 {
			t.Errorf("unit %d", data[i+12])
		}
	}
}

// The colours that are left out must not be seen: no pixel changes by much.
func TestIndexed(t *testing.T) {
	for i, s := range samples() {
		if i%4 != 0 {
			continue
		}
		ts := setter(t)
		img := pixels(layout(s.chart, ts, 0), ts, s.opt.Theme, 160)
		got := indexed(img)
		if len(got.Palette) > 256 || got.Rect != img.Rect {
			t.Errorf("%s: %d colours in %v", s.name, len(got.Palette), got.Rect)
		}
		worst := 0
		for i, k := range got.Pix {
			c := got.Palette[k].(color.RGBA)
			p := img.Pix[4*i:]
			d := max(abs(int(c.R)-int(p[0])), abs(int(c.G)-int(p[1])), abs(int(c.B)-int(p[2])))
			worst = max(worst, d)
		}
		if worst > 12 {
			t.Errorf("%s: a pixel changes by %d of 255", s.name, worst)
		}
	}
}

func abs(n int) int { return max(n, -n) }

// svgTexts returns the character data of the text and title elements of an SVG. It fails unless the SVG is XML.
func svgTexts(t testing.TB, data []byte) (texts []string, attributes map[string][]string) {
	t.Helper()
	attributes = make(map[string][]string)
	d := xml.NewDecoder(bytes.NewReader(data))
	inText := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts, attributes
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inText = e.Name.Local == "text" || e.Name.Local == "title"
			for _, a := range e.Attr {
				attributes[a.Name.Local] = append(attributes[a.Name.Local], a.Value)
			}
		case xml.CharData:
			if inText {
				texts = append(texts, string(e))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

func TestSVGEscapes(t *testing.T) {
	label := `<b>"R&D"</b>` + "\x00\xff"
	c := &doc.Dots{Rows: []doc.DotRow{{Label: label, Value: 1}}, X: doc.Axis{Label: `a < b & "c"`}}
	texts, attributes := svgTexts(t, draw(t, c, Options{Alt: `1 < "2" & 3`}))
	all := strings.Join(texts, "\n")
	for _, want := range []string{`<b>"R&D"</b>` + "\uFFFD\uFFFD", `a < b & "c"`} {
		if !strings.Contains(all, want) {
			t.Errorf("no text %q in %q", want, all)
		}
	}
	if got := attributes["aria-label"]; len(got) != 1 || got[0] != `1 < "2" & 3` {
		t.Errorf("alternative %q", got)
	}
}

func TestInline(t *testing.T) {
	file := draw(t, sampleBars(3), Options{})
	inline := draw(t, sampleBars(3), Options{Inline: true})
	if !bytes.HasPrefix(file, []byte("<?xml")) || !bytes.HasPrefix(inline, []byte("<svg")) {
		t.Error("a file has an XML declaration, an inline SVG has none")
	}
	if !bytes.Contains(file, []byte("f-page")) || bytes.Contains(inline, []byte("f-page")) {
		t.Error("a file has a background, an inline SVG has none")
	}
	if bytes.Contains(inline, []byte("style=")) || bytes.Contains(inline, []byte("id=")) {
		t.Error("an inline SVG has no style attributes, which pages may forbid, and no ids, which could clash")
	}
	// Every class that is used has a rule in both themes.
	_, attributes := svgTexts(t, inline)
	for _, class := range attributes["class"][1:] {
		for _, theme := range []Theme{Light, Dark} {
			if !strings.Contains(CSS(theme), ".figure ."+class+"{") {
				t.Errorf("no rule for class %q", class)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	nan, one := math.NaN(), 1.0
	row := []doc.DotRow{{Label: "a", Value: 1}}
	for name, c := range map[string]doc.Chart{
		"no rows":        &doc.Dots{},
		"NaN":            &doc.Dots{Rows: []doc.DotRow{{Label: "a", Value: nan}}},
		"infinite":       &doc.Dots{Rows: row, Cut: new(math.Inf(1))},
		"NaN interval":   &doc.Dots{Rows: []doc.DotRow{{Label: "a", Value: 1, Lo: &nan, Hi: &one}}},
		"group":          &doc.Dots{Rows: []doc.DotRow{{Label: "a", Groups: []int{1}}}, Groups: 1},
		"axis":           &doc.Dots{Rows: row, X: doc.Axis{Min: new(2.0), Max: &one}},
		"too many":       &doc.Dots{Rows: make([]doc.DotRow, maxRows+1)},
		"no topics":      &doc.Differences{},
		"NaN mean":       &doc.Differences{Bars: []doc.Difference{{Value: 1}}, Mean: nan},
		"not square":     &doc.Grid{Labels: []string{"a", "b"}, Cells: [][]int{{0, 0}, {0}}, Classes: []string{"x"}},
		"class":          &doc.Grid{Labels: []string{"a"}, Cells: [][]int{{1}}, Classes: []string{"x"}},
		"five classes":   &doc.Grid{Labels: []string{"a"}, Cells: [][]int{{1}}, Classes: make([]string, 5)},
		"lengths":        &doc.Lines{Series: []doc.Series{{X: []float64{1, 2}, Y: []float64{1}}}},
		"half a band":    &doc.Lines{Series: []doc.Series{{X: []float64{1}, Y: []float64{1}, Lo: []float64{1}}}},
		"no points":      &doc.Lines{Series: []doc.Series{{}}},
		"log of 0":       &doc.Lines{X: doc.Axis{Log: true}, Series: []doc.Series{{X: []float64{0, 1}, Y: []float64{1, 1}}}},
		"log of a mark":  &doc.Lines{X: doc.Axis{Log: true}, Series: []doc.Series{{X: []float64{1}, Y: []float64{1}, Marks: []doc.Mark{{X: -1}}}}},
		"log of here":    &doc.Lines{X: doc.Axis{Log: true}, Series: []doc.Series{{X: []float64{1}, Y: []float64{1}}}, Here: &doc.Mark{}},
		"log upwards":    &doc.Lines{Y: doc.Axis{Log: true}, Series: []doc.Series{{X: []float64{1}, Y: []float64{1}}}},
		"log of bars":    &doc.Bars{X: doc.Axis{Log: true}, Rows: []doc.BarRow{{Label: "a"}}},
		"cells":          &doc.Bars{Rows: []doc.BarRow{{Label: "a"}}, Columns: []string{"b"}},
		"infinite value": &doc.Bars{Rows: []doc.BarRow{{Label: "a", Value: new(math.Inf(-1))}}},
		"flat scale":     &doc.Heat{Rows: []string{"a"}, Columns: []string{"b"}, Values: [][]*float64{{nil}}},
		"ragged rows":    &doc.Heat{Rows: []string{"a"}, Columns: []string{"b", "c"}, Values: [][]*float64{{nil}}, Max: 1},
		"infinite cell":  &doc.Heat{Rows: []string{"a"}, Columns: []string{"b"}, Values: [][]*float64{{new(math.Inf(1))}}, Max: 1},
		"nil":            nil,
	} {
		if err := Draw(io.Discard, c, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, opt := range []Options{{Format: "pdf"}, {Width: 5}, {Width: math.NaN()}, {DPI: 7}, {Theme: 2}} {
		if err := Draw(io.Discard, sampleBars(1), opt); err == nil {
			t.Errorf("%+v: no error", opt)
		}
	}
	if _, err := ParseFont([]byte("no font")); err == nil {
		t.Error("ParseFont: no error")
	}
}
