// Package listquery is the grammar of every list: what a request asks for, how search text is read, and how text is
// folded so that both databases sort and match alike.
package listquery

// Direction is a sort direction as the wire spells it.
type Direction string

// The two directions.
const (
	Ascending  Direction = "ASC"
	Descending Direction = "DESC"
)

// MaxLimit is the longest page of any list; a larger limit is lowered to it (rules 3.2).
const MaxLimit = 100

// Query is what a list screen asks for. F is the area's filter.
type Query[F any] struct {
	Filter    F
	Search    string
	Sort      string
	Direction Direction
	Offset    int
	Limit     int
}

// Page is a part of a list with the exact total of all matching rows.
type Page[R any] struct {
	Rows  []R
	Total int
}
