package doc

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// unescaped counts the characters c of a line of LaTeX that no backslash stands before.
func unescaped(line string, c byte) int {
	n := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case c:
			n++
		}
	}
	return n
}

func checkTeX(table *Table, source string) error {
	rows := 0
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "% ") {
			continue
		}
		if unescaped(line, '%') > 0 || unescaped(line, '#') > 0 || unescaped(line, '_') > 0 || unescaped(line, '$')%2 != 0 {
			return errors.New("a special character is not escaped: " + line)
		}
		if !strings.HasSuffix(line, `\\`) {
			continue
		}
		rows++
		if n := unescaped(line, '&'); n != len(table.Columns)-1 {
			return errors.New(strconv.Itoa(n) + " of & in " + line)
		}
		if strings.HasPrefix(line, "[") || strings.HasPrefix(line, "*") {
			return errors.New("an option of the line before: " + line)
		}
	}
	if strings.Count(source, "{")-strings.Count(source, `\{`) != strings.Count(source, "}")-strings.Count(source, `\}`) {
		return errors.New("braces do not pair up:\n" + source)
	}
	if rows < len(table.Rows)+1 {
		return errors.New("too few rows:\n" + source)
	}
	return nil
}

func TestLaTeXRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable().Draw(t, "table")
		if err := checkTeX(table, string(new(Printer).LaTeX(&Doc{Blocks: []Block{table}}))); err != nil {
			t.Fatal(err)
		}
	})
	for _, table := range []*Table{sampleTable(), sampleMatrix(), sampleLong(long), sampleLong(long + 1), namesDoc().Blocks[0].(*Table)} {
		if err := checkTeX(table, string(new(Printer).LaTeX(&Doc{Blocks: []Block{table}}))); err != nil {
			t.Error(err)
		}
	}
}

// The right values are the rules of LaTeX's text mode.
func TestEscapeTeX(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"my_run", `my\_run`},
		{`\&%$#_{}~^`, `\textbackslash{}\&\%\$\#\_\{\}\textasciitilde{}\textasciicircum{}`},
		{"a-b", "a-b"}, {"a--b", "a{-}{-}b"}, {"--- -", "{-}{-}{-} -"},
		{"1–4", "1--4"}, {"a-–b", "a{-}{--}b"}, {"so — so", "so --- so"},
		{"<a|b>", `\textless{}a\textbar{}b\textgreater{}`},
		{"−0.003", "$-$0.003"}, {"Eρ² ≥ α", `E$\rho{}^{2}$ $\ge$ $\alpha$`}, {"Δ", `$\Delta$`}, {"²³", "${}^{2}{}^{3}$"},
		{"f''", "f{'}{'}"}, {"it's", "it's"}, {"é", "é"}, {"فريق_٢", `فريق\_٢`}, {"", ""},
	} {
		if got := escapeTeX(c.name); got != c.want {
			t.Errorf("escapeTeX(%q) = %q, want %q", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		s    string
		want bool
	}{{"Émile & Eρ² −1 – “x”", true}, {"فريق", false}, {"清", false}, {"e\u0301", false}} {
		if got := latinOnly(c.s); got != c.want {
			t.Errorf("latinOnly(%q) = %v, want %v", c.s, got, c.want)
		}
	}
}

// The table of case B55: names and what prints them in LaTeX.
func TestEscapeTeXCases(t *testing.T) {
	data, err := os.ReadFile(shared(t, "cases", "bugs", "B55", "expected.md"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) != 4 || !strings.Contains(f[1], "`") {
			continue
		}
		n++
		name, want := strings.Trim(f[1], " `"), strings.Trim(f[2], " `")
		if got := escapeTeX(name); got != want {
			t.Errorf("escapeTeX(%q) = %q, want %q", name, got, want)
		}
	}
	if n != 14 {
		t.Errorf("%d names in the table, want 14", n)
	}
}
