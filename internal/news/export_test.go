package news_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"studbonus/internal/news"
	"studbonus/internal/test/kit"
)

// sheet reads the only sheet of a spreadsheet.
func sheet(t *testing.T, answer kit.Answer, file string) [][]string {
	t.Helper()
	answer.OK()
	if got := answer.Header.Get("Content-Type"); got != "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" {
		t.Errorf("type %s", got)
	}
	if got := answer.Header.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment; ") || !strings.Contains(got, file) {
		t.Errorf("disposition %s", got)
	}
	f, err := excelize.OpenReader(bytes.NewReader(answer.Body))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows(f.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestSurveyExport(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		id := create(t, c, form("university", object{"pooling": survey()}))
		for i, b := range [][]news.Answer{
			{crosses("a"), crosses("a", "b")}, {crosses("a"), crosses("b")}, {{Other: "=1+1"}, crosses("b")}, {{Other: "Не знаю"}, crosses("b")}, {{Other: "Не знаю"}, crosses("b")}, {crosses("b"), crosses("b")},
		} {
			if err := a.News.Vote(t.Context(), ballot(id, reader(t, a, universityA, i), b...)); err != nil {
				t.Fatal(err)
			}
		}
		k, _ := read(t, c, id)
		answer := c.Get("/v2/news/pooling/export/" + k.Pooling.UUIDPooling)
		want := [][]string{
			{"Вопрос", "Тип", "Вариант", "Ответ", "Голосов", "Доля, %"},
			{"Один?", "один ответ", "a", "Да", "2", "33.3"}, {"Один?", "один ответ", "b", "Нет", "1", "16.7"}, {"Один?", "один ответ", "", "Другое", "3", "50"},
			{"Один?", "один ответ", "", "Другое: Не знаю", "2", "33.3"}, {"Один?", "один ответ", "", "Другое: =1+1", "1", "16.7"},
			{"Какие?", "несколько ответов", "a", "Красные", "1", "16.7"}, {"Какие?", "несколько ответов", "b", "Синие", "6", "100"}, {"Какие?", "несколько ответов", "c", "Белые", "0", "0"},
		}
		if diff := cmp.Diff(want, sheet(t, answer, "survey.xlsx")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE request_id = ? AND action = 'news.exportSurvey'", answer.Header.Get("X-Request-Id")); n != 1 {
			t.Errorf("%d audit rows", n)
		}
		c.Get("/v2/news/pooling/export/" + unknown).Is(404)
	})
}

// Rules 9.12: everybody sees the totals of a survey for several universities; free-text answers only the student's own
// university.
func TestFreeTextAnswersAreScopedToTheUniversity(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := everyone(t, a)
		id := create(t, clients["all"], form("federal", object{"pooling": survey()}))
		for i, wrote := range []string{"Из МГУ", "Из СПбГУ", "Из СПбГУ"} {
			inn := []string{universityA, universityB, universityB}[i]
			if err := a.News.Vote(t.Context(), ballot(id, reader(t, a, inn, i), news.Answer{Other: wrote}, crosses("a"))); err != nil {
				t.Fatal(err)
			}
		}
		k, _ := read(t, clients["all"], id)
		for account, want := range map[string][]string{"all": {"Другое: Из СПбГУ 2", "Другое: Из МГУ 1"}, "student": {"Другое: Из МГУ 1"}, "chairman2": {"Другое: Из СПбГУ 2"}, "new": nil} {
			var wrote []string
			for _, row := range sheet(t, clients[account].Get("/v2/news/pooling/export/"+k.Pooling.UUIDPooling), "survey.xlsx") {
				switch {
				case strings.HasPrefix(row[3], "Другое:"):
					wrote = append(wrote, row[3]+" "+row[4])
				case row[3] == "Другое" && row[4] != "3":
					t.Errorf("%s: %s of their own answers, want all 3", account, row[4])
				}
			}
			if diff := cmp.Diff(want, wrote); diff != "" {
				t.Errorf("%s (-want +got):\n%s", account, diff)
			}
		}
		for _, path := range []string{"/v2/news/pooling/", "/v1/news/"} {
			if body := string(clients["student"].Get(path + id).OK().Body); strings.Contains(body, "Из ") {
				t.Errorf("%s shows what somebody wrote: %s", path, body)
			}
		}
	})
}

// Rules 9.12: for an event of several universities, operators see the participants of their own university, the programme
// sees all.
func TestParticipants(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := everyone(t, a)
		id := create(t, clients["all"], form("federal", object{"event": event(object{"placesCount": nil})}))
		for i := range 12 {
			for _, inn := range []string{universityA, universityB}[:1+i%2] {
				if err := a.News.Register(t.Context(), id, reader(t, a, inn, i)); err != nil {
					t.Fatal(err)
				}
			}
		}
		type row struct {
			Surname, Name, NameUniversity string
			Patronymic, NameFaculty       *string
			Course                        int
			Phone                         string
		}
		list := func(account string, headers ...string) (rows []row, total string) {
			answer := clients[account].Put("/v1/student/request-by-event/get-students", object{"uuidNews": id}, headers...).OK()
			answer.Into(&rows)
			return rows, answer.Header.Get("X-Record-Count")
		}
		for account, want := range map[string]int{"all": 18, "student": 12, "univer": 12, "chairman": 12, "student2": 6, "chairman2": 6, "new": 0} {
			rows, total := list(account, "X-Limit", "100")
			if len(rows) != want || total != fmt.Sprint(want) {
				t.Errorf("%s: %d rows of %s, want %d", account, len(rows), total, want)
			}
			for i, r := range rows {
				if account == "student2" && !strings.Contains(r.NameUniversity, "СПбГУ") || len(r.Phone) != 11 || i > 0 && strings.ToLower(rows[i-1].Surname) > strings.ToLower(r.Surname) {
					t.Errorf("%s: row %d is %+v after %+v", account, i, r, rows[max(0, i-1)])
				}
			}
			sheetRows := sheet(t, clients[account].Get("/v1/student/request-by-event/students-download-xlsx/"+id), "xlsx")
			if len(sheetRows) != want+1 {
				t.Errorf("%s: %d rows in the spreadsheet", account, len(sheetRows)-1)
			}
			if want > 0 && (!strings.HasPrefix(sheetRows[1][0], rows[0].Surname) || sheetRows[1][4] != rows[0].Phone || sheetRows[1][1] != rows[0].NameUniversity) {
				t.Errorf("%s: %v, want %+v", account, sheetRows[1], rows[0])
			}
		}
		page, _ := list("all") // nine rows per page
		second, _ := list("all", "X-Offset", "9")
		backwards, _ := list("all", "X-Limit", "100", "X-Sort-Field", "surname", "X-Sort-Direction", "DESC")
		if len(page) != 9 || len(second) != 9 || backwards[17] != page[0] && cmp.Diff(backwards[17], page[0]) != "" || cmp.Diff(backwards[0], second[8]) != "" {
			t.Errorf("%d and %d rows", len(page), len(second))
		}
		clients["all"].Put("/v1/student/request-by-event/get-students", object{"uuidNews": id}, "X-Sort-Field", "phone").Is(422)
		for _, bad := range []any{object{}, object{"uuidNews": "x"}, object{"uuidNews": nil}} {
			clients["all"].Put("/v1/student/request-by-event/get-students", bad).Is(422)
		}
	})
}
