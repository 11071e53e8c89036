package audit_test

import (
	"testing"

	"studbonus/internal/platform/audit"
)

func TestActionsAreInTheirGroup(t *testing.T) {
	for action, want := range map[string]audit.Group{
		"student.view": audit.Views, "applications.list": audit.Views, "reviews.complaints": audit.Views, "journal.read": audit.Views, "journal.seen": audit.Views,
		"exports.start": audit.Exports, "exports.finish": audit.Exports, "exports.cancel": audit.Exports, "students.exported": audit.Exports, "news.exportSurvey": audit.Exports,
		"promotions.export": audit.Exports, "files.download": audit.Exports,
		"auth.signIn": audit.SignIns, "members.signOut": audit.SignIns, "auth.codeFailed": audit.SignIns, "auth.password": audit.Rights, "operators.blocked": audit.Rights,
		"students.active": audit.Decisions, "news.declined": audit.Decisions, "news.wait": audit.Decisions, "students.undo": audit.Decisions, "reviews.undo": audit.Decisions,
		"access.denied": audit.Denials, "access.denied.more": audit.Denials, "students.save": audit.Changes, "files.upload": audit.Changes, "something.new": audit.Changes,
	} {
		if got := audit.GroupOf(action); got != want {
			t.Errorf("%s: %s, want %s", action, got, want)
		}
	}
}
