package catalog

import (
	"context"
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"studbonus/internal/audit"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/form"
)

//go:embed data/*.csv
var shipped embed.FS

// Kind is what a csv file of the catalogue holds.
type Kind string

// The files that can be imported, each with its columns by name in the first line.
const (
	Cities              Kind = "cities"               // name, region (code or name), latitude, longitude, population
	PartnerCategories   Kind = "partner-categories"   // name
	KnowledgeCategories Kind = "knowledge-categories" // name
	Faculties           Kind = "faculties"            // inn, faculty
	regions             Kind = "regions"              // code, name; shipped only
)

// Imported tells how an import went.
type Imported struct {
	Rows    int
	Skipped []string // "строка 7: …"
}

// Install brings in what ships with the program where it is not there yet.
func (s *Service) Install(ctx context.Context) error {
	installed, err := db.Exists(ctx, s.db, "SELECT 1 FROM cities")
	if err != nil || installed {
		return err
	}
	for _, part := range []struct {
		kind Kind
		file string
	}{
		{regions, "regions"}, {Cities, "cities"}, {PartnerCategories, "partner_categories"},
		{KnowledgeCategories, "knowledge_categories"}, {Faculties, "faculties"},
	} {
		f, err := shipped.Open("data/" + part.file + ".csv")
		if err != nil {
			return err
		}
		done, err := s.Import(ctx, part.kind, f)
		if err != nil {
			return fmt.Errorf("install %s: %w", part.kind, err)
		}
		if len(done.Skipped) > 0 {
			return fmt.Errorf("install %s: %s", part.kind, done.Skipped[0])
		}
	}
	return nil
}

// Import reads a csv into the catalogue: what is there already is updated, bad lines are told and skipped.
func (s *Service) Import(ctx context.Context, kind Kind, r io.Reader) (Imported, error) {
	add, ok := importers[kind]
	if !ok {
		return Imported{}, fault.Invalid("kind", "Неизвестный вид каталога.")
	}
	var done Imported
	err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		done = Imported{}
		err := eachLine(r, func(number int, l line) error {
			refused, err := add(ctx, tx, l)
			if refused != "" {
				done.Skipped = append(done.Skipped, fmt.Sprintf("строка %d: %s", number, refused))
			} else if err == nil {
				done.Rows++
			}
			return err
		})
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "catalog.import", Kind: "catalog", Object: string(kind), After: map[string]any{"rows": done.Rows}})
	})
	return done, err
}

// line is one row of a csv, by column name.
type line map[string]string

func eachLine(r io.Reader, use func(number int, l line) error) error {
	in := csv.NewReader(r)
	in.FieldsPerRecord, in.TrimLeadingSpace = -1, true
	header, err := in.Read()
	if err != nil {
		return fault.Invalid("file", "Файл пуст или не читается.").Because(err)
	}
	header[0] = strings.TrimPrefix(header[0], "\ufeff")
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return fault.Invalid("file", fmt.Sprintf("Строка %d не читается.", bad.StartLine)).Because(err)
		}
		if err != nil {
			return fault.Invalid("file", "Файл не читается.").Because(err)
		}
		number, _ := in.FieldPos(0) // the line as an editor counts it: empty ones and those within quotes too
		l := line{}
		for i, name := range header {
			if i < len(record) {
				l[strings.TrimSpace(name)] = strings.TrimSpace(record[i])
			}
		}
		if err := use(number, l); err != nil {
			return err
		}
	}
}

var importers = map[Kind]func(ctx context.Context, tx db.Tx, l line) (refused string, err error){
	regions: func(ctx context.Context, tx db.Tx, l line) (string, error) {
		return "", upsertRegion(ctx, tx, l["code"], l["name"])
	},
	Cities:              importCity,
	PartnerCategories:   importCategory(partnerCategories),
	KnowledgeCategories: importCategory(knowledgeCategories),
	Faculties: func(ctx context.Context, tx db.Tx, l line) (string, error) {
		if !form.IsINN(l["inn"]) || l["faculty"] == "" {
			return "нужны ИНН университета (inn) и название факультета (faculty)", nil
		}
		_, err := addFaculty(ctx, tx, l["inn"], l["faculty"])
		return "", err
	},
}

func importCategory(table string) func(context.Context, db.Tx, line) (string, error) {
	return func(ctx context.Context, tx db.Tx, l line) (string, error) {
		if l["name"] == "" {
			return "нужно название (name)", nil
		}
		_, err := addCategory(ctx, tx, table, stableUUID(table, l["name"]), l["name"])
		return "", err
	}
}

func importCity(ctx context.Context, tx db.Tx, l line) (string, error) {
	if l["name"] == "" {
		return "нужно название города (name)", nil
	}
	region, err := regionID(ctx, tx, l["region"])
	if fault.Is(err, fault.KindNotFound) {
		return "нет такого региона: " + strconv.Quote(l["region"]), nil
	}
	if err != nil {
		return "", err
	}
	c := cityRow{uuid: stableUUID("city", l["region"]+"/"+l["name"]), name: l["name"], region: region}
	if c.latitude, err = coordinate(l["latitude"], 90); err != nil {
		return "неверная широта", nil //nolint:nilerr // told to the caller as a skipped line
	}
	if c.longitude, err = coordinate(l["longitude"], 180); err != nil {
		return "неверная долгота", nil //nolint:nilerr // told to the caller as a skipped line
	}
	c.population, _ = strconv.ParseInt(l["population"], 10, 64) // absent: an unknown size sorts last
	return "", upsertCity(ctx, tx, c)
}

// coordinate reads degrees; an empty cell is an unknown place.
func coordinate(s string, limit float64) (*float64, error) {
	if s == "" {
		return nil, nil //nolint:nilnil // absence is a value here: the column is nullable
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || v < -limit || v > limit {
		return nil, fmt.Errorf("coordinate %q out of range", s)
	}
	return &v, nil
}

// ShippedUniversities are those that the demo data are set in.
func ShippedUniversities() ([]NewUniversity, error) {
	cities := map[string]line{}
	if err := eachShipped("cities", func(l line) { cities[l["geoname_id"]] = l }); err != nil {
		return nil, err
	}
	var out []NewUniversity
	err := eachShipped("universities", func(l line) {
		city := cities[l["city"]]
		out = append(out, NewUniversity{
			ShortName: l["short_name"], FullName: l["full_name"], INN: l["inn"], City: city["name"], Region: city["region"], Address: l["address"],
		})
	})
	return out, err
}

func eachShipped(file string, use func(line)) error {
	f, err := shipped.Open("data/" + file + ".csv")
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // embedded
	return eachLine(f, func(_ int, l line) error { use(l); return nil })
}
