package tasks

// What becomes of topics that a run leaves out is one convention of every task that has it, by one name: those who ask for
// another policy can put it in this place.
const (
	leftOut     = "topics that a run leaves out"
	leftOutZero = "score 0 and count in the mean"
)
