package metrics

// The set measures look at the documents retrieved without their order.

var setP = &Measure{
	Name: "SetP", Trec: "set_P",
	Title:  "set precision",
	Doc:    "The relevant documents retrieved, divided by the documents retrieved.",
	Cite:   "buckley2005",
	Params: []Param{relLevel},
	Hi:     1,
	Score:  func(j Judged, _ Args) float64 { return j.setPrecision() },
}

var setRelP = &Measure{
	Name: "SetRelP", Trec: "set_relative_P",
	Title:  "set precision relative to the best possible",
	Doc:    "The relevant documents retrieved, divided by the documents retrieved or, if that is less, by the relevant documents of the topic.",
	Cite:   "buckley2005",
	Params: []Param{relLevel},
	Hi:     1,
	Score: func(j Judged, _ Args) float64 {
		return ratio(float64(j.relevant(len(j.Gains))), float64(min(len(j.Gains), j.R())))
	},
}

var setR = &Measure{
	Name: "SetR", Trec: "set_recall",
	Title:  "set recall",
	Doc:    "The relevant documents retrieved, divided by the relevant documents of the topic.",
	Cite:   "buckley2005",
	Params: []Param{relLevel},
	Hi:     1,
	Score:  func(j Judged, _ Args) float64 { return j.setRecall() },
}

var setAP = &Measure{
	Name: "SetAP", Trec: "set_map",
	Title:  "set average precision",
	Doc:    "Set precision times set recall.",
	Cite:   "buckley2005",
	Params: []Param{relLevel},
	Hi:     1,
	Score:  func(j Judged, _ Args) float64 { return j.setPrecision() * j.setRecall() },
}

var beta = Param{Name: "beta", Doc: "weight of recall, which stands where the usual formula has β²", Default: []float64{1}, kind: decimal(0, greatestArg)}

var setF = &Measure{
	Name: "SetF", Trec: "set_F",
	Title: "set F measure",
	Doc: "(beta+1)·P·R/(beta·P+R) with set precision P and set recall R. As in trec_eval and ir-measures, beta is what the usual formula " +
		"calls β².",
	Cite:   "buckley2005",
	Params: []Param{relLevel, beta},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		x, p, r := a.number(beta), j.setPrecision(), j.setRecall()
		return ratio((x+1)*p*r, float64(x*p)+r)
	},
	TrecArgs: func(text string) string { return "beta=" + colons(text) },
}

func (j Judged) setPrecision() float64 {
	return ratio(float64(j.relevant(len(j.Gains))), float64(len(j.Gains)))
}

func (j Judged) setRecall() float64 {
	return ratio(float64(j.relevant(len(j.Gains))), float64(j.R()))
}
