package stats

import "testing"

// TestEquivalentTwentyTopics: the worked example of a textbook with a margin of .15, by R 4.2.
func TestEquivalentTwentyTopics(t *testing.T) {
	m, _ := sharedMatrix(t, "cases/statistics/sakai20.tsv", 1)
	e := equivalent(t, m.RawRowView(0), m.RawRowView(1), .15, tTest, Options{})
	nearAbs(t, "p", e.P, .02389838, 5e-9)
	nearAbs(t, "lower end", e.Interval.Lo, .013705255, 5e-10)
	nearAbs(t, "upper end", e.Interval.Hi, .136294745, 5e-10)
	if !e.Equivalent || e.P != e.PUpper {
		t.Errorf("%+v", e)
	}
	// The two-sided 95 % interval of the randomization test is [0, .150]; one-sided the margin is beyond reach: an end
	// is itself not rejected at half the level.
	e = equivalent(t, m.RawRowView(0), m.RawRowView(1), .15, randomization, Options{Alpha: .025, Intervals: true})
	if e.Equivalent || e.Interval.Hi != .15 || e.Method != Exact {
		t.Errorf("%+v", e)
	}
}
