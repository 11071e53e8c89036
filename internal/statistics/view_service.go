package statistics

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Record counts views, all or none. There is no audit row: views change nothing that operators edit.
func (s *Service) Record(ctx context.Context, views ...View) error {
	if err := checkViews(views); err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		added, refused, err := sumUp(ctx, tx, views, s.Clock())
		if err == nil && len(refused) > 0 {
			err = refused[0]
		}
		if err != nil {
			return err
		}
		return s.add(ctx, tx, added, clock.DayNumber(s.Clock()))
	})
}

// sumUp adds up the views that count, and returns why the others do not.
func sumUp(ctx context.Context, tx db.Tx, views []View, now time.Time) (added map[place]sums, refused []error, err error) {
	students, err := viewers(ctx, tx, views)
	if err != nil {
		return nil, nil, err
	}
	partners, err := viewedPartners(ctx, tx, views)
	if err != nil {
		return nil, nil, err
	}
	added = map[place]sums{}
	for _, v := range views {
		by, isStudent := students[v.Student]
		partner, isPartner := partners[v.Partner]
		if !isStudent || !isPartner {
			refused = append(refused, fault.NotFound())
		} else if err := access.RequireActive(by.Status, by.EndYear, now); err != nil {
			refused = append(refused, err)
		} else {
			for _, at := range []place{{allUniversities, partner}, {by.University, partner}} {
				added[at] = added[at].plus(v.Kind)
			}
		}
	}
	return added, refused, nil
}

// RecordBarcode counts a card that a till of the partner has accepted, in the transaction of its check.
func (s *Service) RecordBarcode(ctx context.Context, tx db.Tx, university, partner int64) error {
	one := sums{barcodes: 1}
	return s.add(ctx, tx, map[place]sums{{allUniversities, partner}: one, {university, partner}: one}, clock.DayNumber(s.Clock()))
}

func (n sums) plus(v Kind) sums {
	if v == Card {
		n.cards++
	} else {
		n.barcodes++
	}
	return n
}

// add writes the sums in a fixed order, so that parallel writers of the same partners cannot deadlock.
func (s *Service) add(ctx context.Context, tx db.Tx, added map[place]sums, day int64) error {
	places := slices.SortedFunc(maps.Keys(added), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.university, b.university), cmp.Compare(a.partner, b.partner))
	})
	days, totals := make([]any, 0, 5*len(places)), make([]any, 0, 6*len(places))
	windows := map[int64]int64{}
	for _, at := range places {
		window, known := windows[at.university]
		if !known {
			var err error
			if window, err = openWindow(ctx, tx, at.university, day); err != nil {
				return err
			}
			windows[at.university] = window
		}
		n, month := added[at], sums{}
		if inWindow(day, window) {
			month = n
		}
		days = append(days, at.university, day, at.partner, n.cards, n.barcodes)
		totals = append(totals, at.university, at.partner, n.cards, n.barcodes, month.cards, month.barcodes)
	}
	if err := addToDays(ctx, tx, len(places), days); err != nil {
		return err
	}
	return addToTotals(ctx, tx, len(places), totals)
}

// CleanUp moves the window of every university to today. It is an optimization: the first request of a rating moves an
// outdated window too.
func (s *Service) CleanUp(ctx context.Context) error {
	today := clock.DayNumber(s.Clock())
	behind, err := windowsBefore(ctx, s.DB, today)
	if err != nil {
		return err
	}
	for _, university := range behind { // one transaction each, to hold row locks briefly
		if err := s.moveWindow(ctx, university, today); err != nil {
			return err
		}
	}
	return nil
}

// moveWindow subtracts the days that are older than thirty days from the sums. Views recorded at the same time are of
// today, which is in every window.
func (s *Service) moveWindow(ctx context.Context, university, today int64) error {
	behind, err := isBehind(ctx, s.DB, university, today)
	if err != nil || !behind {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		window, err := lockWindow(ctx, tx, university)
		if err != nil || window >= today {
			return err
		}
		if err := takeOff(ctx, tx, university, firstDay(window), firstDay(today)); err != nil {
			return err
		}
		return setWindow(ctx, tx, university, today)
	})
}

// Verify finds partners whose sums differ from their days.
func (s *Service) Verify(ctx context.Context) ([]string, error) {
	return wrongSums(db.InBackground(ctx), s.DB)
}
