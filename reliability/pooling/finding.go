package pooling

import (
	"fmt"

	"sigrel/metrics"
)

// What says that a topic may have many more relevant documents than were judged.
const (
	FlagDeep    = "new-in-lower-half" // of its relevant documents, a share of at least DeepShare first comes in the lower half of the depth
	FlagRich    = "rich"              // more than RichShare of its judged documents are relevant
	FlagOneTeam = "one-team"          // more than TeamShare of its relevant documents were contributed by one team only

	DeepShare = 0.10
	RichShare = 1.0 / 3
	TeamShare = 0.50

	leastNew = 2 // documents: one may be chance
)

// TopicDepth says whether judging of a topic stopped while relevant documents still came.
type TopicDepth struct {
	Topic    metrics.Topic `json:"topic"`
	Judged   int           `json:"judged"`
	Relevant int           `json:"relevant"`
	// Found are the relevant documents in the first ranks of a run, to the depth; New those of them not in the first half of
	// these ranks; OneTeam those that only one team has there, or one run where teams are not known.
	Found         int      `json:"found"`
	New           int      `json:"new"`
	OneTeam       int      `json:"one_team"`
	NewShare      *float64 `json:"new_share"`      // New/Found; nil if nothing was found
	OneTeamShare  *float64 `json:"one_team_share"` // OneTeam/Found, likewise
	RelevantShare *float64 `json:"relevant_share"` // Relevant/Judged; nil if nothing was judged
	Flags         []string `json:"flags"`          // FlagDeep, FlagRich, FlagOneTeam
}

// StillFinding says whether FlagDeep or FlagRich is set.
func (t TopicDepth) StillFinding() bool {
	for _, f := range t.Flags {
		if f != FlagOneTeam {
			return true
		}
	}
	return false
}

// TopicDepths looks at every judged topic, in byte order, with a pool of the given depth; 0 is the depth of the pool, or
// where that is not known the longest list. The half of an odd depth is rounded down; a depth of 1 has no lower half. It
// panics if depth is negative.
func (p *Pool) TopicDepths(depth int) []TopicDepth {
	if depth < 0 {
		panic(fmt.Sprintf("pooling: depth %d", depth))
	}
	if depth == 0 {
		depth = p.deepest()
	}
	out := make([]TopicDepth, len(p.topics))
	for i := range p.topics {
		out[i] = p.topicDepth(&p.topics[i], depth)
	}
	return out
}

func (p *Pool) topicDepth(t *topic, depth int) TopicDepth {
	out := TopicDepth{Topic: t.name, Flags: []string{}}
	first := p.firstRanks(t)
	sole := t.soleFinders(func(t *topic, r int) []int32 {
		if p.runs[r].Unpooled {
			return nil
		}
		return t.ranked[r][:min(depth, len(t.ranked[r]))]
	}, func(r int) int32 { return int32(p.teams.of[r]) })
	for n, rank := range first {
		if !t.judged(int32(n)) {
			continue
		}
		out.Judged++
		if t.gains[n] < p.level {
			continue
		}
		out.Relevant++
		if rank == 0 || int(rank) > depth {
			continue
		}
		out.Found++
		if depth > 1 && int(rank) > depth/2 {
			out.New++
		}
		if sole[n] >= 0 {
			out.OneTeam++
		}
	}
	out.NewShare, out.OneTeamShare = over(float64(out.New), out.Found), over(float64(out.OneTeam), out.Found)
	out.RelevantShare = over(float64(out.Relevant), out.Judged)
	if out.New >= leastNew && *out.NewShare >= DeepShare {
		out.Flags = append(out.Flags, FlagDeep)
	}
	if out.RelevantShare != nil && *out.RelevantShare > RichShare {
		out.Flags = append(out.Flags, FlagRich)
	}
	if out.OneTeam >= leastNew && *out.OneTeamShare > TeamShare {
		out.Flags = append(out.Flags, FlagOneTeam)
	}
	return out
}
