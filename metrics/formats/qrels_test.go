package formats_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

func TestReadQrels(t *testing.T) {
	in := "\ufefftopic iter doc rel\r\n# judged twice\r\n1 0 a 1\r\n2\t0\tb\t-1\r\n\r\n1 Q0 c 2.0\n1 0 d 001\n2 x e +1\n2 0 f -0\n"
	qrels, warnings, err := formats.ReadQrels(strings.NewReader(in), "q.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := metrics.Qrels{"1": {"a": 1, "c": 2, "d": 1}, "2": {"b": -1, "e": 1, "f": 0}}
	if diff := cmp.Diff(want, qrels); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(warnings) != 1 || warnings[0].Code != "header-skipped" || !strings.HasPrefix(warnings[0].Text, "q.txt:1: ") {
		t.Errorf("warnings %v", warnings)
	}
}

// A topic that is there without documents is judged: nothing is relevant to it.
func TestReadEmptyTopic(t *testing.T) {
	qrels, _, err := formats.ReadQrels(strings.NewReader(`{"0": {}, "1": {"a": 1}, "2": {}}`), "q.json")
	want := metrics.Qrels{"0": {}, "1": {"a": 1}, "2": {}}
	if diff := cmp.Diff(want, qrels); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if diff := cmp.Diff([]metrics.Topic{"0", "1", "2"}, qrels.Gold(1).Topics()); diff != "" {
		t.Errorf("topics (-want +got):\n%s", diff)
	}
	if _, _, err := formats.ReadQrels(strings.NewReader(`{"0": {}}`), "q.json"); !errors.Is(err, formats.ErrEmpty) {
		t.Errorf("no judgment at all: %v", err)
	}
}

func TestReadQrelsProblems(t *testing.T) {
	const headless = `wrong number of fields: three fields without a header line: want "query-id corpus-id score" above`
	for _, c := range []struct {
		in, want string
		is       error
	}{
		{"1 0 a\n", "q.txt:1: wrong number of fields: 3 fields, expected 4: topic 0 document grade", formats.ErrFields},
		{"1\n", "q.txt:1: wrong number of fields: 1 field, expected 4: topic 0 document grade", formats.ErrFields},
		{"# BEIR\n\nq 1\t1\t1\n" + strings.Repeat("q 2\td\t1\n", 200), `q.txt:3: ` + headless, formats.ErrFields},
		{"q d 1\nq e\nq f 0\n", "q.txt:1: " + headless, formats.ErrFields},
		{"q d 1\n1 0 a 1\n", "q.txt:1: wrong number of fields: 3 fields, expected 4: topic 0 document grade", formats.ErrFields},
		{"1 0 a 1\nq d 1\n", "q.txt:2: wrong number of fields: 3 fields, expected 4: topic 0 document grade", formats.ErrFields},
		{"1 0 a 1 x\n", "q.txt:1: wrong number of fields: 5 fields, expected 4: topic 0 document grade", formats.ErrFields},
		{"1 0 a 1.9\n", `q.txt:1:7: malformed number: "1.9" is not an integer grade, want a whole number such as 1`, formats.ErrNumber},
		{"1 0 a 1e2\n", `q.txt:1:7: malformed number: "1e2" is not an integer grade, want a whole number such as 1`, formats.ErrNumber},
		{"1 0 a 3x\n", `q.txt:1:7: malformed number: grade "3x", want a whole number such as 1`, formats.ErrNumber},
		{"1 0 a abc\n", `q.txt:1:7: malformed number: grade "abc", want a whole number such as 1`, formats.ErrNumber},
		{"1 0 a 1.\n", `q.txt:1:7: malformed number: "1." is not an integer grade, want a whole number such as 1`, formats.ErrNumber},
		{"1 0 a 99999999999\n", `q.txt:1:7: malformed number: grade "99999999999" is out of range, want -2147483648 to 2147483647`, formats.ErrNumber},
		{"1 0 a 1\n2 0 a 1\n1 0 a 0\n", "q.txt:3: duplicate: topic 1 has document a on line 1 already", formats.ErrDuplicate},
		{"\n", `q.txt: empty file: no judgments, want lines of "topic 0 document grade"`, formats.ErrEmpty},
	} {
		_, _, err := formats.ReadQrels(strings.NewReader(c.in), "q.txt")
		if err == nil || err.Error() != c.want || !errors.Is(err, c.is) {
			t.Errorf("%q: got error\n%v\nwant\n%s", c.in, err, c.want)
		}
	}
}
