package catalog_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"studbonus/internal/catalog"
	"studbonus/internal/platform/fault"
	"studbonus/internal/test/kit"
)

func TestImportCities(t *testing.T) {
	type place struct {
		UUID       string   `db:"uuid"`
		Name       string   `db:"name"`
		Region     string   `db:"code"`
		Latitude   *float64 `db:"latitude"`
		Population int64    `db:"population"`
	}
	placed := func(t *testing.T, a *kit.App, key string) place {
		t.Helper()
		return kit.One[place](t, a, "SELECT c.uuid, c.name, r.code, c.latitude, c.population FROM cities c JOIN regions r ON r.id = c.region_id WHERE c.name_key = ?", key)
	}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
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
		t.Run("a known city is completed: it keeps its name, its identifier and what the file does not have", func(t *testing.T) {
			imported(t, a, catalog.Cities, "name,region,latitude,longitude,population,time_zone", "Ёлкоград,RU-MOW,55.5,37.5,1000,Asia/Omsk")
			want := placed(t, a, "елкоград")
			for _, step := range []struct {
				lines []string
				want  catalog.Imported
			}{
				{[]string{"Город;Регион", "ЁЛКОГРАД;RU-MOW"}, catalog.Imported{Known: 1}},
				{[]string{"name,region,latitude,longitude,population,time_zone", "Ёлкоград,RU-MOW,,,,"}, catalog.Imported{Known: 1}},
				{[]string{"name,region,population", "Ёлкоград,RU-MOW,1 000"}, catalog.Imported{Known: 1}},
				{[]string{"name,region,population", "Ёлкоград,RU-MOW,2 000", "Ёлкоград,RU-MOW,2000"}, catalog.Imported{Changed: 1, Known: 1}},
				{[]string{"name,region,latitude,longitude", "Ёлкоград,RU-MOW,56.5,38"}, catalog.Imported{Changed: 1}},
			} {
				tried, err := a.Catalog.Try(t.Context(), catalog.Cities, strings.NewReader(strings.Join(step.lines, "\n")))
				tried.Sample = nil
				if diff := cmp.Diff(step.want, tried); diff != "" || err != nil {
					t.Errorf("dry run of %q: %v (-want +got):\n%s", step.lines, err, diff)
				}
				if diff := cmp.Diff(step.want, imported(t, a, catalog.Cities, step.lines...)); diff != "" {
					t.Errorf("%q (-want +got):\n%s", step.lines, diff)
				}
			}
			*want.Latitude, want.Population = 56.5, 2000
			if diff := cmp.Diff(want, placed(t, a, "елкоград")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if zone := kit.One[string](t, a, "SELECT time_zone FROM cities WHERE name_key = 'елкоград'"); zone != "Asia/Omsk" {
				t.Errorf("the time zone is %q", zone)
			}
		})
		t.Run("a number that is none, and half a place, are wrong lines", func(t *testing.T) {
			done := imported(t, a, catalog.Cities, "name;region;latitude;longitude;population",
				"Числоград;RU-MOW;;;много", "Числоград;RU-MOW;;;1,5", "Числоград;RU-MOW;;;200000000", "Числоград;RU-MOW;55,5;;5", "Числоград;RU-MOW;55,5;37;5;лишнее")
			want := []string{
				"строка 2: неверное население", "строка 3: неверное население", "строка 4: неверное население", "строка 5: нужны и широта, и долгота",
				"строка 6: ячеек больше, чем столбцов в первой строке",
			}
			if diff := cmp.Diff(catalog.Imported{Wrong: want}, done); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
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
			if n := kit.One[int](t, a, "SELECT count(*) FROM cities WHERE name_key IN ('нигдеград', 'широтоград', 'долготоград', 'словоград', 'ничтоград', 'бесконечноград', 'короткоград')"); n != 0 {
				t.Errorf("%d bad lines were taken", n)
			}
		})
		t.Run("each import is audited once", func(t *testing.T) {
			const count = "SELECT count(*) FROM audit_log WHERE action = 'catalog.import' AND object = 'cities'"
			before := kit.One[int](t, a, count)
			imported(t, a, catalog.Cities, "name,region", "Аудитоград,RU-MOW")
			if n := kit.One[int](t, a, count) - before; n != 1 {
				t.Errorf("%d audit rows", n)
			}
		})
	})
}

func TestTimeZones(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		zone := func(key string) string {
			t.Helper()
			return kit.One[string](t, a, "SELECT time_zone FROM cities WHERE name_key = ? ORDER BY population DESC LIMIT 1", key)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM cities WHERE time_zone = ''"); n != 0 || zone("владивосток") != "Asia/Vladivostok" {
			t.Errorf("%d cities without a time zone", n)
		}
		imported(t, a, catalog.Cities, "name,region,time_zone", "Часоград,RU-MOW,Asia/Omsk", "Омск,RU-OMS,")
		if zone("часоград") != "Asia/Omsk" || zone("омск") != "Asia/Omsk" {
			t.Error("a file without time zones removes them")
		}
		if done := imported(t, a, catalog.Cities, "name,region,time_zone", "Бедоград,RU-MOW,Europe/Nowhere"); len(done.Wrong) != 1 {
			t.Errorf("%+v", done)
		}
		// As an earlier release left it.
		kit.Exec(t, a, "UPDATE cities SET time_zone = ''")
		kit.Exec(t, a, "UPDATE cities SET name = 'Владивосток!' WHERE name_key = 'владивосток'")
		for range 2 {
			if err := a.Catalog.Install(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if zone("владивосток") != "Asia/Vladivostok" || zone("часоград") != "" || kit.One[string](t, a, "SELECT name FROM cities WHERE name_key = 'владивосток'") != "Владивосток!" {
			t.Error("an upgrade adds the time zones and changes nothing else")
		}
	})
}

func TestImportOthers(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
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
			{"knowledge categories", catalog.KnowledgeCategories, []string{"Категория", "Проверка, или опыт"},
				catalog.Imported{Added: 1}, "SELECT count(*) FROM knowledge_categories WHERE name = 'Проверка, или опыт'", 1},
			{"regions", catalog.Regions, []string{"Код;Регион", "ru-xyz;Новый край", "RU-XYZ;Иной край", "RU-XYY;НОВЫЙ КРАЙ", "Я;Чей край", "RU-XYW;"},
				catalog.Imported{Added: 1, Known: 1, Wrong: []string{
					"строка 4: регион с таким названием уже есть", "строка 5: До 10 латинских букв, цифр и дефисов, например RU-MOW", "строка 6: Укажите название",
				}}, "SELECT count(*) FROM regions WHERE code LIKE 'RU-XY%' AND name = 'Новый край'", 1},
			{"faculties", catalog.Faculties, []string{"inn,faculty", "7729082090,Факультет проверки", "7729082090,факультет  проверки", "7729082091,Чужой", "7729082090,", ",Ничей"},
				catalog.Imported{Added: 1, Known: 1, Wrong: []string{
					"строка 4: нужны ИНН университета (inn) и название факультета (faculty)", "строка 5: нужны ИНН университета (inn) и название факультета (faculty)",
					"строка 6: нужны ИНН университета (inn) и название факультета (faculty)",
				}}, "SELECT count(*) FROM faculty_catalogue WHERE name = 'Факультет проверки'", 1},
		} {
			t.Run(test.name, func(t *testing.T) {
				if diff := cmp.Diff(test.want, imported(t, a, test.kind, test.lines...)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				if n := kit.One[int](t, a, test.count); n != test.rows {
					t.Errorf("%d rows, want %d", n, test.rows)
				}
			})
		}
	})
}

// Spreadsheets write csv in several encodings; each must be decoded correctly.
func TestImportReadsWhatSpreadsheetsWrite(t *testing.T) {
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("Name\tRegion\nТаблоград\tМосква\n")
	if err != nil {
		t.Fatal(err)
	}
	in := func(encoding *charmap.Charmap, text string) string {
		encoded, err := encoding.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return encoded
	}
	a := kit.New(t, kit.SQLite)
	for name, test := range map[string]struct{ file, city string }{
		"Windows-1251 with semicolons":  {in(charmap.Windows1251, "name;region;latitude;longitude\nТочкоград;Москва;55,75;37,61\n"), "Точкоград"},
		"Windows-1251 with commas":      {in(charmap.Windows1251, "name,region\r\n\"Ёжиково, или Ы\",Москва\r\n"), "Ёжиково, или Ы"},
		"CP866 of MS-DOS":               {in(charmap.CodePage866, "name;region\r\nДосоград;RU-MOW\r\n"), "Досоград"},
		"KOI8-R":                        {in(charmap.KOI8R, "name;region\nКоиград;RU-MOW\n"), "Коиград"},
		"Windows-1251 in capitals":      {in(charmap.Windows1251, "name;region\nЗАГЛАВНОГРАД;RU-MOW\n"), "ЗАГЛАВНОГРАД"},
		"vertical bars":                 {"name|region\nЧертоград|Москва\n", "Чертоград"},
		"Excel's line of the separator": {"sep=;\r\nname;region;latitude;longitude\r\nСепоград;Москва;55,75;37,61\r\n", "Сепоград"},
		"UTF-8 with tabs":               {"name\tregion\nТабград\tМосква\n", "Табград"},
		"UTF-8 with semicolons":         {"\ufeffname;region\nМеткоград;Москва\n", "Меткоград"},
		"UTF-16":                        {utf16, "Таблоград"},
	} {
		t.Run(name, func(t *testing.T) {
			done, err := a.Catalog.Import(context.Background(), catalog.Cities, strings.NewReader(test.file))
			if diff := cmp.Diff(catalog.Imported{Added: 1}, done); diff != "" || err != nil {
				t.Fatalf("%v (-want +got):\n%s", err, diff)
			}
			if n := kit.One[int](t, a, "SELECT count(*) FROM cities WHERE name = ?", test.city); n != 1 {
				t.Errorf("%d cities of that name", n)
			}
		})
	}
	if n := kit.One[int](t, a, "SELECT count(*) FROM cities WHERE name LIKE '%\ufffd%'"); n != 0 {
		t.Errorf("%d names are lost for good", n)
	}
}

// What ships is read right in each encoding, however it is typed. A line alone is never misread as people write it; in one case
// some words are words in two encodings.
func TestEncodingsAreToldApart(t *testing.T) {
	alone, refused, misread := 0, 0, 0
	for _, file := range []string{"cities", "faculties", "regions", "universities"} {
		raw, err := os.ReadFile("data/" + file + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"as it is": string(raw), "in capitals": strings.ToUpper(string(raw)), "in small letters": strings.ToLower(string(raw))} {
			for _, encoding := range []*charmap.Charmap{charmap.Windows1251, charmap.CodePage866, charmap.KOI8R} {
				text := strings.NewReplacer("«", `"`, "»", `"`, "–", "-", "—", "-").Replace(text)
				encoded, err := encoding.NewEncoder().String(text)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := catalog.Decoded([]byte(encoded)); err != nil || string(got) != text {
					t.Errorf("%s %s: %s is misread, %v", encoding, name, file, err)
				}
				lines := strings.Split(text, "\n")
				for i, line := range strings.Split(encoded, "\n") {
					alone++
					if got, err := catalog.Decoded([]byte(line)); err != nil {
						refused++
					} else if string(got) != lines[i] {
						misread++
						if name == "as it is" {
							t.Errorf("%s, line %d of %s: %q, want %q", encoding, i+1, file, got, lines[i])
						}
					}
				}
			}
		}
	}
	if refused > alone/5 || misread > alone/100 {
		t.Errorf("of %d lines %d are refused, %d misread", alone, refused, misread)
	}
}

func TestImportRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for name, test := range map[string]struct {
			kind catalog.Kind
			file string
		}{
			"an empty file":                       {catalog.Cities, ""},
			"UTF-8 with a spoilt byte":            {catalog.Cities, "name,region\nИспорченоград,Москва\nП\xd0лград,Москва\n"},
			"letters that are lost already":       {catalog.Cities, "name,region\n\ufffd\ufffd\ufffd,Москва\n"},
			"no text at all":                      {catalog.Cities, "name,region\n\x00\x01,Москва\n"},
			"no column of that name":              {catalog.Cities, "посёлок,край\nМосква,Москва\n"},
			"another sign between the columns":    {catalog.Cities, "name:region\nМосква:Москва\n"},
			"an encoding of other letters":        {catalog.Cities, "name,region\nM\xfcnchen,\xd6sterreich\n"},
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
			if n := kit.One[int](t, a, "SELECT count(*) FROM cities WHERE name_key = 'целоград'"); n != 0 {
				t.Errorf("%d rows", n)
			}
		})
		t.Run("a header alone imports nothing", func(t *testing.T) {
			if done := imported(t, a, catalog.Cities, "name,region"); done.Added != 0 || done.Wrong != nil {
				t.Errorf("got %+v", done)
			}
		})
		t.Run("what ships is installed once", func(t *testing.T) {
			before := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'catalog.import'")
			if err := a.Catalog.Install(context.Background()); err != nil {
				t.Fatal(err)
			}
			if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'catalog.import'") - before; n != 0 {
				t.Errorf("%d imports on the second start", n)
			}
		})
	})
}

func TestAddUniversity(t *testing.T) {
	good := catalog.NewUniversity{ShortName: "ПИ", FullName: "Проверочный институт", INN: inn(500_000_001), City: "Москва"}
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
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
			if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'universities.add' AND object = ?", added.UUID); n != 1 {
				t.Errorf("%d audit rows", n)
			}
			found, err := a.Catalog.UniversityByINN(context.Background(), good.INN)
			if err != nil || found.ID != added.ID {
				t.Errorf("%+v, %v", found, err)
			}
		})
	})
}
