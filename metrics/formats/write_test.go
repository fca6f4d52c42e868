package formats_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// written is a run in one of the formats, or an error after "!".
func written(r *metrics.Run, f *formats.Format) string {
	var b strings.Builder
	if err := formats.WriteRun(&b, r, f); err != nil {
		return "!" + err.Error()
	}
	return b.String()
}

func TestWriteRun(t *testing.T) {
	scored := func(doc string, score float64, rank, line int32) metrics.Scored {
		return metrics.Scored{Doc: metrics.Doc(doc), Score: score, Rank: rank, Line: line}
	}
	topics := map[metrics.Topic][]metrics.Scored{
		"2":  {scored("a", 1, 3, 1), scored("b", 1, 2, 2), scored("c", 1.0/3, 1, 3)},
		"10": {scored("z", -1e-7, 1, 4)},
		"3":  {},
	}
	of := func(order metrics.Order) *metrics.Run { return &metrics.Run{Tag: "r", Order: order, Topics: topics} }
	with := func(tag, topic, doc string, score float64) *metrics.Run {
		return &metrics.Run{Tag: metrics.Tag(tag), Topics: map[metrics.Topic][]metrics.Scored{metrics.Topic(topic): {scored(doc, score, 1, 1)}}}
	}
	trec, asJSON := format(t, "trec"), format(t, "json")
	for _, c := range []struct {
		name   string
		run    *metrics.Run
		format *formats.Format
		want   string
	}{
		{"trec_eval's order", of(metrics.OrderTrecEval), nil, "10 Q0 z 1 -1e-07 r\n2 Q0 b 1 1 r\n2 Q0 a 2 1 r\n2 Q0 c 3 0.3333333333333333 r\n"},
		{"by line", of(metrics.OrderScore), trec, "10 Q0 z 1 -1e-07 r\n2 Q0 a 1 1 r\n2 Q0 b 2 1 r\n2 Q0 c 3 0.3333333333333333 r\n"},
		{"by rank", of(metrics.OrderRank), trec, "10 Q0 z 1 -1e-07 r\n2 Q0 c 1 0.3333333333333333 r\n2 Q0 b 2 1 r\n2 Q0 a 3 1 r\n"},
		{"JSON", of(metrics.OrderScore), asJSON, "{\n  \"10\": {\n    \"z\": -1e-07\n  },\n  \"2\": {\n    \"a\": 1,\n    \"b\": 1,\n    \"c\": 0.3333333333333333\n  }\n}\n"},
		{"JSON by rank", of(metrics.OrderRank), asJSON, "!writing run r as json: topic 2: document b has a greater score than c above it, and there are no ranks in JSON: want the format trec"},
		{"blanks", with("r", "a topic", "a document", 1), trec, "a topic\tQ0\ta document\t1\t1\tr\n"},
		{"blanks, JSON", with("a tag", " a topic", "a \"document\" <ع>\\ ", 1), asJSON, "{\n  \" a topic\": {\n    \"a \\\"document\\\" <ع>\\\\ \": 1\n  }\n}\n"},
		{"a blank in the tag", with("a tag", "1", "d", 1), trec, `!writing run "a tag" as trec: mixed tags: a blank in the tag "a tag", want none`},
		{"no tag", with("", "1", "d", 1), trec, `!writing run "" as trec: tag: unknown value: an empty name, want one`},
		{"blanks at the ends", with("r", " 1", "d ", 1), trec, `!writing run r as trec: unknown value: a blank at an end of the name " 1", want none`},
		{"a tab", with("r", "1", "d\t", 1), trec, `!writing run r as trec: topic 1: wrong line ends: a line end, a tab or a NUL byte in the name "d\t", want none`},
		{"no name", with("r", "1", "", 1), asJSON, `!writing run r as json: topic 1: unknown value: an empty name, want one`},
		{"NaN", with("r", "1", "d", math.NaN()), trec, `!writing run r as trec: topic 1: document d: score NaN: not a finite number`},
		{"infinity", with("r", "1", "d", math.Inf(-1)), asJSON, `!writing run r as json: topic 1: document d: score -Inf: not a finite number`},
		{"not UTF-8", with("r", "1", "d\xff", 1), trec, "1 Q0 d\xff 1 1 r\n"},
		{"not UTF-8, JSON", with("r", "1", "d\xff", 1), asJSON, `!writing run r as json: binary data: the name "d\xff" is not UTF-8, and JSON can hold no other`},
		{"nothing", &metrics.Run{Tag: "r"}, trec, "!writing run r as trec: empty file: no documents"},
		{"begins like JSON", with("r", `{"x"`, "d", 1), trec, `!writing run r as trec: unknown value: a file that begins with topic "{\"x\"" would not be read as TREC`},
		{"begins with a byte order mark", with("r", "\ufeff1", "d", 1), trec, `!writing run r as trec: unknown value: a file that begins with topic "\ufeff1" would not be read as TREC`},
		{"begins like UTF-16", with("r", "\xff\xfe", "d", 1), trec, `!writing run r as trec: unknown value: a file that begins with topic "\xff\xfe" would not be read as TREC`},
		{"begins like gzip", with("r", "\x1f\x8b", "d", 1), trec, `!writing run r as trec: unknown value: a file that begins with topic "\x1f\x8b" would not be read as TREC`},
		{"twice", &metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"1": {scored("a", 1, 1, 1), scored("a", 2, 2, 2)}}}, trec,
			"!writing run r as trec: topic 1: duplicate: a document comes twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := written(c.run, c.format); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// A writer that fails is said to fail.
func TestWriteRunFails(t *testing.T) {
	run := &metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"1": {{Doc: "d"}}}}
	for _, f := range formats.Formats() {
		if err := formats.WriteRun(broken{}, run, f); !errors.Is(err, errBroken) {
			t.Errorf("%s: got %v", f.Name, err)
		}
	}
}

type broken struct{}

var errBroken = errors.New("broken")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

// A run that is read in some order comes back from every format in that order with the same scores, and from TREC by rank.
func FuzzWriteRun(f *testing.F) {
	for _, s := range []string{"1 Q0 a 1 1 r\n1 Q0 c 2 1 r\n1 Q0 b 3 2 r\n", "~ Q0 d 1 1e-300 r\n{ Q0 d 1 1 r\n", "1\tQ0\ta b\t0\t-0\tr\n#2\tQ0\t#\t7\t.1\tr\n", "1 Q0 a 1 1 r\n1 Q0 b 2 1.00000001 r\n",
		"\n\ufeff1 Q0 a 1 1 r\n", "\nPK\x03\x04 Q0 a 1 1 r\n", "\n\x1f\x8b Q0 a 1 1 r\n", "{ Q0 a 1 1 r\n", "\n{\" Q0 a 1 1 r\n"} {
		for order := range byte(4) {
			f.Add(s, order)
		}
	}
	f.Fuzz(func(t *testing.T, text string, o byte) {
		order := metrics.Order(o % 4)
		run, _, err := parseRun(text, formats.RunOptions{Order: order})
		if err != nil {
			return
		}
		want := rankings(run)
		for _, format := range formats.Formats() {
			out := written(run, format)
			if strings.HasPrefix(out, "!writing run") {
				continue
			}
			read := func(order metrics.Order) {
				t.Helper()
				again, warnings, err := readAsFile(t, out, formats.RunOptions{Order: order})
				if err != nil || len(warnings) > 0 {
					t.Fatalf("%s: %q is not read back: %v, %v", format.Name, out, err, warnings)
				}
				if diff := gocmp.Diff(want, rankings(again)); diff != "" {
					t.Errorf("%s: %q (-written +read):\n%s", format.Name, out, diff)
				}
			}
			switch {
			case format.Name == "trec":
				read(order)
				read(metrics.OrderRank)
			case order == metrics.OrderRank: // the ranks agree with the scores
				read(metrics.OrderScore)
			default:
				read(order)
			}
		}
	})
}

// readAsFile reads a run as from a file, told by its content.
func readAsFile(t *testing.T, text string, opt formats.RunOptions) (*metrics.Run, []metrics.Warning, error) {
	path := t.TempDir() + "/run"
	writeFile(t, path, text)
	return formats.ReadRun(formats.File{Path: path}, opt)
}
