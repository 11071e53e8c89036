package catalog_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"studbonus/internal/catalog"
	"studbonus/internal/fault"
	"studbonus/internal/testkit"
)

func TestImportCities(t *testing.T) {
	type place struct {
		UUID       string   `db:"uuid"`
		Name       string   `db:"name"`
		Region     string   `db:"code"`
		Latitude   *float64 `db:"latitude"`
		Population int64    `db:"population"`
	}
	placed := func(t *testing.T, a *testkit.App, key string) place {
		t.Helper()
		return testkit.One[place](t, a, "SELECT c.uuid, c.name, r.code, c.latitude, c.population FROM cities c JOIN regions r ON r.id = c.region_id WHERE c.name_key = ?", key)
	}
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		t.Run("columns go by name, in any order, with a BOM and others between", func(t *testing.T) {
			done := imported(t, a, catalog.Cities, "\ufeffpopulation,note,name,region,latitude,longitude", "500,x,Бомоград,RU-SPE,59.9,30.3", "7, y , Пробелоград ,Санкт-Петербург,,")
			if diff := cmp.Diff(catalog.Imported{Added: 2}, done); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			got := placed(t, a, "бомоград")
			if got.Name != "Бомоград" || got.Region != "RU-SPE" || got.Population != 500 || got.Latitude == nil || *got.Latitude != 59.9 {
				t.Errorf("got %+v", got)
			}
			if got := placed(t, a, "пробелоград"); got.Region != "RU-SPE" || got.Latitude != nil {
				t.Errorf("got %+v", got)
			}
		})
		t.Run("what is there already is updated and keeps its identifier", func(t *testing.T) {
			imported(t, a, catalog.Cities, "name,region,population", "Ёлкоград,RU-MOW,1")
			before := placed(t, a, "елкоград")
			if diff := cmp.Diff(catalog.Imported{Known: 1}, imported(t, a, catalog.Cities, "name,region,population", "ЁЛКОГРАД,RU-MOW,2")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			after := placed(t, a, "елкоград")
			if after.UUID != before.UUID || after.Population != 2 || after.Name != "ЁЛКОГРАД" {
				t.Errorf("%+v became %+v", before, after)
			}
		})
		t.Run("bad lines are told by their number and skipped", func(t *testing.T) {
			done := imported(t, a, catalog.Cities, "name,region,latitude,longitude",
				"Хорошоград,RU-MOW,55,37", // line 2
				"",
				",RU-MOW,55,37",
				"Нигдеград,RU-XXX,55,37",
				`"Двух`, `строчный град",RU-MOW,55,37`,
				"Широтоград,RU-MOW,90.1,37",
				"Долготоград,RU-MOW,55,-180.5",
				"Словоград,RU-MOW,север,37",
				"Ничтоград,RU-MOW,NaN,37",
				"Бесконечноград,RU-MOW,55,Inf",
				"Короткоград",
				"Краеград,RU-MOW,-90,180")
			want := catalog.Imported{Added: 3, Wrong: []string{
				"строка 4: нужно название города (name)", `строка 5: нет такого региона: "RU-XXX"`, "строка 8: неверная широта", "строка 9: неверная долгота",
				"строка 10: неверная широта", "строка 11: неверная широта", "строка 12: неверная долгота", `строка 13: нет такого региона: ""`,
			}}
			if diff := cmp.Diff(want, done); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if n := testkit.One[int](t, a, "SELECT count(*) FROM cities WHERE name_key IN ('нигдеград', 'широтоград', 'долготоград', 'словоград', 'ничтоград', 'бесконечноград', 'короткоград')"); n != 0 {
				t.Errorf("%d bad lines were taken", n)
			}
		})
		t.Run("each import is audited once", func(t *testing.T) {
			const count = "SELECT count(*) FROM audit_log WHERE action = 'catalog.import' AND object = 'cities'"
			before := testkit.One[int](t, a, count)
			imported(t, a, catalog.Cities, "name,region", "Аудитоград,RU-MOW")
			if n := testkit.One[int](t, a, count) - before; n != 1 {
				t.Errorf("%d audit rows", n)
			}
		})
	})
}

func TestImportOthers(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		for _, test := range []struct {
			name  string
			kind  catalog.Kind
			lines []string
			want  catalog.Imported
			count string
			rows  int
		}{
			{"partner categories", catalog.PartnerCategories, []string{"name", "Проверка", "ПРОВЕРКА", "", `""`, "Вторая проверка"},
				catalog.Imported{Added: 2, Known: 1, Wrong: []string{"строка 5: нужно название (name)"}}, "SELECT count(*) FROM partner_categories WHERE name IN ('Проверка', 'ПРОВЕРКА', 'Вторая проверка')", 2},
			{"knowledge categories", catalog.KnowledgeCategories, []string{"name", "Проверка"},
				catalog.Imported{Added: 1}, "SELECT count(*) FROM knowledge_categories WHERE name = 'Проверка'", 1},
			{"faculties", catalog.Faculties, []string{"inn,faculty", "7729082090,Факультет проверки", "7729082090,Факультет проверки", "7729082091,Чужой", "7729082090,", ",Ничей"},
				catalog.Imported{Added: 1, Known: 1, Wrong: []string{
					"строка 4: нужны ИНН университета (inn) и название факультета (faculty)", "строка 5: нужны ИНН университета (inn) и название факультета (faculty)",
					"строка 6: нужны ИНН университета (inn) и название факультета (faculty)",
				}}, "SELECT count(*) FROM faculty_catalogue WHERE name = 'Факультет проверки'", 1},
		} {
			t.Run(test.name, func(t *testing.T) {
				if diff := cmp.Diff(test.want, imported(t, a, test.kind, test.lines...)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				if n := testkit.One[int](t, a, test.count); n != test.rows {
					t.Errorf("%d rows, want %d", n, test.rows)
				}
			})
		}
	})
}

// Spreadsheets write csv in several ways; none of them may put anything but its letters into the catalogue.
func TestImportReadsWhatSpreadsheetsWrite(t *testing.T) {
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("Name\tRegion\nТаблоград\tМосква\n")
	if err != nil {
		t.Fatal(err)
	}
	cp1251 := func(text string) string {
		encoded, err := charmap.Windows1251.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return encoded
	}
	a := testkit.New(t, testkit.SQLite)
	for name, test := range map[string]struct{ file, city string }{
		"Windows-1251 with semicolons": {cp1251("name;region;latitude;longitude\nТочкоград;Москва;55,75;37,61\n"), "Точкоград"},
		"Windows-1251 with commas":     {cp1251("name,region\r\n\"Ёжиково, или Ы\",Москва\r\n"), "Ёжиково, или Ы"},
		"UTF-8 with tabs":              {"name\tregion\nТабград\tМосква\n", "Табград"},
		"UTF-8 with semicolons":        {"\ufeffname;region\nМеткоград;Москва\n", "Меткоград"},
		"UTF-16":                       {utf16, "Таблоград"},
	} {
		t.Run(name, func(t *testing.T) {
			done, err := a.Catalog.Import(context.Background(), catalog.Cities, strings.NewReader(test.file))
			if diff := cmp.Diff(catalog.Imported{Added: 1}, done); diff != "" || err != nil {
				t.Fatalf("%v (-want +got):\n%s", err, diff)
			}
			if n := testkit.One[int](t, a, "SELECT count(*) FROM cities WHERE name = ?", test.city); n != 1 {
				t.Errorf("%d cities of that name", n)
			}
		})
	}
	if n := testkit.One[int](t, a, "SELECT count(*) FROM cities WHERE name LIKE '%\ufffd%'"); n != 0 {
		t.Errorf("%d names are lost for good", n)
	}
}

func TestImportRefused(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		for name, test := range map[string]struct {
			kind catalog.Kind
			file string
		}{
			"an empty file":                       {catalog.Cities, ""},
			"UTF-8 with a spoilt byte":            {catalog.Cities, "name,region\nИспорченоград,Москва\nП\xd0лград,Москва\n"},
			"letters that are lost already":       {catalog.Cities, "name,region\n\ufffd\ufffd\ufffd,Москва\n"},
			"no text at all":                      {catalog.Cities, "name,region\n\x00\x01,Москва\n"},
			"no column of that name":              {catalog.Cities, "город,регион\nМосква,Москва\n"},
			"another sign between the columns":    {catalog.Cities, "name|region\nМосква|Москва\n"},
			"an unknown kind":                     {"planets", "name\nМарс"},
			"a line that is no csv after a sound": {catalog.Cities, "name,region\nЦелоград,RU-MOW\n\"Половиноград,RU-MOW"},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := a.Catalog.Import(context.Background(), test.kind, strings.NewReader(test.file))
				if !fault.Is(err, fault.KindInvalid) {
					t.Errorf("got %v", err)
				}
			})
		}
		t.Run("a file that breaks off leaves nothing behind", func(t *testing.T) {
			if n := testkit.One[int](t, a, "SELECT count(*) FROM cities WHERE name_key = 'целоград'"); n != 0 {
				t.Errorf("%d rows", n)
			}
		})
		t.Run("a header alone imports nothing", func(t *testing.T) {
			if done := imported(t, a, catalog.Cities, "name,region"); done.Added != 0 || done.Wrong != nil {
				t.Errorf("got %+v", done)
			}
		})
		t.Run("what ships is installed once", func(t *testing.T) {
			before := testkit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'catalog.import'")
			if err := a.Catalog.Install(context.Background()); err != nil {
				t.Fatal(err)
			}
			if n := testkit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'catalog.import'") - before; n != 0 {
				t.Errorf("%d imports on the second start", n)
			}
		})
	})
}

func TestAddUniversity(t *testing.T) {
	good := catalog.NewUniversity{ShortName: "ПИ", FullName: "Проверочный институт", INN: inn(500_000_001), City: "Москва"}
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		for name, test := range map[string]struct {
			change func(*catalog.NewUniversity)
			field  string
		}{
			"no short name":           {func(n *catalog.NewUniversity) { n.ShortName = " " }, "short-name"},
			"no full name":            {func(n *catalog.NewUniversity) { n.FullName = "" }, "full-name"},
			"no city":                 {func(n *catalog.NewUniversity) { n.City = "" }, "city"},
			"a city nobody knows":     {func(n *catalog.NewUniversity) { n.City = "Атлантида" }, "city"},
			"a city elsewhere":        {func(n *catalog.NewUniversity) { n.City, n.Region = "Москва", "RU-SPE" }, "city"},
			"a wrong check digit":     {func(n *catalog.NewUniversity) { n.INN = "7729082091" }, "inn"},
			"a number with letters":   {func(n *catalog.NewUniversity) { n.INN = "77290820O0" }, "inn"},
			"no number of a taxpayer": {func(n *catalog.NewUniversity) { n.INN = "" }, "inn"},
		} {
			t.Run(name, func(t *testing.T) {
				n := good
				test.change(&n)
				_, err := a.Catalog.AddUniversity(context.Background(), n)
				refused, ok := errors.AsType[*fault.Error](err)
				if !ok || refused.Kind != fault.KindInvalid || len(refused.Fields) != 1 || refused.Fields[0].Name != test.field {
					t.Errorf("got %v", err)
				}
			})
		}
		t.Run("is made once", func(t *testing.T) {
			added, err := a.Catalog.AddUniversity(context.Background(), good)
			if err != nil || added.ID == 0 || added.ShortName != "ПИ" {
				t.Fatalf("%+v, %v", added, err)
			}
			if _, err := a.Catalog.AddUniversity(context.Background(), good); !fault.Is(err, fault.KindConflict) {
				t.Errorf("the second time: %v", err)
			}
			if n := testkit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'universities.add' AND object = ?", added.UUID); n != 1 {
				t.Errorf("%d audit rows", n)
			}
			found, err := a.Catalog.UniversityByINN(context.Background(), good.INN)
			if err != nil || found.ID != added.ID {
				t.Errorf("%+v, %v", found, err)
			}
		})
	})
}
