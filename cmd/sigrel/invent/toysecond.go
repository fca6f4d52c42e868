package invent

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"sigrel/stats/resample"
)

// toyCare is, for each topic, how many of a hundred documents the second judge sees as the first did. The last topic that
// judge did not get to; on the fourth and the tenth the two did not read the question alike.
var toyCare = [...]int{92, 90, 88, 45, 93, 85, 90, 80, 95, 35, 88, 0}

// toySkipped is that one of so many documents is not judged by the second judge.
const toySkipped = 14

// judgment is a line of judgments.
type judgment struct {
	topic, doc string
	grade      int
}

// toyOpinion is what a further judge makes of the judgments of the first: a grade of most documents, and, of the second
// judge, of one document a topic that the first did not judge. That judge has an eye for relevance where the first saw none.
func toyOpinion(judge string, first []judgment, share int) []judgment {
	var out []judgment
	for t := range toyRelevant {
		topic := padded("T", t+1, 2)
		src := resample.Source(toySeed, judge, t)
		var pool []string
		for _, j := range first {
			if j.topic != topic {
				continue
			}
			pool = append(pool, j.doc)
			same, skipped, up := below(src, 100) < toyCare[t], below(src, toySkipped) == 0 || below(src, 100) >= share, below(src, 3)
			switch {
			case toyCare[t] == 0 || skipped:
				continue
			case !same && j.grade == 1 && up == 0:
				j.grade = 2
			case !same && j.grade > 0:
				j.grade--
			case !same && up > 0:
				j.grade = 1
			}
			out = append(out, j)
		}
		if toyCare[t] > 0 && share == 100 {
			docs := toyDocs(t)
			i := slices.IndexFunc(docs, func(d string) bool { return !slices.Contains(pool, d) })
			out = append(out, judgment{topic, docs[i], below(src, 2)})
		}
	}
	slices.SortStableFunc(out, func(a, b judgment) int {
		if a.topic != b.topic {
			return strings.Compare(a.topic, b.topic)
		}
		return strings.Compare(a.doc, b.doc)
	})
	return out
}

// toyJudges are the files of other judges: qrels-second.txt, as TREC has them, and judges.tsv, a table of three judges.
func toyJudges(qrels []byte) []File {
	var first []judgment
	for line := range strings.Lines(string(qrels)) {
		f := strings.Fields(line)
		grade, _ := strconv.Atoi(f[3])
		first = append(first, judgment{f[0], f[2], grade})
	}
	second, third := toyOpinion("second", first, 100), toyOpinion("third", first, 40)
	var lines, table bytes.Buffer
	for _, j := range second {
		lines.WriteString(j.topic + " 0 " + j.doc + " " + strconv.Itoa(j.grade) + "\n")
	}
	table.WriteString("judge\ttopic\tdocument\tgrade\n")
	for n, judgments := range [][]judgment{first, second, third} {
		for _, j := range judgments {
			table.WriteString([]string{"first", "second", "third"}[n] + "\t" + j.topic + "\t" + j.doc + "\t" + strconv.Itoa(j.grade) + "\n")
		}
	}
	return []File{{"judges.tsv", table.Bytes()}, {"qrels-second.txt", lines.Bytes()}}
}
