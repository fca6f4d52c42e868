package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/stats"
)

// pages whose commands are run.
var pages = []string{"README.md", "docs/formats.md", "docs/methods.md", "docs/tasks.md"}

// TestPages runs every "$ sigrel" command of the pages and compares its output with what stands below it. With -update
// the pages are rewritten. A line "…" stands for the rest of an output.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("the pages are run without -short")
	}
	top := root(t)
	work := t.TempDir()
	if err := os.Symlink(filepath.Join(top, "testdata"), filepath.Join(work, "testdata")); err != nil {
		t.Skip(err)
	}
	t.Chdir(work)
	block := regexp.MustCompile("(?ms)^```\n\\$ (sigrel [^\n]*)\n(.*?)^```$")
	for _, page := range pages {
		path := filepath.Join(top, filepath.FromSlash(page))
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		now := block.ReplaceAllFunc(text, func(b []byte) []byte {
			m := block.FindSubmatch(b)
			var stdout, stderr bytes.Buffer
			if code := run(words(t, string(m[1])), nil, &stdout, &stderr, new(scratch)); code != 0 {
				t.Errorf("%s: %s: exit %d\n%s", page, m[1], code, stderr.String())
			}
			return []byte("```\n$ " + string(m[1]) + "\n" + likeShown(string(m[2]), stdout.String()) + "```")
		})
		if bytes.Equal(text, now) {
			continue
		}
		if *update {
			if err := os.WriteFile(path, now, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Errorf("%s: the output shown is not what the commands print; see it with -update", page)
	}
}

// likeShown cuts an output after as many lines as are shown of it before a line "…".
func likeShown(shown, output string) string {
	head, _, cut := strings.Cut(shown, "…\n")
	if lines := strings.SplitAfter(output, "\n"); cut && strings.Count(head, "\n") < len(lines) {
		return strings.Join(lines[:strings.Count(head, "\n")], "") + "…\n"
	}
	return output
}

// words splits a command line at blanks and expands patterns.
func words(t *testing.T, line string) []string {
	var out []string
	for _, w := range strings.Fields(line)[1:] {
		if strings.Contains(w, "*") {
			found, err := filepath.Glob(w)
			if err != nil || len(found) == 0 {
				t.Fatalf("%s: %v", w, err)
			}
			out = append(out, found...)
			continue
		}
		out = append(out, w)
	}
	return out
}

func TestVersions(t *testing.T) {
	top := root(t)
	cff, err := os.ReadFile(filepath.Join(top, "CITATION.cff"))
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(filepath.Join(top, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	released := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+)`).FindSubmatch(log)
	if released == nil {
		t.Fatal("CHANGELOG.md has no version")
	}
	newest := string(released[1])
	if want := "\nversion: " + newest + "\n"; !strings.Contains(string(cff), want) {
		t.Errorf("CITATION.cff has not the line %q", strings.TrimSpace(want))
	}
	// What is not released must not claim the numbers of what was.
	unreleased := regexp.MustCompile(`(?s)## Unreleased\s+\S.*?\n## \d`).Match(log) && !regexp.MustCompile(`## Unreleased\s+## \d`).Match(log)
	next, dev := strings.CutSuffix(version, "-dev")
	if dev != unreleased || dev && next == newest || !dev && version != newest {
		t.Errorf("CHANGELOG.md's newest version is %s, with unreleased changes: %v; the program's is %s", newest, unreleased, version)
	}
}

// TestListed looks for every entry of the lists, and every warning code in the code, in docs/methods.md.
func TestListed(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root(t), "docs", "methods.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := func(what, name string) {
		if !regexp.MustCompile(`(^|[^A-Za-z])` + regexp.QuoteMeta(name) + `($|[^A-Za-z])`).Match(text) {
			t.Errorf("docs/methods.md does not speak of %s %s", what, name)
		}
	}
	for _, m := range metrics.Measures() {
		want("measure", m.Name)
	}
	for _, x := range stats.PairedTests() {
		want("test", x.Name)
	}
	for _, x := range stats.Corrections() {
		want("correction", x.Name)
	}
	for _, x := range stats.Procedures() {
		want("procedure", x.Name)
	}
	code := regexp.MustCompile(`(?:Warning\{(?:Code: )?|warn\(|note\([^"]*|rule\([^"]*|Code:\s+)"([a-z]+-[a-z-]+)"`)
	err = filepath.WalkDir(root(t), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range code.FindAllSubmatch(source, -1) {
			want("warning", string(m[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
