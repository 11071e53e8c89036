package students

import (
	"context"

	"studbonus/internal/platform/db"
)

// expiredDocument is a document past its term.
type expiredDocument struct {
	ID  int64  `db:"id"`
	Key string `db:"document"`
}

const pastTerm = "document <> '' AND (status IN ('active', 'blocked') AND decided_at < ? OR status = 'rejected' AND decided_at < ?)"

func expiredDocuments(ctx context.Context, q db.Querier, t documentTerms, limit int) ([]expiredDocument, error) {
	return db.All[expiredDocument](ctx, q, "SELECT id, document FROM students WHERE "+pastTerm+" ORDER BY decided_at LIMIT ?", t.approved, t.rejected, limit)
}

// clearDocument reports false if the application has been sent again meanwhile.
func clearDocument(ctx context.Context, tx db.Tx, d expiredDocument, t documentTerms) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE students SET document = '' WHERE id = ? AND document = ? AND "+pastTerm, d.ID, d.Key, t.approved, t.rejected)
	return n == 1, err
}

// wrongDocuments finds documents that have no file, and those kept too long.
func wrongDocuments(ctx context.Context, q db.Querier, t documentTerms) ([]string, error) {
	lost, err := db.All[string](ctx, q, `SELECT 'студент ' || CAST(s.uuid AS TEXT) || ': нет файла документа' FROM students s WHERE s.document <> ''
		AND NOT EXISTS (SELECT 1 FROM files f WHERE f.key = s.document AND f.owner = 'student/' || CAST(s.uuid AS TEXT)) ORDER BY s.id`)
	if err != nil {
		return nil, err
	}
	kept, err := db.All[string](ctx, q, "SELECT 'студент ' || CAST(uuid AS TEXT) || ': документ хранится дольше срока' FROM students WHERE "+pastTerm+" ORDER BY id", t.approved, t.rejected)
	return append(lost, kept...), err
}
