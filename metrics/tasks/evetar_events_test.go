package tasks_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
)

// Coverage by definition was computed by hand and by an independent program; by reference also by the published recipe.
func TestEventsReference(t *testing.T) {
	type reading struct {
		Recall  float64
		Covered []string
	}
	var want struct {
		Detected  reading `json:"recall_denominator_detected"`
		Reference reading `json:"recall_denominator_reference"`
		Recipe    float64 `json:"recipe_of_seed"`
	}
	readExpected(t, "evetar_events", &want)
	if want.Recipe != want.Reference.Recall {
		t.Fatal("the recipe is the reading by reference")
	}
	for _, gold := range []string{"reference.tsv", "reference.json"} {
		for _, run := range []string{"detected.tsv", "detected.json"} {
			for coverage, want := range map[string]reading{"": want.Detected, "detected": want.Detected, "reference": want.Reference} {
				s := mustLoad(t, "evetar-events", tasks.Inputs{Gold: []string{sharedFile(t, "evetar_events/"+gold)},
					Runs: runFiles(sharedFile(t, "evetar_events/"+run))}, tasks.Options{Coverage: coverage})
				clusterLaws(t, "evetar-events", s)
				if s.Runs[0].Tag != "detected" {
					t.Errorf("tag %q", s.Runs[0].Tag)
				}
				clusterNear(t, gold+" "+run+" "+coverage, clusterMean(t, "evetar-events", s, "detected", "Recall"), want.Recall, clusterExact)
				var covered []string
				for _, topic := range s.Table.Topics {
					if clusterScore(t, "evetar-events", s, "detected", "Recall", topic) == 1 {
						covered = append(covered, string(topic))
					}
				}
				if !slices.Equal(covered, want.Covered) {
					t.Errorf("%s, coverage %q: covered %q, want %q", gold, coverage, covered, want.Covered)
				}
			}
		}
	}
}

// The recipe counts an empty reference event as covered by anything, which gives it 0.6667: that is refused.
func TestEventsEmptyReferenceEvent(t *testing.T) {
	var want struct {
		Recipe float64 `json:"recipe_with_an_extra_EMPTY_reference_event"`
	}
	readExpected(t, "evetar_events", &want)
	clusterNear(t, "recipe", want.Recipe, 4./6, clusterExact)
	gold, err := os.ReadFile(sharedFile(t, "evetar_events/reference.json"))
	if err != nil {
		t.Fatal(err)
	}
	run := sharedFile(t, "evetar_events/detected.json")
	inFolder(t, map[string]string{"gold": strings.TrimSuffix(string(gold), "}") + ",\n\"E6\": []}"})
	mustRefuse(t, "evetar-events", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles(run)}, tasks.Options{},
		"gold:2:7: against the rules of the task: reference event E6 has no tweets, want at least one: by the published recipe anything would cover it")
}

// Half is enough, an event may cover several, and several may cover one. Each expected line is counted by hand.
func TestEventsByHand(t *testing.T) {
	for _, c := range []struct{ name, gold, run, detected, reference string }{
		{"half of the detected, a fifth of the reference", "A 1\nA 2\nA 3\nA 4\nA 5\n", "x 1\nx 9\n", "1", "0"},
		{"half of the reference, a third of the detected", "A 1\nA 2\n", "x 1\nx 8\nx 9\n", "0", "1"},
		{"less than half of both", "A 1\nA 2\nA 3\n", "x 1\nx 8\nx 9\n", "0", "0"},
		{"one event covers two", "A 1\nB 2\n", "x 1\nx 2\n", "11", "11"},
		{"a tweet of two reference events", "A 1\nB 1\n", "x 1\n", "11", "11"},
		{"two halves do not add up", "A 1\nA 2\nA 3\n", "x 1\nx 7\nx 8\ny 2\ny 7\ny 9\n", "0", "0"},
		{"a tweet twice counts once", "A 1\nA 2\nA 3\n", "x 1\nx 1\nx 7\nx 8\n", "0", "0"},
		{"an empty event covers nothing", "A 1\n", `{"x": [], "y": ["2"]}`, "0", "0"},
		{"topics in byte order", "B 1\nA 2\nab 1\n", "x 1\n", "011", "011"},
		{"the event comes back", "A 1\nB 2\nA 3\n", "x 3\ny 2\nx 4\nx 5\n", "01", "11"},
		{"ids are bytes", "A 01\nB 1\n", "x 1\n", "01", "01"},
		{"Arabic, with blanks", "حدث كبير\t540000000000000001\nحدث كبير\t540000000000000002\n", "كشف\t540000000000000001\n", "1", "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t, map[string]string{"gold": c.gold, "run": c.run})
			for coverage, want := range map[string]string{"detected": c.detected, "reference": c.reference} {
				s := mustLoad(t, "evetar-events", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("run")}, tasks.Options{Coverage: coverage})
				clusterLaws(t, "evetar-events", s)
				var got strings.Builder
				for _, v := range s.Table.Values[0].RawRowView(0) {
					fmt.Fprint(&got, v)
				}
				if got.String() != want {
					t.Errorf("coverage %s: got %s, want %s", coverage, got.String(), want)
				}
			}
		})
	}
}

// A recount pair by pair, with lists and shares instead of maps and whole numbers.
func TestEventsRecount(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lists := func(events, tweets int) [][]string {
		out := make([][]string, events)
		for e := range out {
			for range 1 + random.IntN(6) {
				if id := fmt.Sprint(random.IntN(tweets)); !slices.Contains(out[e], id) {
					out[e] = append(out[e], id)
				}
			}
		}
		return out
	}
	text := func(events [][]string) string {
		var b strings.Builder
		for e, tweets := range events {
			for _, id := range tweets {
				fmt.Fprintf(&b, "e%d\t%s\n", e, id)
			}
		}
		return b.String()
	}
	inFolder(t, nil)
	for range 200 {
		gold, run := lists(1+random.IntN(5), 12), lists(1+random.IntN(5), 12)
		writeFiles(t, ".", map[string]string{"gold": text(gold), "run": text(run)})
		for _, coverage := range []string{"detected", "reference"} {
			s := mustLoad(t, "evetar-events", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("run")}, tasks.Options{Coverage: coverage})
			for g, ref := range gold {
				want := 0.0
				for _, det := range run {
					common := 0.0
					for _, id := range det {
						if slices.Contains(ref, id) {
							common++
						}
					}
					whole := det
					if coverage == "reference" {
						whole = ref
					}
					if common/float64(len(whole)) >= .5 {
						want = 1
					}
				}
				if got := clusterScore(t, "evetar-events", s, "run", "Recall", metrics.Topic(fmt.Sprintf("e%d", g))); got != want {
					t.Fatalf("coverage %s, gold %v, run %v: event %d scores %v, want %v", coverage, gold, run, g, got, want)
				}
			}
		}
	}
}

func TestEventsConventions(t *testing.T) {
	inFolder(t, map[string]string{"gold": "A 1\nB 2\n", "run": "a 1\na 2\na 3\nb 4\nb 5\nc 6\nc 7\nd 8\ne 9\ne 1\ne 2\ne 3\ne 4\n"})
	in := tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("run")}
	s := mustLoad(t, "evetar-events", in, tasks.Options{})
	clusterSaid(t, s, "coverage", "by the detected event (at least half of its tweets are of the reference event; by the reference event with --coverage reference)")
	clusterSaid(t, s, `detected events of run "run"`, "5, of 1 to 5 tweets, quartiles 2, 2 and 3")
	wantWarnings(t, s)
	s = mustLoad(t, "evetar-events", in, tasks.Options{Coverage: "reference"})
	clusterSaid(t, s, "coverage", "by the reference event (at least half of its tweets are in the detected event; by the detected event without --coverage reference)")
	if s.Table.Counts || s.Table.Missing != nil || s.References != nil || s.Qrels != nil || s.Gold != nil {
		t.Error("events are no documents, and no run misses a topic")
	}
	want := []tasks.Input{{File: "gold", Role: "gold"}, {File: "run", Role: "run"}}
	if !slices.Equal(s.Files, want) {
		t.Errorf("files %v, want %v", s.Files, want)
	}
	in.Gold = nil
	if s = mustLoad(t, "evetar-events", in, tasks.Options{}); s.Table != nil || len(s.Runs) != 1 {
		t.Error("without gold the runs are read, and nothing is scored")
	}
}

func TestEventsNames(t *testing.T) {
	inFolder(t, map[string]string{"gold": "A 1\n", "r.tsv": "x 1\n", "s.json": `{"x": ["1"]}`, ".json": `{"x": ["1"]}`})
	s := mustLoad(t, "evetar-events", tasks.Inputs{Gold: []string{"gold"},
		Runs: append(runFiles("r.tsv", "s.json", ".json"), formats.File{Label: "mine", Path: "r.tsv"})}, tasks.Options{})
	var got []string
	for _, r := range s.Runs {
		got = append(got, string(r.Tag))
	}
	if want := []string{"r", "s", ".json", "mine"}; !slices.Equal(got, want) {
		t.Errorf("tags %q, want %q", got, want)
	}
}

func TestEventsWarnings(t *testing.T) {
	inFolder(t, map[string]string{
		"gold":  "event_id tweet_id\r\nA 1.2e+18\r\n\r\n# a comment\r\nB 2\r\n",
		"tiny":  "\ufeffa 1\nb 2\nc 3\nc 4\nc 1\n",
		"half":  "a 1\nb 2\nb 3\n",
		"giant": "a 1\na 2\na 3\nb 4\nb 5\n",
		"even":  "a 1\na 2\nb 3\nb 4\n",
		"words": "eins wort\nzwei wort\n",
		"table": "event tweet\na 1.2E+18\na 1.3e+18\n",
	})
	load := func(coverage string, runs ...string) *tasks.Submissions {
		return mustLoad(t, "evetar-events", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles(runs...)}, tasks.Options{Coverage: coverage})
	}
	header := `header-skipped: gold:1: skipped a header line: "event_id tweet_id"`
	gold := `rounded-ids: gold: 1 of 2 tweet ids looks rounded (spreadsheet/float64?), want all of their digits: read and write them as text`
	wantWarnings(t, load("", "tiny", "half", "giant", "even"), header, gold,
		`tiny-events: tiny: run "tiny": 2 of 3 detected events have a single tweet; by --coverage detected one tweet of a reference event covers it`)
	wantWarnings(t, load("reference", "tiny", "giant", "even"), header, gold,
		`giant-event: tiny: run "tiny": one event holds 3 of all 4 tweets; by --coverage reference an event covers whatever it holds half of, however much else it holds`,
		`giant-event: giant: run "giant": one event holds 3 of all 5 tweets; by --coverage reference an event covers whatever it holds half of, however much else it holds`)
	wantWarnings(t, load("", "words", "table"), header, gold,
		`tiny-events: words: run "words": 2 of 2 detected events have a single tweet; by --coverage detected one tweet of a reference event covers it`,
		`header-skipped: table:1: skipped a header line: "event tweet"`,
		`rounded-ids: table: run "table": 2 of 2 tweet ids look rounded (spreadsheet/float64?), want all of their digits: read and write them as text`)
}

// One of one is the only one.
func TestEventsOnlyOne(t *testing.T) {
	inFolder(t, map[string]string{"gold": "A 1\n", "r": "a 1\n", "s": "a 9.1e+17\n"})
	in := tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("r")}
	wantWarnings(t, mustLoad(t, "evetar-events", in, tasks.Options{}),
		`tiny-events: r: run "r": the only detected event has a single tweet; by --coverage detected one tweet of a reference event covers it`)
	wantWarnings(t, mustLoad(t, "evetar-events", in, tasks.Options{Coverage: "reference"}),
		`giant-event: r: run "r": one event holds the only tweet; by --coverage reference an event covers whatever it holds half of, however much else it holds`)
	in.Runs = runFiles("s")
	wantWarnings(t, mustLoad(t, "evetar-events", in, tasks.Options{Coverage: "reference"}),
		`rounded-ids: s: run "s": its only tweet id looks rounded (spreadsheet/float64?), want all of their digits: read and write them as text`,
		`giant-event: s: run "s": one event holds the only tweet; by --coverage reference an event covers whatever it holds half of, however much else it holds`)
	mustRefuse(t, "evetar-events", in, tasks.Options{Strict: true},
		"s: against the rules of the task: its only tweet id looks rounded (spreadsheet/float64?), want all of their digits: read and write them as text")
}

// Numbers of 64 bits near 5e17 are 64 apart.
func TestEventsRoundedByFloats(t *testing.T) {
	inFolder(t, map[string]string{
		"gold": "A 540000000000000001\nA 540000000000000130\nA 540000000000000190\nA 7\n",
		"r":    "x 540000000000000000\nx 540000000000000128\nx 540000000000000192\nx 8\nx 540000000000000400\n",
		"s":    "x 540000000000000000\nx 540000000000000128\nx 540000000000000190\nx 7\n",
	})
	s := mustLoad(t, "evetar-events", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("r", "s")}, tasks.Options{})
	wantWarnings(t, s, `rounded-ids: r: run "r": 3 of 5 tweet ids look rounded (spreadsheet/float64?), want all of their digits: read and write them as text`)
}

func TestEventsRefused(t *testing.T) {
	const empty = `: empty file: no events, want lines of "event TAB tweet" or JSON {"event": ["tweet", …]}`
	for _, c := range []struct {
		name, gold, run string
		opt             tasks.Options
		want            []string
	}{
		{"columns", "A 1\n", "a 1\nb\nc 1 2\nd,2\n", tasks.Options{}, []string{
			"run:2: wrong number of fields: 1 field, expected 2: event tweet",
			"run:3: wrong number of fields: 3 fields, expected 2: event tweet",
			"run:4: wrong number of fields: 1 field, expected 2: event tweet (separated by commas? want tabs or blanks)"}},
		{"carriage return", "A 1\n", "a \r1\n", tasks.Options{}, []string{"run:1:3: wrong line ends: a carriage return inside the line, want LF or CRLF"}},
		{"empty", "", "\n", tasks.Options{}, []string{"gold" + empty, "run" + empty}},
		{"header only", "A 1\n", "event tweet\n", tasks.Options{}, []string{"run" + empty}},
		{"empty JSON", "{}", " {}\n", tasks.Options{}, []string{"gold" + empty, "run" + empty}},
		{"numbers", `{"A": [123456789012345678]}`, "a 1\n", tasks.Options{}, []string{
			"gold:1:8: unknown value: the tweet 123456789012345678 is a number, want a string: identifiers of 18 digits do not survive floating-point numbers"}},
		{"kinds", `{"A": ["1", null, ["2"]], "B": "3", "C": {"4": "5"}}`, "a 1\n", tasks.Options{}, []string{
			"gold:1:13: unknown value: null, want a tweet as a string",
			"gold:1:19: unknown value: a list, want a tweet as a string",
			"gold:1:32: unknown value: event B holds a string, want a list of tweets as strings",
			"gold:1:42: unknown value: event C holds an object, want a list of tweets as strings"}},
		{"names", `{"": ["1"], "A\tB": [""], "C": ["1\n2"]}`, "a 1\n", tasks.Options{}, []string{
			"gold:1:6: unknown value: an empty event, want an identifier",
			`gold:1:21: unknown value: event "A\tB" has a control character, want none`,
			"gold:1:22: unknown value: an empty tweet, want an identifier",
			`gold:1:33: unknown value: tweet "1\n2" has a control character, want none`}},
		{"event twice", "A 1\n", "{\"a\": [\"1\"],\n\"a\": [\"2\"]}", tasks.Options{}, []string{"run:2:1: duplicate: the name a stands on line 1 already, want it once"}},
		{"syntax", "A 1\n", `{"a": ["1"}`, tasks.Options{}, []string{`run:1:11: malformed JSON: invalid character '}' after array element`}},
		{"strict", "\ufeffevent tweet\nA 1\n", "\ufeff{\"a\": [\"1\"]}", tasks.Options{Strict: true}, []string{
			`gold:1: bad header: a line of column names, "event tweet", want none`,
			"gold:1:1: against the rules of the task: a byte order mark, want none",
			"run:1:1: against the rules of the task: a byte order mark, want none"}},
		{"coverage", "A 1\n", "a 1\n", tasks.Options{Coverage: "both"}, []string{`--coverage: unknown value: "both", want detected or reference`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t, map[string]string{"gold": c.gold, "run": c.run})
			mustRefuse(t, "evetar-events", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("run")}, c.opt, c.want...)
		})
	}
	inFolder(t, map[string]string{"gold": "A 1\n", "a.tsv": "x 1\n", "a.json": `{"x": ["1"]}`})
	mustRefuse(t, "evetar-events", tasks.Inputs{Qrels: "q", Gold: []string{"gold", "more"}, Runs: runFiles("a.tsv", "a.json", "none")}, tasks.Options{},
		"q: against the rules of the task: judgments of documents, want reference events: --gold FILE",
		"more: against the rules of the task: a second file of reference events, want one",
		"none: cannot open: no such file or directory",
		"a.json: duplicate: the tag a is that of a.tsv already, want one tag a run: rename with label=path")
	mustRefuse(t, "evetar-events", tasks.Inputs{Gold: []string{"gold"}}, tasks.Options{}, "runs: none given, want at least one")
}

// No input panics; what loads obeys the laws, and one event that holds a reference event covers it, however coverage is read.
func FuzzEvents(f *testing.F) {
	for _, s := range []string{"A 1\nA 2\n", "A\t1\nB b\t2\n", `{"A": ["1", "2"], "B": ["1"]}`, "event tweet\nA 1\n", "\ufeffA 1.2e+18\r\n", `{"A": []}`, `{"A": [1]}`} {
		f.Add(s, "x 1\ny 2\ny 3\n", true)
		f.Add("A 1\nB 2\n", s, false)
	}
	dir := f.TempDir()
	in := clusterInside(dir, tasks.Inputs{Gold: []string{"gold"}, Runs: []formats.File{{Label: "r", Path: "run"}, {Label: "self", Path: "gold"}}})
	f.Fuzz(func(t *testing.T, gold, run string, byReference bool) {
		opt := tasks.Options{}
		if byReference {
			opt.Coverage = "reference"
		}
		writeFiles(t, dir, map[string]string{"gold": gold, "run": run})
		s, err := findTask(t, "evetar-events").Load(in, opt)
		if err != nil {
			return
		}
		clusterLaws(t, "evetar-events", s)
		if got := clusterMean(t, "evetar-events", s, "self", "Recall"); got != 1 {
			t.Errorf("the reference events cover %v of themselves", got)
		}
	})
}
