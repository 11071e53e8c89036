package catalog

import (
	"context"
	"embed"
	"fmt"
	"io"

	"github.com/google/uuid"

	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

//go:embed data/*.csv
var shipped embed.FS

// Kind is a catalogue.
type Kind string

// The catalogues. Each can be imported from csv, with columns by name in the first line.
const (
	Cities              Kind = "cities"               // name, region (code or name), latitude, longitude, population, time_zone (IANA)
	PartnerCategories   Kind = "partner-categories"   // name
	KnowledgeCategories Kind = "knowledge-categories" // name
	Faculties           Kind = "faculties"            // inn, faculty
	Universities        Kind = "universities"         // short_name, full_name, inn, city, region, address, phone, email, boss, contract_end
	Regions             Kind = "regions"              // code, name; the command line has none
)

// Imported is the result of an import.
type Imported struct {
	Added   int      // new rows
	Changed int      // existing rows of which the file knew more, or something else
	Known   int      // existing rows that stay as they are, or duplicates in the file
	Wrong   []string // "строка 7: …"
	Sample  []string // of a dry run: the first lines as they have been read
}

// Install imports the shipped files that are not imported yet.
func (s *Service) Install(ctx context.Context) error {
	installed, err := isInstalled(ctx, s.DB)
	if err != nil {
		return err
	}
	if installed {
		return s.installTimeZones(ctx)
	}
	for _, part := range []struct {
		kind Kind
		file string
	}{
		{Regions, "regions"}, {Cities, "cities"}, {PartnerCategories, "partner_categories"},
		{KnowledgeCategories, "knowledge_categories"}, {Faculties, "faculties"},
	} {
		f, err := shipped.Open("data/" + part.file + ".csv")
		if err != nil {
			return err
		}
		done, err := s.load(ctx, part.kind, f, loading{limits: commandLimits, id: stableUUID})
		if err != nil {
			return fmt.Errorf("install %s: %w", part.kind, err)
		}
		if len(done.Wrong) > 0 {
			return fmt.Errorf("install %s: %s", part.kind, done.Wrong[0])
		}
	}
	return nil
}

// installTimeZones adds the shipped time zones to an installation of an earlier release. Cities keep everything else.
func (s *Service) installTimeZones(ctx context.Context) error {
	if has, err := hasTimeZones(ctx, s.DB); err != nil || has {
		return err
	}
	lines, err := shippedLines("cities", "name", "region", "time_zone")
	if err != nil {
		return err
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		for _, l := range lines {
			region, err := regionID(ctx, tx, l.at("region"))
			if err != nil {
				return err
			}
			if _, err := completeCity(ctx, tx, cityRow{Name: l.at("name"), Region: region, TimeZone: l.at("time_zone")}); err != nil {
				return err
			}
		}
		return nil
	})
}

// loading says how a csv is read.
type loading struct {
	limits limits
	id     naming
	isDry  bool // count, and store nothing
}

func randomUUID(string, string) string { return uuid.NewString() }

// Import reads a csv into the catalogue: it adds what is new, completes known cities, skips invalid lines and reports them.
func (s *Service) Import(ctx context.Context, kind Kind, r io.Reader) (Imported, error) {
	return s.load(ctx, kind, r, loading{limits: commandLimits, id: randomUUID})
}

// Upload is Import for the console, with its limits.
func (s *Service) Upload(ctx context.Context, kind Kind, r io.Reader) (Imported, error) {
	return s.load(ctx, kind, r, loading{limits: consoleLimits, id: randomUUID})
}

// Try counts what Upload would do, and stores nothing.
func (s *Service) Try(ctx context.Context, kind Kind, r io.Reader) (Imported, error) {
	return s.load(ctx, kind, r, loading{limits: consoleLimits, id: randomUUID, isDry: true})
}

func (s *Service) load(ctx context.Context, kind Kind, r io.Reader, how loading) (Imported, error) {
	into, ok := importers[kind]
	if !ok {
		return Imported{}, fault.Invalid("kind", "Неизвестный вид каталога.")
	}
	lines, err := readLines(r, how.limits, into)
	if err != nil {
		return Imported{}, err
	}
	file := csvFile{into, lines}
	if how.isDry {
		done, err := file.each(ctx, s.DB, newMaking(how.id, s.Clock()), func(r record) (effect, error) { return r.effect, nil })
		for _, l := range lines[:min(shownSample, len(lines))] {
			done.Sample = append(done.Sample, into.shown(l))
		}
		return done, err
	}
	var done Imported
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		var err error
		done, err = file.each(ctx, tx, newMaking(how.id, s.Clock()), func(r record) (effect, error) {
			if r.store == nil {
				return r.effect, nil
			}
			rows, err := r.store(ctx, tx)
			if rows == 0 { // another import was faster
				return stays, err
			}
			return r.effect, err
		})
		if err != nil {
			return err
		}
		after := map[string]any{"added": done.Added, "changed": done.Changed, "known": done.Known, "wrong": len(done.Wrong)}
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{Action: "catalog.import", Kind: "catalog", Object: string(kind), After: after})
	})
	return done, err
}

const shownSample = 3

// csvFile is the lines of a file and what reads them.
type csvFile struct {
	into  importer
	lines []line
}

func (f csvFile) each(ctx context.Context, q db.Querier, m *making, keep func(record) (effect, error)) (done Imported, err error) {
	for _, l := range f.lines {
		r := record{refused: l.refusal()}
		if r.refused == "" {
			if r, err = f.into.read(ctx, q, l, m); err != nil {
				return done, err
			}
		}
		if r.refused != "" {
			done.Wrong = append(done.Wrong, fmt.Sprintf("строка %d: %s", l.number, r.refused))
			continue
		}
		did, err := keep(r)
		if err != nil {
			return done, err
		}
		switch did {
		case adds:
			done.Added++
		case changes:
			done.Changed++
		case stays:
			done.Known++
		}
	}
	return done, nil
}

// ShippedUniversities returns the universities of the demo data.
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
			uuid: stableUUID("university", l.at("inn")),
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
	return readLines(f, commandLimits, importer{columns: columns})
}
