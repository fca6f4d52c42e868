package tasks

import (
	"slices"
	"strings"
	"testing"
)

// The white space of Python's str.split is that of Python 3.11, enumerated over all of Unicode.
func TestQAWords(t *testing.T) {
	python := "\t\n\v\f\r\x1c\x1d\x1e\x1f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
	for r := rune(0); r <= 0x10ffff; r++ {
		if 0xd800 <= r && r < 0xe000 {
			continue
		}
		want := 1
		if strings.ContainsRune(python, r) {
			want = 2
		}
		if got := len(qaWords("a" + string(r) + "b")); got != want {
			t.Errorf("%U: %d words, want %d", r, got, want)
		}
	}
	if got := qaWords(" \x1f "); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

// The marks of Python's string.punctuation, and the three that the scorers add.
func TestQAPunctuation(t *testing.T) {
	const python = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	for r := rune(0); r <= 0x10ffff; r++ {
		if got, want := isQAPunctuation(r), strings.ContainsRune(python+"،؛؟", r); got != want && r != 0xfffd && (r < 0xd800 || r > 0xdfff) {
			t.Errorf("%q: %v", r, got)
		}
	}
}

func TestQANormal(t *testing.T) {
	for _, c := range [][2]string{
		{"كتب رسالة، ثم نام؟", "كتب رسالة ثم نام"},
		{"من الى إلى عن على في حتى", ""},
		{"إلى. (من) البيت", "البيت"},
		{"ذهب الي\u00a0البيت", "ذهب الي البيت"}, // another last letter is another word
		{"قـلم قلمٌ Pen's", "قـلم قلمٌ Pens"},
		{"a.b _c_ ؛", "ab c"},
		{"«قلم» – ٪", "«قلم» – ٪"}, // marks that Python's list has not
	} {
		if got := qaNormal(c[0]); got != c[1] {
			t.Errorf("%q is %q, want %q", c[0], got, c[1])
		}
	}
}

func TestQAStripped(t *testing.T) {
	for _, c := range [][2]string{
		{"و+ال+كتاب", "كتاب"},
		{"و+ب+ال+كتاب", "كتاب"},
		{"ل+ال+كتاب", "كتاب"},
		{"لل+كتاب", "كتاب"},
		{"ل+لل+كتاب", "كتاب"},
		{"ال+لل+كتاب", "للكتاب"}, // the article is looked for last, so what it stood before stays
		{"ف+و+كتاب", "وكتاب"},    // and so is the conjunction first
		{"و+و+كتاب", "وكتاب"},    // each is removed once
		{"كتاب+ه", "كتابه"},      // endings stay
		{"وكتاب", "وكتاب"},
		{"س+كتب", "سكتب"},
		{"+", ""},
	} {
		if got := qaStripped(c[0]); got != c[1] {
			t.Errorf("%q is %q, want %q", c[0], got, c[1])
		}
	}
}

func TestLightQASegmentation(t *testing.T) {
	vocabulary := qaVocabulary([]*qaQuestion{{passage: "كتاب، بيت. لعب الدرس ل"}})
	for _, c := range [][2]string{
		{"والكتاب", "و+ال+كتاب"},
		{"وبالكتاب", "و+ب+ال+كتاب"},
		{"للكتاب؟", "ل+ال+كتاب"},
		{"للعب", "ل+لعب"},
		{"فللبيت", "ف+ل+ال+بيت"},
		{"كبيت", "ك+بيت"},
		{"والدرس", "و+الدرس"}, // "درس" is no word of the passages
		{"والقلم", "والقلم"},
		{"ال", "ال"},
		{"كل", "كل"}, // one letter is no word
		{"(كتاب)", "كتاب"},
		{"،", "،"},
	} {
		if got := lightQASegmentation(c[0], vocabulary, qaChains()); got != c[1] {
			t.Errorf("%q is %q, want %q", c[0], got, c[1])
		}
	}
}

func TestQAParts(t *testing.T) {
	for _, c := range []struct {
		token string
		want  []string
	}{{"قلم", []string{"قلم"}}, {"(قلم)،", []string{"(", "قلم", ")", "،"}}, {"a.b", []string{"a", ".", "b"}}, {"", nil}} {
		if got := qaParts(c.token); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q", c.token, got)
		}
	}
}

// A token is looked up whole, then by its parts.
func TestQALookup(t *testing.T) {
	s := &qaSegmenter{seen: make(map[string]bool)}
	words := map[string]string{"القلم": "ال+قلم", "القلم.": "القلم ."}
	for _, c := range [][2]string{{"القلم", "ال+قلم"}, {"القلم.", "القلم ."}, {"القلم،", "ال+قلم ،"}, {"القلم-بيت", "ال+قلم - بيت"}, {"بيت،", "بيت،"}, {"...", "..."}} {
		if got := s.lookup(words, c[0]); got != c[1] {
			t.Errorf("%q is %q, want %q", c[0], got, c[1])
		}
	}
	if want := []string{"بيت"}; !slices.Equal(s.absent, want) {
		t.Errorf("absent: %q", s.absent)
	}
}
