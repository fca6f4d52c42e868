package tasks

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"sigrel/metrics/formats"
)

// qaSpan is an answer: its words without prefixes, and the tokens that it covers, both ends included.
type qaSpan struct {
	text   string
	lo, hi int
}

// common is what two spans share; its hi is below its lo if that is nothing.
func (a qaSpan) common(b qaSpan) qaSpan { return qaSpan{lo: max(a.lo, b.lo), hi: min(a.hi, b.hi)} }

func (a qaSpan) size() int { return a.hi - a.lo + 1 }

// f1 is that of a against b as sets of positions.
func (a qaSpan) f1(b qaSpan) float64 { return qaF1(a.common(b).size(), a.size(), b.size()) }

// readGold finds the tokens of the gold answers. The original scorer counts characters of the passage with one blank after
// each token.
func (j *qa23Judge) readGold(q *qaQuestion, gold *qaFile) {
	var tokenAt []int
	for i, token := range j.tokens {
		for range utf8.RuneCountInString(token) + 1 {
			tokenAt = append(tokenAt, i)
		}
	}
	passage, texts := []rune(q.passage), make(map[string]bool)
	for _, a := range q.answers {
		last := a.start + utf8.RuneCountInString(a.text) - 1
		if last >= len(tokenAt) {
			gold.bad(a.pos, formats.ErrRule, "question %s: start_char %d of an answer of %s, but the passage has %d",
				formats.Show(q.topic), a.start, rankingCount(last-a.start+1, "character"), len(passage))
			continue
		}
		if last >= len(passage) || string(passage[a.start:last+1]) != a.text {
			gold.note(a.pos, "gold-offset", "question %s: the answer %q does not stand at start_char %d of the passage", formats.Show(q.topic), a.text, a.start)
		}
		span := qaSpan{text: strings.Join(j.seg.normal(a.text), " ")}
		span.lo, span.hi = j.shifted(tokenAt[a.start], tokenAt[last])
		texts[span.text] = true
		if span.size() < 1 {
			gold.note(a.pos, "empty-gold", "question %s: of the answer %q no token is left without stop words and punctuation; nothing can match it",
				formats.Show(q.topic), a.text)
			continue
		}
		j.gold = append(j.gold, span)
	}
	j.texts = len(texts)
	slices.SortStableFunc(j.gold, func(a, b qaSpan) int { return cmp.Compare(a.lo, b.lo) })
}

// qaPiece is an answer, or a part of one, at a rank that is not yet a whole number.
type qaPiece struct {
	span qaSpan
	rank float64
}

// qaHit is an answer and a gold answer that it overlaps, if any.
type qaHit struct {
	span    qaSpan
	rank    float64
	gold    qaSpan
	overlap qaSpan
	hits    bool
}

func (h qaHit) whole() qaPiece { return qaPiece{h.span, h.rank} }

// splitQASpans ranks the answers, those that overlap several gold answers in pieces. Answers of the same text are treated
// as one answer with all their hits, in the place of the first: of those that hit nothing only the first counts, and only
// if none of the text hit before; the original scorer keeps them in a table by text.
func splitQASpans(spans, gold []qaSpan) []qaPiece {
	var texts []string
	byText := make(map[string][]qaHit)
	for i, s := range spans {
		before := len(byText[s.text])
		if before == 0 {
			texts = append(texts, s.text)
		}
		for _, g := range gold {
			if c := s.common(g); c.size() > 0 {
				byText[s.text] = append(byText[s.text], qaHit{s, float64(i + 1), g, c, true})
			}
		}
		if len(byText[s.text]) == 0 {
			byText[s.text] = []qaHit{{span: s, rank: float64(i + 1)}}
		}
	}
	var out []qaPiece
	for _, text := range texts {
		out = append(out, splitQASpan(byText[text])...)
	}
	slices.SortStableFunc(out, func(a, b qaPiece) int { return cmp.Compare(a.rank, b.rank) })
	return out
}

// splitQASpan splits an answer between the gold answers that it overlaps, two neighbours at a time: in the middle of the
// tokens between them, the odd one to the later. Where the neighbours overlap within the answer it is not split, and where
// they have the same text each has it whole.
func splitQASpan(hits []qaHit) []qaPiece {
	if len(hits) == 1 {
		return []qaPiece{hits[0].whole()}
	}
	var out []qaPiece
	step := 1 / float64(len(hits)+1)
	rest, split := hits[0].span, false // what a split left for the next gold answer
	for k, a := range hits {
		if !a.hits {
			out = append(out, a.whole())
			continue
		}
		if k+1 == len(hits) {
			break
		}
		b := hits[k+1]
		if a.gold.text == b.gold.text {
			out = append(out, a.whole(), b.whole())
			continue
		}
		part := a.span
		if split { // the piece that is cut further
			out = out[:len(out)-1]
			part = rest
			step += 0.05
		}
		if a.overlap.common(b.overlap).size() > 0 {
			if a.span.f1(a.gold) >= a.span.f1(b.gold) {
				out = append(out, a.whole())
			} else {
				out = append(out, b.whole())
			}
			continue
		}
		left, right := part, b.span
		left.hi, right.lo = a.overlap.hi, b.overlap.lo
		if between := b.overlap.lo - a.overlap.hi - 1; between > 0 {
			right.lo = a.overlap.hi + 1 + between/2
			left.hi = right.lo - 1
		}
		rank := hits[0].rank + step
		out = append(out, qaPiece{left, rank}, qaPiece{right, rank + step})
		rest, split = right, true
	}
	return out
}

// matchQASpans gives each piece, in the order of ranks, the gold answer that it fits best among those that no piece before
// took. All gold answers of its text are then taken.
func matchQASpans(pieces []qaPiece, gold []qaSpan) []float64 {
	left := slices.Clone(gold)
	out := make([]float64, len(pieces))
	for i, p := range pieces {
		best := ""
		for _, g := range left {
			if f1 := p.span.f1(g); f1 > out[i] {
				out[i], best = f1, g.text
			}
		}
		if out[i] > 0 {
			left = slices.DeleteFunc(left, func(g qaSpan) bool { return g.text == best })
		}
	}
	return out
}

// partialAP is the mean over the gold answers of the precision at each matched rank, where a match counts as its F1.
func partialAP(matches []float64, gold int) float64 {
	hits, sum := 0.0, 0.0
	for i, m := range matches {
		if m > 0 {
			hits += m
			sum += hits / float64(i+1)
		}
	}
	return sum / float64(gold)
}
