package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is something wrong at a place of a file.
type Problem struct {
	Pos
	Err error
}

// Error is the place, a colon and what is wrong there.
func (p *Problem) Error() string { return p.Pos.String() + ": " + p.Err.Error() }

// Unwrap gives what is wrong.
func (p *Problem) Unwrap() error { return p.Err }

// MaxProblems is the number of problems that a [Problems] keeps; further ones are only counted.
const MaxProblems = 100

// Problems collects what is wrong with one or more files. The zero value is ready to use. Beyond MaxProblems the files share
// the places alike, so that one that is all wrong does not hide the others: a file with fewer takes places from that with most.
type Problems struct {
	List []*Problem // at most MaxProblems, in the order found
	More int        // problems beyond those in List

	kept, lost map[string]int // by file: problems in List, and beyond
	most       int            // the greatest number kept of a file
}

// Add appends a problem, or counts it if there are enough.
func (p *Problems) Add(pos Pos, err error) {
	if !p.room(pos.File) {
		p.lose(pos.File, 1)
		return
	}
	if p.kept == nil {
		p.kept = make(map[string]int)
	}
	p.List = append(p.List, &Problem{pos, err})
	p.kept[pos.File]++
	p.most = max(p.most, p.kept[pos.File])
}

// room says whether there is a place for a problem of a file. If need be it takes that of the last problem of the file with
// most, where that leaves it no fewer.
func (p *Problems) room(file string) bool {
	if len(p.List) < MaxProblems {
		return true
	}
	if p.most < p.kept[file]+2 {
		return false
	}
	for i, q := range slices.Backward(p.List) {
		if p.kept[q.File] == p.most {
			p.List = slices.Delete(p.List, i, i+1)
			p.kept[q.File]--
			p.lose(q.File, 1)
			break
		}
	}
	p.most = 0
	for _, n := range p.kept {
		p.most = max(p.most, n)
	}
	return true
}

// lose counts n problems of a file that are not kept.
func (p *Problems) lose(file string, n int) {
	if p.lost == nil {
		p.lost = make(map[string]int)
	}
	p.lost[file] += n
	p.More += n
}

// Merge adds an error that a reader returned: all of its problems, or one for the whole file.
func (p *Problems) Merge(file string, err error) {
	switch e := err.(type) {
	case nil:
	case *Problems:
		for _, q := range e.List {
			p.Add(q.Pos, q.Err)
		}
		more := e.More
		for file, n := range e.lost {
			p.lose(file, n)
			more -= n
		}
		p.More += more // counted by others, of no file
	case *Problem:
		p.Add(e.Pos, e.Err)
	default:
		p.Add(Pos{File: file}, err)
	}
}

// Err is nil if there is no problem, else p.
func (p *Problems) Err() error {
	if len(p.List) == 0 {
		return nil
	}
	return p
}

// sorted puts the problems of one file in the order of its lines and returns p as an error, nil if there are none.
func (p *Problems) sorted() error {
	slices.SortStableFunc(p.List, func(a, b *Problem) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) })
	return p.Err()
}

// Error lists the problems, one a line, and says how many there are beyond those kept: of several files behind the last of
// each.
func (p *Problems) Error() string {
	last := make(map[string]int)
	for i, q := range p.List {
		last[q.File] = i
	}
	var lines []string
	more := p.More
	for i, q := range p.List {
		lines = append(lines, q.Error())
		if n := p.lost[q.File]; n > 0 && last[q.File] == i && len(last) > 1 {
			lines = append(lines, fmt.Sprintf("%v: and %d more", Pos{File: q.File}, n))
			more -= n
		}
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the problems kept, for errors.Is and errors.As.
func (p *Problems) Unwrap() []error {
	errs := make([]error, len(p.List))
	for i, q := range p.List {
		errs[i] = q
	}
	return errs
}
