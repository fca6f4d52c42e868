package formats_test

import (
	"fmt"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// inventRun writes a run of 50 topics with 1000 documents each.
func inventRun() string {
	var b strings.Builder
	for t := range 50 {
		for r := range 1000 {
			fmt.Fprintf(&b, "%d\tQ0\tFT%03d-%d\t%d\t%.6f\tinvented\n", 301+t, r*7919%1000, (r*31+t)%20000, r+1, 40-float64(r)/37)
		}
	}
	return b.String()
}

func inventQrels() string {
	var b strings.Builder
	for t := range 50 {
		for r := range 1000 {
			fmt.Fprintf(&b, "%d 0 FT%03d-%d %d\n", 301+t, r*7919%1000, (r*31+t)%20000, max(0, r*13%17-13))
		}
	}
	return b.String()
}

func BenchmarkReadRun(b *testing.B) {
	text := inventRun()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := parseRun(text, formats.RunOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadQrels(b *testing.B) {
	text := inventQrels()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := formats.ReadQrels(strings.NewReader(text), "q"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	run, _, err := parseRun(inventRun(), formats.RunOptions{})
	if err != nil {
		b.Fatal(err)
	}
	qrels, _, err := formats.ReadQrels(strings.NewReader(inventQrels()), "q")
	if err != nil {
		b.Fatal(err)
	}
	gold := qrels.Gold(1)
	ms := []metrics.Applied{find(b, "AP"), find(b, "P@10"), find(b, "nDCG@10")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := metrics.Evaluate([]*metrics.Run{run}, gold, ms, metrics.EvalOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// Reading a run costs a few slices and maps, and nothing a line: twice the lines, hardly more allocations.
func TestReadRunAllocatesNothingALine(t *testing.T) {
	read := func(lines int) float64 {
		var b strings.Builder
		for i := range lines {
			fmt.Fprintf(&b, "1 Q0 d%d %d %d.5 r\n", i, i+1, lines-i)
		}
		text := b.String()
		return testing.AllocsPerRun(5, func() {
			if _, _, err := parseRun(text, formats.RunOptions{}); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := read(1000), read(8000)
	if many-few > 200 {
		t.Errorf("%v allocations for 1000 lines, %v for 8000", few, many)
	}
}
