package invent

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// collection is what the tests read back from the files.
type collection struct {
	topics []string                  // as qrels.txt has them
	qrels  map[string]map[string]int // topic, document, grade
	runs   []parsedRun               // in the order of teams.tsv
}

type parsedRun struct {
	tag, team, kind string
	docs            map[string][]string // by topic, best first
	topics          []string            // in the order of the file
	ap              []float64           // average precision of each topic of the judgments
}

// parse reads a collection and fails on anything that is not as the format wants it.
func parse(t *testing.T, files []File) *collection {
	t.Helper()
	byName := make(map[string][]byte)
	for _, f := range files {
		if byName[f.Name] != nil {
			t.Fatalf("two files named %q", f.Name)
		}
		byName[f.Name] = f.Data
	}
	c := &collection{qrels: make(map[string]map[string]int)}
	for i, row := range rows(t, "qrels.txt", byName["qrels.txt"], " ", 4) {
		topic, doc := row[0], row[2]
		grade, err := strconv.Atoi(row[3])
		if err != nil || grade < 0 || grade > 2 || row[1] != "0" {
			t.Fatalf("qrels.txt:%d: %q", i+1, row)
		}
		if c.qrels[topic] == nil {
			c.topics = append(c.topics, topic)
			c.qrels[topic] = make(map[string]int)
		} else if c.topics[len(c.topics)-1] != topic {
			t.Fatalf("qrels.txt:%d: topic %q is scattered", i+1, topic)
		}
		if _, twice := c.qrels[topic][doc]; twice {
			t.Fatalf("qrels.txt:%d: document %q twice", i+1, doc)
		}
		c.qrels[topic][doc] = grade
	}
	runs := make(map[string]parsedRun)
	for _, f := range files {
		if strings.HasPrefix(f.Name, "runs/") {
			r := parseRun(t, f)
			runs[r.tag] = r
		}
	}
	table := rows(t, "teams.tsv", byName["teams.tsv"], "\t", 3)
	if !slices.Equal(table[0], []string{"run", "team", "type"}) {
		t.Fatalf("teams.tsv has header %q", table[0])
	}
	for _, row := range table[1:] {
		r, ok := runs[row[0]]
		if !ok {
			t.Fatalf("teams.tsv: run %q has no file, or two lines", row[0])
		}
		delete(runs, row[0])
		r.team, r.kind, r.ap = row[1], row[2], c.ap(r.docs)
		c.runs = append(c.runs, r)
	}
	if len(runs) > 0 {
		t.Fatalf("teams.tsv leaves out %d runs", len(runs))
	}
	return c
}

// parseRun reads a run: six fields, ranks from 1 on, scores that fall, one tag, no document twice in a topic.
func parseRun(t *testing.T, f File) parsedRun {
	t.Helper()
	r := parsedRun{docs: make(map[string][]string)}
	var seen map[string]bool
	last, decimals := math.Inf(1), -1
	for i, row := range rows(t, f.Name, f.Data, " ", 6) {
		where := fmt.Sprintf("%s:%d", f.Name, i+1)
		topic, doc, tag := row[0], row[2], row[5]
		if len(r.topics) == 0 || r.topics[len(r.topics)-1] != topic {
			if r.docs[topic] != nil {
				t.Fatalf("%s: topic %q is scattered", where, topic)
			}
			r.topics = append(r.topics, topic)
			last, seen = math.Inf(1), make(map[string]bool)
		}
		r.docs[topic] = append(r.docs[topic], doc)
		score, err := strconv.ParseFloat(row[4], 64)
		if err != nil || score >= last {
			t.Fatalf("%s: score %q after %v", where, row[4], last)
		}
		last = score
		_, fraction, _ := strings.Cut(row[4], ".")
		if decimals < 0 {
			decimals, r.tag = len(fraction), tag
		}
		switch {
		case row[1] != "Q0", row[3] != strconv.Itoa(len(r.docs[topic])), len(fraction) != decimals, tag != r.tag:
			t.Fatalf("%s: %q", where, row)
		case seen[doc]:
			t.Fatalf("%s: topic %q has document %q twice", where, topic, doc)
		}
		seen[doc] = true
	}
	return r
}

// rows splits a file into lines and lines into n fields that are not empty.
func rows(t *testing.T, name string, data []byte, separator string, n int) [][]string {
	t.Helper()
	if !bytes.HasSuffix(data, []byte("\n")) {
		t.Fatalf("%s is empty or does not end its last line", name)
	}
	var out [][]string
	for text := range strings.Lines(string(data)) {
		row := strings.Split(strings.TrimSuffix(text, "\n"), separator)
		if len(row) != n || slices.Contains(row, "") {
			t.Fatalf("%s:%d: want %d fields: %q", name, len(out)+1, n, text)
		}
		out = append(out, row)
	}
	return out
}

// ap is the average precision of each topic: the sum of precisions at relevant documents over the number relevant.
func (c *collection) ap(docs map[string][]string) []float64 {
	out := make([]float64, len(c.topics))
	for i, topic := range c.topics {
		found := 0
		for k, doc := range docs[topic] {
			if c.qrels[topic][doc] > 0 {
				found++
				out[i] += float64(found) / float64(k+1)
			}
		}
		out[i] /= float64(max(c.relevant(topic), 1))
	}
	return out
}

// run finds a run by its tag.
func (c *collection) run(t *testing.T, tag string) parsedRun {
	t.Helper()
	i := slices.IndexFunc(c.runs, func(r parsedRun) bool { return r.tag == tag })
	if i < 0 {
		t.Fatalf("no run %q", tag)
	}
	return c.runs[i]
}

// relevant counts the relevant documents of a topic.
func (c *collection) relevant(topic string) int {
	n := 0
	for _, grade := range c.qrels[topic] {
		if grade > 0 {
			n++
		}
	}
	return n
}

// checkPool fails unless the judged documents are exactly the first depth of every run but the newcomers'.
func (c *collection) checkPool(t *testing.T, depth int, newcomers ...string) {
	t.Helper()
	for _, topic := range c.topics {
		pool := make(map[string]bool)
		for _, r := range c.runs {
			if slices.Contains(newcomers, r.tag) {
				continue
			}
			for _, doc := range r.docs[topic][:min(depth, len(r.docs[topic]))] {
				pool[doc] = true
				if _, judged := c.qrels[topic][doc]; !judged {
					t.Errorf("run %q has %q of topic %q in its first %d, but it is not judged", r.tag, doc, topic, depth)
				}
			}
		}
		if len(pool) != len(c.qrels[topic]) {
			t.Errorf("topic %q: %d judged, want the %d of the pool", topic, len(c.qrels[topic]), len(pool))
		}
	}
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// correlation is Pearson's r.
func correlation(x, y []float64) float64 {
	mx, my := mean(x), mean(y)
	var xx, yy, xy float64
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
		xy += (x[i] - mx) * (y[i] - my)
	}
	return xy / math.Sqrt(xx*yy)
}

// pairedT is Student's t of the differences; 0 if they are all the same.
func pairedT(x, y []float64) float64 {
	d := make([]float64, len(x))
	for i := range x {
		d[i] = x[i] - y[i]
	}
	m, ss := mean(d), 0.0
	for _, v := range d {
		ss += (v - m) * (v - m)
	}
	if ss == 0 {
		return 0
	}
	n := float64(len(d))
	return m / math.Sqrt(ss/(n-1)/n)
}
