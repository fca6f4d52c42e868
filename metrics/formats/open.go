package formats

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Stdin is the name that [Open] takes for standard input.
const Stdin = "-"

// Open opens a file for reading; "-" is standard input. Gzip data, of one or more members, is decompressed, whatever
// the file is called: it is known by its first two bytes. Truncated or damaged gzip data is an error of Read, which
// comes at the latest at the end of the data.
func Open(file string) (io.ReadCloser, error) {
	f, size := os.Stdin, int64(0)
	if file != Stdin {
		var err error
		if f, err = os.Open(file); err != nil {
			return nil, &Problem{Pos{File: file}, fmt.Errorf("cannot open: %w", withoutPath(err))}
		}
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			size = info.Size()
		}
	}
	buf := bufio.NewReaderSize(f, 64<<10)
	if magic, _ := buf.Peek(2); string(magic) != "\x1f\x8b" {
		return &input{Reader: buf, buf: buf, file: f, size: size}, nil
	}
	unzipped, err := gzip.NewReader(buf)
	if err != nil {
		f.Close()
		return nil, &Problem{Pos{File: file}, gzipError(err)}
	}
	out := bufio.NewReaderSize(gzipReader{unzipped}, 64<<10)
	return &input{Reader: out, buf: out, file: f}, nil
}

// input is what Open returns: a reader that can look ahead and knows its size if it is a plain file.
type input struct {
	io.Reader
	buf  *bufio.Reader
	file *os.File
	size int64
}

func (in *input) Close() error { return in.file.Close() }

// gzipReader says in plain words what is wrong with compressed data.
type gzipReader struct{ r *gzip.Reader }

func (g gzipReader) Read(p []byte) (int, error) {
	n, err := g.r.Read(p)
	if err != nil && err != io.EOF {
		err = gzipError(err)
	}
	return n, err
}

func gzipError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
		return fmt.Errorf("unexpected end of gzip data: want the whole file")
	}
	return fmt.Errorf("damaged gzip data: %w", err)
}

// withoutPath drops what a message would say twice.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// readText reads everything as one string, of which fields are substrings. One byte order mark is dropped.
func readText(r io.Reader, file string) (string, error) {
	var b strings.Builder
	if in, ok := r.(*input); ok {
		b.Grow(int(in.size))
	}
	if _, err := io.Copy(&b, r); err != nil {
		return "", &Problem{Pos{File: file}, withoutPath(err)}
	}
	text := b.String()
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
		return "", &Problem{Pos{File: file}, errors.New("text in UTF-16: want UTF-8, please convert it")}
	}
	return strings.TrimPrefix(text, "\ufeff"), nil
}
