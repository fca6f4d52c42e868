package reports

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/stats"
	"sigrel/stats/dist"
)

// Category is one column of the file of topics: what the systems score by its values. All but the interaction
// describes these topics; no difference between two values is tested.
type Category struct {
	Column      string             `json:"column"`
	LeftOut     string             `json:"left_out,omitempty"` // why the column makes no categories; then nothing follows
	Unknown     int                `json:"unknown"`            // topics without a value
	Values      []CategoryValue    `json:"values"`             // those with most topics first
	Systems     []CategorySystem   `json:"systems"`
	Interaction *stats.Interaction `json:"interaction"` // of the ranked systems; null where it was not assessed
	Reason      string             `json:"reason,omitempty"`

	column int
}

// CategoryValue is the topics of one value.
type CategoryValue struct {
	Value   string        `json:"value"`
	Topics  int           `json:"topics"`
	Mean    float64       `json:"mean"` // over its topics and the ranked systems
	Best    []metrics.Tag `json:"best"` // ranked systems of rank 1 on its topics
	Tau     *float64      `json:"tau"`  // τ_b of the means on its topics and on all; null where undefined
	Swapped int           `json:"swapped"`
	Pairs   int           `json:"pairs"` // of ranked systems; Swapped of them are in another order than on all topics

	topics []int
}

// CategorySystem is a system by the values of a column.
type CategorySystem struct {
	System metrics.Tag           `json:"system"`
	Means  []CategorySystemValue `json:"means"` // in the order of Category.Values
}

// CategorySystemValue is what a system scores on the topics of one value.
type CategorySystemValue struct {
	Mean     float64         `json:"mean"`
	Interval *stats.Interval `json:"interval"` // t interval over its topics; null for fewer than 2
	Rank     *int            `json:"rank"`     // among the ranked systems; null for one that stands apart
	Beyond   float64         `json:"beyond"`   // mean less what the system's and the value's means add up to
}

const (
	maxCategoryValues = 20     // a column with more of them is text, not a category
	categoryDraws     = 10_000 // permutations of the test of interaction, at most
	categoryWork      = 2e8    // scores looked at by it, at most
	leastDraws        = 1000
)

// category is what the systems score by the values of a column.
func (f *Topics) category(a *Analysis, column int) Category {
	c := Category{Column: a.About.Columns[column], Values: []CategoryValue{}, Systems: []CategorySystem{}, column: column}
	topics := make(map[string][]int)
	for t, topic := range f.c.scores.Topics {
		if v := a.About.Value(topic, column); v != "" {
			topics[v] = append(topics[v], t)
		} else {
			c.Unknown++
		}
	}
	for v, list := range topics {
		c.Values = append(c.Values, CategoryValue{Value: v, Topics: len(list), topics: list, Best: []metrics.Tag{}})
	}
	slices.SortFunc(c.Values, func(x, y CategoryValue) int {
		return cmp.Or(cmp.Compare(y.Topics, x.Topics), cmp.Compare(x.Value, y.Value))
	})
	switch n := len(c.Values); {
	case n == 0:
		c.LeftOut = "no topic has a value"
	case n == 1:
		c.LeftOut = fmt.Sprintf("all topics are %q", c.Values[0].Value)
		if c.Unknown > 0 {
			c.LeftOut = fmt.Sprintf("all topics that have a value are %q", c.Values[0].Value)
		}
	case c.Values[0].Topics == 1:
		c.LeftOut = "no two topics share a value"
	case n > maxCategoryValues:
		c.LeftOut = fmt.Sprintf("%d values, more than %d", n, maxCategoryValues)
	}
	if c.LeftOut != "" {
		c.Values = []CategoryValue{}
		return c
	}
	f.fillCategory(&c, a.Options.WithDefaults())
	return c
}

func (f *Topics) fillCategory(c *Category, opt stats.Options) {
	k := f.Systems
	for _, s := range f.c.Systems {
		c.Systems = append(c.Systems, CategorySystem{System: s.System})
	}
	all := f.known(c)
	overall := f.means(all)
	for v := range c.Values {
		value := &c.Values[v]
		means := f.means(value.topics)
		ranks := stats.Ranks(worth(means[:k], f.c.scores.Lower))
		for i := range f.c.Systems {
			m := CategorySystemValue{Mean: means[i]}
			if scores := f.scoresOn(i, value.topics); len(scores) > 1 {
				_, sd := meanSD(scores)
				half := dist.StudentQuantile((1-opt.Confidence)/2, float64(len(scores)-1)) * *sd / math.Sqrt(float64(len(scores)))
				m.Interval = &stats.Interval{Lo: m.Mean - half, Hi: m.Mean + half, Confidence: opt.Confidence, Kind: stats.KindT}
			}
			if i < k {
				m.Rank = &ranks[i]
				if ranks[i] == 1 {
					value.Best = append(value.Best, f.c.Systems[i].System)
				}
			}
			c.Systems[i].Means = append(c.Systems[i].Means, m)
		}
		value.Mean = mean(means[:k])
		grand := mean(overall[:k])
		for i := range c.Systems {
			c.Systems[i].Means[v].Beyond = means[i] - overall[i] - value.Mean + grand
		}
		value.compare(means[:k], overall[:k])
	}
	f.interact(c, all, opt)
}

// known are the topics that have a value.
func (f *Topics) known(c *Category) []int {
	var out []int
	for _, v := range c.Values {
		out = append(out, v.topics...)
	}
	slices.Sort(out)
	return out
}

func (f *Topics) scoresOn(system int, topics []int) []float64 {
	out := make([]float64, len(topics))
	for i, t := range topics {
		out[i] = f.c.scores.Values.At(system, t)
	}
	return out
}

// means of all systems on some topics.
func (f *Topics) means(topics []int) []float64 {
	out := make([]float64, len(f.c.Systems))
	for i := range out {
		out[i] = mean(f.scoresOn(i, topics))
	}
	return out
}

// compare sets the order of the systems on the topics of a value beside that on all topics.
func (v *CategoryValue) compare(here, all []float64) {
	if tau, err := stats.TauB(all, here); err == nil {
		v.Tau = &tau
	}
	for _, p := range stats.AllPairs(len(all)) {
		v.Pairs++
		x := metrics.Snap(all[p[0]]) - metrics.Snap(all[p[1]])
		y := metrics.Snap(here[p[0]]) - metrics.Snap(here[p[1]])
		if x > 0 && y < 0 || x < 0 && y > 0 {
			v.Swapped++
		}
	}
}

// interact tests whether the differences between the ranked systems depend on the category.
func (f *Topics) interact(c *Category, topics []int, opt stats.Options) {
	scores := mat.NewDense(f.Systems, len(topics), nil)
	of := make([]int, len(topics))
	for j, t := range topics {
		of[j] = slices.IndexFunc(c.Values, func(v CategoryValue) bool { return slices.Contains(v.topics, t) })
		for i := range f.Systems {
			scores.Set(i, j, f.c.scores.Values.At(i, t))
		}
	}
	plan := opt.Plan
	plan.Progress = nil
	affordable := max(leastDraws, int(categoryWork)/(f.Systems*len(topics)))
	plan.Replicates = min(plan.Count(), categoryDraws, affordable)
	r, err := stats.CategoryInteraction(scores, of, plan)
	switch {
	case errors.Is(err, stats.ErrTooFew), errors.Is(err, stats.ErrUndefined):
		c.Reason = err.Error()
	case err != nil:
		panic(err) // scores are checked
	default:
		c.Interaction = &r
	}
}
