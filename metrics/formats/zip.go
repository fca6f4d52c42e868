package formats

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
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

// The sizes in bytes that a file of an archive and all together may have, lest a small archive fill the memory.
const (
	maxUnpacked = 256 << 20
	maxTotal    = 512 << 20
)

var (
	errTooLarge  = fmt.Errorf("unpacks to more than %d MB, want a smaller file", maxUnpacked>>20)
	errTooMuch   = fmt.Errorf("the files of the archive unpack to more than %d MB together, want less", maxTotal>>20)
	errEncrypted = errors.New("an encrypted file, want one without a password")
)

func zipMembers(path string) ([]Member, error) {
	a := &archive{path: path, unpacked: make(map[*zip.File]int)}
	files, err := a.list()
	if err != nil {
		return nil, err
	}
	var items []item
	total := uint64(0)
	for _, z := range files {
		name := inside(z)
		if z.Mode().IsDir() || name == "" || strings.HasSuffix(name, "/") || slices.ContainsFunc(strings.Split(name, "/"), hidden) {
			continue
		}
		full := path + "/" + name
		it := item{inside: name, path: full, open: func() (io.ReadCloser, error) { return a.open(z, full) }}
		switch {
		case z.Mode()&fs.ModeSymlink != 0:
			it.wrong = errLink
		case !z.Mode().IsRegular():
			it.wrong = errIrregular
		case z.Flags&1 != 0:
			it.wrong = errEncrypted
		case z.UncompressedSize64 > maxUnpacked:
			it.wrong = errTooLarge
		}
		items = append(items, it)
		total += min(z.UncompressedSize64, maxUnpacked)
	}
	if len(items) > maxMembers {
		return nil, &Problem{Pos{File: path}, errTooMany}
	}
	var problems Problems
	if total > maxTotal {
		problems.Add(Pos{File: path}, errTooMuch)
	}
	list := members("archive", items, &problems)
	return list, problems.Err()
}

// inside is the path of a file in its archive, without a leading "./" or "/". Some programs write backslashes.
func inside(z *zip.File) string {
	return strings.TrimLeft(strings.TrimPrefix(strings.ReplaceAll(z.Name, `\`, "/"), "./"), "/")
}

// archive is a zip archive whose directory is read once, and which is open only while files of it are read.
type archive struct {
	path string

	mu       sync.Mutex
	file     *os.File          // nil while nobody reads
	readers  int               // how many read
	unpacked map[*zip.File]int // how much was unpacked of each file, in bytes
	total    int               // and of all
}

// hold keeps the archive open until Close.
func (a *archive) hold() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.file == nil {
		f, err := os.Open(a.path)
		if err != nil {
			return &Problem{Pos{File: a.path}, fmt.Errorf("cannot open: %w", withoutPath(err))}
		}
		a.file = f
	}
	a.readers++
	return nil
}

// Close ends one hold.
func (a *archive) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.readers--; a.readers > 0 {
		return nil
	}
	f := a.file
	a.file = nil
	return f.Close()
}

// ReadAt reads from the archive, which must be held.
func (a *archive) ReadAt(p []byte, off int64) (int, error) { return a.file.ReadAt(p, off) }

// list reads the directory.
func (a *archive) list() ([]*zip.File, error) {
	if err := a.hold(); err != nil {
		return nil, err
	}
	defer a.Close()
	info, err := a.file.Stat()
	var z *zip.Reader
	if err == nil {
		// Names that lead out of a folder are not unpacked, so they do not matter.
		if z, err = zip.NewReader(a, info.Size()); err == zip.ErrInsecurePath {
			err = nil
		}
	}
	if err != nil {
		return nil, &Problem{Pos{File: a.path}, fmt.Errorf("damaged zip archive: %w", withoutPath(err))}
	}
	return z.File, nil
}

// open opens a file in the archive, and decompresses what is inside as Open does.
func (a *archive) open(z *zip.File, full string) (io.ReadCloser, error) {
	if err := a.hold(); err != nil {
		return nil, err
	}
	r, err := z.Open()
	if err != nil {
		a.Close()
		return nil, &Problem{Pos{File: full}, zipError(err)}
	}
	in, err := unpacked(zipReader{r}, a, full, 0)
	if err != nil {
		return nil, err
	}
	in.Reader = &bounded{r: in.buf, archive: a, file: z}
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

// bounded reads a file of an archive, and fails where it has unpacked to too much, alone or with the others.
type bounded struct {
	r       io.Reader
	archive *archive
	file    *zip.File
	n       int // bytes read
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.n += n
	if e := b.archive.count(b.file, b.n); e != nil {
		return 0, e
	}
	return n, err
}

// count notes that a file has unpacked to n bytes so far. One that is read again does not count again.
func (a *archive) count(z *zip.File, n int) error {
	if n > maxUnpacked {
		return errTooLarge
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if more := n - a.unpacked[z]; more > 0 {
		a.unpacked[z] = n
		a.total += more
	}
	if a.total > maxTotal {
		return errTooMuch
	}
	return nil
}
