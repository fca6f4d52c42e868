package reports

import (
	"errors"
	"fmt"
	"math"
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
		where := ""
		if a.audit != nil && a.audit.Covered != nil {
			where = ", over all topics"
		}
		return fmt.Sprintf("the upper stays above the lower whichever %s's own contribution is left out of the pool%s; beside it the least difference, and without whom.", unit, where)
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
		if !a.rankedAreRuns(c.scores.Systems[:len(c.ranked())]) {
			return nil, notAssessed(averaged)
		}
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

// winHoles asks whether the order stays whatever judges would say of the documents that nobody judged.
var winHoles = &winCheck{
	name: "holes", title: "unjudged",
	question: func(a *Analysis) string {
		return "the upper has the better mean under every labelling of the documents without a judgment that any run retrieved; beside it the least difference. Open: no labelling is known that turns it, and none ruled out."
	},
	prepare: func(a *Analysis) (func(i, j int) Tick, error) {
		if a.Runs == nil || a.Qrels == nil {
			return nil, notAssessed("%s", a.withoutJudgments())
		}
		if a.complete() {
			return nil, notAssessed("%s", allJudged)
		}
		if err := a.sampledPool(); err != nil {
			return nil, err
		}
		c, m := a.official(), a.Measures[0]
		h, err := a.pool.Holes(pooling.HoleOptions{Topics: c.scores.Topics})
		if err != nil {
			return nil, err
		}
		k := len(c.ranked())
		ticks := make([]Tick, k-1)
		for i := range ticks {
			x, y := h.Run(c.Systems[i].System), h.Run(c.Systems[i+1].System)
			if x < 0 || y < 0 {
				return nil, notAssessed(averaged)
			}
			b, err := h.Pair(m, x, y, pooling.HolesOfAll)
			if errors.Is(err, pooling.ErrUnbounded) || errors.Is(err, pooling.ErrTooManyHoles) {
				return nil, notAssessed("%v", err)
			} else if err != nil {
				return nil, err
			}
			ticks[i] = holesTick(b, c.scores.Lower)
		}
		return func(i, _ int) Tick { return ticks[i] }, nil
	},
}

// holesTick is the tick of a pair whose difference has these bounds. The bounds may be looser than what a labelling can
// reach, and then settle nothing where they include 0.
func holesTick(b *pooling.PairBounds, lower bool) Tick {
	least, above := b.Lo, orderOf(b.Bounds) == alwaysBetter
	if lower {
		least, above = b.Hi, orderOf(b.Bounds) == alwaysWorse
	}
	if math.Abs(least) <= tieTolerance {
		least = 0 // rounding
	}
	if !above && !b.Exact {
		return Tick{Open: true, Value: &least, text: doc.FormatSigned(least, 3)}
	}
	return ticked(above, least, doc.FormatSigned(least, 3))
}
