package reports

import (
	"fmt"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

// winLeaveOut asks whether the order stays whichever team's own contribution the pool lacks; run by run where teams are
// not known.
var winLeaveOut = &winCheck{
	name: "leave_out", title: "pool",
	question: func(a *Analysis) string {
		unit := pooling.UnitRun
		if a.Teams {
			unit = pooling.UnitTeam
		}
		return fmt.Sprintf("the upper stays above the lower whichever %s's own contribution is left out of the pool; beside it the least difference, and without whom.", unit)
	},
	prepare: func(a *Analysis) (func(i, j int) Tick, error) {
		if a.audit == nil {
			return nil, a.unaudited
		}
		kind := pooling.UnitRun
		if a.Teams {
			kind = pooling.UnitTeam
		}
		c := a.official()
		rows := make(map[metrics.Tag]int)
		for r, run := range a.Runs {
			rows[run.Tag] = r
		}
		return func(i, j int) Tick {
			return leftOutTick(a.audit.left, kind, rows[c.Systems[i].System], rows[c.Systems[j].System], c.scores.Lower)
		}, nil
	},
}

// leftOutTick looks for the unit without which the lead of run x over run y is least.
func leftOutTick(left []pooling.Left, kind pooling.Unit, x, y int, lower bool) Tick {
	var worst *pooling.Left
	lead := func(l *pooling.Left) float64 {
		if lower {
			return l.Means[y] - l.Means[x]
		}
		return l.Means[x] - l.Means[y]
	}
	for n := range left {
		if l := &left[n]; l.Kind == kind && (worst == nil || lead(l) < lead(worst)) {
			worst = l
		}
	}
	if worst == nil {
		return Tick{}
	}
	d := worst.Means[x] - worst.Means[y]
	t := ticked(lead(worst) > tieTolerance*slices.Max([]float64{worst.Means[x], -worst.Means[x], worst.Means[y], -worst.Means[y]}), d,
		doc.FormatSigned(d, 3)+" ("+shortened(worst.Unit, 12)+")")
	t.By = worst.Unit
	return t
}

// shortened is a name of at most n characters.
func shortened(name string, n int) string {
	if r := []rune(name); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return name
}
