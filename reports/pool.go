package reports

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
	"sigrel/stats"
)

var poolSection = &Section{
	Name: "pool", Title: "Pool",
	Doc: "leave-one-run-out and leave-one-team-out, verdicts that change, shallower pools, judged@k: do the judgments favour the runs that built the pool?",
	Run: findPool,
}

// PoolAudit is the finding on the pool, and what `pool -f json` prints.
type PoolAudit struct {
	Schema   string            `json:"schema,omitempty"`
	Measure  string            `json:"measure"`
	Mode     pooling.Mode      `json:"mode"`
	Depth    pooling.Depth     `json:"depth"`
	Facts    PoolFacts         `json:"facts"`
	LeftOut  []pooling.LeftOut `json:"left_out"`
	Summary  pooling.Summary   `json:"summary"`
	Judged   []pooling.Rate    `json:"judged"`
	Split    []pooling.Split   `json:"judged_split"`
	Others   []pooling.Audit   `json:"other_measures"`
	Sweep    *PoolSweep        `json:"sweep"`
	Covered  *CoveredPool      `json:"covered"` // null where the runs were judged to the depth on all topics, or on none
	Verdicts *PoolVerdicts     `json:"verdicts"`
	Flips    []pooling.Flip    `json:"flips"` // pairs whose verdict changes

	ByTopic       pooling.TopicRates          `json:"judged_by_topic"`
	Correlation   pooling.UnjudgedCorrelation `json:"unjudged_correlation"`
	Reach         []pooling.Reach             `json:"reach"` // of every measure, the official one first
	Types         []pooling.TypeShare         `json:"types"` // null where no run has a type
	Contributions []pooling.Contribution      `json:"contributions"`

	HoleFinding // runs that were not pooled

	Warnings []stats.Warning `json:"warnings"`

	full   bool // every table, not only those of a report
	teams  bool
	types  map[metrics.Tag]string
	cutoff int            // of the judged@k in the table
	left   []pooling.Left // the means of all runs without each unit, by the official measure
}

// PoolFacts are pooling.Facts with null for what is counted by team where no teams were declared.
type PoolFacts struct {
	pooling.Facts
	Teams *int      `json:"teams"`
	Found PoolFound `json:"found"`
}

// PoolFound is pooling.Found likewise.
type PoolFound struct {
	pooling.Found
	OneTeam *int `json:"one_team"`
}

func poolFacts(p *pooling.Pool, teams bool) PoolFacts {
	f := PoolFacts{Facts: p.Facts()}
	f.Found.Found = f.Facts.Found
	if teams {
		f.Teams, f.Found.OneTeam = &f.Facts.Teams, &f.Facts.Found.OneTeam
	}
	return f
}

// CoveredPool is the same audit on those topics only on which the runs were judged to the depth of the pool.
type CoveredPool struct {
	Topics  []metrics.Topic   `json:"topics"`
	LeftOut []pooling.LeftOut `json:"left_out"`
	Summary pooling.Summary   `json:"summary"`
	Others  []pooling.Audit   `json:"other_measures"`

	Verdicts *pooling.Decided `json:"verdicts"` // null where none were counted, and with strata of topics
	Flips    []pooling.Flip   `json:"flips"`
}

// judgedCutoffs of judged@k.
func judgedCutoffs() []int { return []int{5, 10, 20, 50, 100} }

// tableCutoff is the one shown in tables.
const tableCutoff = 10

func findPool(a *Analysis) (Finding, error) {
	if a.unaudited != nil {
		return nil, a.unaudited
	}
	return a.audit, nil
}

// averaged is why nothing can be said of the documents of such systems.
const averaged = "the systems are averages of runs, and a pool is made of single ones"

// audit leaves out runs, and teams where they are known; ErrNotApplicable, with the reason, where it cannot.
func audit(a *Analysis) (*PoolAudit, error) {
	if a.Runs == nil || a.Qrels == nil {
		return nil, notAssessed("%s", a.withoutJudgments())
	}
	if a.complete() {
		return nil, notAssessed("%s", allJudged)
	}
	if len(a.Runs) < 2 {
		return nil, notAssessed("leaving a run out takes at least 2 runs")
	}
	if a.Averaged {
		return nil, notAssessed(averaged)
	}
	f, err := auditPool(a.Study, a.pool, "")
	if errors.Is(err, pooling.ErrNothingPooled) {
		return nil, notAssessed("no run that was pooled retrieved a document of a judged topic")
	}
	if err != nil {
		return nil, err
	}
	f.HoleFinding, err = FindHoles(a.Study, HoleOptions{})
	return f, err
}

// AuditPool leaves out each unit of the study's runs: "run", "team", "type", or with "" all that are known.
func AuditPool(st *Study, unit string) (*PoolAudit, error) {
	if st.Runs == nil || st.Qrels == nil {
		return nil, notAssessed("%s", st.withoutJudgments())
	}
	if st.complete() {
		return nil, notAssessed("%s", allJudged)
	}
	p, err := buildPool(st)
	if err != nil {
		return nil, err
	}
	f, err := auditPool(st, p, unit)
	if err != nil {
		return nil, err
	}
	f.Schema, f.full = "sigrel/pool/1", true
	f.Warnings = append(append([]stats.Warning{}, st.Warnings...), f.Warnings...)
	return f, nil
}

// change is the summary that matters most: of teams where there are any, else of runs; of types only where nothing else
// was left out.
func (f *PoolAudit) change() (*pooling.Change, string) { return weightiest(f.Summary) }

func weightiest(s pooling.Summary) (*pooling.Change, string) {
	for _, kind := range []pooling.Unit{pooling.UnitTeam, pooling.UnitRun} {
		if c := s.Of(kind); c != nil {
			return c, kind.String()
		}
	}
	return s.Type, pooling.UnitType.String()
}

// entry is the entry of a run left out with its unit of a kind.
func (f *PoolAudit) entry(kind pooling.Unit, run metrics.Tag) *pooling.LeftOut {
	for i := range f.LeftOut {
		if l := &f.LeftOut[i]; l.Kind == kind && l.Run == run {
			return l
		}
	}
	return nil
}

// Blocks shows the summary, every run, the pictures and what was judged; in a report, without the tables of details. Runs
// that were asked for with --new come first.
func (f *PoolAudit) Blocks() []doc.Block {
	if f.JudgeNext == nil {
		return append(append(f.auditBlocks(), f.holeBlocks(!f.full)...), mind(f.Warnings)...)
	}
	out := append(f.holeBlocks(!f.full), heading("The pool"))
	return append(append(out, f.auditBlocks()...), mind(f.Warnings)...)
}

func (f *PoolAudit) auditBlocks() []doc.Block {
	out := []doc.Block{para(f.sentence()), f.depthSentence()}
	if p := f.reachParagraph(); p != nil {
		out = append(out, p)
	}
	if f.Summary.Run != nil || f.Summary.Team != nil {
		out = append(out, para(f.Reuse("").Sentence))
	}
	if n := f.fewNote(); n != nil {
		out = append(out, n)
	}
	if n := f.coveredNote(); n != nil {
		out = append(out, n)
	}
	out = append(out, f.changes()...)
	if s := f.unjudgedParagraph(); s != nil {
		out = append(out, s)
	}
	if f.full {
		out = append(out, f.contributionTable())
	}
	out = append(out, f.typeBlocks()...)
	if len(f.Others) > 0 {
		out = append(out, f.others())
	}
	out = append(out, f.depths()...)
	if h := f.heat(); h != nil && f.full {
		out = append(out, h)
	}
	return out
}

// Tables are for programs: every row of what Blocks shows, and of what it only counts or draws.
func (f *PoolAudit) Tables() []doc.Block {
	out := []doc.Block{f.summaryTable(), f.runTable(f.kinds(), true)}
	if t := f.flipTable(f.Flips, len(f.Flips)); t != nil {
		out = append(out, t)
	}
	if t := f.typeTable(); t != nil {
		out = append(out, t)
	}
	if len(f.Others) > 0 {
		out = append(out, f.measureTable())
	}
	out = append(out, f.Sweep.table())
	if t := f.Sweep.topicTable(f.teams, len(f.Sweep.Topics)); t != nil {
		out = append(out, t)
	}
	return append(append(out, f.contributionTable(), f.unjudgedTable()), f.holeTables()...)
}

// typeBlocks is the table of types, if there is one.
func (f *PoolAudit) typeBlocks() []doc.Block {
	if t := f.typeTable(); t != nil && f.full {
		return []doc.Block{t}
	}
	return nil
}

// depths shows the sweep; in a report only what it says and the picture of the ranking.
func (f *PoolAudit) depths() []doc.Block {
	out := []doc.Block{para(f.Sweep.sentence(!f.Depth.Unknown()))}
	if !f.Sweep.flat() {
		figures := f.Sweep.figures()
		if !f.full {
			return append(out, figures[:min(1, len(figures))]...)
		}
		out = append(append(out, f.Sweep.table()), figures...)
	}
	if t := f.Sweep.topicTable(f.teams, maxTopicRows); t != nil && f.full {
		out = append(out, t)
	}
	return out
}

func (f *PoolAudit) depthSentence() *doc.Paragraph {
	var out []doc.Text
	switch {
	case f.Depth.Unknown():
		out = say("The depth was not given and could not be inferred (" + f.Depth.Reason + "). A document that two runs retrieved is then neither's own, though one of them may have it " +
			"at a rank that was never pooled: as a rule the effect is greater than it looks. The depth can be given, if it is known. ")
	case f.Depth.Ranks == 0:
		out = say("The pool is taken to all ranks (" + f.Depth.Reason + "). ")
	default:
		out = say(fmt.Sprintf("The pool is taken to a depth of %d (%s). ", f.Depth.Ranks, f.Depth.Reason))
	}
	if n := f.Facts.OrphanJudged; n > 0 {
		out = append(out, say(n, " of ", f.Facts.Judged, verb(f.Facts.Judged, " judged document, ", " judged documents, "), f.Facts.OrphanRelevant, " of ", f.Facts.Relevant, " relevant, ",
			verb(n, "is", "are"), " in no run's contribution: other runs, or people, put ", verb(n, "it", "them"), " into the pool.")...)
		if f.Mode != pooling.Repool {
			out = append(out, say(verb(n, " It stays", " They stay")+" when a run is left out.")...)
		}
	}
	return para(out)
}

// figure draws the change of every run, in order of the ranking.
func (f *PoolAudit) figure() *doc.Figure {
	_, unit := f.change()
	chart := &doc.Bars{X: doc.Axis{Label: fmt.Sprintf("Change in mean %s without the %s's own contribution", f.Measure, unit), Percent: true},
		Columns: []string{"unique rel.", "rank"}}
	for i, l := range f.byRank(unit) {
		if i == maxDots {
			chart.Note = fmt.Sprintf("Shown are the first %d runs. ", maxDots)
			break
		}
		row := doc.BarRow{Label: string(l.Run), Value: l.Change, Text: "–", Cells: []string{fmt.Sprint(l.UniqueRelevant), ranks(&l)}, Strong: l.RankBefore != l.RankAfter}
		if l.Change != nil {
			row.Text = doc.FormatSignedPercent(*l.Change, 1)
		}
		chart.Rows = append(chart.Rows, row)
	}
	chart.Note += "Unique rel.: relevant documents that no other " + unit + " contributed to the pool."
	if slices.ContainsFunc(chart.Rows, func(r doc.BarRow) bool { return r.Strong }) {
		chart.Note += " Orange: the run's rank changes."
	}
	return &doc.Figure{ID: "pool", Chart: chart,
		Caption: plain(fmt.Sprintf("Leaving each %s's own contribution out of the pool.", unit)),
		Alt:     fmt.Sprintf("Bars of the change in mean %s of %d runs.", f.Measure, len(chart.Rows))}
}

func runsLook(n int) string {
	if n == 1 {
		return "1 run looks"
	}
	return fmt.Sprintf("%d runs look", n)
}

func countRuns(n int) string {
	if n == 1 {
		return "1 does"
	}
	return fmt.Sprintf("%d do", n)
}

// size is how large a change is, for sorting; an undefined one is least.
func size(c *float64) float64 {
	if c == nil {
		return -1
	}
	return math.Abs(*c)
}
