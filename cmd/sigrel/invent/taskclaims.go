package invent

import (
	"slices"
	"strconv"
	"strings"
)

// CheckThat invents collections in the formats of the tasks of CheckThat!: debates, Arabic and English tweets, evidence for
// claims, and claims that were verified before, in the order of the files' names. The bytes are always the same;
// testdata/collections/checkthat is a copy, and testdata/README.md describes it.
func CheckThat() []File {
	return sorted(within("debates", debates()), within("tweets-ar", arabicTweetTask()), within("tweets-en", englishTweetTask()),
		within("evidence", evidence()), within("verified", verified()))
}

const (
	evidenceClaims   = 8
	evidenceSnippets = 40 // that could be evidence for a claim
	evidenceLength   = 12
	evidenceDepth    = 10 // of the pool
	evidenceBarren   = 5  // the claim, from 0, without useful snippets
)

var evidenceRuns = [...]tweetRun{
	{"cedar-snippets", "cedar", "automatic", 1300, evidenceLength, 0},
	{"nour-snippets", "nour", "automatic", 900, evidenceLength, 0},
}

// evidence makes the useful snippets of each claim, as far as the runs found them in their first ten, and the runs.
func evidence() []File {
	claims := numbered("claim-", evidenceClaims)
	entries := make([]entry, len(evidenceRuns))
	gold := make([]string, len(claims))
	for c, claim := range claims {
		src := taskSource("evidence", c)
		relevant := 5 + below(src, 6)
		if c == evidenceBarren {
			relevant = 0
		}
		f := newField("evidence", c, marked(src, evidenceSnippets, relevant))
		snippets := numbered(padded("s", c+1, 1)+"-", evidenceSnippets)
		found := make(map[string]bool)
		for i, r := range evidenceRuns {
			l := f.ranking(r.tag, c, r.skill, snippets, r.length)
			entries[i].lists = append(entries[i].lists, l)
			for _, hit := range l[:evidenceDepth] {
				found[hit.doc] = true
			}
		}
		var useful []string
		for i, s := range snippets {
			if f.grades[i] > 0 && found[s] {
				useful = append(useful, strconv.Quote(s))
			}
		}
		gold[c] = "  " + strconv.Quote(claim) + ": [" + strings.Join(useful, ", ") + "]"
	}
	out := []File{{"claims.json", []byte("{\n" + strings.Join(gold, ",\n") + "\n}\n")}}
	for i, r := range evidenceRuns {
		entries[i].tag = r.tag
		out = append(out, File{"runs/" + r.tag + ".txt", runText(claims, &entries[i], 3)})
	}
	return out
}

const (
	verifiedTweets = 16
	verifiedClaims = 30 // from which the claims of all tweets are taken
)

// verifiedRun leaves out the tweets of the given numbers.
type verifiedRun struct {
	tweetRun
	skip []int
}

var verifiedRuns = [...]verifiedRun{
	{tweetRun{"dune-claims", "dune", "primary", 2400, 6, 0}, []int{3, 11}},
	{tweetRun{"nour-claims", "nour", "primary", 1900, 6, 0}, nil},
}

// verified makes the judgments, one or two claims a tweet, and runs with a rank that is always 1.
func verified() []File {
	tweets, claims := tweetIDs("verified", verifiedTweets, 19), numbered("vclaim-", verifiedClaims)
	var qrels []byte
	runs := make([][]byte, len(verifiedRuns))
	for t, tweet := range tweets {
		src := taskSource("verified", t)
		relevant := 1
		if below(src, 4) == 0 {
			relevant = 2
		}
		f := newField("verified", t, marked(src, verifiedClaims, relevant))
		for i, claim := range claims {
			if f.grades[i] > 0 {
				qrels = append(qrels, tabbed(tweet, "0", claim, "1")...)
			}
		}
		for i, r := range verifiedRuns {
			if slices.Contains(r.skip, t) {
				continue
			}
			for _, l := range f.ranking(r.tag, t, r.skill, claims, r.length) {
				runs[i] = append(runs[i], tabbed(tweet, "Q0", l.doc, "1", fixed(l.score, 3), r.tag)...)
			}
		}
	}
	out := []File{{"qrels.tsv", qrels}}
	for i, r := range verifiedRuns {
		out = append(out, File{"runs/" + r.tag + ".tsv", runs[i]})
	}
	return out
}
