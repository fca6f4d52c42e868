package reports

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// PoolVerdicts says which pairs differ before anything is left out, and by what test that was decided, each time again.
type PoolVerdicts struct {
	*pooling.Decided
	Procedure string  `json:"procedure"`
	Alpha     float64 `json:"alpha"`
	Own       bool    `json:"own"`              // the study's own procedure
	Instead   string  `json:"instead_of"`       // the study's procedure, where it would have taken too long; else empty
	Times     int     `json:"times"`            // how often the whole family was decided
	Reason    string  `json:"reason,omitempty"` // why no verdicts were counted

	runs []metrics.Tag
}

// rankedAreRuns says whether each of the systems is one of the runs, not an average of several.
func (st *Study) rankedAreRuns(systems []metrics.System) bool {
	for _, sys := range systems {
		if !slices.ContainsFunc(st.Runs, func(r *metrics.Run) bool { return r.Tag == sys.Tag }) {
			return false
		}
	}
	return true
}

// cheapWork bounds the permutations times scores of a procedure that permutes, over all the times it would run: a few
// seconds. cheapPairs likewise bounds the pairs times topics of tests of single pairs that have no formula.
const (
	cheapWork  = 300_000_000
	cheapPairs = 50_000
)

// formulas are the tests of pairs, and the procedures, whose p takes no enumeration and no draws.
var formulas = []string{"t", "sign", "wilcoxon", "tukey", "nemenyi"}

// judge picks the procedure that decides the pairs of ranked systems for a pool audit that decides them so many times:
// the study's own if that is cheap or was asked for whatever it takes, else the paired t test with Holm's correction.
func judge(st *Study, times int) (*PoolVerdicts, pooling.Verdicts, error) {
	opt := st.Options.WithDefaults()
	opt.Plan.Progress, opt.Plan.Workers, opt.Intervals = nil, 1, false // the units are dealt out already
	s, ranked := arrange(st.Scores[0], st)
	v := &PoolVerdicts{Alpha: opt.Alpha, Times: times}
	k, n := len(ranked), len(s.Topics)
	if k < 2 || n < 2 {
		v.Reason = fmt.Sprintf("a test takes at least 2 ranked runs and 2 topics; there are %d and %d", k, n)
		return v, pooling.Verdicts{}, nil
	}
	if !st.rankedAreRuns(s.Systems[:k]) {
		v.Reason = "systems that are averages of runs have no documents in the pool of their own"
		return v, pooling.Verdicts{}, nil
	}
	if st.Strata != nil {
		opt.Strata = st.Strata.Of
	}
	opt.Test = st.Test
	if opt.Test == nil {
		opt.Test = FindTest("randomization")
	}
	c := &Comparison{scores: s}
	var err error
	if opt.Pairs, _, err = c.declare(st.Baselines, k, opt); err != nil {
		return nil, pooling.Verdicts{}, err
	}
	own := *st
	own.Test = opt.Test
	proc := st.Procedure
	if proc == nil {
		proc = defaultProcedure(&own, opt, k, n)
	}
	v.Own = true
	if !st.PoolExact && !cheap(proc.Name, len(opt.Pairs), k, n, times, opt.Plan.Count()) {
		v.Own, v.Instead = false, proc.Name
		correction := "holm"
		if len(opt.Pairs) == 1 {
			correction = "none"
		}
		opt.Test = FindTest("t")
		proc = stats.Corrected(opt.Test, FindCorrection(correction))
	}
	v.Procedure = proc.Name
	decide := func(scores *mat.Dense) (stats.Decisions, error) {
		f, err := proc.Run(scores, opt)
		if err != nil {
			return nil, err
		}
		return f.Decisions(), nil
	}
	if test, correction, single := strings.Cut(proc.Name, "+"); single && test == "t" && opt.Strata == nil && opt.Alternative == stats.TwoSided {
		decide = pooling.ByT(opt.Pairs, FindCorrection(correction), opt.Alpha)
	}
	for _, sys := range s.Systems[:k] {
		v.runs = append(v.runs, sys.Tag)
	}
	return v, pooling.Verdicts{Runs: v.runs, Decide: decide}, nil
}

// cheap says whether a procedure on k systems and n topics may run so many times.
func cheap(procedure string, pairs, k, n, times, replicates int) bool {
	test, _, single := strings.Cut(procedure, "+")
	switch {
	case slices.Contains(formulas, test):
		return true
	case single:
		return pairs*n*times <= cheapPairs
	}
	return float64(replicates)*float64(k*n)*float64(times) <= cheapWork
}

// leaveOut leaves out with verdicts, or without them, and notes why, where the data do not allow the test.
func (f *PoolAudit) leaveOut(p *pooling.Pool, st *Study, opt pooling.LeaveOutOptions) ([]pooling.Audit, error) {
	audits, hopeless, err := leaveOutDecided(p, st.Measures, opt)
	if hopeless != nil {
		f.Verdicts.Reason, f.Verdicts.Procedure, f.Verdicts.Instead = hopeless.Error(), "", ""
	}
	return audits, err
}

// leaveOutDecided leaves out with verdicts, or without them where the data do not allow the test; hopeless says why not.
func leaveOutDecided(p *pooling.Pool, measures []metrics.Applied, opt pooling.LeaveOutOptions) (audits []pooling.Audit, hopeless, err error) {
	audits, err = p.LeaveOut(measures, opt)
	for _, target := range []error{stats.ErrTooFew, stats.ErrTooFewSystems, stats.ErrRange, stats.ErrUndefined} {
		if opt.Verdicts.Decide != nil && errors.Is(err, target) {
			hopeless, opt.Verdicts = err, pooling.Verdicts{}
			audits, err = p.LeaveOut(measures, opt)
			return audits, hopeless, err
		}
	}
	return audits, nil, err
}

// verdictName is the procedure as prose names it.
func (v *PoolVerdicts) name() string {
	name := procedureLong(v.Procedure)
	if strings.Contains(v.Procedure, "+") {
		return "the " + name
	}
	return name
}

// how says which test decided, and why if it is not the study's own.
func (v *PoolVerdicts) how() string {
	out := fmt.Sprintf("%s, α = %s", v.name(), alphaText(v.Alpha))
	if !v.Own {
		out += fmt.Sprintf("; %s, which compares the runs elsewhere, would have had to run %s", procedureLong(v.Instead), count(v.Times, "time"))
	}
	return out
}

// verdictParagraph counts the verdicts that flip, and holds the changes of means against the least significant difference.
func (f *PoolAudit) verdictParagraph() *doc.Paragraph {
	v := f.Verdicts
	if v.Decided == nil {
		return para("Changed verdicts: not assessed, since " + v.Reason + ".")
	}
	out := say(v.differ() + " (" + v.how() + "). ")
	out = append(out, f.flipText()...)
	return para(append(out, f.yardstick()...))
}

// flipText counts the pairs whose verdict changes, by kind of unit.
func (f *PoolAudit) flipText() []doc.Text {
	var none []string
	var some []doc.Text
	for _, kind := range f.kinds() {
		c := f.Summary.Of(kind)
		switch {
		case c == nil || c.VerdictsFlipped == nil:
			continue
		case *c.PairsFlipped == 0:
			none = append(none, kind.String())
			continue
		case some == nil:
			some = say("Leaving out ")
		default:
			some = append(some, say("; leaving out ")...)
		}
		some = append(some, say(fmt.Sprintf("a %s changes the verdict on %s", kind, count(*c.PairsFlipped, "pair")))...)
		switch {
		case *c.MostFlipped > 1:
			some = append(some, say(fmt.Sprintf(", on up to %d at once (without ", *c.MostFlipped), doc.Code(c.MostFlippedUnit), ")")...)
		case *c.PairsFlipped > 1:
			some = append(some, say(", one at a time")...)
		default: // other units may change it too
			some = append(some, say(" (as without ", doc.Code(c.MostFlippedUnit), ")")...)
		}
	}
	if some != nil {
		some = append(some, say(". ")...)
	}
	if none != nil {
		some = append(some, say("Leaving out any "+strings.Join(none, " or any ")+" changes no verdict. ")...)
	}
	return some
}

// differ counts the pairs that differ significantly, in words.
func (v *PoolVerdicts) differ() string {
	switch {
	case v.Pairs == 1 && v.Significant == 1:
		return "The only pair of runs differs significantly"
	case v.Pairs == 1:
		return "The only pair of runs was not shown to differ"
	case v.Significant == 0:
		return fmt.Sprintf("None of the %d pairs of runs differs significantly", v.Pairs)
	}
	return fmt.Sprintf("%d of %d pairs of runs %s significantly", v.Significant, v.Pairs, verb(v.Significant, "differs", "differ"))
}

// yardstick says whether a mean changes by more than the least difference that is significant here.
func (f *PoolAudit) yardstick() []doc.Text {
	v := f.view()
	var worst *pooling.LeftOut
	for i := range v.entries {
		if l := &v.entries[i]; worst == nil || math.Abs(l.Difference) > math.Abs(worst.Difference) {
			worst = l
		}
	}
	if worst == nil || worst.Difference == 0 {
		return nil
	}
	decided := f.Verdicts.Decided
	if f.Covered != nil {
		decided = f.Covered.Verdicts
	}
	if decided == nil {
		return nil
	}
	if decided.Smallest == nil {
		return say("As no pair differs significantly, there is no least significant difference to hold the changes against.")
	}
	change, least := math.Abs(worst.Difference), *decided.Smallest
	where, there := "", ""
	if f.Covered != nil {
		where, there = " on the topics judged to the depth", " there"
	}
	out := say("The largest change of a mean"+where+", ", doc.Number{Value: change, Digits: 4}, " (", worst.Run, "), is ")
	relation := "below"
	if change > least {
		relation = "above"
	}
	return append(out, say(relation+" the smallest difference between two runs that is significant"+there+", ", doc.Number{Value: least, Digits: 4},
		map[string]string{"below": ".", "above": ": what the pool does to a run is as large as differences that count here."}[relation])...)
}

// maxFlips is the number of pairs that the table of changed verdicts shows.
const maxFlips = 12

// shownFlips are the changes for people, without units that the table of runs does not show either.
func (f *PoolAudit) shownFlips() []pooling.Flip {
	kinds := f.shown()
	return slices.DeleteFunc(slices.Clone(f.Flips), func(l pooling.Flip) bool { return !slices.Contains(kinds, l.Kind) })
}

// flipTable lists the first of some pairs whose verdict changes; nil if there are none.
func (f *PoolAudit) flipTable(flips []pooling.Flip, limit int) *doc.Table {
	if len(flips) == 0 {
		return nil
	}
	t := &doc.Table{ID: "pool-flips", Caption: plain("Pairs whose verdict changes when a unit is left out.")}
	t.Columns = []doc.Column{column("Left out", doc.Left, "kind"), column("unit", doc.Left, "unit"), column("A", doc.Left, "a"), column("B", doc.Left, "b"),
		column("A is before", doc.Left, "before"), column("and without the unit", doc.Left, "after"), column("of the unit", doc.Left, "own")}
	words := map[string]string{pooling.VerdictBetter: "better", pooling.VerdictWorse: "worse", pooling.VerdictNone: "not separated"}
	for i, l := range flips {
		if i == limit {
			t.Notes = append(t.Notes, say(fmt.Sprintf("Shown are the first %d of %s; all are in the CSV and JSON output.", limit, count(len(flips), "change"))))
			break
		}
		own := "–"
		if l.Own {
			own = "A or B"
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(l.Kind.String()), cell(doc.Plain(l.Unit)), cell(doc.Plain(l.A)), cell(doc.Plain(l.B)),
			cell(words[l.Before]), cell(words[l.After]), cell(own)}})
	}
	t.Notes = append(t.Notes, say("By "+f.Verdicts.how()+"."))
	return t
}
