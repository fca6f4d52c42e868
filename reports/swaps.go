package reports

import (
	"fmt"
	"math"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// Swaps is how often two systems change their order on other topics.
type Swaps struct {
	Measure string `json:"measure"`
	Unit    string `json:"unit"` // "team": pairs of runs of one team are left out; else "run"
	reliability.Swaps
	Runs *reliability.SwapCount `json:"all_runs"` // with the pairs of one team; null where there are none
}

func findSwaps(d data) (*Swaps, error) {
	opt := reliability.SwapOptions{Width: d.options.SwapWidth, Fuzziness: reliability.DefaultFuzziness, Alpha: d.c.Alpha, Teams: d.teams, Plan: d.plan}
	opt.Plan.Replicates = d.options.Splits
	if d.options.Fuzziness != nil {
		opt.Fuzziness = *d.options.Fuzziness
	}
	s, err := reliability.SwapRates(d.values, opt)
	if err != nil {
		return nil, err
	}
	f := &Swaps{Measure: d.c.Measure, Unit: "run", Swaps: s}
	if d.teams != nil {
		f.Unit = "team"
	}
	if s.SameTeam > 0 {
		opt.Teams = nil
		all, err := reliability.CountSwaps(d.values, opt)
		if err != nil {
			return nil, err
		}
		f.Runs = &all
	}
	return f, nil
}

// sets says which sets of topics are compared.
func (f *Swaps) sets() string {
	if f.Exact {
		return fmt.Sprintf("all %s pairs of disjoint sets of %s", thousands(f.Splits), count(f.Size, "topic"))
	}
	return fmt.Sprintf("%s random pairs (seed %d) of disjoint sets of %s", thousands(f.Splits), f.Seed, count(f.Size, "topic"))
}

// digits are the decimals of a difference: those of the width of a bin, and one more for other values.
func (f *Swaps) digits() int {
	return min(6, max(0, int(math.Ceil(-math.Log10(f.Width)-1e-9))))
}

// inUnits is a difference as the bins are printed.
func (f *Swaps) inUnits(v float64) string { return squaredText(v, f.digits()) }

func (f *Swaps) sentence() []doc.Text {
	out := say(doc.Strong(plain("Swaps: ")), fmt.Sprintf("over %s and %s of systems", f.sets(), count(f.Pairs, "pair")))
	if f.SameTeam > 0 {
		out = append(out, say(fmt.Sprintf(" of different teams (%s of one team left out)", count(f.SameTeam, "pair")))...)
	}
	if f.Untied == nil {
		return append(out, say(", every comparison is a tie: nothing can be said of swaps.")...)
	}
	if f.Swaps.Swaps == 0 {
		if f.Comparisons-f.Ties == 1 {
			return append(out, say(", one comparison is no tie; the order on the two sets is the same in it.")...)
		}
		return append(out, say(fmt.Sprintf(", in none of the %s comparisons without a tie is the order on the one set the opposite on the other.", thousands(f.Comparisons-f.Ties)))...)
	}
	out = append(out, say(", the order on the one set is the opposite on the other in ", share(*f.Untied), fmt.Sprintf(" of the %s comparisons without a tie", thousands(f.Comparisons-f.Ties)))...)
	var aside []doc.Text
	if f.Ties > 0 {
		aside = say(fmt.Sprintf("%s more %s", thousands(f.Ties), verb(f.Ties, "is a tie", "are ties")))
	}
	if f.Runs != nil && f.Runs.Untied != nil {
		if aside != nil {
			aside = append(aside, say("; ")...)
		}
		aside = append(aside, say(share(*f.Runs.Untied), " with the pairs of one team")...)
	}
	if aside != nil {
		out = append(out, say(" (", aside, ")")...)
	}
	if f.Least == nil {
		return append(out, say(fmt.Sprintf(". There is no difference from which on at most %s are swapped.", level(f.Rate)))...)
	}
	if *f.Least == 0 {
		return append(out, say(fmt.Sprintf(". Already of the smallest differences, at most %s are swapped.", level(f.Rate)))...)
	}
	out = append(out, say(". From a difference of ", f.inUnits(*f.Least), " "+f.Measure+fmt.Sprintf(" on, at most %s are swapped.", level(f.Rate)))...)
	if s := f.Beyond[0]; s.Least != nil && *s.Least > 0 && *s.Least < *f.Least {
		out = append(out, say(fmt.Sprintf(" Extrapolated to sets of all %d topics, that is from ", s.Topics), f.inUnits(*s.Least), " on.")...)
	}
	return out
}

func (f *Swaps) blocks(full bool) []doc.Block {
	out := []doc.Block{para(f.sentence())}
	if f.Untied == nil || !full {
		return out
	}
	out = append(out, f.table())
	if t := f.growthTable(); t != nil {
		out = append(out, t)
	}
	return append(out, f.conflictTable(), f.errorTable())
}

// table has a row for each bin that holds comparisons.
func (f *Swaps) table() *doc.Table {
	t := &doc.Table{ID: "swaps", Caption: plain(fmt.Sprintf("Swaps by the difference of mean %s on the first of two sets of %s.", f.Measure, count(f.Size, "topic")))}
	t.Columns = []doc.Column{column("|Δ| on the first set", doc.Center, "difference"), column("comparisons", doc.Right, "comparisons"),
		column("ties", doc.Right, "ties"), column("swaps", doc.Right, "swaps"), column("swapped", doc.Right, "rate")}
	for _, b := range f.Bins {
		if b.Comparisons == 0 {
			continue
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{f.span(b.Lo, b.Hi), cell(b.Comparisons), cell(b.Ties), cell(b.Swaps), maybeShare(b.Untied)}})
	}
	first := "The first set is either of the two."
	if f.Exact {
		first = "The first set is that with the first topic of the two."
	}
	text := fmt.Sprintf("Over %s. %s Swapped: of the comparisons without a tie; a difference of 0 on either set is a tie, never a swap. Bins are %s wide",
		f.sets(), first, f.inUnits(f.Width))
	t.Notes = []([]doc.Text){say(text + ": from their lower end on, below their upper one; empty ones are left out.")}
	return t
}

// span is a bin: "0.02 to 0.03" for people.
func (f *Swaps) span(lo, hi float64) doc.Cell {
	return cell(doc.Several{Text: f.inUnits(lo) + " to " + f.inUnits(hi), Keys: []string{"lo", "hi"}, Values: []*float64{&lo, &hi}})
}

// growthTable shows how the rates fall with the number of topics; nil where no bin has a curve.
func (f *Swaps) growthTable() *doc.Table {
	t := &doc.Table{ID: "swap-sizes", Caption: plain("Swap rate by the number of topics of each set, and by an exponential curve beyond.")}
	t.Columns = []doc.Column{column("|Δ|", doc.Center, "difference")}
	fitted := false
	for _, g := range f.Growth {
		fitted = fitted || g.A != nil
	}
	if !fitted {
		return nil
	}
	for _, s := range f.Growth[0].Sizes {
		t.Columns = append(t.Columns, column(count(s.Size, "topic"), doc.Right, fmt.Sprintf("rate_%d", s.Size)))
	}
	for _, at := range f.Beyond {
		t.Columns = append(t.Columns, column(fmt.Sprintf("curve at %d", at.Topics), doc.Right, fmt.Sprintf("curve_%d", at.Topics)))
	}
	for _, g := range f.Growth {
		if g.A == nil && g.Sizes[len(g.Sizes)-1].Comparisons == 0 {
			continue
		}
		row := doc.Row{Cells: []doc.Cell{f.span(g.Lo, g.Hi)}}
		for _, s := range g.Sizes {
			row.Cells = append(row.Cells, maybeShare(s.Untied))
		}
		for i := range f.Beyond {
			if g.A == nil {
				row.Cells = append(row.Cells, cell("–"))
			} else {
				row.Cells = append(row.Cells, cell(share(g.At[i])))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	var safe []doc.Text
	for _, at := range f.Beyond {
		safe = append(safe, say(fmt.Sprintf(" With sets of %d topics the curves stay at or below %s ", at.Topics, level(f.Rate)))...)
		if at.Least == nil {
			safe = append(safe, say("from no difference on.")...)
			continue
		}
		safe = append(safe, say("from a difference of ", f.inUnits(*at.Least), " on.")...)
	}
	t.Notes = []([]doc.Text){append(say("Curve: a·exp(−b·topics), fitted where at least three sizes have swaps and the rate falls; an extrapolation, not an estimate."), safe...)}
	return t
}

// conflictTable is about the pairs that are significant on the first set.
func (f *Swaps) conflictTable() *doc.Table {
	s := f.Significant
	t := &doc.Table{ID: "swap-significant", Caption: plain(fmt.Sprintf("Swaps among the differences that a paired t test calls significant on the first set (p ≤ %s), by relative difference.", alphaText(s.Alpha)))}
	t.Columns = []doc.Column{column("|Δ| / greater mean", doc.Center, "relative_difference"), column("significant", doc.Right, "comparisons"), column("ties", doc.Right, "ties"),
		column("swaps", doc.Right, "swaps"), column("swapped", doc.Right, "rate")}
	for _, b := range s.Bins {
		lo, hi := b.Lo, b.Hi
		bin := doc.Several{Text: fmt.Sprintf("%.0f%% to %.0f%%", 100*lo, 100*hi), Keys: []string{"lo", "hi"}, Values: []*float64{&lo, &hi}}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(bin), cell(b.Comparisons), cell(b.Ties), cell(b.Swaps), maybeShare(b.Untied)}})
	}
	notes := say(fmt.Sprintf("%s of %s comparisons are significant on the first set.", thousands(s.Pairs), thousands(f.Comparisons)))
	if s.Minor != nil {
		notes = append(notes, say(" Of these, ", doc.Percent{Value: *s.Minor, Digits: 2}, " have the opposite sign on the second without being significant (minor conflicts), and ",
			doc.Percent{Value: *s.Major, Digits: 2}, " are significant with the opposite sign (major conflicts).")...)
	}
	t.Notes = append(t.Notes, notes, f.sensitivity())
	return t
}

func (f *Swaps) sensitivity() []doc.Text {
	s := f.Sensitivity
	if s.Absolute == nil && s.Relative == nil {
		return say(fmt.Sprintf("Sensitivity: there is no difference such that of all as large or larger at most %s are swapped.", level(f.Rate)))
	}
	out := say(fmt.Sprintf("Sensitivity: of all differences as large or larger at most %s are swapped", level(f.Rate)))
	if s.Absolute != nil {
		out = append(out, say(" from ", squaredText(*s.Absolute, f.digits()+1), " on")...)
	}
	if s.Relative != nil {
		if s.Absolute != nil {
			out = append(out, say(", or")...)
		}
		out = append(out, say(" from ", share(*s.Relative), " of the greater mean on")...)
	}
	return append(out, say(".")...)
}

func (f *Swaps) errorTable() *doc.Table {
	t := &doc.Table{ID: "error-rates", Caption: plain(fmt.Sprintf("Error rate and tie rate of comparing two systems on %s.", count(f.Size, "topic")))}
	t.Columns = []doc.Column{column("fuzziness", doc.Right, "fuzziness"), column("sets", doc.Right, "sets"), column("comparisons", doc.Right, "comparisons"),
		column("error rate", doc.Right, "error_rate"), column("tie rate", doc.Right, "tie_rate")}
	for _, e := range f.Errors {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(share(e.Fuzziness)), cell(e.Sets), cell(e.Comparisons),
			cell(doc.Percent{Value: e.Error, Digits: 2}), cell(doc.Percent{Value: e.Tie, Digits: 2})}})
	}
	t.Notes = []([]doc.Text){say("For each pair the rarer order is an error: Σ min(better, worse) over all comparisons. A difference below the fuzziness times the greater mean is a tie.")}
	return t
}
