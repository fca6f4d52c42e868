package tasks_test

import (
	"maps"
	"testing"

	"sigrel/metrics/tasks"
)

func TestRTSRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		opt   tasks.Options
		want  []string
	}{
		{"run", map[string]string{"r": "T1 a1 1470100000 r\nT1 a2 yesterday r\nT1 a2 0803-12:00:00 r\nT1 a2 1470100000000 r\nT1 a2 r\nT1,a2,1470100000,r\nT1 a2 1.47e9 s\nT1 a2 -5 s\nT1 \ra2 1 r\n"},
			tasks.Options{}, []string{
				`r:2:7: unknown value: time "yesterday", want seconds since 1970 or MMDD-HH:MM:SS`,
				`r:3:7: unknown value: time "0803-12:00:00" is MMDD-HH:MM:SS, but those above are seconds since 1970, want one form a file`,
				`r:4:7: unknown value: time "1470100000000", want seconds since 1970 or MMDD-HH:MM:SS`,
				"r:5: wrong number of fields: 3 fields, expected 4: topic tweet time tag",
				"r:6: wrong number of fields: 1 field, expected 4: topic tweet time tag (separated by commas? want tabs or blanks)",
				`r:7: mixed tags: tag "s", but line 1 has "r": want one tag a file`,
				`r:7:7: unknown value: time "1.47e9", want seconds since 1970 or MMDD-HH:MM:SS`,
				`r:8:7: unknown value: time "-5", want seconds since 1970 or MMDD-HH:MM:SS`,
				"r:9:4: wrong line ends: a carriage return inside the line, want LF or CRLF"}},
		{"times of day", map[string]string{"r": "T1 a1 0802-12:00:00 r\nT1 a1 0832-12:00:00 r\nT1 a1 0802-24:00:00 r\nT1 a1 0802-1:00:00.0 r\nT1 a1 0229-12:00:00 r\nT1 a1 802-12:00:00 r\nT1 a1 1470100000 r\n"},
			tasks.Options{}, []string{
				`r:2:7: unknown value: time "0832-12:00:00", want seconds since 1970 or MMDD-HH:MM:SS`,
				`r:3:7: unknown value: time "0802-24:00:00", want seconds since 1970 or MMDD-HH:MM:SS`,
				`r:4:7: unknown value: time "0802-1:00:00.0", want seconds since 1970 or MMDD-HH:MM:SS`,
				`r:6:7: unknown value: time "802-12:00:00", want seconds since 1970 or MMDD-HH:MM:SS`,
				`r:7:7: unknown value: time "1470100000" is seconds since 1970, but those above are MMDD-HH:MM:SS, want one form a file`}},
		{"no leap year", map[string]string{"q": "T 0 a 1\n", "c": `{"T": {"clusters": {}}}`, "e": "a 20150101 1420070400\n", "r": "T a 0229-12:00:00 r\n"}, tasks.Options{}, []string{
			`r:1:5: unknown value: time "0229-12:00:00", want seconds since 1970 or MMDD-HH:MM:SS`}},
		{"empty run", map[string]string{"r": "# nothing\n\n"}, tasks.Options{}, []string{
			`r: empty file: no pushes, want lines of "topic tweet time tag": the script of 2017 refuses an empty run, and its scores are given as a reference anyway`}},
		{"times", map[string]string{"e": "a1 20160802 1470100000\na1 20160803 1470190000\na2 2016-08-03 now\nb1 20160832 1470190000\nn 20160804\n"}, tasks.Options{}, []string{
			"e:2:1: duplicate: tweet a1 has another time on line 1, want one",
			`e:3:4: unknown value: day "2016-08-03", want YYYYMMDD`,
			`e:3:15: malformed number: "now", want seconds since 1970`,
			`e:4:4: unknown value: day "20160832", want YYYYMMDD`,
			"e:5: wrong number of fields: 2 fields, expected 3: tweet day epoch"}},
		{"no times", map[string]string{"e": "\n"}, tasks.Options{}, []string{`e: empty file: no times, want lines of "tweet day epoch"`}},
		{"other times", map[string]string{"e": "x 20160802 1470100000\n"}, tasks.Options{}, []string{
			"e: unknown identifier: no tweet of it is judged in q, want the times of judged tweets"}},
		{"grades", map[string]string{"q": "T1 0 a1 1\nT1 0 a2 1\nT1 0 n 5\nT1 0 m -3\nT2 0 n 0\n"}, tasks.Options{}, []string{
			"q: unknown value: topic T1 gives tweet m the grade -3, want -2 to 4",
			"q: unknown value: topic T1 gives tweet n the grade 5, want -2 to 4",
			"c:1:58: unknown identifier: topic T1: tweet b1 is not judged in q, want a grade"}},
		{"judged twice", map[string]string{"q": "T1 0 a1 1\nT1 0 a1 1\n"}, tasks.Options{}, []string{"q:2: duplicate: topic T1 has document a1 on line 1 already"}},
		{"two clusters", map[string]string{"c": "{\"T1\": {\"clusters\": {\"A\": {\"tweets\": [\"a1\"]},\n\"B\": {\"tweets\": [\"a1\"]}}}}"}, tasks.Options{}, []string{
			"c:2:18: duplicate: topic T1 has tweet a1 in cluster A on line 1 already, want it in one cluster, once"}},
		{"empty cluster", map[string]string{"c": "{\"T1\": {\"clusters\": {\"A\": {\"tweets\": [\"a1\"]},\n\"B\": {\"tweets\": []}, \"C\": []}}}"}, tasks.Options{}, []string{
			"c:2:6: against the rules of the task: cluster B of topic T1 has no tweets, want at least one",
			"c:2:27: against the rules of the task: cluster C of topic T1 has no tweets, want at least one"}},
		{"two of a kind", map[string]string{"c": "x 20160802 1470100000\n"}, tasks.Options{}, []string{
			"e: against the rules of the task: times, but c has them already, want one file of clusters and one of times",
			`--gold: none with the clusters, want {"topic": {"clusters": …}}`}},
		{"two of the other kind", map[string]string{"e": `{"T1": {"clusters": {}}}`}, tasks.Options{}, []string{
			"e: against the rules of the task: clusters, but c has them already, want one file of clusters and one of times",
			`--gold: none with the times of tweets, want lines of "tweet day epoch"`}},
		{"strict", map[string]string{"r": "topic tweet time tag\nT1 a1 1470100000 r\n", "e": "\ufeffa1 20160802 1470100000\n"}, tasks.Options{Strict: true}, []string{
			"e:1:1: against the rules of the task: a byte order mark, want none",
			`r:1: bad header: a line of column names, "topic tweet time tag", want none`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := rtsFiles()
			maps.Copy(files, c.files)
			inFolder(t, files)
			mustRefuse(t, "evetar-rts", rtsIn, c.opt, c.want...)
		})
	}
	inFolder(t, rtsFiles())
	mustRefuse(t, "evetar-rts", tasks.Inputs{Gold: rtsIn.Gold, Runs: runFiles("r", "r", "none")}, tasks.Options{},
		"--qrels: none given, want the judgments",
		"none: cannot open: no such file or directory",
		"r: duplicate: the tag r is that of r already, want one tag a run: rename with label=path")
	mustRefuse(t, "evetar-rts", tasks.Inputs{Qrels: "q"}, tasks.Options{},
		`--gold: none with the clusters, want {"topic": {"clusters": …}}`,
		`--gold: none with the times of tweets, want lines of "tweet day epoch"`,
		"runs: none given, want at least one")
}

// No input panics; what loads obeys the laws, and pushing nothing that counts scores as the empty run.
func FuzzRTS(f *testing.F) {
	files := rtsFiles()
	f.Add(files["q"], files["c"], files["e"], files["r"], "", false)
	f.Add("T 0 a 2\nT 0 b 0\n", `{"T": {"clusters": {"A": {"tweets": ["a", "b"]}}}}`, "a 20141231 1420020000\nb 20150101 1420110000\n",
		"T a 1231-23:59:59 r\nT a 1231-23:59:59 r\n", "20141231-20150101", true)
	f.Add("T 0 a 2\n", `{"T": {"clusters": [["a"]]}}`, "a 20141231 1420020000\n", "topic tweet time tag\nU a 1231-23:59:59 r\n", "20141231-20150101", false)
	dir := f.TempDir()
	in := clusterInside(dir, rtsIn)
	f.Fuzz(func(t *testing.T, q, c, e, r, days string, strict bool) {
		writeFiles(t, dir, map[string]string{"q": q, "c": c, "e": e, "r": r})
		s, err := findTask(t, "evetar-rts").Load(in, tasks.Options{Days: days, Strict: strict})
		if err != nil {
			return
		}
		clusterLaws(t, "evetar-rts", s)
		counts := true
		for _, c := range s.Conventions {
			if c.What != "days" && len(c.How) > 7 && c.How[:7] == "0 count" {
				counts = false
			}
		}
		for _, name := range rtsNames {
			for i, topic := range s.Table.Topics {
				silence, ok := s.References[0].Score(name, topic)
				if got := clusterScore(t, "evetar-rts", s, s.Runs[0].Tag, name, topic); !ok || !counts && got != silence {
					t.Errorf("topic %d: nothing counts, but %s is %v, not %v", i, name, got, silence)
				}
			}
		}
	})
}
