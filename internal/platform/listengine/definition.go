package listengine

import (
	"fmt"
	"strings"
)

// Definition declares a list as SQL expressions. The memory index is loaded from it, and the SQL fallback is built from
// the same expressions, so both give the same answers.
type Definition struct {
	Table  string // holds the rows with id and uuid; also the list's name in list_changes and list_counts
	From   string // tables and joins, with the aliases that the expressions use
	Joins  string // further left joins for sort keys only, which counting leaves out
	ID     string
	Scope  string // university; empty when everybody sees all rows
	Search string // column written with listquery.SearchText
	Facets []Facet
	Sets   []Set
	Sorts  map[string]Sort // by name on the wire
	Rows   string          // SELECT of the rows shown: returns a column id, filters by "id IN (?)"

	// HasCounters: triggers keep the totals by scope and first facet in list_counts, so the SQL fallback need not count.
	HasCounters bool
}

// Facet is a whole number per row to filter by.
type Facet struct {
	expression string
	words      []string // of an Enum: the word of number i+1
}

// Value is a facet whose expression is a whole number.
func Value(expression string) Facet { return Facet{expression: expression} }

// Enum is a facet on a column with a fixed set of words, numbered from 1 on.
func Enum[T ~string](column string, numbers map[T]int64) Facet {
	f := Facet{column, make([]string, len(numbers))}
	for word, n := range numbers {
		f.words[n-1] = string(word)
	}
	return f
}

// Hour is a facet on a time column: its UTC hour as a number such as 2026111521. The expression works on both engines,
// and every Moscow day starts on a full hour.
func Hour(column string) Facet {
	return Value("CAST(replace(replace(substr(CAST(" + column + " AS TEXT), 1, 13), '-', ''), ' ', '') AS INTEGER)")
}

// number returns the SQL expression of the facet's number.
func (f Facet) number() string {
	if f.words == nil {
		return f.expression
	}
	last := len(f.words) - 1
	var b strings.Builder
	b.WriteString("CASE " + f.expression)
	for i, word := range f.words[:last] {
		fmt.Fprintf(&b, " WHEN '%s' THEN %d", word, i+1)
	}
	fmt.Fprintf(&b, " ELSE %d END", last+1)
	return b.String()
}

// operands returns the expression and values for an IN condition. PostgreSQL compares words: it has statistics on the
// column, but none on a computed number, and would sort a whole table for an export. SQLite compares numbers: with
// words it would choose the index on the column even for most of the table, and then sort.
func (f Facet) operands(numbers []int64, postgres bool) (expression string, values any) {
	if f.words == nil || !postgres {
		return f.number(), numbers
	}
	words := make([]string, len(numbers)) // an unknown number becomes "", which no row has
	for i, n := range numbers {
		if n >= 1 && n <= int64(len(f.words)) {
			words[i] = f.words[n-1]
		}
	}
	return f.expression, words
}

// Set is a facet with any number of values per row.
type Set struct {
	Values string // subquery that returns them as text, joined by commas
	Any    string // condition with one (?) that holds when the row has one of the given values
}

// Sort is a sort order.
type Sort struct {
	text, number string // expression of the key; both empty: by id
}

// ByID sorts by id, which is the order of creation.
func ByID() Sort { return Sort{} }

// ByText sorts by a folded text in byte order.
func ByText(expression string) Sort { return Sort{text: expression} }

// ByNumber sorts by a whole number.
func ByNumber(expression string) Sort { return Sort{number: expression} }
