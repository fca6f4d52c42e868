package invent

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const toyFolder = "../../../testdata/collections/toy"

// TestToyFiles compares the committed collection with what Toy makes. The scores are another program's, so they are only
// looked for.
func TestToyFiles(t *testing.T) {
	want := make(map[string]string)
	for _, f := range Toy() {
		want[f.Name] = string(f.Data)
		if *update {
			path := filepath.Join(toyFolder, filepath.FromSlash(f.Name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := make(map[string]string)
	err := fs.WalkDir(os.DirFS(toyFolder), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(toyFolder, filepath.FromSlash(path)))
		got[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := got["scores.tsv"]; !ok {
		t.Error("no scores.tsv; testdata/README.md says how to make it")
	}
	delete(got, "scores.tsv")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the committed files are not what Toy makes; after a change on purpose run go test -update (-want +got):\n%s", diff)
	}
}

func TestToy(t *testing.T) {
	c := parse(t, Toy())
	c.checkPool(t, toyDepth)
	teams := make(map[string]bool)
	kinds := make(map[string]int)
	for _, r := range c.runs {
		teams[r.team] = true
		kinds[r.kind]++
		if !slices.Equal(r.topics, c.topics) {
			t.Errorf("run %q answers topics %q", r.tag, r.topics)
		}
		for topic, docs := range r.docs {
			if len(docs) < 10 || len(docs) > 30 {
				t.Errorf("run %q has %d documents for topic %q", r.tag, len(docs), topic)
			}
		}
	}
	if len(c.runs) != 8 || len(c.topics) != 12 || len(teams) != 5 {
		t.Errorf("%d runs, %d topics, %d teams", len(c.runs), len(c.topics), len(teams))
	}
	if diff := cmp.Diff(map[string]int{"primary": 4, "contrastive": 3, "baseline": 1}, kinds); diff != "" {
		t.Error(diff)
	}
	for i, topic := range c.topics {
		if got := c.relevant(topic); got != toyRelevant[i] {
			t.Errorf("topic %q has %d relevant documents in the pool, want all %d", topic, got, toyRelevant[i])
		}
	}
	c.run(t, "نور-1")
}

// TestToyOutcome checks the story that the README tells with this collection.
func TestToyOutcome(t *testing.T) {
	c := parse(t, Toy())
	leaders := []string{"cedar-1", "نور-1"}
	for _, leader := range leaders {
		x := c.run(t, leader).ap
		for _, r := range c.runs {
			if slices.Contains(leaders, r.tag) {
				continue
			}
			for i, y := range r.ap {
				if x[i] < y {
					t.Errorf("%q beats leader %q on topic %q", r.tag, leader, c.topics[i])
				}
			}
		}
	}
	if v := pairedT(c.run(t, leaders[0]).ap, c.run(t, leaders[1]).ap); v > 1 || v < -1 {
		t.Errorf("the leaders differ: t = %v", v)
	}

	x, y := slices.Clone(c.run(t, "dune-1").ap), slices.Clone(c.run(t, "ember-1").ap)
	if slices.Equal(x, y) {
		t.Error("dune-1 and ember-1 have the same score on each topic")
	}
	slices.Sort(x)
	slices.Sort(y)
	if !slices.Equal(x, y) {
		t.Error("dune-1 and ember-1 do not have the same scores in another order")
	}

	baseline := mean(c.run(t, "baseline").ap)
	for _, r := range c.runs {
		if r.tag != "baseline" && mean(r.ap) <= baseline {
			t.Errorf("%q is not above the baseline", r.tag)
		}
	}
}

// TestTopicTables: one line a topic, no title twice, more than one category and language, some right to left.
func TestTopicTables(t *testing.T) {
	for name, list := range map[string][]File{"toy": Toy(), "demo": Demo()} {
		i := slices.IndexFunc(list, func(f File) bool { return f.Name == "topics.tsv" })
		if i < 0 {
			t.Fatalf("%s: no topics.tsv", name)
		}
		lines := strings.Split(strings.TrimSuffix(string(list[i].Data), "\n"), "\n")
		seen := make([]map[string]int, 4)
		for c := range seen {
			seen[c] = make(map[string]int)
		}
		for _, line := range lines[1:] {
			fields := strings.Split(line, "\t")
			if len(fields) != 4 {
				t.Fatalf("%s: %q", name, line)
			}
			for c, f := range fields {
				seen[c][f]++
			}
		}
		c := parse(t, list)
		if lines[0] != "topic\ttitle\tcategory\tlanguage" || len(seen[0]) != len(c.topics) || len(seen[1]) != len(c.topics) || len(seen[2]) != 4 || seen[3]["ar"] == 0 || len(seen[3]) != 2 {
			t.Errorf("%s: %d topics, %d titles, %v, %v", name, len(seen[0]), len(seen[1]), seen[2], seen[3])
		}
		for _, topic := range c.topics {
			if seen[0][topic] != 1 {
				t.Errorf("%s: topic %q is described %d times", name, topic, seen[0][topic])
			}
		}
	}
}
