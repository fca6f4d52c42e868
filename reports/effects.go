package reports

import (
	"gonum.org/v1/gonum/mat"

	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// effectPairs is the number of pairs up to which effect sizes are computed unasked: each pair takes a millisecond.
const effectPairs = 200

// fillEffects computes the effect sizes of every pair. Those in units of the residual take it from the analysis of
// variance of all ranked systems.
func (c *Comparison) fillEffects(asked bool, values *mat.Dense, opt stats.Options) error {
	if opt.Strata != nil || !asked && len(c.Pairs) > effectPairs {
		return nil // over strata none of them is defined
	}
	with := stats.EffectOptions{Confidence: opt.Confidence}
	two, err := stats.TwoWay(values)
	if err != nil {
		return err
	}
	topics, rest := two[1], two[2]
	with.Residual = &stats.Residual{MS: rest.MS, DF: rest.DF}
	with.OneWay = &stats.Residual{MS: (topics.SS + rest.SS) / float64(topics.DF+rest.DF), DF: topics.DF + rest.DF} // what topics differ by is error there
	resample.Each(len(c.Pairs), opt.Plan.Workers, func(n int) {
		p := &c.Pairs[n]
		p.Effects = stats.PairEffects(c.scores.Row(p.i), c.scores.Row(p.j), with)
	})
	return nil
}

// effect finds an effect size of a pair; nil if it is not defined.
func (p *Pair) effect(name string) *stats.Effect {
	for i := range p.Effects {
		if p.Effects[i].Name == name {
			return &p.Effects[i]
		}
	}
	return nil
}

// shownEffects are the columns of the table of effect sizes, and what they are called.
var shownEffects = []struct{ name, title, note string }{
	{"dz", "d_z", "mean difference over the standard deviation of the differences"},
	{"hedges-g", "g", "d_z without its bias on few topics (Hedges)"},
	{"es", "ES", "mean difference over the square root of the residual variance of all systems (two-way)"},
	{"superiority", "PS", "probability of superiority: share of topics won, ties half"},
}

// EffectTable lists the effect sizes of every pair with their intervals.
func (c *Comparison) EffectTable() *doc.Table {
	t := &doc.Table{ID: "effects", Caption: plain("Effect sizes, A against B, with " + level(c.confidence) + " intervals of each alone.")}
	t.Columns = []doc.Column{column("A", doc.Left, "a"), column("B", doc.Left, "b"), column("A − B", doc.Right, "difference")}
	for _, e := range shownEffects {
		t.Columns = append(t.Columns, column(e.title, doc.Right, e.name), column("CI", doc.Center, e.name+"_interval"))
		t.Notes = append(t.Notes, say(e.title+": "+e.note+"."))
	}
	for n := range c.Pairs {
		p := &c.Pairs[n]
		row := doc.Row{Cells: []doc.Cell{cell(doc.Plain(p.A)), cell(doc.Plain(p.B)), cell(doc.Signed{Value: p.Difference, Digits: 3})}}
		for _, shown := range shownEffects {
			e := p.effect(shown.name)
			if e == nil {
				row.Cells = append(row.Cells, cell("–"), cell("–"))
				continue
			}
			row.Cells = append(row.Cells, cell(doc.Number{Value: e.Value, Digits: 2}), span(e.Interval, 2, shown.name != "superiority"))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
