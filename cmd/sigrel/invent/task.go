package invent

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"sigrel/stats/resample"
)

// The collections of the shared tasks are small and invented throughout, also where their files look like those of a
// real task: sentences, passages, names, and identifiers of tweets.

// taskSeed is the seed of all of them.
const taskSeed = 1447

// taskSource is the random stream of one part of them.
func taskSource(label string, index int) *rand.PCG {
	return resample.Source(taskSeed, "task "+label, index)
}

// field is what runs rank for one topic.
type field struct {
	grades []int   // of each item; 0 is not relevant
	pull   []int64 // how much each item attracts all runs, relevant or not
	ease   int64   // how far relevant items stand out, in thousandths
}

func newField(label string, index int, grades []int) *field {
	src := taskSource("field "+label, index)
	f := &field{grades: grades, pull: make([]int64, len(grades)), ease: 500 + int64(below(src, 1000))}
	for i := range f.pull {
		f.pull[i] = thousandths(normal(src), 600)
	}
	return f
}

// scores is what a run gives each item. Skill is how far items of grade 1 stand out on a topic of usual difficulty, in
// thousandths of the noise.
func (f *field) scores(run string, index int, skill int64) []int64 {
	src := taskSource("run "+run, index)
	out := make([]int64, len(f.pull))
	for i, g := range f.grades {
		out[i] = f.pull[i] + thousandths(normal(src), 800) + thousandths(thousandths(skill*unit/1000, f.ease), standing[g])
	}
	return out
}

// best orders items by their scores, the highest first; of equal ones the first comes first.
func best(scores []int64) []int {
	out := make([]int, len(scores))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return out
}

// share squeezes a score into 0.001 to 0.999, in thousandths.
func share(score int64) int64 { return min(max(360+score*80/unit, 1), 999) }

// ranking is the run's list of the first items, with scores that fall strictly.
func (f *field) ranking(run string, index int, skill int64, docs []string, length int) list {
	scores := f.scores(run, index, skill)
	out := make(list, 0, length)
	for k, i := range best(scores)[:length] {
		score := share(scores[i])
		if k > 0 {
			score = min(score, out[k-1].score-1)
		}
		out = append(out, line{docs[i], score})
	}
	return out
}

// marked is n grades, of which k drawn at random are 1.
func marked(src *rand.PCG, n, k int) []int {
	out := make([]int, n)
	for i := range k {
		out[i] = 1
	}
	shuffle(src, out)
	return out
}

// tweetIDs invents n different identifiers of tweets, which rise, as text of 18 or 19 digits. Those of 19 are greater
// than any in use. In those of 18 the last 12 bits, which count the tweets of a millisecond, are all ones, as in none that
// is real. As floating-point numbers nearly all of them would be others.
func tweetIDs(label string, n, digits int) []string {
	src := taskSource("tweets "+label, digits)
	start, step := int64(9_000_000_000_000_000_000), 200_000_000_000_000_000/n
	if digits == 18 {
		start, step = 500_000_000_000_000_000, 400_000_000_000_000_000/n
	}
	out := make([]string, n)
	for i := range out {
		out[i] = strconv.FormatInt((start+int64(i*step+below(src, step)))|0xfff, 10)
	}
	return out
}

// numbered is n names: prefix-01, prefix-02, ….
func numbered(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = padded(prefix, i+1, 2)
	}
	return out
}

// tabbed is a line of fields between tabs.
func tabbed(fields ...string) string { return strings.Join(fields, "\t") + "\n" }

// fixed is v / 10^decimals as text.
func fixed(v int64, decimals int) string { return string(appendFixed(nil, v, decimals)) }

// within puts files into a folder.
func within(folder string, files []File) []File {
	out := make([]File, len(files))
	for i, f := range files {
		out[i] = File{folder + "/" + f.Name, f.Data}
	}
	return out
}

// sorted joins files in the order of their names.
func sorted(parts ...[]File) []File {
	out := slices.Concat(parts...)
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return out
}
