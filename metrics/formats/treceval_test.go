package formats_test

import (
	"encoding/json"
	"io"
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

// The golden outputs were printed by trec_eval: "te10" is the official build of version 10, "te10fixhp" prints 17 digits and has
// a fault in rbp repaired, "te908" is version 9. Every output is compared as a whole: that of te10 and te908 byte by byte, that
// of te10fixhp line by line, its numbers at 1e-12.

// trecCase is one call of trec_eval and what it printed.
type trecCase struct {
	name, binary, dir string
	args              []string
	qrels, run, out   string
	judgments         metrics.Qrels // those of the file, if read already
	answers           *metrics.Run  // likewise

	// except are lines that differ, as "name topic" or "name *", each with the reason.
	except map[string]string
}

// call is what the arguments ask for.
type call struct {
	request metrics.Request
	level   int
	opt     metrics.EvalOptions
	byTopic bool
	complet bool // -c
}

func parseCall(t *testing.T, args []string) call {
	t.Helper()
	c := call{level: 1}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	var names []string
	collection := 0
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "-l":
			i++
			c.level = number(args[i])
		case strings.HasPrefix(arg, "-l"):
			c.level = number(arg[2:])
		case arg == "-M":
			i++
			c.opt.Cutoff = number(args[i])
		case arg == "-J":
			c.opt.JudgedOnly = true
		case arg == "-m":
			i++
			names = append(names, args[i])
		case arg == "-N":
			i++
			collection = number(args[i])
		case arg == "-q":
			c.byTopic = true
		case arg == "-c":
			c.complet = true
		default:
			t.Fatalf("argument %q is not understood", arg)
		}
	}
	if names == nil {
		names = []string{"official"}
	}
	var err error
	if c.request, err = metrics.FindAll(names); err != nil {
		t.Fatal(err)
	}
	if collection > 0 {
		c.request.SetCollection(collection)
	}
	if err := c.request.Check(); err != nil {
		t.Fatal(err)
	}
	return c
}

// output is what we print for the case.
func (c trecCase) output(t *testing.T) string {
	t.Helper()
	asked := parseCall(t, c.args)
	qrels, run := c.judgments, c.answers
	var err error
	if qrels == nil {
		if qrels, err = readQrels(t, filepath.Join(c.dir, c.qrels)); err != nil {
			t.Fatal(err)
		}
	}
	if run == nil {
		if run, err = readRun(filepath.Join(c.dir, c.run)); err != nil {
			t.Fatal(err)
		}
	}
	ours := *run
	digits := 4
	switch c.binary {
	case "te10fixhp":
		digits = 120 // rbp_resid is as small as 1e-46
	case "te908":
		ours.Order = metrics.OrderFloat32
		asked.request.TrecEval9()
		if !asked.complet {
			asked.opt.Unanswered = metrics.UnansweredDrop // its topics are those that both files have
		}
	}
	runs := []*metrics.Run{&ours}
	ev, err := metrics.Evaluate(runs, qrels.Gold(asked.level), asked.request.Measures, asked.opt)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	err = metrics.WriteTrec(&b, asked.request, ev.Scores, 0, metrics.TrecOptions{ByTopic: asked.byTopic, Digits: digits,
		Labels: metrics.Labels(runs, qrels.Gold(asked.level), asked.opt)})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func readText(t *testing.T, path string) string {
	t.Helper()
	in, err := formats.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// check compares our output with trec_eval's and returns the number of lines compared. It tells lines that were to differ and
// do not.
func (c trecCase) check(t *testing.T) int {
	t.Helper()
	got, want := splitLines(c.output(t)), splitLines(readText(t, filepath.Join(c.dir, c.out)))
	met := make(map[string]bool)
	got, want = c.without(got, met), c.without(want, met)
	for what := range c.except {
		if !met[what] {
			t.Errorf("there is no line %q, which was said to differ", what)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d lines, trec_eval printed %d", len(got), len(want))
	}
	for i := range want {
		if c.binary != "te10fixhp" {
			if got[i] != want[i] {
				t.Errorf("got %q, trec_eval printed %q", got[i], want[i])
			}
			continue
		}
		c.compareExactly(t, got[i], want[i])
	}
	return len(want)
}

func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// without leaves out the lines that differ.
func (c trecCase) without(lines []string, met map[string]bool) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		f := strings.Split(line, "\t")
		name := strings.TrimRight(f[0], " ")
		for _, what := range []string{name + " " + f[1], name + " *", "* " + f[1]} {
			if _, differs := c.except[what]; differs {
				met[what] = true
				return true
			}
		}
		return false
	})
}

// compareExactly compares names and topics, and numbers at 1e-12.
func (c trecCase) compareExactly(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.LastIndexByte(got, '\t'), strings.LastIndexByte(want, '\t')
	if got[:g] != want[:w] {
		t.Fatalf("got line %q, trec_eval printed %q", got, want)
	}
	x, err1 := strconv.ParseFloat(got[g+1:], 64)
	y, err2 := strconv.ParseFloat(want[w+1:], 64)
	if err1 != nil || err2 != nil { // a tag or grades
		if got != want {
			t.Errorf("got %q, trec_eval printed %q", got, want)
		}
		return
	}
	if !(math.Abs(x-y) <= 1e-12*math.Abs(y)+1e-119) {
		t.Errorf("%s: got %v, trec_eval printed %v", got[:g], x, y)
	}
}

// newIn10 are the measures that version 9 lacks.
var newIn10 = map[string]string{
	"rbp *": "new in version 10", "rbp_resid *": "new in version 10", "unj_5 *": "new in version 10", "unj_10 *": "new in version 10", "unj_20 *": "new in version 10",
}

func TestTrecEvalRobust(t *testing.T) {
	manifest := shared(t, "golden/treceval_robust03/MANIFEST.json")
	var m struct {
		Dropped []metrics.Topic `json:"topics_dropped_in_partial"`
		Cases   []struct {
			Name, Binary, Qrels, Run, Stdout string
			Args                             []string
			RC                               int
		}
	}
	data, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(manifest)
	qrels, err := readQrels(t, filepath.Join(dir, "qrels.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	runs := make(map[string]*metrics.Run)
	checked := make(map[string]int)
	for _, c := range m.Cases {
		if c.RC != 0 {
			continue // version 10 without -c stops at a missing topic, half-way
		}
		checked[c.Binary]++
		path, _, partial := strings.Cut(c.Run, " minus topics") // made from the run beside it
		if runs[path] == nil {
			if runs[path], err = readRun(filepath.Join(dir, path)); err != nil {
				t.Fatal(err)
			}
		}
		run := *runs[path]
		t.Run(c.Name+"."+c.Binary, func(t *testing.T) {
			t.Parallel()
			tc := trecCase{name: c.Name, binary: c.Binary, dir: dir, args: c.Args, out: c.Stdout, judgments: qrels, answers: &run, except: map[string]string{}}
			if partial {
				run.Topics = maps.Clone(run.Topics)
				for _, topic := range m.Dropped {
					delete(run.Topics, topic)
				}
				run.Topics["999"] = run.Topics["303"]
			}
			if strings.HasSuffix(c.Name, ".partial_c_M10_l2") {
				tc.except["num_rel all"] = "with -c the sum counts grades > 0, whatever the level"
			}
			if c.Binary == "te908" && slices.Contains(c.Args, "all_trec") {
				maps.Copy(tc.except, newIn10)
				if slices.Contains(c.Args, "-c") {
					for _, topic := range m.Dropped {
						tc.except["* "+string(topic)] = "version 9 counts a missing topic and prints no lines of it"
					}
				}
			}
			if tc.check(t) < 20 && !strings.Contains(c.Name, "default") {
				t.Error("next to nothing was compared")
			}
		})
	}
	if checked["te10"] < 10 || checked["te10fixhp"] < 35 || checked["te908"] < 10 {
		t.Errorf("cases by version: %v", checked)
	}
}
