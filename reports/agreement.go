package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// Scoring is one of two scorings of the same systems.
type Scoring struct {
	Name   string          // "AP", or the file
	Study  *Study          // nil where only means are known
	Scores *metrics.Scores // likewise
	Means  map[metrics.Tag]float64
}

// Agreement says how far two scorings agree: their rankings, and what is significant by each.
type Agreement struct {
	Schema    string                   `json:"schema"`
	A         string                   `json:"a"`
	B         string                   `json:"b"`
	Systems   []metrics.Tag            `json:"systems"` // that both have, in order of A
	Changes   []RankChange             `json:"changes"`
	Winners   [2][]metrics.Tag         `json:"winners"`
	Rankings  stats.Agreement          `json:"rankings"`  // systems by their place in the list
	Decisions *stats.DecisionAgreement `json:"decisions"` // null where only means are known
	Procedure string                   `json:"procedure"`
	Alpha     float64                  `json:"alpha"`
	Warnings  []stats.Warning          `json:"warnings"`
}

// RankChange is how far one system moves.
type RankChange struct {
	System metrics.Tag `json:"system"`
	A      float64     `json:"rank_a"`
	B      float64     `json:"rank_b"`
	Change float64     `json:"change"`
}

// Agree compares two scorings of the same systems.
func Agree(a, b Scoring, opt stats.AgreementOptions) (*Agreement, error) {
	f := &Agreement{Schema: "sigrel/agree/1", A: a.Name, B: b.Name, Warnings: []stats.Warning{}}
	if err := f.match(a, b); err != nil {
		return nil, err
	}
	var err error
	if a.Scores == nil || b.Scores == nil {
		f.Rankings, err = stats.AgreeMeans(a.means(f.Systems), b.means(f.Systems), opt)
	} else {
		x, y := a.Scores.Keep(a.rows(f.Systems), nil), b.Scores.Keep(b.rows(f.Systems), nil)
		if y, opt.Paired = sameTopics(x, y); !opt.Paired {
			f.Warnings = append(f.Warnings, stats.Warning{Code: "other-topics", Text: fmt.Sprintf(
				"the two have not the same topics (%d and %d): they are resampled independently", len(x.Topics), len(y.Topics))})
		}
		f.Rankings, err = stats.Agree(signed(x), signed(y), opt)
	}
	if err != nil {
		return nil, err
	}
	for _, c := range f.Rankings.Changes {
		f.Changes = append(f.Changes, RankChange{f.Systems[c.System], c.A, c.B, c.Change})
	}
	for i, winners := range [][]int{f.Rankings.WinnersA, f.Rankings.WinnersB} {
		for _, w := range winners {
			f.Winners[i] = append(f.Winners[i], f.Systems[w])
		}
	}
	f.Warnings = append(f.Warnings, f.Rankings.Warnings...)
	if a.Study == nil || b.Study == nil {
		return f, nil
	}
	return f, f.decide(a, b)
}

// match lists the systems that both have, in order of A, and warns of the others.
func (f *Agreement) match(a, b Scoring) error {
	var lost []string
	for _, tag := range a.order() {
		if _, ok := b.Means[tag]; ok {
			f.Systems = append(f.Systems, tag)
		} else {
			lost = append(lost, string(tag))
		}
	}
	for _, tag := range b.order() {
		if _, ok := a.Means[tag]; !ok {
			lost = append(lost, string(tag))
		}
	}
	if len(f.Systems) < 2 {
		return fmt.Errorf("%w in both %s and %s: %d, want at least 2 of the same names", stats.ErrTooFewSystems, a.Name, b.Name, len(f.Systems))
	}
	if lost != nil {
		f.Warnings = append(f.Warnings, stats.Warning{Code: "systems-not-common", Text: fmt.Sprintf(
			"%s only in one of the two, left out: %s", count(len(lost), "system"), joinFirst(lost, ", ", 6))})
	}
	return nil
}

// order lists the systems, best first, ties by name.
func (s Scoring) order() []metrics.Tag {
	var tags []metrics.Tag
	for tag := range s.Means {
		tags = append(tags, tag)
	}
	slices.SortFunc(tags, func(x, y metrics.Tag) int {
		a, b := s.sign()*metrics.Snap(s.Means[x]), s.sign()*metrics.Snap(s.Means[y])
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return compareTags(x, y)
	})
	return tags
}

func compareTags(x, y metrics.Tag) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// sign is −1 where lower is better.
func (s Scoring) sign() float64 {
	if s.Scores != nil && s.Scores.Lower {
		return -1
	}
	return 1
}

// means are those of the systems, higher better.
func (s Scoring) means(systems []metrics.Tag) []float64 {
	out := make([]float64, len(systems))
	for i, tag := range systems {
		out[i] = s.sign() * s.Means[tag]
	}
	return out
}

func (s Scoring) rows(systems []metrics.Tag) []int {
	out := make([]int, len(systems))
	for n, tag := range systems {
		out[n] = slices.IndexFunc(s.Scores.Systems, func(sys metrics.System) bool { return sys.Tag == tag })
	}
	return out
}

// signed is the matrix of scores with higher better.
func signed(s *metrics.Scores) *mat.Dense {
	if !s.Lower {
		return s.Values
	}
	var out mat.Dense
	out.Scale(-1, s.Values)
	return &out
}

// sameTopics puts the topics of y in the order of x, if they have the same ones.
func sameTopics(x, y *metrics.Scores) (*metrics.Scores, bool) {
	if len(x.Topics) != len(y.Topics) {
		return y, false
	}
	at := make(map[metrics.Topic]int)
	for t, topic := range y.Topics {
		at[topic] = t
	}
	columns := make([]int, len(x.Topics))
	for t, topic := range x.Topics {
		c, ok := at[topic]
		if !ok {
			return y, false
		}
		columns[t] = c
	}
	return y.Keep(nil, columns), true
}

// decide compares what is significant by each.
func (f *Agreement) decide(a, b Scoring) error {
	var decisions [2]stats.Decisions
	for i, s := range []Scoring{a, b} {
		c, err := Compare(s.Study, s.Scores.Keep(s.rows(f.Systems), nil))
		if err != nil {
			return err
		}
		f.Procedure, f.Alpha = c.Procedure, c.Alpha
		decisions[i] = c.decisionsOf(f.Systems)
	}
	d := stats.AgreeDecisions(decisions[0], decisions[1], a.means(f.Systems), b.means(f.Systems))
	f.Decisions = &d
	return nil
}

// decisionsOf is the matrix of verdicts on systems in the given order; better means a better mean, also where lower is.
func (c *Comparison) decisionsOf(systems []metrics.Tag) stats.Decisions {
	at := make(map[metrics.Tag]int)
	for i, tag := range systems {
		at[tag] = i
	}
	out := make(stats.Decisions, len(systems))
	for i := range out {
		out[i] = make([]stats.Decision, len(systems))
		out[i][i] = stats.NotSeparated
	}
	for _, p := range c.Pairs {
		i, j := at[p.A], at[p.B]
		out[i][j], out[j][i] = stats.NotSeparated, stats.NotSeparated
		if p.Significant {
			out[i][j], out[j][i] = stats.Better, stats.Worse
			if (p.Difference < 0) != c.scores.Lower {
				out[i][j], out[j][i] = stats.Worse, stats.Better
			}
		}
	}
	return out
}

// Blocks shows the agreement.
func (f *Agreement) Blocks() []doc.Block {
	out := []doc.Block{&doc.Heading{Level: 1, ID: "agree", Text: plain(f.A + " and " + f.B)}, f.sentence(), f.coefficientTable(), f.changeTable()}
	if f.Decisions != nil {
		out = append(out, f.decisionTable())
	}
	return append(out, mind(f.Warnings)...)
}

func (f *Agreement) sentence() *doc.Paragraph {
	r := f.Rankings
	out := say(fmt.Sprintf("The two rank %s; they order %d of %d pairs alike and %d the other way", count(r.Systems, "system"), r.Pairs.Same,
		r.Systems*(r.Systems-1)/2, r.Pairs.Reversed))
	if ties := r.Pairs.TiedA + r.Pairs.TiedB + r.Pairs.TiedBoth; ties > 0 {
		out = append(out, say(fmt.Sprintf(" (%d tie in one or both)", ties))...)
	}
	out = append(out, say(". ")...)
	if r.SameWinner {
		out = append(out, say(verb(len(f.Winners[0]), "The winner is the same: ", "The winners are the same: "), tags(f.Winners[0], 5), ".")...)
	} else {
		out = append(out, say("First by "+f.A+": ", tags(f.Winners[0], 5), "; first by "+f.B+": ", tags(f.Winners[1], 5), ".")...)
	}
	if d := f.Decisions; d != nil {
		out = append(out, say(fmt.Sprintf(" Of %s, %d %s significant by both in the same direction, %d in opposite directions, %d only by %s and %d only by %s.",
			count(d.Pairs, "pair"), d.ActiveAgreement, verb(d.ActiveAgreement, "is", "are"), d.ActiveDisagreement, d.OnlyA, f.A, d.OnlyB, f.B))...)
	}
	return para(out)
}

// coefficientNames is how tables name the coefficients.
var coefficientNames = map[string]string{"tau-a": "Kendall's τ_a", "tau-b": "Kendall's τ_b", "tau-ap": "τ_AP", "tau-ap-a": "τ_AP,a (ties in B averaged)",
	"tau-ap-b": "τ_AP,b (ties in both)", "spearman": "Spearman's ρ", "pearson": "Pearson's r, of the means"}

func (f *Agreement) coefficientTable() *doc.Table {
	t := &doc.Table{ID: "coefficients", Caption: plain("How far the rankings agree; " + f.A + " is the reference where a coefficient has one.")}
	t.Columns = []doc.Column{column("coefficient", doc.Left, "coefficient"), column("value", doc.Right, "value"), column(level(f.Rankings.Confidence)+" interval", doc.Center, "interval"), column("why not", doc.Left, "reason")}
	row := func(name string, c stats.Coefficient) {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(name), maybe(c.Value, 3), span(c.Interval, 3, false), cell(c.Reason)}})
	}
	for _, c := range f.Rankings.Coefficients {
		if c.Name == "tau-a" && c.Value == nil {
			c.Reason = strings.TrimPrefix(c.Reason, "τ_a is ") + fmt.Sprintf("; with ties as neither it is %.3f", f.Rankings.Pairs.Balance)
		}
		if o := f.Rankings.APOrders; c.Name == "tau-ap" && c.Value == nil && o != nil {
			c.Reason = fmt.Sprintf("ties; over their orders %.3f on average, from %.3f to %.3f", o.Mean, o.Min, o.Max)
		}
		row(lookup(coefficientNames, c.Name), c)
	}
	for _, r := range f.Rankings.RBO {
		row(fmt.Sprintf("RBO, p = %g (%.3f if reversed)", r.P, r.Reversed), r.Coefficient)
	}
	for _, top := range f.Rankings.Tops {
		row(fmt.Sprintf("τ_b of the first %d of A (%s in common)", top.K, overlapText(top)), top.Coefficient)
	}
	if f.Rankings.Replicates > 0 {
		t.Notes = append(t.Notes, say(fmt.Sprintf("Intervals: percentile, %d bootstrap samples of topics, seed %d. RBO: extrapolated, ties averaged over their orders ", f.Rankings.Replicates, f.Rankings.Seed),
			doc.Cite("webber2010"), doc.Cite("corsi2024"), "; τ_AP with ties ", doc.Cite("urbano2017"), "."))
	}
	return t
}

func overlapText(t stats.TopAgreement) string {
	if t.OverlapLo == t.OverlapHi {
		return fmt.Sprint(t.OverlapLo)
	}
	return fmt.Sprintf("%d to %d, for ties", t.OverlapLo, t.OverlapHi)
}

// maxChanges is the number of systems that the table of rank changes shows.
const maxChanges = 20

// changeTable lists the systems that move most.
func (f *Agreement) changeTable() *doc.Table {
	moved := slices.Clone(f.Changes)
	slices.SortStableFunc(moved, func(a, b RankChange) int {
		switch d := math.Abs(b.Change) - math.Abs(a.Change); {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	})
	t := &doc.Table{ID: "changes", Caption: plain(fmt.Sprintf("Changes of rank, the largest first; on average %.2f places, at most %g.", f.Rankings.MeanChange, f.Rankings.MaxRankChange))}
	t.Columns = []doc.Column{column("System", doc.Left, "system"), column("rank by "+f.A, doc.Right, "rank_a"), column("by "+f.B, doc.Right, "rank_b"), column("change", doc.Right, "change")}
	for i, c := range moved {
		if i == maxChanges {
			t.Notes = append(t.Notes, say(fmt.Sprintf("%s more.", count(len(moved)-i, "system"))))
			break
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(c.System)), cell(place(c.A)), cell(place(c.B)), cell(signedPlace(c.Change))}})
	}
	t.Notes = append(t.Notes, say("Change: + is a lower place by "+f.B+", − a higher one. Systems of equal means share the mean of their ranks."))
	return t
}

func place(v float64) string { return fmt.Sprintf("%g", v) }

func signedPlace(v float64) string {
	switch {
	case v > 0:
		return "+" + place(v)
	case v < 0:
		return "−" + place(-v)
	}
	return "0"
}

func (f *Agreement) decisionTable() *doc.Table {
	d := f.Decisions
	t := &doc.Table{ID: "decisions", Caption: plain(fmt.Sprintf("What is significant by each, by %s at α = %s.", procedureLong(f.Procedure), alphaText(f.Alpha)))}
	t.Columns = []doc.Column{column("", doc.Left, "what"), column("pairs", doc.Right, "pairs")}
	row := func(what string, n int) {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(what), cell(n)}})
	}
	row("significant by both, same direction (active agreement)", d.ActiveAgreement)
	row("significant by both, opposite directions (active disagreement)", d.ActiveDisagreement)
	row("significant only by "+f.A, d.OnlyA)
	row("significant only by "+f.B, d.OnlyB)
	row("by neither, means in the same order (passive agreement)", d.PassiveAgreement)
	row("by neither, means in opposite order (passive disagreement)", d.PassiveDisagreement)
	row("by neither, means tied", d.PassiveTied)
	if d.Agreement != nil {
		t.Notes = append(t.Notes, say(fmt.Sprintf("The same decision on %.1f%% of the pairs.", 100**d.Agreement)))
	}
	if d.Missed != nil {
		t.Notes = append(t.Notes, say(fmt.Sprintf("Of the pairs significant by %s, %.1f%% are not by %s.", f.A, 100**d.Missed, f.B)))
	}
	return t
}
