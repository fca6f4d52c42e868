package formats_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// What is read, written with tabs and read again must be the same; nothing may panic.

func FuzzRun(f *testing.F) {
	for _, s := range []string{"1 Q0 d1 1 2.5 r\n1 Q0 d2 2 1.5 r\n", "1\tQ0\ta b\t1\t2\tr\r\n", "\ufeff# x\n\n1 Q0 a 1 1e-5 r", "topic Q0 doc rank score tag\n1 Q0 a 1 3 r\n",
		"1 Q0 a 1 3 r\n2 Q0 a 1 3 r\n1 Q0 b 1 3 r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		run, _, err := parseRun(text, formats.RunOptions{})
		if err != nil {
			return
		}
		var b strings.Builder
		b.WriteString("\n") // a topic may begin with a byte order mark, which is one only at the start of a file
		for _, topic := range slices.Sorted(maps.Keys(run.Topics)) {
			for _, d := range run.Topics[topic] {
				fmt.Fprintf(&b, "%s\tQ0\t%s\t%d\t%v\t%s\n", topic, d.Doc, d.Rank, d.Score, run.Tag)
			}
		}
		again, warnings, err := parseRun(b.String(), formats.RunOptions{})
		if err != nil || len(warnings) > 0 {
			t.Fatalf("%q is not read back: %v, %v", b.String(), err, warnings)
		}
		for _, docs := range run.Topics {
			for i := range docs {
				docs[i].Line = 0
			}
		}
		for _, docs := range again.Topics {
			for i := range docs {
				docs[i].Line = 0
			}
		}
		if diff := gocmp.Diff(run, again); diff != "" {
			t.Errorf("(-first +second):\n%s", diff)
		}
		metrics.CheckRun(run, metrics.Qrels{"1": {"d1": 1}})
		if ranked, _, err := parseRun(text, formats.RunOptions{Order: metrics.OrderRank}); err == nil {
			for topic, docs := range ranked.Topics {
				if !slices.IsSortedFunc(docs, func(a, b metrics.Scored) int { return cmp.Compare(a.Rank, b.Rank) }) || len(docs) != len(run.Topics[topic]) {
					t.Errorf("topic %q is not in the order of ranks: %v", topic, docs)
				}
			}
		}
	})
}

func FuzzQrels(f *testing.F) {
	for _, s := range []string{"1 0 d1 1\n1 0 d2 -1\n", "1\t0\ta b\t1.0\n", "topic 0 doc rel\n2 0 a 0\n", "query-id\tcorpus-id\tscore\n1\ta b\t2\n", `{"1": {"a b": 2}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		qrels, _, err := formats.ReadQrels(strings.NewReader(text), "q")
		if err != nil {
			return
		}
		var b strings.Builder
		b.WriteString("#\n") // a topic may begin as another format does
		for _, topic := range slices.Sorted(maps.Keys(qrels)) {
			for _, doc := range slices.Sorted(maps.Keys(qrels[topic])) {
				if strings.Trim(string(topic), " ") != string(topic) || strings.Trim(string(doc), " ") != string(doc) {
					return // names that JSON can hold and lines cannot
				}
				fmt.Fprintf(&b, "%s\t0\t%s\t%d\n", topic, doc, qrels[topic][doc])
			}
		}
		again, warnings, err := formats.ReadQrels(strings.NewReader(b.String()), "q")
		if err != nil || len(warnings) > 0 {
			t.Fatalf("%q is not read back: %v, %v", b.String(), err, warnings)
		}
		if diff := gocmp.Diff(qrels, again); diff != "" {
			t.Errorf("(-first +second):\n%s", diff)
		}
	})
}

func FuzzScores(f *testing.F) {
	for _, s := range []string{"topic,a,b\n1,.1,.2\n", "system\t1\t2\na\t.1\t.2\n", "measure\ttopic\tsystem\tscore\nAP\t1\ta\t.5\n", "1 .5\n2 .6\n", "a,b\n1,2\n",
		"map                   \t1\t0.5\n", "topic,\"a,\"\"b\"\"\"\n1,NA\n", "run,topic,measure,score\na,1,AP,.5\nb,1,P@5,1e99\n", "topic,mean,b\n1,2,3\n", "a\tb\n1\t2\n#\t4\n", "sCore\n0",
		"1\tAP\t.5\nall\tAP\t.5\n", ",name,qid,measure,value\n0,a,1,map,.5\n", `{"1": {"map": 0.5}, " 2": {"map": 1}}`} {
		f.Add(s, byte(0))
		f.Add(s, byte(2))
	}
	f.Fuzz(func(t *testing.T, text string, policy byte) {
		opt := formats.ScoreOptions{Unanswered: metrics.Unanswered(policy % 5)}
		all, _, err := formats.ReadScores(strings.NewReader(text), "f", opt)
		if err != nil {
			return
		}
		if len(all) == 0 {
			t.Fatal("neither scores nor an error")
		}
		for _, s := range all {
			var b bytes.Buffer
			if err := formats.WriteScores(&b, s); err != nil {
				t.Fatal(err)
			}
			again, _, err := formats.ReadScores(bytes.NewReader(b.Bytes()), "f", formats.ScoreOptions{Measure: s.Measure})
			if err != nil {
				t.Fatalf("%q is not read back: %v", b.String(), err)
			}
			if got, want := table(again), table([]*metrics.Scores{s}); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	})
}

func FuzzTeams(f *testing.F) {
	f.Add("run\tteam\tpooled\nr1\tA\tno\n")
	f.Add("r1\tA\tlate\n")
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := formats.ReadTeams(strings.NewReader(text), "f")
		if err == nil && len(entries) == 0 {
			t.Error("neither teams nor an error")
		}
	})
}
