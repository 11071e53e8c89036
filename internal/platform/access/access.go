// Package access defines permissions: the table of roles and areas, the signed-in operator, and the scope that every query on
// students' data takes.
package access

import (
	"context"
	"net/netip"
	"slices"
	"time"
)

// Role is the kind of an operator.
type Role string

// The roles; an operator with any other is refused.
const (
	OperatorAll     Role = "operator_all"
	OperatorStudent Role = "operator_student"
	OperatorUniver  Role = "operator_univer"
	Chairman        Role = "chairman"
)

// Roles lists the roles in the order of rules 2.1.
var Roles = []Role{OperatorAll, OperatorStudent, OperatorUniver, Chairman}

// Valid reports whether the role is one of Roles.
func (r Role) Valid() bool { return slices.Contains(Roles, r) }

// Area is a part of the console that a role may or may not use.
type Area string

// The areas of the console, and two pseudo-areas that are in no menu.
const (
	Public   Area = "public"   // no token needed
	SignedIn Area = "signedIn" // any operator

	Students     Area = "students"
	Applications Area = "applications"
	Partners     Area = "partners"
	Promotions   Area = "promotions"
	Reviews      Area = "reviews"
	News         Area = "news"
	Structure    Area = "structure"
	Statistics   Area = "statistics"
	Knowledge    Area = "knowledge"
	RZDBonus     Area = "rzdBonus"
	Settings     Area = "settings"
	Attention    Area = "attention"

	// By the flag, see Administration.
	Operators  Area = "operators"
	Journal    Area = "journal"
	Catalogues Area = "catalogues"
)

// Table is the only place that maps areas to roles (rules 2.2). The console's menu and route guards are generated from it.
var Table = map[Area][]Role{
	SignedIn:     Roles,
	Students:     {OperatorAll, OperatorStudent, Chairman},
	Applications: {OperatorAll, OperatorStudent, Chairman},
	Partners:     {OperatorAll, OperatorUniver, Chairman},
	Promotions:   {OperatorAll, OperatorUniver, Chairman},
	Reviews:      {OperatorAll, OperatorUniver, Chairman},
	News:         Roles,
	Structure:    {OperatorAll, OperatorStudent, Chairman},
	Statistics:   Roles,
	Knowledge:    {OperatorAll, OperatorStudent},
	RZDBonus:     {OperatorAll},
	Settings:     Roles,
	Attention:    Roles,
	Operators:    {},
	Journal:      {},
	Catalogues:   {},
}

// Administration maps the areas that only administrators have to the roles with which the flag adds them (rules 26.1). An
// administrator with operator_all is one of the programme.
var Administration = map[Area][]Role{
	Operators:  Roles,
	Journal:    Roles,
	Catalogues: {OperatorAll},
}

// Titles name the areas in the OpenAPI document and on /api-docs. The server does not start without one.
var Titles = map[Area]string{
	Public:       "Без токена: вход, сброс пароля и файлы по ссылке",
	SignedIn:     "Для каждого оператора",
	Students:     "Студенты",
	Applications: "Заявки",
	Partners:     "Партнёры",
	Promotions:   "Акции",
	Reviews:      "Отзывы",
	News:         "Новости, опросы и мероприятия",
	Structure:    "Структура университета",
	Statistics:   "Статистика",
	Knowledge:    "База знаний",
	RZDBonus:     "РЖД Бонус",
	Settings:     "Настройки",
	Attention:    "Требует внимания, поиск по разделам, сохранённые виды",
	Operators:    "Операторы и приглашения",
	Journal:      "Журнал действий",
	Catalogues:   "Справочники",
}

// Known reports whether a route may have this area.
func (a Area) Known() bool {
	_, listed := Table[a]
	return listed || a == Public
}

// Principal is the signed-in operator of a request, read from the database and not from the token.
type Principal struct {
	Operator   int64
	UUID       string
	Login      string
	Name       string
	Surname    string
	Role       Role
	IsChairman bool // by role, or by a flag beside another role, which adds news permissions only
	IsAdmin    bool // of the programme with OperatorAll, else of the home university
	University int64
	Region     int64
	Session    string
	Confirmed  time.Time // when the operator last proved the identity in this session
	FactorDue  bool      // a second factor is required and missing: only its set-up is open
}

// Can reports whether the operator has the area, by role or as an administrator.
func (p Principal) Can(a Area) bool {
	return slices.Contains(Table[a], p.Role) || p.IsAdmin && slices.Contains(Administration[a], p.Role)
}

// confirmedFor is how long a password or a code counts before a dangerous call asks for it again (rules 26.9).
const confirmedFor = 15 * time.Minute

// IsConfirmed reports whether the operator has proved the identity recently enough for a dangerous call.
func (p Principal) IsConfirmed(now time.Time) bool { return now.Sub(p.Confirmed) <= confirmedFor }

// Scope returns which students' data this operator may see.
func (p Principal) Scope() Scope {
	if p.Role == OperatorAll {
		return Scope{all: true}
	}
	return Scope{university: p.University}
}

// Scope limits queries to the caller's universities. The zero value sees nothing.
type Scope struct {
	all        bool
	university int64
}

// Everything is the scope of background work that acts for no operator.
func Everything() Scope { return Scope{all: true} }

// Where returns the SQL condition on the university column.
func (s Scope) Where(column string) (condition string, args []any) {
	if s.all {
		return "1 = 1", nil
	}
	return column + " = ?", []any{s.university}
}

// Covers reports whether a university is in the scope.
func (s Scope) Covers(university int64) bool { return s.all || s.university == university }

// University returns the only university in the scope; false if the scope is all of them.
func (s Scope) University() (int64, bool) { return s.university, !s.all }

// Request is the origin of a call, for the audit log and the limits.
type Request struct {
	ID      string
	Address string
	Agent   string // the User-Agent, shortened
}

// Network returns what limits count a caller by: an IPv4 address, or the /64 of an IPv6 address, because one household or
// server has a whole /64.
func (r Request) Network() string {
	addr, err := netip.ParseAddr(r.Address)
	if err != nil {
		return r.Address
	}
	if addr = addr.Unmap(); addr.Is4() {
		return addr.String()
	}
	return netip.PrefixFrom(addr, 64).Masked().String()
}

type principalKey struct{}
type requestKey struct{}

// WithPrincipal attaches the signed-in operator to a request.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// From returns the signed-in operator. On a Public route it is the zero Principal, which has no permissions.
func From(ctx context.Context) Principal {
	p, _ := ctx.Value(principalKey{}).(Principal)
	return p
}

// WithRequest attaches the origin of a call.
func WithRequest(ctx context.Context, r Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// RequestFrom returns the origin of a call; zero in background jobs.
func RequestFrom(ctx context.Context) Request {
	r, _ := ctx.Value(requestKey{}).(Request)
	return r
}
