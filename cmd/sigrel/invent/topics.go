package invent

import (
	"strings"

	"sigrel/stats/resample"
)

// subjects are what the invented topics are about: a category, and things in it in two languages. Titles say nothing
// about the documents, and the categories have no part in how well runs do.
var subjects = [...]struct {
	category        string
	english, arabic []string
}{
	{"transport", []string{"night buses", "new tram stops", "repairs of the old bridge", "ferry tickets", "bicycle lanes"},
		[]string{"حافلات الليل", "محطات الترام الجديدة", "إصلاح الجسر القديم"}},
	{"weather", []string{"early snow", "dust on the roads", "the warmest week", "fog at the harbour", "rain after the harvest"},
		[]string{"الضباب في الميناء", "الغبار على الطرق", "أمطار الخريف"}},
	{"health", []string{"vaccines at school", "clean wells", "sleep of shift workers", "walking after meals", "hearing tests"},
		[]string{"اللقاحات في المدارس", "مياه الآبار", "النوم والعمل الليلي"}},
	{"culture", []string{"the puppet festival", "reading rooms", "songs of the fishermen", "a museum of clocks", "film nights"},
		[]string{"مهرجان الدمى", "أغاني الصيادين", "متحف الساعات"}},
}

var places = [...]struct{ english, arabic string }{
	{"Palm Bay", "خليج النخيل"}, {"Upper Mill", "الطاحونة العليا"}, {"Saltmarket", "سوق الملح"}, {"Three Wells", "الآبار الثلاثة"},
}

// topicTable describes the topics by title, category and language: topics.tsv. About a third of them are in Arabic. No
// title is twice.
func topicTable(seed uint64, topics []string) File {
	src := resample.Source(seed, "topics", 0)
	var out strings.Builder
	out.WriteString("topic\ttitle\tcategory\tlanguage\n")
	seen := make(map[string]bool)
	for t, topic := range topics {
		subject := subjects[t%len(subjects)]
		if below(src, 4) == 0 { // not all categories are equally large
			subject = subjects[0]
		}
		language, title := "en", ""
		if below(src, 3) == 0 {
			language = "ar"
		}
		for title == "" || seen[title] {
			place := places[below(src, len(places))]
			if language == "ar" {
				title = subject.arabic[below(src, len(subject.arabic))] + " في " + place.arabic
			} else {
				title = subject.english[below(src, len(subject.english))] + " in " + place.english
			}
		}
		seen[title] = true
		out.WriteString(topic + "\t" + title + "\t" + subject.category + "\t" + language + "\n")
	}
	return File{"topics.tsv", []byte(out.String())}
}
