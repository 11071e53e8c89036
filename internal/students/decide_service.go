package students

import (
	"context"
	"fmt"
	"strings"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/undo"
)

// Decision is what an operator has decided about a student, for the student.
type Decision = string

// The decisions.
const (
	Approved     Decision = "approved"
	Refused      Decision = "rejected"
	BlockedCard  Decision = "blocked"
	RestoredCard Decision = "unblocked"
)

func decisionOf(from, to Status) Decision {
	switch {
	case to == Rejected:
		return Refused
	case to == Blocked:
		return BlockedCard
	case from == Blocked:
		return RestoredCard
	}
	return Approved
}

// Verdict is a change of status.
type Verdict struct {
	To     Status
	Reason string
	Fields []string // of Form, for the student to correct; with a rejection only
}

// Move is a verdict on one student.
type Move struct {
	Student string
	To      Status
	Reason  string
	Fields  []string
}

// Move changes a student's status.
func (s *Service) Move(ctx context.Context, m Move, stale func(version int64) bool) error {
	if err := statusRules.Check(m.To); err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, access.From(ctx).Scope(), m.Student)
		if err != nil {
			return err
		}
		if stale(was.Version) || !statusRules.Allows(was.Status, m.To) {
			return alreadyDecided(ctx, tx, was)
		}
		_, err = s.decide(ctx, tx, []Student{was}, Verdict{To: m.To, Reason: m.Reason, Fields: m.Fields})
		return err
	})
}

// alreadyDecided is the conflict of the operator who came second: it names the first decision.
func alreadyDecided(ctx context.Context, tx db.Tx, is Student) error {
	return audit.Decided(ctx, tx, auditKind, is.UUID, fmt.Sprintf("Статус сейчас: %s.", strings.ToLower(statusNames[is.Status])))
}

// decide changes the status of locked students who may have it. It returns the uuid that takes the decision back.
func (s *Service) decide(ctx context.Context, tx db.Tx, chosen []Student, v Verdict) (string, error) {
	if err := checkPresent(chosen); err != nil {
		return "", err
	}
	reason, err := statusRules.Reason(v.To, v.Reason)
	if err != nil {
		return "", err
	}
	fields, err := v.wrongFields()
	if err != nil {
		return "", err
	}
	if err := setStatus(ctx, tx, idsOf(chosen), statusChange{to: v.To, reason: reason, fields: fields, at: s.Clock()}); err != nil {
		return "", err
	}
	after := former{Status: v.To, Reason: reason, WrongFields: fields}
	err = s.recordAll(ctx, tx, chosen, func(was Student) audit.Entry {
		return audit.Entry{Action: "students." + string(v.To), Reason: reason, Before: formerOf(was).toAudit(), After: after.toAudit()}
	})
	if err != nil {
		return "", err
	}
	decided := make([]undo.Decided[former], len(chosen))
	for i, was := range chosen {
		if err := s.Hooks.Decided(ctx, tx, was.ID, decisionOf(was.Status, v.To)); err != nil {
			return "", err
		}
		decided[i] = undo.Decided[former]{Object: was.ID, Version: was.Version + 1, Former: formerOf(was)}
	}
	return s.undo.Keep(ctx, tx, decided...)
}

// checkPresent refuses a decision about students who have left the programme.
func checkPresent(chosen []Student) error {
	left := 0
	for _, st := range chosen {
		if st.hasLeft() {
			left++
		}
	}
	switch {
	case left == 0:
		return nil
	case len(chosen) == 1:
		return fault.Conflict("Студент вышел из программы и отозвал согласия. Вернуться он может сам: отправить заявку ещё раз.")
	}
	return fault.Conflict(fmt.Sprintf("Среди выбранных вышли из программы %d из %d: решать о них нельзя, пока они сами не отправят заявку ещё раз. Выберите только заявки на модерации.", left, len(chosen)))
}

// recordAll adds an audit entry for each student and queues their list updates.
func (s *Service) recordAll(ctx context.Context, tx db.Tx, chosen []Student, entry func(Student) audit.Entry) error {
	entries := make([]audit.Signed, len(chosen))
	for i, st := range chosen {
		e := entry(st)
		e.Kind, e.Object, e.About = auditKind, st.UUID, about(st)
		entries[i] = audit.Signed{From: access.RequestFrom(ctx), Entry: e}
	}
	if err := audit.WritePersonal(ctx, tx, s.Clock(), entries); err != nil {
		return err
	}
	return s.index.TouchWhere(ctx, tx, existingIDs, idsOf(chosen))
}

func idsOf(chosen []Student) []int64 {
	ids := make([]int64, len(chosen))
	for i, st := range chosen {
		ids[i] = st.ID
	}
	return ids
}
