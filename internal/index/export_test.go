package index

import "testing"

// LoadInSteps lets loads read so few rows at a time while a test lasts.
func LoadInSteps(t *testing.T, rows int) {
	before := loadRows
	loadRows = rows
	t.Cleanup(func() { loadRows = before })
}
