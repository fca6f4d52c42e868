package reports

import (
	"cmp"
	"slices"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

var topicsSection = &Section{
	Name: "topics", Title: "Topics",
	Doc: "which topics are hard and which are easy, every score as a picture, and with --topics-file the results by category",
	Run: findTopics,
}

// Topics says how hard the topics are and, where a file of topics was given, what the systems score by category.
type Topics struct {
	Measure    string            `json:"measure"`
	Systems    int               `json:"systems"`    // ranked: those that the means of topics are over
	Topics     []TopicDifficulty `json:"topics"`     // the easiest first
	Equal      int               `json:"equal"`      // topics on which all ranked systems score the same
	Categories []Category        `json:"categories"` // one a column of the file; empty without one
	Warnings   []stats.Warning   `json:"warnings"`

	c     *Comparison
	about *metrics.TopicTable
}

// TopicDifficulty is one topic: what the ranked systems score on it.
type TopicDifficulty struct {
	Topic  metrics.Topic `json:"topic"`
	Title  *string       `json:"title"`  // null where none was given
	Values []string      `json:"values"` // categories, in the order of Topics.Categories; "" where not known
	Mean   float64       `json:"mean"`   // over the ranked systems
	Min    float64       `json:"min"`
	Median float64       `json:"median"`
	Max    float64       `json:"max"`
	SD     *float64      `json:"sd"`   // null for one system
	Best   []metrics.Tag `json:"best"` // ranked systems with the best score, in order of their means

	column int
}

func findTopics(a *Analysis) (Finding, error) {
	c := a.official()
	f := &Topics{Measure: c.Measure, Systems: len(c.ranked()), Categories: []Category{}, Warnings: []stats.Warning{}, c: c, about: a.About}
	for t, topic := range c.scores.Topics {
		f.Topics = append(f.Topics, f.difficulty(t, topic))
	}
	slices.SortStableFunc(f.Topics, func(x, y TopicDifficulty) int {
		a, b := metrics.Snap(y.Mean), metrics.Snap(x.Mean)
		if c.scores.Lower {
			a, b = b, a
		}
		return cmp.Or(cmp.Compare(a, b), cmp.Compare(x.Topic, y.Topic))
	})
	if a.About != nil {
		for column := range a.About.Columns {
			f.Categories = append(f.Categories, f.category(a, column))
		}
	}
	return f, nil
}

// difficulty is what the ranked systems score on one topic.
func (f *Topics) difficulty(column int, topic metrics.Topic) TopicDifficulty {
	d := TopicDifficulty{Topic: topic, Values: []string{}, column: column}
	if title := f.about.Title(topic); title != "" {
		d.Title = &title
	}
	if f.about != nil {
		for i := range f.about.Columns {
			d.Values = append(d.Values, f.about.Value(topic, i))
		}
	}
	values := make([]float64, f.Systems)
	for i := range values {
		values[i] = f.c.scores.Values.At(i, column)
	}
	d.Min, d.Max, d.Median = slices.Min(values), slices.Max(values), *median(values)
	d.Mean, d.SD = meanSD(values)
	best := d.Max
	if f.c.scores.Lower {
		best = d.Min
	}
	for i, v := range values {
		if v == best {
			d.Best = append(d.Best, f.c.Systems[i].System)
		}
	}
	if d.Max == d.Min && f.Systems > 1 {
		f.Equal++
	}
	return d
}

// maxTopicName is the number of letters of a title beside a topic's name in a picture.
const maxTopicName = 40

// topicLabel is a topic with its title, as pictures name it: "T07 vaccines in schools".
func topicLabel(about *metrics.TopicTable, topic metrics.Topic) string {
	title := about.Title(topic)
	if title == "" {
		return string(topic)
	}
	if letters := []rune(title); len(letters) > maxTopicName {
		title = string(letters[:maxTopicName-1]) + "…"
	}
	return string(topic) + " " + title
}

// listedTopics is the number of hardest and of easiest topics in the table.
const listedTopics = 5

// listed are the topics of the table: the easiest and the hardest, or all where there are few.
func (f *Topics) listed() []TopicDifficulty {
	if len(f.Topics) <= 2*listedTopics+2 {
		return f.Topics
	}
	return append(slices.Clone(f.Topics[:listedTopics]), f.Topics[len(f.Topics)-listedTopics:]...)
}

// Blocks shows the topics, the picture of all scores, and the categories.
func (f *Topics) Blocks() []doc.Block {
	out := []doc.Block{f.lead(), f.table(f.listed(), "topics", f.caption())}
	if len(f.Topics) <= maxBars && len(f.c.Systems) <= maxBars {
		out = append(out, f.figure())
	} else {
		out = append(out, note("No picture of the scores: there are too many to be legible."))
	}
	for i := range f.Categories {
		out = append(out, f.categoryBlocks(&f.Categories[i])...)
	}
	return append(out, mind(f.Warnings)...)
}
