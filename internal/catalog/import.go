package catalog

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // containers may have no time zones

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
)

var importers = map[Kind]importer{
	Regions:             {columns: []string{"code", "name"}, words: map[string]string{"код": "code", "регион": "name", "название": "name"}, read: readRegion},
	Cities:              {columns: []string{"name", "region"}, words: cityWords, read: readCity},
	PartnerCategories:   {columns: []string{"name"}, words: categoryWords, read: readCategory(partnerCategories)},
	KnowledgeCategories: {columns: []string{"name"}, words: categoryWords, read: readCategory(knowledgeCategories)},
	Faculties:           {columns: []string{"inn", "faculty"}, words: map[string]string{"инн": "inn", "факультет": "faculty", "название": "faculty"}, read: readFaculty},
	Universities:        {columns: []string{"short_name", "full_name", "inn", "city"}, words: universityWords, read: readUniversity},
}

var categoryWords = map[string]string{"категория": "name", "название": "name"}

var cityWords = map[string]string{
	"город": "name", "название": "name", "регион": "region", "широта": "latitude", "долгота": "longitude", "население": "population", "часовой пояс": "time_zone",
}

var universityWords = map[string]string{
	"краткое название": "short_name", "полное название": "full_name", "инн": "inn", "город": "city", "регион": "region", "адрес": "address",
	"телефон": "phone", "e-mail": "email", "почта": "email", "руководитель": "boss", "окончание договора": "contract_end",
}

func readRegion(ctx context.Context, q db.Querier, l line, m *making) (record, error) {
	f, err := EntryForm{Code: l.at("code"), Name: l.at("name")}.checked(Regions)
	if err == nil {
		err = f.checkNew(Regions)
	}
	if err != nil {
		return wrongFor(err)
	}
	if isNew, err := m.take(ctx, q, regionCodes, f.Code); err != nil || !isNew {
		return record{}, err
	}
	isNew, err := m.take(ctx, q, namesIn("regions"), f.Name)
	if err == nil && !isNew {
		return wrong("регион с таким названием уже есть")
	}
	return record{effect: adds, store: func(ctx context.Context, tx db.Tx) (int64, error) {
		return addRegion(ctx, tx, f.Code, f.Name)
	}}, err
}

func readCategory(table string) func(context.Context, db.Querier, line, *making) (record, error) {
	return func(ctx context.Context, q db.Querier, l line, m *making) (record, error) {
		name := l.at("name")
		switch {
		case name == "":
			return wrong("нужно название (name)")
		case form.Longer(name, maxEntry):
			return wrong("название длиннее 200 символов")
		}
		if isNew, err := m.take(ctx, q, namesIn(table), name); err != nil || !isNew {
			return record{}, err
		}
		return record{effect: adds, store: func(ctx context.Context, tx db.Tx) (int64, error) {
			return addCategory(ctx, tx, table, m.id(table, name), name)
		}}, nil
	}
}

func readFaculty(ctx context.Context, q db.Querier, l line, m *making) (record, error) {
	inn, name := l.at("inn"), l.at("faculty")
	switch {
	case !form.IsINN(inn) || name == "":
		return wrong("нужны ИНН университета (inn) и название факультета (faculty)")
	case form.Longer(name, maxLongText):
		return wrong("название факультета длиннее 300 символов")
	}
	key := inn + " " + name
	if isNew, err := m.take(ctx, q, facultyKeys, key); err != nil || !isNew {
		return record{}, err
	}
	return record{effect: adds, store: func(ctx context.Context, tx db.Tx) (int64, error) {
		return addFaculty(ctx, tx, m.id("faculty", key), inn, name)
	}}, nil
}

// readCity reads a city. A known one keeps its name, and what the file does not have of it.
func readCity(ctx context.Context, q db.Querier, l line, m *making) (record, error) {
	if l.at("name") == "" {
		return wrong("нужно название города (name)")
	}
	if form.Longer(l.at("name"), maxEntry) {
		return wrong("название города длиннее 200 символов")
	}
	region, err := regionID(ctx, q, l.at("region"))
	if fault.Is(err, fault.KindNotFound) {
		return wrong("нет такого региона: " + strconv.Quote(l.at("region")))
	}
	if err != nil {
		return record{}, err
	}
	c := cityRow{UUID: m.id("city", l.at("region")+"/"+l.at("name")), Name: l.at("name"), Region: region}
	if refused := c.fill(l); refused != "" {
		return wrong(refused)
	}
	was, isKnown, err := m.city(ctx, q, c.key())
	if err != nil {
		return record{}, err
	}
	is := c
	if isKnown {
		is = was.with(c)
	}
	m.cities[c.key()] = is
	switch {
	case !isKnown:
		return record{effect: adds, store: func(ctx context.Context, tx db.Tx) (int64, error) { return addCity(ctx, tx, c) }}, nil
	case !reflect.DeepEqual(is, was):
		return record{effect: changes, store: func(ctx context.Context, tx db.Tx) (int64, error) { return completeCity(ctx, tx, c) }}, nil
	}
	return record{}, nil
}

// cityKey is what only one city has.
type cityKey struct {
	region int64
	name   string // folded
}

func (c cityRow) key() cityKey { return cityKey{c.Region, listquery.Fold(c.Name)} }

// with returns the city with what a file knows of it.
func (c cityRow) with(more cityRow) cityRow {
	c.Latitude, c.Longitude, c.Population = cmp.Or(more.Latitude, c.Latitude), cmp.Or(more.Longitude, c.Longitude), cmp.Or(more.Population, c.Population)
	c.TimeZone = cmp.Or(more.TimeZone, c.TimeZone)
	return c
}

// fill reads what a file may have of a city, and returns why a cell is wrong. An empty cell is unknown.
func (c *cityRow) fill(l line) (refused string) {
	var err error
	if c.Latitude, err = coordinate(l.at("latitude"), 90); err != nil {
		return "неверная широта"
	}
	if c.Longitude, err = coordinate(l.at("longitude"), 180); err != nil {
		return "неверная долгота"
	}
	if (c.Latitude == nil) != (c.Longitude == nil) {
		return "нужны и широта, и долгота"
	}
	if c.Population, err = people(l.at("population")); err != nil {
		return "неверное население"
	}
	if c.TimeZone = l.at("time_zone"); c.TimeZone != "" {
		if _, err := time.LoadLocation(c.TimeZone); err != nil {
			return "нет такого часового пояса: " + strconv.Quote(c.TimeZone)
		}
	}
	return ""
}

const maxPeople = 100_000_000

// people parses a number of inhabitants, with spaces between the thousands as spreadsheets write it.
func people(s string) (*int64, error) {
	if s == "" {
		return nil, nil //nolint:nilnil // absence is a value here: a known city keeps its own
	}
	n, err := strconv.ParseInt(strings.Join(strings.Fields(s), ""), 10, 64)
	if err != nil || n < 0 || n > maxPeople {
		return nil, fmt.Errorf("population %q out of range", s)
	}
	return &n, nil
}

// coordinate parses degrees, with a decimal point or a comma as Russian spreadsheets write it; empty means unknown.
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

// readUniversity reads a university. A known one stays as it is: its card is edited by hand.
func readUniversity(ctx context.Context, q db.Querier, l line, m *making) (record, error) {
	n, err := NewUniversity{
		ShortName: l.at("short_name"), FullName: l.at("full_name"), INN: l.at("inn"), City: l.at("city"), Region: l.at("region"), Address: l.at("address"),
		Phone: l.at("phone"), Email: l.at("email"), Boss: l.at("boss"), ContractEnd: l.at("contract_end"), uuid: m.id("university", l.at("inn")),
	}.checked()
	u := n.university()
	if err == nil {
		u.City, err = cityID(ctx, q, n.City, n.Region)
	}
	if err != nil {
		return wrongFor(err)
	}
	if isNew, err := m.take(ctx, q, universityINNs, u.INN); err != nil || !isNew {
		return record{}, err
	}
	return record{effect: adds, store: func(ctx context.Context, tx db.Tx) (int64, error) {
		_, err := addUniversity(ctx, tx, u, m.now)
		return 1, taken(err, innTaken)
	}}, nil
}
