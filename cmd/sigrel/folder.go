package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A report folder is written beside its place and put there in one step, so that an interrupted or failed report leaves
// the old one whole. It is ours if its results.json says so and lists exactly the files in it.

const (
	resultsFile  = "results.json"
	reuseFile    = "reuse.json"
	reportSchema = "sigrel/report/1"
)

// folder is an output folder being written.
type folder struct {
	path, temp string
	ours       func(path string) error // nil if the folder that is there may be replaced
}

// newFolder checks that path may be written, and makes the temporary folder beside it. What is there already is
// replaced only if ours allows it.
func newFolder(e *env, path string, ours func(string) error) (*folder, error) {
	path = filepath.Clean(path)
	if path == "." || path == ".." || path == string(filepath.Separator) {
		return nil, usagef("output folder %q: want the name of a folder to make", path)
	}
	path, err := resolveLink(path)
	if err != nil {
		return nil, err
	}
	parent := filepath.Dir(path)
	if err := checkFolder(parent); err != nil {
		return nil, err
	}
	f := &folder{path: path, ours: ours}
	if err := f.recover(); err != nil {
		return nil, err
	}
	if err := f.free(); err != nil {
		return nil, err
	}
	if f.temp, err = os.MkdirTemp(parent, ".sigrel-*"); err != nil {
		return nil, err
	}
	e.scratch.add(f.temp)
	return f, os.Chmod(f.temp, 0o755)
}

// free is nil if there is no such folder, it is empty, or it is ours.
func (f *folder) free() error {
	info, err := os.Stat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("output %q is a file: want a folder", f.path)
	}
	entries, err := os.ReadDir(f.path)
	if err != nil || len(entries) == 0 {
		return err
	}
	return f.ours(f.path)
}

// isReport is nil if a folder is a report that this program wrote, and holds nothing else.
func isReport(path string) error {
	found, err := filesBelow(path)
	if err != nil {
		return err
	}
	var results struct {
		Schema string   `json:"schema"`
		Files  []string `json:"files"`
	}
	data, err := os.ReadFile(filepath.Join(path, resultsFile))
	if err != nil || json.Unmarshal(data, &results) != nil || results.Schema != reportSchema {
		return fmt.Errorf("output folder %q was not written by sigrel: want a new folder, or remove it first", path)
	}
	for _, name := range found {
		if !slices.Contains(results.Files, name) {
			return fmt.Errorf("output folder %q holds %q, which is not part of a report: want a new folder, or move that file away", path, name)
		}
	}
	return nil
}

// filesBelow lists the files of a folder, as slash paths.
func filesBelow(path string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == path {
			return err
		}
		rel, err := filepath.Rel(path, p)
		if err == nil && !d.IsDir() {
			files = append(files, filepath.ToSlash(rel))
		}
		return err
	})
	slices.Sort(files)
	return files, err
}

// add writes a file, given by its slash path below the folder.
func (f *folder) add(name string, data []byte) error {
	p := filepath.Join(f.temp, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		return err
	}
	return os.WriteFile(p, data, 0o644)
}

// place puts the finished folder where it belongs.
func (f *folder) place() error {
	if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(f.temp, f.path)
	}
	// The folder may have changed while we computed: look again before it goes.
	if err := f.free(); err != nil {
		return err
	}
	return exchange(f.temp, f.path)
}

// swapAway is exchange where the system cannot do it in one step: the old folder steps aside first. If that is where we
// are stopped, recover puts it back.
func swapAway(temp, path string) error {
	aside := asideName(path)
	if err := os.Rename(path, aside); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return errors.Join(err, os.Rename(aside, path))
	}
	return os.RemoveAll(aside)
}

// recover brings back a folder that an interrupted swapAway left aside.
func (f *folder) recover() error {
	aside := asideName(f.path)
	if _, err := os.Stat(aside); err != nil {
		return nil
	}
	if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(aside, f.path)
	}
	if err := f.ours(aside); err != nil {
		return err
	}
	return os.RemoveAll(aside)
}

func asideName(path string) string {
	return filepath.Join(filepath.Dir(path), "."+strings.TrimPrefix(filepath.Base(path), ".")+".sigrel-old")
}
