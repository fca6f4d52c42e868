package reports

import (
	"fmt"

	"sigrel/reports/doc"
)

// Blocks shows the agreement; long tables are cut.
func (f *Judgments) Blocks() []doc.Block {
	out := []doc.Block{&doc.Heading{Level: 1, ID: "judgments", Text: plain(enumerate(f.Names))}, f.sentence()}
	if f.Scores != nil {
		out = append(out, f.Scores.Agreement.sentence("The judgments of "+f.Scores.A+" and of "+f.Scores.B))
	}
	out = append(out, f.coverageTable(), f.gradeTable())
	if f.Documents > 0 {
		if f.Confusion != nil {
			out = append(out, f.confusionTable())
		}
		out = append(out, f.labelTable(), f.paradox())
		if f.Pairs != nil {
			out = append(out, f.pairTable())
		}
		out = append(out, f.topicTable())
	}
	if f.Dropped != nil {
		out = append(out, f.droppedBlocks()...)
	}
	out = append(out, mind(f.Warnings)...)
	switch {
	case f.Scores != nil && f.full:
		out = append(out, f.Scores.fullBlocks()...)
	case f.Scores != nil:
		out = append(out, f.Scores.blocks()...)
	case f.Unscored != nil:
		out = append(out, note("Scores and rankings: not assessed: "+*f.Unscored+"."))
	}
	return out
}

// FullBlocks are Blocks with every row of the tables: for CSV.
func (f *Judgments) FullBlocks() []doc.Block {
	all := *f
	all.full = true
	return all.Blocks()
}

// sentence says how many documents were judged twice, and how far the judges agree on them.
func (f *Judgments) sentence() *doc.Paragraph {
	by := "both judges"
	if len(f.Names) > 2 {
		by = "at least two of the judges"
	}
	if f.Documents == 0 {
		return para(doc.Strong(plain("No document was judged by "+by+".")), " How far they agree cannot be told.")
	}
	out := say(doc.Strong(say(fmt.Sprintf("%s on %s %s judged by %s", count(f.Documents, "document"), count(f.sharedTopics(), "topic"), verb(f.Documents, "was", "were"), by))))
	grades := labelValues(f.Coefficients)
	same := share(*grades.value("percent"))
	if len(f.Names) > 2 {
		out = append(out, say("; on average ", same, " of the pairs of labels of a document are the same")...)
	} else {
		out = append(out, say("; the grades are the same for ", same)...)
	}
	if k := grades.find(kappaNames...); k.Value != nil {
		out = append(out, say(": ", kappaName(len(f.Names)), " ", score(*k.Value))...)
		if k.Lo != nil {
			out = append(out, say(" ", doc.Range{Lo: *k.Lo, Hi: *k.Hi, Digits: 3})...)
		}
	} else {
		out = append(out, say("; κ does not exist ("+k.Reason+")")...)
	}
	out = append(out, say(". ")...)
	return para(append(out, f.binarySentence()...))
}

func kappaName(judges int) string {
	if judges == 2 {
		return "Cohen's κ"
	}
	return "Conger's κ"
}

// sharedTopics counts the topics with documents that were judged twice.
func (f *Judgments) sharedTopics() int {
	n := 0
	for _, t := range f.Topics {
		if t.Documents > 0 {
			n++
		}
	}
	return n
}

// binarySentence is about relevant or not.
func (f *Judgments) binarySentence() []doc.Text {
	if why := f.everyGrade(); why != "" {
		return say("Relevant or not cannot be compared: " + why + ".")
	}
	var parts []string
	for _, c := range f.Coverage.Judges {
		if c.Prevalence != nil {
			parts = append(parts, fmt.Sprintf("%s calls %s", c.Judge, doc.FormatPercent(*c.Prevalence, 1)))
		}
	}
	out := fmt.Sprintf("With grades from %d as relevant, ", f.Level) + enumerate(parts)
	if len(f.Names) == 2 {
		out += " of them relevant"
		if overlap := labelValues(f.Binary).value("overlap"); overlap != nil {
			out += fmt.Sprintf("; of what either does, both do %s (overlap)", doc.FormatPercent(*overlap, 1))
		}
		return say(out + ".")
	}
	return say(out + " of what it judged with others relevant.")
}

// paradox explains why κ and AC1 may part, with the numbers of these labels.
func (f *Judgments) paradox() *doc.Note {
	grades := labelValues(f.Coefficients)
	at := 0
	for i, p := range f.Prevalence {
		if *p > *f.Prevalence[at] {
			at = i
		}
	}
	text := fmt.Sprintf("Prevalence: of all labels of these documents %s are grade %d.", doc.FormatPercent(*f.Prevalence[at], 1), f.Scale[at])
	k, ac := grades.find(kappaNames...), grades.find("ac1")
	if k.Value == nil || ac.Value == nil {
		return note(text)
	}
	text += fmt.Sprintf(" Labels given at random with each judge's shares of the grades would agree on %s of the documents, and κ is what the judges agree beyond that;"+
		" AC1 takes %s to be chance. The more one grade prevails, the further the two part, and κ can be low although nearly all labels agree (the κ paradox):"+
		" read κ, α and AC1 together, with the prevalence.",
		doc.FormatPercent(1-*k.Expected, 1), doc.FormatPercent(1-*ac.Expected, 1))
	return note(text)
}

// lines of a table that is cut, and what is left out.
func (f *Judgments) shown(n int) int {
	if f.full || n <= maxJudgedTopics+2 {
		return n
	}
	return maxJudgedTopics
}

// maxJudgedTopics is the number of topics that the table of topics shows.
const maxJudgedTopics = 10
