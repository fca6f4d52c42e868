package tasks_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
)

// What the tests of all tasks share. Whatever is written into files here is invented.

// sharedFile is the path of a case that lies beside the repository; the test is skipped where it is absent.
func sharedFile(t testing.TB, elem ...string) string {
	t.Helper()
	full, err := filepath.Abs(filepath.Join(append([]string{"..", "..", "..", "shared", "cases", "tasks"}, elem...)...))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(full); err != nil {
		t.Skipf("reference data is absent: %v", err)
	}
	return full
}

// readExpected reads the numbers of a case.
func readExpected(t testing.TB, name string, into any) {
	t.Helper()
	readJSON(t, sharedFile(t, name, "expected.json"), into)
}

func readJSON(t testing.TB, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// inFolder writes files into a folder of their own and goes there, so that messages name them without it.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	writeFiles(t, ".", files)
}

// writeFiles writes files into a folder: faster than one of their own, for fuzzing.
func writeFiles(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// runFiles are files of runs, each a path or label=path.
func runFiles(args ...string) []formats.File {
	var out []formats.File
	for _, arg := range args {
		label, path, ok := strings.Cut(arg, "=")
		if !ok {
			label, path = "", arg
		}
		out = append(out, formats.File{Label: label, Path: path})
	}
	return out
}

func findTask(t testing.TB, name string) *tasks.Task {
	t.Helper()
	task, err := tasks.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// mustLoad loads what must be sound.
func mustLoad(t testing.TB, task string, in tasks.Inputs, opt tasks.Options) *tasks.Submissions {
	t.Helper()
	s, err := findTask(t, task).Load(in, opt)
	if err != nil {
		t.Fatalf("%s: %v", task, err)
	}
	return s
}

// mustRefuse loads what must not be sound, and compares the problems, one a line.
func mustRefuse(t testing.TB, task string, in tasks.Inputs, opt tasks.Options, want ...string) {
	t.Helper()
	_, err := findTask(t, task).Load(in, opt)
	if err == nil {
		t.Errorf("%s: no error, want\n%s", task, strings.Join(want, "\n"))
		return
	}
	if _, ok := err.(*formats.Problems); !ok {
		t.Errorf("%s: a %T, want *formats.Problems: %v", task, err, err)
	}
	if diff := cmp.Diff(want, strings.Split(err.Error(), "\n")); diff != "" {
		t.Errorf("%s: problems (-want +got):\n%s", task, diff)
	}
}

// said lists the warnings, each "code: text".
func said(s *tasks.Submissions) []string {
	var out []string
	for _, w := range s.Warnings {
		out = append(out, w.Code+": "+w.Text)
	}
	return out
}

// wantWarnings compares the warnings.
func wantWarnings(t testing.TB, s *tasks.Submissions, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, said(s)); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}
