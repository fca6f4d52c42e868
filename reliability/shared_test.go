package reliability

import (
	"encoding/csv"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

var long = flag.Bool("long", false, "run the tests that take minutes")

// shared is the path of a file beside the module; the test is skipped where it is absent.
func shared(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	path := filepath.Join(dir, "..", "shared", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("../shared/%s is not here", name)
	}
	return path
}

func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(shared(t, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// readMatrix reads a score table with a header into a row a system, with the systems' names. The first cell of the header
// says what the rows are: "system", "topic", or, with any other text, topics without names.
func readMatrix(t *testing.T, name string) (*mat.Dense, []string) {
	t.Helper()
	data, err := os.ReadFile(shared(t, name))
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(strings.NewReader(string(data)))
	if strings.HasSuffix(name, ".tsv") {
		r.Comma = '\t'
	}
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	head := records[0]
	first := 0
	if head[0] == "system" || head[0] == "topic" {
		first = 1
	}
	values := mat.NewDense(len(records)-1, len(head)-first, nil)
	var rows []string
	for i, record := range records[1:] {
		rows = append(rows, record[0])
		for j, cell := range record[first:] {
			x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
			if err != nil {
				t.Fatal(err)
			}
			values.Set(i, j, x)
		}
	}
	if head[0] == "system" {
		return values, rows
	}
	return mat.DenseCopyOf(values.T()), head[first:]
}

// near fails unless got equals want to a relative error of tol.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tol*max(math.Abs(want), 1e-300) {
		t.Errorf("%s: got %.17g, want %.17g", what, got, want)
	}
}
