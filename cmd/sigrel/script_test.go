package main

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output of the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"sigrel": func() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, new(scratch))) },
	})
}

// root is the folder with go.mod.
func root(t testing.TB) string {
	t.Helper()
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..")
}

// shared is a path below the folder of reference data; the test is skipped where there is none.
func shared(t testing.TB, elem ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{root(t), "..", "shared"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no reference data: %v", err)
	}
	return path
}

// TestScripts runs the command end to end. $TOY is the folder of the toy collection. In short mode, in which the race
// detector starts each command at a tenth of its speed, it runs those scripts whose commands share out the most work.
func TestScripts(t *testing.T) {
	dir, files := filepath.Join(root(t), "testdata", "scripts"), []string(nil)
	if testing.Short() {
		for _, name := range []string{"design", "holes", "judges", "wins"} {
			files = append(files, filepath.Join(dir, name+".txtar"))
		}
		dir = ""
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Files:               files,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("TOY", filepath.Join(root(t), "testdata", "collections", "toy"))
			return nil
		},
	})
}
