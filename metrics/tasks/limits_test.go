package tasks

import (
	"strings"
	"testing"

	"sigrel/metrics"
)

func TestLimits(t *testing.T) {
	system := func(team metrics.Team, kind string) metrics.System { return metrics.System{Team: team, Type: kind} }
	runs := []metrics.System{
		system("a", "manual"), system("a", "manual"), system("a", "manual"), system("a", "automatic"),
		system("b", "primary"), system("b", "primary"), system("c", "contrastive"),
		system("d", ""), system("d", ""), // of unknown types
		system("e", "baseline"),                                          // the organisers'
		system("", "manual"), system("", "manual"), system("", "manual"), // of unknown teams
	}
	for _, c := range []struct{ limits, want string }{
		{"manual=2,automatic=4", "teams.tsv: against the rules of the task: team a has 3 manual runs, want at most 2"},
		{"manual=3", ""},
		{"primary=1-1", "teams.tsv: against the rules of the task: team a has 0 primary runs, want at least 1\n" +
			"teams.tsv: against the rules of the task: team b has 2 primary runs, want at most 1\n" +
			"teams.tsv: against the rules of the task: team c has 0 primary runs, want at least 1"},
		{"any=3", "teams.tsv: against the rules of the task: team a has 4 runs, want at most 3"},
		{"any=2-9", "teams.tsv: against the rules of the task: team c has 1 run, want at least 2\n" +
			"teams.tsv: against the rules of the task: team e has 1 run, want at least 2"},
	} {
		var l Limits
		if err := l.Set(c.limits); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := l.CheckTeams(runs, "teams.tsv"); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.limits, got, c.want)
		}
	}
}

func TestLimitsSet(t *testing.T) {
	l := Limits{Documents: 7, Runs: []RunLimit{{"manual", 0, 2}, {"automatic", 0, 4}}}
	if err := l.Set("automatic=1-5,late=2"); err != nil {
		t.Fatal(err)
	}
	if got := l.String(); got != "manual=0-2,automatic=1-5,late=0-2" || l.Documents != 7 {
		t.Errorf("got %s", got)
	}
	for _, bad := range []string{"", "manual", "manual=", "manual=x", "manual=3-2", "manual=-1", "other=2", "manual=1,,", "=2"} {
		before := l.String()
		if err := l.Set(bad); err == nil || !strings.Contains(err.Error(), "limit") {
			t.Errorf("%q: got error %v", bad, err)
		}
		if l.String() != before {
			t.Errorf("%q changed the limits", bad)
		}
	}
}

// Every task can be found and says what help prints of it.
func TestFindAndFlags(t *testing.T) {
	seen := make(map[string]bool)
	for _, task := range Tasks() {
		if got, err := Find(task.Name); err != nil || got != task {
			t.Errorf("%s is not found: %v", task.Name, err)
		}
		if task.Title == "" || !strings.HasSuffix(task.Doc, ".") || task.Topic == "" || task.Gold == "" || task.Run == "" || len(task.Measures) == 0 || seen[task.Name] {
			t.Errorf("%s does not explain itself", task.Name)
		}
		seen[task.Name] = true
		if !task.Understands("qrels") && !task.Understands("gold") {
			t.Errorf("%s takes no gold", task.Name)
		}
		for _, name := range task.Measures {
			if task.Own == nil {
				if _, err := metrics.Find(name); err != nil {
					t.Errorf("%s: %v", task.Name, err)
				}
			} else if _, err := task.own([]string{name}); err != nil {
				t.Errorf("%s: %v", task.Name, err)
			}
		}
	}
	if _, err := Find("nobody"); err == nil || !strings.Contains(err.Error(), "want one of checkthat18,") {
		t.Errorf("got error %v", err)
	}
}
