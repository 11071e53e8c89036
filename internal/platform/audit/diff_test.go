package audit

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type account struct {
	Login  string  `json:"login"`
	Phone  *string `json:"phone,omitempty"`
	Job    string
	hidden string
}

func text(s string) *string { return &s }

func TestTheDiffListsChangedFieldsOnly(t *testing.T) {
	was := account{Login: "a@b.ru", Phone: text("79161234567"), Job: "повар", hidden: "x"}
	changed := func(change func(*account)) account { is := was; change(&is); return is }
	for _, c := range []struct {
		name          string
		before, after any
		want          string
	}{
		{"nothing", was, changed(func(*account) {}), `{}`},
		{"a field by its wire name", was, changed(func(a *account) { a.Login = "c@d.ru" }), `{"login":{"from":"a@b.ru","to":"c@d.ru"}}`},
		{"a name without the tag's options", was, changed(func(a *account) { a.Phone = text("7") }), `{"phone":{"from":"79161234567","to":"7"}}`},
		{"the same text at another address", was, changed(func(a *account) { a.Phone = text("79161234567") }), `{}`},
		{"a field without a tag", was, changed(func(a *account) { a.Job = "" }), `{"Job":{"from":"повар","to":""}}`},
		{"an unexported field", was, changed(func(a *account) { a.hidden = "y" }), `{}`},
		{"a new thing", nil, &account{Login: "a@b.ru"}, `{"Job":{"to":""},"login":{"to":"a@b.ru"},"phone":{"to":null}}`},
		{"a thing that is gone", map[string]any{"name": "Акция"}, nil, `{"name":{"from":"Акция"}}`},
		{"maps", map[string]any{"a": 1, "b": 2}, map[string]any{"b": 3, "c": []string{"x"}}, `{"a":{"from":1},"b":{"from":2,"to":3},"c":{"to":["x"]}}`},
		{"neither", nil, nil, `{}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := json.Marshal(diff(c.before, c.after))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, string(got)); d != "" {
				t.Errorf("changes (-want +got):\n%s", d)
			}
		})
	}
}
