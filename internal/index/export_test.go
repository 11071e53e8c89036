package index

import (
	"sync"
	"testing"
)

// FollowEvery is how often the background looks for changes by itself.
const FollowEvery = followEvery

// LoadInSteps lets loads read so few rows at a time while a test lasts.
func LoadInSteps(t *testing.T, rows int) {
	before := loadRows
	loadRows = rows
	t.Cleanup(func() { loadRows = before })
}

// AskingSQL is how many pages are being taken without the index.
func AskingSQL(l *Live) int { return len(l.asking) }

// HoldLoads keeps every index from loading or catching up until the function that it returns is called.
func HoldLoads(t *testing.T) (release func()) {
	loading <- struct{}{}
	release = sync.OnceFunc(loading.giveBack)
	t.Cleanup(release)
	return release
}

// HoldFollowing keeps everybody from following until the function that it returns is called.
func HoldFollowing(t *testing.T, l *Live) (release func()) {
	l.following <- struct{}{}
	release = sync.OnceFunc(l.following.giveBack)
	t.Cleanup(release)
	return release
}

// Of is the index that answers now; it is another one after a load.
func Of(l *Live) *Index {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.index
}
