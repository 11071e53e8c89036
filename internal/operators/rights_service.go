package operators

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// onTarget locks an account and calls act, if the caller may change what the account has. The caller's own rights are those
// of this moment: they are read under the same lock.
func (s *Service) onTarget(ctx context.Context, find func(context.Context, db.Tx) (Operator, error), act func(ctx context.Context, tx db.Tx, giver access.Rights, target Operator) error) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		found, err := find(ctx, tx)
		if err != nil {
			return err
		}
		caller := access.From(ctx)
		if err := lockWithAdmins(ctx, tx, found.ID, caller.Operator); err != nil {
			return err
		}
		giver, err := presentRights(ctx, tx, caller)
		if err != nil {
			return err
		}
		target, err := byID(ctx, tx, found.ID)
		if err != nil {
			return err
		}
		if target.ID == caller.Operator {
			return fault.NotAllowed(ownRights)
		}
		if !access.MayGrant(giver, target.Rights()) {
			return fault.Forbidden()
		}
		return act(ctx, tx, giver, target)
	})
}

// presentRights reads what the caller may do now. The command line has no account.
func presentRights(ctx context.Context, q db.Querier, caller access.Principal) (access.Rights, error) {
	if caller.Operator == 0 {
		return caller.Rights(), nil
	}
	o, err := byID(ctx, q, caller.Operator)
	if err == nil && o.BlockedAt != nil {
		err = fault.Forbidden()
	}
	return o.Rights(), err
}

// ofCaller finds an account that the caller administers.
func ofCaller(uuid string) func(context.Context, db.Tx) (Operator, error) {
	return func(ctx context.Context, tx db.Tx) (Operator, error) {
		return byUUID(ctx, tx, access.From(ctx).Scope(), uuid)
	}
}

func withLogin(login string) func(context.Context, db.Tx) (Operator, error) {
	return func(ctx context.Context, tx db.Tx) (Operator, error) { return byLogin(ctx, tx, form.Login(login)) }
}

// SetRights changes role, flags and university of an account. stale reports whether the caller has seen another version.
func (s *Service) SetRights(ctx context.Context, uuid string, f RightsForm, stale func(version int64) bool) error {
	return s.onTarget(ctx, ofCaller(uuid), func(ctx context.Context, tx db.Tx, giver access.Rights, target Operator) error {
		var c fault.Check
		if f.check(&c); c.Err() != nil {
			return c.Err()
		}
		if stale(target.Version) {
			return fault.Stale()
		}
		university, err := universityOf(ctx, tx, f)
		if err != nil {
			return err
		}
		return s.grant(ctx, tx, giver, target, f.rights(university))
	})
}

// universityOf finds the university named in the form; an unknown one is an error of its field.
func universityOf(ctx context.Context, q db.Querier, f RightsForm) (int64, error) {
	ids, err := universityIDs(ctx, q, f.University)
	if err == nil && len(ids) == 0 {
		err = fault.Invalid("uuidUniversity", "Такого университета нет")
	}
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// ChangeRights changes the rights of an account by login: the command line.
func (s *Service) ChangeRights(ctx context.Context, login string, change func(*access.Rights)) error {
	return s.onTarget(ctx, withLogin(login), func(ctx context.Context, tx db.Tx, giver access.Rights, target Operator) error {
		gets := target.Rights()
		change(&gets)
		if !gets.Role.Valid() {
			return fault.Invalid("role", noSuchRole())
		}
		return s.grant(ctx, tx, giver, target, gets)
	})
}

// grant gives a locked account other rights and ends its sessions.
func (s *Service) grant(ctx context.Context, tx db.Tx, giver access.Rights, target Operator, gets access.Rights) error {
	has := target.Rights()
	if !access.MayGrant(giver, has, gets) {
		return fault.Forbidden()
	}
	if has == gets {
		return nil
	}
	if !gets.IsProgrammeAdmin() || gets.University != has.University {
		if err := keepAdmin(ctx, tx, target); err != nil {
			return err
		}
	}
	before, err := auditOf(ctx, tx, has)
	if err != nil {
		return err
	}
	after, err := auditOf(ctx, tx, gets)
	if err != nil {
		return err
	}
	if err := setRights(ctx, tx, target.ID, gets); err != nil {
		return err
	}
	return s.recordChange(ctx, tx, target, Notice{Change: ChangedRights}, audit.Entry{Action: "operators.rights", Before: before, After: after})
}

// keepAdmin refuses to block, demote or move the last active administrator of the programme. The caller holds the lock.
func keepAdmin(ctx context.Context, tx db.Tx, target Operator) error {
	if !target.Rights().IsProgrammeAdmin() || target.BlockedAt != nil {
		return nil
	}
	others, err := otherProgrammeAdmins(ctx, tx, target.ID)
	if err == nil && others == 0 {
		err = fault.Conflict(lastAdmin)
	}
	return err
}

// recordChange completes a change of an account: it ends the sessions, queues the letter, writes the audit row and updates
// the list index.
func (s *Service) recordChange(ctx context.Context, tx db.Tx, target Operator, n Notice, e audit.Entry) error {
	if err := s.Hooks.EndSessions(ctx, tx, target.ID); err != nil {
		return err
	}
	if err := s.Hooks.Notify(ctx, tx, target.ID, n); err != nil {
		return err
	}
	e.Object = target.UUID
	return s.log.Changed(ctx, tx, e, target.ID)
}

// SetStatus blocks an account for a reason, or lifts the block.
func (s *Service) SetStatus(ctx context.Context, uuid string, to Status, reason string) error {
	if err := (Filter{Status: to}).check(); err != nil || to == "" {
		return fault.Invalid("status", "Неизвестный статус.")
	}
	if to == Blocked {
		var err error
		if reason, err = checkedReason(reason); err != nil {
			return err
		}
	} else {
		reason = ""
	}
	return s.onTarget(ctx, ofCaller(uuid), func(ctx context.Context, tx db.Tx, _ access.Rights, target Operator) error {
		return s.moveTo(ctx, tx, target, to, reason)
	})
}

// Block ends an operator's sessions and refuses new ones, or lifts the block: the command line.
func (s *Service) Block(ctx context.Context, login string, blocked bool) error {
	to := Active
	if blocked {
		to = Blocked
	}
	ctx = access.WithPrincipal(ctx, access.CommandLine())
	return s.onTarget(ctx, withLogin(login), func(ctx context.Context, tx db.Tx, _ access.Rights, target Operator) error {
		return s.moveTo(ctx, tx, target, to, "")
	})
}

func (s *Service) moveTo(ctx context.Context, tx db.Tx, target Operator, to Status, reason string) error {
	if target.Status() == to {
		return nil
	}
	now := s.Clock()
	at, notice := &now, Notice{Change: ChangedBlock}
	if to == Active {
		at, notice = nil, Notice{Change: LiftedBlock}
	} else if err := keepAdmin(ctx, tx, target); err != nil {
		return err
	}
	if reason != "" {
		notice.Detail = "Причина: " + reason
	}
	if err := setBlocked(ctx, tx, target.ID, at); err != nil {
		return err
	}
	return s.recordChange(ctx, tx, target, notice, audit.Entry{
		Action: "operators." + string(to), Reason: reason, Before: map[string]any{"status": target.Status()}, After: map[string]any{"status": to},
	})
}

// ResetFactor removes the second factor of an operator who has lost it, for a reason that the letter repeats.
func (s *Service) ResetFactor(ctx context.Context, uuid, reason string) error {
	return s.removeFactor(ctx, ofCaller(uuid), reason)
}

// ResetFactorOf is ResetFactor by login: the command line.
func (s *Service) ResetFactorOf(ctx context.Context, login, reason string) error {
	return s.removeFactor(ctx, withLogin(login), reason)
}

func (s *Service) removeFactor(ctx context.Context, find func(context.Context, db.Tx) (Operator, error), reason string) error {
	reason, err := checkedReason(reason)
	if err != nil {
		return err
	}
	return s.onTarget(ctx, find, func(ctx context.Context, tx db.Tx, _ access.Rights, target Operator) error {
		if err := s.Hooks.ResetFactor(ctx, tx, target.ID); err != nil {
			return err
		}
		return s.recordChange(ctx, tx, target, Notice{Change: ResetFactor, Detail: "Причина: " + reason}, audit.Entry{Action: "operators.factorReset", Reason: reason})
	})
}

// Sessions lists the live sessions of an operator.
func (s *Service) Sessions(ctx context.Context, uuid string) ([]Session, error) {
	o, err := s.Get(ctx, uuid)
	if err != nil {
		return nil, err
	}
	return s.Hooks.Sessions(ctx, o.ID)
}

// EndSession ends one session of an operator, who is told by letter.
func (s *Service) EndSession(ctx context.Context, uuid, session string) error {
	return s.onTarget(ctx, ofCaller(uuid), func(ctx context.Context, tx db.Tx, _ access.Rights, target Operator) error {
		if err := s.Hooks.EndSession(ctx, tx, target.ID, session); err != nil {
			return err
		}
		if err := s.Hooks.Notify(ctx, tx, target.ID, Notice{Change: EndedSessions, Detail: oneSessionEnded}); err != nil {
			return err
		}
		return s.log.Write(ctx, tx, audit.Entry{Action: "operators.endSession", Object: target.UUID})
	})
}

// EndSessions ends all sessions of an operator, who is told by letter.
func (s *Service) EndSessions(ctx context.Context, uuid string) error {
	return s.onTarget(ctx, ofCaller(uuid), func(ctx context.Context, tx db.Tx, _ access.Rights, target Operator) error {
		if err := s.Hooks.EndSessions(ctx, tx, target.ID); err != nil {
			return err
		}
		if err := s.Hooks.Notify(ctx, tx, target.ID, Notice{Change: EndedSessions, Detail: allSessionsEnded}); err != nil {
			return err
		}
		return s.log.Write(ctx, tx, audit.Entry{Action: "operators.endSessions", Object: target.UUID})
	})
}
