package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

// adjust adds the score adjustments by the official measure, where there are any.
func (f *finder) adjust() error {
	m := f.st.Measures[0]
	units := []pooling.Unit{pooling.UnitRun}
	if f.st.Teams {
		units = append(units, pooling.UnitTeam)
	}
	for _, unit := range units {
		a, err := f.pool.Adjust(m, pooling.AdjustOptions{Unit: unit, Topics: f.st.Scores[0].Topics, Significant: f.significant()})
		if errors.Is(err, pooling.ErrNoneLeft) {
			f.out.AdjustReason = fmt.Sprintf("%v (%s)", err, unit)
			continue
		}
		if err != nil {
			return err
		}
		f.out.Adjustments = append(f.out.Adjustments, a...)
	}
	if f.out.Adjustments != nil {
		f.out.AdjustReason = ""
	}
	return nil
}

// significant tests two runs as judged; a run without scores differs from none.
func (f *finder) significant() func(a, b metrics.Tag) bool {
	known := make(map[[2]metrics.Tag]bool)
	s := f.st.Scores[0]
	return func(a, b metrics.Tag) bool {
		if b < a {
			a, b = b, a
		}
		key := [2]metrics.Tag{a, b}
		if yes, tested := known[key]; tested {
			return yes
		}
		row := func(tag metrics.Tag) []float64 {
			i := slices.IndexFunc(s.Systems, func(x metrics.System) bool { return x.Tag == tag })
			if i < 0 {
				return nil
			}
			return s.Row(i)
		}
		x, y := row(a), row(b)
		yes := false
		if x != nil && y != nil {
			res, err := f.test.Run(x, y, f.options())
			yes = err == nil && res.PHi <= f.out.HoleTest.Alpha
		}
		known[key] = yes
		return yes
	}
}

var methodWords = map[pooling.Method]string{pooling.NoCorrection: "none", pooling.WebberPark: "Webber–Park", pooling.Lipani: "Lipani", pooling.LipaniPlain: "Lipani, no condition"}

// adjustBlocks are the corrected scores, and whether correcting helps.
func (f *HoleFinding) adjustBlocks() []doc.Block {
	if len(f.Adjustments) == 0 {
		if f.AdjustReason == "" {
			return nil
		}
		return []doc.Block{note("Score adjustment: not assessed: " + f.AdjustReason + ".")}
	}
	measure := f.Adjustments[0].Measure
	t := &doc.Table{ID: "pool-adjusted", Caption: plain("Corrections of mean " + measure + " for not having been pooled, as a check only, and how well each corrects the pooled runs when they are left out."),
		Columns: []doc.Column{column("Correction", doc.Left, "correction"), column("left out", doc.Left, "unit")}}
	for _, n := range f.New {
		t.Columns = append(t.Columns, column(string(n.Run), doc.Right, string(n.Run)), column("range", doc.Center, string(n.Run)+"_range"))
	}
	t.Columns = append(t.Columns, column("MAE", doc.Right, "mae"), column("SRE", doc.Right, "sre"), column("SRE*", doc.Right, "sre_star"), symbol("τ", doc.Right, "tau_b"))
	for _, a := range f.Adjustments {
		row := doc.Row{Cells: []doc.Cell{cell(methodWords[a.Method]), cell("each " + a.Unit.String())}}
		for _, n := range f.New {
			value, span := cell("–"), cell("–")
			for _, x := range a.New {
				if x.Run == n.Run {
					value, span = cell(doc.Number{Value: x.Adjusted, Digits: 4}), cell(doc.Range{Lo: *x.Lo, Hi: *x.Hi, Digits: 4})
				}
			}
			row.Cells = append(row.Cells, value, span)
		}
		row.Cells = append(row.Cells, cell(doc.Number{Value: a.Error.MeanAbsolute, Digits: 5}), cell(a.Error.RankError), maybeInteger(a.Error.Strict), maybe(a.Error.TauB, 3))
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, say("Of the pooled runs, each as if its run or team had not been pooled: MAE: mean absolute error; SRE: places lost or won, all others with their true scores; SRE*: past runs that differ significantly "+
		"(paired "+f.HoleTest.Test+" test, uncorrected, α = "+alphaText(f.HoleTest.Alpha)+"); τ: of corrected and true scores. Range: the corrected score less the greatest and the least of these errors."))
	return []doc.Block{t, para(f.helps(measure))}
}

// helps says whether correcting is better than not, on this pool.
func (f *HoleFinding) helps(measure string) string {
	var parts []string
	var none *pooling.Adjustment
	for i := range f.Adjustments {
		a := &f.Adjustments[i]
		if a.Method == pooling.NoCorrection {
			none = a
			continue
		}
		better, worse := a.Error.MeanAbsolute < none.Error.MeanAbsolute-1e-12, a.Error.MeanAbsolute > none.Error.MeanAbsolute+1e-12
		fewer, more := a.Error.RankError < none.Error.RankError, a.Error.RankError > none.Error.RankError
		verdict := "mixed"
		switch {
		case !better && !worse && !fewer && !more:
			verdict = "changes nothing"
		case !worse && !more:
			verdict = "helps"
		case !better && !fewer:
			verdict = "does not help"
		}
		text := methodWords[a.Method] + " (by " + a.Unit.String() + ") " + verdict
		if verdict == "mixed" {
			text = methodWords[a.Method] + " (by " + a.Unit.String() + ") is better by one of MAE and SRE and worse by the other"
		}
		parts = append(parts, text)
	}
	return "On this pool, judged by MAE and SRE of " + measure + " against leaving the scores as they are: " + strings.Join(parts, "; ") + ". The official scores stay as they are."
}
