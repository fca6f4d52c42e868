package formats

import (
	"io"
	"strings"
)

// ReadText reads a whole file of text ([Open]), without its byte order mark, and says whether it had one. What is no text
// is refused: an error is a [*Problem].
func ReadText(file string) (text string, bom bool, err error) {
	in, err := Open(file)
	if err != nil {
		return "", false, err
	}
	defer in.Close()
	return readMarked(in, file)
}

// readMarked reads a whole text and says whether it had a byte order mark.
func readMarked(in io.Reader, file string) (text string, bom bool, err error) {
	if in, ok := in.(*input); ok {
		head, _ := in.buf.Peek(len(byteOrderMark))
		bom = strings.HasPrefix(string(head), byteOrderMark)
	}
	text, err = readText(in, file)
	return text, bom, err
}

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\ufeff"

// ParseScore reads a document's score: a decimal number as C's strtod takes it, but no hexadecimal number, NaN, infinity,
// or number too great for a float64. [ErrNumber] is inside an error.
func ParseScore(s string) (float64, error) { return parseFloat(s) }

// Show is an identifier in a message: as it is if that is plain to see, else quoted, with escapes for what is invisible.
func Show[T ~string](id T) string { return show(id) }
