package listengine

import (
	"testing"
	"time"
)

func TestHourBucketsStartAtMoscowMidnight(t *testing.T) {
	midnight := time.Date(2026, 11, 14, 21, 0, 0, 0, time.UTC)
	b := HourBuckets(0, []time.Time{midnight})
	for moment, bucket := range map[time.Time]int{
		midnight.Add(-time.Microsecond): 0, midnight: 1, midnight.Add(time.Hour): 1, midnight.Add(-24 * time.Hour): 0, midnight.AddDate(1, 0, 0): 1,
	} {
		if got := b.Bucket(hourNumber(moment)); got != bucket {
			t.Errorf("%s is in bucket %d, want %d", moment, got, bucket)
		}
	}
}
