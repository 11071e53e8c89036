package students

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/jobs"
	"studbonus/internal/list"
)

// The states of an export, by their wire names.
const (
	exportRunning = "uploading"
	exportDone    = "uploaded"
	exportFailed  = "error"

	exportLife    = 24 * time.Hour
	exportsAtOnce = 3 // of one operator
)

// Export is a spreadsheet that is being made or ready.
type Export struct {
	UUID     string `db:"uuid"`
	Operator int64  `db:"operator_id"`
	Question string `db:"question"`
	Status   string `db:"status"`
	Progress int    `db:"progress"`
	File     string `db:"file"`
}

// StartExport has the rows of a list's filter written to a spreadsheet in the background.
func (s *Service) StartExport(ctx context.Context, q list.Query[Filter]) (string, error) {
	if err := q.Filter.check(); err != nil {
		return "", err
	}
	question, err := json.Marshal(q)
	if err != nil {
		return "", err
	}
	id := uuid.NewString()
	return id, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := checkExports(ctx, tx, access.From(ctx).Operator); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO exports (uuid, operator_id, question, status, created_at) VALUES (?, ?, ?, ?, ?)",
			id, access.From(ctx).Operator, string(question), exportRunning, s.Clock())
		if err != nil {
			return err
		}
		if err := tx.Enqueue(ctx, exportArgs{UUID: id}, nil); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{
			Action: "students.export", Kind: "export", Object: id, After: map[string]any{"status": q.Filter.Status, "cities": q.Filter.Cities, "search": q.Search != ""},
		})
	})
}

// checkExports refuses an operator who has enough exports under way. His row is locked: two requests at once count both.
func checkExports(ctx context.Context, tx db.Tx, operator int64) error {
	if _, err := db.One[int64](ctx, tx, "SELECT id FROM operators WHERE id = ?"+tx.ForUpdate(), operator); err != nil {
		return err
	}
	underWay, err := db.One[int](ctx, tx, "SELECT count(*) FROM exports WHERE operator_id = ? AND status = ?", operator, exportRunning)
	if err == nil && underWay >= exportsAtOnce {
		return fault.TooMany("Уже готовятся три выгрузки. Дождитесь, пока одна из них закончится.", 10*time.Second)
	}
	return err
}

// Export is the state of an export of the caller's own; of nobody else's.
func (s *Service) Export(ctx context.Context, id string) (Export, error) {
	return db.Get[Export](ctx, s.DB, exportQuery+" WHERE uuid = ? AND operator_id = ?", id, access.From(ctx).Operator)
}

const exportQuery = "SELECT uuid, operator_id, CAST(question AS TEXT) AS question, status, progress, file FROM exports"

func exportByUUID(ctx context.Context, q db.Querier, id string) (Export, error) {
	return db.Get[Export](ctx, q, exportQuery+" WHERE uuid = ?", id)
}

func setProgress(ctx context.Context, tx db.Tx, id string, percent int) error {
	_, err := tx.Exec(ctx, "UPDATE exports SET progress = ? WHERE uuid = ? AND status = ?", percent, id, exportRunning)
	return err
}

func endExport(ctx context.Context, tx db.Tx, id, status, file string) error {
	_, err := tx.Exec(ctx, "UPDATE exports SET status = ?, file = ?, progress = CASE WHEN ? = 'uploaded' THEN 100 ELSE progress END WHERE uuid = ? AND status = ?",
		status, file, status, id, exportRunning)
	return err
}

// endLost tells of exports whose job was given up while nobody was there to say so: its process was killed each time.
func endLost(ctx context.Context, tx db.Tx) error {
	_, err := tx.Exec(ctx, `UPDATE exports SET status = ? WHERE status = ? AND NOT EXISTS (
		SELECT 1 FROM river_job j WHERE j.kind = ? AND j.args ->> 'uuid' = CAST(exports.uuid AS TEXT) AND `+jobs.Alive+")",
		exportFailed, exportRunning, exportKind, jobs.LostBefore())
	return err
}

// CleanUp forgets old exports.
func (s *Service) CleanUp(ctx context.Context) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM exports WHERE created_at < ?", s.Clock().Add(-exportLife))
		return err
	})
}
