//go:build !lint

package sqlite

import _ "modernc.org/sqlite" // C translated to Go: a quarter of the linter's work, for nothing
