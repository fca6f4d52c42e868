package invent

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestArabicTweets(t *testing.T) {
	files := under(t, CheckThat(), "tweets-ar")
	gold := make(map[string]map[string]bool)
	lines := fields(t, files, "gold.tsv", "\t", 3)
	for _, line := range lines {
		if gold[line[0]] == nil {
			gold[line[0]] = make(map[string]bool)
		}
		if line[2] != "0" && line[2] != "1" {
			t.Errorf("gold: %q", line)
		}
		gold[line[0]][line[1]] = line[2] == "1"
	}
	checkDistinct(t, "gold", column(lines, 1))
	checkTweets(t, "gold", column(lines, 1), 19)
	if len(lines) != 480 || len(gold) != 12 {
		t.Errorf("%d tweets, %d topics", len(lines), len(gold))
	}
	worth := make(map[string]int)
	for topic, tweets := range gold {
		for _, w := range tweets {
			if w {
				worth[topic]++
			}
		}
		if len(tweets) != 40 || worth[topic] < 3 || worth[topic] > 20 {
			t.Errorf("topic %s has %d tweets, %d worth a check", topic, len(tweets), worth[topic])
		}
	}
	means := make(map[string]float64)
	for _, f := range under(t, files, "runs") {
		tag := strings.TrimSuffix(f.Name, ".tsv")
		ap, ties := arabicRun(t, f, tag, gold, worth)
		means[tag] = mean(ap)
		if (ties > 0) != (tag == "nour-1") {
			t.Errorf("%s has %d ties", tag, ties)
		}
	}
	t.Logf("mean average precisions: %v", means)
	if len(means) != 4 || means["cedar-1"] < means["nour-1"]+.1 {
		t.Errorf("mean average precisions %v: want cedar-1 well above nour-1", means)
	}
	arabicTeams(t, files, means)
}

// arabicRun reads a run: topics together, ranks from 1, scores that do not rise, known tweets once. It counts neighbours
// with equal scores.
func arabicRun(t *testing.T, f File, tag string, gold map[string]map[string]bool, worth map[string]int) (ap []float64, ties int) {
	t.Helper()
	ranked := make(map[string][]bool)
	lines := rows(t, f.Name, f.Data, "\t", 5)
	for i, line := range lines {
		topic, tweet := line[0], line[2]
		relevant, known := gold[topic][tweet]
		ranked[topic] = append(ranked[topic], relevant)
		if !known || line[1] != strconv.Itoa(len(ranked[topic])) || line[4] != tag {
			t.Errorf("%s:%d: %q", f.Name, i+1, line)
		}
		if line[1] == "1" {
			continue
		}
		if line[3] == lines[i-1][3] {
			ties++
		} else if number(t, line[3]) > number(t, lines[i-1][3]) {
			t.Errorf("%s:%d: score %s after %s", f.Name, i+1, line[3], lines[i-1][3])
		}
	}
	checkDistinct(t, f.Name, column(lines, 2))
	if len(ranked) != len(gold) {
		t.Errorf("%s answers %d topics", f.Name, len(ranked))
	}
	for topic, r := range ranked {
		ap = append(ap, precisionAt(r, worth[topic]))
	}
	return ap, ties
}

// arabicTeams checks the table: three teams, at most two manual and four automatic runs each.
func arabicTeams(t *testing.T, files []File, runs map[string]float64) {
	t.Helper()
	lines := fields(t, files, "teams.tsv", "\t", 3)
	if !slices.Equal(lines[0], []string{"run", "team", "type"}) {
		t.Errorf("header %q", lines[0])
	}
	count := make(map[string]int)
	teams := make(map[string]bool)
	for _, line := range lines[1:] {
		if _, known := runs[line[0]]; !known {
			t.Errorf("no run %q", line[0])
		}
		teams[line[1]] = true
		count[line[1]+" "+line[2]]++
		if most := map[string]int{"manual": 2, "automatic": 4}[line[2]]; count[line[1]+" "+line[2]] > most {
			t.Errorf("team %s has more than %d %s runs", line[1], most, line[2])
		}
	}
	if len(lines) != 5 || len(teams) != 3 || count["dune manual"] != 1 {
		t.Errorf("teams.tsv: %q", lines)
	}
}

func TestEnglishTweets(t *testing.T) {
	files := under(t, CheckThat(), "tweets-en")
	lines := fields(t, files, "gold.tsv", "\t", 6)
	if strings.Join(lines[0], " ") != "topic_id tweet_id tweet_url tweet_text claim check_worthiness" {
		t.Errorf("header %q", lines[0])
	}
	lines = lines[1:]
	ids := column(lines, 1)
	checkDistinct(t, "gold", ids)
	checkTweets(t, "gold", ids, 19)
	checkDistinct(t, "texts", column(lines, 3))
	worth := make(map[string]bool)
	claims, quotes := 0, 0
	for _, line := range lines {
		quotes += strings.Count(line[3], `"`)
		if line[2] != "https://tweets.example/"+line[1] || line[5] == "1" && line[4] != "1" {
			t.Errorf("%q", line)
		}
		if line[4] == "1" {
			claims++
		}
		if line[5] == "1" {
			worth[line[1]] = true
		}
	}
	if len(lines) != 60 || len(worth) != 22 || claims <= 22 || quotes == 0 {
		t.Errorf("%d tweets, %d worth a check, %d claims, %d quotation marks", len(lines), len(worth), claims, quotes)
	}
	ap := make(map[string]float64)
	for _, f := range under(t, files, "runs") {
		tag := strings.TrimSuffix(f.Name, ".tsv")
		run := rows(t, f.Name, f.Data, "\t", 4)
		ranked := make([]bool, len(run))
		for i, line := range run {
			ranked[i] = worth[line[1]]
			if line[0] != lines[0][0] || line[3] != tag || i > 0 && number(t, line[2]) >= number(t, run[i-1][2]) {
				t.Errorf("%s:%d: %q", f.Name, i+1, line)
			}
		}
		if got := slices.Sorted(slices.Values(column(run, 1))); !slices.Equal(got, ids) { // they rise in the gold file
			t.Errorf("%s does not rank every tweet once", f.Name)
		}
		ap[tag] = precisionAt(ranked, len(worth))
	}
	t.Logf("average precisions: %v", ap)
	if len(ap) != 2 || ap["cedar-en"] <= ap["dune-en"] || ap["dune-en"] <= 22./60 {
		t.Errorf("average precisions %v", ap)
	}
}

func TestEvidence(t *testing.T) {
	files := under(t, CheckThat(), "evidence")
	var claims map[string][]string
	if err := json.Unmarshal(file(t, files, "claims.json").Data, &claims); err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	p := make(map[string]float64)
	for _, f := range under(t, files, "runs") {
		r := parseRun(t, f)
		if r.tag+".txt" != f.Name || len(r.topics) != 8 {
			t.Errorf("%s has tag %q and %d topics", f.Name, r.tag, len(r.topics))
		}
		for _, claim := range r.topics {
			if len(r.docs[claim]) < 10 || claims[claim] == nil {
				t.Fatalf("%s: claim %q has %d snippets", f.Name, claim, len(r.docs[claim]))
			}
			for _, s := range r.docs[claim][:10] {
				found[claim+" "+s] = true
				if slices.Contains(claims[claim], s) {
					p[r.tag] += 1. / 80
				}
			}
		}
	}
	barren := 0
	for claim, useful := range claims {
		checkDistinct(t, claim, useful)
		if len(useful) == 0 {
			barren++
		}
		for _, s := range useful {
			if !found[claim+" "+s] {
				t.Errorf("snippet %s of %s was not in the pool", s, claim)
			}
		}
	}
	t.Logf("P@10: %v", p)
	if len(claims) != 8 || barren != 1 || p["cedar-snippets"] <= p["nour-snippets"] || p["nour-snippets"] == 0 {
		t.Errorf("%d claims, %d without snippets, P@10 %v", len(claims), barren, p)
	}
}

func TestVerified(t *testing.T) {
	files := under(t, CheckThat(), "verified")
	lines := fields(t, files, "qrels.tsv", "\t", 4)
	gold := make(map[string][]string)
	for _, line := range lines {
		if line[1] != "0" || line[3] != "1" {
			t.Errorf("qrels: %q", line)
		}
		gold[line[0]] = append(gold[line[0]], line[2])
	}
	checkTweets(t, "qrels", column(lines, 0), 19)
	if len(gold) != 16 || len(lines) <= 16 {
		t.Errorf("%d tweets, %d claims", len(gold), len(lines))
	}
	answered := make(map[string]int)
	for _, f := range under(t, files, "runs") {
		tag := strings.TrimSuffix(f.Name, ".tsv")
		run := rows(t, f.Name, f.Data, "\t", 6)
		var pairs []string
		tweets := make(map[string]bool)
		for i, line := range run {
			if gold[line[0]] == nil || line[1] != "Q0" || line[3] != "1" || line[5] != tag {
				t.Errorf("%s:%d: %q", f.Name, i+1, line)
			}
			number(t, line[4])
			pairs = append(pairs, fmt.Sprint(line[0], " ", line[2]))
			tweets[line[0]] = true
		}
		checkDistinct(t, f.Name, pairs)
		answered[tag] = len(tweets)
	}
	if len(answered) != 2 || answered["dune-claims"] != 14 || answered["nour-claims"] != 16 {
		t.Errorf("tweets answered: %v", answered)
	}
}
