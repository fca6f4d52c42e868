package reports

import (
	"fmt"
	"math"
	"strings"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

// Reuse says in a form for programs what the judgments are good for beyond the runs that made them: a label to publish
// with a test collection. It is the file reuse.json of a report.
type Reuse struct {
	Schema       string         `json:"schema"` // "sigrel/reuse/1"
	Version      string         `json:"sigrel"`
	Runs         int            `json:"runs"`
	Contributors *int           `json:"contributors"` // runs that look as if they were pooled to the depth; null where it is not known
	Teams        *int           `json:"teams"`        // null where teams were not declared
	Topics       int            `json:"topics"`
	Covered      *int           `json:"topics_judged_to_depth"` // of these runs; null where that is all of them, or none
	Judged       int            `json:"judged"`
	Relevant     int            `json:"relevant"`
	Depth        ReuseDepth     `json:"depth"`
	Unit         string         `json:"unit"`          // what was left out: "team" where teams are known, else "run"
	NotAuditable *string        `json:"not_auditable"` // why no measure can be called safe; null where the audit can tell
	SafeMeans    string         `json:"safe_means"`
	Safe         []string       `json:"safe_measures"`
	Measures     []ReuseMeasure `json:"measures"`         // the official one first
	Flipped      *int           `json:"verdicts_flipped"` // pairs whose significance by the official measure some unit decides; null where not counted
	Sentence     string         `json:"sentence"`
}

// ReuseDepth is the depth of the pool, and how it is known.
type ReuseDepth struct {
	Ranks  *int   `json:"ranks"` // null: all ranks, or not known
	Known  string `json:"known"` // "given", "inferred" or "unknown"
	Reason string `json:"reason"`
}

// ReuseMeasure is what leaving a unit's own documents out does to scores by one measure.
type ReuseMeasure struct {
	Measure     string      `json:"measure"`
	LooksAt     *int        `json:"looks_at"` // ranks; null: all
	Exact       bool        `json:"exact_for_participants"`
	WorstChange *float64    `json:"worst_change"` // share of the score, the greatest either way; null where undefined
	WorstRun    metrics.Tag `json:"worst_run"`
	WorstUnit   string      `json:"worst_unit"`
	RankDrop    int         `json:"max_rank_drop"`
	MinTau      *float64    `json:"min_tau"`
	Safe        bool        `json:"safe"`
}

// safeMeans is what "safe" is taken to say. No share of a score is a universal threshold; a rank lost is one that readers see.
const safeMeans = "no run loses a rank when the documents that only its %s contributed are taken out of the pool"

// Reuse sums the audit of runs or teams up, as a label with the version of the program.
func (f *PoolAudit) Reuse(version string) *Reuse {
	v := f.view()
	out := &Reuse{Schema: "sigrel/reuse/1", Version: version, Runs: f.Facts.Runs, Teams: f.Facts.Teams, Topics: f.Facts.Topics, Judged: f.Facts.Judged,
		Relevant: f.Facts.Relevant, Unit: v.unit, SafeMeans: fmt.Sprintf(safeMeans, v.unit), Safe: []string{}, Depth: f.reuseDepth()}
	if !f.Depth.Unknown() && f.Depth.Ranks > 0 {
		out.Contributors = new(int)
		for _, c := range f.Contributions {
			if c.Contributor != nil && *c.Contributor {
				*out.Contributors++
			}
		}
	}
	entries, summary, others := f.LeftOut, f.Summary, f.Others
	if f.Covered != nil {
		out.Covered = new(int)
		*out.Covered = len(f.Covered.Topics)
		entries, summary, others = f.Covered.LeftOut, f.Covered.Summary, f.Covered.Others
	}
	out.NotAuditable = f.notAuditable()
	out.add(f.Reach[0], entries, summary)
	for n, o := range others {
		out.add(f.Reach[n+1], o.LeftOut, o.Summary)
	}
	if v.change != nil {
		out.Flipped = v.change.PairsFlipped
	}
	out.Sentence = out.sentence()
	return out
}

func (f *PoolAudit) reuseDepth() ReuseDepth {
	d := ReuseDepth{Known: "inferred", Reason: f.Depth.Reason}
	switch {
	case f.Depth.Unknown():
		d.Known = "unknown"
	case f.Depth.Given:
		d.Known = "given"
	}
	if f.Depth.Ranks > 0 {
		d.Ranks = &f.Depth.Ranks
	}
	return d
}

// notAuditable says why leaving units out cannot tell whether the pool is good for others; nil where it can.
func (f *PoolAudit) notAuditable() *string {
	n, unit := f.Facts.Runs, "run"
	if f.teams {
		n, unit = *f.Facts.Teams, "team"
	}
	why := ""
	switch {
	case n <= fewUnits:
		why = fmt.Sprintf("%s only: the pool is what they found", count(n, unit))
	case f.Depth.Unknown():
		why = "the depth of the pool is not known"
	default:
		return nil
	}
	return &why
}

// add puts a measure in the list, from its audit.
func (r *Reuse) add(reach pooling.Reach, entries []pooling.LeftOut, summary pooling.Summary) {
	c := summary.Run
	if r.Unit == "team" {
		c = summary.Team
	}
	m := ReuseMeasure{Measure: reach.Measure, Exact: reach.Exact()}
	if reach.K > 0 {
		m.LooksAt = &reach.K
	}
	if c != nil {
		m.RankDrop, m.MinTau = c.MaxRankDrop, c.MinTau
		for i := range entries {
			l := &entries[i]
			if l.Kind.String() == r.Unit && l.Change != nil && (m.WorstChange == nil || math.Abs(*l.Change) > math.Abs(*m.WorstChange)) {
				m.WorstChange, m.WorstRun, m.WorstUnit = l.Change, l.Run, l.Unit
			}
		}
		m.Safe = r.NotAuditable == nil && m.RankDrop == 0
	}
	if m.Safe {
		r.Safe = append(r.Safe, m.Measure)
	}
	r.Measures = append(r.Measures, m)
}

// sentence is the label in words; beside a measure that is not safe the greatest change and the most ranks lost.
func (r *Reuse) sentence() string {
	by := count(r.Runs, "run")
	if r.Teams != nil {
		by += " of " + count(*r.Teams, "team")
	}
	depth := "of unknown depth"
	if r.Depth.Ranks != nil {
		depth = fmt.Sprintf("of depth %d (%s)", *r.Depth.Ranks, r.Depth.Known)
	} else if r.Depth.Known == "given" {
		depth = "of all ranks (given)"
	}
	out := fmt.Sprintf("Reuse: audited with %s, a pool %s, %s of %s judged documents relevant. ", by, depth, doc.FormatInteger(r.Relevant), doc.FormatInteger(r.Judged))
	if r.NotAuditable != nil {
		return out + fmt.Sprintf("Whether the judgments are fair to other systems cannot be told: %s.", *r.NotAuditable)
	}
	var unsafe []string
	for _, m := range r.Measures {
		if !m.Safe {
			unsafe = append(unsafe, fmt.Sprintf("%s (%s%s)", m.Measure, m.change(), count(m.RankDrop, "rank")))
		}
	}
	where := ""
	if r.Covered != nil {
		where = fmt.Sprintf(", on the %s judged to that depth", count(*r.Covered, "topic"))
	}
	out += fmt.Sprintf("Strictly safe measures (%s%s): ", r.SafeMeans, where)
	switch {
	case len(r.Safe) == 0:
		return out + "none; not " + strings.Join(unsafe, ", ") + "."
	case unsafe == nil:
		return out + strings.Join(r.Safe, ", ") + "."
	}
	return out + strings.Join(r.Safe, ", ") + "; not " + strings.Join(unsafe, ", ") + "."
}

// change is the greatest change, with a comma after it; nothing where it is not defined.
func (m ReuseMeasure) change() string {
	if m.WorstChange == nil {
		return ""
	}
	return doc.FormatSignedPercent(*m.WorstChange, 1) + ", "
}

// Reuse is the label of the report's pool; nil where the pool was not audited.
func (r *Report) Reuse() *Reuse {
	if r.analysis.audit == nil {
		return nil
	}
	return r.analysis.audit.Reuse(r.analysis.Version)
}
