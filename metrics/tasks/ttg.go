package tasks

import (
	"sigrel/metrics"
	"sigrel/metrics/formats"
)

const ttgClusters = `{"topics": {"topic": {"clusters": [["tweet", …], …]}}}`

var evetarTTG = &Task{
	Name:  "evetar-ttg",
	Title: "EveTAR and TREC 2014 tweet timeline generation",
	Doc: "Systems list the tweets that tell a topic's story, without saying anything twice. Tweets that say the same thing form a " +
		"cluster, which a run finds by any of its tweets; whatever else a run lists costs precision. A cluster weighs as much as " +
		"the grades of its tweets together. Scores and ranks play no part. The official script prints precision and recall only.",
	Topic:    "event or query",
	Gold:     "qrels: topic 0 tweet grade; gold: " + ttgClusters,
	Run:      "topic Q0 tweet rank score tag",
	Measures: []string{"wF1", "F1", "P", "R", "wR"},
	Own: []Measure{
		{Name: "wF1", Title: "weighted F1", Hi: 1, Doc: "Harmonic mean of P and wR; 0 where both are 0."},
		{Name: "F1", Title: "F1", Hi: 1, Doc: "Harmonic mean of P and R; 0 where both are 0."},
		{Name: "P", Title: "precision", Hi: 1, Doc: "Clusters found, divided by the number of different tweets in the run."},
		{Name: "R", Title: "recall", Hi: 1, Doc: "Clusters found, divided by the number of clusters."},
		{Name: "wR", Title: "weighted recall", Hi: 1, Doc: "Weight of the clusters found, divided by that of all clusters; the weight of a " +
			"cluster is the sum of its tweets' grades."},
	},
	Flags: []string{"qrels", "gold"},
	Load:  ttgLoad,
}

func ttgLoad(in Inputs, opt Options) (*Submissions, error) {
	var problems formats.Problems
	s := &Submissions{Files: clusterFiles(in), Conventions: ttgConventions()}
	var topics []ttgTopic
	if in.HasGold() {
		topics = ttgGold(in, opt, s, &problems)
	}
	runs, warnings, err := formats.ReadRuns(in.Runs, formats.RunOptions{KeepFirst: true, Workers: opt.Workers})
	problems.Merge("", err)
	s.Warnings = append(s.Warnings, warnings...)
	if len(in.Runs) == 0 {
		clusterFlag(&problems, "runs", "none given, want at least one")
	}
	if opt.Strict {
		ttgHeaders(s.Warnings, &problems)
	}
	var known *clusterKnown
	if topics != nil {
		known = newClusterKnown(in.Gold[0], ttgKnown(topics))
	}
	answers := make([]ttgAnswers, len(runs))
	for i, r := range runs {
		answers[i] = ttgByNumber(r, &problems)
		s.Runs = append(s.Runs, &metrics.Run{Tag: r.Tag, File: r.File})
		s.Warnings = append(s.Warnings, known.rounded(r, answers[i].tweets(), opt.Strict, &problems)...)
	}
	if err := inOrder(&problems); err != nil {
		return nil, err
	}
	if topics != nil {
		s.Table = ttgTable(topics, answers, s)
	}
	return s, nil
}

func ttgConventions() []Convention {
	return []Convention{
		{"topics", "those of the clusters, compared with judgments and runs as numbers behind a prefix of letters (MB03 is 3)"},
		{leftOut, leftOutZero},
		{"duplicates", "a run is a set of tweets, in which a tweet listed twice counts once"},
		{"precision", "redundant, non-relevant and unjudged tweets all cost; it is not weighted"},
		{"F1 and wF1", "means over topics of each topic's harmonic mean; those of the means are given for comparison"},
	}
}
