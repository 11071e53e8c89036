package journal

import (
	"context"
	"strings"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/rest"
)

const rowsShown = 50

// Routes are the calls of this area.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Call("PUT /v1/journal", access.Journal, "Журнал действий", s.find),
		exporting.Confirmed(rest.Call("POST /v1/journal/export", access.Journal, "Выгрузить список: Журнал", s.export), s.order),
		rest.Call("GET /v1/journal/{number}", access.Journal, "Запись журнала", s.row),
		rest.Call("PUT /v1/journal/people", access.Journal, "Найти студента, о котором спросить журнал", s.people),
		rest.Feed("GET /v1/journal/seen/{uuidUser}", access.Journal, "Кто открывал карточку студента", rowsShown, s.views),
		rest.Call("GET /v1/journal/seen/{uuidUser}/lists", access.Journal, "Кто видел студента в списках", s.lists),
		rest.Call("GET /v1/journal/seen/{uuidUser}/exports", access.Journal, "Кто выгружал студента", s.taken),
	}
}

// FilterIn is what the journal is asked.
type FilterIn struct {
	From     *string `json:"from,omitempty" nullable:"true" doc:"С какого дня, dd.MM.yyyy; всего не больше 92 дней"`
	To       *string `json:"to,omitempty" nullable:"true" doc:"По какой день, включительно"`
	Operator *string `json:"uuidOperator,omitempty" nullable:"true" format:"uuid"`
	Group    *string `json:"group,omitempty" nullable:"true" doc:"views, exports, changes, decisions, signIns, rights или denials"`
	Kind     *string `json:"kind,omitempty" nullable:"true" doc:"Объект: student, partner, news…"`
	Person   *string `json:"uuidUser,omitempty" nullable:"true" format:"uuid" doc:"Студент, о котором записи"`
	Address  *string `json:"address,omitempty" nullable:"true" doc:"IP-адрес"`
}

func (b FilterIn) filter() Filter {
	return Filter{
		From: rest.Text(b.From), To: rest.Text(b.To), Operator: rest.Text(b.Operator), Group: rest.Text(b.Group), Kind: rest.Text(b.Kind), Person: rest.Text(b.Person),
		Address: strings.TrimSpace(rest.Text(b.Address)),
	}
}

type findIn struct {
	Cursor string `query:"after" maxLength:"500" doc:"Поле next предыдущей страницы"`
	Body   FilterIn
}

type exportIn struct{ Body exportWire }

type exportWire struct {
	FilterIn
	exporting.Asked
}

func (s *Service) export(ctx context.Context, in *exportIn) (exporting.Started, error) {
	uuid, err := exporting.Begin(ctx, s.order(in))
	return exporting.Started{UUID: uuid}, err
}

type personWire struct {
	UUID string `json:"uuidUser"`
	Name string `json:"fullName"`
}

// subjectWire is a personWire that may be missing.
type subjectWire struct {
	_    struct{} `nullable:"true"`
	UUID string   `json:"uuidUser"`
	Name string   `json:"fullName"`
	Href *string  `json:"href" doc:"Карточка в консоли; null: вызвавшему она закрыта"`
}

func toPerson(p Person) personWire {
	return personWire{UUID: p.UUID, Name: p.fullName()}
}

// LineWire is a row of the journal.
type LineWire struct {
	Number   int64        `json:"number"`
	At       string       `json:"at"`
	Operator string       `json:"operator" doc:"Имя оператора; пусто, если действовала система"`
	Action   string       `json:"action"`
	Title    string       `json:"title" doc:"Действие словами"`
	Group    audit.Group  `json:"group" enum:"views,exports,changes,decisions,signIns,rights,denials"`
	Kind     string       `json:"kind"`
	Object   string       `json:"object" doc:"Вид объекта словами"`
	Name     *string      `json:"objectName" doc:"Как объект называется сейчас; null: у него нет названия, или его больше нет"`
	Href     *string      `json:"objectHref" doc:"Карточка объекта в консоли; null: её нет, или вызвавшему она закрыта"`
	Address  string       `json:"address"`
	Person   *subjectWire `json:"person" doc:"Студент, о котором запись"`
}

// toLine returns the wire form of a row for a viewer.
func toLine(viewer access.Principal, l audit.Line, about *Person, object Object) LineWire {
	out := LineWire{
		Number: l.Seq, At: clock.FormatStamp(l.At), Operator: l.Name, Action: l.Action, Title: titleOf(l.Action), Group: audit.GroupOf(l.Action), Kind: l.Kind, Object: kindOf(l.Kind),
		Name: rest.Null(object.Name), Href: rest.Null(object.Href), Address: l.Address,
	}
	if about != nil {
		out.Person = &subjectWire{UUID: about.UUID, Name: about.fullName(), Href: rest.Null(about.href(viewer))}
	}
	return out
}

type pageWire struct {
	Items  []LineWire `json:"items"`
	Next   *string    `json:"next" doc:"Передайте как after; строки могут быть дальше, даже если здесь их нет"`
	Until  *string    `json:"until" doc:"До какого момента журнал уже просмотрен"`
	From   string     `json:"from" doc:"С какого дня записи, dd.MM.yyyy"`
	To     string     `json:"to" doc:"По какой день, включительно"`
	Found  *int       `json:"found" doc:"Сколько записей нашлось, не больше 10 000; только на первой странице"`
	IsMore bool       `json:"isMore" doc:"Записей больше, чем found"`
}

// keyOf reads a cursor; nil on the first page.
func keyOf(cursor string) (*audit.Key, error) {
	if cursor == "" {
		return nil, nil //nolint:nilnil // the first page has no key
	}
	var k audit.Key
	return &k, (&rest.After{Cursor: cursor}).Read(&k)
}

func (s *Service) find(ctx context.Context, in *findIn) (pageWire, error) {
	after, err := keyOf(in.Cursor)
	if err != nil {
		return pageWire{}, err
	}
	p, err := s.Find(ctx, in.Body.filter(), after, rowsShown)
	if err != nil {
		return pageWire{}, err
	}
	out, viewer := pageWire{Items: make([]LineWire, len(p.Lines)), From: p.From.Wire(), To: p.To.Wire()}, access.From(ctx)
	for i, l := range p.Lines {
		var about *Person
		if found, ok := p.People[l.Subject]; ok {
			about = &found
		}
		out.Items[i] = toLine(viewer, l, about, p.Objects[l.Seq])
	}
	if p.Tally != nil {
		out.Found, out.IsMore = &p.Tally.Rows, p.Tally.IsMore
	}
	out.Next, out.Until, err = nextOf(p.Next)
	return out, err
}

func nextOf(k *audit.Key) (cursor, until *string, err error) {
	if k == nil {
		return nil, nil, nil
	}
	cursor, err = rest.Cursor(k)
	return cursor, rest.Null(clock.FormatStamp(k.At)), err
}

type rowIn struct {
	Number int64 `path:"number" minimum:"1"`
}

// RowWire is a row with its change.
type RowWire struct {
	LineWire
	Reason   *string                 `json:"reason"`
	Changes  map[string]audit.Change `json:"changes"`
	Personal string                  `json:"personal" enum:"none,shown,erased,hidden" doc:"Личные данные записи: их нет, показаны, удалены по закону или касаются не только вашего университета"`
	Request  string                  `json:"request" doc:"Номер запроса в журнале программы"`
}

func (s *Service) row(ctx context.Context, in *rowIn) (RowWire, error) {
	r, err := s.Get(ctx, in.Number)
	if err != nil {
		return RowWire{}, err
	}
	return RowWire{
		LineWire: toLine(access.From(ctx), r.Line, r.Person, r.Object), Reason: rest.Null(r.Reason), Changes: r.Changes(), Personal: r.personal(), Request: r.RequestID,
	}, nil
}

func (r Row) personal() string {
	switch {
	case r.IsHidden:
		return "hidden"
	case r.IsErased():
		return "erased"
	case r.HasHash:
		return "shown"
	}
	return "none"
}

type peopleIn struct {
	Body struct {
		Search string `json:"searchString" minLength:"1" maxLength:"200" doc:"ФИО, телефон или номер карты"`
	}
}

func (s *Service) people(ctx context.Context, in *peopleIn) ([]personWire, error) {
	found, err := s.Search(ctx, in.Body.Search)
	out := make([]personWire, len(found))
	for i, p := range found {
		out[i] = toPerson(p)
	}
	return out, err
}

type seenIn struct {
	UUID string `path:"uuidUser"`
	rest.After
}

type seenWire struct {
	Number   int64  `json:"number"`
	At       string `json:"at"`
	Operator string `json:"operator"`
	Action   string `json:"action"`
	Address  string `json:"address"`
}

func toSeen(v audit.Seen) seenWire {
	return seenWire{Number: v.Seq, At: clock.FormatStamp(v.At), Operator: v.Name, Action: v.Action, Address: v.Address}
}

func (s *Service) views(ctx context.Context, in *seenIn) (rest.Page[seenWire], error) {
	var before int64
	if err := in.Read(&before); err != nil {
		return rest.Page[seenWire]{}, err
	}
	found, err := s.Views(ctx, in.UUID, before, in.Limit+1)
	if err != nil {
		return rest.Page[seenWire]{}, err
	}
	return rest.NewPage(found, in.Limit, toSeen, func(v audit.Seen) any { return v.Seq })
}

type listsIn struct {
	UUID   string `path:"uuidUser"`
	Cursor string `query:"after" maxLength:"500" doc:"Поле next предыдущей страницы"`
}

type listsWire struct {
	Items []seenWire `json:"items"`
	Next  *string    `json:"next" doc:"Передайте как after, чтобы искать в более ранних списках"`
	Until *string    `json:"until" doc:"До какого момента списки уже просмотрены"`
}

func (s *Service) lists(ctx context.Context, in *listsIn) (out listsWire, err error) {
	after, err := keyOf(in.Cursor)
	if err != nil {
		return out, err
	}
	found, next, err := s.Pages(ctx, in.UUID, after)
	if err != nil {
		return out, err
	}
	out.Items = rest.NewItems(found, toSeen).Items
	out.Next, out.Until, err = nextOf(next)
	return out, err
}

type takenWire struct {
	ID        int64            `json:"id"`
	At        string           `json:"at" doc:"Когда начата"`
	Operator  string           `json:"operator"`
	List      string           `json:"list" doc:"Название списка"`
	Filter    *string          `json:"filter" doc:"Фильтр словами; null: весь список или isHidden"`
	Purpose   *string          `json:"purpose"`
	IsHidden  bool             `json:"isHidden" doc:"Фильтр и цель видит только администратор программы"`
	Rows      int              `json:"rows" doc:"Сколько строк в файле"`
	Downloads []downloadedWire `json:"downloads" doc:"Когда файл скачивали"`
}

type downloadedWire struct {
	At      string `json:"at"`
	Address string `json:"address"`
}

func toTaken(t Taken) takenWire {
	out := takenWire{
		ID: t.ID, At: clock.FormatStamp(t.At), Operator: t.Operator, List: t.List, Filter: rest.Null(t.Filter), Purpose: rest.Null(t.Purpose), IsHidden: t.IsHidden,
		Rows: t.Rows, Downloads: make([]downloadedWire, len(t.Downloads)),
	}
	for i, d := range t.Downloads {
		out.Downloads[i] = downloadedWire{At: clock.FormatStamp(d.At), Address: d.Address}
	}
	return out
}

type takenPage struct {
	Items []takenWire `json:"items"`
	Next  *string     `json:"next" doc:"Передайте как after; выгрузки могут быть дальше, даже если здесь их нет"`
}

func (s *Service) taken(ctx context.Context, in *listsIn) (out takenPage, err error) {
	var before int64
	if err = (&rest.After{Cursor: in.Cursor}).Read(&before); err != nil {
		return out, err
	}
	found, next, err := s.Taken(ctx, in.UUID, before)
	if err != nil {
		return out, err
	}
	out.Items = rest.NewItems(found, toTaken).Items
	if next != 0 {
		out.Next, err = rest.Cursor(next)
	}
	return out, err
}
