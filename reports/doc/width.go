package doc

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// columns is the room that s takes in a terminal: nothing for marks that combine and characters that only format (Mn,
// Me, Cf), two columns for wide East Asian characters, one for every other.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += runeColumns(r)
	}
	return n
}

func runeColumns(r rune) int {
	if r < 0x300 && r != 0xad { // soft hyphen
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// pad fills s with spaces to the given room.
func pad(s string, room int, align Align) string {
	n := max(room-columns(s), 0)
	switch align {
	case Right:
		return strings.Repeat(" ", n) + s
	case Center:
		return strings.Repeat(" ", n/2) + s + strings.Repeat(" ", n-n/2)
	}
	return s + strings.Repeat(" ", n)
}

// wrap breaks s at spaces into lines of at most room columns; a longer word stands alone. A room below 1 is no limit.
func wrap(s string, room int) []string {
	var lines []string
	line, used := "", 0
	for word := range strings.FieldsSeq(s) {
		n := columns(word)
		switch {
		case line == "":
			line, used = word, n
		case room > 0 && used+1+n > room:
			lines = append(lines, line)
			line, used = word, n
		default:
			line, used = line+" "+word, used+1+n
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
