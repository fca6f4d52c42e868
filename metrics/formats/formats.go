// Package formats reads and writes the files of shared tasks: runs, judgments, scores, teams.
//
// Readers take a whole file and say everything that is wrong with it, each [Problem] at its place. Fields are separated
// by blanks or tabs, or by single tabs where every line has exactly the fields of its format that way; then identifiers
// may contain blanks. Blank lines are skipped, CRLF ends a line as LF does, one UTF-8 byte order mark is dropped, and a
// line that starts with "#" is a comment unless it has the fields of its format. Identifiers are kept byte for byte.
// Data that hold a NUL byte are no text and are refused, as is UTF-16.
package formats

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"sigrel/metrics"
)

// What can be wrong at a place of a file. A [Problem] has one of these inside.
var (
	ErrFields    = errors.New("wrong number of fields")
	ErrNumber    = errors.New("malformed number")
	ErrDuplicate = errors.New("duplicate")
	ErrTag       = errors.New("mixed tags")
	ErrMissing   = errors.New("missing score")
	ErrEmpty     = errors.New("empty file")
	ErrValue     = errors.New("unknown value")
	ErrHeader    = errors.New("bad header")
	ErrSummary   = errors.New("looks like a summary of the others")
	ErrBinary    = errors.New("binary data")
	ErrLineEnds  = errors.New("wrong line ends")
	ErrJSON      = errors.New("malformed JSON")
	ErrRule      = errors.New("against the rules of the task")
	ErrUnknown   = errors.New("unknown identifier")
)

// Pos is a place in a file. Line and Column count from 1, the column in bytes; 0 means the whole file, or line.
type Pos struct {
	File         string
	Line, Column int
}

// String is "file", "file:line" or "file:line:column". The name of the file is quoted if it has characters that do not
// print.
func (p Pos) String() string {
	file := p.File
	if !printable(file) {
		file = strconv.Quote(file)
	}
	switch {
	case p.Line == 0:
		return file
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", file, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", file, p.Line, p.Column)
}

// printable says whether a name can be shown to a terminal as it is.
func printable(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) < 0
}

// Format is a way to write a run. An entry reads as a filled-in form; [Formats] lists them.
type Format struct {
	Name, Doc string
	Line      string                 // what a line looks like: "topic Q0 document rank score tag"
	Example   string                 // a line or more, without the last line end
	Sniff     func(head string) bool // whether a file that begins so may be in this format
	// Read reads a run. The file's name is for messages, and names the run where the format does not. The warnings are of
	// code header-skipped.
	Read func(r io.Reader, file string, opt RunOptions) (*metrics.Run, []metrics.Warning, error)
	// Write writes the documents of some topics, best first; nothing if it returns an error that is not w's. See [WriteRun].
	Write func(w io.Writer, r *metrics.Run, topics []metrics.Topic) error
}

// RunOptions says how to read runs. The zero value is the usual case.
type RunOptions struct {
	Format    *Format       // nil: the one that the file looks like
	KeepFirst bool          // of a document that a topic has twice keep the one ranked higher; otherwise that is an error
	Order     metrics.Order // how documents are ranked; by rank, a rank that is no whole number, or twice in a topic, is an error
	Workers   int           // files read at once; 0 means GOMAXPROCS; never changes a result
}

// formats is the list: a new format is one line here. The first takes every file that no other knows.
var formats = []*Format{
	trec,
	jsonRun,
}

// Formats lists every format there is. The first is the usual one, and takes every file that no other knows.
func Formats() []*Format { return append([]*Format(nil), formats...) }

// show is an identifier in a message: as it is if that is plain to see, else quoted, with escapes for what is invisible.
func show[T ~string](id T) string {
	if q := fmt.Sprintf("%q", string(id)); q != `"`+string(id)+`"` || strings.ContainsAny(string(id), " ,") || id == "" {
		return q
	}
	return string(id)
}
