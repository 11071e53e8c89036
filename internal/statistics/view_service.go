package statistics

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

// Record counts what students look at, all of it or none; their application sends it, one by one or as it has gathered
// them. A view is a student's own doing and changes nothing that an operator edits: there is no audit row.
func (s *Service) Record(ctx context.Context, views ...View) error {
	if err := checkViews(views); err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		universities, err := viewers(ctx, tx, views)
		if err != nil {
			return err
		}
		partners, err := viewedPartners(ctx, tx, views)
		if err != nil {
			return err
		}
		added := map[place]sums{}
		for _, v := range views {
			university, isStudent := universities[v.Student]
			partner, isPartner := partners[v.Partner]
			if !isStudent || !isPartner {
				return fault.NotFound()
			}
			for _, at := range []place{{allUniversities, partner}, {university, partner}} {
				added[at] = added[at].plus(v.Sight)
			}
		}
		return s.add(ctx, tx, added, clock.DayNumber(s.Clock()))
	})
}

func (n sums) plus(v Sight) sums {
	if v == Card {
		n.cards++
	} else {
		n.barcodes++
	}
	return n
}

// add writes the sums in one order, so that two who write the same partners wait for each other and do not lock each other out.
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

// MoveWindows lets the thirty days of every university end today. It is housekeeping: a rating whose window is behind is
// moved on by whoever asks for it first.
func (s *Service) MoveWindows(ctx context.Context) error {
	today := clock.DayNumber(s.Clock())
	behind, err := windowsBefore(ctx, s.DB, today)
	if err != nil {
		return err
	}
	for _, university := range behind { // one at a time: each holds its rows for a moment only
		if err := s.moveWindow(ctx, university, today); err != nil {
			return err
		}
	}
	return nil
}

// moveWindow takes off the sums what is no longer of the last thirty days. Views that are recorded meanwhile are of today,
// and today falls out of no window.
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

// Verify names the partners whose sums are not what their days add up to.
func (s *Service) Verify(ctx context.Context) ([]string, error) {
	return wrongSums(db.InBackground(ctx), s.DB)
}
