package reports

import (
	"fmt"
	"slices"
	"strings"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// coverageTable says what each judge judged.
func (f *Judgments) coverageTable() *doc.Table {
	t := &doc.Table{ID: "coverage", Caption: plain("What each judge judged.")}
	t.Columns = []doc.Column{column("Judge", doc.Left, "judge"), column("topics", doc.Right, "topics"), column("documents", doc.Right, "judged"),
		column("alone", doc.Right, "alone"), column("with another", doc.Right, "shared"), column("relevant", doc.Right, "relevant"),
		column("of shared", doc.Right, "prevalence"), column("negative", doc.Right, "negative")}
	negative := 0
	for _, c := range f.Coverage.Judges {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(c.Judge), cell(c.Topics), cell(c.Judged), cell(c.Alone), cell(c.Shared), cell(c.Relevant), maybeShare(c.Prevalence), cell(c.Negative)}})
		negative += c.Negative
	}
	text := fmt.Sprintf("Relevant: grade %d or above; of shared: their share among the documents judged with another.", f.Level)
	if f.Weighted {
		text += " Shares and coefficients weigh documents by their weights, counts do not."
	}
	if negative > 0 {
		text += " Negative: pooled, not judged; such grades count nowhere below."
	} else {
		t.Columns = t.Columns[:7]
		for i := range t.Rows {
			t.Rows[i].Cells = t.Rows[i].Cells[:7]
		}
	}
	t.Notes = append(t.Notes, say(text))
	for _, c := range f.Coverage.Judges {
		if n := len(c.TopicsMissing); n > 0 {
			t.Notes = append(t.Notes, say(fmt.Sprintf("%s judged nothing on %s that another judged: ", c.Judge, count(n, "topic")), topicNames(c.TopicsMissing, 8), "."))
		}
	}
	if len(f.Names) > 2 {
		var parts []string
		for i, n := range f.Coverage.By {
			if n > 0 {
				parts = append(parts, fmt.Sprintf("%d by %s", n, count(i+1, "judge")))
			}
		}
		t.Notes = append(t.Notes, say("Documents by the number of judges: "+strings.Join(parts, ", ")+"."))
	}
	return t
}

// gradeTable counts the grades of each judge.
func (f *Judgments) gradeTable() *doc.Table {
	t := &doc.Table{ID: "grades", Caption: plain("Grades given, of all that each judged."), Columns: []doc.Column{column("Grade", doc.Right, "grade")}}
	for _, name := range f.Names {
		t.Columns = append(t.Columns, column(name, doc.Right, name))
	}
	for _, g := range f.Grades {
		row := doc.Row{Cells: []doc.Cell{cell(gradeText(g.Grade))}}
		for _, n := range g.Counts {
			row.Cells = append(row.Cells, cell(n))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, say("The scale is "+gradeList(f.Scale)+"."))
	return t
}

func gradeText(grade int) string { return strings.Replace(fmt.Sprint(grade), "-", "−", 1) }

// confusionTable has A's grades as rows and B's as columns; grades that neither gave are left out.
func (f *Judgments) confusionTable() *doc.Table {
	a, b := f.Names[0], f.Names[1]
	t := &doc.Table{ID: "confusion", Caption: plain(fmt.Sprintf("Documents by the grade that %s (rows) and %s (columns) gave.", a, b))}
	t.Columns = []doc.Column{column(a, doc.Left, "grade")}
	var shown []int
	for i := range f.Scale {
		sum := f.Confusion.OnlyA[i] + f.Confusion.OnlyB[i]
		for j := range f.Scale {
			sum += f.Confusion.Counts[i][j] + f.Confusion.Counts[j][i]
		}
		if sum > 0 {
			shown = append(shown, i)
		}
	}
	for _, j := range shown {
		t.Columns = append(t.Columns, column(fmt.Sprintf("%s: %d", b, f.Scale[j]), doc.Right, fmt.Sprintf("grade_%d", f.Scale[j])))
	}
	t.Columns = append(t.Columns, column("not judged", doc.Right, "not_judged"))
	for _, i := range shown {
		row := doc.Row{Cells: []doc.Cell{cell(fmt.Sprintf("%s: %d", a, f.Scale[i]))}}
		for _, j := range shown {
			row.Cells = append(row.Cells, cell(f.Confusion.Counts[i][j]))
		}
		t.Rows = append(t.Rows, doc.Row{Cells: append(row.Cells, cell(f.Confusion.OnlyA[i]))})
	}
	last := doc.Row{Rule: true, Cells: []doc.Cell{cell("not judged")}}
	for _, j := range shown {
		last.Cells = append(last.Cells, cell(f.Confusion.OnlyB[j]))
	}
	t.Rows = append(t.Rows, doc.Row{Rule: true, Cells: append(last.Cells, doc.Cell{})})
	return t
}

// labelTable has a row a coefficient, of the grades and of relevant or not.
func (f *Judgments) labelTable() *doc.Table {
	t := &doc.Table{ID: "labels", Caption: plain(fmt.Sprintf("Agreement on the %s that two or more judged.", count(f.Documents, "document")))}
	if len(f.Names) == 2 {
		t.Caption = plain(fmt.Sprintf("Agreement on the %s that both judged.", count(f.Documents, "document")))
	}
	if f.Binary != nil {
		t.Caption = append(t.Caption, doc.Plain(fmt.Sprintf(" Relevant: grade %d or above.", f.Level)))
	}
	t.Columns = []doc.Column{column("Coefficient", doc.Left, "coefficient")}
	same := f.Binary != nil && len(f.Scale) == 2 // the grades are relevant or not
	if !same {
		t.Columns = append(t.Columns, column("grades", doc.Right, "value"), column("SE", doc.Right, "se"), column(level(f.Confidence)+" interval", doc.Center, "interval"))
	}
	if f.Binary != nil {
		t.Columns = append(t.Columns, column("relevant", doc.Right, "binary"), column("SE", doc.Right, "binary_se"), column(level(f.Confidence)+" interval", doc.Center, "binary_interval"))
	}
	var reasons []string
	cells := func(c *reliability.LabelCoefficient) []doc.Cell {
		if c == nil {
			return make([]doc.Cell, 3)
		}
		out := []doc.Cell{maybe(c.Value, 3), maybe(c.SE, 3), cell("–")}
		if c.Lo != nil {
			out[2] = cell(doc.Range{Lo: *c.Lo, Hi: *c.Hi, Digits: 3})
		}
		if c.Reason != "" {
			if !slices.Contains(reasons, c.Reason) {
				reasons = append(reasons, c.Reason)
				t.Notes = append(t.Notes, say(capital(c.Reason)+"."))
			}
			at := 0
			if c.Value != nil {
				at = 2
			}
			out[at].Note = []int{slices.Index(reasons, c.Reason) + 1}
		}
		return out
	}
	for _, m := range reliability.LabelCoefficients() {
		grades, binary := labelValues(f.Coefficients).find(m.Name), labelValues(f.Binary).find(m.Name)
		if grades == nil && binary == nil {
			continue
		}
		row := doc.Row{Cells: []doc.Cell{cell(f.titleOf(m))}, Rule: grades == nil && m.Name == "overlap"}
		if !same {
			row.Cells = append(row.Cells, cells(grades)...)
		}
		if f.Binary != nil {
			row.Cells = append(row.Cells, cells(binary)...)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, say(f.conventions(), " ", f.sources()))
	return t
}

// titleOf names the judges in place of A and B.
func (f *Judgments) titleOf(m reliability.LabelMeasure) string {
	if len(f.Names) == 2 && (m.Name == "precision" || m.Name == "recall") {
		return m.Name + " of " + f.Names[1]
	}
	return m.Title
}

// conventions says how the numbers came about.
func (f *Judgments) conventions() string {
	out := "SE: linearised, documents taken as independent."
	if f.Replicates > 0 {
		out += fmt.Sprintf(" Intervals: percentile, %d bootstrap samples of topics and then of their documents, seed %d.", f.Replicates, f.Seed)
	}
	if k := labelValues(f.Coefficients).find("kappa"); k != nil && k.Z != nil {
		out += fmt.Sprintf(" Cohen's κ against no agreement beyond chance, documents independent: z = %s.", doc.FormatNumber(*k.Z, 2))
	}
	if len(f.Scale) > 2 {
		out += fmt.Sprintf(" Weights, AC and Brennan-Prediger are by the scale %s, used or not.", gradeList(f.Scale))
	}
	if len(f.Names) == 2 && f.Binary != nil {
		out += fmt.Sprintf(" Overlap: relevant by both over relevant by either. Precision and recall are of %s against %s. Prevalence index: (relevant by both − by neither) over all; bias index: (only by %s − only by %s) over all.",
			f.Names[1], f.Names[0], f.Names[1], f.Names[0])
	}
	return out
}

// sources cites the coefficients.
func (f *Judgments) sources() []doc.Text {
	kappa := say("Cohen's κ ", doc.Cite("cohen1960"))
	if len(f.Scale) > 2 {
		kappa = append(kappa, say(", weighted ", doc.Cite("cohen1968"))...)
	}
	if len(f.Names) > 2 {
		kappa = say("Conger's κ ", doc.Cite("conger1980"), ", Light's ", doc.Cite("light1971"))
	}
	out := say(kappa, ", Fleiss' κ ", doc.Cite("fleiss1971"), ", Krippendorff's α ", doc.Cite("hayes2007"), ", AC1 and standard errors ", doc.Cite("gwet2008"),
		", Brennan-Prediger ", doc.Cite("brennan1981"))
	if len(f.Names) == 2 && f.Binary != nil {
		out = append(out, say(", overlap ", doc.Cite("voorhees1998"))...)
	}
	return append(out, say(".")...)
}

// pairTable has a row for each two of several judges.
func (f *Judgments) pairTable() *doc.Table {
	t := &doc.Table{ID: "judge-pairs", Caption: plain("Each two judges, on the documents that both judged.")}
	t.Columns = []doc.Column{column("A", doc.Left, "a"), column("B", doc.Left, "b"), column("documents", doc.Right, "documents"), column("agreement", doc.Right, "percent"),
		column("Cohen's κ", doc.Right, "kappa"), column("quadratic", doc.Right, "kappa_quadratic"), column("α", doc.Right, "alpha"), column("AC1", doc.Right, "ac1"),
		column("κ, relevant", doc.Right, "binary_kappa"), column("overlap", doc.Right, "overlap")}
	for _, p := range f.Pairs {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(p.A), cell(p.B), cell(p.Documents), maybeShare(p.Percent), maybe(p.Kappa, 3), maybe(p.Quadratic, 3),
			maybe(p.Alpha, 3), maybe(p.AC1, 3), maybe(p.Binary, 3), maybe(p.Overlap, 3)}})
	}
	return t
}

// topicTable has a row a topic, the lowest κ first.
func (f *Judgments) topicTable() *doc.Table {
	t := &doc.Table{ID: "judged-topics", Caption: plain("Agreement by topic, the lowest κ first; below the names of the judges the documents that each calls relevant.")}
	t.Columns = []doc.Column{column("Topic", doc.Left, "topic"), column("documents", doc.Right, "documents"), column("agreement", doc.Right, "percent"),
		column("κ, grades", doc.Right, "kappa"), column("AC1", doc.Right, "ac1"), column("κ, relevant", doc.Right, "binary_kappa")}
	two := len(f.Names) == 2
	if two {
		t.Columns = append(t.Columns, column("overlap", doc.Right, "overlap"))
	}
	for _, name := range f.Names {
		t.Columns = append(t.Columns, column(name, doc.Right, "relevant_"+name))
	}
	var reasons []string
	n := f.shown(len(f.Topics))
	for _, topic := range f.Topics[:n] {
		row := doc.Row{Cells: []doc.Cell{cell(doc.Plain(topic.Topic)), cell(topic.Documents), maybeShare(topic.Percent), maybe(topic.Kappa, 3), maybe(topic.AC1, 3), maybe(topic.Binary, 3)}}
		if topic.Reason != "" {
			if !slices.Contains(reasons, topic.Reason) {
				reasons = append(reasons, topic.Reason)
				t.Notes = append(t.Notes, say(capital(topic.Reason)+"."))
			}
			row.Cells[3].Note = []int{slices.Index(reasons, topic.Reason) + 1}
		}
		if two {
			row.Cells = append(row.Cells, maybe(topic.Overlap, 3))
		}
		for _, r := range topic.Relevant {
			row.Cells = append(row.Cells, cell(r))
		}
		t.Rows = append(t.Rows, row)
	}
	text := ""
	if n < len(f.Topics) {
		text = fmt.Sprintf("%s more: -f csv or json has all. ", count(len(f.Topics)-n, "topic"))
	}
	if m := f.TopicMeans; m.Kappa != nil {
		text += fmt.Sprintf("Mean κ: %s, over %s", doc.FormatNumber(*m.Kappa, 3), count(m.KappaTopics, "topic"))
		if m.Overlap != nil {
			text += fmt.Sprintf("; mean overlap: %s, over %s with relevant documents", doc.FormatNumber(*m.Overlap, 3), count(m.OverlapTopics, "topic"))
		}
		text += "."
	}
	if text != "" {
		t.Notes = append(t.Notes, say(strings.TrimSpace(text)))
	}
	return t
}
