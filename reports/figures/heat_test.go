package figures

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"sigrel/reports/doc"
)

// luminance is that of WCAG 2 (relative luminance of sRGB).
func luminance(t Theme, k ink) float64 {
	c := t.paint(k)
	linear := func(b uint8) float64 {
		v := float64(b) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// The scale reads in grey: every step is darker than the last on light, lighter on dark; the two arms of the diverging
// scale likewise. Numbers in cells have a contrast of at least 3 (WCAG 2 for large text and graphics).
func TestHeatInks(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		sign := 1.0
		if theme == Dark {
			sign = -1
		}
		falls := func(k, next ink) {
			if !(sign*luminance(theme, next) < sign*luminance(theme, k)) {
				t.Errorf("theme %d: step %s does not follow %s", theme, palette[next].name, palette[k].name)
			}
		}
		for k := range ink(heatClasses - 1) {
			falls(inkHeat+k, inkHeat+k+1)
		}
		middle := inkSplit + splitClasses/2
		for k := range ink(splitClasses / 2) {
			falls(middle+k, middle+k+1)
			falls(middle-k, middle-k-1)
		}
		for _, g := range []*heat{{c: &doc.Heat{}}, {c: &doc.Heat{Diverging: true}}} {
			first, n := g.inks()
			for k := range n {
				a, b := luminance(theme, first+ink(k)), luminance(theme, g.textInk(k))
				if contrast := (max(a, b) + 0.05) / (min(a, b) + 0.05); contrast < 3 {
					t.Errorf("theme %d: contrast %.2f of text on %s", theme, contrast, palette[first+ink(k)].name)
				}
			}
		}
	}
}

func TestHeatClass(t *testing.T) {
	g := &heat{c: &doc.Heat{Min: -1, Max: 1, Diverging: true}}
	for v, want := range map[float64]int{-7: 0, -1: 0, -0.9: 0, -0.01: 6, 0: 6, 0.01: 6, 0.99: 12, 1: 12, 7: 12} {
		if got := g.class(&v); got != want {
			t.Errorf("class of %v is %d, want %d", v, got, want)
		}
	}
	if got := g.class(nil); got != -1 {
		t.Errorf("class of nothing is %d", got)
	}
}

// Read back from the SVG, every cell that is not of the ground has the step of its value: the strips and the ground
// tile the matrix.
func TestHeatStrips(t *testing.T) {
	c := sampleHeat(systemNames(30), topicNames(80))
	got := draw(t, c, Options{})
	cells := make(map[[2]int]string)
	for element := range strings.SplitSeq(string(got), "\n") {
		if !strings.Contains(element, "crispEdges") {
			continue
		}
		_, class, _ := strings.Cut(element, `class="s-`)
		class, _, _ = strings.Cut(class, `"`)
		_, d, _ := strings.Cut(element, ` d="`)
		d, _, _ = strings.Cut(d, `"`)
		readStrips(t, d, func(row, column int) {
			if _, twice := cells[[2]int{row, column}]; twice {
				t.Fatalf("cell %d, %d drawn twice", row, column)
			}
			cells[[2]int{row, column}] = class
		})
	}
	g := &heat{c: c}
	grounds := make(map[string]int)
	for i, row := range c.Values {
		for j, v := range row {
			want := "grid"
			if v != nil {
				want = fmt.Sprintf("heat%d", g.class(v))
			}
			if class, drawn := cells[[2]int{i, j}]; !drawn {
				grounds[want]++
			} else if class != want {
				t.Errorf("cell %d, %d is of %s, want %s", i, j, class, want)
			}
		}
	}
	if len(grounds) != 1 {
		t.Errorf("cells of %v are not drawn, want those of one step", grounds)
	}
}

// readStrips follows a path of M, m and h with whole numbers.
func readStrips(t *testing.T, d string, cell func(row, column int)) {
	t.Helper()
	r, x, y := strings.NewReader(d), 0, 0
	for r.Len() > 0 {
		var op rune
		if _, err := fmt.Fscanf(r, "%c", &op); err != nil {
			t.Fatal(err)
		}
		var a, b int
		switch op {
		case ' ':
		case 'M', 'm':
			if _, err := fmt.Fscanf(r, "%d %d", &a, &b); err != nil {
				t.Fatal(err)
			}
			if op == 'M' {
				x, y = a, b
			} else {
				x, y = x+a, y+b
			}
		case 'h':
			if _, err := fmt.Fscanf(r, "%d", &a); err != nil {
				t.Fatal(err)
			}
			for j := x; j < x+a; j++ {
				cell(y, j)
			}
			x += a
		default:
			t.Fatalf("%q in a path of strips", op)
		}
	}
}

// A matrix of 129 systems by 250 topics is small enough to stand in a page. A box a cell would take 1.2 MB.
func TestHeatSize(t *testing.T) {
	got := draw(t, sampleHeat(systemNames(129), topicNames(250)), Options{Inline: true})
	if len(got) > 300_000 {
		t.Errorf("%d bytes of SVG, want at most 300,000", len(got))
	}
	if n := bytes.Count(got, []byte("<text")); n > 129+250 {
		t.Errorf("%d texts", n)
	}
}
