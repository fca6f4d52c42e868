package tasks_test

import (
	"fmt"
	"strings"
	"testing"

	"sigrel/metrics/tasks"
)

// Grades 1 and 2 are relevant, scores decide, P@30 divides by 30, and a topic without an answer counts 0.
func TestEvetarAdhocByHand(t *testing.T) {
	inFolder(t, map[string]string{
		"q": "حدث1 0 d1 2\nحدث1 0 d2 1\nحدث1 0 d3 0\nحدث2 0 d4 1\nحدث3 0 d5 0\n",
		"r": "حدث1 Q0 d1 3 0.1 r\nحدث1 Q0 d3 1 0.5 r\nحدث1 Q0 d9 2 0.5 r\nحدث1 Q0 d2 4 0.7 r\nحدث3 Q0 d5 1 1 r\n",
	})
	s := mustLoad(t, "evetar-adhoc", rankingQrels("q", "r"), tasks.Options{Strict: true})
	// d2, d9, d3, d1
	rankingNear(t, "mean", map[string]float64{"AP": (1 + 2./4) / 2 / 3, "P@30": 2. / 30 / 3}, rankingScores(t, s, "AP", "P@30")[0]["mean"])
	s = mustLoad(t, "evetar-adhoc", rankingQrels("q", "r"), tasks.Options{Level: 2, SkipEmpty: true})
	rankingNear(t, "level 2", map[string]float64{"AP": 1. / 4}, rankingScores(t, s, "AP")[0]["mean"])
	if topics := s.Gold.Topics(); len(topics) != 1 || len(s.Runs[0].Topics) != 1 {
		t.Errorf("topics %v, want the one with grade 2", topics)
	}
	const want = "حدث1\tQ0\td1\t1\t0.1\tr\n"
	if out := findTask(t, "evetar-adhoc").Write(s.Runs[0]); !strings.HasSuffix(string(out[0].Data), "\td1\t4\t0.1\tr\n") || strings.Count(string(out[0].Data), "\n") != 4 {
		t.Errorf("written %q, want a last line like %q", out[0].Data, want)
	}
}

func TestEvetarAdhocRules(t *testing.T) {
	var run strings.Builder
	for n := range 1001 {
		fmt.Fprintf(&run, "e1 Q0 d%d %d %d r\n", n, n, -n)
	}
	const header = "topic Q0 tweet rank score tag\n"
	inFolder(t, map[string]string{"q": "e1 0 d1 1\n", "r": header + run.String() + "e2 Q0 d1 1 1 r\n"})
	const limit = "against the rules of the task: topic e1 has 1001 documents, want at most 1000"
	const topic = "unknown identifier: 1 of 2 topics not in the gold file, and not scored: e2"
	s := mustLoad(t, "evetar-adhoc", rankingQrels("q", "r"), tasks.Options{})
	wantWarnings(t, s, `header-skipped: r:1: skipped a header line: "topic Q0 tweet rank score tag"`,
		`too-many-documents: r: run "r": `+limit, `unknown-topics: r: run "r": `+topic)
	mustRefuse(t, "evetar-adhoc", rankingQrels("q", "r"), tasks.Options{Strict: true}, `r:1: bad header: "topic Q0 tweet rank score tag", want data only: remove the header line`)
	if s, _ := findTask(t, "evetar-adhoc").Load(rankingQrels("q", "r"), tasks.Options{Strict: true}); s.Warnings != nil {
		t.Errorf("the header is a problem, and a warning too: %v", s.Warnings)
	}
	mustRefuse(t, "evetar-adhoc", rankingQrels("", "r"), tasks.Options{}, "r: "+limit)
	inFolder(t, map[string]string{"q": "e1 0 d1 1\n", "r": "# ours\n" + strings.Join(strings.SplitAfter(run.String(), "\n")[:1000], "")})
	wantWarnings(t, mustLoad(t, "evetar-adhoc", rankingQrels("q", "r"), tasks.Options{Strict: true})) // 1000 are allowed
	inFolder(t, map[string]string{"q": "e1 0 d1 1\n", "r": "# ours\n" + run.String() + "e2 Q0 d1 1 1 r\n"})
	mustRefuse(t, "evetar-adhoc", rankingQrels("q", "r"), tasks.Options{Strict: true}, "r: "+limit, "r: "+topic)
}

// Identifiers that a spreadsheet rounded are named once, whichever way they were written.
func TestEvetarAdhocRounded(t *testing.T) {
	const qrels = "e1 0 1234567890123456789 1\ne1 0 1234567890223456789 1\ne2 0 1234567890323456789 1\n"
	for name, run := range map[string]string{
		"digits":   "e1 Q0 1234567890123456768 1 3 r\ne1 Q0 1234567890223456768 2 2 r\ne2 Q0 1234567890323456768 1 1 r\n",
		"exponent": "e1 Q0 1.23e+18 1 3 r\ne1 Q0 1.24E+18 2 2 r\ne2 Q0 1.2345e+18 1 1 r\n",
	} {
		inFolder(t, map[string]string{"q": qrels, "r": run})
		s := mustLoad(t, "evetar-adhoc", rankingQrels("q", "r"), tasks.Options{})
		var codes []string
		for _, w := range s.Warnings {
			codes = append(codes, w.Code)
		}
		if got := strings.Join(codes, " "); got != "rounded-ids nothing-judged" {
			t.Errorf("%s: warnings %s", name, got)
		}
		if _, err := findTask(t, "evetar-adhoc").Load(rankingQrels("q", "r"), tasks.Options{Strict: true}); err == nil || !strings.Contains(err.Error(), "look rounded") {
			t.Errorf("%s, strict: %v", name, err)
		}
	}
	// Two may be chance.
	inFolder(t, map[string]string{"q": qrels, "r": "e1 Q0 1234567890123456789 1 3 r\ne1 Q0 1234567890223456768 2 2 r\ne2 Q0 1234567890323456768 1 1 r\n"})
	wantWarnings(t, mustLoad(t, "evetar-adhoc", rankingQrels("q", "r"), tasks.Options{Strict: true}))
}
