package invent

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

var newcomers = []string{"dune-neural", "garnet-deep"}

// TestDemoSame compares two calls with each other, and with the hash that was written down when the demo last changed
// on purpose: other platforms must make the same bytes.
func TestDemoSame(t *testing.T) {
	first := Demo()
	if hashOf(first) != hashOf(Demo()) {
		t.Fatal("two calls differ")
	}
	const file = "testdata/demo.sha256"
	got := hashOf(first) + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the demo has hash %swant %s", got, want)
	}
}

// hashOf hashes names and contents.
func hashOf(files []File) string {
	h := sha256.New()
	for _, f := range files {
		sum := sha256.Sum256(f.Data)
		io.WriteString(h, f.Name+" "+hex.EncodeToString(sum[:])+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}

func TestDemoFiles(t *testing.T) {
	files := Demo()
	if !slices.IsSortedFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("files are not in the order of their names")
	}
	size := 0
	for _, f := range files {
		size += len(f.Data)
		if tag, ok := strings.CutPrefix(f.Name, "runs/"); ok && parseRun(t, f).tag+".txt" != tag {
			t.Errorf("file %q holds another run", f.Name)
		}
	}
	if size < 3_500_000 || size > 4_000_000 {
		t.Errorf("%d bytes, want 3.5 to 4 MB", size)
	}
	// A caller may change what it got.
	for _, f := range files {
		clear(f.Data)
	}
	if hashOf(Demo()) == hashOf(files) {
		t.Error("the files share memory with the package")
	}
}

// TestDemo reads the demo once and looks at it from all sides.
func TestDemo(t *testing.T) {
	c := parse(t, Demo())
	for _, part := range []struct {
		name  string
		check func(*testing.T, *collection)
	}{
		{"counts", demoCounts}, {"pool", demoPool}, {"missing topics", demoMissingTopics},
		{"near duplicate", demoNearDuplicate}, {"shape", demoShape}, {"scarce topics", demoScarceTopics},
		{"unique documents", demoUniqueDocuments},
	} {
		t.Run(part.name, func(t *testing.T) { part.check(t, c) })
	}
}

func demoCounts(t *testing.T, c *collection) {
	teams := make(map[string]bool)
	kinds := make(map[string]int)
	arabic, answers := 0, 0
	for _, r := range c.runs {
		teams[r.team] = true
		kinds[r.kind]++
		if strings.ContainsFunc(r.tag, func(c rune) bool { return unicode.Is(unicode.Arabic, c) }) {
			arabic++
		}
		for _, topic := range r.topics {
			answers = max(answers, len(r.docs[topic]))
		}
	}
	judgedNot, grades := 0, make(map[int]int)
	for _, topic := range c.topics {
		for _, grade := range c.qrels[topic] {
			grades[grade]++
			if grade == 0 {
				judgedNot++
			}
		}
	}
	for _, n := range []struct {
		what      string
		got, want int
	}{
		{"runs", len(c.runs), 23}, {"teams", len(teams), 9}, {"topics", len(c.topics), 48},
		{"primary runs", kinds["primary"], 8}, {"contrastive runs", kinds["contrastive"], 14},
		{"baselines", kinds["baseline"], 1}, {"types", len(kinds), 3}, {"Arabic names", arabic, 2},
		{"most documents a topic", answers, 100}, {"grades", len(grades), 3},
	} {
		if n.got != n.want {
			t.Errorf("%d %s, want %d", n.got, n.what, n.want)
		}
	}
	if judgedNot == 0 || grades[1] == 0 || grades[2] == 0 {
		t.Errorf("grades %v", grades)
	}
	if c.topics[0] != "T01" || c.topics[47] != "T48" || !slices.IsSorted(c.topics) {
		t.Errorf("topics %q", c.topics)
	}
}

func demoPool(t *testing.T, c *collection) {
	c.checkPool(t, 20, newcomers...)
	for _, tag := range newcomers {
		unjudged := 0
		for topic, docs := range c.run(t, tag).docs {
			for _, doc := range docs[:10] {
				if _, ok := c.qrels[topic][doc]; !ok {
					unjudged++
				}
			}
		}
		if unjudged < 10 {
			t.Errorf("newcomer %q has only %d unjudged documents in its first tens", tag, unjudged)
		}
	}
}

func demoMissingTopics(t *testing.T, c *collection) {
	for _, r := range c.runs {
		want := c.topics
		if r.tag == "fjord-lm" {
			want = slices.DeleteFunc(slices.Clone(want), func(topic string) bool { return topic == "T11" || topic == "T37" })
		}
		if !slices.Equal(r.topics, want) {
			t.Errorf("run %q answers %d topics, want %d", r.tag, len(r.topics), len(want))
		}
	}
}

// demoNearDuplicate looks for the pairs that a warning of near duplicates names.
func demoNearDuplicate(t *testing.T, c *collection) {
	var found []string
	for i, a := range c.runs {
		for _, b := range c.runs[i+1:] {
			x, y := a.ap, b.ap
			if slices.Equal(x, y) {
				t.Errorf("%q and %q have the same scores", a.tag, b.tag)
			}
			if correlation(x, y) > 0.999 {
				found = append(found, a.tag+" "+b.tag)
			}
		}
	}
	if diff := cmp.Diff([]string{"basalt-hybrid basalt-hybrid-b"}, found); diff != "" {
		t.Error(diff)
	}
}

// demoShape checks the shape of the scores: some differences are beyond doubt and others are nothing,
// runs of a team are alike, topics differ.
func demoShape(t *testing.T, c *collection) {
	var siblings, strangers []float64
	sure, nothing, pairs := 0, 0, 0
	for i, a := range c.runs {
		x := a.ap
		if m := mean(x); m < 0.10 || m > 0.45 {
			t.Errorf("run %q has MAP %.4f", a.tag, m)
		}
		for _, b := range c.runs[i+1:] {
			y := b.ap
			pairs++
			switch v := max(pairedT(x, y), -pairedT(x, y)); {
			case v > 4: // p < .0003 with 47 degrees of freedom
				sure++
			case v < 1:
				nothing++
			}
			if a.team == b.team {
				siblings = append(siblings, correlation(x, y))
			} else {
				strangers = append(strangers, correlation(x, y))
			}
		}
	}
	if sure < pairs/4 || sure > pairs*3/4 || nothing < 20 {
		t.Errorf("of %d pairs %d are surely different and %d alike", pairs, sure, nothing)
	}
	if mean(siblings) < mean(strangers)+0.1 {
		t.Errorf("runs of a team correlate by %.2f, of two teams by %.2f", mean(siblings), mean(strangers))
	}
	hardest, easiest := 1.0, 0.0
	for i := range c.topics {
		var scores []float64
		for _, r := range c.runs {
			scores = append(scores, r.ap[i])
		}
		hardest, easiest = min(hardest, mean(scores)), max(easiest, mean(scores))
	}
	if hardest > 0.1 || easiest < 0.6 {
		t.Errorf("mean scores of topics go from %.2f to %.2f", hardest, easiest)
	}
}

func demoScarceTopics(t *testing.T, c *collection) {
	var scarce []string
	for _, topic := range c.topics {
		n := c.relevant(topic)
		if n == 0 {
			t.Errorf("topic %q has no relevant document", topic)
		}
		if n < 5 {
			scarce = append(scarce, topic)
		}
	}
	if !slices.Equal(scarce, []string{"T17", "T41"}) {
		t.Errorf("topics with fewer than five relevant documents: %q", scarce)
	}
}

// demoUniqueDocuments counts the relevant documents that one team alone brought into the pool.
func demoUniqueDocuments(t *testing.T, c *collection) {
	unique := make(map[string]int)
	for _, topic := range c.topics {
		by := make(map[string]map[string]bool)
		for _, r := range c.runs {
			if slices.Contains(newcomers, r.tag) {
				continue
			}
			for _, doc := range r.docs[topic][:min(20, len(r.docs[topic]))] {
				if by[doc] == nil {
					by[doc] = make(map[string]bool)
				}
				by[doc][r.team] = true
			}
		}
		for doc, teams := range by {
			if c.qrels[topic][doc] > 0 && len(teams) == 1 {
				for team := range teams {
					unique[team]++
				}
			}
		}
	}
	for team, n := range unique {
		if team != "ember" && 4*n > unique["ember"] {
			t.Errorf("team %q has %d unique relevant documents, ember %d", team, n, unique["ember"])
		}
	}
	if unique["ember"] < 100 {
		t.Errorf("ember has %d unique relevant documents", unique["ember"])
	}
}

// TestDemoReadme checks that README.txt names what the other tests find.
func TestDemoReadme(t *testing.T) {
	files := Demo()
	i := slices.IndexFunc(files, func(f File) bool { return f.Name == "README.txt" })
	if i < 0 {
		t.Fatal("no README.txt")
	}
	for _, want := range []string{"48 topics", "first 20 documents", "23 runs of 9 teams", "at most 100\n", "fjord-lm", "T11 and T37",
		"basalt-hybrid-b is basalt-hybrid", "dune-neural and garnet-deep", "team ember", "T17 and T41", "team nakhla"} {
		if !strings.Contains(string(files[i].Data), want) {
			t.Errorf("README.txt does not say %q", want)
		}
	}
}

func BenchmarkDemo(b *testing.B) {
	for b.Loop() {
		Demo()
	}
}
