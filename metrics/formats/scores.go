package formats

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
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
//   - first cell "system" or "run": rows are systems, columns topics;
//   - first cell "topic", "query" or "qid": rows are topics, columns systems;
//   - columns named measure, topic, system or run, score, judge in any order: one score a line (long form). Topic and
//     score must be there; without a system the file has one, named as opt.System says;
//   - two fields, the second a number: topics and scores of one system;
//   - three fields, measure, topic and value: what trec_eval -q prints. Lines for "all" are skipped, as are those of
//     runid, num_q, relstring and the geometric means; names of measures become canonical;
//   - anything else is bare: the first line names the systems, every other is a topic, numbered from 1.
//
// Systems keep the order of the file, topics are in byte order, so that the order of lines changes no number. A missing
// score is an empty cell, NA, NaN or "-", or a line that is not there; opt.Unanswered says what becomes of it. The
// warnings are of code missing-topics. An error is a [*Problems] or a [*Problem].
func ReadScores(r io.Reader, file string, opt ScoreOptions) ([]*metrics.Scores, []metrics.Warning, error) {
	s := newSheet(opt)
	if err := s.read(r, File{Path: file}); err != nil {
		return nil, nil, err
	}
	return s.scores()
}

// ReadScoreFiles reads several score files as one: files of one system each (the label, or else the file's name, names the
// system), or parts of one table. Missing scores are settled when all files are read.
func ReadScoreFiles(files []File, opt ScoreOptions) ([]*metrics.Scores, []metrics.Warning, error) {
	s := newSheet(opt)
	var problems Problems
	for _, f := range files {
		in, err := Open(f.Path)
		if err == nil {
			err = s.read(in, f)
			in.Close()
		}
		problems.Merge(f.Path, err)
	}
	if err := problems.Err(); err != nil {
		return nil, nil, err
	}
	return s.scores()
}

// SystemName is the name of the system in a file of one system: the last part of the path, without the endings that say
// how it is written.
func SystemName(path string) metrics.Tag {
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	for _, ending := range []string{".tsv", ".csv", ".txt", ".eval", ".scores", ".res"} {
		if short := strings.TrimSuffix(name, ending); short != name && short != "" {
			return metrics.Tag(short)
		}
	}
	return metrics.Tag(name)
}

// WriteScores writes s as a table with commas: a line of names, then one line a topic, in full precision. [ReadScores]
// reads it back; the name of the measure is not written.
func WriteScores(w io.Writer, s *metrics.Scores) error {
	out := csv.NewWriter(w)
	line := make([]string, 1, len(s.Systems)+1)
	line[0] = "topic"
	for _, sys := range s.Systems {
		line = append(line, string(sys.Tag))
	}
	if err := out.Write(line); err != nil {
		return fmt.Errorf("writing scores: %w", err)
	}
	for t, topic := range s.Topics {
		line = append(line[:0], string(topic))
		for i := range s.Systems {
			line = append(line, strconv.FormatFloat(s.Values.At(i, t), 'g', -1, 64))
		}
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
