package stats

import "fmt"

// DecisionAgreement counts the pairs of systems by what two families decide on them: A, the reference, and B, such as the
// same systems under other judgments. A pair is active where both call it significant, mixed where one does, and passive
// where neither does; in each, the directions may agree or not. A ranking may correlate well and still not keep what is
// significant (Otero, Parapar and Ferro, "How Discriminative Are Your Qrels?", arXiv:2308.09340, 2023). The direction is that of the
// decision, or of the means where the pair is not significant.
type DecisionAgreement struct {
	Pairs    int `json:"pairs"`    // tested by both families; all that follows is of them
	Untested int `json:"untested"` // by one or both

	ActiveAgreement     int `json:"active_agreement"`     // AA: significant in both, in the same direction
	ActiveDisagreement  int `json:"active_disagreement"`  // AD: in opposite directions
	OnlyA               int `json:"only_a"`               // significant in A only: what B misses
	OnlyB               int `json:"only_b"`               // in B only: what B adds
	OnlyAReversed       int `json:"only_a_reversed"`      // of OnlyA, those that the means of B order the other way
	OnlyBReversed       int `json:"only_b_reversed"`      // of OnlyB, those that the means of A order the other way
	PassiveAgreement    int `json:"passive_agreement"`    // PA: in neither, the means in the same order
	PassiveDisagreement int `json:"passive_disagreement"` // PD: in neither, the means in opposite order
	PassiveTied         int `json:"passive_tied"`         // in neither, and the means of a family tie

	// Shares; nil where there is nothing to take a share of.
	Agreement     *float64 `json:"agreement"`         // (AA + passive)/pairs: the same decision
	MajorConflict *float64 `json:"major_conflict"`    // AD over the pairs significant in A
	MinorConflict *float64 `json:"minor_conflict"`    // OnlyAReversed over the same
	Missed        *float64 `json:"missed"`            // OnlyA over the pairs significant in A: false negatives, if A is right
	Added         *float64 `json:"added"`             // OnlyB over the pairs not significant in A: false positives, if A is right
	Balanced      *float64 `json:"balanced_accuracy"` // mean of 1 − Missed and 1 − Added; significant or not, whatever the direction
	MCC           *float64 `json:"mcc"`               // Matthews' correlation of the same two answers, in [−1, 1]

	Disagreements [][2]int `json:"disagreements"` // the pairs of AD
}

// AgreeDecisions compares two matrices of decisions on the same systems, in the same order, with the mean scores that go
// with them. It panics if sizes differ or the decisions on a pair contradict one another.
func AgreeDecisions(a, b Decisions, meansA, meansB []float64) DecisionAgreement {
	k := len(a)
	if len(b) != k || len(meansA) != k || len(meansB) != k {
		panic(fmt.Sprintf("stats: decisions on %d and %d systems with %d and %d means", k, len(b), len(meansA), len(meansB)))
	}
	x, y := snapAll(meansA), snapAll(meansB)
	var out DecisionAgreement
	for _, p := range AllPairs(k) {
		i, j := p[0], p[1]
		inA, inB := a.direction(i, j), b.direction(i, j)
		if a[i][j] == Untested || b[i][j] == Untested {
			out.Untested++
			continue
		}
		out.Pairs++
		out.count(p, inA, inB, sign(x[i]-x[j]), sign(y[i]-y[j]))
	}
	out.rate()
	return out
}

// direction is 1 if system i is significantly better than j, −1 if it is significantly worse, else 0.
func (d Decisions) direction(i, j int) int {
	switch {
	case d[i][j] == Better && d[j][i] == Worse:
		return 1
	case d[i][j] == Worse && d[j][i] == Better:
		return -1
	case d[i][j] == d[j][i] && !d.differ(i, j):
		return 0
	}
	panic(fmt.Sprintf("stats: decisions %d and %d on systems %d and %d contradict one another", d[i][j], d[j][i], i+1, j+1))
}

// sign is that of v, which is 0 only where the snapped means are the same.
func sign(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// count takes in a pair: the significant directions, 0 if there is none, and those of the means.
func (d *DecisionAgreement) count(pair [2]int, inA, inB, meanA, meanB int) {
	switch {
	case inA != 0 && inA == inB:
		d.ActiveAgreement++
	case inA != 0 && inA == -inB:
		d.ActiveDisagreement++
		d.Disagreements = append(d.Disagreements, pair)
	case inA != 0:
		d.OnlyA++
		if meanB == -inA {
			d.OnlyAReversed++
		}
	case inB != 0:
		d.OnlyB++
		if meanA == -inB {
			d.OnlyBReversed++
		}
	case meanA == 0 || meanB == 0:
		d.PassiveTied++
	case meanA == meanB:
		d.PassiveAgreement++
	default:
		d.PassiveDisagreement++
	}
}

func (d *DecisionAgreement) rate() {
	share := func(part, of int) *float64 {
		if of == 0 {
			return nil
		}
		v := float64(part) / float64(of)
		return &v
	}
	active := d.ActiveAgreement + d.ActiveDisagreement
	passive := d.PassiveAgreement + d.PassiveDisagreement + d.PassiveTied
	d.Agreement = share(d.ActiveAgreement+passive, d.Pairs)
	d.MajorConflict = share(d.ActiveDisagreement, active+d.OnlyA)
	d.MinorConflict = share(d.OnlyAReversed, active+d.OnlyA)
	d.Missed = share(d.OnlyA, active+d.OnlyA)
	d.Added = share(d.OnlyB, passive+d.OnlyB)
	if d.Missed != nil && d.Added != nil {
		v := 1 - (*d.Missed+*d.Added)/2
		d.Balanced = &v
	}
	rows := float64(active+d.OnlyA) * float64(passive+d.OnlyB)
	columns := float64(active+d.OnlyB) * float64(passive+d.OnlyA)
	if rows > 0 && columns > 0 {
		v := overRoots(float64(active)*float64(passive)-float64(d.OnlyA)*float64(d.OnlyB), rows, columns)
		d.MCC = &v
	}
}
