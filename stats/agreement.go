package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/resample"
)

// AgreementOptions are the options of [Agree]. The zero value compares independent topics, with rank-biased overlap at
// [DefaultPersistence] and the first ten systems.
type AgreementOptions struct {
	Paired      bool          // column t of both matrices is the same topic: topics are drawn for both at once
	Persistence []float64     // of rank-biased overlap, each inside (0, 1); nil: DefaultPersistence
	Cutoffs     []int         // tops that are compared; those below 2 or not below the number of systems are left out; nil: 10
	Confidence  float64       // of intervals, inside (0, 1); 0 means DefaultConfidence
	Plan        resample.Plan // of the bootstrap
}

// Agreement says how far two scorings of the same systems, A and B, rank them alike. A is the reference where a
// coefficient has one. Systems are named by their row.
type Agreement struct {
	Systems      int            `json:"systems"`
	TopicsA      int            `json:"topics_a"` // 0 where only means are known
	TopicsB      int            `json:"topics_b"`
	Paired       bool           `json:"paired"`
	Pairs        PairOrders     `json:"pairs"`
	Coefficients []Coefficient  `json:"coefficients"`  // those of RankCorrelations, then "pearson"
	APOrders     *TauAPOrders   `json:"tau_ap_orders"` // nil where it is undefined
	RBO          []RBOAgreement `json:"rbo"`
	Tops         []TopAgreement `json:"tops"`
	Kendall      *KendallTest   `json:"kendall_test"`  // nil where it is undefined
	Spearman     *SpearmanTest  `json:"spearman_test"` // likewise

	WinnersA      []int        `json:"winners_a"` // the systems of the greatest mean
	WinnersB      []int        `json:"winners_b"`
	SameWinner    bool         `json:"same_winner"` // the winners are the same, be they one or several that tie
	Changes       []RankChange `json:"changes"`     // of every system, in the order of rows
	MaxRankChange float64      `json:"max_rank_change"`
	MeanChange    float64      `json:"mean_rank_change"` // mean of the absolute changes

	Confidence float64   `json:"confidence"` // of the intervals
	Replicates int       `json:"replicates"` // 0 if nothing was drawn
	Seed       uint64    `json:"seed"`       // meaningful if Replicates > 0
	Warnings   []Warning `json:"warnings,omitempty"`
}

// PairOrders are the pairs of systems by how A and B order them; they add up to all k(k−1)/2.
type PairOrders struct {
	Same     int `json:"same"`
	Reversed int `json:"reversed"`
	TiedA    int `json:"tied_a"` // only in A
	TiedB    int `json:"tied_b"` // only in B
	TiedBoth int `json:"tied_both"`

	// Balance is (Same − Reversed)/(k(k−1)/2), which is τ_a where the reference does not tie; other programs print it as
	// τ_a where it does, too.
	Balance float64 `json:"balance"`
}

// RankChange is how far a system moves. Systems that tie share the mean of their ranks, so that ranks may end in ½.
type RankChange struct {
	System int     `json:"system"`
	A      float64 `json:"rank_a"`
	B      float64 `json:"rank_b"`
	Change float64 `json:"change"` // B − A: positive where the system is placed lower by B
}

// Coefficient is a coefficient of agreement and its interval over topics.
type Coefficient struct {
	Name     string    `json:"name"`
	Value    *float64  `json:"value"`            // nil where it is undefined
	Reason   string    `json:"reason,omitempty"` // why it, or its interval, is not there
	Interval *Interval `json:"interval"`         // nil where there is none
	// Mean of the replicates: on another sample of topics the rankings agree about so well. It lies below Value where
	// resampling adds noise to both rankings; nil without an interval.
	Mean      *float64 `json:"replicate_mean"`
	Undefined int      `json:"undefined_replicates"` // in which it does not exist, such as for ties; they are left out
}

// RBOAgreement is the rank-biased overlap of both rankings of all systems. The coefficient's value is RBO^a, the mean
// over all orders of tied systems.
type RBOAgreement struct {
	P float64 `json:"p"`
	Coefficient
	Equal     float64 `json:"ties_equal"`     // RBO^w
	Corrected float64 `json:"ties_corrected"` // RBO^b
	Reversed  float64 `json:"reversed"`       // of two opposite rankings of as many systems: the least there is, not 0
}

// Agree compares the rankings of the same systems by their mean scores in a and b, systems by topics, rows in the same
// order. The topics may be the same (opt.Paired) or not, and differ in number.
//
// Intervals are percentile intervals ([PercentileInterval]) over replicates that draw topics with replacement, for both
// matrices at once if they are paired, else for each. Systems are not drawn: they are the ones that are compared. There
// is no interval for a matrix of a single topic, or where a coefficient does not exist in most replicates.
//
// Warnings: "few-topics" for fewer than five topics, "degenerate-bootstrap" where a coefficient does not exist in some
// replicates, "bootstrap-bias" where an interval leaves out the value itself: replicates have the noise of the topics
// twice, so that their rankings agree less; "few-replicates" as [PercentileInterval].
//
// The error wraps [ErrTooFewSystems] for fewer than two systems, [ErrNotFinite] or [ErrRange] for a score that is not
// finite or out of range. A coefficient that does not exist is no error: its value is nil. It panics if the matrices have
// different numbers of rows, if topics are paired and differ in number, or if an option is out of its range.
func Agree(a, b *mat.Dense, opt AgreementOptions) (Agreement, error) {
	opt = opt.checked()
	k, topicsA := a.Dims()
	other, topicsB := b.Dims()
	if k != other || opt.Paired && topicsA != topicsB {
		panic(fmt.Sprintf("stats: agreement of %d systems on %d topics with %d on %d", k, topicsA, other, topicsB))
	}
	for _, scores := range [2]*mat.Dense{a, b} {
		for i := range k {
			for t, v := range scores.RawRowView(i) {
				if !usable(v) {
					return Agreement{}, scoreError(v, fmt.Sprintf("system %d on topic %d", i+1, t+1))
				}
			}
		}
	}
	meansA, _, _, _ := meansOf(a)
	meansB, _, _, _ := meansOf(b)
	out, err := agreementOf(meansA, meansB, opt)
	if err != nil {
		return Agreement{}, err
	}
	out.TopicsA, out.TopicsB, out.Paired = topicsA, topicsB, opt.Paired
	out.bootstrap(a, b, opt)
	return out, nil
}

// AgreeMeans compares two rankings of which only the means are known, higher is better. It is [Agree] without intervals:
// how the rankings would look on other topics is not assessed. Errors are those of [RankCorrelation]; it panics if the
// lengths differ or an option is out of its range.
func AgreeMeans(a, b []float64, opt AgreementOptions) (Agreement, error) {
	opt = opt.checked()
	out, err := agreementOf(a, b, opt)
	if err != nil {
		return Agreement{}, err
	}
	for _, c := range out.coefficients() {
		c.explain("not assessed: no topics, only means")
	}
	return out, nil
}

func (o AgreementOptions) checked() AgreementOptions {
	if o.Persistence == nil {
		o.Persistence = []float64{DefaultPersistence}
	}
	for _, p := range o.Persistence {
		if err := checkPersistence(p); err != nil {
			panic("stats: " + err.Error())
		}
	}
	if o.Cutoffs == nil {
		o.Cutoffs = []int{10}
	}
	if o.Confidence == 0 {
		o.Confidence = DefaultConfidence
	}
	if !(o.Confidence > 0 && o.Confidence < 1) {
		panic(fmt.Sprintf("stats: confidence %g, want it inside (0, 1)", o.Confidence))
	}
	return o
}

// agreementOf is everything that the means say.
func agreementOf(a, b []float64, opt AgreementOptions) (Agreement, error) {
	p, err := newRankPair(a, b)
	if err != nil {
		return Agreement{}, err
	}
	c := p.pairs
	out := Agreement{Systems: len(a), Confidence: opt.Confidence, Pairs: PairOrders{Same: c.concordant, Reversed: c.discordant,
		TiedA: c.tiedX - c.tiedBoth, TiedB: c.tiedY - c.tiedBoth, TiedBoth: c.tiedBoth,
		Balance: float64(c.concordant-c.discordant) / float64(c.all)}}
	for _, r := range rankCorrelations {
		out.Coefficients = append(out.Coefficients, Coefficient{Name: r.Name})
	}
	out.Coefficients = append(out.Coefficients, Coefficient{Name: "pearson"})
	for _, persistence := range opt.Persistence {
		equal, corrected := p.overlap(persistence, EqualTies).Ext, p.overlap(persistence, CorrectedTies).Ext
		out.RBO = append(out.RBO, RBOAgreement{P: persistence, Coefficient: Coefficient{Name: fmt.Sprintf("rbo(p=%g)", persistence)},
			Equal: equal, Corrected: corrected, Reversed: ReversedRBO(len(a), persistence)})
	}
	for _, k := range opt.Cutoffs {
		if k >= 2 && k < len(a) {
			out.Tops = append(out.Tops, p.top(k))
		}
	}
	for i, compute := range out.computes() {
		v, err := compute(means{a, b, p})
		if err != nil {
			out.coefficients()[i].Reason = err.Error()
			continue
		}
		out.coefficients()[i].Value = &v
	}
	if orders, err := p.tauAPOrders(); err == nil {
		out.APOrders = &orders
	}
	if test, err := p.kendallTest(); err == nil {
		out.Kendall = &test
	}
	if test, err := p.spearmanTest(); err == nil {
		out.Spearman = &test
	}
	out.move(p.x, p.y)
	return out, nil
}

// means is what coefficients are computed of: means and the rankings by them.
type means struct {
	a, b []float64
	rankPair
}

// computes are the functions behind [Agreement.coefficients], in the same order. The systems of a top stay those that the
// full data put there.
func (a *Agreement) computes() []func(means) (float64, error) {
	var all []func(means) (float64, error)
	for _, r := range rankCorrelations {
		all = append(all, func(m means) (float64, error) { return r.of(m.rankPair) })
	}
	all = append(all, func(m means) (float64, error) { return m.pearson(m.a, m.b) })
	for _, r := range a.RBO {
		all = append(all, func(m means) (float64, error) { return m.overlap(r.P, AverageTies).Ext, nil })
	}
	for _, t := range a.Tops {
		all = append(all, func(m means) (float64, error) { return m.restricted(t.rows).tauB() })
	}
	return all
}

// move says who moved, and who won.
func (a *Agreement) move(x, y groups) {
	ranksA, ranksB := x.midranks(), y.midranks()
	for i := range ranksA {
		change := RankChange{System: i, A: ranksA[i], B: ranksB[i], Change: ranksB[i] - ranksA[i]}
		a.Changes = append(a.Changes, change)
		a.MaxRankChange = max(a.MaxRankChange, math.Abs(change.Change))
		a.MeanChange += math.Abs(change.Change)
	}
	a.MeanChange /= float64(len(ranksA))
	a.WinnersA, a.WinnersB = slices.Clone(x.order[:x.sizes[0]]), slices.Clone(y.order[:y.sizes[0]])
	a.SameWinner = slices.Equal(a.WinnersA, a.WinnersB)
}

// coefficients are all coefficients that get an interval.
func (a *Agreement) coefficients() []*Coefficient {
	var all []*Coefficient
	for i := range a.Coefficients {
		all = append(all, &a.Coefficients[i])
	}
	for i := range a.RBO {
		all = append(all, &a.RBO[i].Coefficient)
	}
	for i := range a.Tops {
		all = append(all, &a.Tops[i].Coefficient)
	}
	return all
}

// explain says why a coefficient has no interval, unless it is said already why it has no value.
func (c *Coefficient) explain(why string) {
	if c.Value != nil {
		c.Reason = why
	}
}
