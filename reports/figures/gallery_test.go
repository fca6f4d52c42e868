package figures

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"sigrel/reports/doc"
)

var gallery = flag.String("gallery", "", "folder to draw sample charts into, to be looked at")

var dpi = flag.Int("dpi", 160, "resolution of the sample charts")

// sample is an invented chart.
type sample struct {
	name  string
	chart doc.Chart
	opt   Options
}

// TestGallery draws invented charts of the sizes met in practice, for people to look at:
//
//	go test ./reports/figures -run Gallery -gallery DIR
func TestGallery(t *testing.T) {
	if *gallery == "" {
		t.Skip("without -gallery DIR")
	}
	for _, s := range samples() {
		for _, format := range []string{SVG, PNG} {
			opt := s.opt
			opt.Format, opt.DPI = format, *dpi
			var b bytes.Buffer
			if err := Draw(&b, s.chart, opt); err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			if err := os.WriteFile(filepath.Join(*gallery, s.name+"."+format), b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			t.Logf("%s.%s: %d bytes", s.name, format, b.Len())
		}
	}
}

func samples() []sample {
	return []sample{
		{"dots10", sampleDots(systemNames(10), 7), Options{}},
		{"dots10wide", sampleDots(systemNames(10), 3), Options{Width: PageWidth}},
		{"dots10column", sampleDots(systemNames(10), 3), Options{Width: ColumnWidth}},
		{"dots10arabic", sampleDots(arabicNames(), 7), Options{}},
		{"dots10dark", sampleDots(arabicNames(), 7), Options{Theme: Dark}},
		{"dots10long", sampleDots(longNames(), 7), Options{}},
		{"dots22apart", sampleApart(), Options{}},
		{"dots40", sampleDots(systemNames(40), 3), Options{}},
		{"dots103", sampleDots(systemNames(103), 0), Options{}},
		{"dots129", sampleDots(systemNames(129), 0), Options{}},
		{"dots129column", sampleDots(systemNames(129), 0), Options{Width: TextWidth}},
		{"dots1", sampleDots([]string{"only"}, 1), Options{}},
		{"dotsEqual", equalDots(), Options{}},
		{"diff50", sampleDifferences(50, "t"), Options{}},
		{"diff50dark", sampleDifferences(50, "t"), Options{Theme: Dark}},
		{"diff250", sampleDifferences(250, "robust-"), Options{}},
		{"diff6", sampleDifferences(6, "t"), Options{}},
		{"diffLong", sampleDifferences(30, "claim-2024-ar-"), Options{Width: PageWidth}},
		{"diffNegative", negativeDifferences(), Options{}},
		{"grid12", sampleGrid(12), Options{}},
		{"grid48", sampleGrid(48), Options{}},
		{"grid48dark", sampleGrid(48), Options{Theme: Dark}},
		{"grid129", sampleGrid(129), Options{}},
		{"lines", sampleLines(0.3), Options{}},
		{"linesDark", sampleLines(0.3), Options{Theme: Dark}},
		{"linesCrowded", crowdedLines(), Options{}},
		{"linesFull", sampleLines(0), Options{Width: PageWidth}},
		{"bars17", sampleBars(17), Options{}},
		{"bars17dark", sampleBars(17), Options{Theme: Dark}},
		{"bars17page", sampleBars(17), Options{Width: PageWidth}},
		{"bars100", sampleBars(100), Options{}},
		{"heat8", sampleHeat(systemNames(8), topicNames(12)), Options{}},
		{"heat8column", sampleHeat(systemNames(8), topicNames(12)), Options{Width: ColumnWidth}},
		{"heat40", sampleHeat(systemNames(40), topicNames(50)), Options{}},
		{"heat129", sampleHeat(systemNames(129), topicNames(50)), Options{}},
		{"heat129x250", sampleHeat(systemNames(129), topicNames(250)), Options{}},
		{"heat129x250dark", sampleHeat(systemNames(129), topicNames(250)), Options{Theme: Dark}},
		{"heatSimilar12", sampleSimilarity(12), Options{}},
		{"heatSimilar12dark", sampleSimilarity(12), Options{Theme: Dark}},
		{"heatSimilar100", sampleSimilarity(100), Options{}},
		{"heatSplit", sampleSplit(), Options{}},
		{"heatSplitDark", sampleSplit(), Options{Theme: Dark}},
		{"heat1", sampleHeat([]string{"only"}, []string{"one"}), Options{}},
	}
}
