// Command pgserver runs a throw-away PostgreSQL server for a whole test run: it prints the address and ends when its
// standard input does.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"studbonus/internal/testkit/testdb"
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
