package students

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/undo"
)

// former is what a decision changes. The document and the card's phone stay as they are: the document is deleted a day
// after a decision at the earliest, and the card asks for the status.
type former struct {
	Status      Status     `json:"status"`
	Reason      string     `json:"reason"`
	WrongFields string     `json:"wrongFields"`
	StatusAt    *time.Time `json:"statusAt"`
	DecidedAt   *time.Time `json:"decidedAt"`
}

func formerOf(s Student) former {
	return former{Status: s.Status, Reason: s.Reason, WrongFields: s.WrongFields, StatusAt: s.StatusAt, DecidedAt: s.DecidedAt}
}

// toAudit returns what the history compares.
func (f former) toAudit() map[string]any {
	return map[string]any{"status": f.Status, "statusReason": f.Reason, "wrongFields": f.WrongFields}
}

// decision returns the decision that led to this state, "" if no operator had decided.
func (f former) decision() Decision {
	switch {
	case f.StatusAt == nil || f.Status == Moderation:
		return ""
	case f.Status == Rejected:
		return Refused
	case f.Status == Blocked:
		return BlockedCard
	case f.DecidedAt != nil && f.DecidedAt.Equal(*f.StatusAt):
		return Approved
	}
	return RestoredCard
}

// resumed is the age up to which an earlier decision is announced after all, once the later one that suppressed its notice is undone.
const resumed = time.Hour

// Undone is what an undo has done.
type Undone struct{ Undone, Skipped int }

// Undo takes back the caller's latest decision about a student.
func (s *Service) Undo(ctx context.Context, uuid string) (Undone, error) {
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		is, err := lock(ctx, tx, access.From(ctx).Scope(), uuid)
		if err != nil {
			return err
		}
		kept, err := s.undo.Of(ctx, tx, is.ID)
		if err != nil {
			return err
		}
		if kept.Version != is.Version {
			return alreadyDecided(ctx, tx, is)
		}
		noticed, err := s.hasNotice(ctx, tx, is, kept)
		if err == nil && noticed {
			err = fault.Conflict("Студенту уже сообщили о решении: отменить его нельзя.")
		}
		if err != nil {
			return err
		}
		return s.takeBack(ctx, tx, []Student{is}, []undo.Kept[former]{kept})
	})
	return Undone{Undone: 1}, err
}

// UndoTogether takes back what the caller has decided together. Students who have changed since are skipped.
func (s *Service) UndoTogether(ctx context.Context, decision string) (out Undone, err error) {
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		kept, err := s.undo.Together(ctx, tx, decision)
		if err != nil {
			return err
		}
		ids, byID := undo.ByObject(kept)
		locked, err := lockAll(ctx, tx, access.From(ctx).Scope(), ids)
		if err != nil {
			return err
		}
		var chosen []Student
		var taken []undo.Kept[former]
		for _, is := range locked {
			k := byID[is.ID]
			noticed, err := s.hasNotice(ctx, tx, is, k)
			if err != nil {
				return err
			}
			if k.Version == is.Version && !noticed {
				chosen, taken = append(chosen, is), append(taken, k)
			}
		}
		if out = (Undone{len(chosen), len(kept) - len(chosen)}); out.Undone == 0 {
			return fault.Conflict("Отменить нечего: все заявки уже изменились.")
		}
		return s.takeBack(ctx, tx, chosen, taken)
	})
	return out, err
}

// hasNotice reports whether the notice of a decision has been made. Notices are made under the same lock, so none follows an undo.
func (s *Service) hasNotice(ctx context.Context, tx db.Tx, is Student, k undo.Kept[former]) (bool, error) {
	if is.StatusAt == nil {
		return false, nil
	}
	return s.Hooks.HasNotice(ctx, tx, is.ID, decisionOf(k.Former.Status, is.Status), *is.StatusAt)
}

// takeBack restores locked students.
func (s *Service) takeBack(ctx context.Context, tx db.Tx, chosen []Student, taken []undo.Kept[former]) error {
	was := make(map[int64]former, len(taken))
	for _, k := range taken {
		was[k.Object] = k.Former
		if err := restore(ctx, tx, k.Object, k.Former); err != nil {
			return err
		}
		if d := k.Former.decision(); d != "" && k.At.Sub(*k.Former.StatusAt) < resumed {
			if err := s.Hooks.Decided(ctx, tx, k.Object, d); err != nil {
				return err
			}
		}
	}
	err := s.recordAll(ctx, tx, chosen, func(is Student) audit.Entry {
		return audit.Entry{Action: "students.undo", Before: formerOf(is).toAudit(), After: was[is.ID].toAudit()}
	})
	if err != nil {
		return err
	}
	return s.undo.Drop(ctx, tx, taken)
}
