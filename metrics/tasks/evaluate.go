package tasks

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
)

// Find finds the task of that name.
func Find(name string) (*Task, error) {
	for _, t := range tasks {
		if t.Name == name {
			return t, nil
		}
	}
	names := make([]string, len(tasks))
	for i, t := range tasks {
		names[i] = t.Name
	}
	return nil, fmt.Errorf("unknown task %q: want one of %s", name, strings.Join(names, ", "))
}

// Understands says whether the flag of that name means anything to the task.
func (t *Task) Understands(flag string) bool { return slices.Contains(t.Flags, flag) }

// Evaluate scores the runs by measures of the task's own, which are named, as [metrics.Evaluate] does by others. It is for
// submissions with a Table.
//
// With opt.Unanswered a topic that a run does not answer is dropped, or the run, or refused; by default the run keeps the
// score of an empty answer. Where the table counts answers, a run without any is an error and one that answers fewer than
// half of the topics is excluded, unless opt.KeepSparse.
func (t *Task) Evaluate(s *Submissions, names []string, opt metrics.EvalOptions) (*metrics.Evaluation, error) {
	chosen, err := t.own(names)
	if err != nil {
		return nil, err
	}
	ev := &metrics.Evaluation{Missing: s.Table.Missing}
	rows, columns, err := s.Table.settle(s.Runs, opt, ev)
	if err != nil {
		return nil, err
	}
	systems := make([]metrics.System, len(rows))
	for i, r := range rows {
		systems[i] = s.Runs[r].System()
	}
	topics := make([]metrics.Topic, len(columns))
	for c, at := range columns {
		topics[c] = s.Table.Topics[at]
	}
	for _, m := range chosen {
		values := mat.NewDense(len(rows), len(columns), nil)
		for i, r := range rows {
			for c, at := range columns {
				values.Set(i, c, s.Table.Values[m].At(r, at))
			}
		}
		scores, err := metrics.NewScores(t.Own[m].Name, systems, topics, values)
		if err != nil {
			return nil, err
		}
		scores.Lower = false // a task's own name may be that of another measure elsewhere
		ev.Scores = append(ev.Scores, scores)
	}
	return ev, nil
}

// own finds measures of the task by name, in the order asked.
func (t *Task) own(names []string) ([]int, error) {
	var out []int
	for _, name := range names {
		i := slices.IndexFunc(t.Own, func(m Measure) bool { return m.Name == name })
		if i < 0 {
			known := make([]string, len(t.Own))
			for j, m := range t.Own {
				known[j] = m.Name
			}
			return nil, fmt.Errorf("measure %q: task %s has %s", name, t.Name, strings.Join(known, ", "))
		}
		if slices.Contains(out, i) {
			return nil, fmt.Errorf("measure %q twice", name)
		}
		out = append(out, i)
	}
	return out, nil
}

// settle applies the policy for missing topics: which rows and columns of the table are scored.
func (t *Table) settle(runs []*metrics.Run, opt metrics.EvalOptions, ev *metrics.Evaluation) (rows, columns []int, err error) {
	dropped := make(map[metrics.Topic]bool)
	var errs []error
	for i, r := range runs {
		missing := t.missing(r)
		answered := len(t.Topics) - len(missing)
		if t.Counts && answered == 0 && !opt.KeepEmpty {
			errs = append(errs, fmt.Errorf("%s: run %q: %w", r.File, r.Tag, metrics.ErrNoCommonTopic))
			continue
		}
		few := t.Counts && 2*answered < len(t.Topics) && !opt.KeepSparse
		if few || opt.Unanswered == metrics.UnansweredDropRun && len(missing) > 0 {
			ev.Excluded = append(ev.Excluded, metrics.Excluded{Run: r, Answered: answered, Judged: len(t.Topics)})
			continue
		}
		rows = append(rows, i)
		for _, topic := range missing {
			switch opt.Unanswered {
			case metrics.UnansweredDrop:
				dropped[topic] = true
			case metrics.UnansweredError:
				errs = append(errs, fmt.Errorf("%s: run %q, topic %q: %w", r.File, r.Tag, topic, metrics.ErrUnanswered))
			}
		}
	}
	for c, topic := range t.Topics {
		if dropped[topic] {
			ev.Dropped = append(ev.Dropped, topic)
		} else {
			columns = append(columns, c)
		}
	}
	switch {
	case len(errs) > 0:
		return nil, nil, errors.Join(errs...)
	case len(rows) == 0:
		return nil, nil, fmt.Errorf("no run is left to score: each of %d misses too many topics", len(runs))
	case len(columns) == 0:
		return nil, nil, errors.New("no topic is answered by all runs")
	}
	return rows, columns, nil
}

// missing lists the topics that r does not answer.
func (t *Table) missing(r *metrics.Run) []metrics.Topic {
	for _, m := range t.Missing {
		if m.Run == r {
			return m.Topics
		}
	}
	return nil
}
