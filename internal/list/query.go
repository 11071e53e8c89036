package list

// Direction is the way a list is sorted.
type Direction string

// The two directions, as the wire spells them.
const (
	Ascending  Direction = "ASC"
	Descending Direction = "DESC"
)

// MaxLimit is the longest page of any list (contract §8: more is taken as this).
const MaxLimit = 100

// Query is what a list screen asks: one value instead of eight parameters.
type Query[F any] struct {
	Filter    F
	Search    string
	Sort      string
	Direction Direction
	Offset    int
	Limit     int
}

// Page is a part of a list and the exact total of the whole.
type Page[R any] struct {
	Rows  []R
	Total int
}
