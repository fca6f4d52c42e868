package pooling

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/metrics"
	"sigrel/stats"
)

// byMean calls two runs different if their means differ by more than 0.05.
func byMean(scores *mat.Dense) (stats.Decisions, error) {
	m := means(scores)
	d := make(stats.Decisions, len(m))
	for i := range d {
		d[i] = make([]stats.Decision, len(m))
		for j := range d[i] {
			switch diff := m[i] - m[j]; {
			case diff > 0.05:
				d[i][j] = stats.Better
			case diff < -0.05:
				d[i][j] = stats.Worse
			default:
				d[i][j] = stats.NotSeparated
			}
		}
	}
	return d, nil
}

// TestNaiveFlips counts the verdicts that change, unit by unit and pair by pair, from judgments that are built anew.
func TestNaiveFlips(t *testing.T) {
	m := find(t, "AP")
	rapid.Check(t, func(t *rapid.T) {
		c := drawCollection(t)
		if len(c.runs) < 2 {
			return
		}
		depth := rapid.SampledFrom([]int{1, 3, AllRanks}).Draw(t, "depth")
		mode := rapid.SampledFrom([]Mode{RemoveUniques, Repool}).Draw(t, "mode")
		p, err := Build(c.runs, c.qrels, Options{Depth: depth})
		if err != nil {
			t.Fatal(err)
		}
		audits, err := p.LeaveOut(m, LeaveOutOptions{Mode: mode, Units: []Unit{UnitRun, UnitTeam}, Verdicts: Verdicts{Decide: byMean}})
		if err != nil {
			t.Fatal(err)
		}
		a := audits[0]
		before, _ := byMean(c.matrix(c.without("", depth, UnitRun, mode), m[0]))
		byUnit, total, most := map[string]int{}, map[Unit]int{}, map[Unit]int{}
		for _, kind := range []Unit{UnitRun, UnitTeam} {
			units := map[string]bool{}
			for _, r := range c.runs {
				units[unitName(r, kind)] = true
			}
			for unit := range units {
				after, _ := byMean(c.matrix(c.without(unit, depth, kind, mode), m[0]))
				n := 0
				for i := range before {
					for j := range i {
						if before[i][j] != after[i][j] {
							n++
						}
					}
				}
				byUnit[kind.String()+unit] = n
				total[kind] += n
				most[kind] = max(most[kind], n)
			}
		}
		tags := map[metrics.Tag]*metrics.Run{}
		for _, r := range c.runs {
			tags[r.Tag] = r
		}
		for _, l := range a.LeftOut {
			if want := byUnit[l.Kind.String()+unitName(tags[l.Run], l.Kind)]; *l.VerdictsFlipped != want {
				t.Fatalf("%s %s: %d verdicts flip, want %d", l.Kind, l.Unit, *l.VerdictsFlipped, want)
			}
		}
		for _, kind := range []Unit{UnitRun, UnitTeam} {
			s := a.Summary.Of(kind)
			pairs := map[string]bool{}
			for _, f := range a.Flips {
				if f.Kind == kind {
					pairs[fmt.Sprint(min(f.A, f.B), max(f.A, f.B))] = true
				}
			}
			if *s.VerdictsFlipped != total[kind] || *s.MostFlipped != most[kind] || *s.PairsFlipped != len(pairs) || (s.MostFlippedUnit == "") != (most[kind] == 0) {
				t.Fatalf("%s: summary %d, %d, %d, %q; want %d, %d, %d", kind, *s.VerdictsFlipped, *s.MostFlipped, *s.PairsFlipped, s.MostFlippedUnit, total[kind], most[kind], len(pairs))
			}
		}
		if len(a.Flips) != total[UnitRun]+total[UnitTeam] {
			t.Fatalf("%d flips", len(a.Flips))
		}
		for _, f := range a.Flips {
			if f.Before == f.After {
				t.Fatalf("%+v is no change", f)
			}
		}
	})
}
