package tasks

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sigrel/metrics"
)

// rankingWriter writes a run as one file: a line a document, in the order of topics and ranks.
func rankingWriter(line func(t metrics.Topic, d metrics.Doc, rank int, score, tag string) string) func(r *metrics.Run) []Output {
	return func(r *metrics.Run) []Output {
		tag := strings.Join(strings.Fields(string(r.Tag)), "_")
		var b bytes.Buffer
		for _, t := range slices.Sorted(maps.Keys(r.Topics)) {
			for i, d := range r.Ranked(t) {
				b.WriteString(line(t, d.Doc, i+1, rankingDecimal(d.Score), tag))
				b.WriteByte('\n')
			}
		}
		return []Output{{Data: b.Bytes()}}
	}
}

// rankingTrec is a line of a run in the TREC format, with tabs.
func rankingTrec(t metrics.Topic, d metrics.Doc, rank int, score, tag string) string {
	return fmt.Sprintf("%s\tQ0\t%s\t%d\t%s\t%s", t, d, rank, score, tag)
}
