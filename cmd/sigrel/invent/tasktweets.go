package invent

import (
	"slices"
	"strconv"
)

// tweetRun is a run that ranks tweets.
type tweetRun struct {
	tag, team, kind string
	skill           int64
	length          int   // tweets a topic
	steps           int64 // scores are multiples of so many thousandths; 0: all differ
}

// The Arabic tweets have topics and ranks, and the teams have manual and automatic runs.
const (
	arabicTopics = 12
	arabicTweets = 40
)

var arabicRuns = [...]tweetRun{
	{"cedar-1", "cedar", "automatic", 1500, 30, 0},
	{"cedar-2", "cedar", "automatic", 1150, 20, 0},
	{"dune-1", "dune", "manual", 1200, 25, 0},
	{"nour-1", "nour", "automatic", 600, 20, 50},
}

// arabicTweetTask makes the gold file, the runs and the table of teams.
func arabicTweetTask() []File {
	topics, ids := numbered("AR-", arabicTopics), tweetIDs("ar", arabicTopics*arabicTweets, 19)
	var gold []byte
	runs := make([][]byte, len(arabicRuns))
	for t, topic := range topics {
		src := taskSource("arabic labels", t)
		f := newField("arabic", t, marked(src, arabicTweets, 5+below(src, 12)))
		tweets := slices.Clone(ids[t*arabicTweets : (t+1)*arabicTweets])
		shuffle(src, tweets)
		for i, tweet := range tweets {
			gold = append(gold, tabbed(topic, tweet, strconv.Itoa(f.grades[i]))...)
		}
		for i, r := range arabicRuns {
			for k, l := range f.ranking("arabic "+r.tag, t, r.skill, tweets, r.length) {
				if r.steps > 0 {
					l.score -= l.score % r.steps
				}
				runs[i] = append(runs[i], tabbed(topic, strconv.Itoa(k+1), l.doc, fixed(l.score, 3), r.tag)...)
			}
		}
	}
	entries := make([]entry, len(arabicRuns))
	out := []File{{"gold.tsv", gold}}
	for i, r := range arabicRuns {
		entries[i] = entry{tag: r.tag, team: r.team, kind: r.kind}
		out = append(out, File{"runs/" + r.tag + ".tsv", runs[i]})
	}
	return append(out, File{"teams.tsv", teams(entries)})
}

// The English tweets are one ranking.
const (
	englishTweets = 60
	englishWorth  = 22
	englishTopic  = "town-news"
)

var englishRuns = [...]tweetRun{
	{"cedar-en", "cedar", "primary", 1800, englishTweets, 0},
	{"dune-en", "dune", "primary", 600, englishTweets, 0},
}

// englishTweetTask makes the gold file, with a header, and the runs, whose lines are in the order of their scores.
func englishTweetTask() []File {
	all := theme{openings: englishOpenings, chat: englishChat}
	for _, name := range [...]string{"bus-line", "rain-week", "school-garden"} {
		all.claims = append(all.claims, themes[name].claims...)
	}
	t := newTalk(all, taskSource("english talk", 0))
	src := taskSource("english labels", 0)
	f := newField("english", 0, marked(src, englishTweets, englishWorth))
	ids := tweetIDs("en", englishTweets, 19)
	gold := []byte(tabbed("topic_id", "tweet_id", "tweet_url", "tweet_text", "claim", "check_worthiness"))
	for i, id := range ids {
		claim, text := "0", ""
		if f.grades[i] == 1 || below(src, 4) == 0 { // not every claim is worth a check
			claim, text = "1", t.claim()
		} else {
			text = t.aside()
		}
		gold = append(gold, tabbed(englishTopic, id, "https://tweets.example/"+id, text, claim, strconv.Itoa(f.grades[i]))...)
	}
	out := []File{{"gold.tsv", gold}}
	for _, r := range englishRuns {
		var text []byte
		for _, l := range f.ranking("english "+r.tag, 0, r.skill, ids, r.length) {
			text = append(text, tabbed(englishTopic, l.doc, fixed(l.score, 3), r.tag)...)
		}
		out = append(out, File{"runs/" + r.tag + ".tsv", text})
	}
	return out
}
