package formats

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/stats/resample"
)

// File names an input. The label, if there is one, replaces the tag or the name found in the file.
type File struct{ Label, Path string }

func (f File) open() (io.ReadCloser, error) {
	if f.Path == "" && f.Label != "" {
		return nil, &Problem{Pos{File: f.Label + "="}, errors.New(`empty path, want the name of a file after "="`)}
	}
	return Open(f.Path)
}

// ReadRun reads one run. Each topic's documents come ranked, in the order of opt. An error is a [*Problems] or a [*Problem].
func ReadRun(file File, opt RunOptions) (*metrics.Run, []metrics.Warning, error) {
	in, err := file.open()
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	format := opt.Format
	if format == nil {
		format = sniff(peek(in))
	}
	run, warnings, err := format.Read(in, file.Path, opt)
	if err != nil {
		return nil, warnings, err
	}
	if file.Label != "" {
		run.Tag = metrics.Tag(file.Label)
	}
	return run, warnings, nil
}

// sniffed is how much of a file, in bytes, tells its format.
const sniffed = 4096

// peek is the beginning of an input, which stays to be read.
func peek(in io.Reader) string {
	if in, ok := in.(*input); ok {
		b, _ := in.buf.Peek(sniffed)
		return strings.TrimPrefix(string(b), byteOrderMark)
	}
	return ""
}

// sniff finds the format that knows a file that begins so, else the first.
func sniff(head string) *Format {
	for _, f := range formats[1:] {
		if f.Sniff(head) {
			return f
		}
	}
	return formats[0]
}

// FormatOf is the format that a file of a run looks like: the first of [Formats] where it cannot be looked at, as standard
// input, which can be read only once.
func FormatOf(path string) *Format {
	if path == Stdin {
		return formats[0]
	}
	in, err := Open(path)
	if err != nil {
		return formats[0]
	}
	defer in.Close()
	return sniff(peek(in))
}

// FindFormat is the format of that name, nil if there is none.
func FindFormat(name string) *Format {
	for _, f := range formats {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// ReadRuns reads runs, several at once, and returns them in the order of the files. Two runs with one tag are an error,
// and so is a file that is wrong; the [*Problems] lists them for all files.
func ReadRuns(files []File, opt RunOptions) ([]*metrics.Run, []metrics.Warning, error) {
	runs := make([]*metrics.Run, len(files))
	warnings := make([][]metrics.Warning, len(files))
	errs := make([]error, len(files))
	resample.Each(len(files), opt.Workers, func(i int) {
		runs[i], warnings[i], errs[i] = ReadRun(files[i], opt)
	})
	var problems Problems
	var all []metrics.Warning
	seen := make(map[metrics.Tag]string, len(files))
	for i, run := range runs {
		all = append(all, warnings[i]...)
		problems.Merge(files[i].Path, errs[i])
		if run == nil {
			continue
		}
		if other, twice := seen[run.Tag]; twice {
			problems.Add(Pos{File: files[i].Path}, fmt.Errorf("%w: the tag %s is that of %s already, want one tag a run: rename with label=path",
				ErrDuplicate, show(run.Tag), Pos{File: other}))
		} else {
			seen[run.Tag] = files[i].Path
		}
	}
	if err := problems.Err(); err != nil {
		return nil, all, err
	}
	return runs, all, nil
}

// runBuilder gathers the lines of one run and checks the rules that concern more than one line.
type runBuilder struct {
	grouper
	tag  string
	line int32            // of the first tag
	more map[string]int32 // other tags, and the line where each came first
}

func newRunBuilder(text, file string) *runBuilder {
	return &runBuilder{grouper: newGrouper(text, file), more: make(map[string]int32)}
}

func (b *runBuilder) add(topic, tag string, doc metrics.Scored) {
	b.grouper.add(topic, doc)
	if tag != b.tag {
		b.otherTag(tag, doc.Line)
	}
}

func (b *runBuilder) otherTag(tag string, line int32) {
	if b.line == 0 {
		b.tag, b.line = tag, line
	} else if b.more[tag] == 0 {
		b.more[tag] = line
	}
}

// run puts the run together. Problems found earlier are given, those found here are added.
func (b *runBuilder) run(want string, opt RunOptions, problems *Problems) (*metrics.Run, error) {
	for _, tag := range slices.SortedFunc(maps.Keys(b.more), func(x, y string) int { return cmp.Compare(b.more[x], b.more[y]) }) {
		problems.Add(Pos{b.file, int(b.more[tag]), 0}, fmt.Errorf("%w: tag %q, but line %d has %q: want one tag a file",
			ErrTag, tag, b.line, b.tag))
	}
	if len(b.docs) == 0 && len(problems.List) == 0 {
		problems.Add(Pos{File: b.file}, fmt.Errorf("%w: no result lines, want lines of %q", ErrEmpty, want))
	}
	run := &metrics.Run{Tag: metrics.Tag(b.tag), File: b.file, Order: opt.Order, Topics: make(map[metrics.Topic][]metrics.Scored, len(b.topics))}
	seen := make(map[metrics.Doc]bool)
	for t, docs := range b.gather() {
		if opt.KeepFirst {
			opt.Order.Rank(docs)
			docs = firstOnly(docs)
		} else {
			if hasDuplicates(docs, seen) {
				b.checkDuplicates(b.topics[t], docs, problems)
			}
			opt.Order.Rank(docs)
		}
		if opt.Order == metrics.OrderRank {
			b.checkRanks(b.topics[t], docs, problems)
		}
		run.Topics[b.topics[t]] = docs
	}
	if err := problems.sorted(); err != nil {
		return nil, err
	}
	return run, nil
}

// checkRanks adds a problem for each document of a topic, in the order of ranks, whose rank an earlier line has.
func (b *runBuilder) checkRanks(topic metrics.Topic, docs []metrics.Scored, problems *Problems) {
	for lo, hi := 0, 0; lo < len(docs); lo = hi {
		first := docs[lo].Line
		for hi = lo; hi < len(docs) && docs[hi].Rank == docs[lo].Rank; hi++ {
			first = min(first, docs[hi].Line)
		}
		for _, d := range docs[lo:hi] {
			if d.Line > first {
				problems.Add(Pos{b.file, int(d.Line), 0}, fmt.Errorf("%w: topic %s has rank %d on line %d already",
					ErrDuplicate, show(topic), d.Rank, first))
			}
		}
	}
}

// hasDuplicates says whether a document occurs twice. The map is scratch space.
func hasDuplicates(docs []metrics.Scored, seen map[metrics.Doc]bool) bool {
	clear(seen)
	for i := range docs {
		seen[docs[i].Doc] = true
	}
	return len(seen) < len(docs)
}

// firstOnly leaves out every document that occurred before, in place.
func firstOnly(docs []metrics.Scored) []metrics.Scored {
	seen := make(map[metrics.Doc]bool, len(docs))
	return slices.DeleteFunc(docs, func(d metrics.Scored) bool {
		twice := seen[d.Doc]
		seen[d.Doc] = true
		return twice
	})
}
