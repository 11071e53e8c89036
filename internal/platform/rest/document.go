package rest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/platform/access"
)

// title names the area or caller of the route in the OpenAPI document and on /api-docs.
func (r Route) title() string {
	if r.Caller != "" {
		return access.CallerTitles[r.Caller]
	}
	return access.Titles[r.Area]
}

// addTag adds the area or caller of a route to the document once.
func addTag(doc *huma.OpenAPI, r Route) {
	tag := &huma.Tag{Name: r.tag(), Description: r.title()}
	at, known := slices.BinarySearchFunc(doc.Tags, tag, func(a, b *huma.Tag) int { return strings.Compare(a.Name, b.Name) })
	if !known {
		doc.Tags = slices.Insert(doc.Tags, at, tag)
	}
}

// description lists what the route table says about a call: roles, paging, idempotency, body size.
func (r Route) description() string {
	parts := []string{"Роли: " + strings.Join(roleNames(access.Table[r.Area]), ", ") + "."}
	switch {
	case r.Caller != "":
		parts[0] = r.title() + "."
	case r.IsOpen():
		parts[0] = "Без токена."
	}
	if of := access.Administration[r.Area]; of != nil {
		parts[0] = "Администраторы: " + strings.Join(roleNames(of), ", ") + "."
	}
	if l := r.list; l.Keys != nil {
		parts = append(parts, fmt.Sprintf("Постранично: по %d, не больше %d. Сортировка: %s; по умолчанию %s %s.",
			l.PageSize, l.maxLimit(), strings.Join(l.Keys, ", "), l.Keys[0], l.Direction))
	}
	if r.feed != 0 {
		parts = append(parts, fmt.Sprintf("Постранично: по %d, не больше 100.", r.feed))
	}
	if r.Policy.Idempotent {
		parts = append(parts, "Повтор с тем же Idempotency-Key даёт тот же ответ и ничего не делает дважды.")
	}
	if r.Policy.Confirmed {
		parts = append(parts, "Нужен вход или PUT /v1/auth/confirm за последние 15 минут, иначе 403 с type = confirm.")
	}
	if r.Policy.MaxBody != defaultBody {
		parts = append(parts, fmt.Sprintf("Тело до %d МиБ.", r.Policy.MaxBody>>20))
	}
	return strings.Join(parts, " ")
}

func roleNames(roles []access.Role) []string {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	return names
}

// operation describes a route to Huma.
func (a *API) operation(r Route) huma.Operation {
	op := huma.Operation{
		Method: r.Method, Path: r.Path, Summary: r.Summary, Description: r.description(), OperationID: operationID(r), Tags: []string{r.tag()},
		Errors: []int{400, 404, 409, 422}, Metadata: map[string]any{routeMeta: r}, Security: r.security(), DefaultStatus: r.status,
		MaxBodyBytes: r.Policy.MaxBody + 1, // Huma refuses a body of exactly its limit; the guard enforces the real one
	}
	if !r.IsOpen() {
		op.Errors = append(op.Errors, 401, 403)
	}
	if !r.IsOpen() && r.Area != "" {
		op.Extensions = map[string]any{"x-roles": access.Table[r.Area]}
	}
	if r.Policy.Idempotent {
		op.Parameters = []*huma.Param{{Name: keyHeader, In: "header", Description: "Ключ повторяемого запроса (UUID)", Schema: &huma.Schema{Type: "string"}}}
	}
	if r.Policy.Slow {
		op.BodyReadTimeout = a.IdleLimit // until the first read, see timedBody
		op.Errors = append(op.Errors, 413, 415)
	}
	return op
}

func operationID(r Route) string {
	id := strings.ToLower(r.Method) + strings.NewReplacer("/", "-", "{", "", "}", "").Replace(r.Path)
	return strings.TrimSuffix(id, "-")
}

// OpenAPI returns the document of all registered calls.
func (a *API) OpenAPI() ([]byte, error) {
	doc, err := json.MarshalIndent(a.huma.OpenAPI(), "", "  ")
	return append(doc, '\n'), err
}
