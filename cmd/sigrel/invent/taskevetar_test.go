package invent

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// eventSets reads lines of event and tweet; no tweet comes twice in an event.
func eventSets(t *testing.T, files []File, name string) map[string][]string {
	t.Helper()
	out := make(map[string][]string)
	for _, line := range fields(t, files, name, "\t", 2) {
		out[line[0]] = append(out[line[0]], line[1])
	}
	return out
}

// recall counts the reference events that a detected event covers: half of the tweets of the one or the other.
func recall(reference, detected map[string][]string, byReference bool) int {
	n := 0
	for _, r := range reference {
		for _, d := range detected {
			common, size := 0, len(d)
			if byReference {
				size = len(r)
			}
			for _, tweet := range r {
				if slices.Contains(d, tweet) {
					common++
				}
			}
			if common > 0 && 2*common >= size {
				n++
				break
			}
		}
	}
	return n
}

func TestEvents(t *testing.T) {
	files := under(t, EveTAR(), "events")
	reference := eventSets(t, files, "reference.tsv")
	var tweets []string
	for name, set := range reference {
		if len(set) < 5 || len(set) > 10 || !strings.HasPrefix(name, "EV") {
			t.Errorf("event %s has %d tweets", name, len(set))
		}
		tweets = append(tweets, set...)
	}
	checkDistinct(t, "reference", tweets) // also across events
	checkTweets(t, "reference", tweets, 18)
	cedar, nour := eventSets(t, files, "detected/cedar.tsv"), make(map[string][]string)
	decode(t, "nour.json", file(t, files, "detected/nour.json").Data, &nour)
	for _, detected := range []map[string][]string{cedar, nour} {
		for name, set := range detected {
			checkDistinct(t, name, set)
			checkTweets(t, name, set, 18)
		}
	}
	if len(reference) != 12 || len(cedar) < 10 || len(nour) < 10 {
		t.Errorf("%d events, %d and %d detected", len(reference), len(cedar), len(nour))
	}
	c, n := recall(reference, cedar, false), recall(reference, nour, false)
	byC, byN := recall(reference, cedar, true), recall(reference, nour, true)
	t.Logf("events covered, by detected and by reference events: cedar %d and %d, nour %d and %d", c, byC, n, byN)
	if c <= n || byC <= byN || n == byN || n == 0 || c == 12 {
		t.Error("want cedar above nour by both readings, the readings to differ, and nobody to cover all")
	}
}

func TestAdhoc(t *testing.T) {
	c := parse(t, under(t, EveTAR(), "adhoc"))
	c.checkPool(t, 15)
	for topic, docs := range c.qrels {
		var ids []string
		for doc := range docs {
			ids = append(ids, doc)
		}
		checkTweets(t, topic, ids, 18)
		if n := c.relevant(topic); n < 3 {
			t.Errorf("topic %s has %d relevant tweets", topic, n)
		}
	}
	for _, r := range c.runs {
		t.Logf("%s: mean average precision %v", r.tag, mean(r.ap))
	}
	cedar, nour := c.run(t, "cedar-adhoc"), c.run(t, "nour-adhoc")
	if len(c.topics) != 8 || len(c.runs) != 3 || len(cedar.topics) != 8 || !slices.Equal(nour.topics, c.topics[:7]) {
		t.Errorf("%d topics, %d runs; nour-adhoc answers %q", len(c.topics), len(c.runs), nour.topics)
	}
	if mean(cedar.ap) <= mean(nour.ap) {
		t.Error("cedar-adhoc is not above nour-adhoc")
	}
}

// judged reads judgments of tweets, none twice in a topic.
func judged(t *testing.T, files []File, second string) map[string]map[string]int {
	t.Helper()
	out := make(map[string]map[string]int)
	lines := fields(t, files, "qrels.txt", " ", 4)
	for _, line := range lines {
		if out[line[0]] == nil {
			out[line[0]] = make(map[string]int)
		}
		grade, err := strconv.Atoi(line[3])
		if err != nil || line[1] != second {
			t.Errorf("qrels.txt: %q", line)
		}
		out[line[0]][line[2]] = grade
	}
	checkTweets(t, "qrels.txt", column(lines, 2), 18)
	checkDistinct(t, "qrels.txt", column(lines, 2))
	return out
}

// checkClusters fails unless the clusters hold exactly the relevant tweets, each once.
func checkClusters(t *testing.T, topic string, clusters [][]string, grades map[string]int) {
	t.Helper()
	all := slices.Concat(clusters...)
	checkDistinct(t, topic, all)
	for _, set := range clusters {
		if len(set) == 0 {
			t.Errorf("topic %s has an empty cluster", topic)
		}
	}
	for tweet, grade := range grades {
		if slices.Contains(all, tweet) != (grade > 0) {
			t.Errorf("topic %s: tweet %s of grade %d", topic, tweet, grade)
		}
	}
	for _, tweet := range all {
		if grades[tweet] < 1 || grades[tweet] > 2 {
			t.Errorf("topic %s: tweet %s of a cluster has grade %d", topic, tweet, grades[tweet])
		}
	}
}

// hits counts the clusters with a tweet among those given.
func hits(clusters [][]string, tweets []string) int {
	n := 0
	for _, set := range clusters {
		if slices.ContainsFunc(set, func(tweet string) bool { return slices.Contains(tweets, tweet) }) {
			n++
		}
	}
	return n
}

func TestTimelines(t *testing.T) {
	files := under(t, EveTAR(), "ttg")
	grades := judged(t, files, "Q0")
	var gold struct {
		Topics map[string]struct {
			Topic    string     `json:"topic"`
			Clusters [][]string `json:"clusters"`
		} `json:"topics"`
	}
	decode(t, "clusters.json", file(t, files, "clusters.json").Data, &gold)
	for topic, c := range gold.Topics {
		number, ok := strings.CutPrefix(topic, "MB")
		if !ok || grades[number] == nil || len(c.Clusters) < 3 {
			t.Errorf("topic %q: %d clusters", topic, len(c.Clusters))
		}
		checkClusters(t, topic, c.Clusters, grades[number])
	}
	if len(gold.Topics) != 8 || len(grades) != 8 {
		t.Errorf("%d topics with clusters, %d judged", len(gold.Topics), len(grades))
	}
	f1 := make(map[string]float64)
	redundant := 0
	for _, f := range under(t, files, "runs") {
		r := parseRun(t, f)
		if r.tag+".txt" != f.Name || len(r.topics) != 8 {
			t.Errorf("%s has tag %q and %d topics", f.Name, r.tag, len(r.topics))
		}
		for topic, tweets := range r.docs {
			c := gold.Topics[topic].Clusters
			n := hits(c, tweets)
			f1[r.tag] += 2 * float64(n) / float64(len(tweets)+len(c)) / 8
			for _, set := range c {
				redundant += max(0, len(set)-hits([][]string{set}, tweets)-1) // members that are not needed
			}
		}
	}
	t.Logf("F1: %v", f1)
	if len(f1) != 2 || f1["cedar-ttg"] <= f1["nour-ttg"] || redundant == 0 {
		t.Errorf("F1 %v", f1)
	}
}

func TestPushes(t *testing.T) {
	files := under(t, EveTAR(), "rts")
	grades := judged(t, files, "0")
	var gold map[string]struct {
		Clusters map[string]struct {
			Tweets []string `json:"tweets"`
		} `json:"clusters"`
	}
	decode(t, "clusters.json", file(t, files, "clusters.json").Data, &gold)
	written, days := make(map[string]time.Time), make(map[string]bool)
	for _, line := range fields(t, files, "tweets2dayepoch", " ", 3) {
		at := time.Unix(int64(number(t, line[2])), 0).UTC()
		if at.Format("20060102") != line[1] || !written[line[0]].IsZero() {
			t.Errorf("tweets2dayepoch: %q", line)
		}
		written[line[0]] = at
		days[line[1]] = true
	}
	longer := 0 // clusters of several days
	spam := 0
	for topic, g := range grades {
		var clusters [][]string
		for _, c := range gold[topic].Clusters {
			clusters = append(clusters, c.Tweets)
			if written[c.Tweets[0]].YearDay() != written[c.Tweets[len(c.Tweets)-1]].YearDay() {
				longer++
			}
		}
		checkClusters(t, topic, clusters, g)
		for tweet, grade := range g {
			if grade == -2 {
				spam++
			}
			if written[tweet].IsZero() || grade < -2 || grade == -1 {
				t.Errorf("topic %s: tweet %s of grade %d", topic, tweet, grade)
			}
		}
	}
	if len(grades) != 6 || len(gold) != 6 || longer == 0 || spam == 0 {
		t.Errorf("%d topics judged, %d with clusters, %d long clusters, %d spam", len(grades), len(gold), longer, spam)
	}
	if len(days) != 6 || !days["20310304"] || !days["20310309"] {
		t.Errorf("days %v", days)
	}
	runs := 0
	for _, f := range under(t, files, "runs") {
		runs++
		pushRun(t, f, grades, written)
	}
	if runs != 2 {
		t.Errorf("%d runs", runs)
	}
}

// pushRun checks a run: pushes in the order of time, after the tweets were written, at most ten of a topic and day. Some
// are of relevant tweets and some of tweets that nobody judged.
func pushRun(t *testing.T, f File, grades map[string]map[string]int, written map[string]time.Time) {
	t.Helper()
	var last time.Time
	relevant, unjudged := 0, 0
	count := make(map[string]int)
	lines := rows(t, f.Name, f.Data, " ", 4)
	for i, line := range lines {
		at, err := time.Parse("20060102-15:04:05", "2031"+line[2])
		if err != nil || at.Before(last) || line[3]+".txt" != f.Name || grades[line[0]] == nil {
			t.Errorf("%s:%d: %q", f.Name, i+1, line)
		}
		last = at
		w, timed := written[line[1]]
		grade, known := grades[line[0]][line[1]]
		switch {
		case timed != known:
			t.Errorf("%s:%d: tweet %s is judged or has a time, want both or none", f.Name, i+1, line[1])
		case !known:
			unjudged++
		case !at.After(w) || at.YearDay() != w.YearDay():
			t.Errorf("%s:%d: pushed at %v, written at %v", f.Name, i+1, at, w)
		case grade > 0:
			relevant++
		}
		day := fmt.Sprint(line[0], line[2][:4])
		if count[day]++; count[day] > 10 {
			t.Errorf("%s:%d: more than ten pushes", f.Name, i+1)
		}
	}
	checkDistinct(t, f.Name, column(lines, 1))
	t.Logf("%s: %d pushes, %d relevant, %d unjudged", f.Name, len(lines), relevant, unjudged)
	if relevant < 6 || unjudged == 0 {
		t.Errorf("%s: %d relevant, %d unjudged", f.Name, relevant, unjudged)
	}
}
