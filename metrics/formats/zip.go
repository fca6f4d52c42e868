package formats

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// isZip tells a zip archive by its first bytes; one without files begins with its directory.
func isZip(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	magic := make([]byte, len(zipMagic))
	_, err = io.ReadFull(f, magic)
	return err == nil && startsZip(string(magic))
}

const zipMagic = "PK\x03\x04"

func startsZip(head string) bool {
	return strings.HasPrefix(head, zipMagic) || strings.HasPrefix(head, "PK\x05\x06")
}

// maxUnpacked is the size in bytes that a member of an archive may have, lest a small file fill the memory.
const maxUnpacked = 256 << 20

func zipMembers(archive string) ([]Member, error) {
	f, files, err := openZip(archive)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	files = slices.DeleteFunc(files, func(z *zip.File) bool {
		name := inside(z)
		return !z.Mode().IsRegular() || name == "" || strings.HasSuffix(name, "/") || slices.ContainsFunc(strings.Split(name, "/"), hidden)
	})
	slices.SortStableFunc(files, func(a, b *zip.File) int {
		return cmp.Or(cmp.Compare(path.Base(inside(a)), path.Base(inside(b))), cmp.Compare(inside(a), inside(b)))
	})
	var list []Member
	var problems Problems
	top := len(sharedFolder(files))
	for i, z := range files {
		name, full := z.Name, archive+"/"+inside(z)
		m := Member{path.Base(inside(z)), full, func() (io.ReadCloser, error) { return openZipped(archive, name, full) }}
		pos := Pos{File: m.Path}
		switch {
		case strings.Count(inside(z)[top:], "/") > 1:
			problems.Add(pos, errors.New("a file in a folder of a folder, want files on top or in one folder"))
		case i > 0 && m.Name == list[len(list)-1].Name:
			problems.Add(pos, fmt.Errorf("%w: the archive has a file %s already: %s, want each name once",
				ErrDuplicate, show(m.Name), Pos{File: list[len(list)-1].Path}))
		case z.Flags&1 != 0:
			problems.Add(pos, errors.New("an encrypted file, want one without a password"))
		case z.UncompressedSize64 > maxUnpacked:
			problems.Add(pos, errTooLarge)
		}
		list = append(list, m)
	}
	return list, problems.Err()
}

var errTooLarge = fmt.Errorf("unpacks to more than %d MB, want a smaller file", maxUnpacked>>20)

// inside is the path of a file in its archive, without a leading "./" or "/". Some programs write backslashes.
func inside(z *zip.File) string {
	return strings.TrimLeft(strings.TrimPrefix(strings.ReplaceAll(z.Name, `\`, "/"), "./"), "/")
}

// sharedFolder is the folder that all files are in, with a slash behind, or empty.
func sharedFolder(files []*zip.File) string {
	shared := ""
	for i, z := range files {
		if i == 0 {
			shared = folder(inside(z))
		}
		for !strings.HasPrefix(inside(z), shared) {
			shared = folder(strings.TrimSuffix(shared, "/"))
		}
	}
	return shared
}

// folder is the part of a path up to its last slash, included.
func folder(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }

func openZip(archive string) (*os.File, []*zip.File, error) {
	f, err := os.Open(archive)
	if err != nil {
		return nil, nil, &Problem{Pos{File: archive}, fmt.Errorf("cannot open: %w", withoutPath(err))}
	}
	info, err := f.Stat()
	var z *zip.Reader
	if err == nil {
		// Names that lead out of a folder are not unpacked, so they do not matter.
		if z, err = zip.NewReader(f, info.Size()); err == zip.ErrInsecurePath {
			err = nil
		}
	}
	if err != nil {
		f.Close()
		return nil, nil, &Problem{Pos{File: archive}, fmt.Errorf("damaged zip archive: %w", withoutPath(err))}
	}
	return f, z.File, nil
}

// openZipped opens a file in an archive, and decompresses what is inside as Open does. The archive is opened anew: a
// member must not keep it open.
func openZipped(archive, name, full string) (io.ReadCloser, error) {
	f, files, err := openZip(archive)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(files, func(z *zip.File) bool { return z.Name == name })
	if i < 0 {
		f.Close()
		return nil, &Problem{Pos{File: full}, fmt.Errorf("cannot open: %w", fs.ErrNotExist)}
	}
	r, err := files[i].Open()
	if err != nil {
		f.Close()
		return nil, &Problem{Pos{File: full}, zipError(err)}
	}
	in, err := unpacked(zipReader{r}, f, full, 0)
	if err != nil {
		return nil, err
	}
	in.Reader = &bounded{in.buf, maxUnpacked}
	return in, nil
}

// zipReader says in plain words what is wrong with the data of an archive.
type zipReader struct{ r io.Reader }

func (z zipReader) Read(p []byte) (int, error) {
	n, err := z.r.Read(p)
	if err != nil && err != io.EOF {
		err = zipError(err)
	}
	return n, err
}

func zipError(err error) error {
	if err == zip.ErrAlgorithm {
		return errors.New("packed by a method that cannot be read, want an archive that is stored or deflated")
	}
	return fmt.Errorf("damaged zip archive: %w", err)
}

// bounded reads as much as left says and then fails.
type bounded struct {
	r    io.Reader
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if len(p) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	if b.left -= n; b.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}
