package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
)

// limits bound a csv: the command line reads whole catalogues, the console what a person has typed.
type limits struct {
	bytes   int
	lines   int // 0: any number
	columns int
	line    int // characters; 0: any number
}

var (
	commandLimits = limits{bytes: 64 << 20, columns: 100}
	consoleLimits = limits{bytes: 5 << 20, columns: 30, lines: 10_000, line: 4000}
)

// checkHeader refuses a first line that cannot be one, and names the columns as the importer does.
func (m limits) checkHeader(header []string, into importer) ([]string, error) {
	if len(header) > m.columns {
		return nil, fault.Invalid("file", fmt.Sprintf("В файле больше %d столбцов: похоже, это не тот файл.", m.columns))
	}
	for i, cell := range header {
		name := strings.ToLower(strings.TrimSpace(cell))
		if column, ok := into.words[name]; ok {
			name = column
		}
		header[i] = name
	}
	for _, column := range into.columns {
		if !slices.Contains(header, column) {
			return nil, fault.Invalid("file", fmt.Sprintf("В первой строке файла нет столбца %s. Нужные столбцы: %s.", column, strings.Join(into.columns, ", ")))
		}
	}
	return header, nil
}

func (m limits) checkLine(number, count int, record []string) error {
	if m.lines > 0 && count >= m.lines {
		return fault.Invalid("file", fmt.Sprintf("В файле больше %d строк. Разделите его на части.", m.lines))
	}
	if m.line > 0 && len(strings.Join(record, " ")) > m.line*4 { // a character has at most four bytes
		return fault.Invalid("file", fmt.Sprintf("Строка %d длиннее %d символов: похоже, это не тот файл.", number, m.line))
	}
	return nil
}

// isFormula reports a cell that a spreadsheet would compute. A plus or minus also begins a phone or a coordinate.
func isFormula(cell string) bool {
	if cell == "" {
		return false
	}
	switch cell[0] {
	case '=', '@':
		return true
	case '+', '-':
		return strings.Trim(cell, "+-0123456789 ().,") != ""
	}
	return false
}

// refusal returns why a line is invalid whatever its kind; empty if it is not.
func (l line) refusal() string {
	if l.isLong {
		return "ячеек больше, чем столбцов в первой строке"
	}
	for _, cell := range l.cells {
		if isFormula(cell) {
			return "ячейка похожа на формулу"
		}
	}
	return ""
}

// effect is what a line does to the catalogue.
type effect int

const (
	stays effect = iota // the catalogue has the entry already, or the file names it twice
	adds
	changes
)

// record is what a line of a csv says.
type record struct {
	effect  effect
	refused string // why the line is invalid
	// store stores what the line adds or changes, and returns the number of rows.
	store func(ctx context.Context, tx db.Tx) (int64, error)
}

func wrong(refused string) (record, error) { return record{refused: refused}, nil }

// wrongFor makes the first broken rule the reason why a line is wrong; every other error stays one.
func wrongFor(err error) (record, error) {
	if broken, ok := errors.AsType[*fault.Error](err); ok && len(broken.Fields) > 0 {
		return wrong(broken.Fields[0].Message)
	}
	return record{}, err
}

// importer reads the lines of one kind of csv.
type importer struct {
	columns []string          // required in the first line
	words   map[string]string // what a person calls the columns
	read    func(ctx context.Context, q db.Querier, l line, m *making) (record, error)
}

// shown returns the required cells of a line as they have been read.
func (i importer) shown(l line) string {
	var cells []string
	for _, column := range i.columns {
		cells = append(cells, l.at(column))
	}
	return strings.Join(cells, ", ")
}

// making is what new entries need besides their lines, and what earlier lines of the file have done: a dry run stores nothing.
type making struct {
	id     naming
	now    time.Time
	taken  map[string]map[string]bool // folded keys, by the query that reads them
	cities map[cityKey]cityRow
}

// take reports whether a key is new among those that a query reads. From then on it is taken.
func (m *making) take(ctx context.Context, q db.Querier, keys, key string) (bool, error) {
	if m.taken[keys] == nil {
		all, err := db.All[string](ctx, q, keys)
		if err != nil {
			return false, err
		}
		known := map[string]bool{}
		for _, k := range all {
			known[listquery.Fold(k)] = true
		}
		m.taken[keys] = known
	}
	key = listquery.Fold(key)
	isNew := !m.taken[keys][key]
	m.taken[keys][key] = true
	return isNew, nil
}

// city returns a city as the catalogue and earlier lines have it.
func (m *making) city(ctx context.Context, q db.Querier, key cityKey) (c cityRow, isKnown bool, err error) {
	if c, isKnown = m.cities[key]; isKnown {
		return c, true, nil
	}
	c, err = cityByKey(ctx, q, key)
	if fault.Is(err, fault.KindNotFound) {
		return c, false, nil
	}
	return c, err == nil, err
}

// naming makes the uuid of a new entry.
type naming func(kind, name string) string

func newMaking(id naming, now time.Time) *making {
	return &making{id: id, now: now, taken: map[string]map[string]bool{}, cities: map[cityKey]cityRow{}}
}
