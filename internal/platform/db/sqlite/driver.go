//go:build !lint

package sqlite

import _ "modernc.org/sqlite" // excluded from linting: C transpiled to Go, a quarter of the linter's time
