package formats

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

func folderMembers(root string) ([]Member, error) {
	w := &walk{root: root}
	w.folder("")
	if w.entries > maxMembers {
		return nil, &Problem{Pos{File: root}, errTooMany}
	}
	list := members("folder", w.items, &w.problems)
	return list, w.problems.Err()
}

// walk finds the files in a folder and in those inside.
type walk struct {
	root     string
	items    []item
	entries  int // files and folders looked at; it ends where they are too many
	problems Problems
}

// folder looks into a folder, whose path below the root is inside.
func (w *walk) folder(inside string) {
	full := filepath.Join(w.root, inside)
	entries, err := os.ReadDir(full) // in the order of names
	if err != nil {
		w.problems.Add(Pos{File: full}, fmt.Errorf("cannot read the folder: %w", withoutPath(err)))
	}
	for _, e := range entries {
		if hidden(e.Name()) {
			continue
		}
		if w.entries++; w.entries > maxMembers {
			return
		}
		it := item{inside: path.Join(inside, e.Name()), path: filepath.Join(full, e.Name())}
		it.open = func() (io.ReadCloser, error) { return Open(it.path) }
		info, err := os.Stat(it.path) // a link to a file is as good as the file
		switch {
		case err != nil: // Open says what is wrong
		case info.IsDir() && e.Type()&fs.ModeSymlink != 0: // it might lead back up
			it.wrong = errLink
		case info.IsDir():
			w.folder(it.inside)
			continue
		case !info.Mode().IsRegular():
			it.wrong = errIrregular
		}
		w.items = append(w.items, it)
	}
}
