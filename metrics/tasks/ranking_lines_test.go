package tasks

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// The two ways to write a number, against the expressions that define them.
func TestRankingNumber(t *testing.T) {
	for s, want := range map[string][2]bool{
		"5": {true, false}, "0.5": {true, false}, ".5": {true, false}, "-0.5": {true, false}, "+.5": {true, false}, "٠.٥": {true, false}, "007": {true, false},
		"-5": {false, true}, "+5": {false, true}, "1e5": {false, true}, "1E-05": {false, true}, "-.5e+3": {false, true},
		"": {}, ".": {}, "-": {}, "-.": {}, "5.": {}, "5.e3": {}, "--5": {}, "+-.5": {}, "1e": {}, "1e+": {}, "e5": {}, "1e5.5": {}, "0,5": {}, "0x5": {}, "5 ": {}, "1_0": {}, "½": {}, "inf": {}, "NaN": {},
	} {
		if plain, other := rankingNumber(s); plain != want[0] || other != want[1] {
			t.Errorf("%q: %v, %v, want %v", s, plain, other, want)
		}
	}
	if got := rankingDigits("-۱٢३.𝟬"); got != "-123.0" {
		t.Errorf("digits %q", got)
	}
	for v, want := range map[float64]string{0: "0.0", math.Copysign(0, -1): "0.0", -1: "-1.0", 1e-7: "0.0000001", 1e22: "10000000000000000000000.0", .1: "0.1"} {
		if got := rankingDecimal(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

// Whatever a text holds: no reader of lines panics, every problem has a place in the file, a line that is read has a finite
// score, and strict reads nothing that is not read by default.
func FuzzRankingLines(f *testing.F) {
	for _, s := range []string{"1\t0.5\n2\t1e-5\n", "\ufeff1\t-1\t\r\n\n", "3\t٠.٥\n1\t5.\n2 .5", "t\t1234567890123456789\t.5\tr\nt\t1.23e+18\t1\tr\n", "a\t1\tx\t0.5\tr\na\t2\ty\t0.5\tr\n \n",
		"t Q0 d 1 -5 r\n#\nt\t0\td\t2\t1\tr", "topic Q0 doc rank score tag\n", "1\ta\tb\t2\n2\ta\tb\t1\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		docs := make(map[bool][]int)
		for _, strict := range []bool{false, true} {
			file := func() *rankingFile { return &rankingFile{path: "f", strict: strict} }
			scores := &ctScores{rankingFile: file()}
			scores.names = "line_number score"
			scores.read(text)
			rankingSound(t, scores.rankingFile, text, scores.docs)
			docs[strict] = append(docs[strict], len(scores.problems.List))
			for _, c := range []rankingColumns{
				{"topic_id tweet_id score run_id", -1, -1, 1, 2, 3}, {"topicID rank tweetID score runID", 0, 1, 2, 3, 4}, {"claimID Q0 snippetID rank score runID", 0, 3, 2, 4, 5},
			} {
				g := file()
				g.blanks = c.topic == 0 && c.rank == 3
				table := g.table(text, c, metrics.OrderTrecEval, nil)
				for _, topic := range table.topics {
					rankingSound(t, g, text, table.docs[topic])
				}
				docs[strict] = append(docs[strict], len(g.problems.List))
			}
			labels := &ctLabels{rankingFile: &rankingFile{path: "f", names: "line_number speaker text label", gold: true, strict: strict}}
			labels.debate(text)
			rankingSound(t, labels.rankingFile, text, nil)
			g := file()
			if !g.trecHeader(text) {
				g.checkVerified(text)
			}
			l := newRankingLoad(Inputs{}, Options{Strict: strict}, metrics.OrderTrecEval, 0)
			l.readTrec(formats.File{Path: "f"}, g, text)
			rankingSound(t, g, text, nil)
			docs[strict] = append(docs[strict], len(g.problems.List))
			(&ctArabic{l}).readTweets(&rankingFile{path: "f", gold: true}, text)
			(&ctEnglish{rankingLoad: l}).readTweets(&rankingFile{path: "f", gold: true}, text)
			(&evidenceLoad{l}).readClaims(&rankingFile{path: "f", gold: true}, text)
		}
		for i, n := range docs[false] {
			if n > 0 && docs[true][i] == 0 {
				t.Errorf("reader %d: strict takes what is refused by default", i)
			}
		}
	})
}

// rankingSound makes sure that places lie in the file and scores are numbers.
func rankingSound(t *testing.T, f *rankingFile, text string, docs []metrics.Scored) {
	t.Helper()
	lines := strings.Count(text, "\n") + 2
	for _, p := range f.problems.List {
		if p.File != "f" || p.Line < 0 || p.Line > lines || p.Column < 0 || p.Column > len(text)+1 || p.Err == nil {
			t.Errorf("%q: a problem at line %d, column %d: %v", text, p.Line, p.Column, p.Err)
		}
	}
	for _, d := range docs {
		if math.IsNaN(d.Score) || math.IsInf(d.Score, 0) || d.Line < 1 || int(d.Line) > lines {
			t.Errorf("%q: %v", text, d)
		}
		if again, err := strconv.ParseFloat(rankingDecimal(d.Score), 64); err != nil || again != d.Score {
			t.Errorf("score %v is written %s", d.Score, rankingDecimal(d.Score))
		}
	}
}
