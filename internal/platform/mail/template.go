package mail

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"
	texttemplate "text/template"
)

// Data fills in the template of a letter. A paragraph that is the link becomes clickable.
type Data struct{ Name, Text, Link string }

// letterHTML is the same text with a clickable link.
var letterHTML = template.Must(template.New("letter").Parse(`<!doctype html><html lang="ru"><body style="font:16px/1.5 sans-serif">
{{range .Paragraphs}}<p>{{if eq . $.Link}}<a href="{{.}}">{{.}}</a>{{else}}{{.}}{{end}}</p>
{{end}}</body></html>`))

// Write returns a letter made from a template of plain text, without recipient and key.
func Write(subject, text string, data Data) (Message, error) {
	t, err := texttemplate.New("letter").Parse(text)
	if err != nil {
		return Message{}, err
	}
	var plain, html bytes.Buffer
	if err := t.Execute(&plain, data); err != nil {
		return Message{}, fmt.Errorf("write letter: %w", err)
	}
	paragraphs := strings.Split(strings.TrimSpace(plain.String()), "\n\n")
	if err := letterHTML.Execute(&html, map[string]any{"Paragraphs": paragraphs, "Link": data.Link}); err != nil {
		return Message{}, fmt.Errorf("write letter: %w", err)
	}
	return Message{Subject: subject, Text: plain.String(), HTML: html.String()}, nil
}
