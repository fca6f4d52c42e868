package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"sigrel/reports"
	"sigrel/reports/doc"
)

// scratch is what is half-written: removed when the program ends, also by an interrupt.
type scratch struct {
	mu    sync.Mutex
	paths []string
}

func (s *scratch) add(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.paths = append(s.paths, path)
}

// remove deletes what is left. What was renamed to its place is no longer there.
func (s *scratch) remove() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.paths {
		os.RemoveAll(p)
	}
	s.paths = nil
}

// formats of -f that a document can be printed in, by extension of -o.
var docFormats = []string{"text", "md", "html", "latex"}

var extensions = map[string]string{".txt": "text", ".md": "md", ".html": "html", ".htm": "html", ".tex": "latex",
	".csv": "csv", ".tsv": "tsv", ".json": "json", ".svg": "svg", ".png": "png"}

// target is where one command's result goes: -f and -o.
type target struct {
	format, path string
	allowed      []string
}

// resolve settles the format and, before anything is computed, whether the file can be written.
func (t *target) resolve() error {
	if t.format == "" {
		t.format = "text"
		if f, ok := extensions[strings.ToLower(filepath.Ext(t.path))]; ok && slices.Contains(t.allowed, f) {
			t.format = f
		}
	}
	if !slices.Contains(t.allowed, t.format) {
		return usagef("format %q: want one of %s", t.format, strings.Join(t.allowed, ", "))
	}
	if t.path == "" || t.path == "-" {
		return nil
	}
	info, err := os.Stat(t.path)
	switch {
	case err == nil && info.IsDir():
		return usagef("output %q is a folder: want a file name", t.path)
	case err == nil && !info.Mode().IsRegular():
		return nil // a device or pipe: it is written into, not replaced
	}
	if t.path, err = resolveLink(t.path); err != nil {
		return err
	}
	return checkFolder(filepath.Dir(t.path))
}

// resolveLink is where a path leads, so that a link stays a link and what it names is written.
func resolveLink(path string) (string, error) {
	if _, err := os.Lstat(path); err != nil {
		return path, nil
	}
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("output: %w", err)
	}
	return resolved, nil
}

// avoid refuses to write over an input.
func (t *target) avoid(inputs []string) error {
	if t.path == "" || t.path == "-" {
		return nil
	}
	for _, in := range inputs {
		if info, err := os.Stat(in); err == nil && info.IsDir() && within(t.path, in) {
			return usagef("output %q is in the folder %q, which is an input: want another place", t.path, in)
		}
	}
	out, err := os.Stat(t.path)
	if err != nil || !out.Mode().IsRegular() {
		return nil
	}
	for _, in := range inputs {
		if info, err := os.Stat(in); err == nil && os.SameFile(out, info) {
			return usagef("output %q is also an input: want another file", t.path)
		}
	}
	return nil
}

// within tells whether a path, of a file that need not be there, lies in a folder or is it, links followed.
func within(path, folder string) bool {
	dir, err := os.Stat(folder)
	if err != nil {
		return false
	}
	path, err = filepath.Abs(path)
	for err == nil {
		if resolved, err := filepath.EvalSymlinks(path); err == nil {
			path = resolved
		}
		if info, err := os.Stat(path); err == nil && os.SameFile(info, dir) {
			return true
		}
		if parent := filepath.Dir(path); parent != path {
			path = parent
		} else {
			break
		}
	}
	return false
}

// avoidFolder refuses an output folder that holds an input, which would be lost, or lies in one.
func avoidFolder(folder string, inputs []string) error {
	for _, in := range inputs {
		if info, err := os.Stat(in); err == nil && (within(in, folder) || info.IsDir() && within(folder, in)) {
			return usagef("output folder %q and the input %q lie in each other: want another place", folder, in)
		}
	}
	return nil
}

// checkFolder reports a folder that files cannot be put into.
func checkFolder(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("output folder: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("output folder %q is a file", dir)
	}
	return nil
}

// write sends the result to stdout, or to the file in one step: a temporary file beside it, renamed at the end.
func (t *target) write(e *env, data []byte) error {
	if t.path == "" || t.path == "-" {
		_, err := e.stdout.Write(data)
		return err
	}
	if info, err := os.Stat(t.path); err == nil && !info.Mode().IsRegular() {
		return writeInto(t.path, data)
	}
	f, err := os.CreateTemp(filepath.Dir(t.path), ".sigrel-*")
	if err != nil {
		return err
	}
	e.scratch.add(f.Name())
	_, err = f.Write(data)
	if cerr := f.Chmod(0o644); err == nil {
		err = cerr
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), t.path)
	}
	return err
}

// writeInto writes to a device or a pipe.
func writeInto(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// render prints a document in one of docFormats.
func render(d *doc.Doc, format string) ([]byte, error) {
	p, err := printer()
	if err != nil {
		return nil, err
	}
	switch format {
	case "md":
		return p.Markdown(d), nil
	case "html":
		return p.HTML(d), nil
	case "latex":
		return p.LaTeX(d), nil
	}
	return p.Text(d), nil
}

// separate prints the tables of blocks as CSV or TSV, a blank line between two.
func separate(blocks []doc.Block, format string) []byte {
	var parts [][]byte
	p := new(doc.Printer)
	for _, b := range blocks {
		if t, ok := b.(*doc.Table); ok {
			if format == "tsv" {
				parts = append(parts, p.TSV(t))
			} else {
				parts = append(parts, p.CSV(t))
			}
		}
	}
	return bytes.Join(parts, []byte("\n"))
}

// printer is a printer that knows the bibliography.
func printer() (*doc.Printer, error) {
	refs, err := reports.References()
	if err != nil {
		return nil, err
	}
	texts := make(map[string][]doc.Text, len(refs))
	for _, r := range refs {
		texts[r.Key] = []doc.Text{doc.Plain(r.Text())}
	}
	return &doc.Printer{References: func(key string) []doc.Text { return texts[key] }}, nil
}
