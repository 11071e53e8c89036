package tuning

import "time"

// Age makes the requests in progress older.
func Age(by time.Duration) { latest.Add(-int64(by)) }
