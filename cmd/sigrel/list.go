package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/stats"
)

var listCommand = &command{
	name: "list", args: "[WHAT [NAME]]",
	short:   "say what there is to choose from: measures, tests, corrections, procedures, sections, formats, fusions, tasks. With a name, explain that one.",
	example: "sigrel list measures nDCG",
	setup: func(*pflag.FlagSet) func(*env) error {
		return list
	},
}

// entry is a line of a list.
type entry struct {
	name, doc, more string
	example         string // shown in the list too
}

// lists are what `sigrel list` knows, in the order of its output.
func lists() []struct {
	name    string
	entries []entry
} {
	type group = struct {
		name    string
		entries []entry
	}
	return []group{
		{"measures", measureEntries()},
		{"tests", mapped(stats.PairedTests(), func(t *stats.PairedTest) entry { return entry{name: t.Name, doc: t.Doc, more: cited(t.Cite)} })},
		{"corrections", mapped(stats.Corrections(), func(c *stats.Correction) entry { return entry{name: c.Name, doc: c.Doc, more: cited(c.Cite)} })},
		{"procedures", mapped(stats.Procedures(), func(p *stats.Procedure) entry { return entry{name: p.Name, doc: p.Doc, more: cited(p.Cite)} })},
		{"sections", mapped(reports.Sections(), func(s *reports.Section) entry { return entry{name: s.Name, doc: s.Doc} })},
		{"formats", formatEntries()},
		{"fusions", mapped(metrics.Fusions(), fusionEntry)},
		{"tasks", taskEntries()},
	}
}

func measureEntries() []entry {
	return mapped(metrics.Measures(), func(m *metrics.Measure) entry {
		var more []string
		for _, p := range m.Params {
			if p.At() {
				more = append(more, "@"+p.Name+": "+p.Doc)
			} else {
				more = append(more, "("+p.Name+"=…): "+p.Doc)
			}
		}
		more = append(more, "range: "+bounds(m.Lo, m.Hi))
		also := slices.Clone(m.Aliases)
		if m.Trec != "" {
			also = append(also, m.Trec)
		}
		if m.TrecCut != "" {
			also = append(also, m.TrecCut+"_k")
		}
		if len(also) > 0 {
			more = append(more, "also called: "+strings.Join(also, ", "))
		}
		if c := cited(m.Cite); c != "" {
			more = append(more, c)
		}
		return entry{name: m.Name, doc: capitalized(m.Title) + ". " + m.Doc, more: strings.Join(more, "\n")}
	})
}

// formatEntries has every way to write a file: "run trec", "qrels beir".
func formatEntries() []entry {
	return mapped(formats.Shapes(), func(s formats.Shape) entry {
		return entry{name: s.Kind + " " + s.Name, doc: s.Doc, more: "line: " + s.Line + "\nexample:\n" + indent(s.Example), example: s.Example}
	})
}

// indent puts four blanks before each line.
func indent(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") }

// cited is the formatted reference of a key, or "".
func cited(key string) string {
	refs, err := reports.Cited([]string{key})
	if key == "" || err != nil {
		return ""
	}
	return "reference: " + refs[0].Text()
}

func capitalized(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func list(e *env) error {
	all := lists()
	switch len(e.args) {
	case 0:
		for i, l := range all {
			if i > 0 {
				fmt.Fprintln(e.stdout)
			}
			fmt.Fprintln(e.stdout, l.name)
			printEntries(e, l.entries)
		}
		return nil
	case 1, 2:
		for _, l := range all {
			if l.name != e.args[0] {
				continue
			}
			if len(e.args) == 1 {
				printEntries(e, l.entries)
				return nil
			}
			return explain(e, l.name, l.entries, e.args[1])
		}
		var known []string
		for _, l := range all {
			known = append(known, l.name)
		}
		return usagef("list %q: want one of %s", e.args[0], strings.Join(known, ", "))
	}
	return usagef("list: %d arguments: want a list and perhaps one name", len(e.args))
}

// printEntries prints a line each: the name and the first sentence.
func printEntries(e *env, entries []entry) {
	width := 0
	for _, x := range entries {
		width = max(width, len(x.name))
	}
	for _, x := range entries {
		first, _, _ := strings.Cut(x.doc, ". ")
		fmt.Fprintf(e.stdout, "  %-*s  %s\n", width, x.name, strings.TrimSuffix(first, "."))
		if x.example != "" {
			fmt.Fprintln(e.stdout, indent(indent(x.example)))
		}
	}
}

// explain prints all that is known of one entry. A measure may be named in any way that --measure takes.
func explain(e *env, list string, entries []entry, name string) error {
	if list == "measures" {
		a, err := metrics.Find(name)
		for _, m := range metrics.Measures() {
			if err != nil && (m.Name == name || slices.Contains(m.Aliases, name) || m.TrecCut == name) {
				a, err = metrics.Applied{Measure: m}, nil
			}
		}
		if i := slices.IndexFunc(taskMeasures(list), func(x entry) bool { return x.name == name }); err != nil && i < 0 {
			return usagef("%v", err)
		}
		if err == nil {
			name = a.Name
		}
	}
	found := false
	for _, x := range append(entries, taskMeasures(list)...) {
		if _, last, _ := strings.Cut(x.name, " "); x.name != name && last != name {
			continue
		}
		if found {
			fmt.Fprintln(e.stdout)
		}
		found = true
		fmt.Fprintf(e.stdout, "%s\n%s\n", x.name, wrap(x.doc, 100))
		if x.more != "" {
			fmt.Fprintln(e.stdout, x.more)
		}
	}
	if found {
		return nil
	}
	return usagef("%s %q: `sigrel list %s` prints those there are", list, name, list)
}
