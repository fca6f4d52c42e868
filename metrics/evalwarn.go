package metrics

import "fmt"

// Warnings says which runs do not answer all judged topics (code missing-topics) and which are in no Scores
// (excluded-run), in the order of the runs.
func (ev *Evaluation) Warnings() []Warning {
	var out []Warning
	for _, m := range ev.Missing {
		if len(m.Topics) == 0 {
			continue
		}
		text := fmt.Sprintf("run %q does not answer %s: %s", m.Run.Tag, judgedTopics(len(m.Topics)), some(quoted(m.Topics), 10))
		if len(m.Extra) > 0 {
			text += fmt.Sprintf("; it answers %d that are not judged: %s", len(m.Extra), some(quoted(m.Extra), 10))
		}
		out = append(out, Warning{"missing-topics", text})
	}
	for _, x := range ev.Excluded {
		out = append(out, Warning{"excluded-run", fmt.Sprintf("run %q answers %d of %d judged topics and is left out of all comparisons",
			x.Run.Tag, x.Answered, x.Judged)})
	}
	return out
}

func judgedTopics(n int) string {
	if n == 1 {
		return "1 judged topic"
	}
	return fmt.Sprintf("%d judged topics", n)
}

func quoted(topics []Topic) []string {
	out := make([]string, len(topics))
	for i, t := range topics {
		out[i] = fmt.Sprintf("%q", t)
	}
	return out
}
