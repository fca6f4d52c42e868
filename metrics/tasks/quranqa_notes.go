package tasks

import (
	"fmt"
	"path/filepath"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// qaFile is a run file being checked.
type qaFile struct {
	file     string
	refuse   bool // what the original checker refuses is a problem, else a warning
	problems *formats.Problems
	notes    []*qaNote
}

// qaNote is a warning about one or more places of a file.
type qaNote struct {
	code, text string
	first      formats.Pos
	more       []formats.Pos // further places, mostly of the same file
}

// bad is something that cannot be read or scored.
func (f *qaFile) bad(pos formats.Pos, sentinel error, format string, args ...any) {
	f.problems.Add(pos, fmt.Errorf("%w: %s", sentinel, fmt.Sprintf(format, args...)))
}

// rule is something that the original checker refuses.
func (f *qaFile) rule(pos formats.Pos, code, format string, args ...any) {
	if f.refuse {
		f.bad(pos, formats.ErrRule, format, args...)
	} else {
		f.note(pos, code, format, args...)
	}
}

// note is something that the original checker accepts. Of several with one code the first is shown and the others' places.
func (f *qaFile) note(pos formats.Pos, code, format string, args ...any) {
	for _, n := range f.notes {
		if n.code == code {
			n.more = append(n.more, pos)
			return
		}
	}
	f.notes = append(f.notes, &qaNote{code: code, text: fmt.Sprintf(format, args...), first: pos})
}

// warnings lists the notes, one a code.
func (f *qaFile) warnings() []metrics.Warning {
	out := make([]metrics.Warning, len(f.notes))
	for i, n := range f.notes {
		text := fmt.Sprintf("%s: %s", n.first, n.text)
		if len(n.more) > 0 {
			places := make([]string, len(n.more))
			for j, pos := range n.more {
				places[j] = strings.TrimPrefix(pos.String(), n.first.File+":")
			}
			text += fmt.Sprintf("; and %d more, at %s", len(n.more), qaFirst(places))
		}
		out[i] = metrics.Warning{Code: n.code, Text: text}
	}
	return out
}

// checkName holds the name of the file against TEAM_RUN and an ending of so many characters, such as ".json". A name that
// was not given, as of standard input, is not checked.
func (f *qaFile) checkName(ending string, any bool) {
	if f.file == formats.Stdin || f.file == "" {
		return
	}
	name := filepath.Base(f.file)
	short, ok := strings.CutSuffix(name, ending)
	if any { // the original checker cuts off as many characters, whatever they are
		runes := []rune(name)
		short, ok = string(runes[:max(0, len(runes)-len(ending))]), true
	}
	if ok {
		team, run, _ := strings.Cut(short, "_")
		ok = qaAlphanumeric(team, 3, 9) && qaAlphanumeric(run, 2, 9)
	}
	if !ok {
		f.rule(formats.Pos{File: f.file}, "file-name", "file name %q, want TEAM_RUN%s with 3 to 9 and 2 to 9 ASCII letters or digits, such as bigIR_run01%s",
			name, ending, ending)
	}
}

// qaAlphanumeric says whether s consists of ASCII letters and digits, least to most of them.
func qaAlphanumeric(s string, least, most int) bool {
	for i := range len(s) {
		if c := s[i]; !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9') {
			return false
		}
	}
	return least <= len(s) && len(s) <= most
}

// newQARun names a run after its file, TEAM_RUN.
func newQARun(file formats.File) *metrics.Run {
	name := strings.TrimSuffix(filepath.Base(file.Path), ".gz")
	if short := strings.TrimSuffix(name, filepath.Ext(name)); short != "" {
		name = short
	}
	run := &metrics.Run{Tag: metrics.Tag(file.Label), File: file.Path}
	if run.Tag == "" {
		run.Tag = metrics.Tag(name)
	}
	if team, _, ok := strings.Cut(name, "_"); ok {
		run.Team = metrics.Team(team)
	}
	return run
}

// checkQATags finds runs of one name.
func checkQATags(runs []*metrics.Run, problems *formats.Problems) {
	seen := make(map[metrics.Tag]string, len(runs))
	for _, run := range runs {
		if other, twice := seen[run.Tag]; twice {
			problems.Add(formats.Pos{File: run.File}, fmt.Errorf("%w: the name %s is that of %s already, want one name a run: rename with label=path",
				formats.ErrDuplicate, formats.Show(run.Tag), formats.Pos{File: other}))
		} else {
			seen[run.Tag] = run.File
		}
	}
}

// checkTopics warns of topics of a run that are not judged.
func (f *qaFile) checkTopics(extra []metrics.Topic) {
	if len(extra) > 0 {
		f.note(formats.Pos{File: f.file}, "unknown-topics", "%s not in the gold, ignored: %s", qaCount(len(extra), "topic"), qaFirst(extra))
	}
}

// qaCount is "1 topic", "2 topics", with its verb.
func qaCount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	return fmt.Sprintf("%d %ss are", n, noun)
}

// qaFirst lists the first five.
func qaFirst[T ~string](list []T) string {
	shown := make([]string, min(5, len(list)))
	for i := range shown {
		shown[i] = formats.Show(list[i])
	}
	out := strings.Join(shown, ", ")
	if len(list) > len(shown) {
		out += ", …"
	}
	return out
}
