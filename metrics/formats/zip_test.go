package formats_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sigrel/metrics/formats"
	"sigrel/stats/resample"
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

// writeRawZip writes files whose headers say what they like.
func writeRawZip(t *testing.T, path string, files ...packed) {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, CompressedSize64: uint64(len(f.text)), UncompressedSize64: uint64(len(f.text))}
		f.header(h)
		m, err := w.CreateRaw(h)
		if err == nil {
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
		t.Skip("unpacks 700 MB")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "u.zip")
	line := gzipped(t, strings.Repeat("a", 1<<20-1)+"\n") // gzip data may have any number of parts
	large := strings.Repeat(line, 200)
	writeZip(t, path, []packed{{"a.gz", strings.Repeat(line, 257), nil}, {"b.gz", large, nil}, {"c.gz", large, nil}, {"d", "d\n", nil}})
	list, _, err := formats.Members(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(i int, want string) {
		t.Helper()
		got := ""
		if _, _, err := list[i].ReadText(); err != nil {
			got = strings.ReplaceAll(err.Error(), dir+"/", "")
		}
		if got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
	refused(3, "")
	refused(1, "")
	refused(1, "") // does not count again
	refused(0, "u.zip/a.gz: unpacks to more than 256 MB, want a smaller file")
	refused(2, "u.zip/c.gz: the files of the archive unpack to more than 512 MB together, want less")
}

// The archive is not held open, and its directory is not read anew for each file: for so many that would take minutes.
func TestManyZipped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "u.zip")
	var files []packed
	for i := range 9000 {
		files = append(files, packed{fmt.Sprintf("%05d", i), fmt.Sprintf("%d\n", i), nil})
	}
	writeZip(t, path, files)
	start := time.Now()
	list, _, err := formats.Members(path)
	if err != nil || len(list) != len(files) {
		t.Fatalf("%d files, %v", len(list), err)
	}
	resample.Each(len(list), 4, func(i int) {
		if text, _, err := list[i].ReadText(); err != nil || text != files[i].text {
			t.Errorf("%s: %q, %v", list[i].Name, text, err)
		}
	})
	if took := time.Since(start); took > 10*time.Second { // 0.5 s of one processor; 9000 directories of 9000 files take a minute
		t.Errorf("took %v", took)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, _, err := list[0].ReadText(); err == nil || err.Error() != path+": cannot open: no such file or directory" {
		t.Errorf("an archive that is gone: %v", err)
	}
}
