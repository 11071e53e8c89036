package news

import (
	"studbonus/internal/access"
	"studbonus/internal/index"
)

// Sight is what of the news an operator sees (contract §2, §8). Every query on news takes it; its zero value sees nothing.
type Sight struct {
	all   bool
	marks []int64
}

// An item bears a mark for each circle of people who see it, an operator sees the items that bear one of his.
const (
	ofUniversity = iota // the owner's operators
	ofRegion            // everybody in the region, while the item is approved
	ofChairman          // the region's chairman, always
	ofFederation        // everybody
	circles
)

func mark(circle, id int64) int64 { return id*circles + circle }

// sightOf is the sight of an operator.
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

// marksOf are an item's marks in SQL; the numbers are those of the circles above.
const marksOf = `(SELECT CASE n.level WHEN 'federal' THEN 3 ELSE n.university_id * 4 END AS mark
	UNION ALL SELECT CASE n.level WHEN 'region' THEN n.region_id * 4 + 2 END
	UNION ALL SELECT CASE WHEN n.level = 'region' AND n.approval = 'approved' THEN n.region_id * 4 + 1 END) marks`

const seenByMarks = "EXISTS (SELECT 1 FROM " + marksOf + " WHERE marks.mark IN (?))"

// where is the condition that a query on news n must carry.
func (s Sight) where() (condition string, args []any) {
	if s.all {
		return "1 = 1", nil
	}
	return seenByMarks, []any{s.marks}
}

// sets is the same for the index.
func (s Sight) sets() []index.In {
	if s.all {
		return nil
	}
	return []index.In{{Facet: setMarks, Values: append([]int64{}, s.marks...)}}
}

// setMarks is the only set of the index.
const setMarks = 0

var markSet = index.Set{Values: "(SELECT string_agg(CAST(marks.mark AS TEXT), ',') FROM " + marksOf + ")", Any: seenByMarks}
