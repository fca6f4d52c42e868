package reports

// Strata says which stratum, such as a language, each topic belongs to.
type Strata struct {
	Names []string
	Of    []int // of each topic of the scores: an index of Names
}

// StratumTopics is a stratum and its number of topics.
type StratumTopics struct {
	Name   string `json:"name"`
	Topics int    `json:"topics"`
}

// count is the number of topics of each stratum; nil without strata.
func (s *Strata) count() []StratumTopics {
	if s == nil {
		return nil
	}
	out := make([]StratumTopics, len(s.Names))
	for i, name := range s.Names {
		out[i].Name = name
	}
	for _, i := range s.Of {
		out[i].Topics++
	}
	return out
}
