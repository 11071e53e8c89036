package catalog

import (
	"context"
	"encoding/json"
	"fmt"

	"studbonus/internal/platform/db"
)

type reasonsRow struct {
	Kind    string `db:"kind"`
	Texts   string `db:"texts"`
	Version int64  `db:"version"`
}

func (r reasonsRow) reasons() (Reasons, error) {
	out := Reasons{Kind: r.Kind, Version: r.Version}
	if err := json.Unmarshal([]byte(r.Texts), &out.Texts); err != nil {
		return out, fmt.Errorf("preset reasons %s: %w", r.Kind, err)
	}
	return out, nil
}

const selectReasons = "SELECT kind, texts, version FROM preset_reasons "

func allReasons(ctx context.Context, q db.Querier) ([]Reasons, error) {
	rows, err := db.All[reasonsRow](ctx, q, selectReasons+`ORDER BY CASE kind WHEN 'student-block' THEN 1 WHEN 'application-reject' THEN 2 WHEN 'partner-block' THEN 3 ELSE 4 END`)
	out := make([]Reasons, len(rows))
	for i := 0; i < len(rows) && err == nil; i++ {
		out[i], err = rows[i].reasons()
	}
	return out, err
}

func lockReasons(ctx context.Context, tx db.Tx, kind string) (Reasons, error) {
	row, err := db.Get[reasonsRow](ctx, tx, selectReasons+"WHERE kind = ?"+tx.ForUpdate(), kind)
	if err != nil {
		return Reasons{}, err
	}
	return row.reasons()
}

func saveReasons(ctx context.Context, tx db.Tx, kind string, texts []string) error {
	raw, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE preset_reasons SET texts = ?, version = version + 1 WHERE kind = ?", string(raw), kind)
	return err
}
