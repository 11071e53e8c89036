package rest

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/platform/listquery"
)

// Paging is embedded in the input of every list: the headers of rules 3.1.
type Paging struct {
	Offset    int    `header:"X-Offset" minimum:"0" doc:"Сколько строк пропустить"`
	Limit     int    `header:"X-Limit" minimum:"1" doc:"Сколько строк дать, не больше 100"`
	SortField string `header:"X-Sort-Field" doc:"Поле сортировки"`
	Direction string `header:"X-Sort-Direction" enum:"ASC,DESC" doc:"Направление сортировки"`
}

// Resolve fills in the route's defaults and refuses a sort field that the list does not have.
func (p *Paging) Resolve(ctx huma.Context) []error {
	list := routeOf(ctx).list
	if p.Limit == 0 {
		p.Limit = list.PageSize
	}
	p.Limit = min(p.Limit, list.maxLimit())
	if p.Direction == "" {
		p.Direction = string(list.Direction)
	}
	if p.SortField == "" {
		p.SortField = list.Keys[0]
	}
	if !slices.Contains(list.Keys, p.SortField) {
		return []error{&huma.ErrorDetail{Location: "header.X-Sort-Field", Message: "По этому полю сортировать нельзя."}}
	}
	return nil
}

// Query builds a list query from the paging headers, the search text and the filter.
func Query[F any](p Paging, search string, filter F) listquery.Query[F] {
	return listquery.Query[F]{
		Filter: filter, Search: search, Sort: p.SortField,
		Direction: listquery.Direction(p.Direction), Offset: p.Offset, Limit: p.Limit,
	}
}
