package pooling

import (
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

func TestExactDepth(t *testing.T) {
	x, y := rankedRun("x", "", "a b c d"), rankedRun("y", "", "a e b f")
	short := rankedRun("short", "", "a")
	other := rankedRun("other", "", "z")
	other.Unpooled = true
	const pool, part = "inferred: the pool is exactly the union of the first ", "inferred: the part of the pool that was retrieved is exactly the union of the first "
	for _, c := range []struct {
		name   string
		runs   []*metrics.Run
		judged string
		want   int
		reason string // "" where the judgments are no union of first ranks
	}{
		{"to 2", []*metrics.Run{x, y}, "a b e", 2, pool + "2 of each run"},
		{"negative grades are pooled", []*metrics.Run{x, y}, "a b -e", 2, pool + "2 of each run"},
		{"a shorter list", []*metrics.Run{x, y, short}, "a b e", 2, pool + "2 of each run"},
		{"found by nobody", []*metrics.Run{x, y}, "a b e q", 2, part + "2 of each run"},
		{"to 3, or 2", []*metrics.Run{y, rankedRun("v", "", "e b a g")}, "a b e", 3, pool + "3 of each run, as it is of the first 2"},
		{"one more", []*metrics.Run{x, y}, "a b e f", 0, ""},
		{"one less", []*metrics.Run{x, y}, "a b", 0, ""},
		{"none", []*metrics.Run{x, y}, "q", 0, ""},
		{"all, the last ranks needed", []*metrics.Run{x, y}, "a b c d e f", 4, pool + "4 of each run"},
		{"all, the last rank not needed", []*metrics.Run{x, rankedRun("w", "", "a d c b")}, "a b c d", 0, ""},
		{"a run not pooled", []*metrics.Run{x, y, other}, "a b e", 2, pool + "2 of each run"},
		{"and its document", []*metrics.Run{x, y, other}, "a b e z", 0, ""},
		{"no run was pooled", []*metrics.Run{other}, "z", 0, ""},
	} {
		p, err := Build(c.runs, metrics.Qrels{"1": grades(c.judged)}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := p.Depth
		if d.Ranks != c.want || d.Given || d.Unknown() != (c.want == 0) || c.reason != "" && d.Reason != c.reason {
			t.Errorf("%s: got %+v, want %d %q", c.name, d, c.want, c.reason)
		}
	}
}

// grades judges the documents of a line, with grade −1 where a hyphen is before the name.
func grades(line string) map[metrics.Doc]metrics.Grade {
	out := map[metrics.Doc]metrics.Grade{}
	grade := metrics.Grade(1)
	for _, c := range line {
		switch c {
		case ' ':
		case '-':
			grade = -1
		default:
			out[metrics.Doc(c)] = grade
			grade = 1
		}
	}
	return out
}

// TestExactToy: the pool of the toy was made of the first 10 of all runs. Its lists are too few for the fall after
// rank 10 to be beyond chance, as the second part shows.
func TestExactToy(t *testing.T) {
	dir := filepath.Join("..", "..", "testdata", "collections", "toy")
	f, err := formats.Open(filepath.Join(dir, "qrels.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	q, _, err := formats.ReadQrels(f, "qrels.txt")
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "runs", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var files []formats.File
	for _, path := range paths {
		files = append(files, formats.File{Path: path})
	}
	runs, _, err := formats.ReadRuns(files, formats.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Build(runs, q, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := p.Depth; len(runs) != 8 || d.Ranks != 10 || d.Reason != "inferred: the pool is exactly the union of the first 10 of each run" ||
		*d.Before != 1 || !(*d.After < 1) {
		t.Errorf("%d runs: got %+v, want 10", len(runs), d)
	}
	for _, r := range runs {
		if r.Tag == "cedar-1" {
			for _, s := range r.Ranked("T01")[20:] {
				q["T01"][s.Doc] = 0
			}
		}
	}
	if p, err = Build(runs, q, Options{}); err != nil || !p.Depth.Unknown() {
		t.Errorf("with documents of ranks 21 to 30: got %+v and error %v, want no depth", p.Depth, err)
	}
}

// TestExactLaws tries every depth on sets of names.
func TestExactLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCollection(t)
		if rapid.IntRange(0, 3).Draw(t, "pooled") > 0 { // judge the first ranks of the runs, and perhaps one document more
			c.qrels = c.firstRanks(rapid.IntRange(1, 5).Draw(t, "depth"))
			if rapid.Bool().Draw(t, "more") {
				c.qrels["t0"]["d3"] = 0
			}
			if len(c.qrels) == 0 {
				return
			}
		}
		p, err := Build(c.runs, c.qrels, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := c.exact()
		got, ok := p.exactDepth()
		if ok != (want > 0) || got.Ranks != want || ok && p.Depth.Ranks != want {
			t.Fatalf("got %+v and %v, want %d", got, ok, want)
		}
	})
}

// firstRanks judges the first documents of the runs that were pooled.
func (c collection) firstRanks(depth int) metrics.Qrels {
	q := metrics.Qrels{}
	for t := range c.qrels {
		q[t] = map[metrics.Doc]metrics.Grade{}
		for _, r := range c.runs {
			for k, s := range r.Ranked(t) {
				if k < depth && !r.Unpooled {
					q[t][s.Doc] = metrics.Grade(k % 2)
				}
			}
		}
	}
	return q
}

// exact is the greatest depth whose first ranks are all that is pooled of what was retrieved; 0 if there is none, or if
// nothing shows that the pool was not deeper.
func (c collection) exact() int {
	type pair struct {
		t metrics.Topic
		d metrics.Doc
	}
	retrieved, all := map[pair]bool{}, map[pair]bool{} // pooled documents; those of the pooled runs, pooled or not
	longest := 0
	for t, docs := range c.qrels {
		for _, r := range c.runs {
			for k, s := range r.Ranked(t) {
				if _, pooled := docs[s.Doc]; pooled {
					retrieved[pair{t, s.Doc}] = true
				}
				if !r.Unpooled {
					all[pair{t, s.Doc}] = true
					longest = max(longest, k+1)
				}
			}
		}
	}
	var fits []int
	for k := 1; k <= longest; k++ {
		union := map[pair]bool{}
		for p := range all {
			for _, r := range c.runs {
				for rank, s := range r.Ranked(p.t) {
					if s.Doc == p.d && rank < k && !r.Unpooled {
						union[p] = true
					}
				}
			}
		}
		same := len(union) == len(retrieved)
		for p := range union {
			same = same && retrieved[p]
		}
		if same {
			fits = append(fits, k)
		}
	}
	everything := true
	for p := range all {
		_, pooled := c.qrels[p.t][p.d]
		everything = everything && pooled
	}
	if len(fits) == 0 || everything && len(fits) > 1 {
		return 0
	}
	return fits[len(fits)-1]
}
