package reports

import (
	"errors"
	"fmt"

	"sigrel/reports/doc"
	"sigrel/stats"
)

// fillBayes computes the posterior probabilities of every pair: by the signed ranks and by the t distribution.
func (c *Comparison) fillBayes(rope float64, opt stats.Options) error {
	if rope == 0 {
		return nil
	}
	c.Rope = &rope
	for n := range c.Pairs {
		p := &c.Pairs[n]
		x, y := c.scores.Row(p.i), c.scores.Row(p.j)
		ranks, err := stats.BayesSignedRank(x, y, rope, opt)
		if err != nil {
			return err
		}
		p.Bayes = []stats.Posterior{ranks}
		t, err := stats.BayesTTest(x, y, rope, 0, opt)
		switch {
		case err == nil:
			p.Bayes = append(p.Bayes, t)
		case !errors.Is(err, stats.ErrUndefined): // differences without spread have no such posterior
			return err
		}
	}
	return nil
}

// BayesTable lists the posterior probabilities of every pair.
func (c *Comparison) BayesTable() *doc.Table {
	t := &doc.Table{ID: "bayes", Caption: plain(fmt.Sprintf("Bayes: A better than B by more than %s, within it, or B better.", trimmed(*c.Rope)))}
	t.Columns = []doc.Column{column("A", doc.Left, "a"), column("B", doc.Left, "b"), column("A − B", doc.Right, "difference"),
		column("A better", doc.Right, "right"), column("within", doc.Right, "rope"), column("B better", doc.Right, "left"), column("decision", doc.Left, "decision"),
		column("t: A better", doc.Right, "t_right"), column("within", doc.Right, "t_rope"), column("B better", doc.Right, "t_left")}
	for _, p := range c.Pairs {
		ranks := p.Bayes[0]
		row := doc.Row{Cells: []doc.Cell{cell(doc.Plain(p.A)), cell(doc.Plain(p.B)), cell(doc.Signed{Value: p.Difference, Digits: 3}),
			probability(ranks.Right), probability(ranks.Rope), probability(ranks.Left), cell(c.decision(p, ranks.Decision))}}
		if len(p.Bayes) > 1 {
			student := p.Bayes[1]
			row.Cells = append(row.Cells, probability(student.Right), probability(student.Rope), probability(student.Left))
		} else {
			row.Cells = append(row.Cells, cell("–"), cell("–"), cell("–"))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = [][]doc.Text{
		say("A better, within, B better and the decision: signed ranks (prior strength .5 at no difference): the share of posterior draws in which that region holds more pairs of topics than the others, ", fmt.Sprintf("%d draws, seed %d; a decision is made where it exceeds %g ", c.Pairs[0].Bayes[0].Replicates, c.Pairs[0].Bayes[0].Seed, stats.DecisionProbability), doc.Cite("benavoli2017"), "."),
		say("t, the last three columns: probability that the mean difference lies in the region, by Student's distribution. The two ask different things, where the typical topic lies and where the mean does, and need not agree."),
		say("These are probabilities of hypotheses, not p-values, and no correction for the number of pairs is part of them."),
	}
	return t
}

// decision names the system that is better.
func (c *Comparison) decision(p Pair, d string) string {
	better, worse := string(p.A), string(p.B)
	if c.scores.Lower {
		better, worse = worse, better
	}
	switch d {
	case stats.DecisionBetter:
		return better + " better"
	case stats.DecisionWorse:
		return worse + " better"
	}
	return d
}

// probability prints three decimals, and what would round to 0 or 1 as a bound.
func probability(p stats.Probability) doc.Cell {
	switch {
	case p.P < .0005:
		return cell("<.001")
	case p.P > .9995:
		return cell(">.999")
	}
	return cell(doc.Number{Value: p.P, Digits: 3})
}
