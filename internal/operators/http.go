package operators

import (
	"context"
	"slices"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const (
	pageSize = 15

	sortDate  = "createdAt"
	sortName  = "surname"
	sortLogin = "login"
)

var sorts = rest.Sorting{Keys: []string{sortDate, sortName, sortLogin}, Direction: listquery.Descending, PageSize: pageSize}

// Routes are the calls of this area.
func (s *Service) Routes() []rest.Route {
	return slices.Concat([]rest.Route{
		rest.List("PUT /v1/operators", access.Operators, "Операторы", sorts, s.list),
		exporting.Route("POST /v1/operators/export", exported, sorts, s.order),
		rest.Card("GET /v1/operators/{uuidOperator}", access.Operators, "Карточка оператора", s.card),
		rest.ListCall("PUT /v1/operators/{uuidOperator}/neighbours", access.Operators, "Соседи оператора в списке", sorts, s.neighbours),
		rest.Call("GET /v1/audit/operator/{uuidOperator}", access.Operators, "История оператора", s.history),
		rest.Confirmed(rest.Call("PUT /v1/operators/{uuidOperator}/rights", access.Operators, "Изменить роль, флаги и университет", s.setRights)),
		rest.Confirmed(rest.Call("PUT /v1/operators/{uuidOperator}/status", access.Operators, "Заблокировать или разблокировать", s.setStatus)),
		rest.Confirmed(rest.Call("DELETE /v1/operators/{uuidOperator}/factor", access.Operators, "Сбросить вход по коду", s.resetFactor)),
		rest.Call("GET /v1/operators/{uuidOperator}/sessions", access.Operators, "Сеансы оператора", s.sessions),
		rest.Call("DELETE /v1/operators/{uuidOperator}/sessions", access.Operators, "Завершить все сеансы оператора", s.endSessions),
		rest.Call("DELETE /v1/operators/{uuidOperator}/sessions/{uuidSession}", access.Operators, "Завершить сеанс оператора", s.endSession),
	}, s.invitationRoutes())
}

// FilterIn is what narrows the list of operators.
type FilterIn struct {
	Search     *string      `json:"searchString,omitempty" nullable:"true" doc:"ФИО или E-mail"`
	Role       *access.Role `json:"role,omitempty" nullable:"true" doc:"Роль; без неё все"`
	Status     *Status      `json:"status,omitempty" nullable:"true" doc:"active или blocked; без него все"`
	University *string      `json:"uuidUniversity,omitempty" nullable:"true" format:"uuid"`
	OnlyAdmins bool         `json:"onlyAdmins,omitempty" doc:"Только администраторы"`
}

func (f FilterIn) query(p rest.Paging) listquery.Query[Filter] {
	filter := Filter{University: rest.Text(f.University), OnlyAdmins: f.OnlyAdmins}
	if f.Role != nil {
		filter.Role = *f.Role
	}
	if f.Status != nil {
		filter.Status = *f.Status
	}
	return rest.Query(p, rest.Text(f.Search), filter)
}

type listIn struct {
	rest.Paging
	Body FilterIn
}

type exportIn struct {
	rest.Paging
	Body exportWire
}

type exportWire struct {
	FilterIn
	exporting.Asked
}

func (s *Service) order(in *exportIn) exporting.Order {
	return exporting.Order{List: s.export(), Question: in.Body.query(in.Paging), Purpose: rest.Text(in.Body.Purpose)}
}

// RowWire is an operator in the list.
type RowWire struct {
	UUID           string      `json:"uuidOperator"`
	Login          string      `json:"login"`
	Surname        string      `json:"surname"`
	Name           string      `json:"name"`
	Patronymic     *string     `json:"patronymic"`
	Role           access.Role `json:"role" enum:"operator_all,operator_student,operator_univer,chairman"`
	IsChairman     bool        `json:"isChairman" doc:"Флаг: права председателя на новости"`
	IsAdmin        bool        `json:"isAdmin"`
	University     string      `json:"uuidUniversity"`
	UniversityName string      `json:"shortNameUniversity"`
	Status         Status      `json:"status" enum:"active,blocked"`
	HasFactor      bool        `json:"hasFactor" doc:"Вход по коду включён"`
	SignedInAt     *string     `json:"signedInAt"`
	CreatedAt      string      `json:"createdAt"`
}

func toRow(o Operator) RowWire {
	row := RowWire{
		UUID: o.UUID, Login: o.Login, Surname: o.Surname, Name: o.Name, Patronymic: rest.Null(o.Patronymic), Role: o.Role, IsChairman: o.IsChairman, IsAdmin: o.IsAdmin,
		University: o.UniversityUUID, UniversityName: o.UniversityName, Status: o.Status(), HasFactor: o.HasFactor, CreatedAt: clock.FormatStamp(o.CreatedAt),
	}
	if o.SignedInAt != nil {
		row.SignedInAt = rest.Null(clock.FormatStamp(*o.SignedInAt))
	}
	return row
}

func (s *Service) list(ctx context.Context, in *listIn) (listquery.Page[RowWire], error) {
	p, err := s.List(ctx, in.Body.query(in.Paging))
	out := listquery.Page[RowWire]{Total: p.Total, Rows: make([]RowWire, len(p.Rows))}
	for i, o := range p.Rows {
		out.Rows[i] = toRow(o)
	}
	return out, err
}

type cardIn struct {
	UUID string `path:"uuidOperator"`
}

// CardWire is an operator's card: a row and more.
type CardWire struct {
	RowWire
	Phone     *string `json:"phone"`
	Job       *string `json:"job"`
	BlockedAt *string `json:"blockedAt"`
	IsSelf    bool    `json:"isSelf"`
	CanChange bool    `json:"canChange" doc:"Может ли вызывающий менять права и блокировку"`
}

func (s *Service) card(ctx context.Context, in *cardIn) (rest.Tagged[CardWire], error) {
	o, err := s.Get(ctx, in.UUID)
	caller := access.From(ctx)
	card := CardWire{
		RowWire: toRow(o), Phone: rest.Null(o.Phone), Job: rest.Null(o.Job), IsSelf: o.ID == caller.Operator,
		CanChange: o.ID != caller.Operator && access.MayGrant(caller.Rights(), o.Rights()),
	}
	if o.BlockedAt != nil {
		card.BlockedAt = rest.Null(clock.FormatStamp(*o.BlockedAt))
	}
	return rest.Tagged[CardWire]{Version: o.Version, Body: card}, err
}

type nearIn struct {
	UUID string `path:"uuidOperator"`
	rest.Paging
	Body FilterIn
}

func (s *Service) neighbours(ctx context.Context, in *nearIn) (rest.Neighbours, error) {
	return rest.PutNeighbours(s.Neighbours(ctx, in.Body.query(in.Paging), in.UUID))
}

func (s *Service) history(ctx context.Context, in *cardIn) ([]rest.HistoryRecord, error) {
	return rest.PutHistory(s.History(ctx, in.UUID))
}

// RightsIn is what an administrator grants.
type RightsIn struct {
	Role       access.Role `json:"role" doc:"operator_all, operator_student, operator_univer или chairman"`
	IsChairman bool        `json:"isChairman,omitempty" doc:"Дать ещё и права председателя на новости"`
	IsAdmin    bool        `json:"isAdmin,omitempty"`
	University string      `json:"uuidUniversity" format:"uuid"`
}

func (r RightsIn) form() RightsForm {
	return RightsForm(r)
}

type rightsIn struct {
	rest.IfMatch
	UUID string `path:"uuidOperator"`
	Body RightsIn
}

func (s *Service) setRights(ctx context.Context, in *rightsIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SetRights(ctx, in.UUID, in.Body.form(), in.Stale)
}

type statusIn struct {
	UUID string `path:"uuidOperator"`
	Body struct {
		Status Status  `json:"status" doc:"active или blocked"`
		Reason *string `json:"reasonText,omitempty" nullable:"true" doc:"Обязательна для блокировки, до 500 символов"`
	}
}

func (s *Service) setStatus(ctx context.Context, in *statusIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SetStatus(ctx, in.UUID, in.Body.Status, rest.Text(in.Body.Reason))
}

type resetIn struct {
	UUID string `path:"uuidOperator"`
	Body struct {
		Reason string `json:"reasonText" doc:"До 500 символов; её увидит оператор"`
	}
}

func (s *Service) resetFactor(ctx context.Context, in *resetIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.ResetFactor(ctx, in.UUID, in.Body.Reason)
}

type sessionWire struct {
	ID        string `json:"uuid"`
	Device    string `json:"device"`
	Address   string `json:"address"`
	CreatedAt string `json:"createdAt"`
	LastUse   string `json:"lastUse"`
}

func (s *Service) sessions(ctx context.Context, in *cardIn) ([]sessionWire, error) {
	live, err := s.Sessions(ctx, in.UUID)
	out := make([]sessionWire, len(live))
	for i, l := range live {
		out[i] = sessionWire{ID: l.ID, Device: l.Device, Address: l.Address, CreatedAt: clock.FormatStamp(l.Created), LastUse: clock.FormatStamp(l.LastSeen)}
	}
	return out, err
}

func (s *Service) endSessions(ctx context.Context, in *cardIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.EndSessions(ctx, in.UUID)
}

type endIn struct {
	UUID    string `path:"uuidOperator"`
	Session string `path:"uuidSession"`
}

func (s *Service) endSession(ctx context.Context, in *endIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.EndSession(ctx, in.UUID, in.Session)
}
