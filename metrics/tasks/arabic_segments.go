package tasks

import (
	"fmt"
	"strings"

	"sigrel/metrics/formats"
)

// readQASegments reads the segmentation of words, in one of three forms: a JSON object {token: segmentation}; lines of
// token, tab, segmentation; or text that Farasa segmented, whose tokens are found by joining what it took apart.
func readQASegments(file string, problems *formats.Problems) map[string]string {
	text, _, err := formats.ReadText(file)
	if err != nil {
		problems.Merge(file, err)
		return nil
	}
	return parseQASegments(text, file, problems)
}

func parseQASegments(text, file string, problems *formats.Problems) map[string]string {
	r := &qaSegmentReader{file: file, problems: problems, words: make(map[string]qaSegmentEntry)}
	switch {
	case strings.HasPrefix(strings.TrimSpace(text), "{"):
		r.json(text)
	case strings.Contains(text, "\t"):
		r.table(text)
	default:
		r.farasa(text)
	}
	if len(r.words) == 0 && !r.failed {
		problems.Add(formats.Pos{File: file}, fmt.Errorf("%w: no segments, want lines of token, tab and segmentation", formats.ErrEmpty))
	}
	out := make(map[string]string, len(r.words))
	for token, entry := range r.words {
		out[token] = entry.text
	}
	return out
}

type qaSegmentReader struct {
	file     string
	problems *formats.Problems
	words    map[string]qaSegmentEntry
	failed   bool
}

type qaSegmentEntry struct {
	text string
	line int
}

func (r *qaSegmentReader) bad(pos formats.Pos, err error) {
	r.failed = true
	r.problems.Add(pos, err)
}

func (r *qaSegmentReader) json(text string) {
	v, err := formats.ParseJSON(text, r.file, 1)
	if err != nil {
		r.failed = true
		r.problems.Merge(r.file, err)
		return
	}
	for _, m := range v.Members {
		if m.Value.Kind != formats.String {
			r.bad(m.Value.At(r.file), fmt.Errorf("%w: the segmentation of %s is %s, want a string such as %q", formats.ErrValue,
				formats.Show(m.Name), m.Value.Kind, "ال+كتاب"))
			continue
		}
		r.add(m.Value.At(r.file), m.Name, m.Value.Text)
	}
}

func (r *qaSegmentReader) table(text string) {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		line = strings.TrimSuffix(line, "\r")
		pos := formats.Pos{File: r.file, Line: n}
		switch fields := strings.Split(line, "\t"); {
		case len(qaWords(line)) == 0:
		case len(fields) != 2:
			r.bad(pos, fmt.Errorf("%w: %s, expected 2: token and segmentation, separated by a tab", formats.ErrFields, rankingCount(len(fields), "field")))
		default:
			r.add(pos, fields[0], fields[1])
		}
	}
}

func (r *qaSegmentReader) farasa(text string) {
	n := 0
	var contracted []string // segmentations that begin with a preposition and the article
	for line := range strings.SplitSeq(text, "\n") {
		n++
		for _, w := range qaWords(line) {
			if token := strings.ReplaceAll(w, "+", ""); token != "" {
				r.add(formats.Pos{File: r.file, Line: n}, token, w)
			}
			if strings.Contains(w, "ل+ال+") {
				contracted = append(contracted, w)
			}
		}
	}
	// The two are written as one; Farasa restores the letter that this loses.
	for _, w := range contracted {
		token := strings.ReplaceAll(strings.Replace(w, "ل+ال+", "لل", 1), "+", "")
		if _, known := r.words[token]; !known {
			r.words[token] = qaSegmentEntry{text: w}
		}
	}
}

// add keeps the segmentation of a token.
func (r *qaSegmentReader) add(pos formats.Pos, token, segmented string) {
	first, twice := r.words[token]
	switch words := qaWords(token); {
	case len(words) != 1 || words[0] != token:
		r.bad(pos, fmt.Errorf("%w: token %q, want one word", formats.ErrValue, token))
	case len(qaWords(segmented)) == 0:
		r.bad(pos, fmt.Errorf("%w: the segmentation of %s is empty", formats.ErrValue, formats.Show(token)))
	case token != "+" && strings.Contains(token, "+") && !strings.Contains(segmented, "+"):
		r.bad(pos, fmt.Errorf("%w: token %q of segmentation %q, want them the other way round", formats.ErrValue, token, segmented))
	case twice && first.text != segmented:
		r.bad(pos, fmt.Errorf("%w: token %s has the segmentation %q on line %d already", formats.ErrDuplicate, formats.Show(token), first.text, first.line))
	case !twice:
		r.words[token] = qaSegmentEntry{segmented, pos.Line}
	}
}
