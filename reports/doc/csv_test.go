package doc

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Numbers read back from CSV and TSV as they are, and names byte for byte.
func TestCSVReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := &Table{Columns: []Column{{Key: "name"}, {Key: "x"}, {Key: "ci"}, {Key: "p"}}}
		want := [][]string{{"name", "x", "ci_lo", "ci_hi", "p"}}
		var numbers []float64
		for range rapid.IntRange(1, 5).Draw(t, "rows") {
			name := strings.ReplaceAll(rapid.String().Draw(t, "name"), "\r", "")
			v := rapid.SliceOfN(rapid.Float64(), 4, 4).Draw(t, "numbers")
			table.Rows = append(table.Rows, Row{Cells: []Cell{{Text: plainText(name)}, {Text: []Text{Number{v[0], 3}}}, {Text: []Text{Range{Lo: v[1], Hi: v[2]}}}, {Text: []Text{PValue{Value: v[3]}}}}})
			want = append(want, []string{name, "", "", "", ""})
			numbers = append(numbers, v...)
		}
		for comma, data := range map[rune][]byte{',': new(Printer).CSV(table), '\t': new(Printer).TSV(table)} {
			r := csv.NewReader(bytes.NewReader(data))
			r.Comma = comma
			got, err := r.ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want[0], got[0]); diff != "" || len(got) != len(want) {
				t.Fatal(diff)
			}
			for i, line := range got[1:] {
				if line[0] != want[i+1][0] {
					t.Fatalf("name %q, want %q", line[0], want[i+1][0])
				}
				for j, s := range line[1:] {
					if v, err := strconv.ParseFloat(s, 64); err != nil || v != numbers[4*i+j] {
						t.Fatalf("%q, want %v", s, numbers[4*i+j])
					}
				}
			}
		}
	})
	if got := full(negativeZero()); got != "0" {
		t.Errorf("negative zero is %q in CSV, want 0", got)
	}
}

func negativeZero() float64 { zero := 0.0; return -zero * 1 }
