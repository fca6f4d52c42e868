package doc

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// isolate calls f with the pieces of s in order: rtl ones are runs of words with right-to-left letters (Arabic, Hebrew),
// which a printer sets apart from the line. Unless it does, "(فريق-1), 0.370" is shown with its number and brackets
// on the wrong side of the name.
func isolate(s string, f func(piece string, rtl bool)) {
	rest := s
	for rest != "" {
		start := strings.IndexFunc(rest, rightToLeft)
		if start < 0 {
			f(rest, false)
			return
		}
		// The word's beginning, without the brackets and quotes that open before it.
		if space := strings.LastIndexFunc(rest[:start], unicode.IsSpace); space >= 0 {
			start = space + 1
		} else {
			start = 0
		}
		start += len(rest[start:]) - len(strings.TrimLeft(rest[start:], `([{"'«“‘`))
		end := start
		for end < len(rest) {
			word := len(rest) - end
			if i := strings.IndexFunc(rest[end:], unicode.IsSpace); i >= 0 {
				word = i
			}
			if word > 0 && strings.IndexFunc(rest[end:end+word], rightToLeft) < 0 {
				break
			}
			end += word
			end += len(rest[end:]) - len(strings.TrimLeftFunc(rest[end:], unicode.IsSpace))
		}
		run := strings.TrimRightFunc(rest[start:end], unicode.IsSpace)
		run = strings.TrimRight(run, `)]}"'»”’.,;:!?،؛؟`)
		if start > 0 {
			f(rest[:start], false)
		}
		f(run, true)
		rest = rest[start+len(run):]
	}
}

func rightToLeft(r rune) bool {
	if r < 0x590 {
		return false
	}
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}
