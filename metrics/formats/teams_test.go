package formats_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics/formats"
)

func TestReadTeams(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []formats.Entry
	}{
		{"r1\tA\nr2\tB\tbaseline\r\n# note\n\n", []formats.Entry{{Run: "r1", Team: "A"}, {Run: "r2", Team: "B", Type: "baseline"}}},
		{"run\tmodel\tteam\nr1\tYes\tA\nr2\tfamily\tA\nr3\t\tA\nr4\tno\tB\n", []formats.Entry{
			{Run: "r1", Team: "A", Model: "yes"}, {Run: "r2", Team: "A", Model: "family"}, {Run: "r3", Team: "A"}, {Run: "r4", Team: "B", Model: "no"}}},
		{"\ufeffTeam\tRun\tlabel\tpooled\ttype\nفريق\tr 1\tRun one\tno\tPrimary\nB\tr2\t\tyes\t\n", []formats.Entry{
			{Run: "r 1", Team: "فريق", Type: "primary", Unpooled: true, Label: "Run one"}, {Run: "r2", Team: "B"}}},
		{"run\tteam\tkind\nr1\tA\tBM25, tuned\nr2\tA\t\n", []formats.Entry{{Run: "r1", Team: "A", Kind: "BM25, tuned"}, {Run: "r2", Team: "A"}}},
	} {
		got, err := formats.ReadTeams(strings.NewReader(c.in), "teams.tsv")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestReadTeamsProblems(t *testing.T) {
	for _, c := range []struct {
		in, want string
		is       error
	}{
		{"", "teams.tsv: empty file: no teams, want lines of run, TAB, team", formats.ErrEmpty},
		{"run\tteam\n", "teams.tsv: empty file: no teams, want lines of run, TAB, team", formats.ErrEmpty},
		{"r1 A\n", "teams.tsv:1: wrong number of fields: 1 field, expected 2 or 3: run, team, type, separated by single tabs, but this line has blanks between them", formats.ErrFields},
		{"# ours\nrun,team,type\nr1,A,late\nr2,B,late\n", "teams.tsv:2: wrong number of fields: 1 field, expected 2 or 3: run, team, type, separated by single tabs, but this line has commas between them", formats.ErrFields},
		{"r1;A\nr2;B\n", "teams.tsv:1: wrong number of fields: 1 field, expected 2 or 3: run, team, type, separated by single tabs, but this line has semicolons between them", formats.ErrFields},
		{"r1\nr2\n", "teams.tsv:1: wrong number of fields: 1 field, expected 2 or 3: run, team, type, separated by single tabs", formats.ErrFields},
		{"r1,A\nr2\tB\nr3\n", "teams.tsv:1: wrong number of fields: 1 field, expected 2 or 3: run, team, type, separated by single tabs, but this line has commas between them\n" +
			"teams.tsv:3: wrong number of fields: 1 field, expected 2 or 3: run, team, type, separated by single tabs", formats.ErrFields},
		{"run\tteam\ttype\nr1\tA\n", "teams.tsv:2: wrong number of fields: 2 fields, expected 3 as on line 1, separated by single tabs", formats.ErrFields},
		{"r1\tA\nr1\tB\n", "teams.tsv:2: duplicate: run r1 is on line 1 already", formats.ErrDuplicate},
		{"r1\tA\tfirst\n", `teams.tsv:1:6: unknown value: type "first", want one of primary, contrastive, manual, automatic, baseline, late`, formats.ErrValue},
		{"r1\t\n", "teams.tsv:1:4: unknown value: empty team, want its name", formats.ErrValue},
		{"run\tteam\tmodel\nr1\tA\tgpt\n", `teams.tsv:2:6: unknown value: model "gpt", want one of yes, family, no`, formats.ErrValue},
		{"run\tteam\tpooled\nr1\tA\tperhaps\n", `teams.tsv:2:6: unknown value: pooled "perhaps", want yes or no`, formats.ErrValue},
		{"run\tteam\tcountry\nr1\tA\tX\n", `teams.tsv:1:10: unknown value: column "country", want run, team, type, kind, pooled, label, model, each once`, formats.ErrValue},
		{"run\tteam\tcountry\nr1\tA\tX\nr1\tB\tX\n", `teams.tsv:1:10: unknown value: column "country", want run, team, type, kind, pooled, label, model, each once` + "\nteams.tsv:3: duplicate: run r1 is on line 2 already", formats.ErrDuplicate},
	} {
		_, err := formats.ReadTeams(strings.NewReader(c.in), "teams.tsv")
		if err == nil || err.Error() != c.want || !errors.Is(err, c.is) {
			t.Errorf("%q: got error\n%v\nwant\n%s", c.in, err, c.want)
		}
	}
}
