package metrics_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
)

func byTag(r *metrics.Run) string  { return string(r.Tag) }
func byTeam(r *metrics.Run) string { return string(r.Team) }

// teamRuns are four runs of three teams.
func teamRuns() []*metrics.Run {
	runs := []*metrics.Run{
		runOf("two", metrics.OrderScore, "p:1 q:2 r:3"),
		runOf("one", metrics.OrderScore, "p:3 q:0 r:2"),
		runOf("three", metrics.OrderScore, "p:7 q:8 s:1"),
		runOf("four", metrics.OrderScore, "r:4 p:1"),
	}
	for i, team := range []metrics.Team{"west", "east", "west", "north"} {
		runs[i].Team = team
	}
	return runs
}

func TestAblate(t *testing.T) {
	runs := teamRuns()
	two, one, three, four := runs[0], runs[1], runs[2], runs[3]
	type left struct {
		unit      string
		out, rest []*metrics.Run
	}
	for _, test := range []struct {
		name string
		unit func(*metrics.Run) string
		want []left
	}{
		{"run", byTag, []left{
			{"two", []*metrics.Run{two}, []*metrics.Run{one, three, four}},
			{"one", []*metrics.Run{one}, []*metrics.Run{two, three, four}},
			{"three", []*metrics.Run{three}, []*metrics.Run{two, one, four}},
			{"four", []*metrics.Run{four}, []*metrics.Run{two, one, three}},
		}},
		{"team", byTeam, []left{
			{"west", []*metrics.Run{two, three}, []*metrics.Run{one, four}},
			{"east", []*metrics.Run{one}, []*metrics.Run{two, three, four}},
			{"north", []*metrics.Run{four}, []*metrics.Run{two, one, three}},
		}},
	} {
		for _, f := range metrics.Fusions() {
			opt := metrics.FuseOptions{K: 3, Limit: 3}
			got, err := f.Ablate(runs, test.unit, opt)
			if err != nil {
				t.Fatal(err)
			}
			var want []metrics.Ablated
			for _, l := range test.want {
				fused, err := f.Fuse(l.rest, metrics.Tag("without-"+l.unit), opt)
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, metrics.Ablated{Unit: l.unit, Runs: l.out, Fused: fused})
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s by %s (-want +got):\n%s", f.Name, test.name, diff)
			}
		}
	}
}

// By hand; runs in the order of trec_eval, where equal scores go by descending identifier.
func TestAblateByHand(t *testing.T) {
	runs := []*metrics.Run{
		runOf("a", metrics.OrderTrecEval, "x:9 y:1"),
		runOf("b", metrics.OrderTrecEval, "z:4 y:3 x:2"),
		runOf("c", metrics.OrderTrecEval, "y:3 z:2 x:1"),
	}
	got, err := fusion(t, "combsum").Ablate(runs, byTag, metrics.FuseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"z y x", // b and c: z 1 + ½, y ½ + 1, x 0 + 0
		"y x z", // a and c: y 0 + 1, x 1 + 0, z ½
		"z x y", // a and b: z 1, x 1 + 0, y 0 + ½
	} {
		if docs := docsOf(got[i].Fused.Topics["1"]); docs != want {
			t.Errorf("without %s: %s, want %s", got[i].Unit, docs, want)
		}
	}
}

func TestAblateErrors(t *testing.T) {
	runs := teamRuns()
	noTeam := teamRuns()
	noTeam[1].Team, noTeam[3].Team = "", ""
	mixed := teamRuns()
	mixed[2].Order = metrics.OrderRank
	for _, test := range []struct {
		name string
		runs []*metrics.Run
		unit func(*metrics.Run) string
		want []string
	}{
		{"no runs", nil, byTag, []string{"no runs"}},
		{"one run", runs[:1], byTag, []string{`"two"`, "want at least 2 units"}},
		{"one team", []*metrics.Run{runs[0], runs[2]}, byTeam, []string{`"west"`, "want at least 2 units"}},
		{"no team", noTeam, byTeam, []string{`run "one" belongs to no unit`, `run "four" belongs to no unit`}},
		{"orders", mixed, byTag, []string{`run "three" has order "rank"`}},
	} {
		got, err := fusion(t, "rrf").Ablate(test.runs, test.unit, metrics.FuseOptions{})
		if got != nil || err == nil {
			t.Errorf("%s: got %v, %v; want an error", test.name, got, err)
			continue
		}
		for _, want := range test.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %q, want %q in it", test.name, err, want)
			}
		}
	}
}
