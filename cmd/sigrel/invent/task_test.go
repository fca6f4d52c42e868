package invent

import (
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// taskCollections lists the collections of shared tasks by their folders.
func taskCollections() map[string][]File {
	return map[string][]File{"checkthat": CheckThat(), "quranqa": QuranQA(), "evetar": EveTAR()}
}

// TestTaskFiles compares the committed collections with what the generators make, twice.
func TestTaskFiles(t *testing.T) {
	again := taskCollections()
	for name, files := range taskCollections() {
		if !slices.IsSortedFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) }) {
			t.Errorf("%s: the files are not in the order of their names", name)
		}
		if hashOf(files) != hashOf(again[name]) {
			t.Errorf("%s: two calls differ", name)
		}
		folder := filepath.Join("../../../testdata/collections", name)
		if *update {
			rewrite(t, folder, files)
		}
		if diff := cmp.Diff(texts(files), committed(t, folder)); diff != "" {
			t.Errorf("%s: the committed files are not what is made; after a change on purpose run go test -update (-want +got):\n%s", name, diff)
		}
	}
}

// TestTaskText holds every text file against rules for all: UTF-8, and no mark of vowels or recitation, which texts from
// elsewhere would have.
func TestTaskText(t *testing.T) {
	odd := &unicode.RangeTable{R16: []unicode.Range16{
		{Lo: 0x0610, Hi: 0x061a, Stride: 1}, {Lo: 0x064b, Hi: 0x065f, Stride: 1}, {Lo: 0x0670, Hi: 0x0671, Stride: 1},
		{Lo: 0x06d6, Hi: 0x06ed, Stride: 1}, {Lo: 0xfffd, Hi: 0xfffd, Stride: 1},
	}}
	for name, files := range taskCollections() {
		for _, f := range files {
			if strings.HasSuffix(f.Name, ".zip") {
				continue
			}
			i := strings.IndexFunc(string(f.Data), func(r rune) bool { return unicode.Is(odd, r) })
			if i >= 0 {
				t.Errorf("%s/%s is not UTF-8 or has a mark at byte %d", name, f.Name, i)
			}
		}
	}
}

func TestTaskSize(t *testing.T) {
	size := 0
	for _, files := range taskCollections() {
		for _, f := range files {
			size += len(f.Data)
		}
	}
	if size > 250_000 {
		t.Errorf("the collections have %d bytes together, want at most 250,000", size)
	}
}

func texts(files []File) map[string]string {
	out := make(map[string]string)
	for _, f := range files {
		out[f.Name] = string(f.Data)
	}
	return out
}

func rewrite(t *testing.T, folder string, files []File) {
	t.Helper()
	for _, f := range files {
		path := filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// committed reads all files of a folder.
func committed(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(path)))
		out[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// under is the files in a folder of a collection, their names relative to it. There is at least one.
func under(t *testing.T, files []File, folder string) []File {
	t.Helper()
	var out []File
	for _, f := range files {
		if name, ok := strings.CutPrefix(f.Name, folder+"/"); ok {
			out = append(out, File{name, f.Data})
		}
	}
	if out == nil {
		t.Fatalf("no files in %s", folder)
	}
	return out
}

// file is the file of that name.
func file(t *testing.T, files []File, name string) File {
	t.Helper()
	i := slices.IndexFunc(files, func(f File) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("no file %s", name)
	}
	return files[i]
}

// fields cuts a file into lines of n fields.
func fields(t *testing.T, files []File, name, separator string, n int) [][]string {
	t.Helper()
	return rows(t, name, file(t, files, name).Data, separator, n)
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// checkTweets fails unless identifiers have so many digits and, as floating-point numbers, are others.
func checkTweets(t *testing.T, what string, ids []string, digits int) {
	t.Helper()
	pattern := regexp.MustCompile(fmt.Sprintf("^[1-9][0-9]{%d}$", digits-1))
	kept := 0
	for _, id := range ids {
		if !pattern.MatchString(id) {
			t.Errorf("%s: identifier %q, want %d digits", what, id, digits)
			continue
		}
		exact, _ := new(big.Int).SetString(id, 10)
		if rounded, _ := big.NewFloat(number(t, id)).Int(nil); rounded.Cmp(exact) == 0 {
			kept++
		}
	}
	if kept*10 > len(ids) {
		t.Errorf("%s: %d of %d identifiers survive floating-point numbers", what, kept, len(ids))
	}
}

// checkDistinct fails if a text comes twice.
func checkDistinct(t *testing.T, what string, all []string) {
	t.Helper()
	seen := make(map[string]bool)
	for _, s := range all {
		if seen[s] {
			t.Errorf("%s: %q twice", what, s)
		}
		seen[s] = true
	}
}

// column is one field of all rows.
func column(rows [][]string, i int) []string {
	out := make([]string, len(rows))
	for k, row := range rows {
		out[k] = row[i]
	}
	return out
}

// precisionAt averages the precision at each relevant document over the number of relevant ones.
func precisionAt(relevant []bool, of int) float64 {
	found, sum := 0, 0.0
	for k, r := range relevant {
		if r {
			found++
			sum += float64(found) / float64(k+1)
		}
	}
	return sum / float64(of)
}

func TestTweetIDs(t *testing.T) {
	for _, digits := range []int{18, 19} {
		ids := tweetIDs("test", 500, digits)
		checkTweets(t, "test", ids, digits)
		checkDistinct(t, "test", ids)
		if !slices.IsSorted(ids) {
			t.Errorf("identifiers of %d digits do not rise", digits)
		}
	}
}
