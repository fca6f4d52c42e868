package main

import (
	"encoding/json"
	"slices"

	"github.com/spf13/pflag"

	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/stats"
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
		src.design.register(f)
		src.design.registerFamily(f)
		src.officialOnly = true
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
		c.Warnings = append(append([]stats.Warning{}, st.Warnings...), c.Warnings...)
		all = append(all, c)
	}
	if out.format == "json" {
		return writeJSON(e, out, one(all))
	}
	if out.format == "csv" || out.format == "tsv" {
		return out.write(e, pairTables(e, st, all, out.format))
	}
	d := &doc.Doc{Title: "Comparison of systems"}
	for _, c := range all {
		d.Blocks = append(d.Blocks, c.Blocks()...)
	}
	return writeDoc(e, out, d)
}

// pairTables is one table of all pairs, with a column for the measure where there are several. Warnings go to stderr: a
// table of pairs has no room for them.
func pairTables(e *env, st *reports.Study, all []*reports.Comparison, format string) []byte {
	table := all[0].PairTable()
	for i, c := range all {
		e.warn(c.Warnings[len(st.Warnings):])
		if i > 0 {
			table.Rows = append(table.Rows, c.PairTable().Rows...)
		}
	}
	if len(all) > 1 {
		table.Columns = append([]doc.Column{{Key: "measure"}}, table.Columns...)
		i := 0
		for _, c := range all {
			for range c.Pairs {
				table.Rows[i].Cells = append([]doc.Cell{{Text: []doc.Text{doc.Plain(c.Measure)}}}, table.Rows[i].Cells...)
				i++
			}
		}
	}
	return separate([]doc.Block{table}, format)
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
	// The commands draw nothing: figures are the report's.
	shown := *d
	shown.Blocks = slices.DeleteFunc(slices.Clone(d.Blocks), func(b doc.Block) bool { _, figure := b.(*doc.Figure); return figure })
	data, err := render(&shown, out.format)
	if err != nil {
		return err
	}
	return out.write(e, data)
}
