package rest

import (
	"context"
	"encoding/base64"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
)

// After is embedded in the input of a Feed.
type After struct {
	Cursor string `query:"after" maxLength:"500" doc:"Поле next предыдущей страницы"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" doc:"Сколько строк дать"`
}

// Resolve fills in the page size of the route.
func (p *After) Resolve(ctx huma.Context) []error {
	if p.Limit == 0 {
		p.Limit = routeOf(ctx).feed
	}
	return nil
}

// Read decodes the cursor into the key of the last row seen; the first page leaves it as it is.
func (p *After) Read(key any) error {
	if p.Cursor == "" {
		return nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(p.Cursor)
	if err == nil {
		err = json.Unmarshal(raw, key)
	}
	if err != nil {
		return fault.Invalid("after", "Неверный указатель страницы.")
	}
	return nil
}

// Page is a part of a feed. Next is null on the last page.
type Page[T any] struct {
	Items []T     `json:"items"`
	Next  *string `json:"next" doc:"Передайте как after, чтобы получить следующую страницу"`
}

// NewPage builds a page from up to limit+1 rows; the extra row only says that there are more. key returns what the next
// query starts after.
func NewPage[Row, T any](rows []Row, limit int, wire func(Row) T, key func(Row) any) (Page[T], error) {
	page := Page[T]{Items: []T{}}
	for i, row := range rows {
		if i == limit {
			var err error
			page.Next, err = Cursor(key(rows[i-1]))
			return page, err
		}
		page.Items = append(page.Items, wire(row))
	}
	return page, nil
}

// Cursor encodes the key that the next page starts after.
func Cursor(key any) (*string, error) {
	raw, err := json.Marshal(key)
	return Null(base64.RawURLEncoding.EncodeToString(raw)), err
}

// Feed is a list read page by page with a cursor. In embeds After.
func Feed[In, Out any](pattern string, who access.Who, summary string, pageSize int, h func(context.Context, *In) (Page[Out], error)) Route {
	r := Call(pattern, who, summary, h)
	r.feed = pageSize
	return r
}

// Items is a short list that is answered whole.
type Items[T any] struct {
	Items []T `json:"items"`
}

// NewItems converts the rows of a short list.
func NewItems[Row, T any](rows []Row, wire func(Row) T) Items[T] {
	out := Items[T]{Items: make([]T, len(rows))}
	for i, row := range rows {
		out.Items[i] = wire(row)
	}
	return out
}
