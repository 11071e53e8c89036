// Package access says who may do what: the one table of roles and areas, the signed-in
// operator, and the scope that every query on students' data must take.
package access

import (
	"context"
	"net/netip"
	"slices"
)

// Role is the kind of an operator.
type Role string

// The accepted roles; a token with any other is refused.
const (
	OperatorAll     Role = "operator_all"
	OperatorStudent Role = "operator_student"
	OperatorUniver  Role = "operator_univer"
	Chairman        Role = "chairman"
)

// Roles lists the accepted roles in the order of the specification.
var Roles = []Role{OperatorAll, OperatorStudent, OperatorUniver, Chairman}

// Valid tells whether the role is one of the accepted.
func (r Role) Valid() bool { return slices.Contains(Roles, r) }

// Area is a part of the console that a role has or has not.
type Area string

// The areas of the console, and two that are not in any menu.
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
)

// Table is the only place where a role stands next to a permission (specification part 1 §6, contract §2).
// The console's menu and route guards read a file generated from it.
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
}

// Known tells whether an area may stand on a route.
func (a Area) Known() bool {
	_, listed := Table[a]
	return listed || a == Public
}

// Principal is the signed-in operator of a request, read from the database and never from the token.
type Principal struct {
	Operator   int64
	UUID       string
	Login      string
	Name       string
	Surname    string
	Role       Role
	IsChairman bool // the role, or the flag beside another role: news powers alone
	University int64
	Region     int64
	Session    string
}

// Can tells whether the operator's role has the area.
func (p Principal) Can(a Area) bool { return slices.Contains(Table[a], p.Role) }

// Scope is what of the students' data this operator sees.
func (p Principal) Scope() Scope {
	if p.Role == OperatorAll {
		return Scope{all: true}
	}
	return Scope{university: p.University}
}

// Scope limits queries to the caller's universities. Its zero value sees nothing.
type Scope struct {
	all        bool
	university int64
}

// Everything is the scope of background work that acts for no operator.
func Everything() Scope { return Scope{all: true} }

// Where is the condition that a query must carry, for the column that holds the university.
func (s Scope) Where(column string) (condition string, args []any) {
	if s.all {
		return "1 = 1", nil
	}
	return column + " = ?", []any{s.university}
}

// Covers tells whether data of this university are in the scope.
func (s Scope) Covers(university int64) bool { return s.all || s.university == university }

// University is the only university in the scope; false when the scope is all of them.
func (s Scope) University() (int64, bool) { return s.university, !s.all }

// Request is where a call came from: the audit log writes it down.
type Request struct {
	ID      string
	Address string
}

// Network is what limits count a caller by: an IPv4 address, or the /64 of an IPv6 one, all of which one household or server
// may use.
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

// From is the signed-in operator. On a route whose area is Public it is the zero Principal, which may do nothing.
func From(ctx context.Context) Principal {
	p, _ := ctx.Value(principalKey{}).(Principal)
	return p
}

// WithRequest attaches the origin of a call.
func WithRequest(ctx context.Context, r Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// RequestFrom is the origin of a call; zero in background work.
func RequestFrom(ctx context.Context) Request {
	r, _ := ctx.Value(requestKey{}).(Request)
	return r
}
