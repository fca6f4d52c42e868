package formats_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sigrel/metrics"
)

// topicQrels lists the judgments of a topic, in the order of documents.
func topicQrels(t metrics.Topic, docs map[metrics.Doc]metrics.Grade) []string {
	var out []string
	for _, d := range slices.Sorted(maps.Keys(docs)) {
		out = append(out, fmt.Sprintf("%s %s %d", t, d, docs[d]))
	}
	return out
}

// plainName says whether a name can stand in a file of any format, on whichever line.
func plainName(s string) bool {
	return s != "" && utf8.ValidString(s) && !strings.ContainsAny(s, "\t\n\r\x00") && strings.Trim(s, " ") == s &&
		!strings.HasPrefix(s, "{") && !strings.HasPrefix(s, "#") && !strings.HasPrefix(s, "\ufeff") && !strings.HasPrefix(s, "PK")
}

// qrelsLines writes judgments as lines with tabs, with a field between topic and document.
func qrelsLines(q metrics.Qrels, head, between string) string {
	var b strings.Builder
	b.WriteString(head)
	for _, t := range slices.Sorted(maps.Keys(q)) {
		for _, d := range slices.Sorted(maps.Keys(q[t])) {
			fmt.Fprintf(&b, "%s\t%s%s\t%d\n", t, between, d, q[t][d])
		}
	}
	return b.String()
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// gzipped compresses text into one gzip member.
func gzipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
