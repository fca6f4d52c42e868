package invent

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// theme is what sentences are made of. A # is a number.
type theme struct {
	speakers []string
	openings []string
	chat     []string // nothing to check in them
	claims   []string // with something to check
}

var (
	englishOpenings = []string{"Friends,", "Well,", "As I said before,", "You know,", "To be honest,", "Now,", "Look,", "And yet,"}
	englishChat     = []string{
		"I am glad that you came tonight.", "let us take one question at a time.", "I do not want to keep you long.",
		"somebody please open the window.", "we will find a way together.", "thank you for the tea.",
		"I can see a hand at the back.", "nobody has to decide today.", "that is a fair question.",
		"it is easy to complain.", `my aunt calls it "the long wait".`, "please pass the list around.",
	}
	arabicOpenings = []string{"أيها الجيران،", "حسنا،", "كما قلت من قبل،", "بصراحة،", "في الحقيقة،", "والآن،", "نعم،", "لا بأس،"}
	arabicChat     = []string{
		"يسعدني أنكم هنا الليلة.", "هذا سؤال جيد.", "لن أطيل عليكم.", "افتحوا النافذة من فضلكم.", "سنجد حلا معا.",
		"شكرا على الشاي.", "أرى يدا في آخر القاعة.", "لا أحد مضطر أن يقرر اليوم.", "من السهل أن نشتكي.",
		`أختي تسميها "الساعة الطويلة".`, "لنبدأ بالسؤال الأول.", "الكلام لكم بعد قليل.",
	}
)

// themes lists what the speeches are about. Numbers are 11 to 97, so that Arabic nouns after them have one form.
var themes = map[string]theme{
	"bus-line": {
		[]string{"Mayor Alder", "Ms. Finch", "AUDIENCE"}, englishOpenings,
		append([]string{"the bus is a little like an old friend.", "I like the blue seats.", "the driver knows all our names."}, englishChat...),
		[]string{
			"the number 7 bus carried # people last Monday.", "it was late on # of the last 100 days.", "a ticket cost # coins two years ago.",
			"the new stop is # steps from the old well.", "we have # benches for waiting.", "our driver has been on this line for # years.",
			"the ride took # minutes before the bridge was closed.", "no town nearby runs more than # buses a day.",
		},
	},
	"rain-week": {
		[]string{"Mr. Quill", "Dr. Sorrel"}, englishOpenings,
		append([]string{"bring an umbrella and a book.", "the ducks are not worried.", "I love the smell of wet grass."}, englishChat...),
		[]string{
			"it rained for # hours without a break.", "the river rose by # centimetres on Tuesday.", "# cellars had to be pumped dry.",
			"this was the wettest week in # years.", "the old drain takes # litres a second.", "we handed out # pairs of boots.",
			"the school was closed for # hours.", "only # lamps went out in the storm.",
		},
	},
	"school-garden": {
		[]string{"Ms. Finch", "Headmaster Rowan", "AUDIENCE"}, englishOpenings,
		append([]string{"a garden teaches patience.", "the beans are taller than me.", "please do not feed the hedgehog."}, englishChat...),
		[]string{
			"the children planted # apple trees.", "each class looks after # square metres.", "we sold # jars of honey at the fair.",
			"the shed cost # coins less than planned.", "# parents came to dig last Saturday.", "the pond is # centimetres deep.",
			"we use # litres of water a day.", "no other school here has more than # hives.",
		},
	},
	"ar-bus": {
		[]string{"رئيسة البلدية", "السيد نبيل", "الحضور"}, arabicOpenings,
		append([]string{"الحافلة مثل صديق قديم.", "أحب المقاعد الزرقاء.", "السائق يعرف أسماءنا."}, arabicChat...),
		[]string{
			"نقل الخط الجديد # راكبا كل ساعة.", "تأخرت الحافلة # مرة في الشهر الماضي.", "المحطة الجديدة على بعد # خطوة من البئر.",
			"كانت الرحلة تستغرق # دقيقة قبل إغلاق الجسر.", "في البلدة # مقعدا للانتظار.", "يقود السائق هذا الخط منذ # سنة.",
			"كان ثمن التذكرة # قرشا قبل عامين.", "لم تتعطل الحافلة إلا # مرة.",
		},
	},
	"ar-library": {
		[]string{"السيدة هالة", "السيد نبيل", "الحضور"}, arabicOpenings,
		append([]string{"المكان هادئ في الصباح.", "رائحة الورق جميلة.", "النوافذ تطل على الميدان."}, arabicChat...),
		[]string{
			"في المكتبة # كتابا عن البحر.", "زار المكتبة # قارئا يوم الاثنين.", "أغلقت المكتبة # يوما في العام الماضي.",
			"على الرفوف # خريطة قديمة.", "دفعت البلدية # دينارا لإصلاح السقف.", "يعمل الحارس هنا منذ # سنة.",
			"في القاعة # مقعدا مكسورا.", "كان الباب القديم على بعد # مترا من النافورة.",
		},
	},
}

// talk draws sentences of a theme, no sentence twice.
type talk struct {
	theme   theme
	src     *rand.PCG
	numbers []int
	asides  []int // an opening and a chat each
	claims  []int
	next    [2]int
}

func newTalk(t theme, src *rand.PCG) *talk {
	out := &talk{theme: t, src: src}
	for n := 11; n <= 97; n++ {
		out.numbers = append(out.numbers, n)
	}
	for i := range len(t.openings) * len(t.chat) {
		out.asides = append(out.asides, i)
	}
	for i := range t.claims {
		out.claims = append(out.claims, i)
	}
	shuffle(src, out.numbers)
	shuffle(src, out.asides)
	shuffle(src, out.claims)
	return out
}

// aside is a sentence with nothing to check.
func (t *talk) aside() string {
	i := t.asides[t.next[0]]
	t.next[0]++
	return t.theme.openings[i%len(t.theme.openings)] + " " + t.theme.chat[i/len(t.theme.openings)]
}

// claim is a sentence with a number.
func (t *talk) claim() string {
	k := t.next[1]
	t.next[1]++
	text := t.theme.claims[t.claims[k%len(t.claims)]]
	text = strings.Replace(text, "#", strconv.Itoa(t.numbers[k]), 1)
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}

func (t *talk) speaker() string { return t.theme.speakers[below(t.src, len(t.theme.speakers))] }
