package news

import (
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/listengine"
)

// Sight limits a query to the news that an operator sees (rules 9.3). Its zero value sees nothing.
type Sight struct {
	all   bool
	marks []int64
}

// A mark is a circle of operators and the id of its university or region. An item is visible to operators who share one of its marks.
const (
	ofUniversity = iota // the owner's operators
	ofRegion            // everybody in the region, while the item is approved
	ofChairman          // the region's chairman, always
	ofFederation        // everybody
	circles
)

func mark(circle, id int64) int64 { return id*circles + circle }

// sightOf returns the sight of an operator.
func sightOf(p access.Principal) Sight {
	if p.Role == access.OperatorAll {
		return Sight{all: true}
	}
	s := Sight{marks: []int64{mark(ofUniversity, p.University), mark(ofRegion, p.Region), mark(ofFederation, 0)}}
	if p.IsChairman {
		s.marks = append(s.marks, mark(ofChairman, p.Region))
	}
	return s
}

// marksOf selects an item's marks; its numbers are the circles above.
const marksOf = `(SELECT CASE n.level WHEN 'federal' THEN 3 ELSE n.university_id * 4 END AS mark
	UNION ALL SELECT CASE n.level WHEN 'region' THEN n.region_id * 4 + 2 END
	UNION ALL SELECT CASE WHEN n.level = 'region' AND n.approval = 'approved' THEN n.region_id * 4 + 1 END) marks`

const seenByMarks = "EXISTS (SELECT 1 FROM " + marksOf + " WHERE marks.mark IN (?))"

// where is the SQL condition for visible news n.
func (s Sight) where() (condition string, args []any) {
	if s.all {
		return "1 = 1", nil
	}
	return seenByMarks, []any{s.marks}
}

// sets is the same condition for the list engine.
func (s Sight) sets() []listengine.In {
	if s.all {
		return nil
	}
	return []listengine.In{{Facet: setMarks, Values: append([]int64{}, s.marks...)}}
}

// setMarks is the only set of the index.
const setMarks = 0

var markSet = listengine.Set{Values: "(SELECT string_agg(CAST(marks.mark AS TEXT), ',') FROM " + marksOf + ")", Any: seenByMarks}
