package formats

import (
	"errors"
	"strings"
	"testing"
)

func TestReadLabels(t *testing.T) {
	for _, text := range []string{
		"c1\tyes\nc2\tno\n", "id,label\nc1,yes\nc2,no\n", "topic\ttweet_id\ttext\tclass_label\nx\tc1\tاختبار\tyes\nx\tc2\tno way\tno\n",
		"\ufeffid\tprediction\r\nc1\tyes\r\nc2\tno\r\n",
	} {
		l, err := ReadLabels(strings.NewReader(text), "f")
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if len(l.Labels) != 2 || l.Labels["c1"] != "yes" || l.Labels["c2"] != "no" {
			t.Errorf("%q: %v", text, l.Labels)
		}
	}
	for text, want := range map[string]struct {
		err  error
		line string
	}{
		"c1\tyes\nc1\tno\n":       {ErrDuplicate, "f:2: "},
		"c1\tyes\nc2\tno\tmore\n": {ErrFields, "f:2: "},
		"c1\tyes\nc2\t\n":         {ErrValue, "f:2: "},
		"":                        {ErrEmpty, "f: "},
		"id\tlabel\n":             {ErrEmpty, "f: "},
	} {
		_, err := ReadLabels(strings.NewReader(text), "f")
		if !errors.Is(err, want.err) || !strings.HasPrefix(err.Error(), want.line) {
			t.Errorf("%q: %v, want %v at %s", text, err, want.err, want.line)
		}
	}
}
