package rest

import (
	"sync"
	"time"

	"studbonus/internal/fault"
)

const (
	uploadsEach = 4  // of one operator at once
	uploadsMost = 64 // of all
)

// admission counts the uploads under way. It comes before the body is read: each may fill megabytes of memory or of the
// temporary folder.
type admission struct {
	mu  sync.Mutex
	of  map[int64]int // by operator
	all int
}

func (a *admission) enter(operator int64) (leave func(), err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.of[operator] >= uploadsEach:
		return nil, fault.TooMany("Вы уже загружаете несколько файлов. Дождитесь, пока они загрузятся.", 5*time.Second)
	case a.all >= uploadsMost:
		return nil, fault.Unavailable("Сейчас загружается слишком много файлов. Попробуйте ещё раз через несколько секунд.", 5*time.Second)
	}
	a.of[operator]++
	a.all++
	return func() { a.leave(operator) }, nil
}

func (a *admission) leave(operator int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of[operator]--; a.of[operator] == 0 {
		delete(a.of, operator)
	}
	a.all--
}
