package tasks

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// ctPrefixes tell the systems of an upload by the names of files, in the order of systems.
var ctPrefixes = []string{"primary", "contrastive1", "contrastive2"}

// ctPart is the file of one debate.
type ctPart struct {
	formats.Member
	prefix, debate string
}

// readUpload reads a folder, a zip archive or a single file: one system, or up to three that prefixes tell apart.
func (l *ctDebates) readUpload(file formats.File, out *rankingRead) {
	members, many, err := formats.Members(file.Path)
	if err != nil {
		out.problems.Merge(file.Path, err)
		return
	}
	members = ctMembers(members, many)
	if len(members) == 0 {
		out.problems.Add(formats.Pos{File: file.Path}, fmt.Errorf("%w: no files of debates in it, want at least one", formats.ErrEmpty))
	}
	out.files = ctFiles(file.Path, members, many)
	systems := make(map[string][]ctPart)
	for _, m := range members {
		p := l.part(m)
		systems[p.prefix] = append(systems[p.prefix], p)
	}
	for _, prefix := range append([]string{""}, ctPrefixes...) {
		parts := systems[prefix]
		if len(parts) == 0 {
			continue
		}
		if prefix == "" && len(systems) > 1 {
			for _, p := range parts {
				out.problems.Add(formats.Pos{File: p.Path}, fmt.Errorf("%w: a name without a prefix beside others with one, want primary-, contrastive1- or contrastive2- before it",
					formats.ErrRule))
			}
			continue
		}
		run := ctSystem(file, parts[0], many)
		run.Order = l.order
		if l.readSystem(run, parts, out) {
			out.runs = append(out.runs, run)
		}
	}
}

// part finds which debate a file is of. A debate may itself have a name that begins like a prefix.
func (l *ctDebates) part(m formats.Member) ctPart {
	name := ctName(m.Name)
	if _, ok := l.gold[metrics.Topic(name)]; !ok {
		for _, prefix := range ctPrefixes {
			if debate, ok := strings.CutPrefix(name, prefix+"-"); ok && debate != "" {
				return ctPart{m, prefix, debate}
			}
		}
	}
	return ctPart{m, "", name}
}

// ctSystem is a run without topics, named after its upload.
func ctSystem(file formats.File, p ctPart, many bool) *metrics.Run {
	r := &metrics.Run{File: file.Path, Topics: make(map[metrics.Topic][]metrics.Scored)}
	name := file.Label
	if name == "" {
		name = ctUploadName(file.Path, many)
	}
	r.Tag, r.Type = metrics.Tag(name), strings.TrimRight(p.prefix, "12")
	if many && p.prefix != "" {
		r.Tag, r.Team = metrics.Tag(name+"/"+p.prefix), metrics.Team(name)
	}
	return r
}

// ctUploadName is the name of a folder, or of a file without its extension.
func ctUploadName(path string, many bool) string {
	if full, err := filepath.Abs(path); err == nil && path != formats.Stdin {
		path = full // of "." too
	}
	name := filepath.Base(path)
	if many && !strings.EqualFold(filepath.Ext(name), ".zip") {
		return name
	}
	return ctName(name)
}

// readSystem reads the files of one system and says whether all is well with them.
func (l *ctDebates) readSystem(run *metrics.Run, parts []ctPart, out *rankingRead) bool {
	before := out.count()
	seen := make(map[metrics.Topic]ctPart)
	for _, p := range parts {
		f := &ctScores{rankingFile: &rankingFile{path: p.Path, names: "line_number score", strict: l.opt.Strict}}
		topic, ok := l.topic(p, len(parts))
		if !ok {
			f.bad(0, 0, "%w: no gold file for a debate %s, want one of %s", formats.ErrUnknown, formats.Show(p.debate), rankingSome(l.topics()))
		} else if other, twice := seen[topic]; twice {
			f.bad(0, 0, "%w: the debate %s is in %s already, want one file a debate", formats.ErrDuplicate, formats.Show(topic), formats.Pos{File: other.Path})
		} else {
			seen[topic] = p
			run.Topics[topic] = l.readScores(f, p, topic)
		}
		out.take(f.rankingFile)
	}
	if l.opt.Strict && l.judged() {
		for _, t := range l.topics() {
			if _, ok := seen[t]; !ok {
				out.problems.Add(formats.Pos{File: run.File}, fmt.Errorf("%w: run %s has no file for the debate %s", formats.ErrRule, formats.Show(run.Tag), formats.Show(t)))
			}
		}
	}
	return out.count() == before
}

// topic is the debate that a file is of, of so many of its system. Names are free where there is one file of each.
func (l *ctDebates) topic(p ctPart, files int) (metrics.Topic, bool) {
	t := metrics.Topic(p.debate)
	_, known := l.sub.Qrels[t]
	switch {
	case known || !l.judged():
		return t, true
	case files == 1 && len(l.sub.Qrels) == 1:
		return l.topics()[0], true
	}
	return "", false
}

func (l *ctDebates) readScores(f *ctScores, p ctPart, topic metrics.Topic) []metrics.Scored {
	text, bom, err := p.ReadText()
	if err != nil {
		f.problems.Merge(p.Path, err)
		return nil
	}
	if bom {
		f.rule(1, 1, "a byte order mark before the first line, want none")
	}
	f.read(text)
	if labels, ok := l.sub.Qrels[topic]; ok {
		f.compare(l.gold[topic], labels)
	}
	l.order.Rank(f.docs)
	return f.docs
}

// ctMembers leaves out README files of folders and archives.
func ctMembers(members []formats.Member, many bool) []formats.Member {
	return slices.DeleteFunc(slices.Clone(members), func(m formats.Member) bool {
		return many && strings.HasPrefix(strings.ToLower(m.Name), "readme")
	})
}

// ctFiles lists the files on disk that members were read from: an archive is one.
func ctFiles(path string, members []formats.Member, many bool) []string {
	if info, err := os.Stat(path); many && err == nil && !info.IsDir() {
		return []string{path}
	}
	var out []string
	for _, m := range members {
		out = append(out, m.Path)
	}
	return out
}
