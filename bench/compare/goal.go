package main

import "fmt"

// floorKind says which of the floors a goal is a multiple of.
type floorKind int

const (
	noFloor       floorKind = iota
	ownEngine               // SQL on the same database
	postgresFloor           // SQL on PostgreSQL, whatever database ours is on
	betterFloor             // the quicker of the two
)

// goal is what goals.md asks of an operation, at one client and p50.
type goal struct {
	floor  floorKind
	times  float64
	most   float64 // ms; 0: no limit
	aim    float64 // times the index in memory; 0: none
	growth float64 // from a tenth of the rows; 0: not limited
}

func own(times float64) goal { return goal{floor: ownEngine, times: times, growth: 2} }

var (
	filterGoal = goal{floor: postgresFloor, times: 3, aim: 5, growth: 2}
	searchGoal = goal{floor: betterFloor, times: 1.5, most: 25, aim: 4}
	areaGoal   = goal{most: 5, growth: 2}  // of the lists of other areas: what the list of students needs by its own goal
	foundGoal  = goal{most: 5}             // of their searches, which may grow with what they find
	smallGoal  = goal{most: 25, growth: 2} // of calls that the floor does not have
)

func (g goal) String() string {
	text := ""
	switch g.floor {
	case ownEngine:
		text = fmt.Sprintf("≤ %g × floor", g.times)
	case postgresFloor:
		text = fmt.Sprintf("≤ %g × PostgreSQL floor", g.times)
	case betterFloor:
		text = fmt.Sprintf("≤ %g × better floor", g.times)
	case noFloor:
	}
	if g.most > 0 {
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("≤ %g ms", g.most)
	}
	if g.aim > 0 {
		text += fmt.Sprintf("; aim %g × memory", g.aim)
	}
	return text
}
