package members

import (
	"context"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// SignIn is an entered code. BirthDate is nil if it was not asked for, and "" to sign in without an earlier application.
type SignIn struct {
	Attempt, Code string
	BirthDate     *string // yyyy-MM-dd
	IsNative      bool
	Device        string // the device cookie, or ""
	Agent         string
}

// SignedIn is a new session. Token and Device are returned once; only their hashes are stored.
type SignedIn struct {
	Member        Profile
	Token, Device string
}

const auditKind = "member"

// quietTime is how long an account must be unused until a new device needs the birth date, because the number may have a
// new owner.
const quietTime = 60 * 24 * time.Hour

// SignIn starts a session for the number of a code, and creates its account when it is new (rules 23.8).
func (s *Service) SignIn(ctx context.Context, in SignIn) (SignedIn, error) {
	var out SignedIn
	var refused error
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		out, refused = SignedIn{}, nil
		now := s.Clock()
		code, ok, err := s.enterCode(ctx, tx, in.Attempt, in.Code)
		if err != nil || !ok {
			refused = refuse("code", errCode)
			return err // a wrong code is counted
		}
		account, err := accountByPhone(ctx, tx, code.Phone)
		if err != nil {
			return err
		}
		student, refusal, err := s.identify(ctx, tx, identification{SignIn: in, code: code, account: account})
		if err != nil || refusal != nil {
			refused = refusal
			return err // a wrong birth date is counted
		}
		out, err = s.startSession(ctx, tx, in, account, student)
		if err != nil {
			return err
		}
		return useCode(ctx, tx, code.ID, now)
	})
	if err == nil {
		err = refused
	}
	return out, err
}

func refuse(reason string, err error) error {
	refusals.WithLabelValues(reason).Inc()
	return err
}

// identification is a sign-in with a right code: is this the person whose account or application it is?
type identification struct {
	SignIn
	code    codeRow
	account account
}

// identify returns the student row to bind the account to, if any, or why the birth date must be given.
func (s *Service) identify(ctx context.Context, tx db.Tx, i identification) (bind *applicant, refusal, err error) {
	now := s.Clock()
	var candidates []applicant
	if i.account.Student != 0 {
		known, err := isKnownDevice(ctx, tx, i.code.Phone, hashOf(i.Device))
		if err != nil || known && i.Device != "" || now.Sub(i.account.LastSeenAt) < quietTime {
			return nil, nil, err
		}
		candidates, err = applicantsByID(ctx, tx, i.account.Student)
		if err != nil {
			return nil, nil, err
		}
	} else {
		candidates, err = applicantsByPhone(ctx, tx, i.code.Phone)
		if err != nil || len(candidates) == 0 || i.BirthDate != nil && *i.BirthDate == "" {
			return nil, nil, err
		}
	}
	if i.BirthDate == nil || *i.BirthDate == "" {
		return nil, errBirthDate("Укажите дату рождения, чтобы мы узнали вас."), nil
	}
	tries, err := birthTriesOf(ctx, tx, i.code.Phone, now)
	if err != nil {
		return nil, nil, err
	}
	if tries >= birthTries {
		return nil, refuse("birth_date", fault.TooMany(askOperator, day)), nil
	}
	for _, c := range candidates {
		if c.BirthDate != "" && c.BirthDate == *i.BirthDate {
			return &c, nil, nil
		}
	}
	return nil, refuse("birth_date", errBirthDate("Дата рождения не совпала с заявкой на этот номер.")), countBirthTry(ctx, tx, i.code.ID)
}

const askOperator = "Дата рождения не совпала несколько раз. Обратитесь в профсоюз своего университета: там проверят номер и дату рождения в заявке."

// errBirthDate asks for the birth date: the caller repeats the call with it.
func errBirthDate(message string) error {
	return &fault.Error{Kind: fault.KindConflict, Type: "birthDate", Message: message}
}

// startSession creates or updates the account and adds the session.
func (s *Service) startSession(ctx context.Context, tx db.Tx, in SignIn, a account, bind *applicant) (SignedIn, error) {
	now, err := s.Clock(), error(nil)
	if a.ID == 0 {
		a.UUID = uuid.NewString()
		if a.ID, err = insertAccount(ctx, tx, a, now); err != nil {
			return SignedIn{}, err
		}
	}
	ctx = access.WithMember(ctx, access.Member{ID: a.ID, UUID: a.UUID})
	if bind != nil && a.Student != bind.ID {
		if err := setStudent(ctx, tx, a.ID, bind.ID); err != nil {
			return SignedIn{}, err
		}
		person := audit.Person{UUID: bind.UUID, University: bind.University}
		if err := s.record(ctx, tx, audit.Entry{Action: "members.bind", Object: a.UUID, About: person, After: map[string]any{"student": bind.UUID}}); err != nil {
			return SignedIn{}, err
		}
	}
	out := SignedIn{Token: newToken()}
	session, err := insertSession(ctx, tx, newSession{member: a.ID, hash: hashOf(out.Token), isNative: in.IsNative, agent: in.Agent, address: access.RequestFrom(ctx).Address, at: now})
	if err != nil {
		return SignedIn{}, err
	}
	if !in.IsNative {
		if out.Device = in.Device; out.Device == "" {
			out.Device = newToken()
		}
		if err := rememberDevice(ctx, tx, a.ID, hashOf(out.Device), now); err != nil {
			return SignedIn{}, err
		}
	}
	if err := writeUse(ctx, tx, access.Member{ID: a.ID, Session: session}, now); err != nil {
		return SignedIn{}, err
	}
	if err := s.record(ctx, tx, audit.Entry{Action: "members.signIn", Object: a.UUID}); err != nil {
		return SignedIn{}, err
	}
	out.Member, err = s.profile(ctx, tx, a.ID)
	return out, err
}

// SignInWithoutCode starts a session for a number, for demo data.
func (s *Service) SignInWithoutCode(ctx context.Context, phone, agent string) (access.Member, error) {
	var out SignedIn
	err := s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		account, err := accountByPhone(ctx, tx, phone)
		if err == nil {
			out, err = s.startSession(ctx, tx, SignIn{Agent: agent}, account, nil)
		}
		return err
	})
	if err != nil {
		return access.Member{}, err
	}
	return s.Authenticate(ctx, out.Token)
}

func (s *Service) record(ctx context.Context, tx db.Tx, e audit.Entry) error {
	e.Kind = auditKind
	return audit.Write(ctx, tx, s.Clock(), e)
}

// EndSession ends one session of the member.
func (s *Service) EndSession(ctx context.Context, uuid string) error {
	m := access.MemberFrom(ctx)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := deleteSession(ctx, tx, m.ID, uuid); err != nil {
			return err
		}
		return s.record(ctx, tx, audit.Entry{Action: "members.endSession", Object: m.UUID})
	})
}

// SignOut ends the session of this request.
func (s *Service) SignOut(ctx context.Context) error {
	m := access.MemberFrom(ctx)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := deleteSessionByID(ctx, tx, m.Session); err != nil {
			return err
		}
		return s.record(ctx, tx, audit.Entry{Action: "members.signOut", Object: m.UUID})
	})
}

// Sessions returns up to limit+1 sessions of the member before a number, the newest first.
func (s *Service) Sessions(ctx context.Context, before int64, limit int) ([]Session, error) {
	return sessionsOf(ctx, s.DB, access.MemberFrom(ctx).ID, before, limit+1)
}
