package tasks

import (
	"fmt"
	"maps"
	"slices"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// clusterKnown holds the tweets of the gold, with which those of runs are compared; nil without gold.
type clusterKnown struct {
	file   string // of the gold
	tweets map[metrics.Doc]bool
	ids    knownIDs
	blamed bool // it was said that they are rounded
}

func newClusterKnown(file string, tweets map[metrics.Doc]bool) *clusterKnown {
	return &clusterKnown{file: file, tweets: tweets, ids: newKnownIDs(maps.Keys(tweets))}
}

// rounded warns of tweets of a run, or of the gold, that a spreadsheet or the like rounded: those that look like it, and those
// that are not known but would be if known ones had been taken for numbers. It is a problem where rules are strict, and
// where there is no gold and no doubt.
func (k *clusterKnown) rounded(run *metrics.Run, tweets []metrics.Doc, strict bool, problems *formats.Problems) []metrics.Warning {
	tweets = slices.Compact(slices.Sorted(slices.Values(tweets)))
	refuse := func(problem bool, text string) []metrics.Warning {
		if problem {
			problems.Add(formats.Pos{File: run.File}, fmt.Errorf("%w: %s", formats.ErrRule, text))
			return nil
		}
		return []metrics.Warning{{Code: "rounded-ids", Text: fmt.Sprintf("%s: %s", runName(run), text)}}
	}
	look := lookRounded(tweets)
	if k == nil {
		if look.chance < roundedLikely {
			return refuse(look.chance < roundedSure, roundedText(look.n, look.of))
		}
		return nil
	}
	found := rounded(k.ids, slices.DeleteFunc(slices.Clone(tweets), func(d metrics.Doc) bool { return k.tweets[d] }))
	switch {
	case found.ofGold():
		return k.blame(found.goldText(run.File, rankingCount(len(tweets), "tweet")), strict, problems)
	case found.many():
		return refuse(strict, roundedText(found.n, len(tweets)))
	case look.chance == 0: // it has exponents
		return refuse(strict, roundedText(look.n, look.of))
	}
	return nil
}

// blame says that the identifiers of the gold are rounded, once for all runs.
func (k *clusterKnown) blame(text string, strict bool, problems *formats.Problems) []metrics.Warning {
	if k.blamed {
		return nil
	}
	k.blamed = true
	at := formats.Pos{File: k.file}
	if strict {
		problems.Add(at, fmt.Errorf("%w: %s", formats.ErrUnknown, text))
		return nil
	}
	return []metrics.Warning{{Code: "rounded-ids", Text: fmt.Sprintf("%s: %s", at, text)}}
}

// clusterExponents warns of tweets of a gold file such as 1.2e+18, each given once.
func clusterExponents(file string, tweets []metrics.Doc) []metrics.Warning {
	look := lookRounded(tweets)
	if look.chance > 0 {
		return nil
	}
	return []metrics.Warning{{Code: "rounded-ids", Text: fmt.Sprintf("%s: %s", formats.Pos{File: file}, roundedText(look.n, look.of))}}
}
