package statistics

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
)

func TestMonthsAreThirtyDaysAndTheLastEndsToday(t *testing.T) {
	for _, now := range []time.Time{
		time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC), time.Date(2026, 11, 14, 21, 0, 0, 0, time.UTC), time.Date(2026, 11, 15, 20, 59, 59, 0, time.UTC),
	} {
		starts := monthStarts(now)
		if len(starts) != 12 || clock.DateOf(starts[11]) != "2026-10-17" || clock.DateOf(starts[0]) != "2025-11-21" {
			t.Errorf("%s: %v", now, starts)
		}
		for i, s := range starts {
			if at := s.In(clock.Moscow); at.Hour() != 0 || at.Minute() != 0 || i > 0 && s.Sub(starts[i-1]) != 30*24*time.Hour {
				t.Errorf("%s: month %d begins at %s", now, i, at)
			}
		}
	}
	if after := monthStarts(time.Date(2026, 11, 15, 21, 0, 0, 0, time.UTC)); clock.DateOf(after[11]) != "2026-10-18" {
		t.Errorf("after midnight in Moscow the month begins on %s", clock.DateOf(after[11]))
	}
}

func TestTiles(t *testing.T) {
	counts := []int{100, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 15}
	for _, c := range []struct {
		name   string
		period Period
		counts []int
		want   Tile
	}{
		{"all time adds up", AllTime, counts, Tile{190, false, -5, []int{101, 103, 106, 110, 115, 121, 128, 136, 145, 155, 175, 190}, counts[1:]}},
		{"a month is what it brought", Month, counts, Tile{15, false, -5, counts[1:], counts[1:]}},
		{"no fewer is up", Month, []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7}, Tile{7, true, 0, []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7}, []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7}}},
		{"nothing at all is up", AllTime, make([]int, 13), Tile{0, true, 0, make([]int, 12), make([]int, 12)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := slices.Clone(c.counts)
			if diff := cmp.Diff(c.want, newTile(c.period, c.counts)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !slices.Equal(before, c.counts) {
				t.Error("the counts were changed")
			}
		})
	}
}

func TestValidViews(t *testing.T) {
	view := View{"s", "p", Card}
	for name, c := range map[string]struct {
		views []View
		ok    bool
	}{
		"one": {[]View{view}, true}, "both sights": {[]View{view, {"s", "p", Barcode}}, true}, "five hundred": {slices.Repeat([]View{view}, 500), true},
		"none": {nil, false}, "more": {slices.Repeat([]View{view}, 501), false}, "another sight": {[]View{view, {"s", "p", "photo"}}, false}, "no sight": {[]View{{"s", "p", ""}}, false},
	} {
		if err := checkViews(c.views); (err == nil) != c.ok || err != nil && !fault.Is(err, fault.KindInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAWindowHoldsThirtyDays(t *testing.T) {
	for day, want := range map[int64]bool{100: true, 101: true, 130: true, 71: true, 70: false, 0: false} {
		if inWindow(day, 100) != want {
			t.Errorf("day %d of the window that ends with 100: %v", day, !want)
		}
	}
}

func TestAScopeReadsItsOwnSums(t *testing.T) {
	for name, c := range map[string]struct {
		scope access.Scope
		want  int64
	}{
		"all": {access.Everything(), allUniversities}, "one": {access.Principal{University: 7}.Scope(), 7}, "nothing": {access.Scope{}, -1},
	} {
		if got := universityOf(c.scope); got != c.want {
			t.Errorf("%s: %d", name, got)
		}
	}
}
