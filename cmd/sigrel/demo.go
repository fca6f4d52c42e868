package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

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

// demo writes the collection, and the report on it in the folder "report": all of it, or nothing.
func demo(e *env, output string) error {
	if len(e.args) > 0 {
		return usagef("demo: argument %q: want none", e.args[0])
	}
	if output == "" {
		return usagef("no output folder: want -o FOLDER")
	}
	files := invent.Demo()
	pristine := func(path string) error { return isDemo(path, files) }
	out, err := newFolder(e, output, pristine)
	if err != nil {
		return err
	}
	args := []string{"report", "-q", filepath.Join(out.temp, "qrels.txt"), "--teams", filepath.Join(out.temp, "teams.tsv"), "--topics-file", filepath.Join(out.temp, "topics.tsv"), "--depth", "20",
		"-m", "AP", "-m", "P@10", "-m", "nDCG@10", "--title", "An invented shared task", "-o", filepath.Join(out.temp, "report")}
	for _, f := range files {
		if err := out.add(f.Name, f.Data); err != nil {
			return err
		}
		if strings.HasPrefix(f.Name, "runs/") {
			args = append(args, filepath.Join(out.temp, filepath.FromSlash(f.Name)))
		}
	}
	if err := reportCommand.run(args, nil, io.Discard, io.Discard, e.scratch); err != nil {
		return err
	}
	if err := out.place(); err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, filepath.Join(output, "report", "report.html"))
	return err
}

// isDemo is nil if a folder holds a demo as it was written, and nothing else: what anyone changed is not written over.
func isDemo(path string, files []invent.File) error {
	found, err := filesBelow(path)
	if err != nil {
		return err
	}
	known := make(map[string][]byte)
	for _, f := range files {
		known[f.Name] = f.Data
	}
	for _, name := range found {
		if strings.HasPrefix(name, "report/") {
			continue // checked as a report below
		}
		data, err := os.ReadFile(filepath.Join(path, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if want, ok := known[name]; !ok || !bytes.Equal(data, want) {
			return fmt.Errorf("output folder %q holds %q, which is not the demo's: want a new folder", path, name)
		}
	}
	return isReport(filepath.Join(path, "report"))
}
