package tasks_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// The expected score of a random order is the mean over all orders: here over all sets of ranks that the relevant documents
// can have, each of which stands for as many orders. Each is scored from the definitions.
func TestRandomReference(t *testing.T) {
	const most = 9
	for n := 1; n <= most; n++ {
		for r := 0; r <= n; r++ {
			sums, count := make(map[string]float64), 0.0
			for set := range 1 << n {
				relevant, total := make([]bool, n), 0
				for i := range n {
					relevant[i] = set>>i&1 == 1
					if relevant[i] {
						total++
					}
				}
				if total != r {
					continue
				}
				count++
				for name, v := range naiveScores(relevant, r) {
					sums[name] += v
				}
				for k := 1; k <= most+1; k++ {
					ap, rr, hits := 0.0, 0.0, 0.0
					for i := 0; i < min(k, n); i++ {
						if relevant[i] {
							hits++
							ap += hits / float64(i+1) / float64(r)
							if rr == 0 {
								rr = 1 / float64(i+1)
							}
						}
					}
					sums[fmt.Sprintf("AP@%d", k)] += ap
					sums[fmt.Sprintf("RR@%d", k)] += rr
				}
			}
			ref := randomReference(t, n, r)
			for name, sum := range sums {
				got, ok := ref.Score(name, "t")
				if want := sum / count; !ok || math.Abs(got-want) > 1e-12 {
					t.Errorf("n %d, r %d: %s is %v, %v, want %v", n, r, name, got, ok, want)
				}
			}
		}
	}
}

// randomReference is the reference for a topic of n documents, r of them relevant.
func randomReference(t *testing.T, n, r int) tasks.Reference {
	t.Helper()
	var gold strings.Builder
	for i := range n {
		label := 0
		if i >= n-r {
			label = 1
		}
		fmt.Fprintf(&gold, "t,%d,%d\n", i, label)
	}
	inFolder(t, map[string]string{"gold.csv": gold.String(), "r": "t\t1\t0\t1\tr\n"})
	s := mustLoad(t, "checkthat20-ar", rankingInputs("gold.csv", "r"), tasks.Options{})
	if len(s.References) != 1 || s.References[0].Name != "random" || s.References[0].Doc == "" {
		t.Fatalf("references %v, want one called random", s.References)
	}
	return s.References[0]
}

// What is not known is said to be so, and only tasks whose runs rank all that is judged have a reference.
func TestRandomReferenceUnknown(t *testing.T) {
	ref := randomReference(t, 4, 2)
	for _, c := range []struct{ measure, topic string }{{"nDCG", "t"}, {"AP", "u"}, {"P(rel=2)@5", "t"}, {"P(unj=1)@5", "t"}, {"nonsense", "t"}} {
		if v, ok := ref.Score(c.measure, metrics.Topic(c.topic)); ok {
			t.Errorf("%s of topic %s is %v, want it not known", c.measure, c.topic, v)
		}
	}
	for _, task := range []string{"checkthat18", "checkthat20-en"} {
		inFolder(t, map[string]string{"t.tsv": ctGold(1000, 1, 2, 3), "r": ctRun(1000)})
		if task == "checkthat20-en" {
			inFolder(t, map[string]string{"t.tsv": strings.ReplaceAll(ctTweets(1000, 1, 2, 3), "flood", "t"), "r": strings.Join(ctTweetRun(1000), "")})
		}
		s := mustLoad(t, task, rankingInputs("t.tsv", "r"), tasks.Options{})
		for measure, want := range map[string]float64{"P@10": .003, "Rprec": .003} {
			if got, ok := s.References[0].Score(measure, "t"); !ok || math.Abs(got-want) > 1e-15 {
				t.Errorf("%s: %s is %v, want %v", task, measure, got, want)
			}
		}
	}
	for _, task := range []string{"checkthat20-verified", "checkthat20-evidence", "evetar-adhoc"} {
		inFolder(t, map[string]string{"q": "1 0 a 1\n", "r": "1 Q0 a 1 1 r\n"})
		if s := mustLoad(t, task, rankingQrels("q", "r"), tasks.Options{}); s.References != nil {
			t.Errorf("%s has references although its runs need not rank all that is judged", task)
		}
	}
}
