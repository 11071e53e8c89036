package auth

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/form"
)

// NewOperator is what the command line asks for to add an operator.
type NewOperator struct {
	Login, Password           string
	Role                      access.Role
	IsChairman                bool
	University                int64
	Surname, Name, Patronymic string
	Phone, Job                string
}

// checked trims what was typed and tells which of its rules are broken: those of the sign-in form and of the profile.
func (n NewOperator) checked() (NewOperator, error) {
	var c fault.Check
	n.Login = normalLogin(n.Login)
	person := form.Person{Surname: n.Surname, Name: n.Name, Patronymic: n.Patronymic, Phone: n.Phone, Job: n.Job}.Checked(&c)
	n.Surname, n.Name, n.Patronymic, n.Phone, n.Job = person.Surname, person.Name, person.Patronymic, person.Phone, person.Job
	c.When(!form.IsEmail(n.Login), "login", "E-mail неверного формата")
	c.When(!n.Role.Valid(), "role", fmt.Sprintf("Нет такой роли; есть %v", access.Roles))
	return n, c.Err()
}

// AddOperator makes an account; only the command line and the demo data do.
func (s *Service) AddOperator(ctx context.Context, n NewOperator) error {
	n, err := n.checked()
	if err != nil {
		return err
	}
	hash, err := s.newHash(ctx, "password", n.Password, n.Login)
	if err != nil {
		return err
	}
	o := Operator{
		UUID: uuid.NewString(), Login: n.Login, Hash: hash, Role: n.Role, IsChairman: n.IsChairman, University: n.University,
		Surname: n.Surname, Name: n.Name, Patronymic: n.Patronymic, Phone: n.Phone, Job: n.Job, CreatedAt: s.clock(),
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := insertOperator(ctx, tx, o); err != nil {
			if db.IsUnique(err) {
				return fault.Conflict("Оператор с таким E-mail уже есть.")
			}
			return err
		}
		after := map[string]any{"login": o.Login, "role": o.Role, "isChairman": o.IsChairman}
		return audit.Write(ctx, tx, o.CreatedAt, audit.Entry{Action: "operators.add", Kind: "operator", Object: o.UUID, After: after})
	})
}

// Verify finds password changes and sign-ins that the audit log does not know.
func (s *Service) Verify(ctx context.Context) ([]string, error) {
	passwords, err := unauditedPasswords(ctx, s.db)
	if err != nil {
		return nil, err
	}
	sessions, err := unauditedSessions(ctx, s.db)
	return append(passwords, sessions...), err
}

// Operators lists all accounts.
func (s *Service) Operators(ctx context.Context) ([]Operator, error) { return operators(ctx, s.db) }

// Block ends all sessions of an operator and refuses new ones; unblocking lets him in again.
func (s *Service) Block(ctx context.Context, login string, blocked bool) error {
	return s.onOperator(ctx, login, func(ctx context.Context, tx db.Tx, o Operator) error {
		now := s.clock()
		at, action := &now, "operators.block"
		if !blocked {
			at, action = nil, "operators.unblock"
		}
		if err := setBlocked(ctx, tx, o.ID, at); err != nil {
			return err
		}
		if err := revokeSessions(ctx, tx, o.ID, "", now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{Action: action, Kind: "operator", Object: o.UUID})
	})
}

// SetPassword replaces an operator's password and ends his sessions.
func (s *Service) SetPassword(ctx context.Context, login, password string) error {
	hash, err := s.newHash(ctx, "password", password, login)
	if err != nil {
		return err
	}
	return s.onOperator(ctx, login, func(ctx context.Context, tx db.Tx, o Operator) error {
		return s.setPassword(ctx, tx, o, hash)
	})
}

func (s *Service) onOperator(ctx context.Context, login string, change func(context.Context, db.Tx, Operator) error) error {
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		o, err := operatorByLogin(ctx, tx, normalLogin(login))
		if err != nil {
			return err
		}
		return change(ctx, tx, o)
	})
}
