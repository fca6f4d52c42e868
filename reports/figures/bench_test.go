package figures

import (
	"io"
	"testing"
)

func benchmark(b *testing.B, s sample, format string) {
	s.opt.Format = format
	b.ReportAllocs()
	for b.Loop() {
		if err := Draw(io.Discard, s.chart, s.opt); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDots129PNG(b *testing.B) {
	benchmark(b, sample{chart: sampleDots(systemNames(129), 0)}, PNG)
}
func BenchmarkDots129SVG(b *testing.B) {
	benchmark(b, sample{chart: sampleDots(systemNames(129), 0)}, SVG)
}
func BenchmarkDots10PNG(b *testing.B) { benchmark(b, sample{chart: sampleDots(arabicNames(), 7)}, PNG) }
func BenchmarkDots10SVG(b *testing.B) { benchmark(b, sample{chart: sampleDots(arabicNames(), 7)}, SVG) }
func BenchmarkDifferencesPNG(b *testing.B) {
	benchmark(b, sample{chart: sampleDifferences(50, "t")}, PNG)
}
func BenchmarkGrid129PNG(b *testing.B) { benchmark(b, sample{chart: sampleGrid(129)}, PNG) }
func BenchmarkGrid129SVG(b *testing.B) { benchmark(b, sample{chart: sampleGrid(129)}, SVG) }
func BenchmarkLinesPNG(b *testing.B)   { benchmark(b, sample{chart: sampleLines(0.3)}, PNG) }
func BenchmarkLinesSVG(b *testing.B)   { benchmark(b, sample{chart: sampleLines(0.3)}, SVG) }
func BenchmarkBarsPNG(b *testing.B)    { benchmark(b, sample{chart: sampleBars(17)}, PNG) }
