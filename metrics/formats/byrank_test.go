package formats_test

import (
	"errors"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

func TestByRank(t *testing.T) {
	const in = "1 Q0 a 3 9 r\n2 Q0 a 07 1 r\n1 Q0 b 1 9 r\n1 Q0 c 2 5 r\n2 Q0 b 0 1 r\n2 Q0 c 2147483647 8 r\n"
	run, warnings, err := parseRun(in, formats.RunOptions{Order: metrics.OrderRank})
	const want = "r | 1: b=9#1/3 c=5#2/4 a=9#3/1 | 2: b=1#0/5 a=1#7/2 c=8#2147483647/6"
	if err != nil || len(warnings) > 0 || dump(run) != want {
		t.Fatalf("got %s, %v, %v, want %s", dump(run), warnings, err, want)
	}
	// Only b is relevant, so RR is 1 over its rank among the run's documents: 1 by rank; by score it stands behind a or c.
	qrels := metrics.Qrels{"1": {"b": 1}, "2": {"b": 1}}
	if got := value(t, qrels, run, 1, "RR 1"); got != 1 {
		t.Errorf("RR on topic 1 is %v, want 1", got)
	}
	if got := value(t, qrels, run, 1, "RR 2"); got != 1 {
		t.Errorf("RR on topic 2 is %v, want 1", got)
	}
	if got := metrics.CheckRun(run, nil); got != nil {
		t.Errorf("got %v, want no warning: neither tied nor contradicting scores matter", got)
	}
	run, _, err = parseRun("1 Q0 a 3 9 r\n1 Q0 b 2 8 r\n1 Q0 a 1 7 r\n", formats.RunOptions{Order: metrics.OrderRank, KeepFirst: true})
	if want := "r | 1: a=7#1/3 b=8#2/2"; err != nil || dump(run) != want {
		t.Errorf("got %s, %v, want the better-ranked a: %s", dump(run), err, want)
	}
}

func TestByRankProblems(t *testing.T) {
	const whole = ", want a whole number from 0 to 2147483647"
	for _, c := range []struct {
		name, in, want string
		is             error
	}{
		{"word", "1 Q0 a x 3 r\n", `a.txt:1:8: malformed number: rank "x"` + whole, formats.ErrNumber},
		{"negative", "1 Q0 a -1 3 r\n", `a.txt:1:8: malformed number: rank "-1"` + whole, formats.ErrNumber},
		{"fraction", "1 Q0 a 1.5 3 r\n", `a.txt:1:8: malformed number: rank "1.5"` + whole, formats.ErrNumber},
		{"decimal", "1 Q0 a 1.0 3 r\n", `a.txt:1:8: malformed number: rank "1.0"` + whole, formats.ErrNumber},
		{"too great", "1 Q0 a 1 3 r\n1\tQ0  b 2147483648 3 r\n", `a.txt:2:9: malformed number: rank "2147483648"` + whole, formats.ErrNumber},
		{"twenty digits", "1 Q0 a 18446744073709551617 3 r\n", `a.txt:1:8: malformed number: rank "18446744073709551617"` + whole, formats.ErrNumber},
		{"twice", "1 Q0 a 1 9 r\n2 Q0 b 1 9 r\n1 Q0 c 2 8 r\n1 Q0 d 1 7 r\n1 Q0 e 2 6 r\n", "a.txt:4: duplicate: topic 1 has rank 1 on line 1 already\na.txt:5: duplicate: topic 1 has rank 2 on line 3 already", formats.ErrDuplicate},
		{"rank and score", "1 Q0 a - nan r\n", `a.txt:1:8: malformed number: rank "-"` + whole + "\n" + `a.txt:1:10: malformed number: "nan", want a finite number`, formats.ErrNumber},
		{"all at once", "1 Q0 a 1 9 r\n1 Q0 b 1 8 r\n1 Q0 c 1e3 7 r\n", "a.txt:2: duplicate: topic 1 has rank 1 on line 1 already\n" + `a.txt:3:8: malformed number: rank "1e3"` + whole, formats.ErrNumber},
	} {
		t.Run(c.name, func(t *testing.T) {
			run, _, err := parseRun(c.in, formats.RunOptions{Order: metrics.OrderRank})
			if err == nil || err.Error() != c.want || !errors.Is(err, c.is) {
				t.Errorf("got %s, error\n%v\nwant\n%s", dump(run), err, c.want)
			}
			if strings.Contains(c.in, "nan") {
				return
			}
			if _, _, err := parseRun(c.in, formats.RunOptions{}); err != nil {
				t.Errorf("got error %v, want none where scores decide", err)
			}
		})
	}
}
