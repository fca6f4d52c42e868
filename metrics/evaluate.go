package metrics

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/resample"
)

// EvalOptions says how to evaluate. The zero value is trec_eval's -c: a run scores an empty ranking on a topic that it
// does not answer.
type EvalOptions struct {
	Unanswered Unanswered // UnansweredDefault means UnansweredZero
	Cutoff     int        // documents of each topic looked at (trec_eval -M); 0: all
	JudgedOnly bool       // then leave out what is not judged (trec_eval -J)
	KeepEmpty  bool       // score runs that answer no judged topic as well, which are an error otherwise
	KeepSparse bool       // score runs that answer fewer than half of the topics as well; tests must not use them
	Workers    int        // 0 means GOMAXPROCS; never changes a result
}

// Evaluation is what [Evaluate] found.
type Evaluation struct {
	Scores   []*Scores  // one a measure, in the order asked; rows in the order of the runs, without those excluded
	Missing  []Missing  // the runs that do not fit the judged topics, in the order of the runs
	Excluded []Excluded // the runs that are in no Scores, in the order of the runs; they may stay in the pool
	Dropped  []Topic    // topics dropped for all systems
}

// Missing says how the topics of a run and the judged topics differ. All lists are in byte order.
type Missing struct {
	Run    *Run
	Topics []Topic // judged topics that the run does not answer
	Extra  []Topic // topics of the run that are not judged, and so ignored
}

// Excluded is a run that is in no Scores.
type Excluded struct {
	Run              *Run
	Answered, Judged int // judged topics that it answers, of how many
}

// ErrNoCommonTopic is inside the error for a run none of whose topics is judged.
var ErrNoCommonTopic = errors.New("no topic in common with the judgments")

// ErrUnanswered is inside the error for a missing topic under [UnansweredError].
var ErrUnanswered = errors.New("topic not answered")

// Evaluate ranks and judges each run once and applies all measures. Topics are the judged ones, in byte order.
//
// A run that answers no judged topic is an error ([ErrNoCommonTopic] inside; all such runs are named). One that answers
// fewer than half of them is excluded from the scores, whatever the policy, unless opt.KeepSparse. What happens to the
// others' missing topics is up to opt.Unanswered; a topic that only excluded runs miss stays. It is an error if that leaves
// no run or no topic, if two runs have one tag, if there are no runs, topics or measures, or if a measure cannot score such
// judgments.
func Evaluate(runs []*Run, gold Gold, ms []Applied, opt EvalOptions) (*Evaluation, error) {
	if len(runs) == 0 || len(ms) == 0 {
		return nil, fmt.Errorf("evaluating %d runs by %d measures: want at least one of each", len(runs), len(ms))
	}
	topics := gold.Topics()
	if len(topics) == 0 {
		return nil, errors.New("no judged topics")
	}
	if tag, twice := repeated(runs, func(r *Run) string { return string(r.Tag) }); twice {
		return nil, fmt.Errorf("two runs have the tag %q: want one name for each, such as label=path", tag)
	}
	top := gold.Judge(topics[0], nil).Top
	for _, m := range ms {
		if err := m.Check(top); err != nil {
			return nil, err
		}
	}
	ev := &Evaluation{}
	rows, columns, err := ev.settle(runs, topics, opt)
	if err != nil {
		return nil, err
	}
	values := make([]*mat.Dense, len(ms))
	for m := range ms {
		values[m] = mat.NewDense(len(rows), len(columns), nil)
	}
	resample.Each(len(rows), opt.Workers, func(i int) {
		for c, t := range columns {
			j := judge(gold, t, rows[i], opt)
			for m := range ms {
				values[m].Set(i, c, ms[m].Value(j))
			}
		}
	})
	systems := make([]System, len(rows))
	for i, r := range rows {
		systems[i] = r.System()
	}
	for m := range ms {
		s, err := NewScores(ms[m].String(), systems, columns, values[m])
		if err != nil {
			return nil, err
		}
		for i, r := range rows { // under the other policies no such cell is left
			for c, t := range columns {
				if len(r.Topics[t]) == 0 {
					s.fill(i, c)
				}
			}
		}
		ev.Scores = append(ev.Scores, s)
	}
	return ev, nil
}

func judge(gold Gold, t Topic, r *Run, opt EvalOptions) Judged {
	docs := r.Ranked(t)
	if opt.Cutoff > 0 {
		docs = docs[:min(opt.Cutoff, len(docs))]
	}
	j := gold.Judge(t, docs)
	if opt.JudgedOnly {
		j = j.condensed()
	}
	return j
}

// settle applies the policy for missing topics: it fills in all of ev but the scores and returns the rows and columns.
func (ev *Evaluation) settle(runs []*Run, topics []Topic, opt EvalOptions) (rows []*Run, columns []Topic, err error) {
	dropped := make(map[Topic]bool)
	var errs []error
	for _, r := range runs {
		miss := compareTopics(r, topics)
		answered := len(topics) - len(miss.Topics)
		if answered == 0 && !opt.KeepEmpty {
			errs = append(errs, fmt.Errorf("%srun %q: %w%s", r.in(), r.Tag, ErrNoCommonTopic, miss.hint(topics)))
			continue
		}
		if len(miss.Topics)+len(miss.Extra) > 0 {
			ev.Missing = append(ev.Missing, miss)
		}
		few := 2*answered < len(topics) && !opt.KeepSparse
		if few || opt.Unanswered == UnansweredDropRun && len(miss.Topics) > 0 {
			ev.Excluded = append(ev.Excluded, Excluded{r, answered, len(topics)})
			continue
		}
		rows = append(rows, r)
		for _, t := range miss.Topics {
			switch opt.Unanswered {
			case UnansweredDrop:
				dropped[t] = true
			case UnansweredError:
				errs = append(errs, fmt.Errorf("%srun %q, topic %q: %w", r.in(), r.Tag, t, ErrUnanswered))
			}
		}
	}
	if len(errs) > 0 {
		return nil, nil, errors.Join(errs...)
	}
	for _, t := range topics {
		if dropped[t] {
			ev.Dropped = append(ev.Dropped, t)
		} else {
			columns = append(columns, t)
		}
	}
	if len(rows) == 0 {
		return nil, nil, fmt.Errorf("no run is left to score: each of %d misses too many judged topics", len(runs))
	}
	if len(columns) == 0 {
		return nil, nil, errors.New("no topic is answered by all runs")
	}
	return rows, columns, nil
}

// compareTopics finds what r misses and what it has beyond the judged topics, which are sorted.
func compareTopics(r *Run, topics []Topic) Missing {
	miss := Missing{Run: r}
	answered := 0
	for _, t := range topics {
		if len(r.Topics[t]) == 0 {
			miss.Topics = append(miss.Topics, t)
		} else {
			answered++
		}
	}
	if len(r.Topics) > answered {
		for t, docs := range r.Topics {
			if _, judged := slices.BinarySearch(topics, t); !judged && len(docs) > 0 {
				miss.Extra = append(miss.Extra, t)
			}
		}
		slices.Sort(miss.Extra)
	}
	return miss
}

// hint shows a topic of each kind: identifiers may differ by something that is not seen.
func (m Missing) hint(topics []Topic) string {
	if len(m.Extra) == 0 {
		return ""
	}
	return fmt.Sprintf(": its topics are like %q, those judged like %q", m.Extra[0], topics[0])
}
