package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"studbonus/internal/platform/db/sqlite"
)

// IsUnique reports a unique constraint violation.
func IsUnique(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code == "23505"
	}
	code := sqlite.Code(err)
	return code == sqlite.Unique || code == sqlite.PrimaryKey
}

// IsForeignKey reports a foreign key violation.
func IsForeignKey(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code == "23503"
	}
	return sqlite.Code(err) == sqlite.ForeignKey
}

// IsUnavailable reports errors that an operator can retry later and that are not bugs: no connection, a full disk, a lock
// timeout. They become a 503.
func IsUnavailable(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch e.Code[:2] {
		case "08", "53", "57": // connection, resources, operator intervention (includes timeouts)
			return true
		}
		return IsLockTimeout(err) || e.Code == "25006" // read-only: a standby
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
	if pgconn.SafeToRetry(err) { // a closed connection: nothing was sent
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, context.DeadlineExceeded) ||
		strings.Contains(err.Error(), "unexpected EOF")
}

// IsLockTimeout reports that another transaction held a lock for longer than lock_timeout.
func IsLockTimeout(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "55P03"
}

// isRetryable reports a deadlock or serialization failure: the transaction was rolled back and can run again.
func isRetryable(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (e.Code == "40P01" || e.Code == "40001")
}
