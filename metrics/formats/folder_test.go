package formats_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"sigrel/metrics/formats"
)

// writeTree writes the files of an archive into a folder, whose path it returns.
func writeTree(t *testing.T, root string, files []packed) string {
	t.Helper()
	if err := os.MkdirAll(root, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		path := filepath.Join(root, f.name)
		if strings.HasSuffix(f.name, "/") {
			if err := os.MkdirAll(path, 0o777); err != nil {
				t.Fatal(err)
			}
			continue
		}
		writeFile(t, path, f.text)
	}
	return root
}

func TestFolderRefused(t *testing.T) {
	for _, test := range []struct {
		name  string
		files []packed
		want  string
		is    error
	}{
		{"empty", nil, "tree: empty file: no files in it, want at least one", formats.ErrEmpty},
		{"nothing but hidden", []packed{{".DS_Store", "x", nil}, {"a/", "", nil}, {"a/.b/c", "x", nil}, {"__MACOSX/c", "x", nil}}, "tree: empty file: no files in it, want at least one", formats.ErrEmpty},
		{"one name in two folders", []packed{{"x/a", "a", nil}, {"y/a", "a", nil}, {"b", "b", nil}},
			"tree/y/a: duplicate: the folder has a file a already: tree/x/a, want each name once", formats.ErrDuplicate},
		{"one name on top and in a folder", []packed{{"a", "a", nil}, {"y/a", "a", nil}},
			"tree/y/a: duplicate: the folder has a file a already: tree/a, want each name once", formats.ErrDuplicate},
		{"too deep", []packed{{"a", "a", nil}, {"x/y/b", "b", nil}, {"x/y/z/c", "b", nil}},
			"tree/x/y/b: a file in a folder of a folder, want files on top or in one folder\n" +
				"tree/x/y/z/c: a file in a folder of a folder, want files on top or in one folder", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			_, many, err := formats.Members(writeTree(t, filepath.Join(dir, "tree"), test.files))
			if err == nil || !many || strings.ReplaceAll(err.Error(), dir+"/", "") != test.want || test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
		})
	}
}

// Links to folders are not followed: they might lead back up.
func TestFolderLinks(t *testing.T) {
	dir := t.TempDir()
	tree := writeTree(t, filepath.Join(dir, "tree"), []packed{{"x/a", "a\n", nil}, {"y/b", "b\n", nil}})
	if err := errors.Join(os.Symlink(tree, filepath.Join(tree, "x", "up")), os.Symlink("none", filepath.Join(tree, "broken"))); err != nil {
		t.Skip(err)
	}
	socket, err := net.Listen("unix", filepath.Join(tree, "z"))
	if err != nil {
		t.Skip(err)
	}
	defer socket.Close()
	_, _, err = formats.Members(tree)
	want := "tree/x/up: a link, want what it leads to\ntree/z: neither a file nor a folder, want a file"
	if err == nil || strings.ReplaceAll(err.Error(), dir+"/", "") != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if err := errors.Join(os.Remove(filepath.Join(tree, "x", "up")), socket.Close(), os.Symlink(tree, filepath.Join(dir, "link"))); err != nil {
		t.Fatal(err)
	}
	list, _, err := formats.Members(filepath.Join(dir, "link"))
	if err != nil {
		t.Fatal(err)
	}
	wantRead := []read{{"a", "link/x/a", "a\n", false}, {"b", "link/y/b", "b\n", false}, {"broken", "link/broken", "error: link/broken: cannot open: no such file or directory", false}}
	if diff := gocmp.Diff(wantRead, readMembers(dir, list)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
