package stats

import (
	"errors"
	"fmt"
)

// Needed is how many topics a plan needs, and how many it may need, given that the standard deviation is only estimated.
type Needed struct {
	Topics     int     `json:"topics"`      // at the estimated standard deviation
	AtMost     *int    `json:"topics_most"` // at its upper bound; nil if that is more than [MaxTopics]
	SD         float64 `json:"sd"`          // of the difference of two systems, in score units
	SDUpper    float64 `json:"sd_upper"`
	Confidence float64 `json:"confidence"` // of the bound
}

// Needed is [Design.Topics] for an estimated spread, which replaces a.SD, and for the upper bound of its standard
// deviation. Estimates from a few dozen topics are so unsure that the second can be nearly twice the first (Webber,
// Moffat and Zobel, CIKM 2008). delta is the smallest difference that matters, not one that was observed. The error
// wraps [ErrRange] also for a confidence outside (0, 1); else as there.
//
// To plan for the top of a ranking, take the greatest Needed of its pairs, each with [PairSpread]; or, with Tukey's
// procedure, that of [TwoWaySpread] of all systems.
func (d *Design) Needed(power, delta float64, a Assumptions, s Spread, confidence float64) (Needed, error) {
	if err := firstError(checkPositive("sd", s.SD()), checkPositive("df", s.Effective),
		checkShare("confidence", confidence, 0)); err != nil {
		return Needed{}, err
	}
	out := Needed{SD: s.SD(), SDUpper: s.SDUpper(confidence), Confidence: confidence}
	var err error
	a.SD = out.SD
	if out.Topics, err = d.Topics(power, delta, a); err != nil {
		return Needed{}, err
	}
	a.SD = out.SDUpper
	most, err := d.Topics(power, delta, a)
	switch {
	case err == nil:
		out.AtMost = &most
	case !errors.Is(err, ErrUnreachable):
		return Needed{}, fmt.Errorf("upper bound: %w", err)
	}
	return out, nil
}
