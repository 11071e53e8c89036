// Package sqlite registers the SQLite driver and classifies its errors.
package sqlite

import "errors"

// Result codes of SQLite, which never change. Importing the driver's constants would add 250,000 lines to lint.
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

// Code returns the extended result code of a SQLite error, or 0. Its low byte is the primary code.
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
