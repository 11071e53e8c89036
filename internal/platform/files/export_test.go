package files

import "time"

// SweepFor bounds how long a sweep lists stored bytes in one run.
func (s *Service) SweepFor(d time.Duration) { s.sweepTime = d }
