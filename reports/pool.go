package reports

import (
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
	Doc: "leave-one-run-out and leave-one-team-out, judged@k: do the judgments favour the runs that built the pool?",
	Run: findPool,
}

// PoolAudit is the finding on the pool, and what `pool -f json` prints.
type PoolAudit struct {
	Schema      string            `json:"schema,omitempty"`
	Measure     string            `json:"measure"`
	Mode        pooling.Mode      `json:"mode"`
	Depth       pooling.Depth     `json:"depth"`
	Facts       PoolFacts         `json:"facts"`
	LeftOut     []pooling.LeftOut `json:"left_out"`
	Summary     pooling.Summary   `json:"summary"`
	Judged      []pooling.Rate    `json:"judged"`
	Split       []pooling.Split   `json:"judged_split"`
	Others      []pooling.Audit   `json:"other_measures"`
	Sweep       any               `json:"sweep"`   // null: not assessed
	Covered     *CoveredPool      `json:"covered"` // null where the runs were judged to the depth on all topics, or on none
	HoleFinding                   // runs that were not pooled
	Warnings    []stats.Warning   `json:"warnings"`

	teams  bool
	types  map[metrics.Tag]string
	cutoff int // of the judged@k in the table
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
	f, err := auditPool(a.Study, a.pool, "")
	if err != nil {
		return nil, err
	}
	f.HoleFinding, err = FindHoles(a.Study, HoleOptions{})
	return f, err
}

// AuditPool leaves out each unit of the study's runs: "run", "team", or both with "".
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
	f.Schema = "sigrel/pool/1"
	f.Warnings = append(append([]stats.Warning{}, st.Warnings...), f.Warnings...)
	return f, nil
}

func buildPool(st *Study) (*pooling.Pool, error) {
	return pooling.Build(st.Runs, st.Qrels, pooling.Options{Depth: st.PoolDepth, Level: int(st.Level), Workers: st.Options.Plan.Workers})
}

func auditPool(st *Study, p *pooling.Pool, unit string) (*PoolAudit, error) {
	if err := st.sampledPool(); err != nil {
		return nil, err
	}
	opt := pooling.LeaveOutOptions{Mode: st.PoolMode, Topics: st.Scores[0].Topics}
	switch {
	case unit == "run" || unit == "" && !st.Teams:
		opt.Units = []pooling.Unit{pooling.UnitRun}
	case unit == "team":
		opt.Units = []pooling.Unit{pooling.UnitTeam}
	}
	audits, err := p.LeaveOut(st.Measures, opt)
	if err != nil {
		return nil, err
	}
	f := &PoolAudit{Measure: audits[0].Measure, Mode: audits[0].Mode, Depth: p.Depth, Facts: poolFacts(p, st.Teams), LeftOut: audits[0].LeftOut,
		Summary: audits[0].Summary, Others: audits[1:], Warnings: []stats.Warning{}, teams: st.Teams, types: make(map[metrics.Tag]string), cutoff: tableCutoff}
	f.Judged, f.Split = p.Judged(judgedCutoffs())
	if err := f.cover(st, p, opt); err != nil {
		return nil, err
	}
	for _, r := range st.Runs {
		f.types[r.Tag] = r.Type
	}
	return f, nil
}

// change is the summary that matters most: of teams where there are any, else of runs.
func (f *PoolAudit) change() (*pooling.Change, string) {
	if f.Summary.Team != nil {
		return f.Summary.Team, "team"
	}
	return f.Summary.Run, "run"
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

// Blocks shows the summary, every run, the picture and what was judged.
func (f *PoolAudit) Blocks() []doc.Block {
	out := []doc.Block{para(f.sentence()), f.depthSentence()}
	if n := f.coveredNote(); n != nil {
		out = append(out, n)
	}
	out = append(out, f.changes()...)
	if s := f.splitSentence(); s != nil {
		out = append(out, s)
	}
	if len(f.Others) > 0 {
		out = append(out, f.others())
	}
	out = append(out, f.holeBlocks(f.Schema == "")...)
	return append(out, mind(f.Warnings)...)
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
		out = append(out, say(n, " of ", count(f.Facts.Judged, "judged document"), ", ", f.Facts.OrphanRelevant, " of ", f.Facts.Relevant, " relevant, ",
			verb(n, "is", "are"), " in no run's contribution: other runs, or people, put ", verb(n, "it", "them"), " into the pool.")...)
		if f.Mode == pooling.RemoveUniques {
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

func (f *PoolAudit) splitSentence() *doc.Paragraph {
	for _, s := range f.Split {
		// Where most runs do not look pooled, the depth is not the same for all topics, and the split says nothing.
		if s.K == f.cutoff && s.Others > 0 && s.Contributors > s.Others && s.JudgedBy != nil && s.JudgedOf != nil {
			return para(fmt.Sprintf("%s as if pooled at this depth, %s not: mean judged@%d is ", runsLook(s.Contributors), countRuns(s.Others), s.K),
				score(*s.JudgedBy), " against ", score(*s.JudgedOf), ".")
		}
	}
	return nil
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
