package reports

import (
	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/stats"
)

// Judgments says how far judges agree on the labels of documents and, where there are runs, on scores and rankings.
type Judgments struct {
	Schema       string                         `json:"schema"`
	Names        []string                       `json:"judges"`
	Scale        []int                          `json:"scale"`
	Level        metrics.Grade                  `json:"level"`
	Coverage     Coverage                       `json:"coverage"`
	Grades       []GradeCounts                  `json:"grades"`       // of all that is judged, from the lowest grade, negative ones included
	Confusion    *Confusion                     `json:"confusion"`    // null for more than two judges
	Documents    int                            `json:"documents"`    // judged by two or more: all below is about them
	Prevalence   []*float64                     `json:"prevalence"`   // share of the labels of them that are of each grade of the scale; null without any
	Coefficients []reliability.LabelCoefficient `json:"coefficients"` // of the grades
	Binary       []reliability.LabelCoefficient `json:"binary"`       // of relevant or not; null where the level does not part the scale
	Weighted     bool                           `json:"weighted"`
	Pairs        []JudgePair                    `json:"pairs"`       // null for two judges
	Topics       []TopicLabels                  `json:"topics"`      // the lowest κ first
	TopicMeans   TopicMeans                     `json:"topic_means"` // over those topics that have each
	Dropped      *Dropped                       `json:"dropped"`     // null without --drop-topics-below
	Scores       *JudgeScores                   `json:"scores"`      // null without runs
	Unscored     *string                        `json:"scores_not_assessed"`
	Confidence   float64                        `json:"confidence"`
	Replicates   int                            `json:"replicates"` // 0 where nothing was drawn
	Seed         uint64                         `json:"seed"`
	Warnings     []stats.Warning                `json:"warnings"`

	full bool // tables have every row
}

// Coverage says what each judge judged.
type Coverage struct {
	Judges []JudgeCoverage `json:"judges"`
	By     []int           `json:"documents_by_judges"` // [i]: documents that exactly i + 1 judges judged
}

// JudgeCoverage is what one judge judged.
type JudgeCoverage struct {
	Judge         string          `json:"judge"`
	Topics        int             `json:"topics"`
	Judged        int             `json:"judged"`         // documents with a grade of 0 or more
	Relevant      int             `json:"relevant"`       // of them, at the level or above
	Negative      int             `json:"negative"`       // documents with a negative grade: pooled, not judged, in nothing below
	Alone         int             `json:"alone"`          // judged by this judge only
	Shared        int             `json:"shared"`         // judged by another, too
	Prevalence    *float64        `json:"prevalence"`     // share of the shared ones that this judge calls relevant; null if there are none
	TopicsMissing []metrics.Topic `json:"topics_missing"` // that another judge has
}

// GradeCounts is how often each judge gave a grade.
type GradeCounts struct {
	Grade  int   `json:"grade"`
	Counts []int `json:"counts"` // by judge
}

// Confusion is how the grades of two judges fall together: rows are A's, columns B's, in the order of the scale.
type Confusion struct {
	Counts [][]int `json:"counts"`
	OnlyA  []int   `json:"only_a"` // by A's grade: documents that B did not judge
	OnlyB  []int   `json:"only_b"`
}
