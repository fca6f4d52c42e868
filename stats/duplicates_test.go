package stats

import "testing"

// On three topics 0.1, 0.2, 0.9 and 0.3, 0.35, 0.7 correlate by 1 exactly, as any two systems may that rise together; that is no
// sign of a copy. Equal scores are, on any number of topics.
func TestDuplicatesOfFewTopics(t *testing.T) {
	rising := rowsOf([]float64{.1, .2, .9}, []float64{.3, .35, .7})
	if got := Duplicates(rising); len(got) != 0 {
		t.Errorf("three topics: %+v", got)
	}
	if got := Duplicates(rowsOf([]float64{.1, .2, .9}, []float64{.1, .2, .9})); len(got) != 1 || got[0].Code != "duplicate-runs" {
		t.Errorf("equal scores: %+v", got)
	}
	if got := Duplicates(rowsOf([]float64{.1, .2, .9, .4, .5}, []float64{.3, .35, .7, .45, .5})); len(got) != 1 || got[0].Code != "near-duplicate" {
		t.Errorf("five topics: %+v", got)
	}
}
