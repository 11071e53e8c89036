package index

import "testing"

// LoadInSteps lets loads read so few rows at a time while a test lasts.
func LoadInSteps(t *testing.T, rows int) {
	before := loadRows
	loadRows = rows
	t.Cleanup(func() { loadRows = before })
}

// AskingSQL is how many pages are being taken without the index.
func AskingSQL(l *Live) int { return len(l.turns) }
