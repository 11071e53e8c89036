package kit

import "sync"

// Together runs n goroutines that all start at the same moment.
func Together(n int, do func(i int)) {
	start := make(chan struct{})
	var ready, done sync.WaitGroup
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			<-start
			do(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
}
