package dist

import (
	"encoding/csv"
	"math"
	"strconv"
	"testing"
)

// goldenRows reads a shared table; an empty cell is NaN.
func goldenRows(t *testing.T, name string) [][]float64 {
	t.Helper()
	records, err := csv.NewReader(shared(t, "golden/distributions/"+name+".csv")).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := make([][]float64, len(records)-1)
	for i, r := range records[1:] {
		for _, cell := range r {
			v := math.NaN()
			if cell != "" {
				if v, err = strconv.ParseFloat(cell, 64); err != nil {
					t.Fatal(err)
				}
			}
			rows[i] = append(rows[i], v)
		}
	}
	return rows
}

func TestStudentizedRangeGolden(t *testing.T) {
	for _, r := range goldenRows(t, "studentized_range_upper_tail") {
		name := "SF(" + strconv.FormatFloat(r[0], 'g', -1, 64) + "; " + strconv.FormatFloat(r[1], 'g', -1, 64) + ", " + strconv.FormatFloat(r[2], 'g', -1, 64) + ")"
		near(t, name, StudentizedRange{Groups: int(r[1]), DF: r[2]}.SF(r[0]), r[3], 1e-10)
	}
	for _, r := range goldenRows(t, "studentized_range_quantile") {
		near(t, "quantile", StudentizedRange{Groups: int(r[1]), DF: r[2]}.Quantile(r[0]), r[3], 1e-9)
	}
}

func TestNoncentralGolden(t *testing.T) {
	for _, r := range goldenRows(t, "noncentral_t") {
		d := NoncentralT{DF: r[1], Delta: r[2]}
		near(t, "SF", d.SF(r[0]), r[4], 1e-9)
		near(t, "CDF", NoncentralT{DF: r[1], Delta: -r[2]}.SF(-r[0]), r[3], 1e-9)
	}
}

func BenchmarkStudentizedRange(b *testing.B) {
	for b.Loop() {
		StudentizedRange{Groups: 129, DF: 6272}.SF(5)
	}
}

func BenchmarkStudentizedRangeTable(b *testing.B) {
	r := StudentizedRange{Groups: 129, DF: 6272}
	for b.Loop() {
		table := r.Table(0, 16)
		for i := range 8256 {
			table.SF(float64(i) * 16 / 8256)
		}
	}
}

func TestRangeTable(t *testing.T) {
	for _, r := range []StudentizedRange{{2, 5}, {129, 6272}, {10, 49}, {3, math.Inf(1)}, {40, 3}, {1000, 1e5}} {
		table := r.Table(0, 30)
		worst := 0.0
		for q := 0.0; q < 30; q += 0.0731 {
			worst = max(worst, math.Abs(table.SF(q)/r.SF(q)-1))
		}
		t.Log(r, len(table.pieces), worst)
	}
}
