package tasks_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// rtsWorld is a small invented task, and what the rules say about it, read off day by day with sets of names.
type rtsWorld struct {
	days    []string
	day     map[string]string             // of a tweet
	written map[string]time.Time          // of a tweet
	gains   map[string]map[string]float64 // by topic and tweet
	cluster map[string]map[string]string  // by topic and tweet
	pushes  []rtsWorldPush
}

type rtsWorldPush struct {
	topic, tweet string
	at           time.Time
}

// score recounts one topic by all measures, in the order of rtsNames.
func (w *rtsWorld) score(topic string) []float64 {
	reported := make(map[string]bool)
	totals := make([]float64, len(rtsNames))
	for _, day := range w.days {
		best := make(map[string]float64) // of clusters not reported
		for tweet, c := range w.cluster[topic] {
			if w.day[tweet] == day && !reported[c] {
				best[c] = max(best[c], w.gains[topic][tweet])
			}
		}
		var sorted []float64
		for _, gain := range best {
			sorted = append(sorted, gain)
		}
		slices.SortFunc(sorted, func(a, b float64) int { return int(2*b - 2*a) })
		z := 0.0
		for i, gain := range sorted {
			if i < 10 {
				z += gain
			}
		}
		var pushed []string
		for _, p := range w.pushes {
			if p.topic == topic && w.day[p.tweet] == day && !p.at.Before(w.written[p.tweet]) {
				pushed = append(pushed, p.tweet)
			}
		}
		n := float64(len(pushed))
		if z == 0 {
			if n == 0 {
				for m := range 4 {
					totals[m]++
				}
			} else {
				totals[2] += 1 - n/10
				totals[3] += 1 - n/10
			}
			continue
		}
		if n == 0 {
			continue
		}
		earned, pain := 0.0, 0.0
		for i, tweet := range pushed {
			gain := 0.0
			if c := w.cluster[topic][tweet]; c != "" && !reported[c] {
				reported[c] = true
				gain = w.gains[topic][tweet]
			}
			if gain == 0 {
				pain++
			}
			if i < 10 {
				earned += gain
			}
		}
		for _, m := range []int{0, 2, 4} {
			totals[m] += earned / n
		}
		for _, m := range []int{1, 3, 5} {
			totals[m] += earned / z
		}
		totals[6] += .33*earned - .67*pain
		totals[7] += .5*earned - .5*pain
		totals[8] += .66*earned - .34*pain
	}
	for m := range totals {
		totals[m] /= float64(len(w.days))
	}
	return totals
}

func TestRTSRecount(t *testing.T) {
	grades := map[int]float64{-2: 0, -1: 0, 0: 0, 1: .5, 2: 1, 3: .5, 4: 1}
	silent, pushes, many := 0, 0, 0
	inFolder(t, nil)
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 5))
		w := &rtsWorld{days: []string{"20150228", "20150301", "20150302"}, day: make(map[string]string), written: make(map[string]time.Time),
			gains: make(map[string]map[string]float64), cluster: make(map[string]map[string]string)}
		var q, e, r strings.Builder
		var tweets []string
		start := time.Date(2015, 2, 27, 12, 0, 0, 0, time.UTC) // half a day before the days, to half a day after them
		for i := range 6 + random.IntN(30) {
			id := fmt.Sprintf("t%d", i)
			at := start.Add(time.Duration(random.IntN(4*24*3600)) * time.Second)
			tweets = append(tweets, id)
			w.day[id], w.written[id] = at.Format("20060102"), at
			fmt.Fprintf(&e, "%s %s %d\n", id, w.day[id], at.Unix())
		}
		var topics []string
		for _, topic := range []string{"A", "B"} {
			w.gains[topic], w.cluster[topic] = make(map[string]float64), make(map[string]string)
			lists := make([][]string, 8)
			for i, id := range tweets {
				if i > 0 && random.IntN(4) == 0 {
					continue
				}
				grade := random.IntN(7) - 2
				w.gains[topic][id] = grades[grade]
				fmt.Fprintf(&q, "%s 0 %s %d\n", topic, id, grade)
				if c := random.IntN(12); c < len(lists) {
					w.cluster[topic][id] = fmt.Sprint(c)
					lists[c] = append(lists[c], `"`+id+`"`)
				}
			}
			var clusters []string
			for c, list := range lists {
				if list == nil {
					continue
				}
				clusters = append(clusters, fmt.Sprintf(`"%d": {"tweets": [%s]}`, c, strings.Join(list, ", ")))
			}
			topics = append(topics, fmt.Sprintf(`"%s": {"clusters": {%s}}`, topic, strings.Join(clusters, ", ")))
		}
		epoch := random.IntN(2) == 0
		for range random.IntN(60) + 1 {
			p := rtsWorldPush{topic: []string{"A", "B", "C"}[min(random.IntN(9)/4, 2)], tweet: fmt.Sprintf("t%d", random.IntN(len(tweets)+2))}
			at := start.Add(time.Duration(random.IntN(4*24*3600)) * time.Second)
			if written, there := w.written[p.tweet]; there && random.IntN(5) > 0 {
				at = written.Add(time.Duration(random.IntN(400)-150) * time.Second)
			}
			if epoch {
				p.at = at.Add(139 * time.Second)
				fmt.Fprintf(&r, "%s %s %d r\n", p.topic, p.tweet, at.Unix())
			} else {
				p.at = at
				fmt.Fprintf(&r, "%s %s %s r\n", p.topic, p.tweet, at.Format("0102-15:04:05"))
			}
			w.pushes = append(w.pushes, p)
		}
		writeFiles(t, ".", map[string]string{"q": q.String(), "e": e.String(), "r": r.String(), "c": "{" + strings.Join(topics, ", ") + "}"})
		s, err := findTask(t, "evetar-rts").Load(rtsIn, tasks.Options{Days: w.days[0] + "-" + w.days[2]})
		if err != nil {
			if strings.Contains(err.Error(), "no judged tweet is of") {
				continue // all tweets fell outside
			}
			t.Fatal(err)
		}
		clusterLaws(t, "evetar-rts", s)
		for _, topic := range []string{"A", "B"} {
			for m, want := range w.score(topic) {
				clusterNear(t, fmt.Sprintf("seed %d, topic %s, %s", seed, topic, rtsNames[m]),
					clusterScore(t, "evetar-rts", s, "r", rtsNames[m], metrics.Topic(topic)), want, clusterExact)
			}
		}
		if s.References[0].Name != "empty run" {
			t.Fatal("no empty run")
		}
		w.pushes = nil
		for m, want := range w.score("A") {
			if got, ok := s.References[0].Score(rtsNames[m], "A"); !ok || got != want {
				t.Errorf("seed %d: the empty run scores %v by %s, want %v", seed, got, rtsNames[m], want)
			}
			if m == 0 && want > 0 {
				silent++
			}
		}
		pushes++
		if strings.Count(r.String(), "\n") > 30 {
			many++
		}
	}
	if silent == 0 || many == 0 || pushes < 300 {
		t.Errorf("the random tasks are too tame: %d with silent days, %d with many pushes, of %d", silent, many, pushes)
	}
}
