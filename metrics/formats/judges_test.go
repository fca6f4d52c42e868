package formats_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sigrel/metrics/formats"
)

func dumpJudges(j formats.Judges) string {
	var parts []string
	for i, name := range j.Names {
		parts = append(parts, name+": "+dumpQrels(j.Qrels[i]))
	}
	if j.Weights != nil {
		parts = append(parts, fmt.Sprint(j.Weights))
	}
	return strings.Join(parts, " | ")
}

func TestReadJudges(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		is             error
	}{
		{"tabs", "topic\tdocument\tgrade\tjudge\n1\ta\t2\tanna\n1\tb\t0\tanna\n1\ta\t1.0\tben\n", "anna: 1 a 2, 1 b 0 | ben: 1 a 1", nil},
		{"commas, other order and names", "\ufeffAssessor,when,docno,Label,qid\r\nanna,\"1,5\",a,2,1\r\nben,2,\"b,c\",-1,1\r\n", "anna: 1 a 2 | ben: 1 b,c -1", nil},
		{"not judged", "topic,doc,grade,judge\n1,a,,x\n1,a,NA,y\n1,b,-,x\n1,b,1,y\n", "x:  | y: 1 b 1", nil},
		{"weights", "topic,doc,grade,judge,weight\n1,a,1,x,2.5\n1,a,0,y,2.50\n2,a,1,x,1\n", "x: 1 a 1, 2 a 1 | y: 1 a 0 | map[1:map[a:2.5] 2:map[a:1]]", nil},
		{"several problems", "topic,doc,grade,judge\n1,a,1,x\n1,a,0,x\n1,,0.5,y\n1,b,2\n,c,1,x\n",
			"!j.csv:3:3: duplicate: judge x has document a of topic 1 on line 2 already\n" +
				"j.csv:4:3: unknown value: empty document, want its name\n" +
				"j.csv:4:4: malformed number: \"0.5\" is not an integer grade, want a whole number such as 1\n" +
				"j.csv:5: wrong number of fields: 3 fields, expected 4 as on line 1\n" +
				"j.csv:6:1: unknown value: empty topic, want its name", formats.ErrDuplicate},
		{"twice, once without a grade", "topic,doc,grade,judge\n1,a,1,x\n1,a,NA,x\n1,a,1,y\n", "!j.csv:3:3: duplicate: judge x has document a of topic 1 on line 2 already", formats.ErrDuplicate},
		{"weights that differ", "topic,doc,grade,judge,weight\n1,a,1,x,2\n1,a,0,y,3\n2,a,0,y,0\n",
			"!j.csv:3:9: unknown value: weight 3 of document a, which is 2 on line 2, want one weight of a document\n" +
				"j.csv:4:9: unknown value: weight \"0\", want a number from 1e-06 to 1e+06", formats.ErrValue},
		{"no header", "1\ta\t2\tanna\n", "!j.csv:1: bad header: no column for topic, document, grade, judge, want a first line that names topic, document, grade and judge", formats.ErrHeader},
		{"no judge", "topic\tdoc\tgrade\n1\ta\t2\n", "!j.csv:1: bad header: no column for judge, want a first line that names topic, document, grade and judge", formats.ErrHeader},
		{"two grades", "topic\tdoc\tgrade\tlabel\tjudge\n1\ta\t2\t1\tx\n", "!j.csv:1:17: bad header: column \"label\" is a second one of the grade, want one", formats.ErrHeader},
		{"one judge", "topic\tdoc\tgrade\tjudge\n1\ta\t2\tx\n", "!j.csv: unknown value: all judgments are of judge x, want two judges or more", formats.ErrValue},
		{"nothing", "topic\tdoc\tgrade\tjudge\n", "!j.csv: empty file: no judgments, want lines of \"topic document grade judge\"", formats.ErrEmpty},
		{"empty", "", "!j.csv: empty file: no judgments, want lines of \"topic document grade judge\"", formats.ErrEmpty},
	} {
		t.Run(c.name, func(t *testing.T) {
			j, err := formats.ReadJudges(strings.NewReader(c.in), "j.csv")
			if got := outcome(dumpJudges(j), err); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("%v is not %v", err, c.is)
			}
		})
	}
}

func TestReadTrecJudges(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"lines", "1 anna a 2\n1 ben a 0\n# note\n1 anna b -1\n", "anna: 1 a 2, 1 b -1 | ben: 1 a 0"},
		{"tabs", "1\tanna b\ta c\t2\n1\tben\ta c\t0\n", "anna b: 1 a c 2 | ben: 1 a c 0"},
		{"problems", "1 anna a 2\n1 anna a 1\n1 ben a x\n1 ben b\n",
			"!q:2:8: duplicate: judge anna has document a of topic 1 on line 1 already\nq:3:9: malformed number: grade \"x\", want a whole number such as 1\n" +
				"q:4: wrong number of fields: 3 fields, expected 4: topic judge document grade"},
		{"plain judgments", "1 0 a 2\n1 0 b 1\n", "!q: unknown value: all judgments are of judge 0, want two judges or more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j, warnings, err := formats.ReadTrecJudges(strings.NewReader(c.in), "q")
			if got := outcome(dumpJudges(j), err); got != c.want || warnings != nil {
				t.Errorf("got  %s, %v\nwant %s", got, warnings, c.want)
			}
		})
	}
	_, warnings, err := formats.ReadTrecJudges(strings.NewReader("topic judge docno grade\n1 a d 1\n1 b d 1\n"), "q")
	if err != nil || len(warnings) != 1 || warnings[0].Code != "header-skipped" {
		t.Errorf("got %v, %v", warnings, err)
	}
}

func FuzzReadJudges(f *testing.F) {
	f.Add("topic,doc,grade,judge,weight\n1,a,1,x,2\n1,a,0,y,2\n")
	f.Add("1 anna a 2\n1 ben a 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []func() (formats.Judges, error){
			func() (formats.Judges, error) { return formats.ReadJudges(strings.NewReader(text), "f") },
			func() (formats.Judges, error) {
				j, _, err := formats.ReadTrecJudges(strings.NewReader(text), "f")
				return j, err
			},
		} {
			j, err := read()
			if err == nil && (len(j.Names) < 2 || len(j.Names) != len(j.Qrels)) {
				t.Errorf("%q: %v", text, j)
			}
		}
	})
}

// The examples of the help are one line of a file of several judges.
func TestJudgeShapes(t *testing.T) {
	for _, s := range formats.Shapes() {
		if s.Kind != "judges" {
			continue
		}
		text := s.Example + "\n" + strings.Replace(s.Example[strings.LastIndex(s.Example, "\n")+1:], "anna", "ben", 1) + "\n"
		read := func() (formats.Judges, error) { return formats.ReadJudges(strings.NewReader(text), "f") }
		if s.Name == "trec" {
			read = func() (formats.Judges, error) {
				j, _, err := formats.ReadTrecJudges(strings.NewReader(text), "f")
				return j, err
			}
		}
		if j, err := read(); err != nil || dumpJudges(j) != "anna: T01 doc-17 2 | ben: T01 doc-17 2" {
			t.Errorf("%s: %s, %v", s.Name, dumpJudges(j), err)
		}
	}
}
