package rest

import (
	"sync"
	"time"

	"studbonus/internal/platform/fault"
)

const (
	uploadsPerCaller = 4
	uploadsInAll     = 64
)

// uploadLimiter bounds the uploads in progress. It is asked before the body is read, because each body may fill megabytes
// of memory or of the temporary folder.
type uploadLimiter struct {
	mu       sync.Mutex
	byCaller map[callerKey]int
	all      int
}

func (l *uploadLimiter) acquire(caller callerKey) (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.byCaller[caller] >= uploadsPerCaller:
		return nil, fault.TooMany("Вы уже загружаете несколько файлов. Дождитесь, пока они загрузятся.", 5*time.Second)
	case l.all >= uploadsInAll:
		return nil, fault.Unavailable("Сейчас загружается слишком много файлов. Попробуйте ещё раз через несколько секунд.", 5*time.Second)
	}
	l.byCaller[caller]++
	l.all++
	return func() { l.release(caller) }, nil
}

func (l *uploadLimiter) release(caller callerKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byCaller[caller]--; l.byCaller[caller] == 0 {
		delete(l.byCaller, caller)
	}
	l.all--
}
