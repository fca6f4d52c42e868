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
	if file == "" {
		return nil, &Problem{Pos{File: `""`}, errors.New("empty path, want the name of a file")}
	}
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
	in, err := unpacked(f, f, file, size)
	if err != nil {
		return nil, err
	}
	return in, nil
}

// unpacked decompresses what r reads if that is gzip data. The file is closed with the input, and on an error.
func unpacked(r io.Reader, f io.Closer, file string, size int64) (*input, error) {
	buf := bufio.NewReaderSize(r, 64<<10)
	if magic, _ := buf.Peek(2); string(magic) != gzipMagic {
		return &input{Reader: buf, buf: buf, file: f, size: size}, nil
	}
	unzipped, err := gzip.NewReader(buf)
	if err != nil {
		f.Close()
		return nil, &Problem{Pos{File: file}, gzipError(err)}
	}
	unzipped.Multistream(false)
	out := bufio.NewReaderSize(gzipReader{unzipped, buf}, 64<<10)
	return &input{Reader: out, buf: out, file: f}, nil
}

// input is what Open returns: a reader that can look ahead and knows its size if it is a plain file.
type input struct {
	io.Reader
	buf  *bufio.Reader
	file io.Closer
	size int64
}

func (in *input) Close() error { return in.file.Close() }

// gzipMagic is how a gzip member begins.
const gzipMagic = "\x1f\x8b"

// gzipReader reads one member after the other and says in plain words what is wrong with them.
type gzipReader struct {
	r   *gzip.Reader
	raw *bufio.Reader
}

func (g gzipReader) Read(p []byte) (int, error) {
	for {
		n, err := g.r.Read(p)
		if err == io.EOF {
			err = g.nextMember()
		} else if err != nil {
			err = gzipError(err)
		}
		if n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// nextMember is io.EOF if there is none.
func (g gzipReader) nextMember() error {
	switch magic, err := g.raw.Peek(len(gzipMagic)); {
	case err != nil && err != io.EOF:
		return err
	case len(magic) == 0:
		return io.EOF
	case string(magic) != gzipMagic:
		return errors.New("data after the end of the gzip data: want none")
	}
	if err := g.r.Reset(g.raw); err != nil {
		return gzipError(err)
	}
	g.r.Multistream(false)
	return nil
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

// readText reads everything as one string, of which fields are substrings. One byte order mark is dropped. What begins
// like no text is not read to its end.
func readText(r io.Reader, file string) (string, error) {
	var b strings.Builder
	_, err := io.CopyN(&b, r, 8<<10)
	switch head := b.String(); {
	case strings.HasPrefix(head, "\xff\xfe") || strings.HasPrefix(head, "\xfe\xff"):
		return "", &Problem{Pos{File: file}, errors.New("text in UTF-16: want UTF-8, please convert it")}
	case startsZip(head):
		return "", &Problem{Pos{File: file}, fmt.Errorf("%w: a zip archive, want text: please unpack it", ErrBinary)}
	case strings.HasPrefix(head, "\x04\x22\x4d\x18"):
		return "", &Problem{Pos{File: file}, fmt.Errorf("%w: LZ4 data, want text: please save the file as JSON, or decompress it", ErrBinary)}
	case strings.IndexByte(head, 0) >= 0:
		return "", &Problem{Pos{File: file}, fmt.Errorf("%w: want text", ErrBinary)}
	}
	if err == nil {
		if in, ok := r.(*input); ok {
			b.Grow(int(in.size))
		}
		_, err = io.Copy(&b, r)
	}
	if err != nil && err != io.EOF {
		return "", &Problem{Pos{File: file}, withoutPath(err)}
	}
	text := strings.TrimPrefix(b.String(), "\ufeff")
	return text, checkText(text, file)
}

// checkText finds a NUL byte, and lines that are not separated as they should be.
func checkText(text, file string) error {
	if i := strings.IndexByte(text, 0); i >= 0 {
		before := text[:i]
		line, column := strings.Count(before, "\n")+1, i-strings.LastIndexByte(before, '\n')
		return &Problem{Pos{file, line, column}, fmt.Errorf("%w: a NUL byte, want text", ErrBinary)}
	}
	if i := strings.IndexByte(text, '\r'); i >= 0 && i < len(text)-1 && strings.IndexByte(text, '\n') < 0 {
		return &Problem{Pos{file, 1, 0}, fmt.Errorf("%w: lines end in CR only, want LF or CRLF", ErrLineEnds)}
	}
	return nil
}
