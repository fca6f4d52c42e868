package tasks

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// qaSegmenter stands in for Farasa, which segments words into clitics and stems: "و+ال+كتاب".
type qaSegmenter struct {
	how   string                    // which one this is, for the list of conventions
	odd   string                    // what it does in place of Farasa; empty where it does nothing
	token func(token string) string // segments one token, which may become several

	file   string // of segments; empty without
	absent []string
	seen   map[string]bool // the tokens in absent
}

// newQASegmenter makes the segmenter asked for. The light one knows the words of the passages.
func newQASegmenter(in Inputs, opt Options, questions []*qaQuestion, problems *formats.Problems) *qaSegmenter {
	s := &qaSegmenter{seen: make(map[string]bool)}
	const only = "; only Farasa's segmentation reproduces published scores"
	switch {
	case in.Segments != "" && opt.Segmenter == "light":
		problems.Add(formats.Pos{File: in.Segments}, optionError{fmt.Errorf("%w: both segments and a segmenter, want one of them", formats.ErrRule)})
	case in.Segments != "":
		words := readQASegments(in.Segments, problems)
		s.how = fmt.Sprintf("that of the file %s, words without an entry unsegmented%s", formats.Show(filepath.Base(in.Segments)), only)
		s.file = in.Segments
		s.token = func(token string) string { return s.lookup(words, token) }
	case opt.Segmenter == "light":
		vocabulary, chains, known := qaVocabulary(questions), qaChains(), make(map[string]string)
		s.how, s.odd = "light, which splits off a clitic where a word of the passages remains"+only, "clitics were split off by a stand-in"
		s.token = func(token string) string {
			segmented, ok := known[token]
			if !ok {
				segmented = lightQASegmentation(token, vocabulary, chains)
				known[token] = segmented
			}
			return segmented
		}
	case opt.Segmenter == "" || opt.Segmenter == "none":
		s.how, s.odd = "none"+only, "words were compared whole"
		s.token = func(token string) string { return token }
	default:
		problems.Add(formats.Pos{File: "--segmenter"}, optionError{fmt.Errorf("%w: %q, want none or light", formats.ErrValue, opt.Segmenter)})
	}
	return s
}

// words are those of a text without the prefixes that the scorers remove.
func (s *qaSegmenter) words(text string) []string {
	tokens := qaWords(text)
	out := make([]string, 0, len(tokens))
	for _, token := range tokens {
		segmented := s.token(token)
		if segmented == token && !strings.Contains(token, "+") {
			out = append(out, token)
			continue
		}
		for _, w := range qaWords(segmented) {
			if w = qaStripped(w); w != "" {
				out = append(out, w)
			}
		}
	}
	return out
}

// normal is text as the scorers compare answers.
func (s *qaSegmenter) normal(text string) []string { return qaNormalWords(s.words(text)) }

// lookup finds a token in the segments, or else its words without the punctuation around and between them, which Farasa
// makes tokens of their own.
func (s *qaSegmenter) lookup(words map[string]string, token string) string {
	if found, ok := words[token]; ok {
		return found
	}
	var parts, absent []string
	known := 0
	for _, part := range qaParts(token) {
		if found, ok := words[part]; ok {
			part = found
			known++
		} else if withoutQAPunctuation(part) != "" {
			absent = append(absent, part)
		}
		parts = append(parts, part)
	}
	for _, word := range absent {
		if !s.seen[word] {
			s.seen[word] = true
			s.absent = append(s.absent, word)
		}
	}
	if known == 0 {
		return token
	}
	return strings.Join(parts, " ")
}

// qaParts cuts a token into punctuation marks, each alone, and what is between them.
func qaParts(token string) []string {
	var out []string
	start := 0
	for i, r := range token {
		if isQAPunctuation(r) {
			if start < i {
				out = append(out, token[start:i])
			}
			start = i + utf8.RuneLen(r)
			out = append(out, token[i:start])
		}
	}
	if start < len(token) {
		out = append(out, token[start:])
	}
	return out
}

// warnings says which words had no segmentation.
func (s *qaSegmenter) warnings() []metrics.Warning {
	if len(s.absent) == 0 {
		return nil
	}
	return []metrics.Warning{{Code: "unsegmented-words", Text: fmt.Sprintf("%s: %s not in it and used unsegmented: %s",
		formats.Pos{File: s.file}, qaCount(len(s.absent), "word"), qaFirst(s.absent))}}
}

// standIn warns that words were not segmented as the original scorer segments them.
func (s *qaSegmenter) standIn() []metrics.Warning {
	if s.odd == "" {
		return nil
	}
	return []metrics.Warning{{Code: "no-segments", Text: s.odd + ": only Farasa's segmentation (--segments) reproduces published scores, and without it systems may rank differently"}}
}

// qaVocabulary is the set of words of the passages.
func qaVocabulary(questions []*qaQuestion) map[string]bool {
	out := make(map[string]bool)
	for _, q := range questions {
		for _, w := range qaWords(withoutQAPunctuation(q.passage)) {
			out[w] = true
		}
	}
	return out
}

// qaChain is a chain of clitics before a word: as written, and as Farasa marks it.
type qaChain struct{ written, marked string }

// qaChains lists the chains of a conjunction, a preposition and the article, the longest first.
func qaChains() []qaChain {
	var out []qaChain
	for _, conjunction := range []string{"و", "ف", ""} {
		for _, preposition := range []string{"ب", "ك", "ل", ""} {
			for _, article := range []string{"ال", ""} {
				c := qaChain{written: conjunction + preposition + article}
				if preposition+article == "لال" { // written as two letters
					c.written = conjunction + "لل"
				}
				for _, part := range []string{conjunction, preposition, article} {
					if part != "" {
						c.marked += part + "+"
					}
				}
				out = append(out, c)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b qaChain) int { return cmp.Compare(len(b.marked), len(a.marked)) })
	return out
}

// lightQASegmentation splits off the longest chain of clitics after which a word of the vocabulary of at least two letters
// remains. Punctuation at a word, which the scorers delete later, is dropped.
func lightQASegmentation(token string, vocabulary map[string]bool, chains []qaChain) string {
	word := withoutQAPunctuation(token)
	for _, c := range chains {
		if rest, ok := strings.CutPrefix(word, c.written); ok && utf8.RuneCountInString(rest) > 1 && vocabulary[rest] {
			return c.marked + rest
		}
	}
	if word == "" {
		return token // a mark alone counts as a token of the passage
	}
	return word
}
