package reviews

import (
	"context"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

const templateKind = "review template"

// Templates returns the templates of the caller's university by name.
func (s *Service) Templates(ctx context.Context) ([]Template, error) {
	return templatesOf(ctx, s.DB, home(ctx))
}

func home(ctx context.Context) int64 { return access.From(ctx).University }

// AddTemplate adds a template for the caller's university.
func (s *Service) AddTemplate(ctx context.Context, t Template) (string, error) {
	t, err := t.checked()
	if err != nil {
		return "", err
	}
	t.UUID = uuid.NewString()
	return t.UUID, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		n, err := countTemplates(ctx, tx, home(ctx))
		if err != nil {
			return err
		}
		if n >= maxTemplates {
			return fault.Conflict("Заготовок может быть не больше 50. Удалите лишние.")
		}
		if err := insertTemplate(ctx, tx, home(ctx), t, s.Clock()); err != nil {
			return nameTaken(err)
		}
		return s.toldOfTemplate(ctx, tx, audit.Entry{Action: "reviews.addTemplate", Object: t.UUID, After: toAudit(t)})
	})
}

// SaveTemplate changes a template of the caller's university.
func (s *Service) SaveTemplate(ctx context.Context, t Template) error {
	t, err := t.checked()
	if err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lockTemplate(ctx, tx, home(ctx), t.UUID)
		if err != nil {
			return err
		}
		if err := saveTemplate(ctx, tx, t); err != nil {
			return nameTaken(err)
		}
		return s.toldOfTemplate(ctx, tx, audit.Entry{Action: "reviews.saveTemplate", Object: t.UUID, Before: toAudit(was), After: toAudit(t)})
	})
}

// DeleteTemplate deletes a template of the caller's university.
func (s *Service) DeleteTemplate(ctx context.Context, uuid string) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lockTemplate(ctx, tx, home(ctx), uuid)
		if err != nil {
			return err
		}
		if err := deleteTemplate(ctx, tx, uuid); err != nil {
			return err
		}
		return s.toldOfTemplate(ctx, tx, audit.Entry{Action: "reviews.deleteTemplate", Object: uuid, Before: toAudit(was)})
	})
}

func nameTaken(err error) error {
	if db.IsUnique(err) {
		return fault.Conflict("Заготовка с таким названием уже есть.")
	}
	return err
}

func (s *Service) toldOfTemplate(ctx context.Context, tx db.Tx, e audit.Entry) error {
	e.Kind = templateKind
	return audit.Write(ctx, tx, s.Clock(), e)
}

func toAudit(t Template) map[string]any { return map[string]any{"name": t.Name, "text": t.Body} }
