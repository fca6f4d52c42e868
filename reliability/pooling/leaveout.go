package pooling

import (
	"errors"
	"fmt"
	"slices"

	"sigrel/metrics"
	"sigrel/stats/resample"
)

// Mode says which judgments are left when a unit is left out. The zero value is [RemoveUniques].
type Mode int

const (
	// RemoveUniques takes away the documents that only the unit contributed. Orphans, which none of these runs
	// contributed, stay. Scores before are those with all judgments.
	RemoveUniques Mode = iota
	// Repool keeps only the documents that another unit contributed. Orphans go, from the scores before as well:
	// otherwise there would be gains that are not real.
	Repool
	// RemoveRelevant is RemoveUniques for the relevant documents only: what only the unit contributed and is not relevant
	// keeps its judgment. The same for measures that look at relevant documents alone, such as AP, P and nDCG.
	RemoveRelevant
)

var modes = [...]string{RemoveUniques: "remove", Repool: "repool", RemoveRelevant: "remove-relevant"}

// String is the name used on the command line and in JSON.
func (m Mode) String() string { return modes[m] }

// MarshalText gives the name of m.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a name; the error lists the names there are.
func (m *Mode) UnmarshalText(text []byte) error {
	for i, name := range modes {
		if name == string(text) {
			*m = Mode(i)
			return nil
		}
	}
	return fmt.Errorf("mode %q: want remove, repool or remove-relevant", text)
}

// LeaveOutOptions say what to leave out, and how to score. The zero value leaves out each run, and each team where teams
// are known, removes uniques, and scores all judged topics as trec_eval -c does.
type LeaveOutOptions struct {
	Units      []Unit // nil: UnitRun, and UnitTeam if TeamsKnown, and UnitType if any run has a Kind
	Mode       Mode
	Topics     []metrics.Topic // the topics to average over; nil: all judged topics. They must be judged
	Cutoff     int             // documents of each topic that are scored; 0: all
	JudgedOnly bool            // leave out what is not judged before scoring
	Verdicts   Verdicts        // which pairs of runs differ, by the first measure; its zero value counts none
}

// LeftOut is the effect on one run of leaving its unit out of the pool.
type LeftOut struct {
	Unit string      `json:"unit"` // tag of the run, or name of the team
	Kind Unit        `json:"kind"`
	Run  metrics.Tag `json:"run"` // a member of the unit

	// Of the unit: judged documents that no other unit contributed, relevant ones among them, and the topics that have
	// such a judged document, or such a relevant one.
	UniqueJudged   int `json:"unique_judged"`
	UniqueRelevant int `json:"unique_relevant"`
	Topics         int `json:"topics_affected"`
	RelevantTopics int `json:"topics_with_unique_relevant"`

	Before     float64  `json:"before"` // mean score of the run
	After      float64  `json:"after"`
	Difference float64  `json:"difference"`  // After − Before
	Change     *float64 `json:"change"`      // Difference / |Before|; nil where Before is 0
	RankBefore int      `json:"rank_before"` // 1 + number of runs with a better mean, to 12 digits
	RankAfter  int      `json:"rank_after"`  // with all runs rescored
	RankAlone  int      `json:"rank_alone"`  // with only this run rescored, the others as before
	Tau        *float64 `json:"tau"`         // τ_b of all runs' means before and after; nil where all runs tie, or for one run
	TauAP      *float64 `json:"tau_ap"`      // τ_AP, the ranking before being the reference; ties as in SweepPoint.TauAP

	// Of the unit: pairs of all runs whose verdict changes; nil where nobody counted.
	VerdictsFlipped *int `json:"verdicts_flipped"`
}

// Audit is the outcome of leaving out each unit, by one measure.
type Audit struct {
	Measure string    `json:"measure"`
	Mode    Mode      `json:"mode"`
	LeftOut []LeftOut `json:"left_out"` // by kind, by unit, by member in the order of Build; no unit and no member lacks
	Summary Summary   `json:"summary"`
	Decided *Decided  `json:"verdicts"` // before anything is left out; nil where nobody counted
	Flips   []Flip    `json:"flips"`    // pairs whose verdict changes, by unit in the order of LeftOut
	Left    []Left    `json:"-"`        // the means of all runs without each unit, by kind, by unit
}

// Left is what all runs score when a unit is left out.
type Left struct {
	Unit  string
	Kind  Unit
	Means []float64 // in the order of Build
}

// LeaveOut scores all runs again for each unit, with judgments that lack the unit's contribution, as if it had not taken
// part: the leave-out-uniques test (Zobel, "How reliable are the results of large-scale information retrieval
// experiments?", SIGIR 1998). There is an [Audit] for each measure, in the order given. Average precision may rise, since
// the number of relevant documents falls as well. What no longer has a judgment counts as not judged; topics stay, even
// if they have no relevant document left.
//
// It returns an error if there is no measure, a measure does not fit these judgments ([metrics.Applied.Check]), or a topic
// of opt.Topics is not judged; or the error of opt.Verdicts. It panics if opt.Cutoff is negative.
func (p *Pool) LeaveOut(ms []metrics.Applied, opt LeaveOutOptions) ([]Audit, error) {
	chosen, err := p.fit(ms, opt.Topics, opt.Cutoff)
	if err != nil {
		return nil, err
	}
	if opt.Units == nil {
		opt.Units = p.Known()
	}
	s, err := newScoring(p, ms, chosen, opt)
	if err != nil {
		return nil, err
	}
	jobs := p.leaveOuts(opt.Units)
	after := make([]outcome, len(jobs))
	errs := make([]error, len(jobs))
	resample.Each(len(jobs), p.workers, func(i int) {
		if jobs[i].same < 0 {
			after[i], errs[i] = s.without(jobs[i])
		}
	})
	for i, job := range jobs {
		if errs[i] != nil {
			return nil, fmt.Errorf("pool without %s: %w", job.name, errs[i])
		}
		if job.same >= 0 {
			after[i] = after[job.same]
		}
	}
	return s.audits(jobs, after), nil
}

// Known are the units that the runs have: runs, teams if any run has one, and types if any run has a [metrics.Run.Kind]
// and not all have the same.
func (p *Pool) Known() []Unit {
	out := []Unit{UnitRun}
	if p.TeamsKnown() {
		out = append(out, UnitTeam)
	}
	if p.TypesKnown() && slices.ContainsFunc(p.runs, func(r *metrics.Run) bool { return r.Kind != "" }) {
		out = append(out, UnitType)
	}
	return out
}

// fit checks measures, topics and a cutoff, and gives the indices of the topics.
func (p *Pool) fit(ms []metrics.Applied, topics []metrics.Topic, cutoff int) ([]int, error) {
	if len(ms) == 0 {
		return nil, errors.New("pool: no measure")
	}
	for _, m := range ms {
		if err := m.Check(p.top); err != nil {
			return nil, err
		}
	}
	if cutoff < 0 {
		panic(fmt.Sprintf("pooling: cutoff %d", cutoff))
	}
	return p.chosen(topics)
}

// chosen are the indices of the named topics, in order; all if there are no names.
func (p *Pool) chosen(names []metrics.Topic) ([]int, error) {
	var out []int
	for i := range p.topics {
		if names == nil || slices.Contains(names, p.topics[i].name) {
			out = append(out, i)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(out, func(i int) bool { return p.topics[i].name == name }) {
			return nil, fmt.Errorf("pool: topic %q is not judged", name)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("pool: no topics")
	}
	return out, nil
}

// LeaveOuts is how many different sets of runs there are to leave out.
func (p *Pool) LeaveOuts(kinds []Unit) int {
	n := 0
	for _, l := range p.leaveOuts(kinds) {
		if l.same < 0 {
			n++
		}
	}
	return n
}

// leaveOut is one unit to be left out: number u of its kind.
type leaveOut struct {
	kind    Unit
	u       int32
	name    string
	members []int // runs
	same    int   // the job before that leaves out the same runs, or −1
}

// leaveOuts lists the units of the kinds, in order.
func (p *Pool) leaveOuts(kinds []Unit) []leaveOut {
	var out []leaveOut
	for _, kind := range kinds {
		if kind == UnitRun {
			for r, run := range p.runs {
				out = append(out, leaveOut{kind, int32(r), string(run.Tag), []int{r}, -1})
			}
			continue
		}
		g := p.grouping(kind)
		for u, name := range g.names {
			l := leaveOut{kind: kind, u: int32(u), name: name, members: g.members(u), same: -1}
			if len(l.members) == 1 && kind == UnitTeam {
				l.same = slices.IndexFunc(out, func(o leaveOut) bool { return slices.Equal(o.members, l.members) })
			}
			out = append(out, l)
		}
	}
	return out
}

// grouping is that of teams or types.
func (p *Pool) grouping(kind Unit) grouping {
	if kind == UnitTeam {
		return p.teams
	}
	return p.types
}

// sole tells for each document of t which unit of the kind alone contributed it.
func (t *topic) sole(kind Unit) []int32 {
	switch kind {
	case UnitTeam:
		return t.byTeam
	case UnitType:
		return t.byType
	}
	return t.byRun
}
