package tasks

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
)

// rtsMost is how many pushes of a day and topic can earn something; the broker refuses more.
const rtsMost = 10

// rtsTopic is a topic as it is scored.
type rtsTopic struct {
	name    metrics.Topic
	cluster map[metrics.Doc]int     // the number of the cluster that a tweet of the days is in
	gain    map[metrics.Doc]float64 // of these tweets
	news    [][]rtsNews             // by day
}

// rtsNews is a cluster on a day: the greatest gain of its tweets of that day.
type rtsNews struct {
	cluster int
	best    float64
}

// rtsDay is what scores on a day depend on.
type rtsDay struct {
	pushes int     // that count
	gain   float64 // of the first 10
	ideal  float64 // the greatest gain there was to earn with 10 pushes; 0 on a silent day
	pain   int     // pushes without gain, also beyond 10
}

func (d rtsDay) eg(silent float64) float64 {
	if d.ideal == 0 {
		return silent
	}
	return d.gain / float64(max(d.pushes, 1))
}

func (d rtsDay) ncg(silent float64) float64 {
	if d.ideal == 0 {
		return silent
	}
	return d.gain / d.ideal
}

func (d rtsDay) gmp(alpha float64) float64 {
	if d.ideal == 0 {
		return 0
	}
	return alpha*d.gain - (1-alpha)*float64(d.pain)
}

// quiet is 1 without a push.
func (d rtsDay) quiet() float64 {
	if d.pushes == 0 {
		return 1
	}
	return 0
}

// proportion is 1 without a push, and less with every push.
func (d rtsDay) proportion() float64 { return 1 - float64(d.pushes)/rtsMost }

// score scores the tweets pushed, by the day on which they were written, by all measures.
func (t *rtsTopic) score(pushed [][]metrics.Doc) []float64 {
	measures := rtsMeasures()
	scores := make([]float64, len(measures))
	seen := make(map[int]bool) // clusters
	for day, tweets := range pushed {
		d := t.day(day, tweets, seen)
		for m := range measures {
			scores[m] += measures[m].score(d)
		}
	}
	for m := range scores {
		// Rounding may lead beyond the bound by the last digit.
		scores[m] = min(scores[m]/float64(len(pushed)), measures[m].Hi)
	}
	return scores
}

// day looks at one day. The clusters that were seen on earlier days are no news, and those pushed now are added to them;
// a silent day adds none. A push after the tenth earns nothing, but its cluster is seen.
func (t *rtsTopic) day(day int, tweets []metrics.Doc, seen map[int]bool) rtsDay {
	d := rtsDay{pushes: len(tweets)}
	var best []float64
	for _, n := range t.news[day] {
		if !seen[n.cluster] {
			best = append(best, n.best)
		}
	}
	slices.Sort(best)
	for _, gain := range best[max(len(best)-rtsMost, 0):] {
		d.ideal += gain
	}
	if d.ideal == 0 {
		return d
	}
	for i, tweet := range tweets {
		c, in := t.cluster[tweet]
		gain := 0.0
		if in && !seen[c] {
			seen[c] = true
			gain = t.gain[tweet]
		}
		if gain == 0 {
			d.pain++
		}
		if i < rtsMost {
			d.gain += gain
		}
	}
	return d
}

// rtsFate counts what became of the pushes of a run.
type rtsFate struct {
	unknown, untimed, otherDay, early, counted int
}

func (f rtsFate) String() string {
	parts := []string{clusterCount(f.counted, "counts", "count")}
	for _, p := range []struct {
		n    int
		text string
	}{{f.unknown, "for topics that are not judged"}, {f.untimed, "of tweets without a time"}, {f.otherDay, "of tweets of other days"},
		{f.early, "before the tweet existed"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.text))
		}
	}
	return strings.Join(parts, ", ")
}

// sort leaves the tweets that count, by topic and the day on which they were written.
func (g *rtsGoldData) sort(pushes []rtsPush) (byTopic [][][]metrics.Doc, fate rtsFate) {
	byTopic = make([][][]metrics.Doc, len(g.topics))
	for c := range byTopic {
		byTopic[c] = make([][]metrics.Doc, len(g.days))
	}
	for _, p := range pushes {
		c, judged := g.number[p.topic]
		written, timed := g.times[p.tweet]
		day, within := g.days[written.day]
		switch {
		case !judged:
			fate.unknown++
		case !timed:
			fate.untimed++
		case !within:
			fate.otherDay++
		case p.epoch < written.epoch:
			fate.early++
		default:
			fate.counted++
			byTopic[c][day] = append(byTopic[c][day], p.tweet)
		}
	}
	return byTopic, fate
}

// table scores all runs.
func (g *rtsGoldData) table(pushed []*rtsRun, s *Submissions) *Table {
	t := &Table{Values: make([]*mat.Dense, len(rtsMeasures()))}
	for m := range t.Values {
		t.Values[m] = mat.NewDense(len(pushed), len(g.topics), nil)
	}
	for _, topic := range g.topics {
		t.Topics = append(t.Topics, topic.name)
	}
	for i, p := range pushed {
		byTopic, fate := g.sort(p.pushes)
		for c, topic := range g.topics {
			for m, v := range topic.score(byTopic[c]) {
				t.Values[m].Set(i, c, v)
			}
		}
		s.Conventions = append(s.Conventions, Convention{fmt.Sprintf("pushes of run %q", p.run.Tag), fate.String()})
		miss := metrics.Missing{Run: p.run, Extra: g.unknown(p.pushes)}
		note := ""
		if fate.unknown == len(p.pushes) {
			note = "; nothing is left, so it scores as the empty run"
		}
		s.Warnings = append(s.Warnings, clusterUnknown(miss, note)...)
		if judged := len(p.pushes) - fate.unknown; judged > 0 && fate.untimed == judged {
			s.Warnings = append(s.Warnings, metrics.Warning{Code: "nothing-judged",
				Text: fmt.Sprintf("%s: none of the tweets that it pushed for judged topics has a time, so it scores as the empty run", runName(p.run))})
		}
		if len(miss.Extra) > 0 {
			t.Missing = append(t.Missing, miss)
		}
	}
	return t
}

// unknown lists the topics of pushes that are not judged.
func (g *rtsGoldData) unknown(pushes []rtsPush) []metrics.Topic {
	var out []metrics.Topic
	for _, p := range pushes {
		if _, judged := g.number[p.topic]; !judged {
			out = append(out, p.topic)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
