package invent

import (
	"cmp"
	"slices"

	"sigrel/stats/resample"
)

// The toy's size.
const (
	toySeed     = 12
	toyDepth    = 10 // of the pool
	toyDecimals = 2
	toyOthers   = 40 // documents of a topic that are not relevant
)

// toyRelevant is the number of relevant documents of each topic.
var toyRelevant = [...]int{4, 4, 6, 5, 5, 3, 6, 4, 5, 3, 4, 5}

// toyRun is a run of the toy. Digit t of marks says how well it does on topic t, from 9, which is perfect, down to 0. A
// file has an ASCII name even if the tag is Arabic: it is committed, and not every tool that handles a repository copes.
type toyRun struct {
	tag, team, kind string
	file            string
	length          int // documents a topic
	marks           string
	contrary        bool // likes documents that the others do not
}

// toyTask lists the runs. Two lead; dune-1 and ember-1 have each other's marks on topics with equally many relevant
// documents, so their mean scores tie although their scores differ; the others are not far from those or well below.
var toyTask = [...]toyRun{
	{"cedar-1", "cedar", "primary", "cedar-1", 30, "978598765978", false},
	{"cedar-2", "cedar", "contrastive", "cedar-2", 30, "656375632756", false},
	{"dune-1", "dune", "primary", "dune-1", 20, "746266534564", false},
	{"dune-2", "dune", "contrastive", "dune-2", 20, "423142311423", false},
	{"ember-1", "ember", "primary", "ember-1", 20, "675465632644", true},
	{"نور-1", "nur", "primary", "nur-1", 25, "887697856987", false},
	{"nur-2", "nur", "contrastive", "nur-2", 25, "545264523645", false},
	{"baseline", "organisers", "baseline", "baseline", 10, "312031201412", false},
}

// Toy invents a collection small enough to read: 8 runs of 5 teams and 12 topics, as qrels.txt, teams.tsv, topics.tsv and
// runs/*.txt, and what other judges said, as qrels-second.txt and judges.tsv, in the order of their names. Every run fed
// the pool, of depth 10, and the pool holds every relevant document. The bytes are always the same;
// testdata/collections/toy is a copy.
func Toy() []File {
	topics := make([]string, len(toyRelevant))
	truth := make([]grades, len(toyRelevant))
	entries := make([]entry, len(toyTask))
	for i, r := range toyTask {
		entries[i] = entry{tag: r.tag, team: r.team, kind: r.kind, file: r.file, pool: true}
	}
	for t, n := range toyRelevant {
		topics[t] = padded("T", t+1, 2)
		docs := toyDocs(t)
		truth[t] = make(grades)
		for i, doc := range docs[:n] {
			truth[t][doc] = 1 + (i+t)%3/2 // 2 for every third
		}
		for i := range toyTask {
			entries[i].lists = append(entries[i].lists, toyTask[i].answer(t, docs))
		}
	}
	out := files(topics, truth, entries, toyDepth, toyDecimals)
	at := slices.IndexFunc(out, func(f File) bool { return f.Name == "qrels.txt" })
	return inOrder(append(out, toyJudges(out[at].Data)...), topicTable(toySeed, topics))
}

// toyDocs names the documents of topic t, the relevant ones first, the rest from the most to the least tempting. Names
// say the topic and nothing else.
func toyDocs(t int) []string {
	docs := make([]string, toyRelevant[t]+toyOthers)
	for i := range docs {
		docs[i] = padded(padded("d", t+1, 2), i+1, 2)
	}
	shuffle(resample.Source(toySeed, "documents", t), docs)
	return docs
}

// answer is the run's ranking for topic t. With mark 9 the relevant documents are on top; each point less moves the i-th
// of them, from 0, down by (2i+1)/3 ranks, and others fill the gaps.
func (r *toyRun) answer(t int, docs []string) list {
	n := toyRelevant[t]
	relevant, others := r.taste("finds", t, docs[:n]), r.taste("others", t, docs[n:])
	fault := 9 - int(r.marks[t]-'0')
	out := make(list, 0, r.length)
	found := 0
	for rank := 1; rank <= r.length; rank++ {
		doc := others[0]
		if found < n && rank == 1+found+fault*(2*found+1)/3 {
			doc = relevant[found]
			found++
		} else {
			others = others[1:]
		}
		out = append(out, line{doc, int64(100*(r.length+1-rank) - 7*(rank%3))})
	}
	return out
}

// taste is the order in which the run likes the documents: nearly the given order, so that runs agree on much, but from
// the end if the run is contrary.
func (r *toyRun) taste(label string, t int, docs []string) []string {
	type liked struct {
		doc    string
		appeal int64
	}
	src := resample.Source(toySeed, label+" of "+r.tag, t)
	all := make([]liked, len(docs))
	for i, doc := range docs {
		trend := -int64(i) * unit / 2
		if r.contrary {
			trend = -trend
		}
		all[i] = liked{doc, normal(src) + trend}
	}
	slices.SortFunc(all, func(a, b liked) int { return cmp.Compare(b.appeal, a.appeal) })
	out := make([]string, len(all))
	for i, l := range all {
		out[i] = l.doc
	}
	return out
}
