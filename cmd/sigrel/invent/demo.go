package invent

import (
	_ "embed"
	"slices"

	"sigrel/stats/resample"
)

// The demo's size.
const (
	demoSeed     = 48
	demoTopics   = 48
	demoDepth    = 20 // of the pool
	demoDecimals = 4
)

//go:embed demo_readme.txt
var demoReadme string

// demoTeam is a team of the demo. All numbers are in thousandths.
type demoTeam struct {
	name    string
	taste   [aspects]int64 // how much each aspect of a document attracts the team
	shared  int64          // noise that the team's runs have in common
	uneven  int64          // how much the team's skill changes from topic to topic
	offset  int64          // of the printed scores
	stretch int64          // of the printed scores
	runs    []demoRun
}

// demoRun is a run of a team. Skill and noise are in thousandths.
type demoRun struct {
	tag, kind string
	skill     int64 // distance between relevant and other documents on a topic of usual difficulty
	noise     int64 // of this run alone
	length    int   // documents a topic
	newcomer  bool  // not in the pool
	skip      []int // topics without an answer
	copyOf    int   // 1 + index of the sibling that this run nearly repeats; 0: a run of its own
}

// demoTask lists the teams and their runs. Among them are what a report should find: near ties, a near duplicate, a run
// that leaves out two topics, two runs that did not feed the pool, and a team (ember) that goes by dialect and so finds
// relevant documents that nobody else finds.
var demoTask = [...]demoTeam{
	{"almond", [aspects]int64{500, 500, 0}, 550, 400, 160_000, 2500, []demoRun{
		{tag: "almond-rerank", kind: "primary", skill: 1650, noise: 350, length: 100},
		{tag: "almond-fusion", kind: "contrastive", skill: 1610, noise: 300, length: 100},
		{tag: "almond-words", kind: "contrastive", skill: 1220, noise: 500, length: 60},
	}},
	{"basalt", [aspects]int64{350, 650, 0}, 550, 400, 5_000, 50, []demoRun{
		{tag: "basalt-hybrid", kind: "primary", skill: 1600, noise: 350, length: 100},
		{tag: "basalt-hybrid-b", kind: "contrastive", copyOf: 1, length: 100},
		{tag: "basalt-dense", kind: "contrastive", skill: 1340, noise: 450, length: 80},
	}},
	{"cedar", [aspects]int64{700, 300, 0}, 500, 400, 120_000, 2000, []demoRun{
		{tag: "cedar-prf", kind: "primary", skill: 1340, noise: 400, length: 100},
		{tag: "cedar-stem", kind: "contrastive", skill: 1180, noise: 400, length: 60},
		{tag: "cedar-ngrams", kind: "contrastive", skill: 890, noise: 600, length: 60},
	}},
	{"dune", [aspects]int64{550, 350, 100}, 550, 450, 90_000, 1200, []demoRun{
		{tag: "dune-learned", kind: "primary", skill: 1470, noise: 400, length: 100},
		{tag: "dune-linear", kind: "contrastive", skill: 1410, noise: 400, length: 80},
		{tag: "dune-neural", kind: "contrastive", skill: 1600, noise: 650, length: 100, newcomer: true},
	}},
	{"ember", [aspects]int64{-100, 500, 900}, 500, 450, 4_000, 60, []demoRun{
		{tag: "ember-bridge", kind: "primary", skill: 1480, noise: 400, length: 100},
		{tag: "ember-expand", kind: "contrastive", skill: 1320, noise: 500, length: 80},
	}},
	{"fjord", [aspects]int64{600, 300, 0}, 550, 450, -150_000, 1500, []demoRun{
		{tag: "fjord-lm", kind: "primary", skill: 1240, noise: 450, length: 60, skip: []int{10, 36}},
		{tag: "fjord-prior", kind: "contrastive", skill: 1060, noise: 450, length: 60},
	}},
	{"garnet", [aspects]int64{450, 450, 200}, 600, 450, 50_000, 1000, []demoRun{
		{tag: "garnet-expert", kind: "primary", skill: 1390, noise: 450, length: 60},
		{tag: "garnet-quick", kind: "contrastive", skill: 710, noise: 700, length: 60},
		{tag: "garnet-deep", kind: "contrastive", skill: 1470, noise: 800, length: 100, newcomer: true},
	}},
	{"nakhla", [aspects]int64{500, 400, 150}, 550, 400, 100_000, 1800, []demoRun{
		{tag: "نخلة-دلالي", kind: "primary", skill: 1580, noise: 400, length: 100},
		{tag: "نخلة-دمج", kind: "contrastive", skill: 1470, noise: 350, length: 100},
		{tag: "nakhla-roots", kind: "contrastive", skill: 1080, noise: 500, length: 80},
	}},
	{"organisers", [aspects]int64{800, 200, 0}, 300, 350, 140_000, 2200, []demoRun{
		{tag: "baseline-bm25", kind: "baseline", skill: 1130, noise: 300, length: 100},
	}},
}

// Demo invents a shared task of 9 teams (the organisers among them) and 48 topics: README.txt, qrels.txt, teams.tsv,
// topics.tsv and runs/*.txt, in the order of their names. Its README.txt describes it. The bytes are always the same.
func Demo() []File {
	topics := make([]string, demoTopics)
	truth := make([]grades, demoTopics)
	var entries []entry
	for _, team := range demoTask {
		for _, r := range team.runs {
			entries = append(entries, entry{tag: r.tag, team: team.name, kind: r.kind, file: r.tag, pool: !r.newcomer})
		}
	}
	for t := range topics {
		world := newTopic(t)
		topics[t], truth[t] = padded("T", t+1, 2), world.grades()
		lists := make([]list, 0, len(entries))
		for i := range demoTask {
			lists = append(lists, world.answers(&demoTask[i])...)
		}
		for i, l := range lists {
			entries[i].lists = append(entries[i].lists, l)
		}
	}
	return inOrder(files(topics, truth, entries, demoDepth, demoDecimals), File{"README.txt", []byte(demoReadme)}, topicTable(demoSeed, topics))
}

// answers is the team's rankings of the topic, one a run.
func (w *topic) answers(team *demoTeam) []list {
	base := w.attraction(team)
	bent := thousandths(normal(resample.Source(demoSeed, "skill of team "+team.name, w.index)), team.uneven)
	out := make([]list, len(team.runs))
	for i, r := range team.runs {
		if r.copyOf > 0 {
			out[i] = nearCopy(out[r.copyOf-1], w.index)
			continue
		}
		if slices.Contains(r.skip, w.index) {
			continue
		}
		out[i] = w.rank(base, r, bent, team)
	}
	return out
}

// nearCopy repeats a ranking, but in every third topic two pairs of neighbours change places.
func nearCopy(original list, t int) list {
	out := slices.Clone(original)
	if t%3 != 0 {
		return out
	}
	for _, k := range [...]int{3, 24} {
		out[k].doc, out[k+1].doc = out[k+1].doc, out[k].doc
	}
	return out
}
