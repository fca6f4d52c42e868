package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/reports/figures"
	"sigrel/stats"
	"sigrel/stats/resample"
)

var reportCommand = &command{
	name: "report", args: "[RUN...]",
	short: "say who won, which differences are real, whether the ranking would hold and whether the pool is fair. Writes a " +
		"folder: report.html, report.md, results.json, scores/, tables/ and figures/.",
	example: "sigrel report -q qrels.txt --teams teams.tsv -m AP -m nDCG@10 -o out runs/*.txt\nsigrel report -q qrels.txt --second-qrels model.txt --topics-file topics.tsv -o out runs/*.txt\nsigrel report -s scores.csv -o out",
	setup: func(f *pflag.FlagSet) func(*env) error {
		var src source
		var tst tester
		var o reportOptions
		var sec second
		src.register(f)
		src.registerTopics(f)
		src.design.register(f)
		src.design.registerFamily(f)
		tst.register(f)
		f.BoolVar(&o.effects, "effects", false, "compute effect sizes with intervals for every pair, however many (tables/effects.csv)")
		f.IntVar(&o.depth, "depth", 0, "`ranks` that the pool took from each run (default: inferred from the judgments)")
		f.StringVar(&o.title, "title", "", "title of the report (default \"Comparison of systems\")")
		f.StringSliceVar(&o.sections, "sections", nil, "only these `sections`, separated by commas; `sigrel list sections`")
		f.StringVarP(&o.output, "output", "o", "", "write to this `folder`; one that sigrel did not write is refused")
		sec.register(f)
		return func(e *env) error { return report(e, &src, &tst, &sec, &o) }
	},
}

// checkSections finds unknown sections before anything is read.
func checkSections(wanted []string) error {
	for _, name := range wanted {
		if !slices.ContainsFunc(reports.Sections(), func(s *reports.Section) bool { return s.Name == name }) {
			return usagef("section %q: want one of %s", name, names(reports.Sections(), func(s *reports.Section) string { return s.Name }))
		}
	}
	return nil
}

type reportOptions struct {
	depth         int
	effects       bool
	title, output string
	sections      []string
}

func report(e *env, src *source, tst *tester, sec *second, o *reportOptions) error {
	if o.output == "" {
		return usagef("no output folder: want -o FOLDER")
	}
	if o.depth < 1 && e.flags.Changed("depth") {
		return usagef("depth %d: want 1 or more", o.depth)
	}
	if err := checkSections(o.sections); err != nil {
		return err
	}
	if len(src.scores) > 0 && e.flags.Changed("depth") {
		return usagef("--depth is about a pool of runs: it has no effect on --scores")
	}
	if err := sec.check(src); err != nil {
		return err
	}
	if err := avoidFolder(o.output, append(src.paths(e), sec.file)); err != nil {
		return err
	}
	out, err := newFolder(e, o.output, isReport)
	if err != nil {
		return err
	}
	st, err := src.load(e)
	if err != nil {
		return err
	}
	if err := tst.apply(e, st, src.jobs); err != nil {
		return err
	}
	if err := sec.apply(src, st); err != nil {
		return err
	}
	if err := src.hash(st); err != nil {
		return err
	}
	st.PoolDepth, st.Effects = o.depth, o.effects
	st.Title = o.title
	if st.Title == "" {
		st.Title = "Comparison of systems"
		if st.Task != nil {
			st.Title = st.Task.Title
		}
	}
	e.warn(st.Warnings)
	r, err := reports.Build(st, o.sections...)
	if err != nil {
		return located(st, err)
	}
	e.warn(uncovered(r.Doc()))
	if err := writeReport(out, st, r, src.jobs); err != nil {
		return err
	}
	if err := out.place(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, "%s\n", filepath.Join(o.output, "report.html"))
	return err
}

// writeReport fills the folder: the report for people and for programs, every table, every figure, every score.
func writeReport(out *folder, st *reports.Study, r *reports.Report, jobs int) error {
	d := r.Doc()
	pictures, err := draw(d, jobs)
	if err != nil {
		return err
	}
	p, err := printer()
	if err != nil {
		return err
	}
	p.Figure = func(f *doc.Figure) string { return pictures[f.ID].inline }
	p.Style = figureStyle()
	files := map[string][]byte{"report.md": p.Markdown(d), "report.html": p.HTML(d), "references.bib": nil}
	bib, err := reports.BibTeX(d.Citations())
	if err != nil {
		return err
	}
	files["references.bib"] = []byte(bib)
	for _, b := range append(d.Blocks, r.Extra()...) {
		if t, ok := b.(*doc.Table); ok {
			files["tables/"+t.ID+".csv"] = p.CSV(t)
			files["tables/"+t.ID+".tex"] = p.LaTeX(&doc.Doc{Blocks: []doc.Block{t}})
		}
	}
	for id, pic := range pictures {
		files["figures/"+id+".svg"] = pic.svg
		files["figures/"+id+".png"] = pic.png
	}
	taken := make(map[string]bool)
	for _, s := range st.Scores {
		var buf bytes.Buffer
		if err := formats.WriteScores(&buf, s); err != nil {
			return err
		}
		files["scores/"+fileName(s.Measure, taken)+".csv"] = buf.Bytes()
	}
	if label := r.Reuse(); label != nil {
		data, err := json.MarshalIndent(label, "", " ")
		if err != nil {
			return err
		}
		files[reuseFile] = append(data, '\n')
	}
	return writeFiles(out, r, files)
}

// writeFiles writes the files in order of their names, and last results.json, which lists them.
func writeFiles(out *folder, r *reports.Report, files map[string][]byte) error {
	names := sortedKeys(files)
	r.Files = append(append([]string{}, names...), resultsFile)
	for _, name := range names {
		if err := out.add(name, files[name]); err != nil {
			return err
		}
	}
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return out.add(resultsFile, append(data, '\n'))
}

// picture is one figure in its formats.
type picture struct {
	svg, png []byte
	inline   string // SVG for the page
}

// draw draws all figures of a document, several at a time.
func draw(d *doc.Doc, jobs int) (map[string]picture, error) {
	var figs []*doc.Figure
	for _, b := range d.Blocks {
		if f, ok := b.(*doc.Figure); ok {
			figs = append(figs, f)
		}
	}
	pictures, errs := make([]picture, len(figs)), make([]error, len(figs))
	resample.Each(len(figs), jobs, func(i int) { pictures[i], errs[i] = drawOne(figs[i]) })
	byID := make(map[string]picture)
	for i, f := range figs {
		if errs[i] != nil {
			return nil, fmt.Errorf("figure %s: %w", f.ID, errs[i])
		}
		byID[f.ID] = pictures[i]
	}
	return byID, nil
}

// maxFileName is the longest name of a score file, without its ending.
const maxFileName = 80

// fileName makes a measure's name fit for a file, and different from those taken, also where case does not count:
// "P(rel=2)@10" is "P_rel_2_at_10".
func fileName(measure string, taken map[string]bool) string {
	name := strings.ReplaceAll(measure, "@", "_at_")
	name = strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' {
			return r
		}
		return '_'
	}, name), "_")
	if runes := []rune(name); len(runes) > maxFileName/4 && len(name) > maxFileName {
		name = string(runes[:maxFileName/4])
	}
	if name == "" {
		name = "measure"
	}
	unique := name
	for n := 2; taken[strings.ToLower(unique)]; n++ {
		unique = fmt.Sprintf("%s-%d", name, n)
	}
	taken[strings.ToLower(unique)] = true
	return unique
}

func drawOne(f *doc.Figure) (picture, error) {
	var pic picture
	for _, want := range []struct {
		opt figures.Options
		put func([]byte)
	}{
		{figures.Options{Format: figures.SVG, Alt: f.Alt}, func(b []byte) { pic.svg = b }},
		{figures.Options{Format: figures.PNG}, func(b []byte) { pic.png = b }},
		{figures.Options{Format: figures.SVG, Inline: true, Alt: f.Alt}, func(b []byte) { pic.inline = string(b) }},
	} {
		var buf bytes.Buffer
		if err := figures.Draw(&buf, f.Chart, want.opt); err != nil {
			return pic, err
		}
		want.put(buf.Bytes())
	}
	return pic, nil
}

// figureStyle is the style sheet of the figures inside the page, for light and dark screens.
func figureStyle() string {
	return figures.CSS(figures.Light) + "figure svg.figure{width:min(100%,46rem)}\n" + "@media (prefers-color-scheme: dark) {\n" + figures.CSS(figures.Dark) + "}\n"
}

// uncovered warns of names that the figures cannot show.
func uncovered(d *doc.Doc) []stats.Warning {
	var out []stats.Warning
	seen := make(map[string]bool)
	for _, b := range d.Blocks {
		f, ok := b.(*doc.Figure)
		if !ok {
			continue
		}
		labels, err := figures.Uncovered(f.Chart, nil)
		if err != nil {
			continue
		}
		for _, l := range labels {
			if !seen[l.Text] {
				seen[l.Text] = true
				out = append(out, stats.Warning{Code: "uncovered-glyphs", Text: fmt.Sprintf("no font at hand has %q of %q: the PNG shows boxes", string(l.Runes), l.Text)})
			}
		}
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// page is a document as HTML with its figures inside.
func page(d *doc.Doc) ([]byte, error) {
	pictures, err := draw(d, 1)
	if err != nil {
		return nil, err
	}
	p, err := printer()
	if err != nil {
		return nil, err
	}
	p.Figure = func(f *doc.Figure) string { return pictures[f.ID].inline }
	p.Style = figureStyle()
	return p.HTML(d), nil
}

// writeFigure writes the first figure of a document.
func writeFigure(e *env, out *target, d *doc.Doc) error {
	for _, b := range d.Blocks {
		if f, ok := b.(*doc.Figure); ok {
			pic, err := drawOne(f)
			if err != nil {
				return fmt.Errorf("figure %s: %w", f.ID, err)
			}
			if out.format == "png" {
				return out.write(e, pic.png)
			}
			return out.write(e, pic.svg)
		}
	}
	return usagef("format %q: there is no figure", out.format)
}
