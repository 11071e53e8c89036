// Command pgserver runs a temporary PostgreSQL server for a whole test run. It prints the URL and stops when standard input
// closes.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"studbonus/internal/test/testdb"
)

func main() {
	server, err := testdb.StartPostgres(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(server.URL("postgres"))
	_, _ = io.Copy(io.Discard, os.Stdin)
	server.Remove()
}
