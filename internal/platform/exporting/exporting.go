// Package exporting is how an area declares that one of its lists can be exported, and how it asks for that. The area exports runs the
// declarations: areas do not import each other.
package exporting

import (
	"context"
	"encoding/json"
	"math"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
	"studbonus/internal/platform/xlsx"
)

// List declares the export of a list. A question is what a list screen asked for, as it is stored: the functions read it with the
// rights of the operator in the context. A list without functions is answered by a call of its area at once (Given).
type List struct {
	Kind       string      // "students": stored with every export and never changed
	Area       access.Area // needed to ask, when the job runs, and to open the file
	Sheet      xlsx.Sheet
	IsPersonal bool // names students: more than Large rows need a recent proof of identity

	Start Start                                                               // the engine's
	Words func(ctx context.Context, question json.RawMessage) (string, error) // the filter for people; refuses one that the list refuses
	Count func(ctx context.Context, question json.RawMessage) (int, error)
	// IsMore reports whether there are more rows than a number; nil if Count is quick enough for a call.
	IsMore func(ctx context.Context, question json.RawMessage, than int) (bool, error)
	Write  func(ctx context.Context, question json.RawMessage, w *Writer) error // every row once, in the order of the list
}

// Large is how many rows of a personal list an operator may export without a recent proof of identity (rules 26.9).
const Large = 1_000

// IsLarge reports whether the caller must prove the identity first.
func (l List) IsLarge(ctx context.Context, question json.RawMessage) (bool, error) {
	if !l.IsPersonal {
		return false, nil
	}
	if l.IsMore != nil {
		return l.IsMore(ctx, question, Large)
	}
	n, err := l.Count(ctx, question)
	return n > Large, err
}

// IsGiven reports whether the area answers with the file at once: such an export has no job and cannot be repeated.
func (l List) IsGiven() bool { return l.Write == nil }

// Given is an export whose file a call of its area answers with. The file is not kept.
type Given struct {
	Kind   string
	Filter string // in words: of which event or promotion
	Rows   int
	People []int64 // ids of the students whom the file names
}

// Record remembers an export, in the transaction of its audit row.
type Record func(ctx context.Context, tx db.Tx, g Given) error

// Writer writes the rows of an export.
type Writer struct {
	*xlsx.Writer
	ended func(id int64) error
}

// NewWriter returns a writer that calls ended after each row.
func NewWriter(w *xlsx.Writer, ended func(id int64) error) *Writer { return &Writer{w, ended} }

// EndRow ends the row of the thing with this id.
func (w *Writer) EndRow(id int64) error {
	if err := w.Writer.EndRow(); err != nil {
		return err
	}
	return w.ended(id)
}

// Optional appends a number; nil is an empty cell.
func (w *Writer) Optional(n *int) {
	if n == nil {
		w.Decimal(math.NaN())
		return
	}
	w.Number(int64(*n))
}

// Tenths appends a number given in tenths; nil is an empty cell.
func (w *Writer) Tenths(n *int) {
	if n == nil {
		w.Decimal(math.NaN())
		return
	}
	w.Decimal(float64(*n) / 10)
}

// Yes appends a word if something is so, otherwise an empty cell, which a filter finds too.
func (w *Writer) Yes(is bool) {
	if is {
		w.Text("да")
		return
	}
	w.Text("")
}

// Engine is a list of the list engine. F is the area's filter, R a row of the spreadsheet.
type Engine[F, R any] struct {
	Start Start
	Index *listengine.Index
	// Query translates a question for the engine, limited to what the operator in the context sees.
	Query   func(ctx context.Context, q listquery.Query[F]) (listengine.Query, error)
	Columns string // SELECT's, over the tables of the list's definition
	// Rows returns the function that writes a row; it may cache what rows share.
	Rows func(ctx context.Context) func(row R, w *Writer) error
	// Words names the filter, without the search; nil if there is none.
	Words func(ctx context.Context, filter F) (Words, error)
}

// Plain is Rows of a list whose rows share nothing.
func Plain[R any](write func(row R, w *Writer) error) func(context.Context) func(R, *Writer) error {
	return func(context.Context) func(R, *Writer) error { return write }
}

// Of completes the declaration of a list of the list engine.
func Of[F, R any](l List, e Engine[F, R]) List {
	ask := func(ctx context.Context, question json.RawMessage) (q listquery.Query[F], query listengine.Query, err error) {
		if err = json.Unmarshal(question, &q); err == nil {
			query, err = e.Query(ctx, q)
		}
		return q, query, err
	}
	l.Start = e.Start
	l.Words = func(ctx context.Context, question json.RawMessage) (string, error) {
		q, _, err := ask(ctx, question)
		if err != nil {
			return "", err
		}
		words, err := e.Words(ctx, q.Filter)
		return words.with("Поиск", q.Search).String(), err
	}
	l.Count = func(ctx context.Context, question json.RawMessage) (int, error) {
		_, query, err := ask(ctx, question)
		if err != nil {
			return 0, err
		}
		return e.Index.Count(ctx, query)
	}
	l.Write = func(ctx context.Context, question json.RawMessage, w *Writer) error {
		_, query, err := ask(ctx, question)
		if err != nil {
			return err
		}
		write := e.Rows(ctx)
		return listengine.Each(ctx, e.Index, query, e.Columns, func(row R) error { return write(row, w) })
	}
	return l
}

// Order asks for an export.
type Order struct {
	List     List
	Question any // a listquery.Query, or what else the list's functions read
	Purpose  string
}

// Start begins an export for the operator in the context, in the background, and returns its uuid.
type Start func(ctx context.Context, o Order) (uuid string, err error)

// Asked is embedded in the body of a call that begins an export.
type Asked struct {
	Purpose *string `json:"purpose,omitempty" nullable:"true" doc:"Для чего нужна выгрузка, до 500 символов"`
}

// Started is the answer.
type Started struct {
	UUID string `json:"uuidExport"`
}

// Route is the call that begins the export of a list, of which it needs kind, area and sheet. Its input is the list's own, with Asked in
// the body.
func Route[In any](pattern string, l List, sorting rest.Sorting, order func(*In) Order) rest.Route {
	call := rest.ListCall(pattern, l.Area, "Выгрузить список: "+l.Sheet.Name, sorting, func(ctx context.Context, in *In) (Started, error) {
		uuid, err := Begin(ctx, order(in))
		return Started{uuid}, err
	})
	return Confirmed(call, order)
}

// Begin starts an ordered export.
func Begin(ctx context.Context, o Order) (uuid string, err error) { return o.List.Start(ctx, o) }

// Confirmed makes a call that begins an export need a recent proof of identity if the export is large.
func Confirmed[In any](r rest.Route, order func(*In) Order) rest.Route {
	return rest.ConfirmedWhen(r, func(ctx context.Context, in *In) (bool, error) {
		o := order(in)
		asked, err := json.Marshal(o.Question)
		if err != nil {
			return false, err
		}
		return o.List.IsLarge(ctx, asked)
	})
}
