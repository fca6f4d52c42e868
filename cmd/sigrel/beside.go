package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
)

// beside is the flag that names other collections to compare with.
type beside struct{ files []string }

func (b *beside) register(f *pflag.FlagSet) {
	f.StringArrayVar(&b.files, "beside", nil, "per-topic scores of another collection or year, a `file` such as 2024=scores.csv, to set beside this one (repeat the flag)")
}

func (b *beside) paths() []string {
	return mapped(files(b.files), func(f formats.File) string { return f.Path })
}

// load reads the other collections: of each the scores by the study's official measure, or by the only measure it has.
func (b *beside) load(s *source, st *reports.Study) error {
	seen := make(map[string]bool)
	for _, f := range files(b.files) {
		if f.Path == formats.Stdin {
			return usagef("--beside -: want a file")
		}
		label := f.Label
		if label == "" {
			base := filepath.Base(f.Path)
			label = strings.TrimSuffix(base, filepath.Ext(base))
		}
		if seen[label] {
			return usagef("--beside: two collections are called %q: want label=path", label)
		}
		seen[label] = true
		f.Label = ""
		opt := formats.ScoreOptions{Unanswered: s.missing, Measure: st.Scores[0].Measure}
		scores, warnings, err := formats.ReadScoreFiles([]formats.File{f}, opt)
		if err != nil {
			return err
		}
		warn(st, warnings)
		i := slices.IndexFunc(scores, func(sc *metrics.Scores) bool { return sc.Measure == st.Scores[0].Measure })
		if i < 0 {
			if len(scores) > 1 {
				return fmt.Errorf("%s: no scores of %s, the measure of this collection, but of %s: want one of them with -m", f.Path, st.Scores[0].Measure,
					names(scores, func(sc *metrics.Scores) string { return sc.Measure }))
			}
			i = 0
		}
		st.Beside = append(st.Beside, reports.Collection{Label: label, Scores: scores[i]})
	}
	return nil
}
