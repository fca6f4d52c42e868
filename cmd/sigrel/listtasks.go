package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// taskEntries explain the shared tasks: files, measures, order of ties, limits.
func taskEntries() []entry {
	return mapped(tasks.Tasks(), func(t *tasks.Task) entry {
		more := []string{
			"one topic: " + t.Topic,
			"gold: " + t.Gold,
			"run: " + t.Run,
			"measures: " + strings.Join(t.Measures, ", ") + " (the first is the official one)",
		}
		if t.Own == nil {
			more = append(more, "equal scores: "+tieText[t.Order.String()])
		}
		for _, m := range t.Own {
			more = append(more, fmt.Sprintf("%s: %s. %s Range: %s.", m.Name, m.Title, m.Doc, bounds(m.Lo, m.Hi)))
		}
		if t.Limits.Documents > 0 {
			more = append(more, fmt.Sprintf("documents a topic: at most %d", t.Limits.Documents))
		}
		if len(t.Limits.Runs) > 0 {
			more = append(more, "runs a team: "+t.Limits.String()+" (--limits changes it)")
		}
		if len(t.Flags) > 0 {
			more = append(more, "flags: --"+strings.Join(t.Flags, ", --"))
		}
		if c := cited(t.Cite); c != "" {
			more = append(more, c)
		}
		for i, line := range more {
			more[i] = wrap(line, 100)
		}
		return entry{name: t.Name, doc: t.Title + ". " + t.Doc, more: strings.Join(more, "\n")}
	})
}

// tieText says how equal scores are ordered, by name of the order.
var tieText = map[string]string{
	"trec_eval": "by document identifier, descending as bytes (as trec_eval)",
	"score":     "in the order of lines",
	"rank":      "the rank column decides, scores play no part",
}

// taskMeasures are the measures that only tasks have, where the list of measures is asked about one by name.
func taskMeasures(list string) []entry {
	if list != "measures" {
		return nil
	}
	var out []entry
	for _, t := range tasks.Tasks() {
		for _, m := range t.Own {
			more := []string{"task: " + t.Name, "range: " + bounds(m.Lo, m.Hi)}
			if c := cited(m.Cite); c != "" {
				more = append(more, c)
			}
			if !slices.ContainsFunc(out, func(x entry) bool { return x.name == m.Name }) {
				out = append(out, entry{name: m.Name, doc: capitalized(m.Title) + ". " + m.Doc, more: strings.Join(more, "\n")})
			}
		}
	}
	return out
}

// bounds is a range as mathematicians write it.
func bounds(lo, hi float64) string {
	left, right := fmt.Sprintf("[%.4g", lo), fmt.Sprintf("%.4g]", hi)
	if math.IsInf(lo, 0) {
		left = "(−∞"
	}
	if math.IsInf(hi, 0) {
		right = "∞)"
	}
	return left + ", " + right
}

// fusionEntry explains a fusion.
func fusionEntry(f *metrics.Fusion) entry {
	var more []string
	for _, p := range f.Params {
		more = append(more, fmt.Sprintf("--%s: %s (default %g)", p.Name, p.Doc, p.Default))
	}
	if c := cited(f.Cite); c != "" {
		more = append(more, c)
	}
	return entry{name: f.Name, doc: capitalized(f.Title) + ". " + f.Doc, more: strings.Join(more, "\n")}
}
