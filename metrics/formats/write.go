package formats

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"sigrel/metrics"
)

// WriteRun writes a run in one of [Formats], as TREC if f is nil: topics in byte order, documents as r orders them,
// scores with the fewest digits that read back exactly. Read back in r.Order the ranking is the same. Where equal scores
// are ordered by line, or ranks decide, another order, such as trec_eval's own, may give another ranking; of TREC,
// [metrics.OrderRank] always gives the same, since ranks are written as 1, 2, 3 in the order of r. JSON has no ranks and no
// tag: a run that is ordered by rank is read back with [metrics.OrderScore], and refused if its scores have another order.
//
// Nothing is written where it could not be read back: a name that is empty or holds a tab, a line end or a NUL byte; a
// score that is not finite; a document twice in a topic; no document at all; and what the format itself cannot hold.
func WriteRun(w io.Writer, r *metrics.Run, f *Format) error {
	if f == nil {
		f = trec
	}
	err := writeRun(w, r, f)
	if err != nil {
		return fmt.Errorf("writing run %s as %s: %w", show(r.Tag), f.Name, err)
	}
	return nil
}

func writeRun(w io.Writer, r *metrics.Run, f *Format) error {
	var topics []metrics.Topic
	seen := make(map[metrics.Doc]bool)
	for _, t := range slices.Sorted(maps.Keys(r.Topics)) {
		if len(r.Topics[t]) == 0 {
			continue
		}
		topics = append(topics, t)
		if err := checkWritten(t, r.Topics[t], seen); err != nil {
			return fmt.Errorf("topic %s: %w", show(t), err)
		}
	}
	if len(topics) == 0 {
		return fmt.Errorf("%w: no documents", ErrEmpty)
	}
	out := bufio.NewWriter(w)
	if err := f.Write(out, r, topics); err != nil {
		return err
	}
	return out.Flush()
}

// checkWritten finds what no format can hold. The map is scratch space.
func checkWritten(t metrics.Topic, docs []metrics.Scored, seen map[metrics.Doc]bool) error {
	if err := checkName(string(t)); err != nil {
		return err
	}
	for _, d := range docs {
		if err := checkName(string(d.Doc)); err != nil {
			return err
		}
		if math.IsNaN(d.Score) || math.IsInf(d.Score, 0) {
			return fmt.Errorf("document %s: score %v: %w", show(d.Doc), d.Score, metrics.ErrNotFinite)
		}
	}
	if hasDuplicates(docs, seen) {
		return fmt.Errorf("%w: a document comes twice", ErrDuplicate)
	}
	return nil
}

// writeTrec separates fields by a blank, or by a tab if a name holds a blank.
func writeTrec(w io.Writer, r *metrics.Run, topics []metrics.Topic) error {
	tag := string(r.Tag)
	if err := checkName(tag); err != nil {
		return fmt.Errorf("tag: %w", err)
	}
	if strings.Contains(tag, " ") {
		return fmt.Errorf("%w: a blank in the tag %s, want none", ErrTag, show(tag))
	}
	sep := " "
	check := func(name string) error {
		if strings.Trim(name, " ") != name {
			return fmt.Errorf("%w: a blank at an end of the name %s, want none", ErrValue, show(name))
		}
		if strings.Contains(name, " ") {
			sep = "\t"
		}
		return nil
	}
	for _, t := range topics {
		if err := check(string(t)); err != nil {
			return err
		}
		for _, d := range r.Topics[t] {
			if err := check(string(d.Doc)); err != nil {
				return err
			}
		}
	}
	for i, t := range topics {
		for rank, d := range r.Ranked(t) {
			line := strings.Join([]string{string(t), "Q0", string(d.Doc), strconv.Itoa(rank + 1), fullNumber(d.Score), tag}, sep) + "\n"
			if i == 0 && rank == 0 && misleading(line) {
				return fmt.Errorf("%w: a file that begins with topic %s would not be read as TREC", ErrValue, show(t))
			}
			if _, err := io.WriteString(w, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// misleading says whether a file that begins so would be taken for something else than lines of TREC.
func misleading(head string) bool {
	_, err := readText(strings.NewReader(head), "")
	return err != nil || strings.HasPrefix(head, gzipMagic) || strings.HasPrefix(head, byteOrderMark) || jsonRun.Sniff(head[:min(len(head), sniffed)])
}
