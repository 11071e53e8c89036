package main

import "fmt"

// floorKind selects the floor that a goal is a multiple of.
type floorKind int

const (
	noFloor       floorKind = iota
	ownEngine               // SQL on the same database
	postgresFloor           // SQL on PostgreSQL, for both engines
	betterFloor             // the faster of the two
)

// goal is the speed goal of an operation (rules 19), at one client and p50.
type goal struct {
	floor   floorKind
	times   float64
	session float64 // times on PostgreSQL, where each request asks whether its session is live (decision 0046); 0: the same
	most    float64 // ms; 0: no limit
	aim     float64 // times the index in memory; 0: none
	growth  float64 // from a tenth of the rows; 0: not limited
}

func own(times float64) goal { return goal{floor: ownEngine, times: times, growth: 2} }

var (
	filterGoal = goal{floor: postgresFloor, times: 3, aim: 5, growth: 2}
	searchGoal = goal{floor: betterFloor, times: 1.5, most: 25, aim: 4}
	cardGoal   = goal{floor: ownEngine, times: 2, session: 3, growth: 2}
	areaGoal   = goal{most: 5, growth: 2}  // lists of other areas, as fast as the list of students
	foundGoal  = goal{most: 5}             // their searches, which may grow with the number of matches
	smallGoal  = goal{most: 25, growth: 2} // calls without a floor
)

func (g goal) timesOn(e engine) float64 {
	if e == postgres && g.session > 0 {
		return g.session
	}
	return g.times
}

func (g goal) String() string {
	text := ""
	switch g.floor {
	case ownEngine:
		text = fmt.Sprintf("≤ %g × floor", g.times)
		if g.session > 0 {
			text += fmt.Sprintf(", PostgreSQL %g ×", g.session)
		}
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
