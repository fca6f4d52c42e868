package reports

import (
	"errors"
	"fmt"

	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

// Analysis is a study with what several sections need, computed once.
type Analysis struct {
	*Study
	Comparisons []*Comparison // one a measure, the official one first

	pool        *pooling.Pool // nil where runs or judgments are not known
	reliability *Reliability  // nil where unreliable says why not
	audit       *PoolAudit    // nil where unaudited says why not
	wins        *Wins         // nil where unwon says why not
	unreliable  error
	unaudited   error
	unwon       error
}

// Analyse compares the systems by every measure of the study.
func Analyse(s *Study) (*Analysis, error) {
	if len(s.Scores) == 0 {
		return nil, errors.New("no scores")
	}
	a := &Analysis{Study: s}
	for _, scores := range s.Scores {
		c, err := Compare(s, scores)
		if err != nil {
			return nil, err
		}
		a.Comparisons = append(a.Comparisons, c)
	}
	var err error
	if s.Runs != nil && s.Qrels != nil && !s.complete() {
		if a.pool, err = buildPool(s); err != nil {
			return nil, err
		}
	}
	if a.reliability, err = assess(a); errors.Is(err, ErrNotApplicable) {
		a.unreliable = err
	} else if err != nil {
		return nil, err
	}
	if a.audit, err = audit(a); errors.Is(err, ErrNotApplicable) {
		a.unaudited = err
	} else if err != nil {
		return nil, err
	}
	if a.wins, err = robustWins(a); errors.Is(err, ErrNotApplicable) {
		a.unwon = err
	} else if err != nil {
		return nil, err
	}
	return a, nil
}

// official is the comparison by the official measure.
func (a *Analysis) official() *Comparison { return a.Comparisons[0] }

// lead is the line under the title.
func (a *Analysis) lead() []doc.Text {
	c := a.official()
	out := say(doc.Strong(plain("Measure")), " ", c.Measure)
	for _, other := range a.Comparisons[1:] {
		out = append(out, say(", "+other.Measure)...)
	}
	out = append(out, say(" · ", doc.Strong(plain("topics")), " ", c.Topics, " · ",
		doc.Strong(plain("systems")), " ", len(c.ranked()))...)
	if n := len(c.Systems) - len(c.ranked()); n > 0 {
		out = append(out, say(fmt.Sprintf(" and %d unranked", n))...)
	}
	if n := a.teams(); a.Teams {
		out = append(out, say(" · ", doc.Strong(plain("teams")), " ", n)...)
	}
	return append(out, say(" · sigrel ", a.Version)...)
}

// teams is the number of different teams among the ranked systems.
func (a *Analysis) teams() int {
	_, names := numberTeams(teamsOf(a.official().ranked()))
	return len(names)
}
