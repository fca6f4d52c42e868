package pooling

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"sigrel/metrics"
)

// toyRuns are five runs of five ranks on three topics, a letter a document, with the overlaps and grades that the values
// of the case were computed on (its README); the identifiers are ours.
var toyRuns = map[metrics.Tag][]string{
	"A": {"jklmn", "klhmn", "fklme"},
	"B": {"rspqt", "sltdr", "qkrst"},
	"C": {"fghie", "fghij", "fghij"},
	"D": {"obpqn", "opqmr", "nocdp"},
	"E": {"abcde", "abcde", "abcde"},
}

// toyGrades are the documents of each topic by grade: relevant, not relevant, pooled but not judged.
var toyGrades = [][3]string{
	{"acfhjlopr", "bgks", ""},
	{"acfhkopqst", "bgl", "m"},
	{"acfhlnqr", "bgko", ""},
}

func toy() ([]*metrics.Run, metrics.Qrels) {
	topics := []metrics.Topic{"1", "2", "3"}
	var runs []*metrics.Run
	for _, tag := range []metrics.Tag{"A", "B", "C", "D", "E"} {
		r := &metrics.Run{Tag: tag, Topics: map[metrics.Topic][]metrics.Scored{}}
		for i, docs := range toyRuns[tag] {
			r.Topics[topics[i]] = listOf(strings.Split(docs, "")...)
		}
		runs = append(runs, r)
	}
	q := metrics.Qrels{}
	for i, byGrade := range toyGrades {
		q[topics[i]] = map[metrics.Doc]metrics.Grade{}
		for k, grade := range []metrics.Grade{1, 0, -1} {
			for _, doc := range byGrade[k] {
				q[topics[i]][metrics.Doc(doc)] = grade
			}
		}
	}
	return runs, q
}

func listOf(docs ...string) []metrics.Scored {
	out := make([]metrics.Scored, len(docs))
	for i, d := range docs {
		out[i] = metrics.Scored{Doc: metrics.Doc(d), Score: float64(len(docs) - i)}
	}
	return out
}

// TestAdjustToy compares with an independent port of PoolBiasEstimators (see the README of the case).
func TestAdjustToy(t *testing.T) {
	data, err := os.ReadFile(shared(t, "cases/reliability/pool_estimators_expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases map[string]struct {
		Depth   int
		True    map[string]float64
		Pool    map[string]float64
		Webber  map[string]float64
		Lipani  map[string]float64
		V2      map[string]float64 `json:"lipani_v2"`
		Summary map[string]struct {
			MAE float64
			SRE int
			Tau float64 `json:"tau_b"`
		}
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for name, c := range cases {
		runs, q := toy()
		p, err := Build(runs, q, Options{Depth: c.Depth})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Adjust(applied(t, "P@5"), AdjustOptions{})
		if err != nil {
			t.Fatal(err)
		}
		wants := []struct {
			key    string
			method Method
			scores map[string]float64
		}{{"pool", NoCorrection, c.Pool}, {"webber", WebberPark, c.Webber}, {"lipani", Lipani, c.Lipani}, {"lipani_v2", LipaniPlain, c.V2}}
		if len(got) != len(wants) {
			t.Fatalf("%s: %d methods", name, len(got))
		}
		for i, w := range wants {
			a := got[i]
			if a.Method != w.method {
				t.Fatalf("%s: method %s, want %s", name, a.Method, w.method)
			}
			for _, x := range a.LeftOut {
				if want := w.scores[string(x.Run)]; math.Abs(x.Adjusted-want) > 1e-12 {
					t.Errorf("%s, %s, run %s: %v, want %v", name, w.key, x.Run, x.Adjusted, want)
				}
				if want := c.True[string(x.Run)]; math.Abs(*x.True-want) > 1e-12 {
					t.Errorf("%s, run %s: true %v, want %v", name, x.Run, *x.True, want)
				}
			}
			s := c.Summary[w.key]
			if math.Abs(a.Error.MeanAbsolute-s.MAE) > 1e-12 || a.Error.RankError != s.SRE || a.Error.TauB == nil || math.Abs(*a.Error.TauB-s.Tau) > 1e-12 {
				t.Errorf("%s, %s: error %+v, want %+v", name, w.key, a.Error, s)
			}
		}
	}
}

// TestReordered: other has c, a and z first; of a b c d, c moves up to 1, a stays between, z is not there.
func TestReordered(t *testing.T) {
	run := func(tag metrics.Tag, docs ...string) *metrics.Run {
		return &metrics.Run{Tag: tag, Topics: map[metrics.Topic][]metrics.Scored{"1": listOf(docs...)}}
	}
	for _, c := range []struct {
		list, other, want string
	}{
		{"a b c d", "c a z", "c b a d"}, // c up to 1; a down to 2, behind b, which stays there; d stays at 4
		{"a b c d", "a b c d", "a b c d"},
		{"a b c d", "x y", "a b c d"},
		{"a b c", "x x2 x3 x4 a", "b c a"}, // a goes down to 5, and the others close up
	} {
		runs := []*metrics.Run{run("l", strings.Fields(c.list)...), run("o", strings.Fields(c.other)...)}
		lists, places := numbered(runs, "1")
		docs := strings.Fields(c.list)
		var got []string
		for _, rank := range reordered(lists[0], places[0], lists[1], places[1], len(docs)) {
			got = append(got, docs[rank-1])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s by %s: %v, want %s", c.list, c.other, got, c.want)
		}
	}
}
