package reports

import (
	_ "embed" // the bibliography
	"fmt"
	"slices"
	"strconv"
	"strings"
)

//go:embed references.bib
var bibliography string

// Reference is a work that a report can cite: one entry of references.bib, as plain text without LaTeX.
type Reference struct {
	Key     string   // what a Cite field holds, such as "holm1979"
	Authors []string // "Mark D. Smucker", in the order of the title page
	Editors bool     // Authors edited the work rather than wrote it
	Title   string
	Venue   string // journal, proceedings, book that it is a chapter of, or publisher of a book
	Year    int
	Edition string // of a book, "Second"; "" for the first
	Volume  string // "" where the work has none; likewise Number, Pages and DOI
	Number  string
	Pages   string // "623–632", "4:1–4:34", "Article 39" or "chapter 3"
	DOI     string // without the resolver's address

	source string // the entry as it stands in the file
}

// References lists the bibliography by key. It is read anew at each call, so the caller may change what it gets.
// An error names the line of references.bib that does not have the shape of the others.
func References() ([]Reference, error) { return parseReferences(bibliography) }

// Cited returns the works with these keys, in the order of keys; a key named twice counts once. An unknown key is an
// error.
func Cited(keys []string) ([]Reference, error) {
	all, err := References()
	if err != nil {
		return nil, err
	}
	var cited []Reference
	seen := map[string]bool{}
	for _, key := range keys {
		i, ok := slices.BinarySearchFunc(all, key, func(r Reference, key string) int { return strings.Compare(r.Key, key) })
		if !ok {
			return nil, fmt.Errorf("reference %q: want a key of references.bib", key)
		}
		if !seen[key] {
			seen[key] = true
			cited = append(cited, all[i])
		}
	}
	return cited, nil
}

// BibTeX is a bibliography file of the works with these keys, in the order of keys; a key named twice counts once. An
// unknown key is an error.
func BibTeX(keys []string) (string, error) {
	cited, err := Cited(keys)
	if err != nil {
		return "", err
	}
	entries := make([]string, len(cited))
	for i, r := range cited {
		entries[i] = r.source
	}
	return strings.Join(entries, "\n"), nil
}

// Text is the reference as one line: authors (year). Title. Venue, volume(number), pages. Parts that the work does
// not have are left out.
func (r Reference) Text() string {
	var b strings.Builder
	b.WriteString(enumerate(r.Authors))
	switch {
	case r.Editors && len(r.Authors) > 1:
		b.WriteString(" (eds.)")
	case r.Editors:
		b.WriteString(" (ed.)")
	}
	fmt.Fprintf(&b, " (%d). %s", r.Year, r.Title)
	if r.Edition != "" {
		fmt.Fprintf(&b, " (%s edition)", strings.ToLower(r.Edition))
	}
	if !strings.HasSuffix(b.String(), "?") {
		b.WriteByte('.')
	}
	b.WriteString(" " + r.Venue)
	if r.Volume != "" {
		b.WriteString(", " + r.Volume)
	}
	if r.Number != "" {
		b.WriteString("(" + r.Number + ")")
	}
	if r.Pages != "" {
		b.WriteString(", " + r.Pages)
	}
	b.WriteByte('.')
	return b.String()
}

// parseReferences reads the strict shape of our own file: an entry opens with "@type{key,", has one "name = {value},"
// a line, and closes with "}"; between entries stand blank lines and % comments; keys ascend.
func parseReferences(text string) ([]Reference, error) {
	var refs []Reference
	var entry *bibEntry // open entry; nil between entries
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSuffix(line, "\n")
		var err error
		switch {
		case entry == nil && (line == "" || strings.HasPrefix(line, "%")):
		case entry == nil:
			entry, err = openEntry(line)
		case line == "}":
			var r Reference
			if r, err = entry.close(); err == nil && len(refs) > 0 && refs[len(refs)-1].Key >= r.Key {
				err = fmt.Errorf("key %q after %q: want ascending keys", r.Key, refs[len(refs)-1].Key)
			}
			refs, entry = append(refs, r), nil
		default:
			err = entry.add(line)
		}
		if err != nil {
			return nil, fmt.Errorf("references.bib:%d: %w", n, err)
		}
	}
	if entry != nil {
		return nil, fmt.Errorf("references.bib:%d: entry %q is not closed: want a line \"}\"", n, entry.key)
	}
	return refs, nil
}

// bibEntry is an entry while its lines are read.
type bibEntry struct {
	key, venue string            // venue is the name of the field that holds it
	others     []string          // names of the other fields that it may have
	fields     map[string]string // as plain text
	source     strings.Builder
}

// shape gives the field that is the venue of such an entry, and the other fields that it may have.
func shape(kind string) (venue string, others []string, err error) {
	switch kind {
	case "article":
		return "journal", []string{"author", "title", "volume", "number", "pages", "year", "doi"}, nil
	case "inproceedings":
		return "booktitle", []string{"author", "title", "pages", "year", "doi"}, nil
	case "incollection":
		return "booktitle", []string{"author", "title", "editor", "publisher", "chapter", "year", "doi"}, nil
	case "book":
		return "publisher", []string{"author", "editor", "title", "edition", "year", "doi"}, nil
	}
	return "", nil, fmt.Errorf("entry type %q: want article, inproceedings, incollection or book", kind)
}

func openEntry(line string) (*bibEntry, error) {
	head, ok := strings.CutPrefix(line, "@")
	kind, key, brace := strings.Cut(head, "{")
	key, comma := strings.CutSuffix(key, ",")
	if !ok || !brace || !comma || key == "" || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return nil, fmt.Errorf("line %q: want \"@type{key,\" with a key of small letters and digits", line)
	}
	venue, others, err := shape(kind)
	if err != nil {
		return nil, err
	}
	e := &bibEntry{key: key, venue: venue, others: others, fields: map[string]string{}}
	e.source.WriteString(line + "\n")
	return e, nil
}

func (e *bibEntry) add(line string) error {
	name, value, ok := strings.Cut(strings.TrimPrefix(line, "  "), " = {")
	value, closed := strings.CutSuffix(value, "},")
	if !ok || !closed || value == "" || !strings.HasPrefix(line, "  ") {
		return fmt.Errorf("line %q: want \"  name = {value},\"", line)
	}
	if name != e.venue && !slices.Contains(e.others, name) {
		return fmt.Errorf("field %q: want %s or one of %s", name, e.venue, strings.Join(e.others, ", "))
	}
	if _, twice := e.fields[name]; twice {
		return fmt.Errorf("field %q is given twice: want it once", name)
	}
	text, err := plainTeX(value)
	if err != nil {
		return err
	}
	e.fields[name] = text
	e.source.WriteString(line + "\n")
	return nil
}

func (e *bibEntry) close() (Reference, error) {
	people := "author"
	if e.fields["author"] == "" && e.fields["editor"] != "" {
		people = "editor"
	}
	for _, name := range []string{people, "title", e.venue, "year"} {
		if e.fields[name] == "" {
			return Reference{}, fmt.Errorf("entry %q has no field %q: want it", e.key, name)
		}
	}
	year, err := strconv.Atoi(e.fields["year"])
	if err != nil || year < 1000 || year > 9999 {
		return Reference{}, fmt.Errorf("year %q: want four digits", e.fields["year"])
	}
	r := Reference{
		Key: e.key, Editors: people == "editor", Title: e.fields["title"], Venue: e.fields[e.venue], Year: year,
		Edition: e.fields["edition"], Volume: e.fields["volume"], Number: e.fields["number"],
		Pages: e.fields["pages"], DOI: e.fields["doi"],
		source: e.source.String() + "}\n",
	}
	if chapter := e.fields["chapter"]; chapter != "" {
		r.Pages = "chapter " + chapter
	}
	for name := range strings.SplitSeq(e.fields[people], " and ") {
		if family, given, ok := strings.Cut(name, ", "); ok {
			name = given + " " + family
		}
		r.Authors = append(r.Authors, name)
	}
	return r, nil
}

// plainTeX turns the little LaTeX of the file into text: accents, escapes, dashes, and braces that keep capitals.
func plainTeX(value string) (string, error) {
	if !balanced(value) {
		return "", fmt.Errorf("value %q: want each brace closed", value)
	}
	text := strings.NewReplacer(
		`{\"a}`, "ä", `{\~a}`, "ã", `{\'a}`, "á", `{\'e}`, "é", `{\'i}`, "í", `{\'o}`, "ó", `{\v s}`, "š", `{\v S}`, "Š", `{\v e}`, "ě",
		`\_`, "_", `\&`, "&", "--", "–", "{", "", "}", "",
	).Replace(value)
	if strings.Contains(text, `\`) {
		return "", fmt.Errorf("value %q: want no LaTeX but %s", value, `{\"a}, {\~a}, {\'a}, {\'e}, {\'i}, {\'o}, {\v s}, {\v S}, {\v e}, \_ and \&`)
	}
	return text, nil
}

// balanced says whether each brace of the value is closed.
func balanced(value string) bool {
	depth := 0
	for _, c := range value {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0
}
