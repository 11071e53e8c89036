package partners

import (
	"context"
	"math"
	"slices"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
)

const (
	fewPartners    = 100 // up to this many are sorted by distance; above it the grid is searched
	matchedAtOnce  = 500 // partners in one question to the index
	offerPointsMax = 50  // of a card
	manyPoints     = 200 // up to this many points of a partner are all read
	favouritesMax  = 500 // of a member
)

// Offers returns a page of the active partners that a student looks for, the nearest or the newest first, and where the next page
// begins; nil: this is the last one.
func (s *Service) Offers(ctx context.Context, q OfferQuery) (offers []Offer, next *OfferKey, err error) {
	if q.IsOpen {
		offers, next, err = s.openOffers(ctx, q)
	} else {
		offers, next, err = s.allOffers(ctx, q)
	}
	if err != nil {
		return nil, nil, err
	}
	return offers, next, s.complete(ctx, q.Member, offers)
}

func (s *Service) allOffers(ctx context.Context, q OfferQuery) ([]Offer, *OfferKey, error) {
	limit := q.Limit
	q.Limit++ // the extra one only says that there are more
	offers, err := s.matching(ctx, q)
	if err != nil || len(offers) <= limit {
		return offers, nil, err
	}
	return offers[:limit], &offers[limit-1].key, nil
}

// matching returns the partners that match a query except for its IsOpen, without discounts and favourites.
func (s *Service) matching(ctx context.Context, q OfferQuery) ([]Offer, error) {
	if q.After.Near != nil {
		q.Near = q.After.Near
	}
	filter := Filter{Status: Active}
	if q.Category != "" {
		filter.Categories = []string{q.Category}
	}
	if q.City != "" {
		filter.Cities = []string{q.City}
	}
	if q.Near == nil {
		filter.Before = q.After.ID
	}
	list, err := s.indexQuery(ctx, listquery.Query[Filter]{Filter: filter, Search: q.Search, Sort: sortDate, Direction: listquery.Descending, Limit: q.Limit})
	if err != nil {
		return nil, err
	}
	if q.Near != nil {
		found, err := s.nearest(ctx, q, list)
		if err != nil {
			return nil, err
		}
		return s.nearOffers(ctx, q, found)
	}
	rows, err := s.newest(ctx, q, list)
	if err != nil {
		return nil, err
	}
	offers := make([]Offer, len(rows))
	for i, r := range rows {
		offers[i] = Offer{Row: r, key: OfferKey{ID: r.ID}}
	}
	return offers, nil
}

func (s *Service) newest(ctx context.Context, q OfferQuery, list listengine.Query) ([]Row, error) {
	if !q.IsFavourite {
		page, err := listengine.Page[Row](ctx, s.index, list)
		return page.Rows, err
	}
	ids, err := s.favourites(ctx, q.Member, list)
	if err != nil {
		return nil, err
	}
	ids = ids[:min(len(ids), q.Limit)]
	byID, err := rowsOf(ctx, s.DB, ids)
	rows := make([]Row, len(ids))
	for i, id := range ids {
		rows[i] = byID[id]
	}
	return rows, err
}

// favourites returns those of a member's favourites that match a query, the newest first.
func (s *Service) favourites(ctx context.Context, member int64, list listengine.Query) ([]int64, error) {
	ids, err := favouritesOf(ctx, s.DB, member)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	ids, err = s.index.StillMatching(ctx, s.DB, list, ids)
	slices.SortFunc(ids, func(a, b int64) int { return int(b - a) })
	return ids, err
}

// nearest returns the partners of a page by distance.
func (s *Service) nearest(ctx context.Context, q OfferQuery, list listengine.Query) ([]near, error) {
	ids, areFew, err := s.few(ctx, q, list)
	if err != nil {
		return nil, err
	}
	if !areFew {
		return s.walkGrid(ctx, q, list)
	}
	points, err := pointsOf(ctx, s.DB, ids)
	found := nearestOf(points, *q.Near, farthestRadius, q.After)
	return found[:min(len(found), q.Limit)], err
}

// few returns the matching partners if there are few.
func (s *Service) few(ctx context.Context, q OfferQuery, list listengine.Query) (ids []int64, areFew bool, err error) {
	if q.IsFavourite {
		ids, err = s.favourites(ctx, q.Member, list)
		return ids, true, err
	}
	if !q.isNarrow() {
		return nil, false, nil
	}
	list.Limit = fewPartners
	found, err := s.index.Find(ctx, list)
	return found.IDs, found.Total <= fewPartners, err
}

// walkGrid looks around a place in growing circles until the page is full.
func (s *Service) walkGrid(ctx context.Context, q OfferQuery, list listengine.Query) ([]near, error) {
	radius := nearestRadius
	for radius <= q.After.Metres && radius < farthestRadius { // the cursor is the caller's
		radius *= 2
	}
	for ; ; radius *= 2 {
		radius = min(radius, farthestRadius)
		points, err := pointsInCells(ctx, s.DB, q.Near.cellsAround(radius))
		if err != nil {
			return nil, err
		}
		found := nearestOf(points, *q.Near, radius, q.After)
		isLast := radius == farthestRadius
		if len(points) == 0 {
			radius *= 4 // nobody lives here
		}
		if len(found) < q.Limit && !isLast {
			continue
		}
		matching, err := s.firstMatching(ctx, found, list, q.Limit)
		if err != nil || len(matching) == q.Limit || isLast {
			return matching, err
		}
	}
}

// firstMatching returns the first partners that match a query.
func (s *Service) firstMatching(ctx context.Context, found []near, list listengine.Query, limit int) (out []near, err error) {
	for batch := range slices.Chunk(found, matchedAtOnce) {
		ids, matches := make([]int64, len(batch)), map[int64]bool{}
		for i, n := range batch {
			ids[i] = n.partner
		}
		matching, err := s.index.Among(ctx, list, ids)
		if err != nil {
			return nil, err
		}
		for _, id := range matching {
			matches[id] = true
		}
		for _, n := range batch {
			if matches[n.partner] {
				if out = append(out, n); len(out) == limit {
					return out, nil
				}
			}
		}
	}
	return out, nil
}

func (s *Service) nearOffers(ctx context.Context, q OfferQuery, found []near) ([]Offer, error) {
	ids, points := make([]int64, len(found)), make([]int64, len(found))
	for i, n := range found {
		ids[i], points[i] = n.partner, n.point
	}
	if len(found) == 0 {
		return []Offer{}, nil
	}
	rows, err := rowsOf(ctx, s.DB, ids)
	if err != nil {
		return nil, err
	}
	at, err := offerPointsByID(ctx, s.DB, points)
	if err != nil {
		return nil, err
	}
	offers := make([]Offer, len(found))
	for i, n := range found {
		point, metres := at[n.point], n.metres
		point.Metres = &metres
		offers[i] = Offer{Row: rows[n.partner], Nearest: &point, key: OfferKey{ID: n.partner, Metres: n.metres, Near: q.Near}}
	}
	return offers, nil
}

// complete adds discounts and favourites.
func (s *Service) complete(ctx context.Context, member int64, offers []Offer) error {
	if len(offers) == 0 {
		return nil
	}
	ids := make([]int64, len(offers))
	for i, o := range offers {
		ids[i] = o.ID
	}
	discounts, err := discountsOf(ctx, s.DB, ids)
	if err != nil {
		return err
	}
	favourites := map[int64]bool{}
	if member != 0 {
		if favourites, err = favouritesAmong(ctx, s.DB, member, ids); err != nil {
			return err
		}
	}
	for i, o := range offers {
		offers[i].Discounts, offers[i].IsFavourite = discounts[o.ID], favourites[o.ID]
	}
	return nil
}

// Offer returns an active partner's card, with the points nearest to a place, of a city, or the first ones. It counts as a view
// of an active student.
func (s *Service) Offer(ctx context.Context, uuid string, near *Coordinates, city string) (OfferCard, error) {
	p, err := activePartner(ctx, s.DB, uuid)
	if err != nil {
		return OfferCard{}, err
	}
	m, card := access.MemberFrom(ctx), OfferCard{Partner: p}
	counts, err := offerCountsOf(ctx, s.DB, p.ID, m.ID)
	if err != nil {
		return OfferCard{}, err
	}
	card.PointCount, card.ReviewCount, card.IsFavourite = counts.Points, counts.Reviews, counts.IsFavourite
	if card.Discounts, err = discountTable.of(ctx, s.DB, p.ID); err != nil {
		return OfferCard{}, err
	}
	if card.Photos, err = photoTable.of(ctx, s.DB, p.ID); err != nil {
		return OfferCard{}, err
	}
	if card.Vacancies, err = vacancyTable.of(ctx, s.DB, p.ID); err != nil {
		return OfferCard{}, err
	}
	if card.Points, err = s.cardPoints(ctx, offerOf{p.ID, counts.Points}, near, city); err != nil {
		return OfferCard{}, err
	}
	if s.Hooks.Opened != nil && m.May(access.ActiveStudent) {
		s.Hooks.Opened(m.StudentUUID, p.UUID)
	}
	return card, nil
}

// offerOf is a partner whose points a card shows.
type offerOf struct {
	id     int64
	points int
}

func (s *Service) cardPoints(ctx context.Context, partner offerOf, near *Coordinates, city string) ([]OfferPoint, error) {
	if near == nil {
		at := int64(0)
		if city != "" {
			ids, err := db.IDs(ctx, s.DB, "cities", city)
			if err != nil || len(ids) == 0 {
				return []OfferPoint{}, err
			}
			at = ids[0]
		}
		return offerPoints(ctx, s.DB, partner.id, at, offerPointsMax)
	}
	nearest, err := s.nearestPoints(ctx, partner, *near)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(nearest))
	for i, n := range nearest {
		ids[i] = n.point
	}
	byID, err := offerPointsByID(ctx, s.DB, ids)
	out := make([]OfferPoint, len(nearest))
	for i, n := range nearest {
		out[i] = byID[n.point]
		out[i].Metres = &nearest[i].metres
	}
	return out, err
}

// nearestPoints returns the points of a card by distance. A partner with many is searched in growing circles: reading 5,000
// points takes 20 ms.
func (s *Service) nearestPoints(ctx context.Context, partner offerOf, from Coordinates) ([]near, error) {
	for radius := nearestRadius; partner.points > manyPoints && radius < wholeCountry; radius *= 4 {
		var points []placed
		for _, b := range from.boxesAround(radius) {
			more, err := placedInBox(ctx, s.DB, partner.id, b)
			if err != nil {
				return nil, err
			}
			points = append(points, more...)
		}
		if found := from.sorted(points, radius); len(found) >= offerPointsMax {
			return found[:offerPointsMax], nil
		}
	}
	points, err := pointsOf(ctx, s.DB, []int64{partner.id})
	found := from.sorted(points, math.MaxInt)
	return found[:min(len(found), offerPointsMax)], err
}

// AddFavourite marks an active partner as a favourite of the member.
func (s *Service) AddFavourite(ctx context.Context, partner string) error {
	m := access.MemberFrom(ctx)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		p, err := activePartner(ctx, tx, partner)
		if err != nil {
			return err
		}
		if err := addFavourite(ctx, tx, m.ID, p.ID, s.Clock()); err != nil {
			return err
		}
		n, err := countFavourites(ctx, tx, m.ID)
		if err == nil && n > favouritesMax {
			err = fault.Conflict("В избранном может быть не больше 500 партнёров.")
		}
		return err
	})
}

// RemoveFavourite removes the mark.
func (s *Service) RemoveFavourite(ctx context.Context, partner string) error {
	m := access.MemberFrom(ctx)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return removeFavourite(ctx, tx, m.ID, partner) })
}

// DropFavourites deletes all marks of an account that is erased.
func (s *Service) DropFavourites(ctx context.Context, tx db.Tx, member int64) error {
	return dropFavourites(ctx, tx, member)
}
