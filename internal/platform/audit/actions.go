package audit

import (
	"context"
	"slices"
	"strings"

	"studbonus/internal/platform/db"
)

// Group is a kind of actions that the journal can be filtered by.
type Group string

// The groups.
const (
	Views     Group = "views"     // cards, lists and the journal itself
	Exports   Group = "exports"   // and opened files of exports
	SignIns   Group = "signIns"   // sign-ins, also failed, and sessions
	Rights    Group = "rights"    // operators, their rights and second factors
	Decisions Group = "decisions" // statuses
	Changes   Group = "changes"   // everything else
	Denials   Group = "denials"   // refused calls
)

// Groups lists them in the order of the console.
var Groups = []Group{Views, Exports, Changes, Decisions, SignIns, Rights, Denials}

var signInActions = []string{
	"auth.signIn", "auth.signInFailed", "auth.signOut", "auth.codeFailed", "auth.confirm", "auth.endSession", "auth.endSessions", "auth.refreshReused",
	"members.signIn", "members.signOut", "members.endSession",
}

var decided = []string{"active", "blocked", "rejected", "moderation", "public", "approved", "declined", "wait", "undo"}

// GroupOf returns the group of an action. A new action is a change until it is named here.
func GroupOf(action string) Group {
	area, what, _ := strings.Cut(action, ".")
	switch {
	case what == "view" || slices.Contains(listActions, action) || area == "journal" && !strings.Contains(what, "export"):
		return Views
	case area == "exports" || strings.HasPrefix(what, "export") || action == "files.download":
		return Exports
	case slices.Contains(signInActions, action):
		return SignIns
	case area == "operators" || area == "auth":
		return Rights
	case area == "access":
		return Denials
	case slices.Contains(decided, what):
		return Decisions
	}
	return Changes
}

// isOfActions reports whether only some actions are asked for.
func (q Question) isOfActions() bool { return q.Group != "" || q.Kind != "" }

// pair is an action and the kind of its objects.
type pair struct {
	Action string `db:"action"`
	Kind   string `db:"kind"`
}

// selectPairs jumps through the index, from each action to the next and from each kind of an action to the next: a hundred steps instead
// of a scan. (One jump that compares both columns would read all rows of an action on SQLite, which uses the first of them alone.)
const selectPairs = `WITH RECURSIVE actions (action) AS (
	SELECT min(action) FROM audit_log
	UNION ALL
	SELECT (SELECT min(l.action) FROM audit_log l WHERE l.action > actions.action) FROM actions WHERE actions.action IS NOT NULL),
pairs (action, kind) AS (
	SELECT a.action, (SELECT min(l.kind) FROM audit_log l WHERE l.action = a.action) FROM actions a
	UNION ALL
	SELECT pairs.action, (SELECT min(l.kind) FROM audit_log l WHERE l.action = pairs.action AND l.kind > pairs.kind) FROM pairs WHERE pairs.kind IS NOT NULL)
	SELECT action, kind FROM pairs WHERE kind IS NOT NULL`

// pairsOf returns the pairs in the log that a question asks for.
func pairsOf(ctx context.Context, q db.Querier, ask Question) ([]pair, error) {
	if !ask.isOfActions() {
		return nil, nil
	}
	all, err := db.All[pair](ctx, q, selectPairs)
	return slices.DeleteFunc(all, func(p pair) bool {
		return ask.Group != "" && GroupOf(p.Action) != ask.Group || ask.Kind != "" && p.Kind != ask.Kind
	}), err
}
