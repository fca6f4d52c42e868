package invent

import (
	"archive/zip"
	"bytes"
	"strconv"
	"strings"
	"time"
)

// speech is one file of the debates: its theme's name, how many lines it has, how many of them are worth a check.
type speech struct {
	name         string
	lines, worth int
	crlf         bool
}

// speeches are in the order of their names. The one with Windows line ends is Arabic, as those of 2018.
var speeches = [...]speech{
	{"ar-bus", 57, 9, false},
	{"ar-library", 55, 7, true},
	{"bus-line", 62, 11, false},
	{"rain-week", 80, 14, false},
	{"school-garden", 56, 8, false},
}

// upload is a folder or archive of a team: the skill of each system in it.
type upload struct {
	team    string
	zipped  bool
	systems []debateSystem
}

type debateSystem struct {
	prefix string
	skill  int64
}

var uploads = [...]upload{
	{"alpha", false, []debateSystem{{"primary", 1700}, {"contrastive1", 900}}},
	{"nour", false, []debateSystem{{"primary", 1300}, {"contrastive1", 1250}}},
	{"cedar", true, []debateSystem{{"primary", 500}}},
}

const uploadReadme = "Invented scores of an invented team.\n"

// debates makes the gold files, two folders of runs and an archive.
func debates() []File {
	var gold []File
	var fields []*field
	for i, s := range speeches {
		grades := marked(taskSource("labels of "+s.name, 0), s.lines, s.worth)
		fields = append(fields, newField("debates", i, grades))
		gold = append(gold, File{s.name + ".txt", s.text(grades)})
	}
	out := within("gold", gold)
	for _, u := range uploads {
		var files []File
		for _, system := range u.systems {
			for i, s := range speeches {
				scores := fields[i].scores("debates "+u.team+" "+system.prefix, i, system.skill)
				files = append(files, File{system.prefix + "-" + s.name + ".tsv", lineScores(scores)})
			}
		}
		if u.zipped {
			files = append(files, File{"README.txt", []byte(uploadReadme)})
			out = append(out, File{"upload-" + u.team + ".zip", archive(sorted(files))})
		} else {
			out = append(out, within(u.team, files)...)
		}
	}
	return out
}

// text is the gold file: line number, speaker, sentence, label. Nothing to check is in most of the sentences without a
// label, but some have a number all the same.
func (s speech) text(grades []int) []byte {
	t := newTalk(themes[s.name], taskSource("speech "+s.name, 0))
	var out strings.Builder
	for i, g := range grades {
		sentence := ""
		if g == 1 || below(t.src, 12) == 0 {
			sentence = t.claim()
		} else {
			sentence = t.aside()
		}
		out.WriteString(tabbed(strconv.Itoa(i+1), t.speaker(), sentence, strconv.Itoa(g)))
	}
	if s.crlf {
		return []byte(strings.ReplaceAll(out.String(), "\n", "\r\n"))
	}
	return []byte(out.String())
}

// lineScores is a run's file for a debate.
func lineScores(scores []int64) []byte {
	var out []byte
	for i, score := range scores {
		out = append(out, tabbed(strconv.Itoa(i+1), fixed(share(score), 3))...)
	}
	return out
}

// archive packs files into a zip archive. They are stored and not deflated, and have a fixed time, so that the bytes depend
// on nothing else.
func archive(files []File) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		head := zip.FileHeader{Name: f.Name, Method: zip.Store, Modified: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)}
		member, _ := w.CreateHeader(&head) // a bytes.Buffer takes whatever is written
		member.Write(f.Data)
	}
	w.Close()
	return out.Bytes()
}
