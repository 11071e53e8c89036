package policy

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"maps"
	"mime/multipart"
	"reflect"
	"slices"
	"strings"
	"testing"

	"studbonus/internal/test/kit"
)

func TestASavedFormKeepsEveryField(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		for _, f := range savedForms {
			t.Run(f.save, func(t *testing.T) { f.check(t, w) })
		}
	})
}

// A PUT with a body saves a form unless it is a list or is named in savedElsewhere.
func TestEveryFormIsChecked(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	doc := documentOf(t, a.API)
	elsewhere := slices.Concat(slices.Collect(maps.Values(savedElsewhere))...)
	for _, r := range a.API.Routes() {
		call, o := r.Method+" "+r.Path, doc.operation(r)
		isList := slices.ContainsFunc(o.Parameters, func(p parameter) bool { return p.Name == "X-Offset" })
		isChecked := slices.ContainsFunc(savedForms, func(f savedForm) bool { return f.save == call })
		at := slices.Index(elsewhere, call)
		if r.Method == "PUT" && len(o.RequestBody.Content) > 0 && !isList && !isChecked && at < 0 {
			t.Errorf("%s is missing from savedForms", call)
		}
		if at >= 0 {
			elsewhere = slices.Delete(elsewhere, at, at+1)
		}
	}
	if len(elsewhere) > 0 {
		t.Errorf("savedElsewhere names calls that do not exist: %s", elsewhere)
	}
}

func (f savedForm) check(t *testing.T, w world) {
	t.Helper()
	c := w.As(t, f.account)
	method, path, _ := strings.Cut(f.save, " ")
	id := w.known[f.thing]
	f.coversTheBody(t, w.doc.Paths[path][strings.ToLower(method)], w.doc)

	parent := id
	if f.parent != "" {
		parent = kit.One[string](t, w.App, string(f.parent), id)
	}
	at := strings.NewReplacer("{"+f.thing+"}", id, "{uuid}", id)
	card := strings.ReplaceAll(f.card, "{}", parent)
	if card == "" {
		card = at.Replace(path)
	}
	before := read(c, card)
	body := map[string]any{}
	for name, value := range f.values {
		body[name] = f.value(t, w, c, id, value)
	}
	if f.id != "" {
		body[f.id] = id
	}
	var sent any = body
	if f.isList {
		sent = []any{body}
	}
	c.Do(method, at.Replace(path), sent, "If-Match", before.Header.Get("ETag")).OK()
	f.isShown(t, f.fields(t, before, id), f.fields(t, read(c, card), id), body)
	if f.history != "" {
		f.isAudited(t, c.Get(strings.ReplaceAll(f.history, "{}", parent)).OK())
	}
}

// read returns a card, or the list that shows it.
func read(c *kit.Client, card string) kit.Answer {
	if list, isList := strings.CutPrefix(card, "PUT "); isList {
		return c.Put(list, map[string]any{"limitPoint": 100}, "X-Limit", "100").OK() // the points of a city; other lists ignore it
	}
	return c.Get(card).OK()
}

// coversTheBody fails if the table lacks a field of the documented body.
func (f savedForm) coversTheBody(t *testing.T, o operation, d document) {
	t.Helper()
	form := d.resolve(o.RequestBody.Content["application/json"].Schema)
	if f.isList {
		form = d.resolve(form.Items)
	}
	for _, name := range slices.Sorted(maps.Keys(form.Properties)) {
		if _, set := f.values[name]; !set && name != f.id && f.shown[name] != "-" {
			t.Errorf("the test does not save %q", name)
		}
	}
}

func (f savedForm) value(t *testing.T, w world, c *kit.Client, id string, value any) any {
	t.Helper()
	switch v := value.(type) {
	case other:
		return kit.One[string](t, w.App, string(v), id)
	case map[string]any:
		out := map[string]any{}
		for name, inner := range v {
			out[name] = f.value(t, w, c, id, inner)
		}
		return out
	}
	if value == uploaded {
		key, _ := uploadPicture(c)
		return key
	}
	return value
}

// uploadPicture returns the key of a new private picture, and its link.
func uploadPicture(c *kit.Client) (key, link string) {
	var file bytes.Buffer
	form := multipart.NewWriter(&file)
	part, _ := form.CreateFormFile("imageFile", "picture.png")
	_ = png.Encode(part, image.NewGray(image.Rect(0, 0, 40, 40)))
	_ = form.Close()
	var out struct{ KeyFile, URLFile string }
	c.Post("/v2/upload-photo", file.Bytes(), "Content-Type", form.FormDataContentType()).OK().Into(&out)
	return out.KeyFile, out.URLFile
}

// isShown compares the card with the sent values and with the card before: an unchanged field proves nothing.
func (f savedForm) isShown(t *testing.T, was, is func(name string) any, sent map[string]any) {
	t.Helper()
	for name, value := range f.values {
		key := name
		if shown, ok := f.shown[name]; ok {
			key = shown
		}
		if key == "-" {
			continue
		}
		got, want := is(key), plainJSON(sent[name])
		if reflect.DeepEqual(got, was(key)) {
			t.Errorf("%s: the card still shows %v", name, got)
		} else if value != uploaded && !contains(got, want) {
			t.Errorf("%s: the card shows %v, saved was %v", name, got, want)
		}
	}
}

// fields reads a field of the card; a name that begins with / is looked up outside the form's object.
func (f savedForm) fields(t *testing.T, card kit.Answer, id string) func(name string) any {
	t.Helper()
	var whole any
	card.Into(&whole)
	outside, _ := whole.(map[string]any)
	inner := whole
	if f.within != "" {
		inner = outside[f.within]
	}
	if _, isList := inner.([]any); isList {
		if inner = itemOf(inner, f.item, id); inner == nil {
			t.Fatalf("%s is not in %s", id, card.Body)
		}
	}
	return func(name string) any {
		if name, ok := strings.CutPrefix(name, "/"); ok {
			return outside[name]
		}
		return inner.(map[string]any)[name]
	}
}

// itemOf returns the object with an identifier in lists and lists of their items, or nil.
func itemOf(in any, key, id string) any {
	switch in := in.(type) {
	case []any:
		for _, item := range in {
			if found := itemOf(item, key, id); found != nil {
				return found
			}
		}
	case map[string]any:
		if in[key] == id {
			return in
		}
		for _, inner := range in {
			if found := itemOf(inner, key, id); found != nil {
				return found
			}
		}
	}
	return nil
}

// contains compares values; an object of the card may have additional keys.
func contains(got, want any) bool {
	wanted, isObject := want.(map[string]any)
	if !isObject {
		return reflect.DeepEqual(got, want)
	}
	has, _ := got.(map[string]any)
	for name, value := range wanted {
		if !contains(has[name], value) {
			return false
		}
	}
	return true
}

func plainJSON(value any) (out any) {
	raw, _ := json.Marshal(value)
	_ = json.Unmarshal(raw, &out)
	return out
}

// isAudited compares the newest record of the history with the fields that were saved.
func (f savedForm) isAudited(t *testing.T, history kit.Answer) {
	t.Helper()
	var records []struct{ Changes map[string]any }
	history.Into(&records)
	if len(records) == 0 {
		t.Fatal("the history is empty")
	}
	newest := records[0]
	for name := range f.values {
		names := name
		if audited, ok := f.audited[name]; ok {
			names = audited
		}
		for _, key := range strings.Fields(names) {
			if _, there := newest.Changes[key]; !there && key != "-" {
				t.Errorf("%s: the history does not show a change of %q: %v", name, key, slices.Sorted(maps.Keys(newest.Changes)))
			}
		}
	}
}
