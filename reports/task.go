package reports

import (
	"fmt"

	"sigrel/stats"
)

// allJudged is why a task without a pool has none audited.
const allJudged = "the organisers judged every document that a run may hold, so there is no pool"

// withoutJudgments says why there are no judgments of documents.
func (s *Study) withoutJudgments() string {
	switch {
	case s.Task == nil:
	case s.Task.Ranks:
		return fmt.Sprintf("the judgments of task %s are more than a list of relevant documents", s.Task.Name)
	default:
		return fmt.Sprintf("the task %s is not scored document by document", s.Task.Name)
	}
	return "a score matrix was given, no runs and no judgments"
}

// complete tells whether every document that a run may hold is judged.
func (s *Study) complete() bool { return s.Task != nil && s.Task.Complete }

// references are the task's lines that no team submitted.
func (t *Task) references() []ReferenceLine {
	if t == nil || t.References == nil {
		return []ReferenceLine{}
	}
	return t.References
}

// conventions are those of the task, and what its number of topics allows.
func (t *Task) conventions(s *Study) []Convention {
	out := []Convention{{"task", fmt.Sprintf("%s (%s)", t.Title, t.Name)}}
	out = append(out, Convention{"topics", fmt.Sprintf("one topic is one %s; %s", t.Topic, leastText(s))})
	return append(out, t.Conventions...)
}

// leastText says what the number of topics allows a single test to find: "with 3 topics the two-sided p of … cannot be
// less than 0.25".
func leastText(s *Study) string {
	n := len(s.Scores[0].Topics)
	if s.Test == nil || s.Test.Least == nil {
		return count(n, "topic")
	}
	side := "two-sided"
	if s.Options.Alternative != stats.TwoSided {
		side = "one-sided"
	}
	return fmt.Sprintf("with %s the %s p of one %s cannot be less than %.3g", count(n, "topic"), side, lookup(testNames, s.Test.Name),
		s.Test.Least(n, s.Options.Alternative))
}
