package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// commandLine is the command as typed, without -o and -j, and with base names of files: what the report prints.
func commandLine(e *env) string {
	parts := []string{"sigrel", e.line[0]}
	e.flags.Visit(func(f *pflag.Flag) {
		if f.Name == "output" || f.Name == "jobs" {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
			if f.Value.Type() == "stringSlice" {
				values = []string{strings.Join(values, ",")}
			}
		}
		for _, v := range values {
			if slices.Contains([]string{"qrels", "scores", "teams", "gold", "segments", "judges", "trec-judges", "new", "export", "second-qrels", "strata", "topics-file", "beside"}, f.Name) {
				v = baseName(v)
			}
			if f.Value.Type() == "bool" {
				parts = append(parts, "--"+f.Name)
			} else {
				parts = append(parts, "--"+f.Name, quote(v))
			}
		}
	})
	for _, a := range e.args {
		parts = append(parts, quote(baseName(a)))
	}
	return strings.Join(parts, " ")
}

// baseName cuts a file's folder off; a label stays.
func baseName(arg string) string {
	label, path := splitLabel(arg)
	if label != "" {
		return label + "=" + filepath.Base(path)
	}
	return filepath.Base(path)
}

var safe = regexp.MustCompile(`^[\pL\pN_@%+=:,./-]+$`)

// quote makes an argument one word for a shell.
func quote(s string) string {
	if safe.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
