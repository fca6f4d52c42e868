package formats

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonParser cuts a text into the parts of a JSON value and knows where each stands, which encoding/json would not say. It
// finds that something is wrong; encoding/json then says what.
type jsonParser struct {
	text, file string
	first      int   // number of the first line
	ends       []int // where lines end
	i          int   // the next byte
	problems   Problems
}

// What ends the reading.
var (
	errSyntax = errors.New("bad syntax")
	errDeep   = fmt.Errorf("values nest more than %d deep", maxDepth)
)

func newJSONParser(text, file string, first int) *jsonParser {
	p := &jsonParser{text: text, file: file, first: first}
	for i := range len(text) {
		if text[i] == '\n' {
			p.ends = append(p.ends, i)
		}
	}
	return p
}

// whole has read read the text and adds a problem if it fails, or leaves something over.
func (p *jsonParser) whole(read func() error) {
	if i := invalidUTF8(p.text); i >= 0 {
		p.problems.Add(p.pos(i), fmt.Errorf("%w: byte %#x is not UTF-8, want text in UTF-8", ErrBinary, p.text[i]))
		return
	}
	err := read()
	if err == nil && p.blanks() < len(p.text) {
		err = errSyntax
	}
	if err == errDeep {
		p.problems.Add(p.pos(p.blanks()), fmt.Errorf("%w: %w", ErrJSON, err))
	} else if err != nil {
		p.syntax()
	}
}

// syntax adds what encoding/json says of the text.
func (p *jsonParser) syntax() {
	var all json.RawMessage
	at, what := p.i, "want one value"
	if e, ok := errors.AsType[*json.SyntaxError](json.Unmarshal([]byte(p.text), &all)); ok {
		at, what = max(int(e.Offset)-1, 0), e.Error()
	}
	switch rest := p.text[min(at, len(p.text)):]; {
	case strings.HasPrefix(what, "unexpected end"):
		at, what = max(len(p.text)-1, 0), "unexpected end, want the whole value"
	case strings.Contains(what, "after top-level value"):
		what = "want nothing after the first JSON value"
	case strings.HasPrefix(rest, "NaN"), strings.HasPrefix(rest, "Infinity"): // Python writes them
		what = "NaN or an infinity, want a finite number"
	case strings.HasPrefix(rest, "'"):
		what = "a single quote, want double quotes"
	}
	p.problems.Add(p.pos(at), fmt.Errorf("%w: %s", ErrJSON, what))
}

// pos is the place of a byte.
func (p *jsonParser) pos(i int) Pos {
	line := sort.SearchInts(p.ends, i)
	start := 0
	if line > 0 {
		start = p.ends[line-1] + 1
	}
	return Pos{p.file, p.first + line, i - start + 1}
}

// earlier says where a byte stands, to one who looks at a later byte.
func (p *jsonParser) earlier(before, now int) string {
	pos := p.pos(before)
	if pos.Line == p.pos(now).Line {
		return fmt.Sprintf("in column %d", pos.Column)
	}
	return fmt.Sprintf("on line %d", pos.Line)
}

// blanks skips blanks and returns where it stands.
func (p *jsonParser) blanks() int {
	for p.i < len(p.text) {
		switch p.text[p.i] {
		case ' ', '\t', '\r', '\n':
			p.i++
		default:
			return p.i
		}
	}
	return p.i
}

// peek is the next byte, 0 at the end.
func (p *jsonParser) peek() byte {
	if p.i < len(p.text) {
		return p.text[p.i]
	}
	return 0
}

// take skips blanks and then the byte c.
func (p *jsonParser) take(c byte) error {
	if p.blanks(); p.peek() != c {
		return errSyntax
	}
	p.i++
	return nil
}

// list reads what stands between brackets, with commas between; item reads one.
func (p *jsonParser) list(open, end byte, item func() error) error {
	if err := p.take(open); err != nil {
		return err
	}
	if p.take(end) == nil {
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		if p.take(end) == nil {
			return nil
		}
		if err := p.take(','); err != nil {
			return err
		}
	}
}

// object reads an object. What stands under a name is left to member; at is where the name stands.
func (p *jsonParser) object(member func(name string, at int) error) error {
	return p.list('{', '}', func() error {
		at := p.blanks()
		name, err := p.str()
		if err == nil {
			err = p.take(':')
		}
		if err != nil {
			return err
		}
		return member(name, at)
	})
}

// str reads a string: a part of the text unless there are escapes in it.
func (p *jsonParser) str() (string, error) {
	at := p.i
	if err := p.take('"'); err != nil {
		return "", err
	}
	escapes := false
	for ; p.i < len(p.text); p.i++ {
		switch c := p.text[p.i]; {
		case c == '"':
			p.i++
			if !escapes {
				return p.text[at+1 : p.i-1], nil
			}
			return p.unescaped(at)
		case c == '\\':
			escapes = true
			p.i++
		case c < ' ':
			return "", errSyntax
		}
	}
	return "", errSyntax
}

// unescaped is the string from a byte to the present one, quotes included. Half of a surrogate pair is a problem.
func (p *jsonParser) unescaped(at int) (string, error) {
	raw, s := p.text[at:p.i], ""
	if json.Unmarshal([]byte(raw), &s) != nil {
		return "", errSyntax
	}
	if strings.ContainsRune(s, utf8.RuneError) && halfPair(raw) {
		p.problems.Add(p.pos(at), fmt.Errorf("%w: half of a surrogate pair in %s, want whole characters", ErrJSON, show(s)))
	}
	return s, nil
}

// halfPair finds an escape such as \ud800 that another should follow or precede, in a valid string with its quotes.
func halfPair(raw string) bool {
	escape := func(i int) rune {
		if i+6 > len(raw) || raw[i:i+2] != `\u` {
			return -1
		}
		n, _ := strconv.ParseUint(raw[i+2:i+6], 16, 16)
		return rune(n)
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if r := escape(i); utf16.IsSurrogate(r) {
			if utf16.DecodeRune(r, escape(i+6)) == utf8.RuneError {
				return true
			}
			i += 6
		}
		i++ // what is escaped
	}
	return false
}

// scalar reads a number, true, false or null.
func (p *jsonParser) scalar() (Kind, string, error) {
	at := p.i
	for p.i < len(p.text) && strings.IndexByte(" \t\r\n,:[]{}\"", p.text[p.i]) < 0 {
		p.i++
	}
	switch s := p.text[at:p.i]; {
	case s == "null":
		return Null, "", nil
	case s == "true", s == "false":
		return Bool, s, nil
	case s != "" && json.Valid([]byte(s)):
		return Number, s, nil
	}
	return Null, "", errSyntax
}

// invalidUTF8 is the first byte that is no part of UTF-8, or -1.
func invalidUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}
