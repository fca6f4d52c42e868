package tasks_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sigrel/metrics/tasks"
)

// As many questions as the test set of 2022 has, with five answers each; read and scored. Far under a tenth of a second.
func BenchmarkQuranQA(b *testing.B) {
	r := rand.New(rand.NewPCG(22, 1))
	words := strings.Fields("قلم كتاب بيت نهر جبل طفل باب سفر ليل شجر والبيت بالقلم للطفل من في . الى")
	var gold strings.Builder
	run := make(map[string][]naiveAnswer)
	for i := range 238 {
		var tokens []string
		for range 40 + r.IntN(60) {
			tokens = append(tokens, words[r.IntN(len(words))])
		}
		at := func() int { return r.IntN(len(tokens) - 8) }
		lo := at()
		id := fmt.Sprintf("q%03d", i)
		gold.WriteString(strings.Replace(qaSpanGold(strings.Join(tokens, " "), [2]int{lo, lo + 3}), "q1", id, 1) + "\n")
		for k := range 5 {
			lo := at()
			run[id] = append(run[id], naiveAnswer{strings.Join(tokens[lo:lo+4], " "), k + 1, -k, lo, lo + 3})
		}
	}
	data, err := json.Marshal(run)
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	in := tasks.Inputs{Gold: []string{filepath.Join(dir, "gold")}, Runs: runFiles(filepath.Join(dir, "team_run.json"))}
	if err := os.WriteFile(in.Gold[0], []byte(gold.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(in.Runs[0].Path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	for _, task := range []string{"quranqa22", "quranqa23-b"} {
		for _, segmenter := range []string{"none", "light"} {
			b.Run(task+"/"+segmenter, func(b *testing.B) {
				for b.Loop() {
					mustLoad(b, task, in, tasks.Options{Segmenter: segmenter})
				}
			})
		}
	}
}
