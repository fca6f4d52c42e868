package reports

import (
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/stats"
)

var similaritySection = &Section{
	Name: "similarity", Title: "How alike the runs are",
	Doc: "rank-biased overlap, overlap and τ of the rankings of every pair, correlation of their scores, near-duplicates and clusters",
	Run: findSimilarity,
}

// Similarity says how alike the systems are: by their rankings of documents where runs are known, and by their scores.
// The order of the systems is that of the clusters, so that near ones stand together.
type Similarity struct {
	Measure    string              `json:"measure"` // of the scores
	By         string              `json:"by"`      // what clusters and picture go by: "rbo" or "scores"
	Rankings   *RankingSimilarity  `json:"rankings"`
	Reason     string              `json:"reason,omitempty"` // why the rankings were not compared
	Thresholds SimilarThresholds   `json:"thresholds"`
	Level      float64             `json:"level"` // mean similarity down to which clusters are joined
	Systems    []SimilarSystem     `json:"systems"`
	Clusters   [][]metrics.Tag     `json:"clusters"` // of two systems or more
	Near       int                 `json:"near_duplicates"`
	Within     *MeanSimilarity     `json:"within_teams"`  // null where no team has two systems, or teams are not known
	Between    *MeanSimilarity     `json:"between_teams"` // null likewise
	Pairs      []SimilarPair       `json:"pairs"`
	Warnings   []stats.Warning     `json:"warnings"`
	of         map[[2]int]*float64 // similarity of two of Systems
	unit       string
}

// RankingSimilarity says how rankings were compared.
type RankingSimilarity struct {
	Cutoff      int     `json:"cutoff"`      // documents of each run and topic that were looked at
	OverlapAt   int     `json:"overlap_at"`  // k of overlap@k
	Persistence float64 `json:"persistence"` // p of rank-biased overlap
	Same        bool    `json:"same"`        // every pair looks at the same documents on every topic: only their order differs
	Documents   int     `json:"documents"`   // the least number of documents of an answer, at most Cutoff
}

// SimilarThresholds are what a pair must exceed to be a near-duplicate: one of them is enough.
type SimilarThresholds struct {
	RBO         float64 `json:"rbo"`
	Overlap     float64 `json:"overlap"` // together with Tau
	Tau         float64 `json:"tau"`
	Correlation float64 `json:"correlation"`
}

// SimilarSystem is a system with its cluster.
type SimilarSystem struct {
	System  metrics.Tag  `json:"system"`
	Team    metrics.Team `json:"team"`
	Cluster *int         `json:"cluster"` // index of Clusters; null if the system stands alone
}

// MeanSimilarity is a mean over pairs.
type MeanSimilarity struct {
	Pairs int     `json:"pairs"`
	Mean  float64 `json:"mean"` // of what By names
}

// SimilarPair is a pair of systems; A is listed before B in the order of means.
type SimilarPair struct {
	A           metrics.Tag `json:"a"`
	B           metrics.Tag `json:"b"`
	SameTeam    *bool       `json:"same_team"` // null where teams are not known
	Topics      int         `json:"topics"`    // of the rankings: that at least one of the two answers
	RBO         *float64    `json:"rbo"`       // null where the rankings were not compared, likewise below
	RBOMin      *float64    `json:"rbo_min"`
	Overlap     *float64    `json:"overlap"`
	Tau         *float64    `json:"tau"`            // null too where no topic has two common documents
	TauTopics   int         `json:"tau_topics"`     // topics that have them
	Same        bool        `json:"same_documents"` // both look at the same documents on every topic: only the order can differ
	Correlation *float64    `json:"correlation"`    // of the scores over topics (Pearson); null where one system's are all the same
	Why         []string    `json:"near_duplicate"`
}

// Reasons for a pair to be a near-duplicate.
const (
	SameRankings = "identical-rankings" // of the documents looked at, on every topic
	SameScores   = "identical-scores"
	NearRBO      = "rbo"
	NearOverlap  = "overlap"
	NearScores   = "correlation"
)

// Thresholds of near-duplicates, and the level of clusters by each kind of similarity. Scores of different systems
// correlate by the difficulty of the topics alone, so that their level is higher.
const (
	nearRBO      = 0.95
	nearOverlap  = 0.9
	nearOrder    = 0.9
	rboLevel     = 0.7
	scoresLevel  = 0.95
	byRBO        = "rbo"
	byScores     = "scores"
	leastSimilar = 3 // topics below which a correlation of scores says nothing
)

func findSimilarity(a *Analysis) (Finding, error) {
	c := a.official()
	if len(c.Systems) < 2 {
		return nil, notAssessed("similarity takes at least 2 systems")
	}
	f := &Similarity{Measure: c.Measure, By: byScores, Level: scoresLevel, Warnings: []stats.Warning{}, unit: "system",
		Thresholds: SimilarThresholds{nearRBO, nearOverlap, nearOrder, stats.NearCorrelation}}
	for _, pair := range stats.AllPairs(len(c.Systems)) {
		x, y := c.Systems[pair[0]], c.Systems[pair[1]]
		p := SimilarPair{A: x.System, B: y.System, Why: []string{}}
		if a.Teams {
			p.SameTeam = new(x.Team == y.Team)
		}
		if r, err := stats.Pearson(c.scores.Row(pair[0]), c.scores.Row(pair[1])); err == nil && c.Topics >= leastSimilar {
			p.Correlation = &r
		}
		f.Pairs = append(f.Pairs, p)
	}
	f.compareRankings(a, c)
	f.nearDuplicates(c)
	f.cluster(c)
	f.compareTeams(a)
	return f, nil
}

// compareRankings fills in what the documents say, where every system is a run.
func (f *Similarity) compareRankings(a *Analysis, c *Comparison) {
	runs := make([]*metrics.Run, len(c.Systems))
	for i, s := range c.Systems {
		if k := slices.IndexFunc(a.Runs, func(r *metrics.Run) bool { return r.Tag == s.System }); k >= 0 {
			runs[i] = a.Runs[k]
		}
	}
	switch {
	case a.Runs == nil && a.Task != nil:
		f.Reason = "runs of this task do not rank documents that are judged one by one"
		return
	case a.Runs == nil:
		f.Reason = "no runs were given"
		return
	case slices.Contains(runs, nil):
		f.Reason = "systems that are averages of runs have no ranking of their own"
		return
	}
	opt := pooling.SimilarityOptions{Workers: a.Options.Plan.Workers}.WithDefaults()
	f.By, f.Level, f.unit = byRBO, rboLevel, "run"
	f.Rankings = &RankingSimilarity{Cutoff: opt.Cutoff, OverlapAt: opt.Overlap, Persistence: opt.Persistence, Same: true, Documents: opt.Cutoff}
	for n, s := range pooling.Similarities(runs, c.scores.Topics, opt) {
		p := &f.Pairs[n]
		p.Topics, p.RBO, p.RBOMin, p.Overlap, p.Tau, p.TauTopics, p.Same = s.Topics, s.RBO, s.RBOMin, s.Overlap, s.Tau, s.TauTopics, s.Same
		f.Rankings.Same = f.Rankings.Same && s.Same
		if s.Identical {
			p.Why = append(p.Why, SameRankings)
		}
	}
	for _, r := range runs {
		for _, t := range c.scores.Topics {
			if n := len(r.Topics[t]); n > 0 {
				f.Rankings.Documents = min(f.Rankings.Documents, n)
			}
		}
	}
}

// nearDuplicates marks the pairs beyond a threshold.
func (f *Similarity) nearDuplicates(c *Comparison) {
	scores := make(map[[2]int]string)
	for _, d := range stats.Duplicates(c.scores.Values) {
		scores[[2]int{d.I, d.J}] = d.Code
	}
	for n, pair := range stats.AllPairs(len(c.Systems)) {
		p := &f.Pairs[n]
		if p.RBO != nil && *p.RBO > nearRBO && len(p.Why) == 0 {
			p.Why = append(p.Why, NearRBO)
		}
		if p.Overlap != nil && *p.Overlap > nearOverlap && p.Tau != nil && *p.Tau > nearOrder && !slices.Contains(p.Why, SameRankings) {
			p.Why = append(p.Why, NearOverlap) // the same documents in another order are another ranking
		}
		switch scores[pair] {
		case "duplicate-runs":
			p.Why = append(p.Why, SameScores)
		case "near-duplicate":
			p.Why = append(p.Why, NearScores)
		}
		if len(p.Why) > 0 {
			f.Near++
		}
	}
}

// similarity is what clusters go by.
func (f *Similarity) similarity(p SimilarPair) *float64 {
	if f.By == byRBO {
		return p.RBO
	}
	return p.Correlation
}

// cluster orders the systems by average linkage of 1 − similarity; what has none counts as 0.
func (f *Similarity) cluster(c *Comparison) {
	k := len(c.Systems)
	distances := make([][]float64, k)
	for i := range distances {
		distances[i] = make([]float64, k)
	}
	between := make(map[[2]int]*float64)
	for n, pair := range stats.AllPairs(k) {
		d, s := 1.0, f.similarity(f.Pairs[n])
		if s != nil {
			d = 1 - *s
		} else if slices.Contains(f.Pairs[n].Why, SameScores) {
			d = 0
		}
		distances[pair[0]][pair[1]], distances[pair[1]][pair[0]] = d, d
		between[pair], between[[2]int{pair[1], pair[0]}] = s, s
	}
	tree := stats.AverageLinkage(distances)
	cluster := make(map[int]*int)
	f.Clusters = [][]metrics.Tag{}
	for _, members := range tree.Cut(1 - f.Level + 1e-12) {
		if len(members) < 2 {
			continue
		}
		number, names := len(f.Clusters), []metrics.Tag(nil)
		for _, i := range members {
			cluster[i], names = &number, append(names, c.Systems[i].System)
		}
		f.Clusters = append(f.Clusters, names)
	}
	order := tree.Order()
	f.of = make(map[[2]int]*float64)
	for x, i := range order {
		f.Systems = append(f.Systems, SimilarSystem{System: c.Systems[i].System, Team: c.Systems[i].Team, Cluster: cluster[i]})
		for y, j := range order {
			f.of[[2]int{x, y}] = between[[2]int{i, j}]
		}
	}
}

// compareTeams takes the mean over the pairs within a team and over those of different teams.
func (f *Similarity) compareTeams(a *Analysis) {
	if !a.Teams {
		return
	}
	var within, between MeanSimilarity
	for _, p := range f.Pairs {
		s := f.similarity(p)
		if s == nil {
			continue
		}
		m := &between
		if *p.SameTeam {
			m = &within
		}
		m.Pairs++
		m.Mean += *s
	}
	if within.Pairs == 0 || between.Pairs == 0 {
		return
	}
	within.Mean /= float64(within.Pairs)
	between.Mean /= float64(between.Pairs)
	f.Within, f.Between = &within, &between
}

// closest is the pair most alike that is no near-duplicate, nil without one.
func (f *Similarity) closest() *SimilarPair {
	var best *SimilarPair
	most := math.Inf(-1)
	for i := range f.Pairs {
		if s := f.similarity(f.Pairs[i]); s != nil && len(f.Pairs[i].Why) == 0 && *s > most {
			best, most = &f.Pairs[i], *s
		}
	}
	return best
}
