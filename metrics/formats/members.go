package formats

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Member is a file of an upload: of a folder or a zip archive, or a file that stands for itself.
type Member struct {
	Name string // without folders
	Path string // for messages: "runs/a.tsv", "upload.zip/runs/a.tsv"

	open func() (io.ReadCloser, error)
}

// ReadText reads the member as [ReadText] reads a file. A member of a zip archive that unpacks to more than 256 MB is
// refused, even where it says that it is smaller.
func (m Member) ReadText() (text string, bom bool, err error) {
	in, err := m.open()
	if err != nil {
		return "", false, err
	}
	defer in.Close()
	return readMarked(in, m.Path)
}

// Members lists the files of an upload, in byte order of their names, none of which may come twice; many says whether it is
// a folder or a zip archive, which is known by its first bytes. Hidden files and __MACOSX are left out. Of a folder they
// are the regular files in it, not those of folders inside. Of a zip archive they are the files on top and in folders on
// top, after the folder that all of them share is taken off; anything deeper is an error, as is an encrypted file. Nothing
// is unpacked before [Member.ReadText].
//
// An error is a [*Problem] or a [*Problems]; an upload without files is one, with [ErrEmpty] inside.
func Members(path string) (list []Member, many bool, err error) {
	if path == "" || path == Stdin {
		return single(path)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, false, &Problem{Pos{File: path}, fmt.Errorf("cannot open: %w", withoutPath(err))}
	case info.IsDir():
		list, err = folderMembers(path)
	case info.Mode().IsRegular() && isZip(path): // to look into a pipe would take from what is read later
		list, err = zipMembers(path)
	default:
		return single(path)
	}
	if err == nil && len(list) == 0 {
		err = &Problem{Pos{File: path}, fmt.Errorf("%w: no files in it, want at least one", ErrEmpty)}
	}
	if err != nil {
		return nil, true, err
	}
	return list, true, nil
}

func single(path string) ([]Member, bool, error) {
	if path == "" {
		_, err := Open(path)
		return nil, false, err
	}
	return []Member{{filepath.Base(path), path, func() (io.ReadCloser, error) { return Open(path) }}}, false, nil
}

// hidden tells files, and folders of such, that nobody means to submit.
func hidden(name string) bool {
	return strings.HasPrefix(name, ".") && name != ".." || name == "__MACOSX"
}

func folderMembers(folder string) ([]Member, error) {
	entries, err := os.ReadDir(folder) // in the order of names
	if err != nil {
		return nil, &Problem{Pos{File: folder}, fmt.Errorf("cannot read the folder: %w", withoutPath(err))}
	}
	var list []Member
	for _, e := range entries {
		full := filepath.Join(folder, e.Name())
		// A link to a file is as good as the file.
		if info, err := os.Stat(full); hidden(e.Name()) || err == nil && !info.Mode().IsRegular() {
			continue
		}
		list = append(list, Member{e.Name(), full, func() (io.ReadCloser, error) { return Open(full) }})
	}
	return list, nil
}
