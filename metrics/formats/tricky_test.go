package formats_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

func TestTrecEvalTricky(t *testing.T) {
	manifest := shared(t, "golden/treceval_tricky/MANIFEST.json")
	var cases []struct {
		Name    string
		Args    []string
		Results map[string]struct {
			RC     int
			Stdout string
		}
		Undefined bool `json:"undefined_behaviour_seen_v10"`
	}
	data, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(manifest)
	seen := 0
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if len(c.Args) > 1 && (c.Name == "unknown_measure" || c.Name == "bad_cutoff" || c.Name == "unsorted_dup_cutoffs") {
				return // the command line, see TestFind
			}
			if want, ours := differs[c.Name]; ours {
				seen++
				want(t, filepath.Join(dir, c.Name))
				return
			}
			for binary, r := range c.Results {
				args := slices.DeleteFunc(slices.Clone(c.Args), func(a string) bool { return a == "qrels.txt" || a == "run.txt" || a == "-" })
				tc := trecCase{name: c.Name, binary: binary, dir: dir, args: args, qrels: c.Name + "/qrels.txt", run: c.Name + "/run.txt", out: r.Stdout}
				switch {
				case binary == "te908" || c.Undefined && c.Name != "rel_level_above_max":
				case r.RC != 0:
					refuses(t, filepath.Join(dir, c.Name))
				default:
					if len(tc.check(t)) == 0 && !strings.HasPrefix(c.Name, "graded_gains") {
						t.Error("nothing compared")
					}
				}
			}
		})
	}
	if seen != len(differs) {
		t.Errorf("%d of our %d deliberate differences were met", seen, len(differs))
	}
}

// differs says what we do instead, for each case where trec_eval 10 does something else on purpose or by a fault.
var differs = map[string]func(t *testing.T, dir string){
	// trec_eval stops at the first judged topic that the run lacks; we score 0 there, as it does with -c.
	"topic_missing_in_run": func(t *testing.T, dir string) { accepts(t, dir, missing(1)) },
	// trec_eval goes wrong half-way or scores 0 everywhere; such a run was never scored.
	"no_common_topic":   noCommonTopic,
	"no_common_topic_c": noCommonTopic,
	// trec_eval stops, or carries values over from the topic before; ours is a topic without relevant documents.
	"topic_all_negative": func(t *testing.T, dir string) { accepts(t, dir, zeroTopic) },
	// Gain maps are not built; trec_eval aborts on one and sorts fractional gains wrongly on the other.
	"graded_gains":            func(*testing.T, string) {},
	"graded_gains_fractional": func(*testing.T, string) {},
	// trec_eval prints NaN for measures we do not have; M = 0 is not a cutoff of ours.
	"M0": func(*testing.T, string) {},
	// C reads a numeric prefix, NaN and infinities.
	"nan_scores":    problem("run.txt", formats.ErrNumber),
	"inf_scores":    problem("run.txt", formats.ErrNumber),
	"odd_scores":    problem("run.txt", formats.ErrNumber),
	"odd_relevance": problem("qrels.txt", formats.ErrNumber),
	// trec_eval ignores what follows the sixth field, and takes a lone CR for a blank.
	"run_7_fields": problem("run.txt", formats.ErrFields),
	"cr_only_run":  problem("run.txt", formats.ErrLineEnds),
	// trec_eval makes the byte order mark part of the first topic.
	"bom_run":   func(t *testing.T, dir string) { accepts(t, dir, missing(0)) },
	"bom_qrels": func(t *testing.T, dir string) { accepts(t, dir, missing(0)) },
	// trec_eval stops at a blank line of qrels and crashes at a comment.
	"blank_line_in_qrels":        func(t *testing.T, dir string) { accepts(t, dir, missing(0)) },
	"blank_line_at_end_of_qrels": func(t *testing.T, dir string) { accepts(t, dir, missing(0)) },
	"comments":                   func(t *testing.T, dir string) { accepts(t, dir, missing(0)) },
	// trec_eval looks for duplicates only where it scores.
	"dup_doc_below_M":               problem("run.txt", formats.ErrDuplicate),
	"dup_doc_in_run_unjudged_topic": problem("run.txt", formats.ErrDuplicate),
	// trec_eval takes the tag of the last line.
	"several_tags": problem("run.txt", formats.ErrTag),
}

func evaluate(t *testing.T, dir string) (*metrics.Evaluation, error) {
	t.Helper()
	qrels, err := readQrels(t, filepath.Join(dir, "qrels.txt"))
	if err != nil {
		return nil, err
	}
	run, err := readRun(filepath.Join(dir, "run.txt"))
	if err != nil {
		return nil, err
	}
	return metrics.Evaluate([]*metrics.Run{run}, qrels.Gold(1), []metrics.Applied{find(t, "AP"), find(t, "nDCG")}, metrics.EvalOptions{})
}

func find(t testing.TB, name string) metrics.Applied {
	t.Helper()
	a, err := metrics.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func accepts(t *testing.T, dir string, check func(*testing.T, *metrics.Evaluation)) {
	t.Helper()
	ev, err := evaluate(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	check(t, ev)
}

func refuses(t *testing.T, dir string) {
	t.Helper()
	if _, err := evaluate(t, dir); err == nil {
		t.Error("accepted, trec_eval refuses it")
	}
}

func problem(file string, want error) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		_, err := evaluate(t, dir)
		p, ok := errors.AsType[*formats.Problem](err)
		if !errors.Is(err, want) || !ok || filepath.Base(p.File) != file || p.Line == 0 {
			t.Errorf("got error %v, want %q at a line of %s", err, want, file)
		}
	}
}

func noCommonTopic(t *testing.T, dir string) {
	t.Helper()
	if _, err := evaluate(t, dir); !errors.Is(err, metrics.ErrNoCommonTopic) {
		t.Errorf("got error %v, want %v", err, metrics.ErrNoCommonTopic)
	}
}

// missing wants n judged topics without an answer, which score 0, and some score elsewhere.
func missing(n int) func(*testing.T, *metrics.Evaluation) {
	return func(t *testing.T, ev *metrics.Evaluation) {
		t.Helper()
		got := 0
		for _, m := range ev.Missing {
			got += len(m.Topics)
			for _, topic := range m.Topics {
				if v := ev.Scores[0].Values.At(0, slices.Index(ev.Scores[0].Topics, topic)); v != 0 {
					t.Errorf("topic %s scores %v, want 0", topic, v)
				}
			}
		}
		if got != n || ev.Scores[0].Means()[0] == 0 {
			t.Errorf("%d topics missing, want %d; means %v, want more than 0", got, n, ev.Scores[0].Means())
		}
	}
}

func zeroTopic(t *testing.T, ev *metrics.Evaluation) {
	t.Helper()
	for _, s := range ev.Scores {
		if slices.Min(s.Row(0)) != 0 {
			t.Errorf("%s: %v, want a topic with 0", s.Measure, s.Row(0))
		}
	}
}
