package exports_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"studbonus/internal/test/kit"
)

// marker is a word in the rows of a university that the caller may not see.
const marker = "Чужоеслово"

// listed is a list beside its export.
type listed struct {
	account, list, start string
	body                 object
	headers              []string
	titles               []string           // columns that identify a row
	row                  func(object) []any // the same of a row of the list
}

func fields(names ...string) func(object) []any {
	return func(row object) (values []any) {
		for _, name := range names {
			var value any = row
			for part := range strings.SplitSeq(name, ".") {
				value = value.(object)[part] //nolint:forcetypeassert // a test
			}
			values = append(values, value)
		}
		return values
	}
}

func person(row object) []any {
	name := fmt.Sprint(row["surname"], " ", row["name"])
	if patronymic, has := row["patronymic"].(string); has {
		name += " " + patronymic
	}
	return []any{name}
}

func sorted(by, direction string) []string {
	return []string{"X-Sort-Field", by, "X-Sort-Direction", direction}
}

var lists = map[string]listed{
	"students":     {"student", "PUT /v1/student", "/v1/student/export", object{"status": "active", "searchString": "а"}, sorted("surname", "ASC"), []string{"ФИО"}, person},
	"applications": {"all", "PUT /v1/student/request", "/v1/student/request/export", object{}, sorted("course", "DESC"), []string{"ФИО"}, person},
	"partners": {"univer", "PUT /v1/partner", "/v1/partner/export", object{"status": "active"}, sorted("name", "DESC"), []string{"Название", "ИНН", "Город"},
		fields("name", "inn", "nameMainCity")},
	"promotions": {"chairman", "PUT /v1/stock", "/v1/stock/export", object{"state": "running"}, sorted("partnerName", "ASC"),
		[]string{"Акция", "Партнёр", "Начало", "Осталось"}, fields("name", "partner.name", "dateBegin", "remainingCodesCount")},
	"news":    {"univer", "PUT /v1/news", "/v1/news/export", object{"typeNews": "university"}, nil, []string{"Заголовок"}, fields("title")},
	"rzdNews": {"all", "PUT /v1/news/rzd-bonus", "/v1/news/rzd-bonus/export", object{}, sorted("createdAt", "ASC"), []string{"Заголовок"}, fields("title")},
	"reviews": {"chairman", "PUT /v1/comments/list", "/v1/comments/export", object{"maxRating": 4}, sorted("partnerName", "DESC"), []string{"Отзыв", "Партнёр", "Оценка"},
		fields("comment", "partnerName", "rating")},
	"questions": {"student", "GET /v1/knowledge/questions", "/v1/knowledge/questions/export", object{}, sorted("question", "ASC"), []string{"Вопрос", "Ответ"}, fields("question", "answer")},
	"operators": {"admin2", "PUT /v1/operators", "/v1/operators/export", object{}, sorted("login", "ASC"), []string{"E-mail", "ФИО"}, func(row object) []any {
		return append([]any{row["login"]}, person(row)...)
	}},
}

// whole reads a list page by page.
func (l listed) whole(c *kit.Client) (rows [][]any, total string) {
	method, path, _ := strings.Cut(l.list, " ")
	for {
		var page []object
		answer := c.Do(method, path, l.body, append(slices.Clone(l.headers), "X-Limit", "100", "X-Offset", fmt.Sprint(len(rows)))...).OK()
		answer.Into(&page)
		for _, row := range page {
			rows = append(rows, l.row(row))
		}
		if total = answer.Header.Get("X-Record-Count"); len(page) < 100 {
			return rows, total
		}
	}
}

// A new export has to be compared with its list, or named here.
func TestEveryExportIsCompared(t *testing.T) {
	elsewhere := []string{"/v1/journal/export"} // tested in the journal
	for _, r := range kit.New(t, kit.SQLite).API.Routes() {
		isCompared := slices.Contains(elsewhere, r.Path)
		for _, l := range lists {
			isCompared = isCompared || l.start == r.Path
		}
		if r.Method == http.MethodPost && strings.HasSuffix(r.Path, "/export") && !isCompared {
			t.Errorf("%s is compared with no list", r.Path)
		}
	}
}

// The rows of each export are those of its list, in its order; nothing of another university is in it, and no cell is a formula.
func TestEveryExportIsItsWholeList(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		for _, text := range []string{
			"UPDATE students SET surname = ? WHERE university_id <> 1", "UPDATE reviews SET body = ? WHERE university_id <> 1",
			"UPDATE news SET title = ? WHERE university_id <> 1 AND level = 'university'", "UPDATE operators SET patronymic = ? WHERE university_id <> 2",
		} {
			kit.Exec(t, a, text, marker)
		}
		for table, column := range map[string]string{"partners": "name", "promotions": "name", "news": "title", "reviews": "body", "knowledge_questions": "question", "operators": "surname"} {
			kit.Exec(t, a, "UPDATE "+table+" SET "+column+" = '=1+'||"+column+" WHERE "+column+" <> ?", marker)
		}
		for kind, l := range lists {
			t.Run(kind, func(t *testing.T) {
				c := a.As(t, l.account)
				rows, total := l.whole(c)
				e := ended(t, c, start(c, l.start, l.body, l.headers...))
				cells := sheet(t, c, e)
				if len(rows) == 0 || len(cells)-1 != len(rows) || fmt.Sprint(e.Rows) != total || e.Kind != kind {
					t.Fatalf("%d rows in the file, %d in the list of %s: %+v", len(cells)-1, len(rows), total, e)
				}
				for i, row := range rows {
					for j, title := range l.titles {
						at := slices.Index(cells[0], title)
						got := ""
						if at < len(cells[i+1]) {
							got = strings.TrimPrefix(cells[i+1][at], "'")
						}
						if want := text(row[j]); got != want {
							t.Fatalf("row %d, %s: %q, want %q", i, title, got, want)
						}
					}
				}
				if all := fmt.Sprint(cells); l.account != "all" && strings.Contains(all, marker) {
					t.Error("rows of another university")
				}
			})
		}
	}, kit.WithJobs())
}

func text(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

func TestTheFilterIsKeptInWords(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		uuid := func(table, name string) string {
			return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM "+table+" WHERE name = ? ORDER BY id LIMIT 1", name)
		}
		category := kit.One[string](t, a, "SELECT name FROM partner_categories ORDER BY id LIMIT 1")
		for _, c := range []struct {
			account, path string
			filter        object
			want          string
		}{
			{"student", "/v1/student/export", object{}, ""},
			{"student", "/v1/student/export", object{"status": "blocked", "cities": []string{uuid("cities", "Москва")}, "searchString": " иван "}, "Статус: Заблокирован; Города: Москва; Поиск: «иван»"},
			{"univer", "/v1/partner/export", object{"categories": []string{uuid("partner_categories", category)}}, "Категории: " + category},
			{"univer", "/v1/stock/export", object{"state": "ended", "status": "active"}, "Статус: Активна; Состояние: Закончилась"},
			{"univer", "/v1/news/export", object{"typeNews": "region", "owner": []string{"mine"}}, "Тип: Региональная; Только мои"},
			{"univer", "/v1/comments/export", object{"answered": false, "maxRating": 2}, "Без ответа; Оценка не выше: 2"},
			{"all", "/v1/operators/export", object{"onlyAdmins": true, "role": "chairman"}, "Роль: Председатель; Только администраторы"},
		} {
			client := a.As(t, c.account)
			e := state(client, start(client, c.path, c.filter))
			if got := text(deref(e.Filter)); got != c.want {
				t.Errorf("%s: %q, want %q", c.path, got, c.want)
			}
			kit.Exec(t, a, "UPDATE list_exports SET status = 'failed'") // three at once
		}
		a.As(t, "student").Post("/v1/student/export", object{"status": "moderation"}).Is(422)
	})
}

func deref(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}
