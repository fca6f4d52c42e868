package reports

import (
	"sigrel/reliability"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// Reliability is the finding of the G-study and the D-study, and what `reliability -f json` prints.
type Reliability struct {
	Schema      string                   `json:"schema,omitempty"`
	Measure     string                   `json:"measure"`
	Systems     int                      `json:"systems"`
	Topics      int                      `json:"topics"`
	Confidence  float64                  `json:"confidence"`
	Mean        float64                  `json:"mean"` // of all scores
	Components  []VarianceRow            `json:"components"`
	Incomplete  *reliability.Incomplete  `json:"incomplete"` // null: every cell has a score, or counts as 0
	ERho2       reliability.Estimate     `json:"erho2"`
	Phi         reliability.Estimate     `json:"phi"`
	Intervals   CoefficientIntervals     `json:"intervals"`   // how all limits were made
	Independent *BothCoefficients        `json:"independent"` // with limits as if the systems were independent; null where the estimates have no mean squares
	Jackknife   []reliability.Jackknifed `json:"jackknife"`   // null: not assessed
	Error       ErrorOfMeasurement       `json:"error"`
	CutScores   []CutScore               `json:"cut_scores"`
	Required    []reliability.Required   `json:"required"`
	DStudy      []reliability.Point      `json:"dstudy"`
	Expected    *ExpectedTau             `json:"expected_tau"` // plug-in
	Adjacent    []Adjacent               `json:"adjacent"`     // pairs of neighbours in the ranking
	Mapped      reliability.Mapped       `json:"mapped"`
	Strongest   *Strongest               `json:"strongest"` // null where none goes, or fewer than three are left
	TeamModel   *TeamModel               `json:"team_model"`
	TeamReason  *string                  `json:"team_model_reason"` // why team_model is null
	EmptyTopics *EmptyTopics             `json:"empty_topics"`      // topics without relevant documents; null where there are none, or judgments are not known
	Items       []Item                   `json:"items"`
	Measures    []MeasureReliability     `json:"measures"` // one row a measure, the official one first
	DataBased
	Beside     *BesideCollections    `json:"beside"`      // null without --beside
	ByCategory []CategoryReliability `json:"by_category"` // null without --topics-file
	Warnings   []stats.Warning       `json:"warnings"`

	g         reliability.GStudy
	limits    reliability.Limits
	tauReason string // why Expected is nil; empty if it is not
	residuals *doc.Figure
	teams     int // 0: not known
}

// ReliabilityOptions are the choices of a study of reliability. The zero value is the usual one.
type ReliabilityOptions struct {
	Intervals  string    // one of IntervalMethods; "": teams where they are known, else independent
	Draws      int       // of one run a team, and resamples; 0: reliability.TeamDraws
	CutScores  []float64 // for Φ(λ)
	DropEmpty  bool      // topics without relevant documents leave the analysis
	Incomplete bool      // variances by Estimator, without cells that a policy filled with 0
	Estimator  reliability.Estimator
}

// BothCoefficients are Eρ² and Φ.
type BothCoefficients struct {
	ERho2 reliability.Estimate `json:"erho2"`
	Phi   reliability.Estimate `json:"phi"`
}

// ErrorOfMeasurement is the error of mean scores over the topics of the data.
type ErrorOfMeasurement struct {
	Relative      float64  `json:"relative"` // standard errors of measurement, in score units
	Absolute      float64  `json:"absolute"`
	SignalToNoise *float64 `json:"signal_to_noise"` // of Eρ²: Eρ²/(1 − Eρ²); null without error
	OfScores      *float64 `json:"signal_to_noise_absolute"`
}

// CutScore is Φ(λ).
type CutScore struct {
	Lambda float64 `json:"cut_score"`
	Phi    float64 `json:"phi"`
}

// Strongest is the same analysis without the worst quarter of the systems.
type Strongest struct {
	Systems   int                    `json:"systems"`
	Intervals string                 `json:"intervals"` // the method of the limits
	ERho2     reliability.Estimate   `json:"erho2"`
	Phi       reliability.Estimate   `json:"phi"`
	Required  []reliability.Required `json:"required"`
}

// MeasureReliability is one measure's row.
type MeasureReliability struct {
	Measure   string                 `json:"measure"`
	Intervals string                 `json:"intervals"` // the method of the limits
	ERho2     reliability.Estimate   `json:"erho2"`
	Phi       reliability.Estimate   `json:"phi"`
	Required  []reliability.Required `json:"required"`
	System    float64                `json:"system_share"` // shares of variance
	Topic     float64                `json:"topic_share"`
	Residual  float64                `json:"residual_share"`
}
