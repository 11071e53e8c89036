package jobs

import (
	"testing"
	"time"

	"github.com/riverqueue/river/rivertype"
)

func TestRetryBackoffGrowsUpToALimit(t *testing.T) {
	var before, total time.Duration
	const mailAttempts = 110 // the attempts of a mail job
	for attempt := 1; attempt < mailAttempts; attempt++ {
		wait := time.Until(backoff{}.NextRetry(&rivertype.JobRow{Attempt: attempt})).Round(time.Second)
		if wait < before || wait < 5*time.Second || wait > longestRetry {
			t.Errorf("attempt %d waits %v after %v, want more, within 5 s and %v", attempt, wait, before, longestRetry)
		}
		before, total = wait, total+wait
	}
	if total < 6*time.Hour { // rules 15.11
		t.Errorf("all attempts together last %v: a mail server that is down for six hours outlasts them", total)
	}
	if before > 5*time.Minute {
		t.Errorf("a mail server that has come back waits %v for us, want at most 5 minutes", before)
	}
}

func TestAJobIsRescuedOnlyAfterItsTimeout(t *testing.T) {
	if rescueAfter <= stepTimeout {
		t.Errorf("rescued after %v although a step may take %v: two workers would have it at once", rescueAfter, stepTimeout)
	}
}
