package files_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"studbonus/internal/test/kit"
)

// Without the lock, parallel uploads on PostgreSQL would exceed the daily limit (rules 25.4).
func TestParallelUploadsRespectTheDailyLimit(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Member(t, kit.PhoneNumber(1), 0)
		for range 17 {
			c.Photo("document")
		}
		var all sync.WaitGroup
		var stored, refused atomic.Int32
		for range 4 { // a caller may have four uploads in progress
			all.Go(func() {
				switch got := c.SendPhoto("document", kit.Picture(t)); got.Status {
				case 200:
					stored.Add(1)
				case 429:
					refused.Add(1)
				default:
					t.Errorf("%d: %s", got.Status, got.Body)
				}
			})
		}
		if all.Wait(); stored.Load() != 3 || refused.Load() != 1 {
			t.Errorf("%d of 4 were stored, %d refused; 17 of 20 were there", stored.Load(), refused.Load())
		}
	})
}
