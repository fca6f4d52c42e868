package formats

import (
	"io"
	"strings"

	"sigrel/metrics"
)

const sampledLine = "topic 0 document stratum grade"

var sampledQrels = &qrelsFormat{
	Shape: Shape{"qrels", "sampled", "Judgments of a sample of the pool: five fields, separated by blanks or tabs, as NIST's sample_eval.pl takes them. The fourth names the part of the pool, " +
		"within the topic, that the document was drawn from; a document of the pool that was not drawn has a negative grade.", sampledLine, "T01 0 doc-17 1 2"},
	sniff: looksSampled,
	read: func(text, file string) (metrics.Qrels, []metrics.Warning, error) {
		return readQrelLines(text, file, layout{fields: sampledLine, number: 4, ignore: 1, ids: []int{0, 2, 3}})
	},
}

// looksSampled says whether the first line of data has five fields, the last a number. Four fields separated by tabs may
// hold blanks.
func looksSampled(text string) bool {
	if allTabs(text, 4) {
		return false
	}
	tabs := allTabs(text, 5)
	var rec record
	for pos := 0; pos < len(text); {
		var line string
		line, pos = cutLine(text, pos)
		if strings.Trim(line, " \t") == "" || line[0] == '#' {
			continue
		}
		rec.cut(line, tabs)
		return len(rec.fields) == 5 && isDecimal(strings.TrimLeft(rec.fields[4], "+-"))
	}
	return false
}

// ReadSampledQrels is [ReadQrels] and gives the strata of the pool as well; they are nil where the format has none.
func ReadSampledQrels(r io.Reader, file string) (metrics.Qrels, metrics.PoolStrata, []metrics.Warning, error) {
	text, err := readText(r, file)
	if err != nil {
		return nil, nil, nil, err
	}
	qrels, warnings, err := ReadQrels(strings.NewReader(text), file)
	if err != nil || !looksSampled(text) {
		return qrels, nil, warnings, err
	}
	strata := make(metrics.PoolStrata)
	lines := &lineReader{file: file, layout: layout{fields: sampledLine, number: 4, ignore: 1, ids: []int{0, 2, 3}}}
	lines.each(text, func(_ int, f []string) {
		t := metrics.Topic(f[0])
		if strata[t] == nil {
			strata[t] = make(map[metrics.Doc]string)
		}
		strata[t][metrics.Doc(f[2])] = f[3]
	})
	return qrels, strata, warnings, nil
}
