package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
)

// loadScores reads per-topic scores instead of runs. With --measure, a table that names its measures gives those; one
// that does not is taken to be of the measure named.
func (s *source) loadScores(st *reports.Study) error {
	opt := formats.ScoreOptions{Unanswered: s.missing}
	if len(s.measures) == 1 {
		opt.Measure = s.measures[0]
		if a, err := metrics.Find(opt.Measure); err == nil {
			opt.Measure = a.String()
		}
	}
	var problems formats.Problems
	fs := files(s.scores)
	scores, warnings, err := formats.ReadScoreFiles(fs, opt)
	problems.Merge("", err)
	warn(st, warnings)
	entries, err := s.readTeams(st)
	problems.Merge(s.teams, err)
	if err := problems.Err(); err != nil {
		return err
	}
	if st.Scores, err = s.choose(scores); err != nil {
		return err
	}
	if err := s.leftOut(st, scores); err != nil {
		return &formats.Problem{Pos: formats.Pos{File: s.scores[0]}, Err: err}
	}
	if err := sameShape(st.Scores); err != nil {
		return &formats.Problem{Pos: formats.Pos{File: s.scores[0]}, Err: err}
	}
	for _, f := range fs {
		s.inputs = append(s.inputs, reports.Input{File: f.Path, Role: "scores"})
	}
	for m, sc := range st.Scores {
		kept := sc.Keep(nil, nil)
		for i := range kept.Systems {
			sys := &kept.Systems[i]
			e := s.entry(st, entries, sys.Tag, m == 0)
			sys.Team, sys.Type = e.Team, e.Type
			if e.Label != "" {
				sys.Tag = metrics.Tag(e.Label)
			}
		}
		st.Scores[m] = kept
	}
	return s.distinct(mapped(st.Scores[0].Systems, func(sys metrics.System) metrics.Tag { return sys.Tag }))
}

// leftOut finds systems that have no score of a measure asked for, as where files name different measures: an error with
// several files, else a warning. Systems that --systems leaves out, and those that --missing drop-run dropped, do not matter.
func (s *source) leftOut(st *reports.Study, all []*metrics.Scores) error {
	if len(s.measures) == 0 || s.missing == metrics.UnansweredDropRun {
		return nil // sameShape looks at all measures; a dropped run was named
	}
	for _, chosen := range st.Scores {
		var lost []string
		for _, sc := range all {
			for _, sys := range sc.Systems {
				name := formats.Show(sys.Tag)
				asked := len(s.systems) == 0 || slices.Contains(s.systems, string(sys.Tag))
				if asked && !slices.Contains(chosen.Systems, sys) && !slices.Contains(lost, name) {
					lost = append(lost, name)
				}
			}
		}
		if len(lost) == 0 {
			continue
		}
		if len(s.scores) > 1 {
			return fmt.Errorf("%w: no scores of measure %s for %s, want a measure that all systems have", formats.ErrMissing, chosen.Measure, strings.Join(lost, ", "))
		}
		warn(st, []metrics.Warning{{Code: "missing-topics", Text: fmt.Sprintf("measure %s: no scores for %s", chosen.Measure, strings.Join(lost, ", "))}})
	}
	return nil
}

// sameShape puts the systems of all measures in one order, and refuses measures that are not of the same systems and
// topics: a table of both would put scores in wrong places, and no reader could tell what a mean is over.
func sameShape(scores []*metrics.Scores) error {
	for m, sc := range scores {
		rows := make([]int, 0, len(sc.Systems))
		for _, sys := range scores[0].Systems {
			if i := slices.Index(sc.Systems, sys); i >= 0 {
				rows = append(rows, i)
			}
		}
		if len(rows) == len(sc.Systems) {
			sc = sc.Keep(rows, nil) // the same systems in the order of the first measure
			scores[m] = sc
		}
		if !slices.Equal(sc.Systems, scores[0].Systems) || !slices.Equal(sc.Topics, scores[0].Topics) {
			return fmt.Errorf("measures %s and %s are not of the same systems and topics (%d × %d, %d × %d): want one of them, with --measure",
				scores[0].Measure, sc.Measure, len(scores[0].Systems), len(scores[0].Topics), len(sc.Systems), len(sc.Topics))
		}
	}
	return nil
}

// distinct refuses labels that make two runs one.
func (s *source) distinct(tags []metrics.Tag) error {
	seen := make(map[metrics.Tag]bool)
	for _, t := range tags {
		if seen[t] {
			return &formats.Problem{Pos: formats.Pos{File: s.teams}, Err: fmt.Errorf("label %q: two runs would have this name, want different ones", t)}
		}
		seen[t] = true
	}
	return nil
}

// choose keeps the measures asked for, in the order asked.
func (s *source) choose(scores []*metrics.Scores) ([]*metrics.Scores, error) {
	if len(s.measures) == 0 {
		return scores, nil
	}
	var out []*metrics.Scores
	for _, name := range s.measures {
		if a, err := metrics.Find(name); err == nil {
			name = a.String()
		}
		i := slices.IndexFunc(scores, func(sc *metrics.Scores) bool { return sc.Measure == name })
		if i < 0 {
			return nil, usagef("measure %q: the scores have %s", name, names(scores, func(sc *metrics.Scores) string { return sc.Measure }))
		}
		if slices.Contains(out, scores[i]) {
			return nil, usagef("measure %q twice", name)
		}
		out = append(out, scores[i])
	}
	return out, nil
}

// readTeams reads the team file, if there is one, by run.
func (s *source) readTeams(st *reports.Study) (map[metrics.Tag]formats.Entry, error) {
	st.Teams = s.teams != "" || s.teamPattern != ""
	if s.teams == "" {
		return nil, nil
	}
	r, err := formats.Open(s.teams)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	list, err := formats.ReadTeams(r, s.teams)
	if err != nil {
		return nil, err
	}
	s.inputs = append(s.inputs, reports.Input{File: s.teams, Role: "teams"})
	entries := make(map[metrics.Tag]formats.Entry, len(list))
	for _, e := range list {
		entries[e.Run] = e
	}
	return entries, nil
}

// entry is what is known of a run's team. A run that the team file or the pattern does not know stands for itself.
func (s *source) entry(st *reports.Study, entries map[metrics.Tag]formats.Entry, tag metrics.Tag, say bool) formats.Entry {
	if !st.Teams {
		return formats.Entry{Run: tag}
	}
	if e, ok := entries[tag]; ok {
		return e
	}
	if s.teamPattern != "" {
		if m := s.pattern.FindStringSubmatch(string(tag)); m != nil && m[1] != "" {
			return formats.Entry{Run: tag, Team: metrics.Team(m[1])}
		}
	}
	if say {
		where := "the team file"
		if s.teamPattern != "" {
			where = "the team pattern"
		}
		warn(st, []metrics.Warning{{Code: "unknown-team", Text: fmt.Sprintf("run %q is not known to %s: it stands for itself", tag, where)}})
	}
	return formats.Entry{Run: tag, Team: metrics.Team(tag)}
}

// assignRuns gives the runs their teams and types, and their labels as names.
func (s *source) assignRuns(st *reports.Study, runs []*metrics.Run, entries map[metrics.Tag]formats.Entry) error {
	for _, r := range runs {
		e := s.entry(st, entries, r.Tag, true)
		r.Team, r.Type, r.Kind, r.Unpooled, r.Model = e.Team, e.Type, e.Kind, e.Unpooled, e.Model
		if e.Label != "" {
			r.Tag = metrics.Tag(e.Label)
		}
	}
	return s.distinct(mapped(runs, func(r *metrics.Run) metrics.Tag { return r.Tag }))
}

// compilePattern checks --team-pattern.
func (s *source) compilePattern() error {
	if s.teamPattern == "" {
		return nil
	}
	p, err := regexp.Compile(s.teamPattern)
	if err != nil {
		return usagef("team pattern %q: %v", s.teamPattern, err)
	}
	if p.NumSubexp() < 1 {
		return usagef("team pattern %q: want a group in parentheses, which is the team", s.teamPattern)
	}
	s.pattern = p
	return nil
}

// mapped is f of each element.
func mapped[T, U any](list []T, f func(T) U) []U {
	out := make([]U, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}
