package formats

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sigrel/metrics"
)

// ScoreOptions says how to read score files. The zero value is the usual case.
type ScoreOptions struct {
	Measure    string             // name of the scores where the file does not say; "" means "score"
	System     metrics.Tag        // name of the system in a file of one system; "" means the file's name
	Judge      string             // whose scores to read where a file has those of several judges
	Unanswered metrics.Unanswered // what a hole means; UnansweredDefault is UnansweredError
}

// ReadScores reads per-topic scores, one [metrics.Scores] a measure in the order of the file. The first line tells the
// form. Fields are separated by commas or tabs (or blanks, if the first line has neither); names are compared without case:
//
//   - columns named measure, topic, system or run, score, judge in any order: one score a line (long form). Topic and
//     score must be there; without a system the file has one, named as opt.System says. A first column without a name, as
//     pandas writes it, is left out;
//   - columns named name, qid, measure, value in any order: a PyTerrier experiment by query, read likewise;
//   - first cell "system" or "run": rows are systems, columns topics;
//   - first cell "topic", "query" or "qid": rows are topics, columns systems;
//   - a JSON object of topics, each an object of measures and scores, as pytrec_eval gives it: one system. A topic without
//     measures lacks a score of each that others have;
//   - two fields, the second a number: topics and scores of one system, but an error where all of the topics look like scores
//     (0.25), as in a bare table without names;
//   - three fields, the last a number: what trec_eval -q prints (measure, topic, value) or ir_measures -q (topic, measure,
//     value), whichever of the first two holds names of measures on more lines. Lines for "all" are skipped, and of trec_eval
//     those of runid, num_q, relstring and the geometric means;
//   - anything else is bare: the first line names the systems, every other is a topic, numbered from 1.
//
// Names of measures that trec_eval, ir_measures or PyTerrier wrote become canonical.
//
// Systems keep the order of the file, topics are in byte order, so that the order of lines changes no number. A missing
// score is an empty cell, NA, NaN or "-", or a line that is not there; opt.Unanswered says what becomes of it. A score that
// [metrics.NewScores] would not take is an error ([metrics.ErrRange] inside), and so is a topic named as scorers name a mean
// or a sum of the others, such as all or average ([ErrSummary]): it is no topic. The warnings are of code missing-topics,
// and summary-column for a system with such a name. An error is a [*Problems].
func ReadScores(r io.Reader, file string, opt ScoreOptions) ([]*metrics.Scores, []metrics.Warning, error) {
	s := newSheet(opt)
	s.read(r, File{Path: file})
	return s.scores()
}

// ReadScoreFiles reads several score files as one: files of one system each (the label, or else the file's name, names the
// system), or parts of one table. Missing scores are settled when all files are read.
func ReadScoreFiles(files []File, opt ScoreOptions) ([]*metrics.Scores, []metrics.Warning, error) {
	s := newSheet(opt)
	for _, f := range files {
		in, err := f.open()
		if err != nil {
			s.problems.Merge(f.Path, err)
			continue
		}
		s.read(in, f)
		in.Close()
	}
	return s.scores()
}

// SystemName is the name of the system in a file of one system: the last part of the path, without the endings that say
// how it is written.
func SystemName(path string) metrics.Tag {
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	for _, ending := range []string{".tsv", ".csv", ".txt", ".eval", ".scores", ".res", ".json"} {
		if short := strings.TrimSuffix(name, ending); short != name && short != "" {
			return metrics.Tag(short)
		}
	}
	return metrics.Tag(name)
}

// WriteScores writes s as a table with commas: a line of names, then one line a topic, in full precision. Where a system
// is called as a column of the long form may be, such as score, it is one score a line instead, so that [ReadScores] reads
// back all tables; the name of the measure is not written.
func WriteScores(w io.Writer, s *metrics.Scores) error {
	out := csv.NewWriter(w)
	lines := wideLines(s)
	if slices.ContainsFunc(s.Systems, func(sys metrics.System) bool { return role(string(sys.Tag)) != "" }) {
		lines = longLines(s)
	}
	for line := range lines {
		if err := out.Write(line); err != nil {
			return fmt.Errorf("writing scores: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("writing scores: %w", err)
	}
	return nil
}

func wideLines(s *metrics.Scores) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		line := []string{"topic"}
		for _, sys := range s.Systems {
			line = append(line, string(sys.Tag))
		}
		if !yield(line) {
			return
		}
		for t, topic := range s.Topics {
			line = append(line[:0], string(topic))
			for i := range s.Systems {
				line = append(line, fullNumber(s.Values.At(i, t)))
			}
			if !yield(line) {
				return
			}
		}
	}
}

func longLines(s *metrics.Scores) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		if !yield([]string{"run", "topic", "score"}) {
			return
		}
		for t, topic := range s.Topics {
			for i, sys := range s.Systems {
				if !yield([]string{string(sys.Tag), string(topic), fullNumber(s.Values.At(i, t))}) {
					return
				}
			}
		}
	}
}

// fullNumber has as many digits as it takes to read the same number back.
func fullNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
