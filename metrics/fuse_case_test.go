package metrics_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sigrel/metrics"
)

// besideRepository reads a file of a folder that lies beside the repository; the test is skipped where it is absent.
func besideRepository(t testing.TB, path ...string) []byte {
	t.Helper()
	full := filepath.Join(append([]string{"..", "..", "shared"}, path...)...)
	text, err := os.ReadFile(full)
	if err != nil {
		t.Skipf("reference data is absent: %v", err)
	}
	return text
}

// lineNumbers reads lines whose first field is their number; value says what the others hold.
func lineNumbers(t testing.TB, text []byte, value func(number metrics.Doc, line int, last string)) {
	t.Helper()
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if fields[0] != strconv.Itoa(i+1) {
			t.Fatalf("line %d has the number %s", i+1, fields[0])
		}
		value(metrics.Doc(fields[0]), i+1, fields[len(fields)-1])
	}
}

const speech = "2nd"

func speechRun(t testing.TB, tag metrics.Tag, text []byte) *metrics.Run {
	run := &metrics.Run{Tag: tag, Order: metrics.OrderScore, Topics: make(map[metrics.Topic][]metrics.Scored)}
	lineNumbers(t, text, func(doc metrics.Doc, line int, last string) {
		run.Topics[speech] = append(run.Topics[speech], metrics.Scored{Doc: doc, Score: mustFloat(last), Line: int32(line)})
	})
	return run
}

func speechGold(t testing.TB, text []byte) metrics.Gold {
	grades := make(map[metrics.Doc]metrics.Grade)
	lineNumbers(t, text, func(doc metrics.Doc, _ int, last string) { grades[doc] = metrics.Grade(mustFloat(last)) })
	return metrics.Qrels{speech: grades}.Gold(1)
}

// The four runs of one speech, fused and with one left out at a time. The numbers are from an independent program, the
// fused lists scored by the task's own scorer.
func TestFuseCheckThat18(t *testing.T) {
	const folder = "ct18_task1_en_2nd"
	var expected struct {
		Systems   map[string]map[string]float64
		Ensembles map[string]map[string]map[string]float64
	}
	if err := json.Unmarshal(besideRepository(t, "cases", "tasks", folder, "expected.json"), &expected); err != nil {
		t.Fatal(err)
	}
	gold := speechGold(t, besideRepository(t, "cases", "tasks", folder, "gold.txt"))
	var runs []*metrics.Run
	for _, tag := range []metrics.Tag{"random", "ngram", "length", "early"} {
		run := speechRun(t, tag, besideRepository(t, "cases", "tasks", folder, string(tag)+".txt"))
		checkSpeech(t, string(tag), run, gold, expected.Systems[string(tag)])
		runs = append(runs, run)
	}
	for _, test := range []struct {
		key, name string
		opt       metrics.FuseOptions
	}{
		{"combsum_minmax", "combsum", metrics.FuseOptions{}},
		{"recip_rank_k0", "rrf", metrics.FuseOptions{K: 0}},
		{"recip_rank_k60", "rrf", fusion(t, "rrf").Defaults()},
	} {
		f, want := fusion(t, test.name), expected.Ensembles[test.key]
		checkSpeech(t, test.key+", all", fuse(t, f, runs, test.opt), gold, want["all"])
		left, err := f.Ablate(runs, byTag, test.opt)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range left {
			if a.Unit != string(runs[i].Tag) {
				t.Errorf("unit %d is %s, want %s", i, a.Unit, runs[i].Tag)
			}
			checkSpeech(t, test.key+", without "+a.Unit, a.Fused, gold, want["without_"+a.Unit])
		}
	}
}

func checkSpeech(t *testing.T, what string, run *metrics.Run, gold metrics.Gold, want map[string]float64) {
	t.Helper()
	if len(want) != 9 {
		t.Fatalf("%s: %d numbers are expected, not 9", what, len(want))
	}
	for key, value := range want {
		name := key
		if key == "RPrec" {
			name = "Rprec"
		}
		ev, err := metrics.Evaluate([]*metrics.Run{run}, gold, []metrics.Applied{find(t, name)}, metrics.EvalOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := ev.Scores[0].Values.At(0, 0); math.Abs(got-value) > 1e-9 {
			t.Errorf("%s: %s is %v, want %v", what, key, got, value)
		}
	}
}

// The same with invented lines: scores of 0 to 7 as people give them, with many ties. By hand:
//
//	line     1    2    3    4    5    6
//	a        7    0    7    1    1    2   normalized by 7
//	b        4    2    0    0    3    3   normalized by 4
//	combsum  2   ½    1   1/7  25/28 29/28
//	label    0    1    1    0    1    0
//
// so the ranking is 1 6 3 5 2 4, and the average precision (1/3 + 2/4 + 3/5)/3.
func TestFuseLineNumbers(t *testing.T) {
	file := func(values ...int) []byte {
		var b strings.Builder
		for i, v := range values {
			fmt.Fprintf(&b, "%d\t%d\r\n", i+1, v)
		}
		return []byte(b.String())
	}
	gold := speechGold(t, file(0, 1, 1, 0, 1, 0))
	runs := []*metrics.Run{speechRun(t, "a", file(7, 0, 7, 1, 1, 2)), speechRun(t, "b", file(4, 2, 0, 0, 3, 3))}
	fused := fuse(t, fusion(t, "combsum"), runs, metrics.FuseOptions{})
	if got, want := docsOf(fused.Ranked(speech)), "1 6 3 5 2 4"; got != want {
		t.Errorf("ranking %s, want %s", got, want)
	}
	checkSpeech(t, "invented", fused, gold, map[string]float64{
		"AP": (1./3 + 2./4 + 3./5) / 3, "RR": 1. / 3, "RPrec": 1. / 3,
		"P@1": 0, "P@3": 1. / 3, "P@5": 3. / 5, "P@10": 3. / 10, "P@20": 3. / 20, "P@50": 3. / 50,
	})
}
