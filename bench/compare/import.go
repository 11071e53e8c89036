package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"studbonus/bench/dataset"
)

// imported is the output of bench/codes.
type imported struct {
	Ours   float64            `json:"ours"`   // s
	Floors map[string]float64 `json:"floors"` // s, by name
	Added  float64            `json:"added"`  // MiB of memory
}

// floor returns the fastest bare load.
func (i imported) floor() float64 { return slices.Min(slices.Collect(maps.Values(i.Floors))) }

// imports measures the import of one code per student by the product and by a bare load. It skips databases that are kept
// for later runs.
func (b *bench) imports(ctx context.Context) error {
	if b.fleet.isKept || b.fleet.server == nil {
		return nil
	}
	var all [2]imported
	for e, s := range b.lineup.ours {
		var err error
		if all[e], err = b.fleet.measureImport(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		say("%s: import of codes %.2f s, floor %.2f s, %.0f MiB more", s.name, all[e].Ours, all[e].floor(), all[e].Added)
	}
	most := [2]float64{sqlite: 1.5, postgres: 1.3}
	b.facts = append(b.facts, fact{
		name: fmt.Sprintf("import of %d promo codes, s (floor)", b.N), goal: "≤ 1.5 × floor; PG ≤ 1.3 ×",
		isGood: func(e engine) bool { return all[e].Ours <= most[e]*all[e].floor() },
		show: func(e engine) string {
			return fmt.Sprintf("%.2f (%.2f): %s", all[e].Ours, all[e].floor(), times(all[e].Ours/all[e].floor()))
		},
	})
	b.fact("memory that an import adds, MiB", [2]float64{all[sqlite].Added, all[postgres].Added}, "≤ 64", 64)
	return nil
}

func (f *fleet) measureImport(ctx context.Context, s *system) (i imported, err error) {
	const scratch = "codes_floor"
	bare := filepath.Join(f.scratch, scratch+".db")
	if s.engine == postgres {
		bare = f.serverURL(scratch)
		conn, err := pgx.Connect(ctx, f.serverURL("postgres"))
		if err != nil {
			return i, err
		}
		defer conn.Close(ctx) //nolint:errcheck // the statement's own error counts
		if _, err := conn.Exec(ctx, "CREATE DATABASE "+scratch); err != nil {
			return i, err
		}
	}
	log := filepath.Join(f.folder(s), "codes.log")
	_, err = run(ctx, log, filepath.Join(f.programs, "codes"), "--json", "--rounds=1", "--url="+s.client.base, "--pid="+strconv.Itoa(s.process.cmd.Process.Pid),
		"--n="+strconv.Itoa(s.students), "--duplicates="+strconv.Itoa(s.students/100), "--login="+dataset.Login, "--password="+dataset.Password, "--floor="+bare)
	if err != nil {
		return i, err
	}
	said, err := os.ReadFile(log)
	if err != nil {
		return i, err
	}
	return i, json.Unmarshal(said, &i)
}
