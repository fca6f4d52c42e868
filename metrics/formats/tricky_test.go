package formats_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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
	seen, lines := 0, make(map[string]int)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if slices.Contains([]string{"unknown_measure", "bad_cutoff", "unsorted_dup_cutoffs"}, c.Name) { // the command line is wrong
				if r, err := metrics.FindAll(c.Args[2:3]); err == nil {
					t.Errorf("%s is read as %v", c.Args[2], r.Measures)
				}
				return
			}
			if want, ours := differs[c.Name]; ours {
				seen++
				want(t, filepath.Join(dir, c.Name))
				return
			}
			if c.Undefined && c.Name != "rel_level_above_max" { // where what is printed is right all the same
				t.Fatal("trec_eval read memory that it never set: say what we do instead")
			}
			for binary, r := range c.Results {
				args := slices.DeleteFunc(slices.Clone(c.Args), func(a string) bool { return a == "qrels.txt" || a == "run.txt" || a == "-" })
				tc := trecCase{name: c.Name, binary: binary, dir: dir, args: args, qrels: c.Name + "/qrels.txt", run: c.Name + "/run.txt", out: r.Stdout, except: map[string]string{}}
				switch {
				case r.RC != 0 && c.Results["te10"].RC == 0: // version 9 reads no run from standard input
				case r.RC != 0:
					refuses(t, filepath.Join(dir, c.Name))
				default:
					if all := slices.Contains(args, "all_trec"); all && binary == "te908" {
						maps.Copy(tc.except, newIn10)
						if slices.Contains(args, "-c") {
							tc.except["* 302"] = "version 9 counts a missing topic and prints no lines of it"
							tc.except["yaap all"] = "version 9 adds 0 for a missing topic, which is not the value of an empty ranking"
						}
					} else if all && binary == "te10" && slices.Contains(args, "yaap") {
						tc.except["rbp *"] = "the official build computes it from variables that were never set"
					}
					lines[binary] += tc.check(t)
				}
			}
		})
	}
	for _, binary := range []string{"te10", "te10fixhp", "te908"} {
		if lines[binary] < 7000 {
			t.Errorf("%s: %d lines were compared, want at least 7000", binary, lines[binary])
		}
	}
	if seen != len(differs) {
		t.Errorf("%d of our %d deliberate differences were met", seen, len(differs))
	}
}

// differs says what we do instead, for each case where trec_eval 10 does something else on purpose or by a fault.
var differs = map[string]func(t *testing.T, dir string){
	// trec_eval stops at the first judged topic that the run lacks; we score 0 there, as it does with -c.
	"topic_missing_in_run": as("topic_missing_in_run_c", nil),
	// trec_eval goes wrong half-way or scores 0 everywhere; such a run was never scored.
	"no_common_topic":   noCommonTopic,
	"no_common_topic_c": noCommonTopic,
	// trec_eval stops, or carries values over from the topic before; ours is a topic without relevant documents.
	"topic_all_negative": allNegative,
	// trec_eval aborts on ndcg and dcg with parameters together.
	"graded_gains": func(t *testing.T, dir string) {
		const gains = "1=1,2=3,3=7,4=15"
		as("graded_gains_no_dcg", nil, "-q", "-m", "ndcg."+gains, "-m", "ndcg_rel."+gains, "-m", "Rndcg."+gains, "-m", "G."+gains)(t, dir)
		// By an independent program from the definitions.
		values(t, dir, "dcg."+gains, map[string]float64{"301": 11.890257})
		values(t, dir, "ideal_dcg."+gains, map[string]float64{"301": 36.308874})
	},
	// trec_eval takes gains that differ by less than 1 as equal when it sorts them, and prints 0. By an independent program:
	"graded_gains_fractional": func(t *testing.T, dir string) {
		values(t, dir, "ndcg.1=0.2,2=0.4,3=0.6,4=0.8", map[string]float64{"301": .411821, "302": .399823, "401": .235992, "all": .349212})
	},
	// M = 0 is not a cutoff of ours. Where nothing is retrieved trec_eval prints NaN if no document is needed, we 0.
	"M0": func(t *testing.T, dir string) {
		nan := map[string]string{}
		for _, name := range []string{"iprec_at_recall_0.00", "iprec_at_recall_0.10", "11pt_avg"} {
			nan[name+" *"] = "trec_eval prints NaN"
		}
		tc := trecCase{binary: "te10fixhp", dir: filepath.Dir(dir), args: []string{"-q", "-J", "-m", "all_trec"}, qrels: "M0/qrels.txt", out: "M0/stdout.te10fixhp.txt", except: nan}
		tc.answers = &metrics.Run{Tag: "sysA", Topics: map[metrics.Topic][]metrics.Scored{"301": {{Doc: "nobody judged this"}}}} // with -J: nothing
		tc.check(t)
		for _, line := range splitLines(tc.output(t)) {
			if f := strings.Split(line, "\t"); nan[strings.TrimRight(f[0], " ")+" *"] != "" && strings.Trim(f[2], "0.") != "" {
				t.Errorf("got %q, want 0", line)
			}
		}
	},
	// C reads a numeric prefix, NaN and infinities.
	"nan_scores":    problem("run.txt", formats.ErrNumber),
	"inf_scores":    problem("run.txt", formats.ErrNumber),
	"odd_scores":    problem("run.txt", formats.ErrNumber),
	"odd_relevance": problem("qrels.txt", formats.ErrNumber),
	// trec_eval ignores what follows the sixth field, and takes a lone CR for a blank.
	"run_7_fields": problem("run.txt", formats.ErrFields),
	"cr_only_run":  problem("run.txt", formats.ErrLineEnds),
	// trec_eval makes the byte order mark part of the first topic.
	"bom_run":   as("no_final_newline", nil),
	"bom_qrels": as("no_final_newline", nil),
	// trec_eval stops at a blank line of qrels and crashes at a comment.
	"blank_line_in_qrels":        as("no_final_newline", nil),
	"blank_line_at_end_of_qrels": as("no_final_newline", nil),
	"comments":                   as("no_final_newline", nil),
	// trec_eval looks for duplicates only where it scores.
	"dup_doc_below_M":               problem("run.txt", formats.ErrDuplicate),
	"dup_doc_in_run_unjudged_topic": problem("run.txt", formats.ErrDuplicate),
	// trec_eval takes the tag of the last line.
	"several_tags": problem("run.txt", formats.ErrTag),
}

// as wants what trec_eval printed for another case, whose files say the same.
func as(other string, except map[string]string, args ...string) func(*testing.T, string) {
	if args == nil {
		args = []string{"-q", "-m", "all_trec", "-m", "yaap"}
	}
	return func(t *testing.T, dir string) {
		t.Helper()
		name := filepath.Base(dir)
		trecCase{binary: "te10fixhp", dir: filepath.Dir(dir), args: args, qrels: name + "/qrels.txt", run: name + "/run.txt",
			out: other + "/stdout.te10fixhp.txt", except: except}.check(t)
	}
}

// values wants scores by topic, to six decimals.
func values(t *testing.T, dir, measure string, want map[string]float64) {
	t.Helper()
	text := trecCase{binary: "te10fixhp", dir: dir, args: []string{"-q", "-m", measure}, qrels: "qrels.txt", run: "run.txt"}.output(t)
	met := 0
	for _, line := range splitLines(text) {
		f := strings.Split(line, "\t")
		x, err := strconv.ParseFloat(f[2], 64)
		if w, ok := want[f[1]]; ok {
			met++
			if err != nil || math.Abs(x-w) > 5e-7 {
				t.Errorf("got %q, want %v", line, w)
			}
		}
	}
	if met != len(want) {
		t.Errorf("%s: %d values, want %d", measure, met, len(want))
	}
}

// allNegative wants 0 of all but counts on the first topic, and on the second what trec_eval prints for the same files
// without the first.
func allNegative(t *testing.T, dir string) {
	args := []string{"-q", "-m", "all_trec", "-m", "yaap", "-m", "ideal_dcg", "-m", "dcg"}
	text := trecCase{binary: "te10fixhp", dir: dir, args: args, qrels: "qrels.txt", run: "run.txt"}.output(t)
	not := map[string]string{ // name: value
		"num_ret": "8", "utility": "-8", // 8 are retrieved
		"unj_5": "1", "unj_10": "0.8", "unj_20": "0.4", "rbp_resid": "1", // and none is judged
		"relstring": "'......--'",
	}
	var second []string
	for _, line := range splitLines(text) {
		f := strings.Split(line, "\t")
		name := strings.TrimRight(f[0], " ")
		switch f[1] {
		case "301":
			want := not[name]
			if x, err := strconv.ParseFloat(f[2], 64); err == nil {
				w, _ := strconv.ParseFloat(want, 64) // 0 if it is not there
				if math.Abs(x-w) > 1e-12 {
					t.Errorf("got %q, want %v", line, w)
				}
			} else if f[2] != want {
				t.Errorf("got %q, want %s", line, want)
			}
		case "302":
			if name != "dcg" && name != "ideal_dcg" {
				second = append(second, strings.Replace(line, "302", "301", 1))
			}
		}
	}
	alone := slices.DeleteFunc(splitLines(readText(t, filepath.Join(filepath.Dir(dir), "no_final_newline/stdout.te10fixhp.txt"))),
		func(line string) bool { return strings.Split(line, "\t")[1] != "301" })
	if len(second) != len(alone) {
		t.Fatalf("%d lines, trec_eval printed %d", len(second), len(alone))
	}
	for i := range alone {
		trecCase{}.compareExactly(t, second[i], alone[i])
	}
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
