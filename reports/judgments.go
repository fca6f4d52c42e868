package reports

import (
	"sigrel/metrics"
	"sigrel/stats/resample"
)

// JudgeStudy is what is known of two sets of judgments of the same topics: A, the reference where one is needed, and B.
type JudgeStudy struct {
	Names      [2]string              // of the judges, or the files; never equal
	Qrels      [2]metrics.Qrels       // as read: a negative grade is pooled, not judged
	Level      metrics.Grade          // least grade that counts as relevant
	Runs       []*metrics.Run         // nil: only the labels are compared
	Study      [2]*Study              // the runs scored under each set, by the same flags and measures; nil without runs
	Circular   map[metrics.Tag]string // how far a run used the model that made B: "yes", "family", "no"; nil: not said
	Rerank     int                    // documents of each topic that the stress test re-ranks; 0 means DefaultRerank
	Tops       []int                  // of A whose τ_b is given; nil: 10
	Persist    []float64              // of rank-biased overlap; nil: stats.DefaultPersistence
	Confidence float64                // of intervals; 0 means stats.DefaultConfidence
	Plan       resample.Plan          // of what is drawn
}
