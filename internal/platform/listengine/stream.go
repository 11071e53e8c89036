package listengine

import (
	"context"

	"studbonus/internal/platform/db"
)

const (
	streamBatch = 500 // rows
	readAhead   = 4   // batches
)

// Each streams the rows of a query in order, straight from the table: exports need every row once. It reads ahead,
// because reading a row and using it take about the same time.
func Each[T any](ctx context.Context, x *Index, q Query, columns string, use func(T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches, ended := make(chan []T, readAhead), make(chan error, 1)
	go func() {
		defer close(batches)
		ended <- readBatches(ctx, x, q, columns, batches)
	}()
	var failed error
	for batch := range batches {
		for i := 0; i < len(batch) && failed == nil; i++ {
			failed = use(batch[i])
		}
		if failed != nil {
			cancel() // the reader stops; the loop drains what it has sent
		}
	}
	if failed != nil {
		return failed
	}
	return <-ended
}

func readBatches[T any](ctx context.Context, x *Index, q Query, columns string, into chan<- []T) error {
	var batch []T
	send := func() error {
		select {
		case into <- batch:
			batch = nil
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	where, args := x.sql.where(q)
	err := db.Each(ctx, x.db, func(row T) error {
		if batch == nil {
			batch = make([]T, 0, streamBatch)
		}
		if batch = append(batch, row); len(batch) < streamBatch {
			return nil
		}
		return send()
	}, "SELECT "+columns+" FROM "+x.sql.fromAll()+" WHERE "+where+x.sql.orderBy(q), args...)
	if err != nil {
		return err
	}
	return send()
}
