package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"sigrel/cmd/sigrel/invent"
)

var demoCommand = &command{
	name: "demo", args: "",
	short:   "write a small invented shared task to a folder and report on it. 9 teams, 23 runs, 48 topics; the same every time.",
	example: "sigrel demo -o demo",
	setup: func(f *pflag.FlagSet) func(*env) error {
		var output string
		f.StringVarP(&output, "output", "o", "", "write to this `folder`, which must not exist or be an earlier demo's")
		return func(e *env) error { return demo(e, output) }
	},
}

// demo writes the collection, and the report on it in the folder "report".
func demo(e *env, output string) error {
	if len(e.args) > 0 {
		return usagef("demo: argument %q: want none", e.args[0])
	}
	if output == "" {
		return usagef("no output folder: want -o FOLDER")
	}
	files := invent.Demo()
	if err := checkDemo(output, files); err != nil {
		return err
	}
	var runs []string
	for _, f := range files {
		path := filepath.Join(output, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return err
		}
		if filepath.Dir(f.Name) == "runs" {
			runs = append(runs, path)
		}
	}
	args := append([]string{"report", "-q", filepath.Join(output, "qrels.txt"), "--teams", filepath.Join(output, "teams.tsv"), "--depth", "20",
		"-m", "AP", "-m", "P@10", "-m", "nDCG@10", "--title", "An invented shared task", "-o", filepath.Join(output, "report")}, runs...)
	return reportCommand.run(args, nil, e.stdout, io.Discard, e.scratch)
}

// checkDemo refuses a folder that holds anything but an earlier demo: nothing of anyone else's is written over.
func checkDemo(output string, files []invent.File) error {
	if err := checkFolder(filepath.Dir(filepath.Clean(output))); err != nil {
		return err
	}
	known := make(map[string]bool)
	for _, f := range files {
		known[f.Name] = true
	}
	if _, err := os.Stat(output); err != nil {
		return nil
	}
	return filepath.WalkDir(output, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(output, p)
		if err != nil || rel == "." {
			return err
		}
		if d.IsDir() {
			if rel == "report" {
				return fs.SkipDir // the report command looks after it
			}
			return nil
		}
		if !known[filepath.ToSlash(rel)] {
			return fmt.Errorf("output folder %q holds %q, which is not part of the demo: want a new folder", output, filepath.ToSlash(rel))
		}
		return nil
	})
}
