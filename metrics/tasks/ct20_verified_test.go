package tasks_test

import (
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

const (
	verifiedQrels = "t1 0 c1 1\nt1 0 c2 1\nt2 0 c3 1\nt3 0 c4 1\n"
	verifiedRun   = "t1\tQ0\tc9\t1\t3\tr\nt1\tQ0\tc2\t1\t2.5\tr\nt1\tQ0\tc1\t1\t-1\tr\nt2\tQ0\tc3\t1\t1\tr\nt2\tQ0\tc8\t1\t1\tr\n"
)

func TestCheckthat20VerifiedByHand(t *testing.T) {
	inFolder(t, map[string]string{"q": verifiedQrels, "r": verifiedRun, "x": "t1\tQ0\tc1\t1\t2\tx\n"})
	// t1: ranks 2 and 3; t2: c8 is above c3, whose score is the same; t3 is left out.
	t1, t2 := (1./2+2./3)/2, 1./2
	s := mustLoad(t, "checkthat20-verified", rankingQrels("q", "r", "x"), tasks.Options{Strict: true})
	scores := rankingScores(t, s, "AP@5", "P@3")
	rankingNear(t, "mean", map[string]float64{"AP@5": (t1 + t2) / 3, "P@3": (2./3 + 1./3) / 3}, scores[0]["mean"])
	if s.Complete || s.Weights != nil {
		t.Error("want no weights, and judgments that are not complete")
	}
	s = mustLoad(t, "checkthat20-verified", rankingQrels("q", "r", "x"), tasks.Options{Quirks: true})
	for topic, want := range map[metrics.Topic][2]float64{"t1": {1, 1}, "t2": {1, 0}, "t3": {0, 0}} {
		if got := [2]float64{s.Weights(0, topic), s.Weights(1, topic)}; got != want {
			t.Errorf("weights of %s: %v, want %v", topic, got, want)
		}
	}
	// By line, c3 is above c8.
	order := metrics.OrderScore
	s = mustLoad(t, "checkthat20-verified", rankingQrels("q", "r", "y=x"), tasks.Options{Order: &order})
	rankingNear(t, "by line", map[string]float64{"AP@5": 1}, rankingScores(t, s, "AP@5")[0]["t2"])
	if s.Runs[1].Tag != "y" {
		t.Errorf("tag %q, want y", s.Runs[1].Tag)
	}
	out := findTask(t, "checkthat20-verified").Write(s.Runs[0])
	if want := strings.NewReplacer("\t3\t", "\t3.0\t", "\t-1\t", "\t-1.0\t", "\t1\tr", "\t1.0\tr").Replace(verifiedRun); len(out) != 1 || string(out[0].Data) != want {
		t.Errorf("written %q, want %q", out[0].Data, want)
	}
}

// What is wrong with a run: by default, and strictly where that differs. A dash stands for no problem.
func TestCheckthat20VerifiedRefused(t *testing.T) {
	edit := func(old, new string) string { return strings.Replace(verifiedRun, old, new, 1) }
	for _, c := range []struct{ name, run, want, strict, warning string }{
		{"blanks", edit("\tQ0\tc9\t1\t", " Q0 c9 1 "), "-", "r:1: against the rules of the task: 2 fields, expected 6 separated by tabs: tweet_id Q0 vclaim_id 1 score tag",
			"lenient-format: r:1: against the rules of the task: 2 fields, expected 6 separated by tabs: tweet_id Q0 vclaim_id 1 score tag; read all the same"},
		{"columns", edit("\t-1", ""), "r:3: wrong number of fields: 5 fields, expected 6: topic Q0 document rank score tag",
			"r:3: against the rules of the task: 5 fields, expected 6 separated by tabs: tweet_id Q0 vclaim_id 1 score tag", ""},
		{"Q0", edit("Q0", "0"), "-", `r:1:4: against the rules of the task: second field "0", want Q0`,
			`lenient-format: r:1:4: against the rules of the task: second field "0", want Q0; read all the same`},
		{"rank", edit("\t1\t3", "\t0\t3"), "-", `r:1:10: against the rules of the task: rank "0", want 1`,
			`lenient-format: r:1:10: against the rules of the task: rank "0", want 1; read all the same`},
		{"exponent", edit("2.5", "2.5e0"), "-", `r:2:12: against the rules of the task: score "2.5e0", want a number such as 5, -5 or 0.5`,
			`lenient-format: r:2:12: against the rules of the task: score "2.5e0", want a number such as 5, -5 or 0.5; read all the same`},
		{"sign", edit("2.5", "+2.5"), "-", `r:2:12: against the rules of the task: score "+2.5", want a number such as 5, -5 or 0.5`, ""},
		{"point first", edit("2.5", ".5"), "-", `r:2:12: against the rules of the task: score ".5", want a number such as 5, -5 or 0.5`, ""},
		{"point last", edit("2.5", "2."), "-", `r:2:12: against the rules of the task: score "2.", want a number such as 5, -5 or 0.5`, ""},
		{"nan", edit("2.5", "nan"), `r:2:12: malformed number: "nan", want a finite number`, `r:2:12: against the rules of the task: score "nan", want a number such as 5, -5 or 0.5`, ""},
		{"twice", edit("c2", "c9"), "r:2: duplicate: topic t1 has document c9 on line 1 already", "", ""},
		{"blank line", verifiedRun + "\n", "-", "r:6: against the rules of the task: a blank line, want none", "lenient-format: r:6: against the rules of the task: a blank line, want none; read all the same"},
		{"header", "tweet\tQ0\tclaim\trank\tscore\ttag\n" + verifiedRun, `r:1: bad header: "tweet\tQ0\tclaim\trank\tscore\ttag", want data only: remove the header line`, "", ""},
		{"header with blanks", "tweet Q0 claim rank score tag\n" + verifiedRun, `r:1: bad header: "tweet Q0 claim rank score tag", want data only: remove the header line`, "", ""},
		{"tags", edit("\tr\n", "\ts\n"), `r:2: mixed tags: tag "r", but line 1 has "s": want one tag a file`, "", ""},
		{"empty", "", `r: empty file: no result lines, want lines of "topic Q0 document rank score tag"`, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t, map[string]string{"q": verifiedQrels, "r": c.run})
			rankingTries(t, "checkthat20-verified", rankingQrels("q", "r"), tasks.Options{}, c.want, c.strict, c.warning)
		})
	}
	// In the order of lines, whoever found it.
	inFolder(t, map[string]string{"q": verifiedQrels, "r": "t1\tQ0\tc1\t1\tnan\tr\nt1\tQ0\tc2\t2\t1\tr\nt2\tQ0\tc1\t1\t1\ts\nt2\tQ\tc2\t1\t1\tr\n"})
	mustRefuse(t, "checkthat20-verified", rankingQrels("q", "r"), tasks.Options{Strict: true},
		`r:1:12: against the rules of the task: score "nan", want a number such as 5, -5 or 0.5`,
		`r:2:10: against the rules of the task: rank "2", want 1`,
		`r:3: mixed tags: tag "s", but line 2 has "r": want one tag a file`,
		`r:4:4: against the rules of the task: second field "Q", want Q0`)
	inFolder(t, map[string]string{"q": "t1 0 c1 x\n", "r": verifiedRun})
	mustRefuse(t, "checkthat20-verified", tasks.Inputs{Qrels: "q", Gold: []string{"g"}}, tasks.Options{},
		`q:1:9: malformed number: grade "x", want a whole number such as 1`, "g: a gold file, want judgments in the TREC format (--qrels)")
	mustRefuse(t, "checkthat20-verified", rankingQrels("none", "none"), tasks.Options{},
		"none: cannot open: no such file or directory", "none: cannot open: no such file or directory")
}
