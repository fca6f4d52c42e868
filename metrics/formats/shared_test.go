package formats_test

import (
	"os"
	"path/filepath"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// shared is the path of a file that lies beside the repository; the test is skipped where it is absent.
func shared(t testing.TB, path string) string {
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
	full := filepath.Join(dir, "..", "shared", path)
	if _, err := os.Stat(full); err != nil {
		t.Skipf("reference data is absent: %v", err)
	}
	return full
}

func readQrels(t testing.TB, path string) (metrics.Qrels, error) {
	t.Helper()
	in, err := formats.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	qrels, _, err := formats.ReadQrels(in, filepath.Base(path))
	return qrels, err
}

func readRun(path string) (*metrics.Run, error) {
	run, _, err := formats.ReadRun(formats.File{Path: path}, formats.RunOptions{})
	return run, err
}
