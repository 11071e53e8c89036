package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"studbonus/internal/db/sqlite"
)

// IsUnique tells a violated unique constraint on either engine.
func IsUnique(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code == "23505"
	}
	code := sqlite.Code(err)
	return code == sqlite.Unique || code == sqlite.PrimaryKey
}

// IsForeignKey tells a violated reference on either engine.
func IsForeignKey(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code == "23503"
	}
	return sqlite.Code(err) == sqlite.ForeignKey
}

// IsUnavailable tells errors that pass by themselves or by an administrator's hand
// (no connection, a full disk, a lock that did not come): a 503, not our fault.
func IsUnavailable(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch e.Code[:2] {
		case "08", "53", "57": // connection, resources, operator intervention (incl. timeouts)
			return true
		}
		return IsLockTimeout(err) || e.Code == "25006" // a standby that cannot write
	}
	switch sqlite.Code(err) & 0xff {
	case sqlite.Busy, sqlite.Locked, sqlite.Full, sqlite.IOError, sqlite.ReadOnly, sqlite.CantOpen:
		return true
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	if pgconn.SafeToRetry(err) { // on a connection that has gone: nothing was sent
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, context.DeadlineExceeded) ||
		strings.Contains(err.Error(), "unexpected EOF")
}

// IsLockTimeout tells that somebody else held what this transaction wanted for longer than we wait.
func IsLockTimeout(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "55P03"
}

// isRetryable tells a transaction that PostgreSQL ended to break a deadlock: nothing of it is there, so it can run again.
func isRetryable(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == "40P01" || e.Code == "40001")
}
