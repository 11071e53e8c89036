package auth

// HoldHashes fills the queue of those who wait for a password hash, so that everybody else is turned away.
func HoldHashes(s *Service) (release func()) {
	for range hashQueue {
		s.hasher.queue <- struct{}{}
	}
	return func() {
		for range hashQueue {
			<-s.hasher.queue
		}
	}
}
