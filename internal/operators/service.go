package operators

import (
	"context"
	"log/slog"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/mail"
	"studbonus/internal/platform/record"
)

// Service is the use cases of accounts.
type Service struct {
	Deps
	index *listengine.Index
	log   record.Log
}

// Deps are the dependencies of the service.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Log       *slog.Logger
	Mail      mail.Sender
	PublicURL string // the console's address, the start of links in letters
	// StartExport begins the export of a list.
	StartExport exporting.Start
	Hooks       Hooks
}

// Hooks are what auth does for this area.
type Hooks struct {
	// HashPassword checks a new password against its rules and hashes it; field is the form's field to blame.
	HashPassword func(ctx context.Context, field, password, login string) (string, error)
	// EndSessions signs an operator out everywhere, EndSession on one device.
	EndSessions func(ctx context.Context, tx db.Tx, operator int64) error
	EndSession  func(ctx context.Context, tx db.Tx, operator int64, id string) error
	// Sessions lists the live sessions of an operator.
	Sessions func(ctx context.Context, operator int64) ([]Session, error)
	// ResetFactor removes the second factor of an operator.
	ResetFactor func(ctx context.Context, tx db.Tx, operator int64) error
	// Notify queues a letter about the account.
	Notify func(ctx context.Context, tx db.Tx, operator int64, n Notice) error
}

// New creates the service.
func New(d Deps) *Service {
	index := listengine.Open(d.DB, listDefinition, d.Clock, d.Log)
	return &Service{Deps: d, index: index, log: record.Log{Kind: auditKind, Index: index, Now: d.Clock}}
}

// Index returns the list's index, which the app starts and stops.
func (s *Service) Index() *listengine.Index { return s.index }

const auditKind = "operator"

const loginTaken = "Оператор с таким E-mail уже есть."

// Install completes the derived columns of accounts that an older program has written.
func (s *Service) Install(ctx context.Context) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		rows, err := foldedRows(ctx, tx)
		if err != nil {
			return err
		}
		for _, r := range rows {
			want := foldedOf(r.Login, form.Person{Surname: r.Surname, Name: r.Name, Patronymic: r.Patronymic})
			if want == r.folded {
				continue
			}
			if err := setFolded(ctx, tx, r.ID, want); err != nil {
				return err
			}
			if err := s.index.Touch(ctx, tx, r.ID); err != nil {
				return err
			}
		}
		return nil
	})
}

// Add creates an account.
func (s *Service) Add(ctx context.Context, n NewOperator) error {
	n, err := n.checked()
	if err != nil {
		return err
	}
	hash, err := s.Hooks.HashPassword(ctx, "password", n.Password, n.Login)
	if err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return s.add(ctx, tx, n, hash)
	})
}

// add creates an account from checked input.
func (s *Service) add(ctx context.Context, tx db.Tx, n NewOperator, hash string) error {
	o := Operator{
		UUID: uuid.NewString(), Login: n.Login, Role: n.Role, IsChairman: n.IsChairman, IsAdmin: n.IsAdmin, University: n.University,
		Surname: n.Surname, Name: n.Name, Patronymic: n.Patronymic, Phone: n.Phone, Job: n.Job, CreatedAt: s.Clock(),
	}
	var err error
	if o.ID, err = insert(ctx, tx, o, hash); err != nil {
		if db.IsUnique(err) {
			err = fault.Conflict(loginTaken)
		}
		return err
	}
	after, err := auditOf(ctx, tx, o.Rights())
	if err != nil {
		return err
	}
	after.Login, after.InvitedBy, after.Password = o.Login, n.invitedBy, passwordMark(hash)
	err = audit.Write(ctx, tx, o.CreatedAt, audit.Entry{Action: "operators.add", Kind: auditKind, Object: o.UUID, After: after})
	if err != nil {
		return err
	}
	return s.index.Touch(ctx, tx, o.ID)
}

func auditOf(ctx context.Context, q db.Querier, r access.Rights) (toAudit, error) {
	name, err := universityName(ctx, q, r.University)
	return toAudit{Role: r.Role, IsChairman: r.IsChairman, IsAdmin: r.IsAdmin, University: name}, err
}

// All lists the accounts.
func (s *Service) All(ctx context.Context) ([]Operator, error) { return all(ctx, s.DB) }

// List returns a page of the operators whom the caller administers.
func (s *Service) List(ctx context.Context, q listquery.Query[Filter]) (listquery.Page[Operator], error) {
	query, err := s.indexQuery(ctx, q)
	if err != nil {
		return listquery.Page[Operator]{}, err
	}
	return listengine.Page[Operator](ctx, s.index, query)
}

// indexQuery translates a list query for the engine.
func (s *Service) indexQuery(ctx context.Context, q listquery.Query[Filter]) (listengine.Query, error) {
	if err := q.Filter.check(); err != nil {
		return listengine.Query{}, err
	}
	out := listengine.NewQuery(access.From(ctx).Scope(), q)
	narrow := func(facet int, values ...int64) {
		out.Facets = append(out.Facets, listengine.In{Facet: facet, Values: values})
	}
	if q.Filter.Status != "" {
		narrow(facetStatus, statusNumbers[q.Filter.Status])
	}
	if q.Filter.Role != "" {
		narrow(facetRole, roleNumbers[q.Filter.Role])
	}
	if q.Filter.OnlyAdmins {
		narrow(facetAdmin, isAdmin)
	}
	if q.Filter.University != "" {
		ids, err := universityIDs(ctx, s.DB, q.Filter.University) // none for an unknown uuid: then nothing matches
		if err != nil {
			return out, err
		}
		narrow(facetUniversity, ids...)
	}
	return out, nil
}

// Get returns one operator.
func (s *Service) Get(ctx context.Context, uuid string) (Operator, error) {
	return byUUID(ctx, s.DB, access.From(ctx).Scope(), uuid)
}

// Neighbours returns the place of an operator in a list, with the ones before and after.
func (s *Service) Neighbours(ctx context.Context, q listquery.Query[Filter], uuid string) (listengine.Neighbours, error) {
	o, err := s.Get(ctx, uuid)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	query, err := s.indexQuery(ctx, q)
	if err != nil {
		return listengine.Neighbours{}, err
	}
	return s.index.Neighbours(ctx, query, o.ID)
}

// History returns the changes of an account, without its sign-ins.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	if _, err := s.Get(ctx, uuid); err != nil {
		return nil, err
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

// SaveProfile changes an operator's own profile; p is already validated.
func (s *Service) SaveProfile(ctx context.Context, tx db.Tx, operator int64, p form.Person) error {
	if err := saveProfile(ctx, tx, operator, p); err != nil {
		return err
	}
	return s.index.Touch(ctx, tx, operator)
}

// SetOpensAttention chooses the first page of an operator after sign-in.
func (s *Service) SetOpensAttention(ctx context.Context, tx db.Tx, operator int64, opens bool) error {
	return setOpensAttention(ctx, tx, operator, opens)
}

// SetKeys turns the single-key shortcuts of an operator on or off.
func (s *Service) SetKeys(ctx context.Context, tx db.Tx, operator int64, slash, pages bool) error {
	return setKeys(ctx, tx, operator, slash, pages)
}

// SignedIn records the time of a sign-in.
func (s *Service) SignedIn(ctx context.Context, tx db.Tx, operator int64) error {
	return setSignedIn(ctx, tx, operator, s.Clock())
}

// LockPassword locks the account if its password hash is still the given one and it is not blocked; otherwise it
// returns false.
func (s *Service) LockPassword(ctx context.Context, tx db.Tx, operator int64, hash string) (bool, error) {
	return lockHash(ctx, tx, operator, hash)
}

// UpgradeHash stores another hash of the same password.
func (s *Service) UpgradeHash(ctx context.Context, tx db.Tx, operator int64, hash string) error {
	id, err := setHash(ctx, tx, operator, hash)
	if err != nil {
		return err
	}
	return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "auth.rehash", Kind: auditKind, Object: id, After: marked(hash)})
}

// SetPassword stores the hash of a new password.
func (s *Service) SetPassword(ctx context.Context, tx db.Tx, operator int64, hash string) error {
	id, err := setPassword(ctx, tx, operator, hash, s.Clock())
	if err != nil {
		return err
	}
	return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "auth.password", Kind: auditKind, Object: id, After: marked(hash)})
}

func marked(hash string) map[string]any { return map[string]any{"passwordMark": passwordMark(hash)} }

// Verify finds passwords that were set without a row in the audit log.
func (s *Service) Verify(ctx context.Context) (wrong []string, err error) {
	stored, err := passwordRows(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	audited, err := auditedPasswords(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	for _, p := range stored {
		latest, found := audited[p.UUID]
		isRight := found && latest.mark == passwordMark(p.Hash)
		if found && latest.mark == "" { // written before rows had marks
			isRight = latest.at.Equal(p.SetAt)
		}
		if !isRight {
			wrong = append(wrong, "пароль изменён без записи в журнале действий: "+p.Login)
		}
	}
	return wrong, nil
}
