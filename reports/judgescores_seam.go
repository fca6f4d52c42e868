package reports

import "sigrel/reports/doc"

// JudgeScores is a seam until the real one lands.
type JudgeScores struct{}

func judgeScores(j *JudgeStudy) (*JudgeScores, error) { return nil, notAssessed("not here yet") }

func (f *JudgeScores) blocks() []doc.Block { return nil }
func (f *JudgeScores) fullBlocks() []doc.Block { return nil }
