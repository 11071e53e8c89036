package partners

import (
	"context"
	"slices"
	"time"

	"studbonus/internal/platform/db"
)

const (
	openAtOnce = 50  // partners whose hours one statement reads
	openAtMost = 200 // partners examined for a page: at night hardly any is open, and no call may read them all
)

// openOffers returns the open partners of a page. It may hold fewer than the limit, or none, although more follow.
func (s *Service) openOffers(ctx context.Context, q OfferQuery) (open []Offer, next *OfferKey, err error) {
	limit, now := q.Limit, s.Clock()
	q.Limit = openAtOnce
	for range openAtMost / openAtOnce {
		batch, err := s.matching(ctx, q)
		if err != nil {
			return nil, nil, err
		}
		more := len(batch) == openAtOnce
		if more {
			last := batch[len(batch)-1].key
			q.After, next = last, &last
		}
		if batch, err = s.onlyOpen(ctx, q, batch, now); err != nil {
			return nil, nil, err
		}
		if open = append(open, batch...); len(open) > limit {
			return open[:limit], &open[limit-1].key, nil
		}
		if !more {
			return open, nil, nil
		}
	}
	return open, next, nil
}

// onlyOpen drops the partners that are closed or whose hours are unknown.
func (s *Service) onlyOpen(ctx context.Context, q OfferQuery, offers []Offer, now time.Time) ([]Offer, error) {
	if q.Near != nil || q.After.Near != nil {
		return slices.DeleteFunc(offers, func(o Offer) bool {
			is := o.Nearest.Opening(now)
			return is == nil || !is.IsOpen
		}), nil
	}
	ids := make([]int64, len(offers))
	for i, o := range offers {
		ids[i] = o.ID
	}
	openIn, err := s.openCities(ctx, ids, q.City, now)
	if err != nil {
		return nil, err
	}
	for i, o := range offers {
		offers[i].OpenIn = openIn[o.ID]
	}
	return slices.DeleteFunc(offers, func(o Offer) bool { return o.OpenIn == "" }), nil
}

// openCities returns a city with an open point for each partner that has one: its main city if possible, or the given one alone.
func (s *Service) openCities(ctx context.Context, partners []int64, city string, now time.Time) (map[int64]string, error) {
	out, at := map[int64]string{}, int64(0)
	if len(partners) == 0 {
		return out, nil
	}
	if city != "" {
		ids, err := db.IDs(ctx, s.DB, "cities", city)
		if err != nil || len(ids) == 0 {
			return out, err
		}
		at = ids[0]
	}
	return out, eachHours(ctx, s.DB, partners, at, func(p OfferPoint) {
		if out[p.Partner] != "" {
			return
		}
		if is := p.Opening(now); is != nil && is.IsOpen {
			out[p.Partner] = p.CityName
		}
	})
}
