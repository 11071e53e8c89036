package catalog

import (
	"context"
	"embed"
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
	Added int      // rows that were not there
	Known int      // rows that were there already, or twice in the file
	Wrong []string // "строка 7: …"
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
		if len(done.Wrong) > 0 {
			return fmt.Errorf("install %s: %s", part.kind, done.Wrong[0])
		}
	}
	return nil
}

// Import reads a csv into the catalogue: what is there already is updated, bad lines are told and skipped.
func (s *Service) Import(ctx context.Context, kind Kind, r io.Reader) (Imported, error) {
	into, ok := importers[kind]
	if !ok {
		return Imported{}, fault.Invalid("kind", "Неизвестный вид каталога.")
	}
	lines, err := readLines(r, into.columns...)
	if err != nil {
		return Imported{}, err
	}
	var done Imported
	err = s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		done = Imported{}
		for _, l := range lines {
			if err := done.take(ctx, tx, into, l); err != nil {
				return err
			}
		}
		after := map[string]any{"added": done.Added, "known": done.Known, "wrong": len(done.Wrong)}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "catalog.import", Kind: "catalog", Object: string(kind), After: after})
	})
	return done, err
}

func (done *Imported) take(ctx context.Context, tx db.Tx, into importer, l line) error {
	added, refused, err := into.add(ctx, tx, l)
	switch {
	case err != nil:
		return err
	case refused != "":
		done.Wrong = append(done.Wrong, fmt.Sprintf("строка %d: %s", l.number, refused))
	case added > 0:
		done.Added++
	default:
		done.Known++
	}
	return nil
}

// importer adds one line; added is how many rows are new, refused why the line is wrong.
type importer struct {
	columns []string // that the first line must name
	add     func(ctx context.Context, tx db.Tx, l line) (added int64, refused string, err error)
}

var importers = map[Kind]importer{
	regions: {[]string{"code", "name"}, func(ctx context.Context, tx db.Tx, l line) (int64, string, error) {
		added, err := addRegion(ctx, tx, l.at("code"), l.at("name"))
		return added, "", err
	}},
	Cities:              {[]string{"name", "region"}, importCity},
	PartnerCategories:   {[]string{"name"}, importCategory(partnerCategories)},
	KnowledgeCategories: {[]string{"name"}, importCategory(knowledgeCategories)},
	Faculties: {[]string{"inn", "faculty"}, func(ctx context.Context, tx db.Tx, l line) (int64, string, error) {
		if !form.IsINN(l.at("inn")) || l.at("faculty") == "" {
			return 0, "нужны ИНН университета (inn) и название факультета (faculty)", nil
		}
		added, err := addFaculty(ctx, tx, l.at("inn"), l.at("faculty"))
		return added, "", err
	}},
}

func importCategory(table string) func(context.Context, db.Tx, line) (int64, string, error) {
	return func(ctx context.Context, tx db.Tx, l line) (int64, string, error) {
		name := l.at("name")
		if name == "" {
			return 0, "нужно название (name)", nil
		}
		added, err := addCategory(ctx, tx, table, stableUUID(table, name), name)
		return added, "", err
	}
}

func importCity(ctx context.Context, tx db.Tx, l line) (int64, string, error) {
	if l.at("name") == "" {
		return 0, "нужно название города (name)", nil
	}
	region, err := regionID(ctx, tx, l.at("region"))
	if fault.Is(err, fault.KindNotFound) {
		return 0, "нет такого региона: " + strconv.Quote(l.at("region")), nil
	}
	if err != nil {
		return 0, "", err
	}
	c := cityRow{uuid: stableUUID("city", l.at("region")+"/"+l.at("name")), name: l.at("name"), region: region}
	if c.latitude, err = coordinate(l.at("latitude"), 90); err != nil {
		return 0, "неверная широта", nil //nolint:nilerr // told to the caller as a wrong line
	}
	if c.longitude, err = coordinate(l.at("longitude"), 180); err != nil {
		return 0, "неверная долгота", nil //nolint:nilerr // told to the caller as a wrong line
	}
	c.population, _ = strconv.ParseInt(l.at("population"), 10, 64) // absent: an unknown size sorts last
	added, err := upsertCity(ctx, tx, c)
	return added, "", err
}

// coordinate reads degrees, with a comma too, as Russian spreadsheets write them; an empty cell is an unknown place.
func coordinate(s string, limit float64) (*float64, error) {
	if s == "" {
		return nil, nil //nolint:nilnil // absence is a value here: the column is nullable
	}
	v, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
	if err != nil || math.IsNaN(v) || v < -limit || v > limit {
		return nil, fmt.Errorf("coordinate %q out of range", s)
	}
	return &v, nil
}

// ShippedUniversities are those that the demo data are set in.
func ShippedUniversities() ([]NewUniversity, error) {
	places, err := shippedLines("cities", "geoname_id", "name", "region")
	if err != nil {
		return nil, err
	}
	cities := map[string]line{}
	for _, l := range places {
		cities[l.at("geoname_id")] = l
	}
	lines, err := shippedLines("universities", "short_name", "full_name", "inn", "city", "address")
	var out []NewUniversity
	for _, l := range lines {
		city := cities[l.at("city")]
		out = append(out, NewUniversity{
			ShortName: l.at("short_name"), FullName: l.at("full_name"), INN: l.at("inn"), City: city.at("name"), Region: city.at("region"), Address: l.at("address"),
		})
	}
	return out, err
}

func shippedLines(file string, columns ...string) ([]line, error) {
	f, err := shipped.Open("data/" + file + ".csv")
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // embedded
	return readLines(f, columns...)
}
