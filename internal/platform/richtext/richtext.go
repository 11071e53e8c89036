// Package richtext sanitizes formatted text and links that operators enter. Its output is safe to show to anyone.
package richtext

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// ErrTooLong means that a text has too many characters or too much markup.
var ErrTooLong = errors.New("Текст слишком длинный.") //nolint:staticcheck // an operator reads it

const (
	// maxDepth bounds the nesting, because deep nesting slows down browsers.
	maxDepth = 64
	// The source may take four bytes per allowed character plus a fixed allowance for markup.
	bytesPerCharacter = 4
	markupAllowance   = 64 << 10
)

// tags are exactly those that the console's editor (TipTap) produces.
var tags = []string{"p", "br", "b", "i", "u", "s", "strong", "em", "a", "ul", "ol", "li", "h2", "h3", "h4", "blockquote"}

var policy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(tags...)
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(false)
	return p
}()

// Sanitize keeps the editor's tags, properly nested, and valid links. length counts the characters without markup; more
// than limit of them is ErrTooLong (length is then 0 if the source was too large to parse). Text of white space only
// becomes "". Sanitize is idempotent.
func Sanitize(source string, limit int) (clean string, length int, err error) {
	// Checked before parsing, because parsing time is not always linear (rules 17.8).
	if len(source) > bytesPerCharacter*limit+markupAllowance {
		return "", 0, ErrTooLong
	}
	r := renderer{}
	r.render(policy.Sanitize(strings.ToValidUTF8(source, "\uFFFD")))
	if length = r.length; r.blank {
		return "", 0, nil
	}
	if length > limit {
		return "", length, ErrTooLong
	}
	return r.out.String(), length, nil
}

// renderer re-serializes the tokens in canonical form with every tag closed, so that a text cannot affect the page around
// it.
type renderer struct {
	out    strings.Builder
	open   []string
	length int
	blank  bool // only white space so far
}

func (r *renderer) render(source string) {
	r.blank = true
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch z.Next() {
		case html.ErrorToken:
			r.closeDownTo(0)
			return
		case html.TextToken:
			r.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			r.start(z.Token())
		case html.EndTagToken:
			r.end(z.Token().Data)
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// escaper keeps quotes, as the editor does, so that its text comes back unchanged.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func (r *renderer) text(s string) {
	s = strings.Map(printable, s)
	if strings.TrimSpace(s) != "" {
		r.blank = false
	}
	r.length += utf8.RuneCountInString(s)
	_, _ = escaper.WriteString(&r.out, s)
}

// printable drops control characters, which databases and XML reject.
func printable(c rune) rune {
	switch {
	case c == '\r':
		return '\n'
	case c < ' ' && c != '\t' && c != '\n', c == 0x7F, c == 0xFFFE, c == 0xFFFF:
		return -1
	}
	return c
}

func (r *renderer) start(t html.Token) {
	if !slices.Contains(tags, t.Data) {
		return
	}
	if t.Data == "br" {
		r.out.WriteString("<br>")
		return
	}
	attributes := ""
	if t.Data == "a" {
		link, ok := href(t)
		if !ok {
			return
		}
		attributes = ` href="` + html.EscapeString(link) + `" rel="noopener noreferrer nofollow" target="_blank"`
	}
	r.closeImplied(t.Data)
	if len(r.open) == maxDepth {
		return
	}
	r.open = append(r.open, t.Data)
	r.out.WriteString("<" + t.Data + attributes + ">")
}

func href(t html.Token) (string, bool) {
	for _, a := range t.Attr {
		if a.Key == "href" {
			link, err := CheckContact(a.Val)
			return link, err == nil
		}
	}
	return "", false
}

// closeImplied closes the elements that a browser closes implicitly when name starts.
func (r *renderer) closeImplied(name string) {
	switch name {
	case "a":
		if i := r.find("a"); i >= 0 {
			r.closeDownTo(i)
		}
	case "li":
		if i := r.find("li", "ul", "ol", "blockquote"); i >= 0 && r.open[i] == "li" {
			r.closeDownTo(i)
		}
	case "p", "ul", "ol", "h2", "h3", "h4", "blockquote":
		if i := r.find("p", "li", "blockquote"); i >= 0 && r.open[i] == "p" {
			r.closeDownTo(i)
		}
	}
}

// find returns the index of the innermost open element with one of these names, or -1.
func (r *renderer) find(names ...string) int {
	for i := len(r.open) - 1; i >= 0; i-- {
		if slices.Contains(names, r.open[i]) {
			return i
		}
	}
	return -1
}

func (r *renderer) end(name string) {
	if i := r.find(name); i >= 0 {
		r.closeDownTo(i)
	}
}

func (r *renderer) closeDownTo(depth int) {
	for i := len(r.open) - 1; i >= depth; i-- {
		r.out.WriteString("</" + r.open[i] + ">")
	}
	r.open = r.open[:depth]
}

// Text returns the words without markup, separated by single spaces, for search and for plain-text places.
func Text(source string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(source))
	hidden := false // inside <script> or <style>
	for {
		switch z.Next() {
		case html.ErrorToken:
			if !errors.Is(z.Err(), io.EOF) {
				return ""
			}
			return strings.Join(strings.Fields(strings.Map(printable, b.String())), " ")
		case html.TextToken:
			if !hidden {
				b.Write(z.Text())
			}
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			name, _ := z.TagName()
			hidden = (string(name) == "script" || string(name) == "style") && !hidden
			if !slices.Contains(inline, string(name)) {
				b.WriteByte(' ')
			}
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// inline tags can occur within a word; all others separate words.
var inline = []string{"b", "i", "u", "s", "strong", "em", "a"}
