package formats_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"sigrel/metrics/formats"
)

var errTried = errors.New("wrong")

// wrongFile is what a reader says of a file with so many problems.
func wrongFile(file string, n int) error {
	var p formats.Problems
	for line := range n {
		p.Add(formats.Pos{File: file, Line: line + 1}, errTried)
	}
	return p.Err()
}

// A file that is all wrong does not hide what is wrong with others.
func TestProblemsOfManyFiles(t *testing.T) {
	var all formats.Problems
	for i, n := range []int{250, 1, 0, 40, 1000} {
		all.Merge("", wrongFile(string(rune('a'+i)), n))
	}
	// One place for b; the other 99 in three.
	var want []string
	for _, f := range []struct {
		file       string
		kept, more int
	}{{"a", 33, 217}, {"b", 1, 0}, {"d", 33, 7}, {"e", 33, 967}} {
		for line := range f.kept {
			want = append(want, fmt.Sprintf("%s:%d: wrong", f.file, line+1))
		}
		if f.more > 0 {
			want = append(want, fmt.Sprintf("%s: and %d more", f.file, f.more))
		}
	}
	if got := all.Error(); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	if all.More != 217+7+967 || len(all.List) != 100 {
		t.Errorf("%d kept, %d more", len(all.List), all.More)
	}
}

func TestProblemsOfMoreFilesThanPlaces(t *testing.T) {
	var all formats.Problems
	for i := range 150 {
		all.Merge("", wrongFile(fmt.Sprintf("%03d", i), 2))
	}
	all.More += 3 // counted by another, of no file
	var again formats.Problems
	again.Merge("", &all)
	for _, p := range []formats.Problems{all, again} {
		text := p.Error()
		if len(p.List) != 100 || p.More != 203 || strings.Count(text, ": wrong") != 100 || strings.Count(text, ": and 1 more\n") != 100 || !strings.HasSuffix(text, "\nand 103 more") {
			t.Errorf("%d kept, %d more:\n%s", len(p.List), p.More, text)
		}
	}
}

// Whatever the order in which files are wrong, none loses a problem while another has two places more; none is uncounted.
func TestProblemsShared(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var all formats.Problems
		found, kept := make(map[string]int), make(map[string]int)
		for range 1 + r.IntN(40) {
			file, n := fmt.Sprint(r.IntN(8)), r.IntN(60)
			if r.IntN(8) == 0 {
				n = r.IntN(1000)
			}
			found[file] += n
			if r.IntN(2) == 0 {
				all.Merge("", wrongFile(file, n))
				continue
			}
			for range n {
				all.Add(formats.Pos{File: file}, errTried)
			}
		}
		total := 0
		for _, n := range found {
			total += n
		}
		for _, p := range all.List {
			kept[p.File]++
		}
		if len(all.List) != min(total, formats.MaxProblems) || len(all.List)+all.More != total {
			t.Fatalf("%d kept and %d more of %d", len(all.List), all.More, total)
		}
		for file := range found {
			if n := found[file] - kept[file]; n > 0 && len(kept) > 1 && strings.Count("\n"+all.Error()+"\n", fmt.Sprintf("\n%s: and %d more\n", file, n)) != 1 {
				t.Fatalf("file %s: %d of %d kept:\n%s", file, kept[file], found[file], all.Error())
			}
			for other := range kept {
				if found[file] > kept[file] && kept[other] > kept[file]+1 {
					t.Fatalf("file %s has %d of %d, file %s %d", file, kept[file], found[file], other, kept[other])
				}
			}
		}
	}
}

// The holes of one file do not hide those of another.
func TestHolesOfManyFiles(t *testing.T) {
	dir := t.TempDir()
	var lines []string
	for i := range 300 {
		lines = append(lines, fmt.Sprintf("t%03d .5\n", i))
	}
	var files []formats.File
	for _, f := range []struct{ name, text string }{
		{"a", lines[0]}, {"b", strings.Join(lines, "")}, {"c", strings.Join(lines[:299], "") + "t299 -\n"}, {"d", strings.Join(lines[2:], "")},
	} {
		path := filepath.Join(dir, f.name)
		writeFile(t, path, f.text)
		files = append(files, formats.File{Path: path})
	}
	_, _, err := formats.ReadScoreFiles(files, formats.ScoreOptions{})
	all, ok := errors.AsType[*formats.Problems](err)
	if !ok || !errors.Is(err, formats.ErrMissing) {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(err.Error(), dir+"/", "")
	for _, want := range []string{"a: missing score: system a has no score of topic t001; ", "\na: and 202 more\nc:300:6: missing score: system c has no score of topic t299; ",
		"\nd: missing score: system d has no score of topic t000; ", "\nd: missing score: system d has no score of topic t001; "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if len(all.List) != 100 || all.More != 202 { // 299, 0, 1 and 2 holes
		t.Errorf("%d and %d more", len(all.List), all.More)
	}
}
