package formats_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sigrel/metrics/formats"
)

// shape writes a value with the place of each part: 1:2{a:1:7(number 5)}.
func shape(v *formats.Value) string {
	at := fmt.Sprintf("%d:%d", v.Line, v.Column)
	switch v.Kind {
	case formats.Object:
		var parts []string
		for _, m := range v.Members {
			parts = append(parts, m.Name+":"+shape(m.Value))
		}
		return at + "{" + strings.Join(parts, " ") + "}"
	case formats.Array:
		var parts []string
		for _, item := range v.Items {
			parts = append(parts, shape(item))
		}
		return at + "[" + strings.Join(parts, " ") + "]"
	}
	if v.Kind == formats.Null {
		return at + "(null)"
	}
	return at + "(" + v.Kind.String() + " " + v.Text + ")"
}

func TestParseJSON(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`7`, "1:1(a number 7)"},
		{" \n\t\"x\" \n", "2:2(a string x)"},
		{`{"a": 5, "b": [true, null, {}], "": "\u0627\n"}`, "1:1{a:1:7(a number 5) b:1:15[1:16(a boolean true) 1:22(null) 1:28{}] :1:37(a string ا\n)}"},
		{"{\r\n \"a\" :\r\n 1.50,\r\n\"b\":\r\n-0e+7}", "1:1{a:3:2(a number 1.50) b:5:1(a number -0e+7)}"},
		{`[1234567890123456789, 1e999]`, "1:1[1:2(a number 1234567890123456789) 1:23(a number 1e999)]"},
		{`["ع", 1]`, "1:1[1:2(a string ع) 1:8(a number 1)]"}, // columns count bytes
		{`["\ud83d\ude00", "\ufffd", "\\ud800", "\"\\\ud83d\ude00"]`, "1:1[1:2(a string 😀) 1:18(a string \ufffd) 1:28(a string \\ud800) 1:39(a string \"\\😀)]"},
		{`"\ufffd\ud83d\ude00"`, "1:1(a string \ufffd😀)"},
		{strings.Repeat("[", 101) + strings.Repeat("]", 101), func() string {
			var b strings.Builder
			for i := range 101 {
				fmt.Fprintf(&b, "1:%d[", i+1)
			}
			return b.String() + strings.Repeat("]", 101)
		}()},
	} {
		v, err := formats.ParseJSON(c.in, "a.json", 1)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
		} else if got := shape(v); got != c.want {
			t.Errorf("%q:\ngot  %s\nwant %s", c.in, got, c.want)
		}
	}
	if v, err := formats.ParseJSON("{}", "a.jsonl", 17); err != nil || v.At("a.jsonl") != (formats.Pos{File: "a.jsonl", Line: 17, Column: 1}) {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestParseJSONProblems(t *testing.T) {
	long := strings.Repeat(" ", 600) + `{"a":` + strings.Repeat(" ", 5000)
	for _, c := range []struct {
		in, want string
		is       error
	}{
		{"", "a.json:5:1: malformed JSON: unexpected end, want the whole value", formats.ErrJSON},
		{"\n\n", "a.json:6:1: malformed JSON: unexpected end, want the whole value", formats.ErrJSON},
		{"{\"a\":\n[1,2", "a.json:6:4: malformed JSON: unexpected end, want the whole value", formats.ErrJSON},
		{`{"a`, "a.json:5:3: malformed JSON: unexpected end, want the whole value", formats.ErrJSON},
		{`{"a":}`, "a.json:5:6: malformed JSON: invalid character '}' looking for beginning of value", formats.ErrJSON},
		{`{"a":{"b":1},}`, "a.json:5:14: malformed JSON: invalid character '}' looking for beginning of object key string", formats.ErrJSON},
		{"{\"a\":1,\n \"b\" 2}", "a.json:6:6: malformed JSON: invalid character '2' after object key", formats.ErrJSON},
		{"{\"a\":1\n \"b\":2}", "a.json:6:2: malformed JSON: invalid character '\"' after object key:value pair", formats.ErrJSON},
		{`[1,,2]`, "a.json:5:4: malformed JSON: invalid character ',' looking for beginning of value", formats.ErrJSON},
		{`{"a"::1}`, "a.json:5:6: malformed JSON: invalid character ':' looking for beginning of value", formats.ErrJSON},
		{`{"a":01}`, "a.json:5:7: malformed JSON: invalid character '1' after object key:value pair", formats.ErrJSON},
		{`{"a":tru}`, "a.json:5:9: malformed JSON: invalid character '}' in literal true (expecting 'e')", formats.ErrJSON},
		{`{"a":"\x"}`, "a.json:5:8: malformed JSON: invalid character 'x' in string escape code", formats.ErrJSON},
		{"{\"a\":\"x\ny\"}", "a.json:5:8: malformed JSON: invalid character '\\n' in string literal", formats.ErrJSON},
		{`{1:2}`, "a.json:5:2: malformed JSON: invalid character '1' looking for beginning of object key string", formats.ErrJSON},
		{`{"a":1]`, "a.json:5:7: malformed JSON: invalid character ']' after object key:value pair", formats.ErrJSON},
		{long + "x}", fmt.Sprintf("a.json:5:%d: malformed JSON: invalid character 'x' looking for beginning of value", len(long)+1), formats.ErrJSON},
		{`{'a':1}`, "a.json:5:2: malformed JSON: a single quote, want double quotes", formats.ErrJSON},
		{`{"a":{"b":NaN}}`, "a.json:5:11: malformed JSON: NaN or an infinity, want a finite number", formats.ErrJSON},
		{`{"a":{"b":-Infinity}}`, "a.json:5:12: malformed JSON: NaN or an infinity, want a finite number", formats.ErrJSON},
		{"{\"a\":1}\n x", "a.json:6:2: malformed JSON: want nothing after the first JSON value", formats.ErrJSON},
		{`{"a":1} {"b":2}`, "a.json:5:9: malformed JSON: want nothing after the first JSON value", formats.ErrJSON},
		{`{"a":1}}`, "a.json:5:8: malformed JSON: want nothing after the first JSON value", formats.ErrJSON},
		{"{\"a\":1,\n\"b\":2,\n \"a\":3,\"b\":{\"c\":0, \"c\":1}}", "a.json:7:2: duplicate: the name a stands on line 5 already, want it once\n" +
			"a.json:7:8: duplicate: the name b stands on line 6 already, want it once\n" +
			"a.json:7:20: duplicate: the name c stands in column 13 already, want it once", formats.ErrDuplicate},
		{`{"a":1,"\u0061":2}`, "a.json:5:8: duplicate: the name a stands in column 2 already, want it once", formats.ErrDuplicate},
		{`{"a":1,"a":2,}`, "a.json:5:8: duplicate: the name a stands in column 2 already, want it once\n" +
			"a.json:5:14: malformed JSON: invalid character '}' looking for beginning of object key string", formats.ErrJSON},
		{"[\"a\xff\"]", "a.json:5:4: binary data: byte 0xff is not UTF-8, want text in UTF-8", formats.ErrBinary},
		{"[\n\"\xed\xa0\x80\"]", "a.json:6:2: binary data: byte 0xed is not UTF-8, want text in UTF-8", formats.ErrBinary},
		{`["x", "\ud800", "\ude00\ud83d"]`, "a.json:5:7: malformed JSON: half of a surrogate pair in \ufffd, want whole characters\n" +
			"a.json:5:17: malformed JSON: half of a surrogate pair in \ufffd\ufffd, want whole characters", formats.ErrJSON},
		{`{"\ud83dx": "\\\ud83d\u0041"}`, "a.json:5:2: malformed JSON: half of a surrogate pair in \ufffdx, want whole characters\n" +
			"a.json:5:13: malformed JSON: half of a surrogate pair in \"\\\\\ufffdA\", want whole characters", formats.ErrJSON},
		{strings.Repeat("[", 102) + strings.Repeat("]", 102), "a.json:5:102: malformed JSON: values nest more than 100 deep", formats.ErrJSON},
		{strings.Repeat("[", 200_000), "a.json:5:102: malformed JSON: values nest more than 100 deep", formats.ErrJSON},
	} {
		v, err := formats.ParseJSON(c.in, "a.json", 5)
		if len(c.in) > 300 {
			c.in = c.in[:300]
		}
		if err == nil || v != nil {
			t.Errorf("%q: no error", c.in)
		} else if err.Error() != c.want || !errors.Is(err, c.is) {
			t.Errorf("%q: got\n%v\nwant\n%s", c.in, err, c.want)
		}
	}
}

func TestGetJSON(t *testing.T) {
	v, err := formats.ParseJSON(`{"a": {"b": 1}}`, "a.json", 1)
	if err != nil {
		t.Fatal(err)
	}
	if b := v.Get("a").Get("b"); b == nil || b.Text != "1" {
		t.Errorf("got %v", b)
	}
	if v.Get("c") != nil || v.Get("a").Get("b").Get("x") != nil {
		t.Error("a member that is not there")
	}
}

// What ParseJSON takes is what encoding/json takes, but for the problems that it looks for; and the values are the same.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e3,null,true],"b":{"c":"\u00e9\ud83d\ude00"}}`, `{"a":1,"a":2}`, "[\"\\ud800\"]", "{\"a\":\"\xff\"}", `[1,,2]`, `{"a" 1}`, `1 2`,
		"{\n\"a\"\n:\n1\n}", `{"a":{"b":NaN}}`, strings.Repeat("[", 102) + strings.Repeat("]", 102)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := formats.ParseJSON(text, "f", 1)
		valid := json.Valid([]byte(text))
		if err == nil {
			if !valid {
				t.Fatalf("%q is no JSON", text)
			}
			var want any
			in := json.NewDecoder(strings.NewReader(text))
			in.UseNumber()
			if err := in.Decode(&want); err != nil {
				t.Fatal(err)
			}
			if got, want := fmt.Sprintf("%#v", plain(v)), fmt.Sprintf("%#v", want); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			return
		}
		problems, ok := errors.AsType[*formats.Problems](err)
		if !ok {
			t.Fatalf("%T", err)
		}
		own := false // a problem that encoding/json does not look for
		for _, p := range problems.List {
			own = own || errors.Is(p, formats.ErrDuplicate) || errors.Is(p, formats.ErrBinary) ||
				strings.Contains(p.Error(), "half of a surrogate pair") || strings.Contains(p.Error(), "values nest more than")
			if lines := strings.Split(text, "\n"); p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > len(lines[p.Line-1])+1 {
				t.Errorf("%q: %v is no place in the text", text, p)
			}
		}
		if valid && !own {
			t.Errorf("%q is JSON: %v", text, err)
		}
	})
}

// plain is a value as encoding/json would give it.
func plain(v *formats.Value) any {
	switch v.Kind {
	case formats.Object:
		m := map[string]any{}
		for _, x := range v.Members {
			m[x.Name] = plain(x.Value)
		}
		return m
	case formats.Array:
		list := []any{}
		for _, x := range v.Items {
			list = append(list, plain(x))
		}
		return list
	case formats.Number:
		return json.Number(v.Text)
	case formats.String:
		return v.Text
	case formats.Bool:
		return v.Text == "true"
	}
	return nil
}
