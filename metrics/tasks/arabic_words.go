package tasks

import (
	"strings"
	"unicode"
)

// isQAPunctuation says whether the scorers of Qur'an QA delete r: Python's string.punctuation, which is all marks of
// ASCII, and three Arabic marks.
func isQAPunctuation(r rune) bool {
	switch {
	case '!' <= r && r <= '/', ':' <= r && r <= '@', '[' <= r && r <= '`', '{' <= r && r <= '~', r == '،', r == '؛', r == '؟':
		return true
	}
	return false
}

// isQAStopWord says whether the scorers leave the word out.
func isQAStopWord(word string) bool {
	switch word {
	case "من", "الى", "إلى", "عن", "على", "في", "حتى":
		return true
	}
	return false
}

// qaWords splits at white space as Python's str.split does.
func qaWords(text string) []string { return strings.FieldsFunc(text, isQASpace) }

// isQASpace says whether r is Unicode's White_Space, or one of the information separators that Python adds.
func isQASpace(r rune) bool {
	switch {
	case '\t' <= r && r <= '\r', 0x1c <= r && r <= ' ', r == 0x85, r == 0xa0:
		return true
	case r < 0x1680:
		return false
	}
	return unicode.IsSpace(r)
}

// withoutQAPunctuation deletes marks wherever they stand.
func withoutQAPunctuation(text string) string {
	return strings.Map(func(r rune) rune {
		if isQAPunctuation(r) {
			return -1
		}
		return r
	}, text)
}

// qaNormal is text as the scorers compare it: words without punctuation and stop words, separated by one blank. Vowel
// marks and forms of letters stay as they are.
func qaNormal(text string) string { return strings.Join(qaNormalWords(qaWords(text)), " ") }

// qaNormalWords is the same of words, which it overwrites.
func qaNormalWords(words []string) []string {
	kept := words[:0]
	for _, w := range words {
		if w = withoutQAPunctuation(w); w != "" && !isQAStopWord(w) {
			kept = append(kept, w)
		}
	}
	return kept
}

// qaPrefixes are removed from a segmented word, each at most once and in this order, so that of "ف+و+" the second stays.
var qaPrefixes = [...]string{"و+", "ف+", "ب+", "ك+", "ل+", "لل+", "ال+"}

// qaStripped is a segmented word without its prefixes and the marks of segments.
func qaStripped(word string) string {
	for _, prefix := range qaPrefixes {
		word = strings.TrimPrefix(word, prefix)
	}
	return strings.ReplaceAll(word, "+", "")
}
