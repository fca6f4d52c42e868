package figures

import (
	"sort"
	"strings"

	"github.com/go-text/typesetting/segmenter"
)

// fit returns s, or s with its middle replaced by "…" so that it is at most width points wide. Two runs of a team
// mostly differ at the end of their names, so the end is kept.
func (ts *typesetter) fit(s string, size float64, bold bool, width float64) string {
	if ts.width(s, size, bold) <= width {
		return s
	}
	letters := graphemes(clean(s))
	cut := func(keep int) string {
		head := (keep + 1) / 2
		return strings.Join(letters[:head], "") + "…" + strings.Join(letters[len(letters)-(keep-head):], "")
	}
	keep := sort.Search(len(letters), func(k int) bool { return ts.width(cut(k), size, bold) > width }) - 1
	return cut(max(keep, 0))
}

// graphemes splits text into what readers see as letters.
func graphemes(s string) []string {
	var seg segmenter.Segmenter
	seg.Init([]rune(s))
	var out []string
	for it := seg.GraphemeIterator(); it.Next(); {
		out = append(out, string(it.Grapheme().Text))
	}
	return out
}

// wrap breaks text into lines of at most width points, at spaces. A word that is wider is cut short.
func (ts *typesetter) wrap(s string, size float64, bold bool, width float64) []string {
	var lines []string
	current := ""
	for word := range strings.FieldsSeq(s) {
		word = ts.fit(word, size, bold, width)
		longer := strings.TrimSpace(current + " " + word)
		if current != "" && ts.width(longer, size, bold) > width {
			lines = append(lines, current)
			longer = word
		}
		current = longer
	}
	if current != "" {
		lines = append(lines, current)
	}
	return lines
}
