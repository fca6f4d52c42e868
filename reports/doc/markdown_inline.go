package doc

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mdInline prints text within one line of Markdown.
type mdInline struct {
	*outline
	table        bool // in a cell: pipes are escaped within code too, and integers have no comma
	bold, italic bool // what surrounds the text already: not begun again
	out          []byte
}

func (m *mdInline) spans(ts []Text) string {
	next := 0 // what follows the text in hand
	joined(ts, func(t Text) {
		next++
		if _, ok := t.(Strong); ok {
			for next < len(ts) && isStrong(ts[next]) {
				next++
			}
		}
		m.span(t, ts[next:])
	}, func(keys []string) {
		next += len(keys)
		m.write("[" + escapeMarkdown(clean(strings.Join(m.citation(keys), ", "))) + "]")
	})
	return strings.TrimSpace(string(m.out))
}

// Unicode's isolates, between which text has a direction of its own.
const firstStrong, popIsolate = "\u2068", "\u2069"

func isStrong(t Text) bool { _, ok := t.(Strong); return ok }

func (m *mdInline) span(t Text, rest []Text) {
	switch t := t.(type) {
	case Plain:
		m.plain(clean(string(t)))
	case Code:
		s := m.code(clean(string(t)))
		if !m.table && strings.ContainsFunc(s, rightToLeft) {
			s = firstStrong + s + popIsolate
		}
		m.write(s)
	case Emph:
		s := escapeMarkdown(clean(string(t)))
		if m.italic {
			m.write(s)
		} else {
			m.marked(s, "*", "em", rest)
		}
	case Strong:
		inner := &mdInline{outline: m.outline, table: m.table, bold: true, italic: m.italic}
		inner.spans(t)
		if m.bold {
			m.write(string(inner.out))
		} else {
			m.marked(string(inner.out), "**", "strong", rest)
		}
	case Link:
		s := escapeMarkdown(clean(t.Text))
		if linkable(t.URL) {
			s = "[" + s + "](<" + linkTarget(t.URL) + ">)"
		}
		m.write(s)
	default:
		s, _ := number(t, m.table)
		m.write(s) // "<0.001" begins no tag
	}
}

// write appends what is Markdown already, but keeps "[0.1, 0.2](" from becoming a link, "[1]:" from defining one, and two
// spans of code from becoming one.
func (m *mdInline) write(s string) {
	if len(m.out) > 0 && s != "" {
		switch string(m.out[len(m.out)-1:]) + s[:1] {
		case "](", "]:":
			m.out = append(m.out, '\\')
		case "``":
			m.out = append(m.out, "<!-- -->"...)
		}
	}
	m.out = append(m.out, s...)
}

// plain escapes text, and sets words of right-to-left scripts apart in prose.
func (m *mdInline) plain(s string) {
	if m.table {
		m.write(escapeMarkdown(s))
		return
	}
	isolate(s, func(piece string, rtl bool) {
		piece = escapeMarkdown(piece)
		if rtl {
			piece = firstStrong + piece + popIsolate
		}
		m.write(piece)
	})
}

// code is a span between backquotes, more of them than the text has in a row.
func (m *mdInline) code(s string) string {
	if strings.TrimSpace(s) == "" {
		return s
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' ' {
		s = " " + s + " "
	}
	if m.table {
		s = strings.ReplaceAll(s, "|", `\|`)
	}
	return fence + s + fence
}

// marked puts stars around s, with the spaces at its ends outside. Where CommonMark would not take the stars for marks,
// because of the characters on both their sides, it writes the HTML tag.
func (m *mdInline) marked(s, stars, tag string, rest []Text) {
	inner := strings.TrimSpace(s)
	if inner == "" {
		m.write(s)
		return
	}
	lead := s[:strings.Index(s, inner)]
	tail := s[len(lead)+len(inner):]
	before, _ := utf8.DecodeLastRuneInString(string(m.out) + lead)
	first, _ := utf8.DecodeRuneInString(inner)
	last, _ := utf8.DecodeLastRuneInString(inner)
	if len(m.out)+len(lead) == 0 {
		before = ' '
	}
	next := &mdInline{outline: m.outline, table: m.table, bold: m.bold, italic: m.italic, out: []byte(tail)}
	for len(next.out) == 0 && len(rest) > 0 {
		next.span(rest[0], nil)
		rest = rest[1:]
	}
	after, _ := utf8.DecodeRuneInString(string(next.out) + " ")
	certain := flanked(before, first) && flanked(after, last)
	if m.bold || m.italic { // stars within stars: only around whole words
		certain = unicode.IsSpace(before) && wordy(first) && wordy(last) && unicode.IsSpace(after) && len(m.out) > 0 && len(next.out) > 0
	}
	if certain {
		m.write(lead + stars + inner + stars + tail)
	} else {
		m.write(lead + "<" + tag + ">" + inner + "</" + tag + ">" + tail)
	}
}

// flanked reports whether stars between outside and inside are marks of emphasis for certain.
func flanked(outside, inside rune) bool {
	if outside == '*' || inside == '*' {
		return false
	}
	return wordy(inside) || unicode.IsSpace(outside) || unicode.IsPunct(outside)
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// escapeMarkdown makes every character stand for itself, in a line and in a cell. Underscores within words are left: no
// dialect takes "team_a_run" for emphasis, and names stay legible.
func escapeMarkdown(s string) string {
	var b strings.Builder
	before := ' '
	for i, r := range s {
		after, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		switch r {
		case '\\', '`', '*', '[', ']', '|', '~', '$':
			b.WriteByte('\\')
		case '_':
			if !wordy(before) || !wordy(after) {
				b.WriteByte('\\')
			}
		case '<':
			if after > ' ' && !unicode.IsDigit(after) {
				b.WriteByte('\\')
			}
		case '&':
			if after == '#' || unicode.IsLetter(after) {
				b.WriteByte('\\')
			}
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// guardLine keeps the first characters of a line from starting a heading, a list or a quotation.
func guardLine(s string) string {
	rest := strings.TrimLeft(s, "0123456789")
	switch {
	case s == "":
		return s
	case strings.ContainsRune("#>+-", rune(s[0])):
		return `\` + s
	case len(rest) < len(s) && rest != "" && strings.ContainsRune(".)", rune(rest[0])) && (len(rest) == 1 || rest[1] == ' '):
		return s[:len(s)-len(rest)] + `\` + rest
	}
	return s
}

// linkTarget is an address within angle brackets.
func linkTarget(address string) string {
	return strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20", "\\", "%5C", "\n", "", "\r", "", "|", "%7C").Replace(address)
}
