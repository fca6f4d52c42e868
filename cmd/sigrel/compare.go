package main

import (
	"encoding/json"
	"slices"

	"github.com/spf13/pflag"

	"sigrel/reports"
	"sigrel/reports/doc"
)

var compareCommand = &command{
	name: "compare", args: "[RUN...]",
	short: "test which differences are real. Every pair of systems (or every system against --baseline) with its difference, " +
		"interval, p of the single test, p adjusted for the family, effect size and the difference that could have been found.",
	example: "sigrel compare -q qrels.txt -m AP runs/*.txt\nsigrel compare -s scores.csv --baseline bm25 -f json",
	setup: func(f *pflag.FlagSet) func(*env) error {
		var src source
		var tst tester
		out := target{allowed: append([]string{"csv", "tsv", "json"}, docFormats...)}
		src.register(f)
		tst.register(f)
		out.register(f)
		return func(e *env) error { return compare(e, &src, &tst, &out) }
	},
}

func (t *target) register(f *pflag.FlagSet) {
	f.StringVarP(&t.format, "format", "f", "", "output `format`: "+names(t.allowed, func(s string) string { return s })+" (default: by the extension of -o, else text)")
	f.StringVarP(&t.path, "output", "o", "", "write to this `file` instead of standard output")
}

func compare(e *env, src *source, tst *tester, out *target) error {
	if err := out.resolve(); err != nil {
		return err
	}
	if err := out.avoid(src.paths(e)); err != nil {
		return err
	}
	st, err := src.load(e)
	if err != nil {
		return err
	}
	if err := tst.apply(e, st, src.jobs); err != nil {
		return err
	}
	e.warn(st.Warnings)
	var all []*reports.Comparison
	for _, s := range st.Scores {
		c, err := reports.Compare(st, s)
		if err != nil {
			return located(st, err)
		}
		c.Schema = "sigrel/compare/1"
		c.Warnings = append(slices.Clone(st.Warnings), c.Warnings...)
		all = append(all, c)
	}
	if out.format == "json" {
		return writeJSON(e, out, one(all))
	}
	d := &doc.Doc{Title: "Comparison of systems"}
	for _, c := range all {
		d.Blocks = append(d.Blocks, c.Blocks()...)
		if out.format == "csv" || out.format == "tsv" {
			e.warn(c.Warnings[len(st.Warnings):]) // the tables have no room for them
		}
	}
	return writeDoc(e, out, d)
}

// one is the only element of a list, or the list: one measure gives an object, several an array.
func one[T any](list []T) any {
	if len(list) == 1 {
		return list[0]
	}
	return list
}

func writeJSON(e *env, out *target, v any) error {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return out.write(e, append(data, '\n'))
}

func writeDoc(e *env, out *target, d *doc.Doc) error {
	if out.format == "csv" || out.format == "tsv" {
		return out.write(e, separate(d.Blocks, out.format))
	}
	data, err := render(d, out.format)
	if err != nil {
		return err
	}
	return out.write(e, data)
}
