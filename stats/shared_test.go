package stats

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

var long = flag.Bool("long", false, "run the tests that take minutes")

// shared opens a file of reference values that lies beside the module, or skips the test.
func shared(t *testing.T, name string) io.Reader {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	f, err := os.Open(filepath.Join(dir, "..", "shared", name))
	if err != nil {
		t.Skip("reference values are not here: ", err)
	}
	t.Cleanup(func() { f.Close() })
	if !strings.HasSuffix(name, ".gz") {
		return f
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func sharedJSON(t *testing.T, name string, into any) {
	t.Helper()
	if err := json.NewDecoder(shared(t, name)).Decode(into); err != nil {
		t.Fatal(name, err)
	}
}

// sharedRows reads a table of comma- or tab-separated fields.
func sharedRows(t *testing.T, name string) [][]string {
	t.Helper()
	r := csv.NewReader(shared(t, name))
	if strings.HasSuffix(name, ".tsv") {
		r.Comma = '\t'
	}
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(name, err)
	}
	return rows
}

// sharedMatrix reads a table with topics in rows and a header, from column first on, as systems by topics.
func sharedMatrix(t *testing.T, name string, first int) (m *mat.Dense, systems []string) {
	t.Helper()
	rows := sharedRows(t, name)
	systems = rows[0][first:]
	m = mat.NewDense(len(systems), len(rows)-1, nil)
	for topic, row := range rows[1:] {
		for i, cell := range row[first:] {
			m.Set(i, topic, number(t, cell))
		}
	}
	return m, systems
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func near(t *testing.T, what string, got, want, rel float64) {
	t.Helper()
	if !(math.Abs(got-want) <= rel*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g (off by %.2g)", what, got, want, got-want)
	}
}

func nearAbs(t *testing.T, what string, got, want, abs float64) {
	t.Helper()
	if !(math.Abs(got-want) <= abs) {
		t.Errorf("%s = %.17g, want %.17g (off by %.2g)", what, got, want, got-want)
	}
}

// rowsOf makes a matrix of its rows.
func rowsOf(rows ...[]float64) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		m.SetRow(i, row)
	}
	return m
}
