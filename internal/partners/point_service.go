package partners

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Points returns a page of a partner's cities with a few trade points of each, and the number of cities.
func (s *Service) Points(ctx context.Context, partner string, w PointQuery) ([]CityPoints, int, error) {
	id, err := idOf(ctx, s.DB, partner)
	if err != nil {
		return nil, 0, err
	}
	cities, err := citiesOf(ctx, s.DB, id, w)
	if err != nil {
		return nil, 0, err
	}
	total := len(cities)
	cities = cities[min(w.Offset, total):min(w.Offset+w.Limit, total)]
	if len(cities) == 0 {
		return cities, total, nil
	}
	return cities, total, showPoints(ctx, s.DB, id, w, cities)
}

// PointsIn returns a partner's trade points in one city.
func (s *Service) PointsIn(ctx context.Context, partner, city string, w PointQuery) ([]CityPoints, error) {
	c, err := cityByUUID(ctx, s.DB, city)
	if err != nil {
		return nil, err
	}
	w.City, w.Limit = c.ID, 1
	cities, _, err := s.Points(ctx, partner, w)
	return cities, err
}

// OnMap returns a partner's trade points within a box.
func (s *Service) OnMap(ctx context.Context, partner string, box Box) (Map, error) {
	id, err := idOf(ctx, s.DB, partner)
	if err != nil {
		return Map{}, err
	}
	return pointsInBox(ctx, s.DB, id, box)
}

// AddPoints adds all or none of the points in a city and returns their uuids.
func (s *Service) AddPoints(ctx context.Context, partner, city string, wanted []PointChange) ([]string, error) {
	if len(wanted) == 0 || len(wanted) > pointsAtOnce {
		return nil, fault.Invalid("salePoints", "Добавьте от 1 до 100 торговых точек.")
	}
	var added []string
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		added = make([]string, len(wanted))
		p, err := lock(ctx, tx, partner)
		if err != nil {
			return err
		}
		var check fault.Check
		at, err := cityByUUID(ctx, tx, city)
		if fault.Is(err, fault.KindNotFound) {
			check.Add("uuidCity", "Выберите город")
		} else if err != nil {
			return err
		}
		points := make([]Point, len(wanted))
		for i, w := range wanted {
			added[i] = uuid.NewString()
			points[i] = w.apply(Point{UUID: added[i], Partner: p.ID, City: at.ID}, at.Name, fmt.Sprintf("salePoints[%d].", i), &check)
		}
		if err := check.Err(); err != nil {
			return err
		}
		for _, point := range points {
			if err := insertPoint(ctx, tx, point, s.Clock()); err != nil {
				return err
			}
		}
		if err := countPoints(ctx, tx, p.ID, at.ID, len(points)); err != nil {
			return err
		}
		if err := countPointDay(ctx, tx, s.Clock(), int64(len(points))); err != nil {
			return err
		}
		after := auditedPoints(points)
		after["nameCity"] = at.Name
		return s.changed(ctx, tx, audit.Entry{Action: "partners.point.add", Object: p.UUID, After: after}, p.ID)
	})
	return added, err
}

// SavePoints changes all or none of the points.
func (s *Service) SavePoints(ctx context.Context, wanted []PointChange) error {
	if len(wanted) == 0 || len(wanted) > pointsAtOnce {
		return fault.Invalid("", "Укажите от 1 до 100 торговых точек.")
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		partners, err := lockPartnersOf(ctx, tx, wanted)
		if err != nil {
			return err
		}
		var check fault.Check
		before, after := make([]Point, len(wanted)), make([]Point, len(wanted))
		for i, w := range wanted {
			if before[i], err = loadedPoint(ctx, tx, w); err != nil {
				return err
			}
			city, err := cityName(ctx, tx, before[i].City)
			if err != nil {
				return err
			}
			after[i] = w.apply(before[i], city, fmt.Sprintf("[%d].", i), &check)
		}
		if err := check.Err(); err != nil {
			return err
		}
		for _, is := range after {
			if err := savePoint(ctx, tx, is); err != nil {
				return err
			}
		}
		for id, p := range partners { // in practice one
			of := func(all []Point) map[string]any {
				return auditedPoints(slices.DeleteFunc(slices.Clone(all), func(point Point) bool { return point.Partner != id }))
			}
			if err := s.log.Changed(ctx, tx, audit.Entry{Action: "partners.point.save", Object: p.UUID, Before: of(before), After: of(after)}, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// loadedPoint returns the point of a change, if it is still as the form has loaded it.
func loadedPoint(ctx context.Context, tx db.Tx, w PointChange) (Point, error) {
	p, err := pointByUUID(ctx, tx, w.UUID)
	if err == nil && w.Version != "" && w.Version != p.Version() {
		err = fault.Stale()
	}
	return p, err
}

// lockPartnersOf locks the partners of the points in the order of their ids, so that concurrent edits do not deadlock.
func lockPartnersOf(ctx context.Context, tx db.Tx, wanted []PointChange) (map[int64]Partner, error) {
	var ids []int64
	for _, w := range wanted {
		point, err := pointByUUID(ctx, tx, w.UUID)
		if err != nil {
			return nil, err
		}
		ids = append(ids, point.Partner)
	}
	slices.Sort(ids)
	out := map[int64]Partner{}
	for _, id := range slices.Compact(ids) {
		p, err := lockByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		out[id] = p
	}
	return out, nil
}

// DeletePoint deletes a trade point.
func (s *Service) DeletePoint(ctx context.Context, id string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		partners, err := lockPartnersOf(ctx, tx, []PointChange{{UUID: id}})
		if err != nil {
			return err
		}
		point, err := pointByUUID(ctx, tx, id)
		if err != nil {
			return err
		}
		if s.Hooks.PointGoes != nil {
			if err := s.Hooks.PointGoes(ctx, tx, point.ID); err != nil {
				return err
			}
		}
		added, err := deletePoint(ctx, tx, point.ID)
		if err != nil {
			return err
		}
		if err := uncountPointDay(ctx, tx, added); err != nil {
			return err
		}
		if err := uncountPoint(ctx, tx, point.Partner, point.City); err != nil {
			return err
		}
		return s.changed(ctx, tx, audit.Entry{Action: "partners.point.delete", Object: partners[point.Partner].UUID, Before: point.audited()}, point.Partner)
	})
}

func (p Point) audited() map[string]any {
	out := map[string]any{"address": p.Address, "workTime": p.WorkTime}
	if p.Latitude != nil && p.Longitude != nil {
		out["geo"] = fmt.Sprintf("%.6f, %.6f", *p.Latitude, *p.Longitude)
	}
	return out
}

func auditedPoints(all []Point) map[string]any {
	if len(all) == 1 {
		return all[0].audited()
	}
	return map[string]any{"addresses": lines(all, func(p Point) string { return p.Address })}
}
