package tasks_test

import (
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
)

// What the tests of the tasks of Qur'an QA share. All sentences are invented.

// qaSaid is what a task says of files: its problems, one a line, then its warnings, each after its code.
func qaSaid(t testing.TB, task string, in tasks.Inputs, opt tasks.Options) string {
	t.Helper()
	s, err := findTask(t, task).Load(in, opt)
	var lines []string
	if err != nil {
		if _, ok := err.(*formats.Problems); !ok {
			t.Errorf("a %T, want *formats.Problems: %v", err, err)
		}
		lines = append(lines, err.Error())
	}
	for _, w := range s.Warnings {
		lines = append(lines, w.Code+": "+w.Text)
	}
	return strings.Join(lines, "\n")
}

// qaRules compares what a task says of a run: by default and strictly, where "same" is as by default, and, if asked for, without
// gold, where it is as strictly. The file of the run is called r.
func qaRules(t *testing.T, task string, in tasks.Inputs, withoutGold bool, lenient, strict string) {
	t.Helper()
	if strict == "same" {
		strict = lenient
	}
	said := func(in tasks.Inputs, opt tasks.Options) string {
		return strings.NewReplacer("team_run.json", "r", "team_run.tsv", "r").Replace(qaSaid(t, task, in, opt))
	}
	qaSame(t, "default", said(in, tasks.Options{}), lenient)
	qaSame(t, "strict", said(in, tasks.Options{Strict: true}), strict)
	if in.Gold, in.Qrels = nil, ""; withoutGold {
		qaSame(t, "no gold", said(in, tasks.Options{}), strict)
	}
}

// qaWhole is what quranqa22 says without segments.
const qaWhole = "no-segments: words were compared whole: only Farasa's segmentation (--segments) reproduces published scores, and without it systems may rank differently"

func qaSame(t testing.TB, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s\nwant\n%s", what, got, want)
	}
}

// qaRow is the scores of run i by the task's own measures on a topic.
func qaRow(t testing.TB, s *tasks.Submissions, i int, topic metrics.Topic) []float64 {
	t.Helper()
	c, ok := slices.BinarySearch(s.Table.Topics, topic)
	if !ok {
		t.Fatalf("no topic %q", topic)
	}
	var out []float64
	for _, values := range s.Table.Values {
		out = append(out, values.At(i, c))
	}
	return out
}

// qaNear compares scores.
func qaNear(t testing.TB, what string, got, want []float64) {
	t.Helper()
	near := gocmp.Comparer(func(a, b float64) bool { return a-b <= 1e-12 && b-a <= 1e-12 })
	if diff := gocmp.Diff(want, got, near); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// qaOne makes a run of one topic out of its answers.
func qaOne(answers ...string) string { return `{"q1": [` + strings.Join(answers, ", ") + "]}" }

func TestQuranQAForms(t *testing.T) {
	for _, name := range []string{"quranqa22", "quranqa23-a", "quranqa23-b"} {
		task := findTask(t, name)
		for _, text := range []string{task.Title, task.Doc, task.Topic, task.Gold, task.Run} {
			if text == "" {
				t.Errorf("%s: an empty text", name)
			}
		}
		if (task.Own == nil) != (task.Write != nil) {
			t.Errorf("%s: own measures and a writer, or neither", name)
		}
		for _, m := range task.Measures {
			own := slices.ContainsFunc(task.Own, func(o tasks.Measure) bool { return o.Name == m })
			if _, err := metrics.Find(m); task.Own == nil && err != nil || task.Own != nil && !own {
				t.Errorf("%s: no measure %q", name, m)
			}
		}
	}
}

// Runs are called after their files, and teams are the first half of the names.
func TestQuranQANames(t *testing.T) {
	const run = `{"q1": [{"answer": "قلم", "rank": 1, "score": 1}]}`
	for _, c := range []struct{ task, file, label, tag, team string }{
		{"quranqa22", "nour_run01.json", "", "nour_run01", "nour"},
		{"quranqa22", "nour_run01.json", "best", "best", "nour"},
		{"quranqa22", "plain", "", "plain", ""},
		{"quranqa23-a", "nour_run01.tsv", "", "nour_run01", "nour"},
	} {
		text := run
		if c.task == "quranqa23-a" {
			text = "q1\tQ0\td1\t1\t0.5\tother\n"
		}
		inFolder(t, map[string]string{c.file: text, "gold": `{"pq_id": "q1", "passage": "قلم", "answers": [{"text": "قلم"}]}`, "qrels": "q1\t0\td1\t1\n"})
		in := tasks.Inputs{Gold: []string{"gold"}, Runs: []formats.File{{Label: c.label, Path: c.file}}}
		if c.task == "quranqa23-a" {
			in.Gold, in.Qrels = nil, "qrels"
		}
		s := mustLoad(t, c.task, in, tasks.Options{})
		if r := s.Runs[0]; string(r.Tag) != c.tag || string(r.Team) != c.team || r.File != c.file {
			t.Errorf("%s: tag %q, team %q, file %q", c.file, r.Tag, r.Team, r.File)
		}
		if r := s.Files[len(s.Files)-1]; r != (tasks.Input{File: c.file, Role: "run"}) || len(s.Files) != 2 {
			t.Errorf("files %v", s.Files)
		}
	}
}
