package news

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/fault"
	"studbonus/internal/index"
	"studbonus/internal/list"
)

// List is a page of the news that the caller sees.
func (s *Service) List(ctx context.Context, q list.Query[Filter]) (list.Page[Item], error) {
	question, err := s.question(access.From(ctx), q)
	if err != nil {
		return list.Page[Item]{}, err
	}
	rows, total, err := index.Page(ctx, s.index, question, rowsByID, func(i Item) int64 { return i.ID })
	if err != nil {
		return list.Page[Item]{}, err
	}
	rows, err = withParts(ctx, s.DB, rows)
	return list.Page[Item]{Rows: rows, Total: total}, err
}

// question puts a list's query into the index's terms.
func (s *Service) question(p access.Principal, q list.Query[Filter]) (index.Query, error) {
	f := q.Filter
	if err := f.check(); err != nil {
		return index.Query{}, err
	}
	var facets []index.In
	one := func(facet int, value int64) { facets = append(facets, index.In{Facet: facet, Values: []int64{value}}) }
	if f.Level != "" {
		one(facetLevel, levelNumbers[f.Level])
	}
	if f.Approval != "" {
		one(facetApproval, approvalNumbers[f.Approval])
	}
	if f.Owner != "" {
		facets = append(facets, index.In{Facet: facetOperator, Values: []int64{p.Operator}, Not: f.Owner == Others})
	}
	if f.RZD {
		one(facetRZD, 1)
	}
	return index.Query{
		Scope: access.Everything(), Sets: sightOf(p).sets(), Facets: facets, Terms: list.Terms(q.Search), Sort: q.Sort,
		Desc: q.Direction == list.Descending, Offset: q.Offset, Limit: q.Limit,
	}, nil
}

// Neighbours of a card within its list; empty where there is none.
type Neighbours struct {
	Previous, Next  string
	Position, Total int
}

// Neighbours is where an item stands in a list, with the ones before and after.
func (s *Service) Neighbours(ctx context.Context, q list.Query[Filter], uuid string) (Neighbours, error) {
	p := access.From(ctx)
	item, err := byUUID(ctx, s.DB, sightOf(p), uuid)
	if err != nil {
		return Neighbours{}, err
	}
	question, err := s.question(p, q)
	if err != nil {
		return Neighbours{}, err
	}
	place, in, err := s.index.Around(ctx, question, item.ID)
	if err != nil || !in {
		return Neighbours{Total: place.Total}, err
	}
	names, err := uuidsOf(ctx, s.DB, place.Previous, place.Next)
	return Neighbours{Previous: names[place.Previous], Next: names[place.Next], Position: place.Position, Total: place.Total}, err
}

// CountWaiting is how many items wait for the decision of the region's chairman.
func (s *Service) CountWaiting(ctx context.Context) (int, error) {
	p := access.From(ctx)
	if !p.IsChairman {
		return 0, fault.Forbidden()
	}
	return s.index.Count(ctx, index.Query{Scope: access.Everything(), Sort: sortCreatedAt, Facets: []index.In{
		{Facet: facetApproval, Values: []int64{approvalNumbers[Wait]}}, {Facet: facetRegion, Values: []int64{p.Region}},
	}})
}
