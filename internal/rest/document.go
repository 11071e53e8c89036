package rest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/access"
	"studbonus/internal/list"
)

// areaTitles name the areas in the document and on its page.
var areaTitles = map[access.Area]string{
	access.Public:       "Без токена: вход, сброс пароля и файлы по ссылке",
	access.SignedIn:     "Для каждого оператора",
	access.Students:     "Студенты",
	access.Applications: "Заявки",
	access.Partners:     "Партнёры",
	access.Promotions:   "Акции",
	access.Reviews:      "Отзывы",
	access.News:         "Новости, опросы и мероприятия",
	access.Structure:    "Структура университета",
	access.Statistics:   "Статистика",
	access.Knowledge:    "База знаний",
	access.RZDBonus:     "РЖД Бонус",
	access.Settings:     "Настройки",
}

// describe says what the document as a whole is.
func describe(doc *huma.OpenAPI) {
	doc.Info.Description = "Консоль программы студенческих скидок. Токен доступа передаётся в заголовке X-Access-Token."
	doc.Info.Contact = &huma.Contact{Name: "Администратор этого сервера"}
	doc.Info.License = &huma.License{Name: "Apache License 2.0", Identifier: "Apache-2.0"}
	doc.Servers = []*huma.Server{{URL: "/", Description: "Сервер, который отдал этот документ"}}
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "apiKey", In: "header", Name: accessHeader, Description: "Токен доступа, который даёт вход"},
	}
	doc.Extensions = map[string]any{"x-access": access.Table}
}

// addTag names an area in the document, once.
func addTag(doc *huma.OpenAPI, area access.Area) {
	tag := &huma.Tag{Name: string(area), Description: areaTitles[area]}
	at, known := slices.BinarySearchFunc(doc.Tags, tag, func(a, b *huma.Tag) int { return strings.Compare(a.Name, b.Name) })
	if !known {
		doc.Tags = slices.Insert(doc.Tags, at, tag)
	}
}

// description says of a call what follows from its place in the table of routes.
func (r Route) description() string {
	says := []string{"Без токена."}
	if r.Area != access.Public {
		says[0] = "Роли: " + strings.Join(roleNames(access.Table[r.Area]), ", ") + "."
	}
	if l := r.list; l.Keys != nil {
		says = append(says, fmt.Sprintf("Постранично: по %d, не больше %d. Сортировка: %s; по умолчанию %s %s.",
			l.PageSize, l.most(), strings.Join(l.Keys, ", "), l.Keys[0], l.Direction))
	}
	if r.Policy.Idempotent {
		says = append(says, "Повтор с тем же Idempotency-Key даёт тот же ответ и ничего не делает дважды.")
	}
	if r.Policy.MaxBody != defaultBody {
		says = append(says, fmt.Sprintf("Тело до %d МиБ.", r.Policy.MaxBody>>20))
	}
	return strings.Join(says, " ")
}

func roleNames(roles []access.Role) []string {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	return names
}

// most is how many rows a page may have.
func (l listSpec) most() int {
	if l.MaxLimit == 0 {
		return list.MaxLimit
	}
	return l.MaxLimit
}

// operation says in the library's words what a route is.
func (a *API) operation(r Route) huma.Operation {
	op := huma.Operation{
		Method: r.Method, Path: r.Path, Summary: r.Summary, Description: r.description(), OperationID: operationID(r), Tags: []string{string(r.Area)},
		Errors: []int{400, 404, 409, 422}, Metadata: map[string]any{routeMeta: r}, Security: []map[string][]string{},
		MaxBodyBytes: r.Policy.MaxBody + 1, // the library refuses a body of just its limit; the guard holds the real one
	}
	if r.Area != access.Public {
		op.Security = []map[string][]string{{"token": {}}}
		op.Errors = append(op.Errors, 401, 403)
		op.Extensions = map[string]any{"x-roles": access.Table[r.Area]}
	}
	if r.Policy.Idempotent {
		op.Parameters = []*huma.Param{{Name: keyHeader, In: "header", Description: "Ключ повторяемого запроса (UUID)", Schema: &huma.Schema{Type: "string"}}}
	}
	if r.Policy.Unhurried {
		op.BodyReadTimeout = a.IdleLimit // until the first read, see steadyBody
		op.Errors = append(op.Errors, 413, 415)
	}
	return op
}

func operationID(r Route) string {
	id := strings.ToLower(r.Method) + strings.NewReplacer("/", "-", "{", "", "}", "").Replace(r.Path)
	return strings.TrimSuffix(id, "-")
}

// OpenAPI is the document of all registered calls.
func (a *API) OpenAPI() ([]byte, error) {
	doc, err := json.MarshalIndent(a.huma.OpenAPI(), "", "  ")
	return append(doc, '\n'), err
}
