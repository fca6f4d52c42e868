package reports

import (
	"errors"
	"fmt"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/stats"
)

// Collection is the scores of another collection or year, to set beside this one.
type Collection struct {
	Label  string
	Scores *metrics.Scores
}

// BesideCollections sets collections side by side: this one first.
type BesideCollections struct {
	Collections []CollectionReliability `json:"collections"`
	Common      []CommonSystems         `json:"common"` // this collection with each of the others
}

// CollectionReliability is the reliability of one collection for its own systems.
type CollectionReliability struct {
	Label    string                 `json:"label"`
	Measure  string                 `json:"measure"`
	Systems  int                    `json:"systems"`
	Topics   int                    `json:"topics"`
	ERho2    *reliability.Estimate  `json:"erho2"` // null, like all below, where Reason says why
	Phi      *reliability.Estimate  `json:"phi"`
	Shares   []VarianceShare        `json:"shares"`
	Required []reliability.Required `json:"required"`
	Tau      *float64               `json:"expected_tau"`
	Reason   string                 `json:"reason,omitempty"`
}

// VarianceShare is the share of an effect in the variance of a score.
type VarianceShare struct {
	Effect string  `json:"effect"`
	Share  float64 `json:"share"`
}

// CommonSystems compares two collections by the systems that are in both under the same name.
type CommonSystems struct {
	Label   string                `json:"label"`
	Systems []metrics.Tag         `json:"systems"`
	Tau     *float64              `json:"tau"` // τ_b of their means here and there; null where Reason says why
	Reason  string                `json:"reason,omitempty"`
	Here    *reliability.Estimate `json:"erho2_here"`  // Eρ² of the common systems on the topics of this collection; null where not assessed
	There   *reliability.Estimate `json:"erho2_there"` // and of the other
}

// leastCommon is the number of common systems that a correlation of their means takes: of two it is 1 or −1.
const leastCommon = 3

// setBeside compares the official measure of this study with the other collections. Systems that stand apart here do so
// there too.
func (f *Reliability) setBeside(a *Analysis) error {
	if len(a.Beside) == 0 {
		return nil
	}
	c := a.official()
	apart := make(map[metrics.Tag]bool)
	for _, s := range c.Systems[len(c.ranked()):] {
		apart[s.System] = true
	}
	here := Collection{"this collection", c.scores.Keep(upTo(len(c.ranked())), nil)}
	here.Scores.Measure = c.Measure
	b := &BesideCollections{Common: []CommonSystems{}}
	row, err := f.collection(a, here)
	if err != nil {
		return err
	}
	if row.ERho2 != nil { // this one's limits allow for teams, where they are known
		row.ERho2, row.Phi, row.Required = &f.ERho2, &f.Phi, f.Required
	}
	b.Collections = append(b.Collections, row)
	for _, other := range a.Beside {
		var rows []int
		for i, s := range other.Scores.Systems {
			if !apart[s.Tag] {
				rows = append(rows, i)
			}
		}
		if rows == nil {
			return fmt.Errorf("collection %s: every system of it stands apart here", other.Label)
		}
		kept := Collection{other.Label, other.Scores.Keep(rows, nil)}
		if row, err = f.collection(a, kept); err != nil {
			return err
		}
		b.Collections = append(b.Collections, row)
		common, err := f.common(here, kept)
		if err != nil {
			return err
		}
		b.Common = append(b.Common, common)
	}
	f.Beside = b
	return nil
}

// collection is the reliability of one collection.
func (f *Reliability) collection(a *Analysis, c Collection) (CollectionReliability, error) {
	out := CollectionReliability{Label: c.Label, Measure: c.Scores.Measure, Systems: len(c.Scores.Systems), Topics: len(c.Scores.Topics),
		Shares: []VarianceShare{}, Required: []reliability.Required{}}
	g, err := reliability.Study(c.Scores.Values)
	if why, ok := unassessable(err); ok {
		out.Reason = why
		return out, nil
	} else if err != nil {
		return out, fmt.Errorf("collection %s: %w", c.Label, err)
	}
	targets := defaultTargets()
	if len(a.Targets) > 0 {
		targets = a.Targets
	}
	out.ERho2, out.Phi = new(g.Estimate(reliability.ERho2, g.Topics, f.Confidence)), new(g.Estimate(reliability.Phi, g.Topics, f.Confidence))
	for _, component := range g.Components {
		out.Shares = append(out.Shares, VarianceShare{component.Effect, component.Share})
	}
	out.Required = required(g, g.Limits(f.Confidence), targets)
	if e, err := reliability.Expect(c.Scores.Values, g.Topics, reliability.Student); err == nil {
		out.Tau = &e.Tau
	}
	return out, nil
}

// unassessable tells an error that the data are to blame for from others.
func unassessable(err error) (string, bool) {
	if errors.Is(err, reliability.ErrNoVariance) || errors.Is(err, stats.ErrTooFew) || errors.Is(err, stats.ErrUndefined) {
		return err.Error(), true
	}
	return "", false
}

// common compares the systems of the same name.
func (f *Reliability) common(here, there Collection) (CommonSystems, error) {
	out := CommonSystems{Label: there.Label, Systems: []metrics.Tag{}}
	var x, y []int
	for i, s := range here.Scores.Systems {
		if j := slices.IndexFunc(there.Scores.Systems, func(o metrics.System) bool { return o.Tag == s.Tag }); j >= 0 {
			x, y = append(x, i), append(y, j)
			out.Systems = append(out.Systems, s.Tag)
		}
	}
	switch n := len(x); {
	case n == 0:
		out.Reason = "no system is in both under the same name"
		return out, nil
	case n < leastCommon:
		out.Reason = fmt.Sprintf("only %s in both, a correlation takes at least %d", verb(n, "1 system is", fmt.Sprintf("%d systems are", n)), leastCommon)
		return out, nil
	}
	one, two := here.Scores.Keep(x, nil), there.Scores.Keep(y, nil)
	tau, err := stats.TauB(worth(one.Means(), one.Lower), worth(two.Means(), two.Lower))
	if why, ok := unassessable(err); ok {
		out.Reason = why
	} else if err != nil {
		return out, err
	} else {
		out.Tau = &tau
	}
	for _, side := range []struct {
		scores *metrics.Scores
		into   **reliability.Estimate
	}{{one, &out.Here}, {two, &out.There}} {
		g, err := reliability.Study(side.scores.Values)
		if _, ok := unassessable(err); ok {
			continue
		} else if err != nil {
			return out, err
		}
		*side.into = new(g.Estimate(reliability.ERho2, g.Topics, f.Confidence))
	}
	return out, nil
}
