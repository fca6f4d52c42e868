package doc

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escapeTeX makes every character of s print as itself in LaTeX's text mode, in one pass. Characters that make
// ligatures with their like are held apart by braces. Greek letters and the signs that reports use become commands;
// other characters outside the Latin scripts stay as they are and need an engine that reads Unicode ([latinOnly]).
func escapeTeX(s string) string {
	var b strings.Builder
	before, math := rune(0), false
	for i, r := range s {
		m := texMath(r)
		if math != (m != "") {
			b.WriteByte('$')
			math = !math
		}
		after, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		switch {
		case math:
			b.WriteString(m)
		case ligature(before, r) || ligature(r, after):
			b.WriteString("{" + texCommand(r) + "}")
		default:
			b.WriteString(texCommand(r))
		}
		before = r
	}
	if math {
		b.WriteByte('$')
	}
	return b.String()
}

// ligature reports whether LaTeX's fonts make one character of what prints a and b.
func ligature(a, b rune) bool {
	const dashes = "-–—"
	return a == b && (a == '\'' || a == ',') || strings.ContainsRune(dashes, a) && strings.ContainsRune(dashes, b)
}

// latinOnly reports whether the usual engine has every character of s that escapeTeX leaves as it is.
func latinOnly(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x180 && texMath(r) == "" && texCommand(r) == string(r) })
}

// texCommand is what prints r in text mode: r itself, where nothing else is known.
func texCommand(r rune) string {
	switch r {
	case '\\':
		return `\textbackslash{}`
	case '_', '&', '%', '#', '$', '{', '}':
		return `\` + string(r)
	case '^':
		return `\textasciicircum{}`
	case '~':
		return `\textasciitilde{}`
	case '<':
		return `\textless{}`
	case '>':
		return `\textgreater{}`
	case '|':
		return `\textbar{}`
	case '"':
		return `\char34{}` // not \textquotedbl, which the usual OT1 encoding has not
	case '`':
		return `\textasciigrave{}`
	case '\u00a0':
		return "~"
	case '\u2009', '\u202f':
		return `\,`
	case '–':
		return "--"
	case '—':
		return "---"
	case '‘':
		return `\textquoteleft{}`
	case '’':
		return `\textquoteright{}`
	case '“':
		return `\textquotedblleft{}`
	case '”':
		return `\textquotedblright{}`
	case '…':
		return `\ldots{}`
	case '†':
		return `\dag{}`
	case '‡':
		return `\ddag{}`
	case '§':
		return `\S{}`
	case '•':
		return `\textbullet{}`
	}
	return string(r)
}

// texMath is what prints r in math mode, "" if it is not a sign of mathematics or a Greek letter.
func texMath(r rune) string {
	switch r {
	case '−':
		return "-"
	case '×':
		return `\times`
	case '±':
		return `\pm`
	case '·':
		return `\cdot`
	case '°':
		return `{}^{\circ}`
	case '¹':
		return "{}^{1}"
	case '²':
		return "{}^{2}"
	case '³':
		return "{}^{3}"
	case '≤':
		return `\le`
	case '≥':
		return `\ge`
	case '≠':
		return `\ne`
	case '≈':
		return `\approx`
	case '✓':
		return `\surd`
	case '✗':
		return `\times`
	case '→':
		return `\to`
	case '←':
		return `\gets`
	case '↔':
		return `\leftrightarrow`
	case '⇔':
		return `\Leftrightarrow`
	case '∞':
		return `\infty`
	case '√':
		return `\surd`
	case '●':
		return `\bullet`
	case '○':
		return `\circ`
	case 'ς':
		return `\varsigma`
	}
	return texGreek(r)
}

func texGreek(r rune) string {
	if !unicode.Is(unicode.Greek, r) {
		return ""
	}
	const letters = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ"
	names := strings.Fields(`alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau
		upsilon varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega`)
	if i := slices.Index([]rune(letters), r); i >= 0 {
		return `\` + names[i]
	}
	return ""
}
