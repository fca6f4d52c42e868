package reports

import (
	"fmt"
	"strings"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// blocks shows the collections and what their common systems say. A nil b shows nothing.
func (b *BesideCollections) blocks(confidence float64) []doc.Block {
	if b == nil {
		return nil
	}
	out := []doc.Block{heading("Beside other collections"), b.table(confidence)}
	for _, c := range b.Common {
		out = append(out, c.paragraph())
	}
	return append(out, note("The sets of systems differ from collection to collection. A set with weak systems gives higher coefficients, and fewer topics needed, than a set of close ones on the same topics: "+
		"compare collections by the systems that both have, and by their variance shares, rather than by the coefficients of all. Common systems are matched by their names alone."+b.measures()))
}

// measures says that the measures differ, where they do.
func (b *BesideCollections) measures() string {
	for _, c := range b.Collections[1:] {
		if c.Measure != b.Collections[0].Measure {
			return " The measures differ too."
		}
	}
	return ""
}

// table has a row a collection.
func (b *BesideCollections) table(confidence float64) *doc.Table {
	t := &doc.Table{ID: "beside", Caption: plain("Reliability of each collection, for its own systems.")}
	t.Columns = []doc.Column{column("Collection", doc.Left, "collection"), column("systems", doc.Right, "systems"), column("topics", doc.Right, "topics"),
		column("Eρ²", doc.Right, "erho2"), column(level(confidence)+" CI", doc.Center, "erho2_interval"), column("Φ", doc.Right, "phi"), column(level(confidence)+" CI", doc.Center, "phi_interval"),
		column("variance", doc.Center, "shares"), column("topics needed", doc.Left, "required"), column("E[τ]", doc.Right, "expected_tau")}
	targets := ""
	for _, c := range b.Collections {
		row := doc.Row{Cells: []doc.Cell{cell(c.Label), cell(c.Systems), cell(c.Topics)}}
		if c.ERho2 == nil {
			for range t.Columns[3:] {
				row.Cells = append(row.Cells, cell("–"))
			}
			t.Notes = append(t.Notes, say(c.Label+": not assessed: "+c.Reason+"."))
			t.Rows = append(t.Rows, row)
			continue
		}
		row.Cells = append(row.Cells, cell(score(c.ERho2.Value)), estimateSpan(c.ERho2), cell(score(c.Phi.Value)), estimateSpan(c.Phi), c.shares(), cell(neededTopics(c.Required)), maybe(c.Tau, 3))
		targets = targetList(c.Required)
		t.Rows = append(t.Rows, row)
	}
	if targets != "" {
		t.Notes = append(t.Notes, say("Variance: shares of systems, topics and residual in the variance of one score. Topics needed: for Eρ² of "+targets+
			"; ∞ where no number is enough. E[τ]: expected Kendall's τ with the true ranking on as many new topics, plug-in."))
	}
	return t
}

func estimateSpan(e *reliability.Estimate) doc.Cell {
	return cell(doc.Range{Lo: e.Lo, Hi: e.Hi, Digits: 3})
}

// shares is "23/41/36%" for people, and a column an effect for programs.
func (c CollectionReliability) shares() doc.Cell {
	var parts, keys []string
	var values []*float64
	for i := range c.Shares {
		parts = append(parts, fmt.Sprintf("%.0f", 100*c.Shares[i].Share))
		keys, values = append(keys, "share_"+c.Shares[i].Effect), append(values, &c.Shares[i].Share)
	}
	return cell(doc.Several{Text: strings.Join(parts, "/") + "%", Keys: keys, Values: values})
}

// neededTopics lists the topics that the targets of Eρ² take: "29, 61".
func neededTopics(all []reliability.Required) string {
	var out []string
	for _, r := range all {
		if r.Coefficient == reliability.ERho2 {
			out = append(out, orInfinity(r.Topics))
		}
	}
	return strings.Join(out, ", ")
}

func targetList(all []reliability.Required) string {
	var out []string
	for _, r := range all {
		if r.Coefficient == reliability.ERho2 {
			out = append(out, targetText(r.Target))
		}
	}
	return strings.Join(out, ", ")
}

// paragraph says what the common systems show.
func (c CommonSystems) paragraph() *doc.Paragraph {
	n := len(c.Systems)
	if n < leastCommon {
		return para(fmt.Sprintf("Common systems with %s: %s.", c.Label, c.Reason))
	}
	out := say(fmt.Sprintf("%s are in both this collection and %s (", capital(count(n, "system")), c.Label), tags(c.Systems, 6), "). ")
	if c.Tau != nil {
		out = append(out, say("Kendall's τ_b between their means here and there is ", score(*c.Tau), ". ")...)
	} else {
		out = append(out, say("Kendall's τ_b between their means is not defined: "+c.Reason+". ")...)
	}
	return &doc.Paragraph{Text: append(out, say("Eρ² of these systems alone is ", estimateText(c.Here), " here and ", estimateText(c.There), " there.")...)}
}

func estimateText(e *reliability.Estimate) []doc.Text {
	if e == nil {
		return say("not assessed")
	}
	return say(score(e.Value), " ", doc.Range{Lo: e.Lo, Hi: e.Hi, Digits: 3})
}
