package reports

import (
	"fmt"
	"maps"
	"slices"

	"sigrel/metrics"
	"sigrel/reports/doc"
)

var card = &Section{
	Name: "card", Title: "Collection card",
	Doc: "the judgments: topics, judged and relevant documents a topic, grades, sparse topics, who found the relevant documents",
	Run: findCard,
}

// fewRelevant is the number of relevant documents below which a topic is listed: its scores jump with each document.
const fewRelevant = 5

// Card describes the judgments. Counts a topic are given as least, quartiles and most.
type Card struct {
	Topics      int           `json:"topics"`
	Judged      Spread        `json:"judged"`
	Relevant    Spread        `json:"relevant"`
	Pooled      int           `json:"pooled_unjudged"` // pairs with a negative grade
	Level       metrics.Grade `json:"level"`
	Grades      []GradeCount  `json:"grades"`
	Sparse      []SparseTopic `json:"few_relevant"`       // topics with fewer than five relevant documents, the fewest first
	Found       *PoolFound    `json:"found"`              // null without runs
	Depth       int           `json:"depth"`              // of the pool; 0: all ranks
	Contributed int           `json:"contributed_by_one"` // relevant documents in the first Depth documents of one run only
	Teams       bool          `json:"teams_known"`
}

// Spread is the distribution of a count over topics.
type Spread struct {
	Total  int     `json:"total"`
	Min    int     `json:"min"`
	Q1     float64 `json:"q1"`
	Median float64 `json:"median"`
	Q3     float64 `json:"q3"`
	Max    int     `json:"max"`
}

// GradeCount is the number of judgments with a grade.
type GradeCount struct {
	Grade metrics.Grade `json:"grade"`
	Count int           `json:"count"`
}

// SparseTopic is a topic with few relevant documents.
type SparseTopic struct {
	Topic    metrics.Topic `json:"topic"`
	Relevant int           `json:"relevant"`
}

func findCard(a *Analysis) (Finding, error) {
	if a.Qrels == nil {
		return nil, notAssessed("%s", a.withoutJudgments())
	}
	f := &Card{Topics: len(a.Qrels), Level: a.Level, Teams: a.Teams, Sparse: []SparseTopic{}}
	grades := make(map[metrics.Grade]int)
	var judged, relevant []int
	for _, t := range slices.Sorted(maps.Keys(a.Qrels)) {
		j, r := 0, 0
		for _, g := range a.Qrels[t] {
			grades[g]++
			if g < 0 {
				f.Pooled++
				continue
			}
			j++
			if g >= a.Level {
				r++
			}
		}
		judged, relevant = append(judged, j), append(relevant, r)
		if r < fewRelevant {
			f.Sparse = append(f.Sparse, SparseTopic{t, r})
		}
	}
	slices.SortStableFunc(f.Sparse, func(a, b SparseTopic) int { return a.Relevant - b.Relevant })
	f.Judged, f.Relevant = spread(judged), spread(relevant)
	for _, g := range slices.Sorted(maps.Keys(grades)) {
		f.Grades = append(f.Grades, GradeCount{g, grades[g]})
	}
	if a.pool != nil {
		facts := poolFacts(a.pool, a.Teams)
		f.Found = &facts.Found
		for _, c := range a.pool.Contributions() {
			f.Contributed += c.UniqueRelevant
		}
		f.Depth = a.pool.Depth.Ranks
	}
	return f, nil
}

// spread summarizes counts; quartiles lie between order statistics (type 7 of Hyndman and Fan).
func spread(counts []int) Spread {
	v := slices.Sorted(slices.Values(counts))
	s := Spread{Min: v[0], Max: v[len(v)-1], Q1: quantile(v, 0.25), Median: quantile(v, 0.5), Q3: quantile(v, 0.75)}
	for _, c := range v {
		s.Total += c
	}
	return s
}

func quantile(sorted []int, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) {
		return float64(sorted[i])
	}
	return float64(sorted[i]) + float64((at-float64(i))*float64(sorted[i+1]-sorted[i]))
}

// Blocks shows the counts, the grades and who found what.
func (f *Card) Blocks() []doc.Block {
	t := &doc.Table{ID: "card", Caption: plain(fmt.Sprintf("Judgments of %s.", count(f.Topics, "topic")))}
	t.Columns = []doc.Column{column("A topic has", doc.Left, "what"), column("least", doc.Right, "min"), column("1st quartile", doc.Right, "q1"),
		column("median", doc.Right, "median"), column("3rd quartile", doc.Right, "q3"), column("most", doc.Right, "max"), column("all topics", doc.Right, "total")}
	for _, r := range []struct {
		name string
		s    Spread
	}{{"judged documents", f.Judged}, {"relevant documents", f.Relevant}} {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(r.name), cell(r.s.Min), quartile(r.s.Q1), quartile(r.s.Median), quartile(r.s.Q3), cell(r.s.Max), cell(r.s.Total)}})
	}
	t.Notes = append(t.Notes, say(fmt.Sprintf("Relevant: grade %d or more.", f.Level)))
	out := []doc.Block{t, f.gradeTable(), f.sparseSentence()}
	if f.Found != nil {
		out = append(out, f.foundSentence())
	}
	return out
}

func quartile(v float64) doc.Cell {
	if v == float64(int(v)) {
		return cell(int(v))
	}
	return cell(doc.Number{Value: v, Digits: 1})
}

func (f *Card) gradeTable() *doc.Table {
	t := &doc.Table{ID: "grades", Caption: plain("Judgments by grade.")}
	t.Columns = []doc.Column{column("Grade", doc.Right, "grade"), column("documents", doc.Right, "count"), column("share", doc.Right, "share"), column("counts as", doc.Left, "meaning")}
	all := f.Judged.Total + f.Pooled
	for _, g := range f.Grades {
		meaning := "relevant"
		switch {
		case g.Grade < 0:
			meaning = "pooled, not judged"
		case g.Grade < f.Level:
			meaning = "not relevant"
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(int(g.Grade)), cell(g.Count), cell(share(float64(g.Count) / float64(all))), cell(meaning)}})
	}
	return t
}

func (f *Card) sparseSentence() *doc.Paragraph {
	if len(f.Sparse) == 0 {
		return para(fmt.Sprintf("Every topic has at least %d relevant documents.", fewRelevant))
	}
	var names []metrics.Topic
	none := 0
	for _, s := range f.Sparse {
		names = append(names, s.Topic)
		if s.Relevant == 0 {
			none++
		}
	}
	out := say(fmt.Sprintf("%s %s fewer than %d relevant documents: ", capital(count(len(names), "topic")), verb(len(names), "has", "have"), fewRelevant), topicNames(names, 12), ".")
	if none > 0 {
		out = append(out, say(fmt.Sprintf(" %d of them %s none: every system scores 0 there, and the topic counts in the means.", none, verb(none, "has", "have")))...)
	}
	return para(out)
}

func (f *Card) foundSentence() *doc.Paragraph {
	s, all := f.Found, float64(f.Relevant.Total)
	if all == 0 {
		return para("No document is relevant.")
	}
	of := func(n int) doc.Text { return share(float64(n) / all) }
	out := say(of(s.OneRun), " of the relevant documents were retrieved by one run only")
	if f.Teams {
		out = append(out, say(", ", of(*s.OneTeam), " by one team only")...)
	}
	if s.Nobody > 0 {
		out = append(out, say(", ", of(s.Nobody), " by none of these runs")...)
	}
	out = append(out, say(", at any rank.")...)
	if f.Depth > 0 {
		out = append(out, say(" ", of(f.Contributed), fmt.Sprintf(" are in the %s of one run only.", firstOf(f.Depth, "document")))...)
	}
	return para(out)
}
