package tasks_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// Whatever a gold file and a run hold: no panic; strict refuses all that is refused by default; what is read is scored within
// the range of measures, written, and read back as the same ranking.
func rankingFuzz(f *testing.F, task string, input func(gold, run string) tasks.Inputs, seeds ...[2]string) {
	for _, s := range seeds {
		f.Add(s[0], s[1], false)
		f.Add(s[0], s[1], true)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, gold, run string, quirks bool) {
		writeFiles(t, dir, map[string]string{"gold.txt": gold, "run.txt": run})
		in := input(filepath.Join(dir, "gold.txt"), filepath.Join(dir, "run.txt"))
		s, err := findTask(t, task).Load(in, tasks.Options{Quirks: quirks, Workers: 1})
		if _, strict := findTask(t, task).Load(in, tasks.Options{Quirks: quirks, Strict: true, Workers: 1}); err != nil && strict == nil {
			t.Fatalf("strict takes what is refused by default: %v", err)
		}
		findTask(t, task).Load(tasks.Inputs{Runs: in.Runs}, tasks.Options{KeepFirst: true, Workers: 1})
		if err != nil {
			if err.Error() == "" || strings.Contains(err.Error(), "%!") && !strings.Contains(gold+run, "%!") {
				t.Fatalf("message %q", err)
			}
			return
		}
		rankingRange(t, task, s, quirks)
		if !quirks {
			rankingRoundTrip(t, task, s.Runs[0], dir)
		}
	})
}

// rankingRange evaluates by the measures of the task.
func rankingRange(t testing.TB, task string, s *tasks.Submissions, quirks bool) {
	t.Helper()
	var applied []metrics.Applied
	for _, name := range findTask(t, task).Measures {
		a, err := metrics.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		applied = append(applied, a)
	}
	ev, err := metrics.Evaluate(s.Runs, s.Gold, applied, metrics.EvalOptions{KeepSparse: true})
	if err != nil {
		return // no topic in common
	}
	for m, scores := range ev.Scores {
		for c, topic := range scores.Topics {
			v := scores.Values.At(0, c)
			if v < 0 || v > 1+1e-9 && (!quirks || task != "checkthat20-en") {
				t.Fatalf("%s of topic %q is %v", applied[m], topic, v)
			}
		}
		for _, ref := range s.References {
			for _, topic := range scores.Topics {
				if v, ok := ref.Score(scores.Measure, topic); ok && !(v >= 0 && v <= 1+1e-9) {
					t.Fatalf("the reference's %s of topic %q is %v", scores.Measure, topic, v)
				}
			}
		}
	}
}

// rankingRoundTrip writes a run and reads it back, without gold.
func rankingRoundTrip(t testing.TB, task string, r *metrics.Run, dir string) {
	t.Helper()
	if strings.TrimSpace(string(r.Tag)) == "" || strings.ContainsAny(string(r.Tag), "\u0085\u00a0") {
		return // such a tag is not written as it is
	}
	file := "again"
	for _, out := range findTask(t, task).Write(r) {
		if out.Name != "" {
			file = "again.txt" // a debate's name is that of the gold file
		}
		writeFiles(t, dir, map[string]string{file: string(out.Data)})
	}
	s, err := findTask(t, task).Load(rankingInputs("", "again="+filepath.Join(dir, file)), tasks.Options{Order: &r.Order})
	if err != nil {
		if strings.Contains(err.Error(), "17 to 23 digits") || strings.Contains(err.Error(), "at most") || strings.Contains(err.Error(), "rounded") || rankingOddNames(r) {
			return // rules that hold without gold only, and names that one of the formats cannot hold
		}
		t.Fatalf("what was written is not read: %v", err)
	}
	if diff := cmp.Diff(rankingOrder(r), rankingOrder(s.Runs[0])); diff != "" && !rankingOddNames(r) {
		t.Fatalf("written and read (-want +got):\n%s", diff)
	}
}

// rankingOrder lists the documents of all topics with their scores, best first.
func rankingOrder(r *metrics.Run) map[string][]metrics.Scored {
	out := make(map[string][]metrics.Scored)
	for t, docs := range r.Topics {
		for _, d := range r.Order.Ranked(docs) {
			name := string(t)
			if len(r.Topics) == 1 {
				name = ""
			}
			out[name] = append(out[name], metrics.Scored{Doc: d.Doc, Score: d.Score})
		}
	}
	return out
}

// rankingOddNames tells identifiers with characters that end or begin a line or a field.
func rankingOddNames(r *metrics.Run) bool {
	odd := func(s string) bool {
		return s == "" || strings.TrimSpace(s) != s || strings.ContainsAny(s, " \t\r\n\ufeff") || strings.HasPrefix(s, "#")
	}
	for t, docs := range r.Topics {
		if odd(string(t)) {
			return true
		}
		for _, d := range docs {
			if odd(string(d.Doc)) {
				return true
			}
		}
	}
	return false
}

func rankingByGold(gold, run string) tasks.Inputs  { return rankingInputs(gold, run) }
func rankingByQrels(gold, run string) tasks.Inputs { return rankingQrels(gold, run) }

func FuzzCheckthat18(f *testing.F) {
	rankingFuzz(f, "checkthat18", rankingByGold, [2]string{"1\ta\tنص\t1\r\n2\tb\t\"c\"\t0\n", "1\t0.5\n2\t1e-5\n"}, [2]string{"1\ta\tb\t1\n\n", "\ufeff1\t-1\t\n\n"},
		[2]string{"1\ta\tb\t1\n2\ta\tb\t0\n3\ta\tb\t2", "3\t٠.٥\n1\t5.\n2\t.5"})
}

func FuzzCheckthat20En(f *testing.F) {
	gold := "topic_id\ta\tb\tc\td\te\nt\t1234567890123456789\tu\tx\t0\t1\nt\t1234567890123456790\tu\tx\t0\t0\n"
	run := "t\t1234567890123456789\t0.5\tr\nt\t1234567890123456790\t0.5\tr\n"
	rankingFuzz(f, "checkthat20-en", rankingByGold, [2]string{gold, run}, [2]string{gold, strings.ReplaceAll(run, "90\t", "89\t")}, [2]string{gold, "t\t1.23e+18\t1\tr\n"},
		[2]string{"t\t1\tu\tx\t0\t1\nt\t2\tu\tx\t0\t0\n", "t\t1\t0.5\tr\nt\t1\t0.5\tr\nt\t2\t1\tr\n"})
}

func FuzzCheckthat20Ar(f *testing.F) {
	rankingFuzz(f, "checkthat20-ar", rankingByGold, [2]string{arGold, arRun}, [2]string{strings.ReplaceAll(arGold, ",", "\t"), strings.ReplaceAll(arRun, "\t2\t", "\t1\t")})
}

func FuzzCheckthat20Verified(f *testing.F) {
	rankingFuzz(f, "checkthat20-verified", rankingByQrels, [2]string{verifiedQrels, verifiedRun}, [2]string{verifiedQrels, "tweet Q0 claim rank score tag\n# x\nt1 0 c1 2 1e5 r\n"})
}

func FuzzEvidence(f *testing.F) {
	rankingFuzz(f, "checkthat20-evidence", rankingByGold, [2]string{evidenceClaims, evidenceFive}, [2]string{evidenceClaims, evidenceTrec},
		[2]string{evidenceClaims, evidenceFive + evidenceFive}, [2]string{evidenceClaims, evidenceTrec + evidenceTrec})
}

func FuzzEvetarAdhoc(f *testing.F) {
	rankingFuzz(f, "evetar-adhoc", rankingByQrels, [2]string{"e 0 d 1\n", "e Q0 d 1 1 r\ne Q0 c 1 1 r\n"})
}
