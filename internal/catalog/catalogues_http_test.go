package catalog_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/clock"
	"studbonus/internal/test/kit"
)

type object = map[string]any

type entry struct {
	ID, Name, CodeRegion, NameRegion, INN, ShortNameUniversity string
	IsUsed                                                     bool
	Version                                                    int64
}

func entries(t *testing.T, c *kit.Client, kind, search string) []entry {
	t.Helper()
	var out []entry
	c.Put("/v1/catalog/"+kind, object{"searchString": search}, "X-Limit", "100").OK().Into(&out)
	return out
}

func added(t *testing.T, c *kit.Client, kind string, body object) string {
	t.Helper()
	var out struct{ ID string }
	c.Post("/v1/catalog/"+kind, body).OK().Into(&out)
	return out.ID
}

func newUniversity(city string, n int) object {
	return object{"shortName": fmt.Sprintf("НИ №%d", n), "fullName": "Новый институт", "inn": inn(600_000_000 + n), "uuidCity": city, "phone": "+7 (342) 000-00-00", "contractEnd": "31.12.2027"}
}

func addedUniversity(t *testing.T, c *kit.Client, city string, n int) string {
	t.Helper()
	var out struct{ UUIDUniversity string }
	c.Post("/v1/catalog/universities", newUniversity(city, n)).OK().Into(&out)
	return out.UUIDUniversity
}

// rules 30.1.
func TestCataloguesAreForTheProgrammesAdministrators(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	for _, account := range []string{"admin2", "student", "univer", "chairman"} {
		a.As(t, account).Put("/v1/catalog/cities", object{}).Is(403)
	}
	a.As(t, "all").Put("/v1/catalog/cities", object{}).OK()
}

func TestUniversitiesInTheConsole(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		perm, moscow := findCities(t, c, object{"nameCity": "Пермь"})[0].UUID, findCities(t, c, object{"nameCity": "Москва"})[0].UUID
		id := addedUniversity(t, c, perm, 1)
		path := "/v1/catalog/universities/" + id
		t.Run("one ИНН once", func(t *testing.T) { c.Post("/v1/catalog/universities", newUniversity(perm, 1)).Is(409) })
		t.Run("every broken rule is named", func(t *testing.T) {
			p := c.Post("/v1/catalog/universities", object{"shortName": "", "fullName": "", "inn": "1", "uuidCity": id, "email": "x", "phone": "1", "contractEnd": "завтра"}).Is(422).Problem()
			for _, field := range []string{"shortName", "fullName", "inn", "uuidCity", "email", "phone", "contractEnd"} {
				if p.Field(field) == "" {
					t.Errorf("%s is not blamed", field)
				}
			}
		})
		t.Run("found by name and by ИНН", func(t *testing.T) {
			for _, text := range []string{"ни №1", inn(600_000_001)} {
				var found []struct{ UUIDUniversity, CreatedAt string }
				c.Put("/v1/catalog/universities", object{"searchString": text}).OK().Into(&found)
				if len(found) != 1 || found[0].UUIDUniversity != id || found[0].CreatedAt != clock.FormatStamp(a.Clock.Now()) {
					t.Errorf("%s: %v", text, found)
				}
			}
		})
		t.Run("a stale form changes nothing", func(t *testing.T) {
			c.Put(path, newUniversity(perm, 1), "If-Match", `"7"`).Is(409)
		})
		t.Run("another city moves region and news", func(t *testing.T) {
			university := kit.One[int64](t, a, "SELECT id FROM universities WHERE uuid = ?", id)
			kit.Exec(t, a, `INSERT INTO news (uuid, level, university_id, region_id, operator_id, title, content, search_text, approval, tags, messengers, created_at)
				SELECT ?, 'region', u.id, c.region_id, (SELECT min(id) FROM operators), 'Т', 'Т', 'т', 'approved', '[]', '[]', u.created_at
				FROM universities u JOIN cities c ON c.id = u.city_id WHERE u.id = ?`, "11111111-1111-4111-8111-111111111111", university)
			kit.Exec(t, a, "UPDATE operators SET university_id = ? WHERE login = 'student@demo.studbonus.ru'", university)
			reader := a.As(t, "student")
			reader.Get("/v1/city").OK() // the region is known to the session by now
			c.Put(path, newUniversity(moscow, 1), "If-Match", `"1"`).OK()
			want := kit.One[int64](t, a, "SELECT region_id FROM cities WHERE uuid = ?", moscow)
			if got := kit.One[int64](t, a, "SELECT region_id FROM news WHERE university_id = ?", university); got != want {
				t.Errorf("the news are in region %d, want %d", got, want)
			}
			p, err := a.Auth.Principal(t.Context(), kit.One[int64](t, a, "SELECT id FROM operators WHERE login = 'student@demo.studbonus.ru'"))
			if err != nil || p.Region != want {
				t.Errorf("the operator is in region %d, %v", p.Region, err)
			}
		})
		t.Run("one in use stays, an unused one goes", func(t *testing.T) {
			c.Delete(path, nil).Is(409)
			unused := addedUniversity(t, c, perm, 2)
			c.Delete("/v1/catalog/universities/"+unused, nil).OK()
			c.Get("/v1/catalog/universities/" + unused).Is(404)
		})
		t.Run("its history", func(t *testing.T) {
			var records []struct{ Action string }
			c.Get("/v1/audit/university/" + id).OK().Into(&records)
			if len(records) != 2 || records[0].Action != "universities.save" || records[1].Action != "universities.add" {
				t.Errorf("got %v", records)
			}
		})
	})
}

func TestPresetReasons(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		type reasons struct {
			Kind    string
			Reasons []string
			Version int64
		}
		read := func() (all []reasons) {
			a.As(t, "student").Get("/v1/reasons").OK().Into(&all)
			return all
		}
		shipped := read()
		want := []string{"Неуплата членского взноса", "Выход из профсоюза", "Исключение из профсоюза"}
		if len(shipped) != 4 || shipped[0].Kind != "student-block" || !slices.Equal(shipped[0].Reasons, want) {
			t.Fatalf("shipped %+v", shipped)
		}
		c, now := a.As(t, "all"), []string{"Выход из профсоюза", "Отчислен"}
		const path = "/v1/catalog/reasons/student-block"
		for _, bad := range [][]string{{}, {" "}, {"а", "а"}, {strings.Repeat("щ", 501)}, make([]string, 21)} {
			c.Put(path, object{"reasons": bad, "version": 1}).Is(422)
		}
		c.Put("/v1/catalog/reasons/moon", object{"reasons": now, "version": 1}).Is(404)
		c.Put(path, object{"reasons": now, "version": 1}).OK()
		c.Put(path, object{"reasons": want, "version": 1}).Is(409)
		if got := read(); !slices.Equal(got[0].Reasons, now) || got[0].Version != 2 {
			t.Errorf("got %+v", got[0])
		}
	})
}

func TestConsentTextsGetVersions(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		type text struct {
			Kind, Title, Body string
			Version           int
			IsRequired        bool
			CreatedAt         *string
		}
		c := a.As(t, "all")
		read := func() (all []text) {
			c.Get("/v1/catalog/consents").OK().Into(&all)
			return all
		}
		was := read()
		if len(was) != 4 || was[0].Kind != "personal" || was[0].Version != 1 || was[0].CreatedAt != nil {
			t.Fatalf("shipped %+v", was)
		}
		const path = "/v1/catalog/consents/personal"
		c.Post(path, object{"title": was[0].Title, "body": was[0].Body, "version": 1}).Is(422)
		c.Post(path, object{"title": "", "body": "", "version": 1}).Is(422)
		c.Post("/v1/catalog/consents/soul", object{"title": "а", "body": "б", "version": 1}).Is(404)
		c.Post(path, object{"title": "Согласие", "body": "Иначе.", "version": 1}).OK()
		c.Post(path, object{"title": "Согласие", "body": "Ещё иначе.", "version": 1}).Is(409)
		is := read()
		if len(is) != 5 || is[0].Version != 2 || is[0].Body != "Иначе." || !is[0].IsRequired || is[0].CreatedAt == nil || is[1] != was[0] {
			t.Errorf("got %+v", is[:2])
		}
	})
}

// upload sends a csv as the console does.
func upload(c *kit.Client, kind, file string, isDry bool) kit.Answer {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, _ := form.CreateFormFile("imageFile", "list.csv")
	_, _ = part.Write([]byte(file))
	_ = form.Close()
	return c.Post("/v1/catalog/"+kind+"/import", body.Bytes(), "Content-Type", form.FormDataContentType(), "X-Dry-Run", fmt.Sprint(isDry))
}

func TestUploadsOfTheConsole(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		type counts struct {
			Added, Changed, Known, Wrong int
			Lines, Sample                []string
		}
		const file = "Краткое название;Полное название;ИНН;Город\nНИ;Новый институт;%s;Пермь\nНИ;Новый институт;%s;Пермь\nЗло;=1+1;%s;Пермь\nГде;Где;%s;Атлантида\n"
		text := fmt.Sprintf(file, inn(700_000_001), inn(700_000_001), inn(700_000_002), inn(700_000_003))
		for _, isDry := range []bool{true, true, false} {
			var got counts
			upload(c, "universities", text, isDry).OK().Into(&got)
			if got.Added != 1 || got.Known != 1 || got.Wrong != 2 || !strings.HasPrefix(got.Lines[0], "строка 4: ячейка") || !strings.HasPrefix(got.Lines[1], "строка 5: Такого города нет") {
				t.Errorf("dry %v: %+v", isDry, got)
			}
			if first := "НИ, Новый институт, " + inn(700_000_001) + ", Пермь"; isDry && (len(got.Sample) != 3 || got.Sample[0] != first) || !isDry && len(got.Sample) > 0 {
				t.Errorf("dry %v shows %q", isDry, got.Sample)
			}
			if n := kit.One[int](t, a, "SELECT count(*) FROM universities WHERE inn = ?", inn(700_000_001)); (n == 0) != isDry {
				t.Errorf("dry %v: %d universities", isDry, n)
			}
		}
		t.Run("every catalogue has a file: a dry run counts what the load then does, and stores nothing", func(t *testing.T) {
			for kind, file := range map[string]string{
				"cities":               "Город;Регион;Население\nФайлоград;RU-MOW;5\nФайлоград;RU-MOW;6\nМосква;RU-MOW;\nГде;RU-NONE;\n",
				"regions":              "Код;Регион\nRU-FILE;Файловый край\nRU-FILE;Файловый край\nRU-FILX;файловый край\n",
				"partner-categories":   "Категория\nФайлы, папки\nфайлы, папки\n\"\"\n",
				"knowledge-categories": "Категория\nФайлы\nФАЙЛЫ\n\"\"\n",
				"faculties":            "ИНН\tФакультет\n" + inn(700_000_001) + "\tФизический\n" + inn(700_000_001) + "\tФИЗИЧЕСКИЙ\n1\tХимический\n",
			} {
				var tried, again, loaded counts
				upload(c, kind, file, true).OK().Into(&tried)
				upload(c, kind, file, true).OK().Into(&again)
				upload(c, kind, file, false).OK().Into(&loaded)
				if diff := cmp.Diff(tried, again); diff != "" {
					t.Errorf("%s: a dry run has stored something (-first +second):\n%s", kind, diff)
				}
				tried.Sample, loaded.Sample = nil, nil
				if diff := cmp.Diff(tried, loaded); diff != "" || loaded.Added != 1 || loaded.Changed+loaded.Known < 1 || loaded.Wrong != 1 {
					t.Errorf("%s: %+v (-tried +loaded):\n%s", kind, loaded, diff)
				}
			}
			if got := entries(t, c, "faculties", inn(700_000_001)); len(got) != 1 || got[0].Name != "Физический" || got[0].ShortNameUniversity != "НИ" {
				t.Errorf("got %+v", got)
			}
		})
		t.Run("hostile files are refused with a sentence", func(t *testing.T) {
			rows := strings.Repeat("Город,RU-MOW\n", 10_001)
			for name, file := range map[string]string{
				"NUL": "name,region\n\x00,RU-MOW\n", "a huge line": "name,region\n" + strings.Repeat("щ", 20_000) + ",RU-MOW\n",
				"100 columns": "name,region" + strings.Repeat(",x", 100) + "\n", "no csv": "name,region\n\"Город", "too many lines": "name,region\n" + rows,
			} {
				if p := upload(c, "cities", file, true).Is(422).Problem(); p.Field("file") == "" {
					t.Errorf("%s: %+v", name, p)
				}
			}
			upload(c, "cities", strings.Repeat("x", 20<<20), true).Is(413)
		})
	})
}

func TestStudentsMoveToAnotherUniversity(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		type moved struct {
			ID   int64  `db:"id"`
			UUID string `db:"uuid"`
			From int64  `db:"university_id"`
		}
		st := kit.One[moved](t, a, "SELECT s.id, s.uuid, s.university_id FROM students s JOIN reviews r ON r.student_id = s.id WHERE s.status = 'active' ORDER BY s.id LIMIT 1")
		into := kit.One[int64](t, a, "SELECT u.id FROM universities u JOIN faculties f ON f.university_id = u.id WHERE u.id <> ? LIMIT 1", st.From)
		university := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities WHERE id = ?", into)
		faculty := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM faculties WHERE university_id = ? LIMIT 1", into)
		foreign := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM faculties WHERE university_id = ? LIMIT 1", st.From)
		home := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities WHERE id = ?", st.From)
		kit.Exec(t, a, "UPDATE files SET owner = ? WHERE key = (SELECT min(key) FROM files)", "student/"+st.UUID)
		path := "/v1/student/" + st.UUID + "/university"
		c.Put(path, object{"uuidUniversity": home}).Is(422)
		c.Put(path, object{"uuidUniversity": st.UUID}).Is(422)
		c.Put(path, object{"uuidUniversity": university, "uuidFaculty": foreign}).Is(422)
		c.Put(path, object{"uuidUniversity": university}, "If-Match", `"999"`).Is(409)
		a.As(t, "admin2").Put(path, object{"uuidUniversity": university}).Is(403)
		c.Put(path, object{"uuidUniversity": university, "uuidFaculty": faculty}).OK()
		for _, left := range []string{
			"SELECT count(*) FROM students WHERE id = ? AND university_id <> ?", "SELECT count(*) FROM reviews WHERE student_id = ? AND university_id <> ?",
			"SELECT count(*) FROM complaints WHERE student_id = ? AND university_id <> ?",
		} {
			if n := kit.One[int](t, a, left, st.ID, into); n != 0 {
				t.Errorf("%d: %s", n, left)
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM files WHERE owner = ? AND university_id <> ?", "student/"+st.UUID, into); n != 0 {
			t.Error("the files stayed")
		}
		var card struct {
			StudentInfo struct{ UUIDUniversity, UUIDFaculty string }
		}
		c.Get("/v1/student/" + st.UUID).OK().Into(&card)
		if card.StudentInfo.UUIDUniversity != university || card.StudentInfo.UUIDFaculty != faculty {
			t.Errorf("the card says %+v", card)
		}
	})
}
