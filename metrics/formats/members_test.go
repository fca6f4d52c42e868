package formats_test

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"sigrel/metrics/formats"
)

// read is what a member turned out to hold.
type read struct {
	Name, Path, Text string
	BOM              bool
}

// readMembers reads every member; the errors are listed as "error: …" in place of a text.
func readMembers(dir string, list []formats.Member) []read {
	var out []read
	for _, m := range list {
		text, bom, err := m.ReadText()
		if err != nil {
			text = "error: " + strings.ReplaceAll(err.Error(), dir+"/", "")
		}
		out = append(out, read{m.Name, strings.TrimPrefix(m.Path, dir+"/"), text, bom})
	}
	return out
}

func TestMembersOfFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"up/b.tsv": "b\n", "up/a.tsv": "\ufeffa\n", "up/.hidden": "x", "up/__MACOSX/a.tsv": "x", "up/.git/d.tsv": "x",
		"up/more/c.tsv": "c\n", "up/more/.hidden": "x",
		"up/z.gz": gzipped(t, "z\n"), "up/bad": "\x00", "other": "linked\n"} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	if err := os.Symlink(filepath.Join(dir, "other"), filepath.Join(dir, "up", "link")); err != nil {
		t.Skip(err)
	}
	list, many, err := formats.Members(filepath.Join(dir, "up"))
	if err != nil || !many {
		t.Fatalf("many %v, error %v", many, err)
	}
	want := []read{
		{"a.tsv", "up/a.tsv", "a\n", true},
		{"b.tsv", "up/b.tsv", "b\n", false},
		{"bad", "up/bad", "error: up/bad: binary data: want text", false},
		{"c.tsv", "up/more/c.tsv", "c\n", false},
		{"link", "up/link", "linked\n", false},
		{"z.gz", "up/z.gz", "z\n", false},
	}
	if diff := gocmp.Diff(want, readMembers(dir, list)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMembersOfZip(t *testing.T) {
	tests := []struct {
		name  string
		files []packed
		want  []read
	}{
		{"flat", []packed{{"b.tsv", "b\n", nil}, {"a.tsv", "\ufeffa\r\n", nil}, {".DS_Store", "x", nil}, {"__MACOSX/._a.tsv", "x", nil}}, []read{
			{"a.tsv", "u.zip/a.tsv", "a\r\n", true}, {"b.tsv", "u.zip/b.tsv", "b\n", false}}},
		{"in one folder", []packed{{"team/", "", nil}, {"team/b.tsv", "b\n", nil}, {"team/a.tsv", "a\n", nil}, {"__MACOSX/team/._a.tsv", "x", nil}}, []read{
			{"a.tsv", "u.zip/team/a.tsv", "a\n", false}, {"b.tsv", "u.zip/team/b.tsv", "b\n", false}}},
		{"in folders of one folder", []packed{{"team/x/b.tsv", "b\n", nil}, {"team/y/a.tsv", "a\n", nil}, {"team/readme.txt", "r\n", nil}}, []read{
			{"a.tsv", "u.zip/team/y/a.tsv", "a\n", false}, {"b.tsv", "u.zip/team/x/b.tsv", "b\n", false}, {"readme.txt", "u.zip/team/readme.txt", "r\n", false}}},
		{"a single file far down", []packed{{"a/b/c/d.tsv", "d\n", nil}}, []read{{"d.tsv", "u.zip/a/b/c/d.tsv", "d\n", false}}},
		{"folders that begin alike", []packed{{"run1/a.tsv", "a\n", nil}, {"run2/b.tsv", "b\n", nil}}, []read{
			{"a.tsv", "u.zip/run1/a.tsv", "a\n", false}, {"b.tsv", "u.zip/run2/b.tsv", "b\n", false}}},
		{"backslashes, leading dot", []packed{{`team\a.tsv`, "a\n", nil}, {"./team/b.tsv", "b\n", nil}}, []read{
			{"a.tsv", "u.zip/team/a.tsv", "a\n", false}, {"b.tsv", "u.zip/team/b.tsv", "b\n", false}}},
		{"stored, empty, gzip and no text", []packed{{"a.tsv", "a\n", func(h *zip.FileHeader) { h.Method = zip.Store }}, {"b", "", nil}, {"c.gz", gzipped(t, "c\n"), nil},
			{"d", "\xff\xfea\x00", nil}, {"e.zip", "PK\x03\x04", nil}, {"تشغيل.tsv", "ع\n", nil}}, []read{
			{"a.tsv", "u.zip/a.tsv", "a\n", false}, {"b", "u.zip/b", "", false}, {"c.gz", "u.zip/c.gz", "c\n", false},
			{"d", "u.zip/d", "error: u.zip/d: text in UTF-16: want UTF-8, please convert it", false},
			{"e.zip", "u.zip/e.zip", "error: u.zip/e.zip: binary data: a zip archive, want text: please unpack it", false},
			{"تشغيل.tsv", "u.zip/تشغيل.tsv", "ع\n", false}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "u.zip")
			writeZip(t, path, test.files)
			list, many, err := formats.Members(path)
			if err != nil || !many {
				t.Fatalf("many %v, error %v", many, err)
			}
			if diff := gocmp.Diff(test.want, readMembers(dir, list)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if test.name == "backslashes, leading dot" {
				return // of archives only
			}
			list, many, err = formats.Members(writeTree(t, filepath.Join(dir, "tree"), test.files))
			if err != nil || !many {
				t.Fatalf("folder: many %v, error %v", many, err)
			}
			got := readMembers(dir, list)
			for i := range got {
				got[i].Path, got[i].Text = strings.Replace(got[i].Path, "tree/", "u.zip/", 1), strings.Replace(got[i].Text, "tree/", "u.zip/", 1)
			}
			if diff := gocmp.Diff(test.want, got); diff != "" {
				t.Errorf("folder (-want +got):\n%s", diff)
			}
		})
	}
}

// An archive is known by its first bytes, and a file that is none stands for itself.
func TestMembersByContent(t *testing.T) {
	dir := t.TempDir()
	writeZip(t, filepath.Join(dir, "archive.txt"), []packed{{"a", "a\n", nil}})
	writeFile(t, filepath.Join(dir, "plain.zip"), "PK\n")
	writeFile(t, filepath.Join(dir, "short"), "P")
	for name, want := range map[string][]read{
		"archive.txt": {{"a", "archive.txt/a", "a\n", false}},
		"plain.zip":   {{"plain.zip", "plain.zip", "PK\n", false}},
		"short":       {{"short", "short", "P", false}},
	} {
		list, many, err := formats.Members(filepath.Join(dir, name))
		if err != nil || many != (name == "archive.txt") {
			t.Errorf("%s: many %v, error %v", name, many, err)
		}
		if diff := gocmp.Diff(want, readMembers(dir, list)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if list, many, err := formats.Members(formats.Stdin); err != nil || many || len(list) != 1 || list[0].Path != "-" {
		t.Errorf("standard input: %v, %v, %v", list, many, err)
	}
}

func TestMembersRefused(t *testing.T) {
	unpacksTo := func(size uint64) func(*zip.FileHeader) {
		return func(h *zip.FileHeader) { h.UncompressedSize64 = size }
	}
	mode := func(mode os.FileMode) func(*zip.FileHeader) { return func(h *zip.FileHeader) { h.SetMode(mode) } }
	tests := []struct {
		name  string
		files []packed
		want  string
		is    error
	}{
		{"empty", nil, "u.zip: empty file: no files in it, want at least one", formats.ErrEmpty},
		{"nothing but hidden", []packed{{".DS_Store", "x", nil}, {"a/", "", nil}, {"b", "", mode(os.ModeDir)}, {".l", "a", mode(os.ModeSymlink)}},
			"u.zip: empty file: no files in it, want at least one", formats.ErrEmpty},
		{"encrypted", []packed{{"a", "a", func(h *zip.FileHeader) { h.Flags |= 1 }}, {"b", "b", nil}},
			"u.zip/a: an encrypted file, want one without a password", nil},
		{"one name in two folders", []packed{{"x/a", "a", nil}, {"y/a", "a", nil}, {"b", "b", nil}},
			"u.zip/y/a: duplicate: the archive has a file a already: u.zip/x/a, want each name once", formats.ErrDuplicate},
		{"one path twice", []packed{{"a", "a", nil}, {"a", "b", nil}},
			"u.zip/a: duplicate: the archive has a file a already: u.zip/a, want each name once", formats.ErrDuplicate},
		{"too deep", []packed{{"a", "a", nil}, {"x/y/b", "b", nil}, {"../y/c", "b", nil}},
			"u.zip/x/y/b: a file in a folder of a folder, want files on top or in one folder\n" +
				"u.zip/../y/c: a file in a folder of a folder, want files on top or in one folder", nil},
		{"a link", []packed{{"a", "a", nil}, {"l", "a", mode(os.ModeSymlink | 0o777)}, {"p", "", mode(os.ModeNamedPipe)}},
			"u.zip/l: a link, want what it leads to\nu.zip/p: neither a file nor a folder, want a file", nil},
		{"too large", []packed{{"a", "a", unpacksTo(256<<20 + 1)}, {"b", "b", unpacksTo(1 << 63)}},
			"u.zip/a: unpacks to more than 256 MB, want a smaller file\nu.zip/b: unpacks to more than 256 MB, want a smaller file", nil},
		{"too large together", []packed{{"a", "a", unpacksTo(200 << 20)}, {"b", "b", unpacksTo(200 << 20)}, {"x/c", "c", unpacksTo(112<<20 + 1)}},
			"u.zip: the files of the archive unpack to more than 512 MB together, want less", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "u.zip")
			if strings.HasPrefix(test.name, "too large") {
				writeRawZip(t, path, test.files...)
			} else {
				writeZip(t, path, test.files)
			}
			list, many, err := formats.Members(path)
			if err == nil || list != nil || !many {
				t.Fatalf("got %v, many %v, error %v", list, many, err)
			}
			if got := strings.ReplaceAll(err.Error(), dir+"/", ""); got != test.want {
				t.Errorf("got %s\nwant %s", got, test.want)
			}
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("%v is not %v", err, test.is)
			}
		})
	}
}

func TestTooManyMembers(t *testing.T) {
	dir := t.TempDir()
	var files []packed
	for i := range 10_000 {
		files = append(files, packed{fmt.Sprintf("%05d", i), "", nil})
	}
	files = append(files, packed{"x/", "", nil}, packed{".hidden", "", nil}, packed{"__MACOSX/._1", "", nil})
	zipped, tree := filepath.Join(dir, "u.zip"), filepath.Join(dir, "tree")
	writeZip(t, zipped, files)
	if list, _, err := formats.Members(zipped); err != nil || len(list) != 10_000 {
		t.Errorf("%d files, %v", len(list), err)
	}
	files = append(files, packed{"x/more", "", nil})
	writeZip(t, zipped, files)
	if !testing.Short() {
		writeTree(t, tree, files)
	} else {
		tree = zipped
	}
	for _, path := range []string{zipped, tree} {
		if _, _, err := formats.Members(path); err == nil || err.Error() != path+": more than 10000 files in it, want fewer" {
			t.Errorf("%s: got %v", path, err)
		}
	}
}

// Whatever an upload holds, it has members that can be asked for their text, or is refused with a place.
func FuzzMembers(f *testing.F) {
	dir := f.TempDir()
	for i, files := range [][]packed{{{"a", "a\n", nil}, {"b/c", "c", nil}}, {{"x/a", "a", nil}, {"y/a", "a", nil}}, {{`t\a.gz`, gzipped(f, "a"), nil}, {"__MACOSX/._a", "x", nil}}, nil} {
		path := filepath.Join(dir, fmt.Sprint(i))
		writeZip(f, path, files)
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("plain text"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "u")
		writeFile(t, path, string(data))
		placed := func(err error) {
			t.Helper()
			_, one := errors.AsType[*formats.Problem](err)
			_, more := errors.AsType[*formats.Problems](err)
			if !one && !more || !strings.HasPrefix(err.Error(), path) && !strings.HasPrefix(err.Error(), strconv.Quote(path)[:len(path)]) {
				t.Errorf("%T: %v", err, err)
			}
		}
		list, many, err := formats.Members(path)
		if err != nil {
			placed(err)
			return
		}
		if len(list) == 0 || !many && len(list) > 1 {
			t.Errorf("%d members, many %v", len(list), many)
		}
		for i, m := range list {
			if i > 0 && m.Name <= list[i-1].Name {
				t.Errorf("%q after %q", m.Name, list[i-1].Name)
			}
			text, _, err := m.ReadText()
			if err != nil {
				placed(err)
			} else if strings.Contains(text, "\x00") {
				t.Errorf("%q: no text", text)
			}
		}
	})
}
