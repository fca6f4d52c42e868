package formats_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// readers are all readers of whole files, each with a file that it takes.
var readers = []struct {
	name, file string
	read       func(r io.Reader) error
}{
	{"run", "1 Q0 a 1 3 r\n1 Q0 b 2 2 r\n", func(r io.Reader) error {
		_, _, err := formats.Formats()[0].Read(r, "f", formats.RunOptions{})
		return err
	}},
	{"qrels", "1 0 a 1\n1 0 b 0\n", func(r io.Reader) error { _, _, err := formats.ReadQrels(r, "f"); return err }},
	{"scores", "topic,a,b\n1,.1,.2\n", func(r io.Reader) error {
		_, _, err := formats.ReadScores(r, "f", formats.ScoreOptions{})
		return err
	}},
	{"teams", "r1\tA\nr2\tB\n", func(r io.Reader) error { _, err := formats.ReadTeams(r, "f"); return err }},
}

// counter counts what is read from it.
type counter struct {
	io.Reader
	n int
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

func TestNotText(t *testing.T) {
	for _, r := range readers {
		if err := r.read(strings.NewReader(r.file)); err != nil {
			t.Fatalf("%s: %v", r.name, err)
		}
		check := func(what, in, want string, is error) {
			t.Helper()
			err := r.read(strings.NewReader(in))
			if err == nil || err.Error() != want || !errors.Is(err, is) {
				t.Errorf("%s, %s: got error %v, want %s", r.name, what, err, want)
			}
		}
		check("zeros", strings.Repeat("\x00", 100), "f: binary data: want text", formats.ErrBinary)
		check("NUL near the start", r.file+"x\x00", "f: binary data: want text", formats.ErrBinary)
		lines := strings.Count(r.file, "\n")
		long := r.file + strings.Repeat("# a comment\n", 1000)
		check("NUL in a name far behind", long+"a\x00b", fmt.Sprintf("f:%d:2: binary data: a NUL byte, want text", lines+1001), formats.ErrBinary)
		check("CR only", strings.ReplaceAll(r.file, "\n", "\r"), "f:1: wrong line ends: lines end in CR only, want LF or CRLF", formats.ErrLineEnds)
		if err := r.read(strings.NewReader(strings.ReplaceAll(r.file, "\n", "\r\n"))); err != nil {
			t.Errorf("%s: CRLF: %v", r.name, err)
		}
		// Of a great file of zeros only the beginning is read.
		in := &counter{Reader: io.LimitReader(zeros{}, 1<<30)}
		if err := r.read(in); !errors.Is(err, formats.ErrBinary) || in.n > 1<<16 {
			t.Errorf("%s: %d bytes read, error %v; want an error at once", r.name, in.n, err)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestGzipTail(t *testing.T) {
	dir := t.TempDir()
	const text = "1 Q0 a 1 3 r\n"
	whole := gzipped(t, text)
	for _, c := range []struct {
		name string
		tail string
		want string // empty: read
	}{
		{"one byte", "x", "data after the end of the gzip data: want none"},
		{"zeros", strings.Repeat("\x00", 512), "data after the end of the gzip data: want none"},
		{"text", "1 Q0 b 2 2 r\n", "data after the end of the gzip data: want none"},
		{"half a magic number", "\x1f", "data after the end of the gzip data: want none"},
		{"start of a member", whole[:5], "unexpected end of gzip data: want the whole file"},
		{"another member", gzipped(t, "1 Q0 b 2 2 r\n"), ""},
		{"an empty member", gzipped(t, ""), ""},
	} {
		path := filepath.Join(dir, strings.ReplaceAll(c.name, " ", "-"))
		if err := os.WriteFile(path, []byte(whole+c.tail), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := readRun(path)
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != path+": "+c.want) {
			t.Errorf("%s: got error %v, want %s", c.name, err, c.want)
		}
	}
}

// An argument such as "a=" names no file.
func TestEmptyPath(t *testing.T) {
	_, _, err := formats.ReadRuns([]formats.File{{Label: "a"}}, formats.RunOptions{})
	if want := `a=: empty path, want the name of a file after "="`; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	_, _, err = formats.ReadScoreFiles([]formats.File{{Label: "a"}}, formats.ScoreOptions{})
	if want := `a=: empty path, want the name of a file after "="`; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	_, err = formats.Open("")
	if want := `"": empty path, want the name of a file`; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

func TestGrades(t *testing.T) {
	for in, want := range map[string]string{
		"1 0 a 2147483648\n":             `q:1:7: malformed number: grade "2147483648" is out of range, want -2147483648 to 2147483647`,
		"1 0 a -2147483649\n":            `q:1:7: malformed number: grade "-2147483649" is out of range, want -2147483648 to 2147483647`,
		"1 0 a 99999999999999999999.0\n": `q:1:7: malformed number: grade "99999999999999999999.0" is out of range, want -2147483648 to 2147483647`,
		"1 0 a 0.5\n":                    `q:1:7: malformed number: "0.5" is not an integer grade, want a whole number such as 1`,
	} {
		if _, _, err := formats.ReadQrels(strings.NewReader(in), "q"); err == nil || err.Error() != want {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
	q, _, err := formats.ReadQrels(strings.NewReader("1 0 a 2147483647\n1 0 b -2147483648\n"), "q")
	if err != nil || q["1"]["a"] != 2147483647 || q["1"]["b"] != -2147483648 {
		t.Errorf("got %v, %v", q, err)
	}
}

func TestTeamHeaders(t *testing.T) {
	const tail = ", want run and team, and perhaps type, kind, pooled, label, model"
	for in, want := range map[string]string{
		"run\ttype\nr1\tprimary\n":         `t:1: bad header: no column "team"` + tail,
		"Team\tLabel\tpooled\nA\tx\tyes\n": `t:1: bad header: no column "run"` + tail,
		"type\tlabel\n":                    `t:1: bad header: no columns "run" and "team"` + tail,
		"run\nr1\nr2\n":                    `t:1: bad header: no column "team"` + tail,
	} {
		if got, err := formats.ReadTeams(strings.NewReader(in), "t"); err == nil || err.Error() != want || !errors.Is(err, formats.ErrHeader) {
			t.Errorf("%q: got %v, error %v, want %s", in, got, err, want)
		}
	}
	got, err := formats.ReadTeams(strings.NewReader("run\tA\nteam\tB\tbaseline\n"), "t")
	if err != nil || len(got) != 2 || got[0].Run != "run" || got[1].Team != metrics.Team("B") {
		t.Errorf("got %v, %v, want two teams", got, err)
	}
}

func TestMixedTags(t *testing.T) {
	_, _, err := parseRun("1 Q0 a 1 3 sysB\n1 Q0 b 2 2 sysA\n", formats.RunOptions{})
	if want := `a.txt:2: mixed tags: tag "sysA", but line 1 has "sysB": want one tag a file`; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}
