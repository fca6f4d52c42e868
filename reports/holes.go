package reports

import (
	"slices"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
)

// HoleFinding is what the judgments can say about runs that were not pooled. It is part of [PoolAudit].
type HoleFinding struct {
	New         []NewRun             `json:"new"`         // null where every run was pooled
	JudgeNext   []pooling.ToJudge    `json:"judge_next"`  // null where nobody asked
	Adjustments []pooling.Adjustment `json:"adjustments"` // by the official measure; null where AdjustReason says why
	HoleTest    *HoleTest            `json:"hole_test"`   // null where every run was pooled

	AdjustReason string `json:"adjustments_reason"` // empty where there are some
}

// HoleTest says how the pairs of new runs were tested.
type HoleTest struct {
	Test       string  `json:"test"`
	Correction string  `json:"correction"` // over Pairs; "none" for one
	Pairs      int     `json:"pairs"`
	Alpha      float64 `json:"alpha"`
	Depth      int     `json:"depth"`  // holes below this rank of every run stay without a judgment; 0: none do
	Reason     string  `json:"reason"` // why no p is bounded; empty if it is
}

// NewRun is a run that was not pooled.
type NewRun struct {
	Run      metrics.Tag    `json:"run"`
	Team     metrics.Team   `json:"team"`
	Unjudged []pooling.Rate `json:"unjudged"` // at each cutoff
	Measures []NewMeasure   `json:"measures"` // the official one first
	Bpref    RankedScore    `json:"bpref"`
	RBP      NewRBP         `json:"rbp"`
}

// RankedScore is a mean with its rank among all runs: 1 + the number of runs with a better one.
type RankedScore struct {
	Score float64 `json:"score"`
	Rank  int     `json:"rank"`
}

// NewRBP is rank-biased precision with what unjudged documents could add, those beyond the end of the lists included.
type NewRBP struct {
	Measure string `json:"measure"`
	RankedScore
	Residual float64 `json:"residual"`
}

// NewMeasure is one measure of a run that was not pooled.
type NewMeasure struct {
	Measure string `json:"measure"`
	RankedScore
	Of        int                `json:"of"` // runs that are ranked
	Condensed RankedScore        `json:"condensed"`
	Bounds    *pooling.Bounds    `json:"bounds"`        // over the labels of its own holes; null where Reason says why
	Reason    string             `json:"bounds_reason"` // empty where there are bounds
	Ranks     *pooling.RankRange `json:"ranks"`         // over the labels of the holes of all runs; null where RanksReason says why
	Drawn     *pooling.Drawn     `json:"drawn"`         // null where the measure looks at what is not judged
	Errors    ErrorBudget        `json:"error_budget"`
	Pairs     []NewPair          `json:"pairs"` // with every other run, in the order of means; null as Bounds

	RanksReason string `json:"ranks_reason"` // empty where there are ranks, or no bounds
}

// ErrorBudget sets the uncertainty of a mean that comes from the topics beside that from missing judgments, in score units.
type ErrorBudget struct {
	Topics *float64 `json:"topics"` // standard error: √(variance of system × topic / topics); null for one topic or run
	Labels *float64 `json:"labels"` // standard deviation over drawn labels
	Bounds *float64 `json:"bounds"` // half the distance of the bounds
}

// NewPair compares a run that was not pooled with another.
type NewPair struct {
	Other metrics.Tag `json:"other"`
	pooling.Bounds
	Own   pooling.Bounds `json:"own_holes"` // where only the documents of the new run are judged
	Order string         `json:"order"`     // "better", "worse" or "equal" under every labelling, else "open"
	P     *float64       `json:"p"`         // as judged, corrected; null where the test has no bounds
	PLo   *float64       `json:"p_lo"`      // corrected p is at least this, whatever the labels; null where it may come near 0
	PHi   *float64       `json:"p_hi"`      // and at most this
	// Verdict is "significant" or "not-significant" under every labelling, "not-decided" where it is not significant under some,
	// and "open" where neither was proved.
	Verdict    string `json:"verdict"`
	Flips      *int   `json:"flips"`       // no fewer documents found relevant turn the order round; null where none can, or none is known
	FlipsExact bool   `json:"flips_exact"` // and so many can
	FlipsKnown bool   `json:"flips_known"`

	decision *pooling.Decision
	p        float64
	index    int
}

// HoleOptions say what to find out about runs that were not pooled.
type HoleOptions struct {
	Depth     int // holes below this rank of every run stay without a judgment; 0: none do
	JudgeNext int // documents to list
}

// sampledPool refuses to audit by what only the strata of a sampled pool make sense of.
func (s *Study) sampledPool() error {
	if s.Sampled && slices.ContainsFunc(s.Measures, func(m metrics.Applied) bool { return m.Name == "xinfAP" }) {
		return notAssessed("judgments are left out and filled in without regard to the strata of the pool, which xinfAP needs")
	}
	return nil
}

// isNew says whether a run did not help to build the pool.
func isNew(r *metrics.Run) bool { return r.Unpooled || r.Type == "late" }

// FindHoles looks at the runs of the study that were not pooled and have scores; the finding is empty if there are none.
func FindHoles(st *Study, opt HoleOptions) (HoleFinding, error) {
	if st.Qrels == nil || !slices.ContainsFunc(st.Runs, isNew) {
		return HoleFinding{}, nil
	}
	f := &finder{st: st, opt: opt, test: st.Test}
	if f.test == nil {
		f.test = FindTest("randomization")
	}
	if err := f.gather(); err != nil {
		return HoleFinding{}, err
	}
	if len(f.fresh) == 0 {
		return HoleFinding{}, nil
	}
	return f.find()
}
