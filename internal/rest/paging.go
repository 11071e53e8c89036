package rest

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/list"
)

type listSpec struct{ Sorting }

// Paging is embedded by the input of every list: the headers of contract §1.
type Paging struct {
	Offset    int    `header:"X-Offset" minimum:"0" doc:"Сколько строк пропустить"`
	Limit     int    `header:"X-Limit" minimum:"1" doc:"Сколько строк дать, не больше 100"`
	SortField string `header:"X-Sort-Field" doc:"Поле сортировки"`
	Direction string `header:"X-Sort-Direction" enum:"ASC,DESC" doc:"Направление сортировки"`
}

// Resolve fills in what the caller left out and refuses a sort that the list does not have.
func (p *Paging) Resolve(ctx huma.Context) []error {
	spec := routeOf(ctx).list
	if p.Limit == 0 {
		p.Limit = spec.PageSize
	}
	p.Limit = min(p.Limit, spec.most())
	if p.Direction == "" {
		p.Direction = string(spec.Direction)
	}
	if p.SortField == "" {
		p.SortField = spec.Keys[0]
	}
	if !slices.Contains(spec.Keys, p.SortField) {
		return []error{&huma.ErrorDetail{Location: "header.X-Sort-Field", Message: "По этому полю сортировать нельзя."}}
	}
	return nil
}

// Query is the part of a list's question that the headers carry.
func Query[F any](p Paging, search string, filter F) list.Query[F] {
	return list.Query[F]{
		Filter: filter, Search: search, Sort: p.SortField,
		Direction: list.Direction(p.Direction), Offset: p.Offset, Limit: p.Limit,
	}
}
