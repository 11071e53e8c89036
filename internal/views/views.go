// Package views is the saved views of lists: a name and the query string of a list's URL.
package views

import (
	"net/url"
	"regexp"
	"strings"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
)

const (
	maxName  = 60
	maxQuery = 4000
	maxViews = 30 // of an operator, in one list
)

// lists are the areas whose lists have views.
var lists = []access.Area{
	access.Students, access.Applications, access.Partners, access.Promotions, access.Reviews, access.News, access.RZDBonus, access.Operators,
}

// View is a saved view.
type View struct {
	ID         int64  `db:"id"`
	UUID       string `db:"uuid"`
	Operator   int64  `db:"operator_id"`
	University *int64 `db:"university_id"` // nil: the programme's
	List       string `db:"list"`
	Name       string `db:"name"`
	Query      string `db:"query"`
	IsShared   bool   `db:"is_shared"`
	Place      int    `db:"place"`
	Owner      string `db:"owner"`

	Lost int `db:"-"` // how many cities, categories and the like in the query no longer exist
}

// Form is what the dialog of a view sends.
type Form struct {
	Name     string
	Query    string // without "?"
	IsShared bool
}

func (f Form) checked() (Form, error) {
	f.Name = strings.Join(strings.Fields(f.Name), " ")
	var check fault.Check
	check.When(f.Name == "", "name", "Назовите вид.")
	check.When(form.Longer(f.Name, maxName), "name", "Не более 60 символов.")
	_, err := url.ParseQuery(f.Query)
	check.When(err != nil || len(f.Query) > maxQuery, "query", "Этот список сохранить нельзя: в адресе слишком много условий.")
	return f, check.Err()
}

func (f Form) key() string { return listquery.Fold(f.Name) }

var uuidIn = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// named returns the identifiers in a query string.
func named(query string) []string {
	return uuidIn.FindAllString(strings.ToLower(query), -1)
}

// audience is the university whose operators see an operator's shared views; nil: the programme's.
func audience(p access.Principal) *int64 {
	if p.Role == access.OperatorAll {
		return nil
	}
	return &p.University
}

// toAudit leaves out the name, which may name a person.
func toAudit(v View) map[string]any {
	return map[string]any{"list": v.List, "isShared": v.IsShared}
}
