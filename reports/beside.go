package reports

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// Beside sets another procedure beside the one in use: studentized maxT where systems vary so unequally that randomised
// Tukey HSD, which has one critical difference for all pairs, may claim too much.
type Beside struct {
	Procedure   string       `json:"procedure"`
	Significant int          `json:"significant"`
	Replicates  int          `json:"replicates"`
	Changed     []BesidePair `json:"changed"` // pairs whose verdict is another
}

// BesidePair is a pair on which the two disagree.
type BesidePair struct {
	A           metrics.Tag `json:"a"`
	B           metrics.Tag `json:"b"`
	PAdjusted   float64     `json:"p_adjusted"` // by the procedure beside
	Significant bool        `json:"significant"`
}

// maxBesideSystems is the number of systems up to which maxT is run beside; above, its draws take minutes.
const maxBesideSystems = 60

// besideReplicates are drawn first; more follow while a decision is open.
const besideReplicates = 2000

// fillBeside runs studentized maxT where randomised Tukey HSD was used and warns of unequal variances.
func (c *Comparison) fillBeside(values *mat.Dense, opt stats.Options) error {
	unequal := slices.ContainsFunc(c.Warnings, func(w stats.Warning) bool { return w.Code == "unequal-variances" })
	if !unequal || c.Procedure != "randomized-tukey" || opt.Strata != nil {
		return nil
	}
	if len(c.ranked()) > maxBesideSystems {
		for i := range c.Warnings {
			if c.Warnings[i].Code == "unequal-variances" {
				c.Warnings[i].Text += fmt.Sprintf("; with more than %d systems the check by studentized maxT takes longer and is left to --procedure maxt", maxBesideSystems)
			}
		}
		return nil
	}
	opt.Test = FindTest("t")
	opt.Plan.Replicates = min(opt.Plan.Count(), besideReplicates)
	maxT := FindProcedure("maxt")
	if maxT == nil {
		return nil
	}
	fam, err := maxT.Run(values, opt)
	if err != nil {
		return err
	}
	b := &Beside{Procedure: fam.Procedure, Replicates: fam.Replicates, Changed: []BesidePair{}}
	for n, p := range fam.Pairs {
		significant := p.Adjusted <= opt.Alpha
		if significant {
			b.Significant++
		}
		if mine := c.Pairs[n]; mine.Significant != significant {
			b.Changed = append(b.Changed, BesidePair{A: mine.A, B: mine.B, PAdjusted: p.Adjusted, Significant: significant})
		}
	}
	c.Beside = b
	return nil
}

// approximate warns of rank intervals whose level is not sure.
func (c *Comparison) approximate() string {
	if slices.ContainsFunc(c.Warnings, func(w stats.Warning) bool { return w.Code == "unequal-variances" }) {
		return "; approximate here, since the systems vary unequally"
	}
	return ""
}

// note says what the procedure beside says of so many pairs.
func (b *Beside) note(pairs int) []doc.Block {
	if b == nil {
		return nil
	}
	out := say(fmt.Sprintf("Systems vary unequally here, so studentized maxT stands beside randomised Tukey HSD: it calls %d of %s different",
		b.Significant, count(pairs, "pair")))
	if len(b.Changed) == 0 {
		return []doc.Block{note(append(out, say(", the same ones.")...))}
	}
	var names []string
	for _, p := range b.Changed {
		not := "not "
		if p.Significant {
			not = ""
		}
		names = append(names, fmt.Sprintf("%s and %s (%sby maxT)", p.A, p.B, not))
	}
	return []doc.Block{note(append(out, say(fmt.Sprintf("; the verdict of %s changes: ", count(len(b.Changed), "pair"))+joinFirst(names, "; ", 6)+".")...))}
}
