package reports

import (
	"fmt"

	"sigrel/metrics"
	"sigrel/reports/doc"
)

func (f *Topics) lead() *doc.Paragraph {
	easiest, hardest := f.Topics[0], f.Topics[len(f.Topics)-1]
	if len(f.Topics) == 1 {
		return para("There is one topic, ", f.named(easiest), ".")
	}
	out := say(fmt.Sprintf("By the mean %s of the %s, ", f.Measure, count(f.Systems, "ranked system")))
	if metrics.Snap(hardest.Mean) == metrics.Snap(easiest.Mean) {
		out = append(out, say("all topics are equally hard (", score(hardest.Mean), "). ")...)
	} else {
		out = append(out, say(doc.Strong(f.extreme("hardest", hardest)), " (", score(hardest.Mean), "); ", f.extreme("easiest", easiest), " (", score(easiest.Mean), "). ")...)
	}
	switch {
	case f.Systems < 2:
	case f.Equal == 0:
		out = append(out, say("Every topic tells at least two of them apart.")...)
	default:
		out = append(out, say(fmt.Sprintf("%s: all score the same on %s.", count(f.Equal, "topic")+" "+verb(f.Equal, "tells", "tell")+" no two of them apart", verb(f.Equal, "it", "them")))...)
	}
	return &doc.Paragraph{Text: out}
}

func (f *Topics) named(t TopicDifficulty) []doc.Text { return namedTopic(f.about, t.Topic) }

// extreme names the hardest or easiest topic, or one of several that tie.
func (f *Topics) extreme(which string, t TopicDifficulty) []doc.Text {
	tied := 0
	for _, other := range f.Topics {
		if metrics.Snap(other.Mean) == metrics.Snap(t.Mean) {
			tied++
		}
	}
	if tied > 1 {
		return say(fmt.Sprintf("%d topics are the %s, among them ", tied, which), f.named(t))
	}
	return say("the "+which+" topic is ", f.named(t))
}

// namedTopic is a topic as prose names it, with its title if it is known.
func namedTopic(about *metrics.TopicTable, topic metrics.Topic) []doc.Text {
	out := []doc.Text{doc.Code(topic)}
	if title := about.Title(topic); title != "" {
		out = append(out, say(" “"+title+"”")...)
	}
	return out
}

func (f *Topics) caption() string {
	if len(f.listed()) == len(f.Topics) {
		return "Topics, the easiest first."
	}
	return fmt.Sprintf("The %d easiest and the %d hardest of %d topics.", listedTopics, listedTopics, len(f.Topics))
}

// table lists topics.
func (f *Topics) table(topics []TopicDifficulty, id, caption string) *doc.Table {
	t := &doc.Table{ID: id, Caption: plain(caption)}
	t.Columns = []doc.Column{column("Topic", doc.Left, "topic")}
	titled := false
	for _, d := range f.Topics {
		titled = titled || d.Title != nil
	}
	if titled {
		t.Columns = append(t.Columns, column("title", doc.Left, "title"))
	}
	for _, c := range f.Categories {
		if c.LeftOut == "" {
			t.Columns = append(t.Columns, column(c.Column, doc.Left, c.Column))
		}
	}
	t.Columns = append(t.Columns, column("mean", doc.Right, "mean"), column("range", doc.Center, "range"), column("best", doc.Left, "best"))
	for i, d := range topics {
		row := doc.Row{Cells: []doc.Cell{cell(doc.Plain(d.Topic))}, Rule: i == listedTopics && len(topics) < len(f.Topics)}
		if titled {
			title := ""
			if d.Title != nil {
				title = *d.Title
			}
			row.Cells = append(row.Cells, cell(title))
		}
		for j, c := range f.Categories {
			if c.LeftOut == "" {
				row.Cells = append(row.Cells, cell(d.Values[j]))
			}
		}
		best := cell(fmt.Sprintf("%d tied", len(d.Best)))
		if len(d.Best) == 1 {
			best = cell(doc.Plain(d.Best[0]))
		}
		row.Cells = append(row.Cells, cell(score(d.Mean)), cell(doc.Range{Lo: d.Min, Hi: d.Max, Digits: 3}), best)
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, say(fmt.Sprintf("Mean and range of the %s of the %s on the topic, and which of them is best there.", f.Measure, count(f.Systems, "ranked system"))))
	if len(topics) < len(f.Topics) {
		t.Notes = append(t.Notes, say("All topics are in tables/all-topics.csv."))
	}
	return t
}

// maxTitled is the number of topics up to which the picture has their titles: beyond, columns are narrower than a line.
const maxTitled = 40

// figure shows every score: systems in order of their means, topics from the easiest to the hardest.
func (f *Topics) figure() *doc.Figure {
	chart := &doc.Heat{X: doc.Axis{Label: "Topic, from the easiest to the hardest"}, Y: doc.Axis{Label: "System, best first"}, Scale: f.Measure, Digits: 2, Max: 1}
	low, high := 0.0, 0.0
	for i, s := range f.c.Systems {
		chart.Rows = append(chart.Rows, string(s.System))
		row := make([]*float64, len(f.Topics))
		for j, t := range f.Topics {
			v := f.c.scores.Values.At(i, t.column)
			row[j] = &v
			low, high = min(low, v), max(high, v)
		}
		chart.Values = append(chart.Values, row)
	}
	if low < 0 || high > 1 {
		chart.Min, chart.Max = low, high
	}
	for _, t := range f.Topics {
		label := string(t.Topic)
		if len(f.Topics) <= maxTitled {
			label = topicLabel(f.about, t.Topic)
		}
		chart.Columns = append(chart.Columns, label)
	}
	if f.Systems < len(f.c.Systems) {
		chart.Note = fmt.Sprintf("The last %s not ranked and not in the means of the topics.", verb(len(f.c.Systems)-f.Systems, "row is", fmt.Sprintf("%d rows are", len(f.c.Systems)-f.Systems)))
	}
	return &doc.Figure{ID: "topics", Chart: chart, Caption: plain(fmt.Sprintf("%s of every system on every topic.", f.Measure)),
		Alt: fmt.Sprintf("Heat map of the %s of %s on %s, systems from best to worst, topics from easiest to hardest.", f.Measure, count(len(chart.Rows), "system"), count(len(chart.Columns), "topic"))}
}

// extra are the tables of all topics, and of all systems by category.
func (f *Topics) extra() []doc.Block {
	var out []doc.Block
	if len(f.listed()) < len(f.Topics) {
		out = append(out, f.table(f.Topics, "all-topics", "Topics, the easiest first."))
	}
	for i := range f.Categories {
		if c := &f.Categories[i]; c.LeftOut == "" {
			out = append(out, f.categoryTable(c, f.categoryID(c)+"-all"))
		}
	}
	return out
}
