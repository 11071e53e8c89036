package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// table is printed as markdown, aligned so that a terminal shows it well too.
type table struct {
	head []string
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(w io.Writer) {
	widths := make([]int, len(t.head))
	for _, row := range append([][]string{t.head}, t.rows...) {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	line := func(cells []string) {
		for i, c := range cells {
			_, _ = fmt.Fprintf(w, "| %s%s ", c, strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c)))
		}
		_, _ = fmt.Fprintln(w, "|")
	}
	line(t.head)
	dashes := make([]string, len(widths))
	for i, n := range widths {
		dashes[i] = strings.Repeat("-", n)
	}
	line(dashes)
	for _, row := range t.rows {
		line(row)
	}
	_, _ = fmt.Fprintln(w)
}

// number formats with three significant digits.
func number(x float64) string {
	switch {
	case math.IsNaN(x) || x == 0:
		return "–"
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

func times(x float64) string {
	if math.IsNaN(x) || x == 0 {
		return "–"
	}
	return number(x) + " ×"
}

func met(ok bool) string {
	if ok {
		return "met"
	}
	return "**missed**"
}

// outcome is an operation's figures on all systems.
type outcome struct {
	operation
	alone, crowd map[*system]figures // one client, eight clients
}

// lineup holds the systems by role.
type lineup struct {
	floors [2]*system // by engine
	memory *system    // nil: not measured
	ours   [2]*system
	small  [2]*system // ours with a tenth of the rows; nil: not measured
}

func (o outcome) p50(s *system) float64 {
	if f, ok := o.alone[s]; ok {
		return f.p50
	}
	return math.NaN()
}

// ratio of ours to the goal's floor; NaN without one.
func (o outcome) ratio(l lineup, e engine) float64 {
	floor := math.NaN()
	switch o.goal.floor {
	case ownEngine:
		floor = o.p50(l.floors[e])
	case postgresFloor:
		floor = o.p50(l.floors[postgres])
	case betterFloor:
		floor = min(o.p50(l.floors[sqlite]), o.p50(l.floors[postgres]))
	case noFloor:
	}
	return o.p50(l.ours[e]) / floor
}

// growth compared with a tenth of the rows.
func (o outcome) growth(l lineup, e engine) float64 { return o.p50(l.ours[e]) / o.p50(l.small[e]) }

// verdict reports whether the goal is met on an engine; grace multiplies the limits (1: none).
func (o outcome) verdict(l lineup, e engine, grace float64) bool {
	g := o.goal
	return (g.times == 0 || o.ratio(l, e) <= g.timesOn(e)*grace) && (g.most == 0 || o.p50(l.ours[e]) <= g.most*grace) &&
		(g.growth == 0 || l.small[e] == nil || o.growth(l, e) <= g.growth*grace)
}

func (o outcome) aimed(l lineup, e engine) bool {
	return o.goal.aim > 0 && o.p50(l.ours[e]) <= o.goal.aim*o.p50(l.memory)
}

func writeFigures(w io.Writer, outcomes []outcome, l lineup) {
	t := table{head: []string{"operation, p50 in ms, one client", "floor SQLite", "floor PG", "floor memory", "ours SQLite", "ours PG", "× floor SQLite", "× floor PG", "growth SQLite", "growth PG", "goal", "SQLite", "PG"}}
	for _, o := range outcomes {
		row := []string{
			o.name, number(o.p50(l.floors[sqlite])), number(o.p50(l.floors[postgres])), number(o.p50(l.memory)), number(o.p50(l.ours[sqlite])), number(o.p50(l.ours[postgres])),
			times(o.ratio(l, sqlite)), times(o.ratio(l, postgres)), times(o.growth(l, sqlite)), times(o.growth(l, postgres)), o.goal.String(),
		}
		for _, e := range []engine{sqlite, postgres} {
			verdict := met(o.verdict(l, e, 1))
			if o.aimed(l, e) {
				verdict += ", aim too"
			}
			row = append(row, verdict)
		}
		t.add(row...)
	}
	t.write(w)
}

func writeCrowd(w io.Writer, outcomes []outcome, l lineup) {
	t := table{head: []string{"operation", "floor SQLite", "floor PG", "ours SQLite", "ours PG", "p99 alone SQLite", "p99 alone PG"}}
	for _, o := range outcomes {
		row := []string{o.name}
		for _, s := range []*system{l.floors[sqlite], l.floors[postgres], l.ours[sqlite], l.ours[postgres]} {
			cell := "–"
			if f, ok := o.crowd[s]; ok {
				cell = number(f.perS) + " / " + number(f.p99)
				if f.busy > 0 {
					cell += fmt.Sprintf(" (%d turned away)", f.busy)
				}
			}
			row = append(row, cell)
		}
		t.add(append(row, number(o.alone[l.ours[sqlite]].p99), number(o.alone[l.ours[postgres]].p99))...)
	}
	t.write(w)
}

// fact is a figure other than a request's time, on both engines.
type fact struct {
	name   string
	show   func(e engine) string
	goal   string
	isGood func(e engine) bool
}

func writeFacts(w io.Writer, facts []fact) {
	t := table{head: []string{"figure", "SQLite", "PostgreSQL", "goal", "SQLite", "PG"}}
	for _, f := range facts {
		t.add(f.name, f.show(sqlite), f.show(postgres), f.goal, met(f.isGood(sqlite)), met(f.isGood(postgres)))
	}
	t.write(w)
}
