package main

import (
	"encoding/json"
	"slices"
	"strings"

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
		src.registerTopics(f)
		src.design.register(f)
		src.design.registerFamily(f)
		src.officialOnly = true
		tst.register(f)
		out.register(f)
		var show shown
		f.BoolVar(&show.effects, "effects", false, "also show effect sizes with intervals (they are always in JSON)")
		f.BoolVar(&show.across, "across-measures", false, "one family over all pairs and all measures, by studentized maxT")
		f.StringVar(&show.items, "items", "", "one topic: test within it, by swapping the runs' `scores` or ranks of each document")
		f.StringVar(&show.labels, "labels", "", "gold `file` of item and label; the arguments are then systems' labels (-m Accuracy, MacroF1, F1(LABEL) …)")
		return func(e *env) error { return compare(e, &src, &tst, &out, show) }
	},
}

func (t *target) register(f *pflag.FlagSet) {
	f.StringVarP(&t.format, "format", "f", "", "output `format`: "+names(t.allowed, func(s string) string { return s })+" (default: by the extension of -o, else text)")
	f.StringVarP(&t.path, "output", "o", "", "write to this `file` instead of standard output")
}

// shown is the flags of compare that say what is compared beside the usual, and what is shown of it.
type shown struct {
	effects, across bool
	items, labels   string
}

func compare(e *env, src *source, tst *tester, out *target, show shown) error {
	if err := out.resolve(); err != nil {
		return err
	}
	if src.topics != "" && src.design.strataBy == "" {
		return usagef("--topics-file has no effect on compare without --strata-by COLUMN; `sigrel report` shows titles and categories")
	}
	paths := src.paths(e)
	if show.labels != "" {
		paths = append(paths, show.labels)
	}
	if err := out.avoid(paths); err != nil {
		return err
	}
	all, st, err := show.compare(e, src, tst)
	if err != nil {
		return err
	}
	e.warn(st.Warnings)
	for _, c := range all {
		c.Schema = "sigrel/compare/1"
		c.Warnings = append(append([]stats.Warning{}, st.Warnings...), c.Warnings...)
	}
	if out.format == "json" {
		return writeJSON(e, out, one(all))
	}
	if out.format == "csv" || out.format == "tsv" {
		return out.write(e, pairTables(e, st, all, out.format))
	}
	d := &doc.Doc{Title: "Comparison of systems"}
	for _, c := range all {
		if c.Unit == "topic" {
			d.Blocks = append(d.Blocks, c.Blocks()...)
		} else {
			d.Blocks = append(d.Blocks, c.ItemBlocks()...)
		}
	}
	return writeDoc(e, out, d)
}

// compare makes the comparisons, one a measure.
func (show shown) compare(e *env, src *source, tst *tester) ([]*reports.Comparison, *reports.Study, error) {
	switch {
	case show.labels != "":
		return compareLabels(e, src, tst, show.labels)
	case e.flags.Changed("items"):
		return compareItems(e, src, tst, show.items)
	}
	st, err := src.load(e)
	if err != nil {
		return nil, nil, err
	}
	if err := tst.apply(e, st, src.jobs); err != nil {
		return nil, nil, err
	}
	st.Effects = show.effects
	if show.across {
		if tst.test != "randomization" || tst.correction != "" || tst.procedure != "" && !strings.HasPrefix(tst.procedure, "maxt") {
			return nil, nil, usagef("--across-measures is by studentized maxT: want no --test, --correction or other --procedure with it")
		}
		if len(st.Scores) < 2 {
			return nil, nil, usagef("--across-measures of one measure: want two or more (-m)")
		}
		all, err := reports.CompareAcross(st)
		return all, st, located(st, err)
	}
	var all []*reports.Comparison
	for _, s := range st.Scores {
		c, err := reports.Compare(st, s)
		if err != nil {
			return nil, nil, located(st, oneTopic(src, st, err))
		}
		all = append(all, c)
	}
	return all, st, nil
}

// pairTables is one table of all pairs, with a column for the measure where there are several. Warnings go to stderr: a
// table of pairs has no room for them.
func pairTables(e *env, st *reports.Study, all []*reports.Comparison, format string) []byte {
	pairTable := (*reports.Comparison).PairTable
	if all[0].Unit != "topic" {
		pairTable = (*reports.Comparison).ItemTable
	}
	table := pairTable(all[0])
	for i, c := range all {
		e.warn(c.Warnings[len(st.Warnings):])
		if i > 0 {
			table.Rows = append(table.Rows, pairTable(c).Rows...)
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
	if out.format == "svg" || out.format == "png" {
		return writeFigure(e, out, d)
	}
	var data []byte
	var err error
	if out.format == "html" {
		data, err = page(d)
	} else { // figures are for pages: a terminal shows none, and a page of text cannot carry them
		shown := *d
		shown.Blocks = slices.DeleteFunc(slices.Clone(d.Blocks), func(b doc.Block) bool { _, figure := b.(*doc.Figure); return figure })
		data, err = render(&shown, out.format)
	}
	if err != nil {
		return err
	}
	return out.write(e, data)
}
