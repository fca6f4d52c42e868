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

// registerTopics declares the file of topics, for commands that show topics.
func (s *source) registerTopics(f *pflag.FlagSet) {
	f.StringVar(&s.topics, "topics-file", "", "`file` of topics: a table with the columns topic, perhaps title, and categories such as language")
}

// readTopics reads what is known of the topics, and warns of topics that are in the file or in the scores only.
func (s *source) readTopics(st *reports.Study) error {
	if s.topics == "" {
		return nil
	}
	r, err := formats.Open(s.topics)
	if err != nil {
		return err
	}
	defer r.Close()
	if st.About, err = formats.ReadTopics(r, s.topics); err != nil {
		return err
	}
	s.inputs = append(s.inputs, reports.Input{File: s.topics, Role: "topics"})
	var missing, unknown []string
	scored := make(map[metrics.Topic]bool)
	for _, t := range st.Scores[0].Topics {
		scored[t] = true
		if _, ok := st.About.Topics[t]; !ok {
			missing = append(missing, formats.Show(t))
		}
	}
	for t := range st.About.Topics {
		if !scored[t] {
			unknown = append(unknown, formats.Show(t))
		}
	}
	slices.Sort(unknown)
	if len(missing) == len(scored) {
		return &formats.Problem{Pos: formats.Pos{File: s.topics}, Err: fmt.Errorf("no topic of the scores is in the file: it has %s, the scores have %s", firstFew(unknown), firstFew(missing))}
	}
	if missing != nil {
		st.Warnings = append(st.Warnings, stats.Warning{Code: "undescribed-topics", Text: fmt.Sprintf("%s: %s of the scores %s not in the file: %s",
			s.topics, plural(len(missing), "topic"), isAre(len(missing)), firstFew(missing))})
	}
	if unknown != nil {
		st.Warnings = append(st.Warnings, stats.Warning{Code: "unknown-topics", Text: fmt.Sprintf("%s: %s %s no scores: %s",
			s.topics, plural(len(unknown), "topic"), hasHave(len(unknown)), firstFew(unknown))})
	}
	return nil
}

// firstFew lists the first names.
func firstFew(names []string) string {
	const few = 5
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func hasHave(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// strataOf takes the strata from a column of the file of topics.
func strataOf(about *metrics.TopicTable, by string) (map[metrics.Topic]string, error) {
	column := slices.IndexFunc(about.Columns, func(c string) bool { return strings.EqualFold(c, by) })
	if column < 0 {
		if len(about.Columns) == 0 {
			return nil, usagef("--strata-by %q: %s has no column but topics and titles", by, about.File)
		}
		return nil, usagef("--strata-by %q: %s has no such column, want one of %s", by, about.File, strings.Join(about.Columns, ", "))
	}
	of := make(map[metrics.Topic]string)
	for topic := range about.Topics {
		of[topic] = about.Value(topic, column)
	}
	return of, nil
}
