package access

import "slices"

// Rights are what an administrator gives an operator or takes away.
type Rights struct {
	Role       Role
	IsChairman bool // the flag; the role Chairman needs none
	IsAdmin    bool
	University int64
}

// Rights returns what the operator has.
func (p Principal) Rights() Rights {
	return Rights{Role: p.Role, IsChairman: p.IsChairman && p.Role != Chairman, IsAdmin: p.IsAdmin, University: p.University}
}

// IsProgrammeAdmin reports whether the rights are those of an administrator of the programme.
func (r Rights) IsProgrammeAdmin() bool { return r.IsAdmin && r.Role == OperatorAll }

// CommandLine is the principal of the commands: with access to the machine one may grant everything (rules 26.5).
func CommandLine() Principal { return Principal{Role: OperatorAll, IsAdmin: true} }

// grant is what one kind of administrator may give.
type grant struct {
	roles      []Role
	withFlags  bool
	everywhere bool // not only at the home university
}

// The table of grants (rules 26.2). Everybody else has the zero grant.
var (
	programmeGrant  = grant{roles: Roles, withFlags: true, everywhere: true}
	universityGrant = grant{roles: []Role{OperatorStudent, OperatorUniver}}
)

func grantOf(giver Rights) grant {
	switch {
	case giver.IsProgrammeAdmin():
		return programmeGrant
	case giver.IsAdmin:
		return universityGrant
	}
	return grant{}
}

// MayGrant reports whether the giver may give or take every one of these rights. A change asks about what the target has and
// about what it gets; an act on the account (block, end of sessions, reset of the factor) about what it has.
func MayGrant(giver Rights, rights ...Rights) bool {
	g := grantOf(giver)
	return !slices.ContainsFunc(rights, func(r Rights) bool {
		return !slices.Contains(g.roles, r.Role) || (r.IsChairman || r.IsAdmin) && !g.withFlags || r.University != giver.University && !g.everywhere
	})
}
