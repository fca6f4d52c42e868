package formats_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
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

// packed is a file of an archive that a test makes.
type packed struct {
	name, text string
	header     func(*zip.FileHeader) // changes the header, if not nil
}

func writeZip(t testing.TB, path string, files []packed) {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		if f.header != nil {
			f.header(h)
		}
		m, err := w.CreateHeader(h)
		if err == nil && f.text != "" {
			_, err = m.Write([]byte(f.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, b.String())
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func gzipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

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
	for name, text := range map[string]string{"up/b.tsv": "b\n", "up/a.tsv": "\ufeffa\n", "up/.hidden": "x", "up/__MACOSX/a.tsv": "x", "up/more/c.tsv": "x",
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
	large := func(h *zip.FileHeader) { h.UncompressedSize64 = 256<<20 + 1 }
	tests := []struct {
		name  string
		files []packed
		want  string
		is    error
	}{
		{"empty", nil, "u.zip: empty file: no files in it, want at least one", formats.ErrEmpty},
		{"nothing but hidden", []packed{{".DS_Store", "x", nil}, {"a/", "", nil}, {"l", "a", func(h *zip.FileHeader) { h.SetMode(os.ModeSymlink) }}},
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
		{"too large", []packed{{"a", "a", large}}, "u.zip/a: unpacks to more than 256 MB, want a smaller file", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "u.zip")
			if test.name == "too large" {
				writeRawZip(t, path, test.files[0])
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

// writeRawZip writes a file whose header says what it likes.
func writeRawZip(t *testing.T, path string, f packed) {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	h := &zip.FileHeader{Name: f.name, CompressedSize64: uint64(len(f.text)), UncompressedSize64: uint64(len(f.text))}
	f.header(h)
	m, err := w.CreateRaw(h)
	if err == nil {
		_, err = m.Write([]byte(f.text))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, b.String())
}

func TestDamagedZip(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "u.zip")
	refused := func(name, want string) {
		t.Helper()
		list, _, err := formats.Members(path)
		for _, m := range list {
			if _, _, e := m.ReadText(); e != nil {
				err = e
			}
		}
		if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), dir+"/", ""), want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
	writeZip(t, path, []packed{{"a", strings.Repeat("a line\n", 100), nil}})
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, string(whole[:len(whole)-10]))
	refused("cut short", "u.zip: damaged zip archive: ")
	broken := bytes.Clone(whole)
	broken[35] ^= 0xff // inside the compressed data, behind a header of 31 bytes
	writeFile(t, path, string(broken))
	refused("changed data", "u.zip/a: damaged zip archive: ")
	writeRawZip(t, path, packed{"a", "abc", func(h *zip.FileHeader) { h.Method = 12 }})
	refused("another method", "u.zip/a: packed by a method that cannot be read, want an archive that is stored or deflated")
	writeRawZip(t, path, packed{"a", "abc", func(h *zip.FileHeader) { h.UncompressedSize64 = 2 }})
	refused("a false size", "u.zip/a: damaged zip archive: ")
	if _, _, err := formats.Members(filepath.Join(dir, "none")); err == nil || !strings.Contains(err.Error(), "/none: cannot open: no such file") {
		t.Error(err)
	}
	if _, _, err := formats.Members(""); err == nil || err.Error() != `"": empty path, want the name of a file` {
		t.Error(err)
	}
}

// Gzip data in an archive may unpack to more than the archive says.
func TestZipBomb(t *testing.T) {
	if testing.Short() {
		t.Skip("unpacks 256 MB")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "u.zip")
	line := gzipped(t, strings.Repeat("a", 1<<20-1)+"\n") // gzip data may have any number of parts
	writeZip(t, path, []packed{{"a.gz", strings.Repeat(line, 257), nil}})
	list, _, err := formats.Members(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := list[0].ReadText(); err == nil || !strings.HasSuffix(err.Error(), "u.zip/a.gz: unpacks to more than 256 MB, want a smaller file") {
		t.Error(err)
	}
}
