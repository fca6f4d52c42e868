package formats_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// parseRun reads a run from a string, as file a.txt.
func parseRun(text string, opt formats.RunOptions) (*metrics.Run, []metrics.Warning, error) {
	return formats.Formats()[0].Read(strings.NewReader(text), "a.txt", opt)
}

// dump shows a run in one line: tag, then topics with their documents, best first.
func dump(run *metrics.Run) string {
	if run == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(string(run.Tag))
	var topics []metrics.Topic
	for t := range run.Topics {
		topics = append(topics, t)
	}
	slices.Sort(topics)
	for _, t := range topics {
		fmt.Fprintf(&b, " | %s:", t)
		for _, d := range run.Topics[t] {
			fmt.Fprintf(&b, " %s=%v#%d/%d", d.Doc, d.Score, d.Rank, d.Line)
		}
	}
	return b.String()
}

func TestReadRun(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"blanks", "1 Q0 d1 1 2.5 r\n1 Q0 d2 2 1.5 r\n", "r | 1: d1=2.5#1/1 d2=1.5#2/2"},
		{"tabs", "1\tQ0\td1\t1\t2.5\tr\n", "r | 1: d1=2.5#1/1"},
		{"mixed blanks, no final newline", "  1\t Q0 d1   1 2.5 r \t", "r | 1: d1=2.5#1/1"},
		{"CRLF", "1 Q0 d1 1 2.5 r\r\n1 Q0 d2 2 1.5 r\r\n", "r | 1: d1=2.5#1/1 d2=1.5#2/2"},
		{"byte order mark", "\ufeff1 Q0 d1 1 2.5 r\n", "r | 1: d1=2.5#1/1"},
		{"blank lines", "\n \t\n1 Q0 d1 1 2.5 r\n\r\n", "r | 1: d1=2.5#1/3"},
		{"comment", "# made by hand\n1 Q0 d1 1 2.5 r\n#\n", "r | 1: d1=2.5#1/2"},
		{"topic with a hash", "#1 Q0 d1 1 2.5 r\n", "r | #1: d1=2.5#1/1"},
		{"ordered by score, then identifier", "1 Q0 a 1 1 r\n1 Q0 c 2 1 r\n1 Q0 b 3 2 r\n", "r | 1: b=2#3/3 c=1#2/2 a=1#1/1"},
		{"topics that come back", "1 Q0 a 1 3 r\n2 Q0 a 1 9 r\n1 Q0 b 2 2 r\n2 Q0 b 2 8 r\n1 Q0 c 3 4 r\n", "r | 1: c=4#3/5 a=3#1/1 b=2#2/3 | 2: a=9#1/2 b=8#2/4"},
		{"identifiers are opaque", "01 Q0 1.0 1 3 r\n1 Q0 NA 1 2 r\n", "r | 01: 1.0=3#1/1 | 1: NA=2#1/2"},
		{"no-break space", "1 Q0 a\u00a0b 1 3 r\n", "r | 1: a\u00a0b=3#1/1"},
		{"blanks in identifiers", "1\tQ0\tannual report\t1\t3\tr\n1\tQ0\tindex\t2\t2\tr\n", "r | 1: annual report=3#1/1 index=2#2/2"},
		{"rank that is no number", "1 Q0 a x 3 r\n1 Q0 b -1 2 r\n1 Q0 c 9999999999 1 r\n", "r | 1: a=3#0/1 b=2#0/2 c=1#0/3"},
		{"scores", "1 Q0 a 1 1e-5 r\n1 Q0 b 1 +.5 r\n1 Q0 c 1 -7. r\n1 Q0 d 1 1E+3 r\n", "r | 1: d=1000#1/4 b=0.5#1/2 a=1e-05#1/1 c=-7#1/3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			run, warnings, err := parseRun(c.in, formats.RunOptions{})
			if err != nil || len(warnings) > 0 {
				t.Fatalf("error %v, warnings %v", err, warnings)
			}
			if got := dump(run); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestReadRunProblems(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		is             error
	}{
		{"five fields", "1 Q0 d1 1 2.5 r\n1 Q0 d2 2 1.5\n", "a.txt:2: wrong number of fields: 5 fields, expected 6: topic Q0 document rank score tag", formats.ErrFields},
		{"blanks in an identifier", "1 Q0 index 1 3 r\n1 Q0 annual report 1992 2 13.9 r\n", "a.txt:2: wrong number of fields: 8 fields, expected 6: topic Q0 document rank score tag", formats.ErrFields},
		{"blanks in a tag", "1\tQ0\td\t1\t3\tr more\n", "a.txt:1: wrong number of fields: 7 fields, expected 6: topic Q0 document rank score tag", formats.ErrFields},
		{"lone CR", "1 Q0 d1 1 2.5 r\r1 Q0 d2 2 1.5 r\r", "a.txt:1: wrong line ends: lines end in CR only, want LF or CRLF", formats.ErrLineEnds},
		{"comment with six words", "1 Q0 d1 1 2.5 r\n# a comment of six words\n", `a.txt:2:16: malformed number: "six", want a decimal number`, formats.ErrNumber},
		{"decimal comma", "1 Q0 d1 1 0,93 r\n", `a.txt:1:11: malformed number: "0,93" (a decimal comma?), want a number with a decimal point`, formats.ErrNumber},
		{"thousands", "1 Q0 d1 1 1.234,5 r\n", `a.txt:1:11: malformed number: "1.234,5", want a decimal number`, formats.ErrNumber},
		{"NaN", "1 Q0 d1 1 nan r\n", `a.txt:1:11: malformed number: "nan", want a finite number`, formats.ErrNumber},
		{"infinity", "1\tQ0\td1\t1\t-Inf\tr\n", `a.txt:1:11: malformed number: "-Inf", want a finite number`, formats.ErrNumber},
		{"too great", "1 Q0 d1 1 1e400 r\n", `a.txt:1:11: malformed number: "1e400" is too great, want a number below 1.8e308`, formats.ErrNumber},
		{"hexadecimal", "1 Q0 d1 1 0x1p3 r\n", `a.txt:1:11: malformed number: "0x1p3", want a decimal number`, formats.ErrNumber},
		{"trailing letters", "1 Q0 d1 1 1.5x r\n", `a.txt:1:11: malformed number: "1.5x", want a decimal number`, formats.ErrNumber},
		{"word in a line of data", "1 Q0 d1 1 abc r\n", `a.txt:1:11: malformed number: "abc", want a decimal number`, formats.ErrNumber},
		{"header later", "1 Q0 d1 1 3 r\ntopic Q0 doc rank score tag\n", `a.txt:2:19: malformed number: "score", want a decimal number`, formats.ErrNumber},
		{"duplicate", "1 Q0 d1 1 3 r\n1 Q0 d1 2 2 r\n", "a.txt:2: duplicate: topic 1 has document d1 on line 1 already", formats.ErrDuplicate},
		{"duplicate, invisible", "1 Q0 d\u200f 1 3 r\n1 Q0 d\u200f 2 2 r\n", `a.txt:2: duplicate: topic 1 has document "d\u200f" on line 1 already`, formats.ErrDuplicate},
		{"mixed tags", "1 Q0 a 1 3 r\n1 Q0 b 2 2 s\n1 Q0 c 2 2 s\n1 Q0 d 2 2 t\n", "a.txt:2: mixed tags: tag \"s\", but line 1 has \"r\": want one tag a file\na.txt:4: mixed tags: tag \"t\", but line 1 has \"r\": want one tag a file", formats.ErrTag},
		{"empty", "", `a.txt: empty file: no result lines, want lines of "topic Q0 document rank score tag"`, formats.ErrEmpty},
		{"blank", "\n \n\t\r\n", `a.txt: empty file: no result lines, want lines of "topic Q0 document rank score tag"`, formats.ErrEmpty},
		{"header only", "topic Q0 doc rank score tag\n", `a.txt: empty file: no result lines, want lines of "topic Q0 document rank score tag"`, formats.ErrEmpty},
		{"several, in order of lines", "1 Q0 a 1 3 r\n1 Q0 a 2 2 r\n1 Q0 c 3 x r\n1 Q0\n", "a.txt:2: duplicate: topic 1 has document a on line 1 already\n" +
			"a.txt:3:10: malformed number: \"x\", want a decimal number\na.txt:4: wrong number of fields: 2 fields, expected 6: topic Q0 document rank score tag", formats.ErrDuplicate},
		{"UTF-16", "\xff\xfe1\x00 \x00", "a.txt: text in UTF-16: want UTF-8, please convert it", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			run, _, err := parseRun(c.in, formats.RunOptions{})
			if err == nil {
				t.Fatalf("got %s, want an error", dump(run))
			}
			if err.Error() != c.want || c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("got error\n%v\nwant\n%s", err, c.want)
			}
		})
	}
}

func TestManyProblems(t *testing.T) {
	_, _, err := parseRun(strings.Repeat("1 Q0\n", 250), formats.RunOptions{})
	p, ok := errors.AsType[*formats.Problems](err)
	if !ok || len(p.List) != formats.MaxProblems || p.More != 150 || !strings.HasSuffix(err.Error(), "\nand 150 more") {
		t.Errorf("got %v", err)
	}
}

func TestHeaderLine(t *testing.T) {
	for _, head := range []string{"topic Q0 doc rank score tag", "qid\titer\tdocno\trank\tsim\trun_id", "#topic Q0 doc rank score tag"} {
		run, warnings, err := parseRun("\n"+head+"\n1 Q0 a 1 3 r\n", formats.RunOptions{})
		if err != nil || dump(run) != "r | 1: a=3#1/3" {
			t.Fatalf("%q: got %s, %v", head, dump(run), err)
		}
		want := []metrics.Warning{{Code: "header-skipped", Text: fmt.Sprintf("a.txt:2: skipped a header line: %q", head)}}
		if diff := cmp.Diff(want, warnings); diff != "" {
			t.Errorf("%q (-want +got):\n%s", head, diff)
		}
	}
}

func TestKeepFirst(t *testing.T) {
	run, _, err := parseRun("1 Q0 a 1 1 r\n1 Q0 b 2 2 r\n1 Q0 a 3 3 r\n", formats.RunOptions{KeepFirst: true})
	if err != nil || dump(run) != "r | 1: a=3#3/3 b=2#2/2" {
		t.Errorf("got %s, %v, want the better-scored a", dump(run), err)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	const first, second = "1 Q0 a 1 3 r\n", "1 Q0 b 2 2 r\n"
	whole := gzipped(t, first+second)
	for _, c := range []struct {
		name string
		data string
		want string // a run, or an error after "!"
	}{
		{"plain.txt", first + second, "r | 1: a=3#1/1 b=2#2/2"},
		{"run.gz", whole, "r | 1: a=3#1/1 b=2#2/2"},
		{"gzip-by-its-bytes.txt", whole, "r | 1: a=3#1/1 b=2#2/2"},
		{"members.gz", gzipped(t, first) + gzipped(t, second), "r | 1: a=3#1/1 b=2#2/2"},
		{"truncated.gz", whole[:len(whole)-4], "!truncated.gz: unexpected end of gzip data: want the whole file"},
		{"truncated-early.gz", whole[:len(whole)/2], "!truncated-early.gz: unexpected end of gzip data: want the whole file"},
		{"head-only.gz", whole[:4], "!head-only.gz: unexpected end of gzip data: want the whole file"},
		{"damaged.gz", whole[:len(whole)-8] + "\x00\x00\x00\x00\x00\x00\x00\x00", "!damaged.gz: damaged gzip data: gzip: invalid checksum"},
		{"garbage-after.gz", whole + "garbage behind", "!garbage-after.gz: data after the end of the gzip data: want none"},
		{"empty.gz", gzipped(t, ""), `!empty.gz: empty file: no result lines, want lines of "topic Q0 document rank score tag"`},
		{"empty.txt", "", `!empty.txt: empty file: no result lines, want lines of "topic Q0 document rank score tag"`},
		{"absent.txt", "", "!absent.txt: cannot open: no such file or directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(dir, c.name)
			if c.name != "absent.txt" {
				if err := os.WriteFile(path, []byte(c.data), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			run, err := readRun(path)
			got := dump(run)
			if err != nil {
				got = "!" + strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), "")
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestReadRuns(t *testing.T) {
	dir := t.TempDir()
	var files []formats.File
	for i, text := range []string{"1 Q0 a 1 3 r\n", "1 Q0 a 1 3 s\n", "1 Q0 a 1 3 r\n", "1 Q0 a 1 x t\n"} {
		path := filepath.Join(dir, fmt.Sprintf("%d.txt", i))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, formats.File{Path: path})
	}
	_, _, err := formats.ReadRuns(files, formats.RunOptions{})
	want := "2.txt: duplicate: the tag r is that of 0.txt already, want one tag a run: rename with label=path\n3.txt:1:10: malformed number: \"x\", want a decimal number"
	if got := strings.ReplaceAll(fmt.Sprint(err), dir+string(filepath.Separator), ""); got != want || !errors.Is(err, formats.ErrDuplicate) {
		t.Errorf("got error\n%s\nwant\n%s", got, want)
	}
	files[2].Label = "r2"
	for _, workers := range []int{1, 3} {
		runs, _, err := formats.ReadRuns(files[:3], formats.RunOptions{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		var tags []metrics.Tag
		for _, r := range runs {
			tags = append(tags, r.Tag)
		}
		if diff := cmp.Diff([]metrics.Tag{"r", "s", "r2"}, tags); diff != "" {
			t.Errorf("tags (-want +got):\n%s", diff)
		}
	}
}

// TestCarriageReturn: a carriage return belongs to no identifier; it is the trace of a conversion gone wrong.
func TestCarriageReturn(t *testing.T) {
	_, _, err := parseRun("1 Q0 a 1 2 r\r\n1 Q0 b 2 1 r\r\r\n", formats.RunOptions{})
	if want := "a.txt:2:13: wrong line ends: a carriage return inside the line, want LF or CRLF"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
