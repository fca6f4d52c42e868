package formats

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
)

func TestReadTopics(t *testing.T) {
	want := map[metrics.Topic]metrics.TopicInfo{
		"7": {Title: "vaccines, in schools", Values: []string{"health", "en"}}, "8": {Title: "الطقس اليوم", Values: []string{"weather", "ar"}}, "9": {Title: "", Values: []string{"", "en"}}}
	for name, text := range map[string]string{
		"tabs":         "topic\ttitle\tcategory\tLang\n7\tvaccines, in schools\thealth\ten\n\n8\tالطقس اليوم\tweather\tar\n9\t\t\ten\n",
		"commas":       "topic,title,category,Lang\n7,\"vaccines, in schools\",health,en\n8,الطقس اليوم,weather,ar\n9,,,en\n",
		"other order":  "\ufeffcategory\tqid\tLang\tquestion\r\nhealth\t7\ten\tvaccines, in schools\r\nweather\t8\tar\tالطقس اليوم\r\n\t9\ten\t\r\n",
		"with remarks": "# our topics\ntopic\ttitle\tcategory\tLang\n# none yet\n7\tvaccines, in schools\thealth\ten\n8\tالطقس اليوم\tweather\tar\n9\t\t\ten\n",
	} {
		got, err := ReadTopics(strings.NewReader(text), "t.tsv")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, got.Topics); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff([]string{"category", "Lang"}, got.Columns); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	only, err := ReadTopics(strings.NewReader("topic\n1\n2\n"), "t.tsv")
	if err != nil || len(only.Topics) != 2 || only.Title("1") != "" || only.Columns != nil {
		t.Errorf("a list of topics: %+v, %v", only, err)
	}
	var none *metrics.TopicTable
	if none.Title("1") != "" || none.Value("1", 0) != "" {
		t.Error("no table knows a topic")
	}
}

func TestReadTopicsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		text, place string
		kind        error
	}{
		"empty":              {"", "t.tsv", ErrEmpty},
		"only a header":      {"topic\ttitle\n", "t.tsv", ErrEmpty},
		"no topic":           {"title\tcategory\nx\ty\n", "t.tsv:1", ErrHeader},
		"blanks":             {"title category\nx y\n", "tabs or commas", ErrHeader},
		"nameless column":    {"topic\t\tlanguage\n1\tx\ten\n", "t.tsv:1:7", ErrHeader},
		"column twice":       {"topic\tlanguage\tLanguage\n1\ten\ten\n", "t.tsv:1:16", ErrHeader},
		"a field too many":   {"topic\ttitle\n1\tx\n2\ty\tz\n", "t.tsv:3", ErrFields},
		"a field too few":    {"topic,title\n1,x\n2\n", "t.tsv:3", ErrFields},
		"empty topic":        {"title\ttopic\nx\t\n", "t.tsv:2:3", ErrValue},
		"topic twice":        {"topic\ttitle\n1\tx\n2\ty\n1\tz\n", "line 2", ErrDuplicate},
		"unclosed quotation": {"topic,title\n1,\"x\n", "t.tsv:2", nil},
	} {
		_, err := ReadTopics(strings.NewReader(c.text), "t.tsv")
		if err == nil || !strings.Contains(err.Error(), c.place) || c.kind != nil && !errors.Is(err, c.kind) {
			t.Errorf("%s: %v, want %v at %s", name, err, c.kind, c.place)
		}
	}
}
