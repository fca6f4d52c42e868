package reports

import (
	"fmt"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// say joins strings (plain text), tags (code) and other text into one line.
func say(parts ...any) []doc.Text {
	var out []doc.Text
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			out = append(out, doc.Plain(p))
		case int:
			out = append(out, doc.Integer(p))
		case metrics.Tag:
			out = append(out, doc.Code(p))
		case doc.Text:
			out = append(out, p)
		case []doc.Text:
			out = append(out, p...)
		default:
			panic(fmt.Sprintf("reports: say of %T", p))
		}
	}
	return out
}

func plain(s string) []doc.Text { return []doc.Text{doc.Plain(s)} }

func para(parts ...any) *doc.Paragraph { return &doc.Paragraph{Text: say(parts...)} }

func note(parts ...any) *doc.Note { return &doc.Note{Text: say(parts...)} }

func cell(parts ...any) doc.Cell { return doc.Cell{Text: say(parts...)} }

func heading(text string) *doc.Heading { return &doc.Heading{Level: 2, Text: plain(text)} }

func column(title string, align doc.Align, key string) doc.Column {
	return doc.Column{Title: plain(title), Align: align, Key: key}
}

func symbol(name string, align doc.Align, key string) doc.Column {
	return doc.Column{Title: []doc.Text{doc.Emph(name)}, Align: align, Key: key}
}

// tags lists names as "a, b and c"; more than limit are counted: "a, b and 7 others".
func tags(names []metrics.Tag, limit int) []doc.Text {
	shown, rest := names, 0
	if len(names) > limit {
		shown, rest = names[:limit], len(names)-limit
	}
	var out []doc.Text
	for i, n := range shown {
		switch {
		case i == 0:
		case i == len(shown)-1 && rest == 0:
			out = append(out, doc.Plain(" and "))
		default:
			out = append(out, doc.Plain(", "))
		}
		out = append(out, doc.Code(n))
	}
	if rest > 0 {
		out = append(out, doc.Plain(fmt.Sprintf(" and %d others", rest)))
	}
	return out
}

// count is "1 topic", "3 topics".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if before, ok := strings.CutSuffix(noun, "y"); ok {
		return fmt.Sprintf("%d %sies", n, before)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// level is a confidence as people write it: "95%".
func level(confidence float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.3g", 100*confidence), ".") + "%"
}

// mind lists warnings; nothing if there are none.
func mind(ws []stats.Warning) []doc.Block {
	if len(ws) == 0 {
		return nil
	}
	l := &doc.List{}
	for _, w := range ws {
		l.Items = append(l.Items, say(capital(w.Text)+" (", doc.Code(w.Code), ")."))
	}
	return []doc.Block{para(doc.Strong(plain("To keep in mind:"))), l}
}

// targetText is a reliability as people write it: ".90".
func targetText(v float64) string {
	s := fmt.Sprintf("%.2f", v)
	if t := fmt.Sprintf("%.4g", v); len(t) > len(s) {
		s = t
	}
	return strings.TrimPrefix(s, "0")
}

// alphaText is α as people write it: ".05".
func alphaText(alpha float64) string { return strings.TrimPrefix(fmt.Sprintf("%.4g", alpha), "0") }

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// firstOf is "first document" or "first 5 documents".
func firstOf(n int, noun string) string {
	if n == 1 {
		return "first " + noun
	}
	return fmt.Sprintf("first %d %ss", n, noun)
}

// capital is s with its first letter in upper case, unless it is the name of a file, a judge or a run: those have a full
// stop, a colon after them, a digit and the like, or another script.
func capital(s string) string {
	if word, _, _ := strings.Cut(s, " "); s == "" || s[0] < 'a' || s[0] > 'z' || strings.ContainsAny(word, "./:_0123456789") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// topicNames lists topics by name; more than limit are counted.
func topicNames(topics []metrics.Topic, limit int) []doc.Text {
	names := make([]metrics.Tag, len(topics))
	for i, t := range topics {
		names[i] = metrics.Tag(t)
	}
	return tags(names, limit)
}

// wtl is wins, ties and losses: one column for people, three for programs.
func wtl(wins, ties, losses int) doc.Cell {
	values := []*float64{new(float64), new(float64), new(float64)}
	*values[0], *values[1], *values[2] = float64(wins), float64(ties), float64(losses)
	return cell(doc.Several{Text: fmt.Sprintf("%d/%d/%d", wins, ties, losses), Keys: []string{"wins", "ties", "losses"}, Values: values})
}

// letters joins the letters of a system's groups: "abc", or "z aa ab" where some have two characters.
func letters(groups []string) string {
	if slices.ContainsFunc(groups, func(g string) bool { return len(g) > 1 }) {
		return strings.Join(groups, " ")
	}
	return strings.Join(groups, "")
}

// enumerate joins names as in a sentence: "A, B and C".
func enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// thousands is a count with its thousands apart, for prose: "20,790".
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
