package invent

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Passages are about a market, a garden and a ship. Words are written as the segmenter Farasa gives them, clitics and
// endings apart: "و+ال+سوق". So they are known both ways. Some words come with and without a clitic, in different passages.

// scene is a passage with gaps, such as "{man}", and questions about it.
type scene struct {
	gaps      []gap
	sentences []string
	questions []gapQuestion
}

type gap struct {
	name string
	fill []string
}

// gapQuestion has answers that stand in the passage word for word.
type gapQuestion struct {
	text    string
	answers []string
}

var men = []string{"سالم", "كريم", "نبيل", "هاني", "رامي", "عادل", "وليد", "ماجد", "سمير", "طارق"}

var scenes = [...]scene{
	{ // a man goes to the market
		[]gap{
			{"{man}", men}, {"{time}", []string{"ال+صباح ال+باكر", "ال+مساء", "يوم ال+خميس"}},
			{"{food}", []string{"خبز+ا", "جبن+ا", "ملح+ا"}}, {"{more}", []string{"عسل+ا", "زيت+ا", "سمك+ا طازج+ا"}},
			{"{seller}", []string{"ال+تاجر ال+عجوز", "بائع ال+حي", "جار+ه ال+قديم"}}, {"{friend}", []string{"أخي+ه", "صديق+ه", "ابن+ه ال+صغير"}},
		},
		[]string{"ذهب {man} إلى ال+سوق في {time}", "و+اشترى {food} و+{more} من {seller}", "ثم عاد إلى بيت+ه مع {friend}"},
		[]gapQuestion{
			{"متى ذهب {man} إلى ال+سوق", []string{"في {time}"}},
			{"ماذا اشترى {man}", []string{"{food}", "و+{more}"}},
			{"مع من عاد {man}", []string{"{friend}"}},
		},
	},
	{ // a man plants a tree
		[]gap{
			{"{man}", men}, {"{tree}", []string{"شجر+ة تين", "شجر+ة رمان", "نخل+ة صغير+ة"}},
			{"{where}", []string{"ال+مدرس+ة", "ال+بيت", "جار+ه"}}, {"{when}", []string{"صباح", "مساء"}},
			{"{years}", []string{"ثلاث سنوات", "أربع سنوات", "خمس سنوات"}},
		},
		[]string{"زرع {man} {tree} في حديق+ة {where}", "و+سقا+ها ب+ال+ماء كل {when}", "و+بعد {years} أكل أهل ال+حي من ثمر+ها"},
		[]gapQuestion{
			{"ماذا زرع {man}", []string{"{tree}"}},
			{"أين زرع {man} شجر+ت+ه", []string{"في حديق+ة {where}"}},
			{"متى أكل أهل ال+حي من ثمر+ها", []string{"و+بعد {years}"}},
		},
	},
	{ // a ship sails
		[]gap{
			{"{ship}", []string{"ال+نورس", "ال+موج+ة", "ال+لؤلؤ+ة"}}, {"{port}", []string{"ال+مدين+ة", "ال+جزير+ة", "ال+خليج"}},
			{"{cargo}", []string{"قمح+ا", "زيت+ا", "عسل+ا"}}, {"{more}", []string{"جبن+ا", "زجاج+ا ملون+ا", "ملح+ا"}},
			{"{whom}", []string{"ل+ال+تجار", "ل+ال+مدرس+ة", "ل+ال+مكتب+ة"}}, {"{landmark}", []string{"ال+منار+ة", "ال+جسر", "ال+صخر+ة ال+بيضاء"}},
		},
		[]string{"أبحر+ت سفين+ة {ship} من ميناء {port}", "و+حمل+ت {cargo} و+{more} {whom}", "ثم رس+ت عند ال+فجر ب+ال+قرب من {landmark}"},
		[]gapQuestion{
			{"ماذا حمل+ت سفين+ة {ship}", []string{"{cargo}", "و+{more}"}},
			{"ل+من حمل+ت ال+سفين+ة ما حمل+ت", []string{"{whom}"}},
			{"أين رس+ت ال+سفين+ة", []string{"ب+ال+قرب من {landmark}"}},
		},
	},
}

// passage is a scene with its gaps filled.
type passage struct {
	chapter   int      // of an invented book
	words     []string // segmented; a full stop is a word
	questions []question
}

type question struct {
	number  int
	text    string
	answers []span
}

// span is words of a passage, both ends included.
type span struct{ first, last int }

// The Qur'an has 114 chapters, so that no reference to an invented one is a reference to it.
const (
	passageCount  = 10
	firstChapter  = 201
	firstQuestion = 101
)

// passages fills the scenes in turn.
func passages() []passage {
	out := make([]passage, passageCount)
	number := firstQuestion
	for i := range out {
		s := scenes[i%len(scenes)]
		src := taskSource("passage", i)
		var pairs []string
		for _, g := range s.gaps {
			k := below(src, len(g.fill))
			if g.name == "{man}" {
				k = i % len(g.fill) // no two passages are about one man
			}
			pairs = append(pairs, g.name, g.fill[k])
		}
		fill := strings.NewReplacer(pairs...)
		p := passage{chapter: firstChapter + i, words: strings.Fields(fill.Replace(strings.Join(s.sentences, " . ") + " ."))}
		for _, q := range s.questions {
			asked := question{number: number, text: plain(strings.Fields(fill.Replace(q.text))) + "؟"}
			for _, a := range q.answers {
				asked.answers = append(asked.answers, p.find(strings.Fields(fill.Replace(a))))
			}
			p.questions = append(p.questions, asked)
			number++
		}
		out[i] = p
	}
	return out
}

// find is where words stand in the passage. They do.
func (p *passage) find(words []string) span {
	first := 0
	for !slices.Equal(p.words[first:first+len(words)], words) {
		first++
	}
	return span{first, first + len(words) - 1}
}

// id is chapter and verses, each sentence being one.
func (p *passage) id() string { return fmt.Sprintf("%d:%s", p.chapter, p.verses()) }

func (p *passage) verses() string { return fmt.Sprintf("1-%d", len(scenes[0].sentences)) }

// text is words as they are written, with full stops at the words before them unless they are to stand free.
func (p *passage) text(s span, free bool) string {
	text := plain(p.words[s.first : s.last+1])
	if free {
		return text
	}
	return strings.ReplaceAll(text, " .", ".")
}

func (p *passage) all() span { return span{0, len(p.words) - 1} }

// start is how many characters stand before a span.
func (p *passage) start(s span, free bool) int {
	if s.first == 0 {
		return 0
	}
	return utf8.RuneCountInString(p.text(span{0, s.first - 1}, free)) + 1
}

// plain is segmented words as they are written.
func plain(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ReplaceAll(strings.Replace(w, "ل+ال+", "لل", 1), "+", "")
	}
	return strings.Join(out, " ")
}

// bare is a segmented word without the clitics before it.
func bare(word string) string {
	for _, clitic := range [...]string{"و+", "ب+", "ل+", "ال+"} {
		word = strings.TrimPrefix(word, clitic)
	}
	return word
}
