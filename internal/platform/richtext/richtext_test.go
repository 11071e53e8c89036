package richtext

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
)

const roomy = 20_000

// clean sanitizes with a large limit and checks that a second pass changes nothing.
func clean(t *testing.T, source string) string {
	t.Helper()
	out, length, err := Sanitize(source, roomy)
	if err != nil {
		t.Fatalf("%q: %v", source, err)
	}
	again, length2, err := Sanitize(out, roomy)
	if err != nil || again != out || length2 != length {
		t.Errorf("not idempotent: %q became %q (%d), then %q (%d), %v", source, out, length, again, length2, err)
	}
	return out
}

func TestEditorMarkupIsKept(t *testing.T) {
	for _, source := range []string{
		`<p>Скидка <strong>10 %</strong> для <em>всех</em> и "каждого"</p>`,
		`<h2>Заголовок</h2><h3>a</h3><h4>b</h4><p>x<br>y</p><blockquote><p>цитата</p></blockquote>`,
		`<ul><li><p>раз</p></li><li><p>два</p><ol><li><p>внутри</p></li></ol></li></ul>`,
		`<p><b>b</b><i>i</i><u>u</u><s>s</s> 1 &lt; 2 &amp;&amp; 3 &gt; 2</p>`,
		`<p><a href="https://example.ru/a?b=c&amp;d=%D1%8F" rel="noopener noreferrer nofollow" target="_blank">сайт</a></p>`,
		`<p><a href="mailto:help@example.ru" rel="noopener noreferrer nofollow" target="_blank">почта</a></p>`,
		`<p><a href="tel:+79123456789" rel="noopener noreferrer nofollow" target="_blank">звонок</a></p>`,
		``,
	} {
		if got := clean(t, source); got != source {
			t.Errorf("%s became %s", source, got)
		}
	}
}

func TestUnknownMarkupIsRemoved(t *testing.T) {
	for source, want := range map[string]string{
		`<p></p>`:                                 ``,
		`<p> &nbsp;<br></p>`:                      ``,
		`<b>не закрыто`:                           `<b>не закрыто</b>`,
		`<b><i>крест</b>накрест</i>`:              `<b><i>крест</i></b>накрест`,
		`лишнее</p></b>`:                          `лишнее`,
		`<p>a<p>b`:                                `<p>a</p><p>b</p>`,
		`<p>a<ul><li>b<li>c</ul>`:                 `<p>a</p><ul><li>b</li><li>c</li></ul>`,
		`<a href="/relative">x</a>`:               `x`,
		`<a>x</a>`:                                `x`,
		`<h1>h1</h1><div>div</div><span>s</span>`: `h1divs`,
		`<p class="c" style="color:red">x</p>`:    `<p>x</p>`,
		`<img src="https://example.ru/a.png">x`:   `x`,
		`<table><tr><td>1<td>2</table>`:           `12`,
		`<script>a()</script><style>b{}</style>x`: `x`,
		`<!-- c -->x`:                             `x`,
		"a\x00b\x1bc\x7fd":                        `abcd`,
		`a&#13;&#10;b&#1;c`:                       "a\n\nbc",
		"a\xffb":                                  "a\uFFFDb",
		`<BR/><P>X</P>`:                           `<br><p>X</p>`,
		`<a href="https://пример.рф/скидки">x</a>`: `<a href="https://%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80.%D1%80%D1%84/%D1%81%D0%BA%D0%B8%D0%B4%D0%BA%D0%B8" rel="noopener noreferrer nofollow" target="_blank">x</a>`,
	} {
		if got := clean(t, source); got != want {
			t.Errorf("%s became %s, want %s", source, got, want)
		}
	}
}

func TestLengthCountsTextCharactersOnly(t *testing.T) {
	for source, want := range map[string]int{
		``: 0, `<p></p>`: 0, `<p>привет</p>`: 6, `<p>a</p><p>b</p>`: 2, `&amp;&lt;&#128512;`: 3, `<b>x</b><br>y`: 2,
		`<a href="https://example.ru/очень/длинная">я</a>`: 1, `<script>нет</script>да`: 2,
	} {
		if _, got, err := Sanitize(source, roomy); got != want || err != nil {
			t.Errorf("%s counts %d, want %d, %v", source, got, want, err)
		}
	}
	text := strings.Repeat("я", 700)
	if _, n, err := Sanitize("<p>"+text+"</p>", 700); n != 700 || err != nil {
		t.Errorf("at the limit: %d, %v", n, err)
	}
	if out, n, err := Sanitize("<p>"+text+"я</p>", 700); out != "" || n != 701 || !errors.Is(err, ErrTooLong) {
		t.Errorf("one more: %q, %d, %v", out, n, err)
	}
}

func TestLargeOrDeepInputIsFast(t *testing.T) {
	start := time.Now()
	if _, _, err := Sanitize(strings.Repeat("<b>", 1<<20), 700); !errors.Is(err, ErrTooLong) {
		t.Errorf("3 MiB of tags: %v", err)
	}
	const most = bytesPerCharacter*roomy + markupAllowance
	for _, unit := range []string{"<b>", "<a href='https://a.ru'>", "<p>", "</b>", "<li>", "<!--", "<a ", "&", "<", "<ul><li>", "<b a=1 a=2 ", "\x00", "<svg>", "<table>"} {
		out, _, err := Sanitize(strings.Repeat(unit, most/len(unit))+"x", roomy)
		if err != nil && !errors.Is(err, ErrTooLong) {
			t.Errorf("%s repeated: %v", unit, err)
		}
		if d := depth(out); d > maxDepth {
			t.Errorf("%s repeated is %d deep", unit, d)
		}
	}
	if took := time.Since(start); took > 30*time.Second { // normally about 0.3 s
		t.Errorf("took %v", took)
	}
}

func depth(source string) (deepest int) {
	z, now := html.NewTokenizer(strings.NewReader(source)), 0
	for {
		switch z.Next() {
		case html.ErrorToken:
			return deepest
		case html.StartTagToken:
			if now++; z.Token().Data == "br" {
				now--
			}
			deepest = max(deepest, now)
		case html.EndTagToken:
			now--
		default:
		}
	}
}

// payloads is the XSS corpus (rules 16.5, 17.8); a quoted line is a Go string.
func payloads(tb testing.TB) []string {
	tb.Helper()
	file, err := os.ReadFile("testdata/xss.txt")
	if err != nil {
		tb.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(file)), "\n")
	for i, line := range lines {
		if unquoted, err := strconv.Unquote(line); err == nil {
			lines[i] = unquoted
		}
	}
	return lines
}

func TestXSSPayloadsAreNeutralized(t *testing.T) {
	all := payloads(t)
	slices.Sort(all)
	if n := len(slices.Compact(slices.Clone(all))); n < 150 || n != len(all) {
		t.Errorf("%d payloads, %d of them different", len(all), n)
	}
	for _, payload := range all {
		for _, source := range []string{payload, "<p>до " + payload + " после</p>", payload + payload, "<a href=\"https://ok.example/\">" + payload} {
			wantHarmless(t, source, clean(t, source))
		}
	}
}

// wantHarmless parses the output as a browser does and checks every node.
func wantHarmless(t *testing.T, source, out string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(out))
	if err != nil {
		t.Fatalf("%q became %q: %v", source, out, err)
	}
	frame := []string{"html", "head", "body"} // added by the parser
	for n := range root.Descendants() {
		switch n.Type {
		case html.ElementNode:
			if n.Namespace != "" || !slices.Contains(tags, n.Data) && !slices.Contains(frame, n.Data) {
				t.Errorf("%q became %q: element %s:%s", source, out, n.Namespace, n.Data)
			}
			for _, a := range n.Attr {
				wantHarmlessAttribute(t, out, n.Data, a)
			}
		case html.TextNode:
		default:
			t.Errorf("%q became %q: node %v", source, out, n)
		}
	}
	if !utf8.ValidString(out) || strings.ContainsRune(out, 0) {
		t.Errorf("%q became %q", source, out)
	}
}

func wantHarmlessAttribute(t *testing.T, out, element string, a html.Attribute) {
	t.Helper()
	fixed := map[string]string{"rel": "noopener noreferrer nofollow", "target": "_blank"}
	switch {
	case element == "a" && a.Key == "href":
		if _, err := CheckContact(a.Val); err != nil {
			t.Errorf("%q: link %q: %v", out, a.Val, err)
		}
	case element != "a" || fixed[a.Key] != a.Val || a.Val == "":
		t.Errorf("%q: attribute %s=%q of %s", out, a.Key, a.Val, element)
	}
}

func TestTextHasNoMarkup(t *testing.T) {
	for source, want := range map[string]string{
		``:                                          ``,
		`<p>Первый</p><p>второй</p>`:                `Первый второй`,
		`сло<b>во</b> и<br>строка`:                  `слово и строка`,
		`<ul><li>a</li><li>b</li></ul>c`:            `a b c`,
		`1 &lt; 2 &amp; &quot;x&quot;&nbsp;`:        `1 < 2 & "x"`,
		`<script>нет</script>да<style>x{}</style>!`: `да !`,
		"a\x00b":       "ab",
		`<p>не закрыт`: `не закрыт`,
	} {
		if got := Text(source); got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

func FuzzSanitize(f *testing.F) {
	for _, p := range payloads(f) {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, source string) {
		out, n, err := Sanitize(source, roomy)
		if err != nil {
			if !errors.Is(err, ErrTooLong) {
				t.Fatal(err)
			}
			return
		}
		if n > roomy || n > utf8.RuneCountInString(out) {
			t.Errorf("%q counts %d", out, n)
		}
		if again, m, err := Sanitize(out, roomy); again != out || m != n || err != nil {
			t.Errorf("not idempotent: %q became %q (%d), then %q (%d), %v", source, out, n, again, m, err)
		}
		wantHarmless(t, source, out)
		_ = Text(source)
	})
}
