// Package sqlite names the driver of SQLite and tells its errors apart.
package sqlite

import "errors"

// Result codes of SQLite, which never change; of the driver's package they would be a quarter of a million lines more to lint.
const (
	Busy     = 5
	Locked   = 6
	ReadOnly = 8
	IOError  = 10
	Corrupt  = 11
	Full     = 13
	CantOpen = 14
	NotADB   = 26

	ForeignKey = 787
	PrimaryKey = 1555
	Unique     = 2067
)

// Code is the extended result code of an error, 0 where it is not SQLite's. Its lowest byte is the plain one.
func Code(err error) int {
	type coded interface {
		error
		Code() int
	}
	if e, ok := errors.AsType[coded](err); ok {
		return e.Code()
	}
	return 0
}
