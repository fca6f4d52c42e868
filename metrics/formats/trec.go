package formats

import (
	"io"

	"sigrel/metrics"
)

const trecLine = "topic Q0 document rank score tag"

var trec = &Format{
	Name: "trec",
	Doc: "The TREC format: six fields. The second is ignored, and so is the rank: documents are ordered by score, equal " +
		"scores by document identifier, both descending. All lines carry the same tag.",
	Line:    trecLine,
	Example: "T01 Q0 doc-17 1 12.25 myrun",
	Sniff:   func(string) bool { return true },
	Read:    readTrec,
	Write:   writeTrec,
}

func readTrec(r io.Reader, file string, opt RunOptions) (*metrics.Run, []metrics.Warning, error) {
	text, err := readText(r, file)
	if err != nil {
		return nil, nil, err
	}
	b := newRunBuilder(text, file)
	lines := &lineReader{file: file, layout: layout{fields: trecLine, number: 4, ignore: 1, ids: []int{0, 2}}}
	lines.each(text, func(n int, f []string) {
		rank, ok := parseRank(f[3])
		if ok = ok || opt.Order != metrics.OrderRank; !ok {
			lines.bad(n, 3, rankError(f[3]))
		}
		score, err := parseFloat(f[4])
		if err != nil {
			lines.bad(n, 4, err)
		}
		if ok && err == nil {
			b.add(f[0], f[5], metrics.Scored{Doc: metrics.Doc(f[2]), Score: score, Rank: rank, Line: int32(n)})
		}
	})
	run, err := b.run(trecLine, opt, &lines.problems)
	return run, lines.warnings, err
}
