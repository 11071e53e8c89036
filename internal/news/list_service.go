package news

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
)

// List returns a page of the news that the caller sees.
func (s *Service) List(ctx context.Context, q listquery.Query[Filter]) (listquery.Page[Item], error) {
	query, err := s.indexQuery(access.From(ctx), q)
	if err != nil {
		return listquery.Page[Item]{}, err
	}
	page, err := listengine.Page[Item](ctx, s.index, query)
	if err != nil {
		return page, err
	}
	page.Rows, err = withParts(ctx, s.DB, page.Rows)
	return page, err
}

// indexQuery translates a list query for the engine.
func (s *Service) indexQuery(p access.Principal, q listquery.Query[Filter]) (listengine.Query, error) {
	f := q.Filter
	if err := f.check(); err != nil {
		return listengine.Query{}, err
	}
	var facets []listengine.In
	one := func(facet int, value int64) {
		facets = append(facets, listengine.In{Facet: facet, Values: []int64{value}})
	}
	if f.Level != "" {
		one(facetLevel, levelNumbers[f.Level])
	}
	if f.Approval != "" {
		one(facetApproval, approvalNumbers[f.Approval])
	}
	if f.Owner != "" {
		facets = append(facets, listengine.In{Facet: facetOperator, Values: []int64{p.Operator}, Not: f.Owner == Others})
	}
	if f.RZD {
		one(facetRZD, 1)
	}
	if f.ForMe {
		facets = append(facets, waitingFor(p)...)
	}
	out := listengine.NewQuery(access.Everything(), q)
	out.Facets, out.Sets = facets, sightOf(p).sets()
	return out, nil
}

// Neighbours returns an item's position in a list and the items before and after it.
func (s *Service) Neighbours(ctx context.Context, q listquery.Query[Filter], uuid string) (listengine.Neighbours, error) {
	p := access.From(ctx)
	item, err := byUUID(ctx, s.DB, sightOf(p), uuid)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	query, err := s.indexQuery(p, q)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, query, item.ID)
}

// CountWaiting counts the items that wait for the region's chairman.
func (s *Service) CountWaiting(ctx context.Context) (int, error) {
	p := access.From(ctx)
	if !p.IsChairman {
		return 0, fault.Forbidden()
	}
	return s.index.Count(ctx, listengine.Query{Scope: access.Everything(), Sort: sortCreatedAt, Facets: waitingFor(p)})
}

// waitingFor selects the news that wait for this operator's decision: for nobody but a chairman.
func waitingFor(p access.Principal) []listengine.In {
	region := []int64{}
	if p.IsChairman {
		region = append(region, p.Region)
	}
	return []listengine.In{{Facet: facetApproval, Values: []int64{approvalNumbers[Wait]}}, {Facet: facetRegion, Values: region}}
}
