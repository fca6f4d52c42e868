package invent

import (
	"archive/zip"
	"bytes"
	"io"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// isArabic says whether most letters of a text are Arabic.
func isArabic(text string) bool {
	arabic, letters := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if unicode.Is(unicode.Arabic, r) {
				arabic++
			}
		}
	}
	return 2*arabic > letters
}

// debateGold reads the labels of each debate and checks its lines.
func debateGold(t *testing.T, files []File) map[string][]bool {
	t.Helper()
	gold := make(map[string][]bool)
	arabic, quotes := 0, 0
	var crlf []string
	for _, f := range under(t, files, "debates/gold") {
		name, ok := strings.CutSuffix(f.Name, ".txt")
		if !ok {
			t.Fatalf("gold file %s", f.Name)
		}
		if n := bytes.Count(f.Data, []byte("\r\n")); n > 0 {
			crlf = append(crlf, name)
			if n != bytes.Count(f.Data, []byte("\n")) {
				t.Errorf("%s mixes line ends", name)
			}
		}
		lines := rows(t, f.Name, bytes.ReplaceAll(f.Data, []byte("\r\n"), []byte("\n")), "\t", 4)
		if len(lines) < 55 || len(lines) > 80 {
			t.Errorf("%s has %d lines", name, len(lines))
		}
		worth := 0
		for i, line := range lines {
			if line[0] != strconv.Itoa(i+1) || line[3] != "0" && line[3] != "1" {
				t.Errorf("%s:%d: %q", name, i+1, line)
			}
			if line[3] == "1" {
				worth++
				if !strings.ContainsAny(line[2], "0123456789") {
					t.Errorf("%s:%d: nothing to check in %q", name, i+1, line[2])
				}
			}
			gold[name] = append(gold[name], line[3] == "1")
			quotes += strings.Count(line[2], `"`)
		}
		checkDistinct(t, name, column(lines, 2))
		if worth < 5 || worth > len(lines)/4 {
			t.Errorf("%s: %d of %d lines are worth a check", name, worth, len(lines))
		}
		if isArabic(strings.Join(column(lines, 2), "")) {
			arabic++
		}
	}
	if len(gold) != 5 || arabic != 2 || quotes == 0 || !slices.Equal(crlf, []string{"ar-library"}) {
		t.Errorf("%d debates, %d Arabic, %d quotation marks, CRLF in %q", len(gold), arabic, quotes, crlf)
	}
	return gold
}

var lineScore = regexp.MustCompile(`^0\.[0-9]{3}$`)

// debateAP is the average precision of one file of scores: equal scores in the order of lines.
func debateAP(t *testing.T, name string, data []byte, labels []bool) float64 {
	t.Helper()
	lines := rows(t, name, data, "\t", 2)
	if len(lines) != len(labels) {
		t.Fatalf("%s has %d lines, want %d", name, len(lines), len(labels))
	}
	order := make([]int, len(lines))
	worth := 0
	for i, line := range lines {
		if order[i] = i; line[0] != strconv.Itoa(i+1) || !lineScore.MatchString(line[1]) {
			t.Errorf("%s:%d: %q", name, i+1, line)
		}
		if labels[i] {
			worth++
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return lines[order[a]][1] > lines[order[b]][1] })
	ranked := make([]bool, len(order))
	for k, i := range order {
		ranked[k] = labels[i]
	}
	return precisionAt(ranked, worth)
}

func TestDebates(t *testing.T) {
	files := CheckThat()
	gold := debateGold(t, files)
	uploads := map[string][]File{
		"alpha": under(t, files, "debates/alpha"), "nour": under(t, files, "debates/nour"),
		"cedar": unzip(t, file(t, files, "debates/upload-cedar.zip").Data),
	}
	means := make(map[string]float64)
	for team, members := range uploads {
		systems := make(map[string][]float64)
		for _, m := range members {
			prefix, debate, _ := strings.Cut(strings.TrimSuffix(m.Name, ".tsv"), "-")
			labels := gold[debate]
			if m.Name == "README.txt" {
				continue
			}
			if labels == nil || prefix != "primary" && prefix != "contrastive1" {
				t.Fatalf("%s: file %q", team, m.Name)
			}
			systems[prefix] = append(systems[prefix], debateAP(t, team+"/"+m.Name, m.Data, labels))
		}
		for prefix, ap := range systems {
			if len(ap) != 5 {
				t.Errorf("%s/%s has %d files", team, prefix, len(ap))
			}
			means[team+"/"+prefix] = mean(ap)
		}
	}
	t.Logf("mean average precisions: %v", means)
	if len(means) != 5 {
		t.Errorf("%d systems, want 5", len(means))
	}
	for name, m := range means {
		if m < means["cedar/primary"] || m > means["alpha/primary"] || m < .2 || m > .8 {
			t.Errorf("%s has mean average precision %v, want those of cedar/primary and alpha/primary around it", name, m)
		}
	}
}

// unzip reads an archive whose members are sorted and of one time.
func unzip(t *testing.T, data []byte) []File {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var out []File
	for _, z := range r.File {
		f, err := z.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, File{z.Name, text})
		if z.Modified.UTC().Format("2006-01-02 15:04:05") != "2020-01-01 00:00:00" {
			t.Errorf("member %s has the time %v", z.Name, z.Modified)
		}
	}
	names := make([]string, len(out))
	for i, f := range out {
		names[i] = f.Name
	}
	if !slices.IsSorted(names) || !slices.Contains(names, "README.txt") || len(names) != 6 {
		t.Errorf("the archive holds %q", names)
	}
	return out
}
