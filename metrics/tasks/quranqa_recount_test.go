package tasks_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"sigrel/metrics/tasks"
)

// A second reckoning of pAP@10 for passages whose tokens are words or single marks, with no segmenter: spans are sets of
// positions in the passage without stop words and marks.

type naiveAnswer struct {
	Answer string `json:"answer"`
	Rank   int    `json:"rank"`
	Score  int    `json:"score"`
	Lo     int    `json:"strt_token_indx"`
	Hi     int    `json:"end_token_indx"`
}

type naivePart struct {
	rank  float64
	where map[int]bool
}

func naiveSkips(token string) bool {
	return slices.Contains(strings.Fields("من الى إلى عن على في حتى . ، ؟"), token)
}

// naiveWhere numbers the tokens that stay and gives those of a span, with their text.
func naiveWhere(tokens []string, lo, hi int) (map[int]bool, string) {
	where, text, n := make(map[int]bool), "", 0
	for i, token := range tokens {
		if !naiveSkips(token) {
			if lo <= i && i <= hi {
				where[n] = true
				text += token + " "
			}
			n++
		}
	}
	return where, text
}

func naiveBoth(a, b map[int]bool) map[int]bool {
	out := make(map[int]bool)
	for x := range a {
		if b[x] {
			out[x] = true
		}
	}
	return out
}

func naiveF1(a, b map[int]bool) float64 {
	return 2 * float64(len(naiveBoth(a, b))) / float64(len(a)+len(b)) // the same as by precision and recall
}

func naiveEnds(a map[int]bool) (lo, hi int) {
	lo, hi = 1<<30, -1
	for x := range a {
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo, hi
}

func naiveRange(lo, hi int) map[int]bool {
	out := make(map[int]bool)
	for x := lo; x <= hi; x++ {
		out[x] = true
	}
	return out
}

func naivePAP(tokens []string, gold [][2]int, answers []naiveAnswer) float64 {
	type span struct {
		where map[int]bool
		text  string
	}
	var right []span
	texts := make(map[string]bool)
	for _, g := range gold {
		where, text := naiveWhere(tokens, g[0], g[1])
		right = append(right, span{where, text})
		texts[text] = true
	}
	sort.SliceStable(right, func(i, j int) bool {
		a, _ := naiveEnds(right[i].where)
		b, _ := naiveEnds(right[j].where)
		return a < b
	})
	if len(gold) == 0 {
		if len(answers) == 0 {
			return 1
		}
		return 0
	}
	type match struct {
		answer span
		rank   int
		gold   *span
	}
	matches := make(map[string][]match)
	var order []string
	n := 0
	for _, a := range answers {
		where, text := naiveWhere(tokens, a.Lo, a.Hi)
		if len(where) == 0 {
			continue
		}
		if n++; n > 10 {
			break
		}
		if matches[text] == nil {
			order = append(order, text)
		}
		found := false
		for g := range right {
			if len(naiveBoth(where, right[g].where)) > 0 {
				matches[text] = append(matches[text], match{span{where, text}, n, &right[g]})
				found = true
			}
		}
		if !found && matches[text] == nil {
			matches[text] = []match{{span{where, text}, n, nil}}
		}
	}
	var parts []naivePart
	for _, text := range order {
		list := matches[text]
		whole := func(m match) naivePart { return naivePart{float64(m.rank), m.answer.where} }
		if len(list) == 1 {
			parts = append(parts, whole(list[0]))
			continue
		}
		offset, was := 1/float64(len(list)+1), false
		var second map[int]bool
		for k := range list {
			if list[k].gold == nil {
				parts = append(parts, whole(list[k]))
				continue
			}
			if k == len(list)-1 {
				continue
			}
			this, next := list[k], list[k+1]
			if this.gold.text == next.gold.text {
				parts = append(parts, whole(this), whole(next))
				continue
			}
			current := this.answer.where
			if was {
				parts = parts[:len(parts)-1]
				current = second
				offset += .05
			}
			a, b := naiveBoth(this.answer.where, this.gold.where), naiveBoth(next.answer.where, next.gold.where)
			if len(naiveBoth(a, b)) > 0 {
				if naiveF1(this.answer.where, this.gold.where) >= naiveF1(this.answer.where, next.gold.where) {
					parts = append(parts, whole(this))
				} else {
					parts = append(parts, whole(next))
				}
				continue
			}
			from, _ := naiveEnds(current)
			_, endA := naiveEnds(a)
			startB, _ := naiveEnds(b)
			_, to := naiveEnds(next.answer.where)
			var between []int
			for x := endA + 1; x < startB; x++ {
				between = append(between, x)
			}
			first := naiveRange(from, endA)
			second = naiveRange(startB, to)
			if len(between) > 0 {
				middle := between[len(between)/2]
				first, second = naiveRange(from, middle-1), naiveRange(middle, to)
			}
			rank := float64(list[0].rank) + offset
			parts = append(parts, naivePart{rank, first}, naivePart{rank + offset, second})
			was = true
		}
	}
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].rank < parts[j].rank })
	taken := make(map[string]bool)
	sum, total := 0.0, 0.0
	for i, p := range parts {
		best, which := 0.0, ""
		for _, g := range right {
			if f := naiveF1(p.where, g.where); !taken[g.text] && f > best+1e-12 {
				best, which = f, g.text
			}
		}
		if best > 0 {
			taken[which] = true
			sum += best
			total += sum / float64(i+1)
		}
	}
	return total / float64(len(texts))
}

// naiveQuestion invents a passage of few words, gold answers that hold a word, and answers.
func naiveQuestion(r *rand.Rand) (tokens []string, gold [][2]int, answers []naiveAnswer) {
	words := strings.Fields("قلم كتاب بيت نهر جبل طفل باب سفر")[:2+r.IntN(7)]
	for range 2 + r.IntN(20) {
		token := words[r.IntN(len(words))]
		if r.IntN(4) == 0 {
			token = strings.Fields("من في . ، حتى")[r.IntN(5)]
		}
		tokens = append(tokens, token)
	}
	span := func(most int) (int, int) {
		lo := r.IntN(len(tokens))
		return lo, min(len(tokens)-1, lo+r.IntN(most))
	}
	for range r.IntN(5) {
		lo, hi := span(4)
		if where, _ := naiveWhere(tokens, lo, hi); len(where) > 0 {
			gold = append(gold, [2]int{lo, hi})
		}
	}
	for k := range r.IntN(13) {
		lo, hi := span(1 + r.IntN(12))
		answers = append(answers, naiveAnswer{strings.Join(tokens[lo:hi+1], " "), k + 1, -k, lo, hi})
	}
	return tokens, gold, answers
}

func TestQuranQA23BRecount(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 2))
	var gold strings.Builder
	run := make(map[string][]naiveAnswer)
	want := make(map[string]float64)
	for i := range 1500 {
		tokens, spans, answers := naiveQuestion(r)
		id := fmt.Sprintf("q%04d", i)
		gold.WriteString(strings.Replace(qaSpanGold(strings.Join(tokens, " "), spans...), "q1", id, 1) + "\n")
		run[id] = append([]naiveAnswer{}, answers...)
		want[id] = naivePAP(tokens, spans, answers)
	}
	data, err := json.Marshal(run)
	if err != nil {
		t.Fatal(err)
	}
	inFolder(t, map[string]string{"gold": gold.String(), "team_run.json": string(data)})
	s := mustLoad(t, "quranqa23-b", tasks.Inputs{Gold: []string{"gold"}, Runs: runFiles("team_run.json")}, tasks.Options{Strict: true})
	kinds := make(map[bool]int)
	for _, topic := range s.Table.Topics {
		got := qaRow(t, s, 0, topic)
		qaNear(t, string(topic), got, []float64{want[string(topic)]})
		if got[0] < 0 || got[0] > 1 {
			t.Errorf("%s: %v is outside [0, 1]", topic, got[0])
		}
		kinds[0 < got[0] && got[0] < 1]++
	}
	if kinds[true] < 500 || kinds[false] < 100 {
		t.Errorf("too few of a kind: %v", kinds)
	}
}
