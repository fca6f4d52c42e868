package metrics_test

import (
	"slices"
	"testing"

	"sigrel/metrics"
)

// The number of documents needed is rounded from the product as doubles have it: 0.7·45 is 31.499999999999996, and 0.3·57 + 0.9
// is 17.999999999999996. A topic has that many relevant documents, of which some are retrieved on top: the precision at the
// recall level is 1 if that is enough, else 0.
func TestDocumentsNeeded(t *testing.T) {
	for _, c := range []struct {
		name     string
		relevant int
		needed   int
	}{
		{"IPrec@0.7", 45, 31},
		{"IPrec@0.5", 3, 2}, // 1.5: halves upwards
		{"IPrec@0.3", 4, 1},
		{"IPrec(trec_eval=9)@0.3", 4, 2},
		{"IPrec(trec_eval=9)@0.3", 57, 17},
		{"IPrec(trec_eval=9)@0.1", 11, 2},
		{"IPrec(trec_eval=9)@0.1", 12, 2},
		{"IPrec(trec_eval=9)@1", 12, 12},
	} {
		j := judgedOf(c.relevant)
		for _, found := range []int{c.needed - 1, c.needed} {
			j.Gains = slices.Repeat([]float64{1}, found)
			want := float64(found + 1 - c.needed)
			if got := find(t, c.name).Value(j); got != want {
				t.Errorf("%s: %d of %d relevant documents: got %v, want %v", c.name, found, c.relevant, got, want)
			}
		}
	}
	// Rprec_mult always adds 0.9 and rounds down: 0.5·3 + 0.9 is 2.4, and one of two is relevant.
	j := judgedOf(3)
	j.Gains = []float64{1, 0, 0}
	if got := find(t, "Rprec_mult@0.5").Value(j); got != .5 {
		t.Errorf("Rprec_mult@0.5: got %v, want 0.5", got)
	}
}

// judgedOf is a topic with so many relevant documents, and no ranking yet.
func judgedOf(relevant int) metrics.Judged {
	return metrics.Judged{Ideal: slices.Repeat([]float64{1}, relevant), Level: 1, Top: 1}
}
