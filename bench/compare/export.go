package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"studbonus/bench/dataset"
)

const (
	pollEvery   = 50 * time.Millisecond
	exportLimit = 3 * time.Minute
	fewRows     = 10
)

// exports holds the figures of the export of all students on one engine.
type exports struct {
	floor, ours   float64 // s
	added         float64 // MiB
	quiet, beside float64 // p99 of lists in ms: alone, and while the export runs
}

// measureExports runs the bare writer and the product in turns over the same rows.
func (f *fleet) measureExports(ctx context.Context, ours, floor *system, rounds int) (exports, error) {
	var e exports
	if err := ours.client.renew(ctx); err != nil {
		return e, err
	}
	file := filepath.Join(f.folder(ours), "floor.xlsx")
	var bare, product []float64
	for range rounds {
		took, err := run(ctx, filepath.Join(f.folder(ours), "floor-export.log"), filepath.Join(f.programs, "floor"), "export", floor.database, file)
		if err != nil {
			return e, err
		}
		bare = append(bare, took.Seconds())
		before, _ := ours.process.memory()
		ours.process.resetPeak()
		started := time.Now()
		if err := ours.export(ctx, question{sort: byDate}, f.exported(ours)); err != nil {
			return e, err
		}
		product = append(product, time.Since(started).Seconds())
		_, peak := ours.process.memory()
		e.added = max(e.added, peak-before)
	}
	e.floor, e.ours = median(bare), median(product)
	return e, f.besideExport(ctx, ours, &e)
}

// besideExport measures lists alone and while an export runs.
func (f *fleet) besideExport(ctx context.Context, s *system, e *exports) error {
	lists := page("", question{sort: byName}, middle, goal{})
	base := turn{system: s, client: s.client, total: s.students}
	quiet := oneTurn(ctx, lists, base, turnOf{1, pace{slice: 3 * time.Second, most: math.MaxInt}, 1})
	ended := make(chan error, 1)
	go func() { ended <- s.export(ctx, question{sort: byDate}, f.exported(s)) }()
	var beside figures
	for round := uint64(0); ; round++ {
		got := oneTurn(ctx, lists, base, turnOf{1, pace{slice: pollEvery, most: math.MaxInt}, round})
		beside.add(got)
		select {
		case err := <-ended:
			quiet.finish()
			beside.finish()
			e.quiet, e.beside = quiet.p99, beside.p99
			return errors.Join(err, quiet.err, beside.err)
		default:
		}
	}
}

// exported returns the path of the product's last export.
func (f *fleet) exported(s *system) string { return filepath.Join(f.folder(s), "export.xlsx") }

// export requests a spreadsheet, waits for it as the console does, and saves it.
func (s *system) export(ctx context.Context, q question, file string) error {
	ctx, cancel := context.WithTimeout(ctx, exportLimit)
	defer cancel()
	var begun struct{ Result struct{ UUIDFile string } }
	if err := s.client.call(s.client.request(ctx, "POST /v2/student/list/file/generate", s.client.body(q), q.headers()...), &begun); err != nil {
		return err
	}
	for {
		var state struct{ Status, Link string }
		if err := s.client.call(s.client.request(ctx, "GET /v2/student/list/file/check?uuidFile="+begun.Result.UUIDFile, nil), &state); err != nil {
			return err
		}
		switch state.Status {
		case "uploaded":
			return s.save(ctx, state.Link, file)
		case "error":
			return fmt.Errorf("the export of %s failed", s.name)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pollEvery):
		}
	}
}

func (s *system) save(ctx context.Context, link, file string) error {
	resp, err := s.client.http.Do(s.client.request(ctx, "GET "+link, nil))
	if err != nil {
		return err
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end
	if resp.StatusCode != 200 {
		return fmt.Errorf("download: %s", resp.Status)
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, resp.Body)
	return errors.Join(err, f.Close())
}

// checkAll reads the exported file and compares every row with the data set. Reading a million rows takes a minute, and
// both engines must write the same file, so only one is read.
func (f *fleet) checkAll(ours [2]*system) error {
	var files [2][]byte
	for e, s := range ours {
		var err error
		if files[e], err = os.ReadFile(f.exported(s)); err != nil {
			return err
		}
	}
	if !bytes.Equal(files[sqlite], files[postgres]) {
		return errors.New("the databases' exported files differ")
	}
	i := 0
	return readBack(f.exported(ours[sqlite]), ours[sqlite].students, func(cells []string) error {
		for {
			i++
			st := dataset.Make(i)
			if !st.IsStudent() {
				continue
			}
			want := []string{st.FullName, dataset.Faculties[st.Faculty], dataset.Period, strconv.Itoa(st.Course), st.Phone[1:], st.Code}
			if !slices.Equal(cells[:len(want)], want) {
				return fmt.Errorf("student %d is exported as %v, want %v", i, cells, want)
			}
			return nil
		}
	})
}

// checkFew exports a filtered list of ten rows and compares them with the list.
func (f *fleet) checkFew(ctx context.Context, s *system) error {
	q, err := s.fewRows(ctx)
	if err != nil {
		return err
	}
	rows, _, err := s.client.page(ctx, q)
	if err != nil {
		return err
	}
	file := filepath.Join(f.folder(s), "few.xlsx")
	if err := s.export(ctx, q, file); err != nil {
		return err
	}
	return readBack(file, fewRows, func(cells []string) error {
		if cells[4] != rows[0].Phone || cells[5] != rows[0].StudentCode {
			return fmt.Errorf("exported %v, listed %v", cells, rows[0])
		}
		rows = rows[1:]
		return nil
	})
}

// fewRows finds a search with ten results.
func (s *system) fewRows(ctx context.Context) (question, error) {
	for i := 1; i <= s.rows; i++ {
		st := dataset.Make(i)
		for from := 4; from < 8; from++ {
			q := question{sort: byName, search: st.Phone[from:]}
			_, total, err := s.client.page(ctx, q)
			if err != nil || total == fewRows {
				return q, err
			}
		}
	}
	return question{}, fmt.Errorf("no search finds %d students", fewRows)
}

// readBack reads the rows of a spreadsheet, without the header, by a third-party library.
func readBack(file string, rows int, use func(cells []string) error) error {
	book, err := excelize.OpenFile(file)
	if err != nil {
		return err
	}
	defer book.Close() //nolint:errcheck // only read
	found, err := book.Rows(book.GetSheetName(0))
	if err != nil {
		return err
	}
	defer found.Close() //nolint:errcheck // only read
	n := -1
	for ; found.Next(); n++ {
		cells, err := found.Columns()
		if err != nil {
			return err
		}
		if n < 0 {
			continue
		}
		if n < rows {
			err = use(cells)
		}
		if err != nil {
			return err
		}
	}
	if n != rows {
		return fmt.Errorf("%d rows in the file, want %d", n, rows)
	}
	return found.Error()
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}
