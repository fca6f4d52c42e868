package formats

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Member is a file of an upload: of a folder or a zip archive, or a file that stands for itself.
type Member struct {
	Name string // without folders
	Path string // for messages: "runs/a.tsv", "upload.zip/runs/a.tsv"

	open func() (io.ReadCloser, error)
}

// ReadText reads the member as [ReadText] reads a file. A member of a zip archive that unpacks to more than 256 MB, or with
// the members read before it to more than 512 MB, is refused, even where it says that it is smaller.
func (m Member) ReadText() (text string, bom bool, err error) {
	in, err := m.open()
	if err != nil {
		return "", false, err
	}
	defer in.Close()
	return readMarked(in, m.Path)
}

// Members lists the files of an upload, in byte order of their names, none of which may come twice; many says whether it is
// a folder or a zip archive, which is known by its first bytes. Of both they are the files on top and in folders on top,
// after the folder that all of them share is taken off; anything deeper is an error, as are more than 10,000 files. Hidden
// files and folders and __MACOSX are left out. In a folder a link to a file is as good as the file; any other link is an
// error, and so is what is neither file nor folder. In an archive so is an encrypted file, one that unpacks to more than
// 256 MB, and more than 512 MB in all. Nothing is unpacked before [Member.ReadText].
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

// maxMembers is how many files an upload may have, lest one that was given by mistake takes forever.
const maxMembers = 10_000

// Why what is found in an upload is refused.
var (
	errTooMany   = fmt.Errorf("more than %d files in it, want fewer", maxMembers)
	errDeeper    = errors.New("a file in a folder of a folder, want files on top or in one folder")
	errLink      = errors.New("a link, want what it leads to")
	errIrregular = errors.New("neither a file nor a folder, want a file")
)

// item is a file that is found in an upload.
type item struct {
	inside string // its path there, with slashes
	path   string // for messages
	wrong  error  // why it is refused, if it is
	open   func() (io.ReadCloser, error)
}

// hidden tells files, and folders of such, that nobody means to submit.
func hidden(name string) bool {
	return strings.HasPrefix(name, ".") && name != ".." || name == "__MACOSX"
}

// members puts what is found in an upload in order, and complains of what is refused; what says what the upload is.
func members(what string, items []item, problems *Problems) []Member {
	slices.SortStableFunc(items, func(a, b item) int {
		return cmp.Or(cmp.Compare(path.Base(a.inside), path.Base(b.inside)), cmp.Compare(a.inside, b.inside))
	})
	var list []Member
	top := len(sharedFolder(items))
	for i, it := range items {
		name, pos := path.Base(it.inside), Pos{File: it.path}
		switch {
		case strings.Count(it.inside[top:], "/") > 1:
			problems.Add(pos, errDeeper)
		case i > 0 && name == list[i-1].Name:
			problems.Add(pos, fmt.Errorf("%w: the %s has a file %s already: %s, want each name once",
				ErrDuplicate, what, show(name), Pos{File: list[i-1].Path}))
		case it.wrong != nil:
			problems.Add(pos, it.wrong)
		}
		list = append(list, Member{name, it.path, it.open})
	}
	return list
}

// sharedFolder is the folder that all files are in, with a slash behind, or empty.
func sharedFolder(items []item) string {
	shared := ""
	for i, it := range items {
		if i == 0 {
			shared = folder(it.inside)
		}
		for !strings.HasPrefix(it.inside, shared) {
			shared = folder(strings.TrimSuffix(shared, "/"))
		}
	}
	return shared
}

// folder is the part of a path up to its last slash, included.
func folder(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }
