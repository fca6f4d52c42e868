// Package invent makes invented test collections: the demo's shared task and the small collection of the tests.
//
// Nothing here describes real systems, documents or people. All arithmetic is on integers and all chance comes from
// resample.Source, so a collection has the same bytes on every platform.
package invent

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// File is one file of a collection. Name is relative to the collection's folder and has forward slashes.
type File struct {
	Name string
	Data []byte
}

// entry is a run of a collection, as far as its files are concerned.
type entry struct {
	tag, team, kind string
	file            string // name in runs/, without .txt
	pool            bool   // whether the run's first documents were judged
	lists           []list // by topic
}

// list is one topic's ranking; nil where the run does not answer the topic.
type list []line

// line is a retrieved document. Scores fall strictly, so that rank and score never contradict each other.
type line struct {
	doc   string
	score int64 // in units of the last decimal printed
}

// grades is the truth about one topic: the grade of each relevant document. All others are not relevant.
type grades map[string]int

// files writes a collection in the order of the files' names: judgments of the pool of the given depth, teams and runs.
func files(topics []string, truth []grades, entries []entry, depth, decimals int) []File {
	out := []File{
		{"qrels.txt", qrels(topics, truth, entries, depth)},
		{"teams.tsv", teams(entries)},
	}
	for i := range entries {
		out = append(out, File{"runs/" + entries[i].file + ".txt", runText(topics, &entries[i], decimals)})
	}
	return inOrder(out)
}

// inOrder joins files, in the order of their names.
func inOrder(list []File, more ...File) []File {
	out := append(slices.Clone(list), more...)
	slices.SortFunc(out, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// qrels judges what the pooled runs have in their first depth ranks, and nothing else.
func qrels(topics []string, truth []grades, entries []entry, depth int) []byte {
	var out bytes.Buffer
	for t, topic := range topics {
		var pool []string
		for _, e := range entries {
			if !e.pool {
				continue
			}
			for _, l := range e.lists[t][:min(depth, len(e.lists[t]))] {
				pool = append(pool, l.doc)
			}
		}
		slices.Sort(pool)
		for _, doc := range slices.Compact(pool) {
			out.WriteString(topic + " 0 " + doc + " " + strconv.Itoa(truth[t][doc]) + "\n")
		}
	}
	return out.Bytes()
}

// teams is the table of runs, in the order of the entries.
func teams(entries []entry) []byte {
	out := []byte("run\tteam\ttype\n")
	for _, e := range entries {
		out = append(out, e.tag+"\t"+e.team+"\t"+e.kind+"\n"...)
	}
	return out
}

// runText writes a run as trec_eval reads it: topic Q0 document rank score tag.
func runText(topics []string, e *entry, decimals int) []byte {
	var out []byte
	for t, topic := range topics {
		for k, l := range e.lists[t] {
			out = append(out, topic...)
			out = append(out, " Q0 "...)
			out = append(out, l.doc...)
			out = append(out, ' ')
			out = strconv.AppendInt(out, int64(k+1), 10)
			out = append(out, ' ')
			out = appendFixed(out, l.score, decimals)
			out = append(out, ' ')
			out = append(out, e.tag...)
			out = append(out, '\n')
		}
	}
	return out
}

// appendFixed writes v / 10^decimals with that many decimals.
func appendFixed(out []byte, v int64, decimals int) []byte {
	if v < 0 {
		out = append(out, '-')
		v = -v
	}
	digits := strconv.FormatInt(v, 10)
	if missing := decimals + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - decimals
	out = append(out, digits[:point]...)
	out = append(out, '.')
	return append(out, digits[point:]...)
}

// padded is prefix and n, with zeros in front of n to the given width.
func padded(prefix string, n, width int) string {
	digits := strconv.Itoa(n)
	return prefix + strings.Repeat("0", max(0, width-len(digits))) + digits
}

// unit is one standard deviation of [normal], and 1 wherever this package has a fixed-point number.
const unit = 10_000

// normal draws from a nearly normal distribution with mean 0 and standard deviation [unit]: the sum of the four
// 16-bit parts of a draw, whose mean is 131070 and standard deviation 37837.
func normal(src *rand.PCG) int64 {
	u := src.Uint64()
	sum := int64(u&0xffff + u>>16&0xffff + u>>32&0xffff + u>>48)
	return (sum - 131_070) * unit / 37_837
}

// below draws an integer from 0 to n−1.
func below(src *rand.PCG, n int) int {
	high, _ := bits.Mul64(src.Uint64(), uint64(n))
	return int(high)
}

// shuffle permutes s in place.
func shuffle[T any](src *rand.PCG, s []T) {
	for i := len(s) - 1; i > 0; i-- {
		j := below(src, i+1)
		s[i], s[j] = s[j], s[i]
	}
}
