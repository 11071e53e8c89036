package news_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"maps"
	"mime/multipart"
	"strings"
	"testing"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

// object is a JSON body.
type object = map[string]any

// within returns c bound to the current test.
func within(t testing.TB, a *kit.App, c *kit.Client) *kit.Client {
	in := a.Anyone(t)
	in.Access, in.Refresh = c.Access, c.Refresh
	return in
}

// everyone returns clients of all demo accounts.
func everyone(t testing.TB, a *kit.App) map[string]*kit.Client {
	t.Helper()
	out := map[string]*kit.Client{}
	for _, account := range []string{"all", "student", "univer", "chairman", "flag", "student2", "chairman2", "new"} {
		out[account] = a.As(t, account)
	}
	return out
}

// form is a valid item of a level; the test clock starts at 15.11.2026, 12:00 in Moscow.
func form(level string, changes ...object) object {
	body := object{"title": "Проба пера", "typeNews": level, "content": "<p>Текст новости</p>"}
	for _, c := range changes {
		maps.Copy(body, c)
	}
	return body
}

func survey(changes ...object) object {
	body := object{
		"startPooling": "2026-11-15 12:00", "endPooling": "2026-11-20 10:00", "isView": true,
		"questions": []object{
			{"question": "Один?", "questionType": "single", "allowOther": true, "answersVariants": []object{{"text": "Да", "position": "a"}, {"text": "Нет", "position": "b"}}},
			{"question": "Какие?", "questionType": "multiple", "answersVariants": []object{{"text": "Красные", "position": "a"}, {"text": "Синие", "position": "b"}, {"text": "Белые", "position": "c"}}},
		},
	}
	for _, c := range changes {
		maps.Copy(body, c)
	}
	return body
}

func event(changes ...object) object {
	body := object{
		"title": "Встреча", "description": "Приходите", "date": "2026-11-20 18:00", "endDate": "2026-11-20 21:00", "endRegistration": "2026-11-19 18:00",
		"placesCount": 3, "isView": true, "address": "Москва, Ленинские Горы, 1",
	}
	for _, c := range changes {
		maps.Copy(body, c)
	}
	return body
}

func create(t testing.TB, c *kit.Client, body object) string {
	t.Helper()
	var made struct{ UUIDNews string }
	c.Post("/v1/news", body).OK().Into(&made)
	return made.UUIDNews
}

// card is an item as the API returns it.
type card struct {
	UUIDNews, Title, Content, TypeNews, Approve, Status, CreatedAt string
	ReasonDeclined, PublishBegin, PublishEnd, FixToDate            *string
	PhotoURL                                                       []photo
	KeyFiles, Tags, ForFaculty, Messengers, Moves                  []string
	ForCourse                                                      int
	HasPooling, HasEvent, Mine, CanEdit, CanModerate               bool
	RZDBonus                                                       *struct{ Link string }
	Pooling                                                        *struct {
		UUIDPooling, StartPooling, EndPooling string
		IsView                                bool
		Voted                                 int
		Questions                             []struct {
			Question, QuestionType string
			AllowOther             bool
			CountAllOther          int
			AnswerVariants         []struct {
				AnswerVariant, Position string
				Voted                   int
			}
		}
	}
	Event *struct {
		UUIDEvent, Title, Description, Date string
		EndDate, EndRegistration, Address   *string
		PlacesCount                         *int
		PlacesCountBooked                   int
		IsView                              bool
	}
	UUIDUniversity, NameUniversity *string
}

type photo struct{ UUIDPhoto, Link, KeyFile string }

func read(t testing.TB, c *kit.Client, id string) (k card, tag string) {
	t.Helper()
	answer := c.Get("/v1/news/" + id).OK()
	answer.Into(&k)
	return k, answer.Header.Get("ETag")
}

// snapshot returns everything that a refused change must not modify.
func snapshot(t testing.TB, a *kit.App) string {
	t.Helper()
	var all []string
	for _, text := range []string{
		"SELECT id || '|' || uuid || '|' || level || '|' || title || '|' || content || '|' || approval || '|' || decline_reason || '|' || version || '|' || for_course || '|' || CAST(tags AS TEXT) || '|' || coalesce(CAST(publish_begin AS TEXT), '') || '|' || coalesce(CAST(publish_end AS TEXT), '') || '|' || coalesce(CAST(pinned_until AS TEXT), '') FROM news ORDER BY id",
		"SELECT uuid || '|' || coalesce(news_id, 0) || '|' || file || '|' || position FROM news_photos ORDER BY id",
		"SELECT uuid || '|' || news_id || '|' || voted FROM surveys ORDER BY id",
		"SELECT id || '|' || question || '|' || others FROM survey_questions ORDER BY id",
		"SELECT id || '|' || answer || '|' || voted FROM survey_variants ORDER BY id",
		"SELECT uuid || '|' || news_id || '|' || title || '|' || booked FROM events ORDER BY id",
		"SELECT news_id || '|' || faculty_id FROM news_faculties ORDER BY news_id, faculty_id",
		"SELECT 'audit ' || count(*) FROM audit_log WHERE action NOT LIKE 'auth.%' AND action <> 'access.denied'",
	} {
		rows, err := db.All[string](context.Background(), a.DB, text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, rows...)
	}
	return strings.Join(all, "\n")
}

// unchanged fails the test if the snapshot differs.
func unchanged(t testing.TB, a *kit.App, before string) {
	t.Helper()
	if after := snapshot(t, a); after != before {
		t.Error("a refused change has left a trace")
	}
}

// reader returns an active student of a university, skipping some.
func reader(t testing.TB, a *kit.App, inn string, skip int) string {
	t.Helper()
	return kit.One[string](t, a, `SELECT s.uuid FROM students s JOIN universities u ON u.id = s.university_id WHERE u.inn = ? AND s.status = 'active' AND s.end_year > 2026 AND s.faculty_id IS NOT NULL
		ORDER BY s.id LIMIT 1 OFFSET ?`, inn, skip)
}

// expired returns a student of a university whose card ended in September; the status is still active.
func expired(t testing.TB, a *kit.App, inn string) string {
	t.Helper()
	student := reader(t, a, inn, 9)
	kit.Exec(t, a, "UPDATE students SET end_year = 2026 WHERE uuid = ?", student)
	return student
}

const (
	universityA = "7729082090"
	universityB = "7801002274"
)

func pngOf(width, height int) []byte {
	m := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black})
	var b bytes.Buffer
	_ = png.Encode(&b, m) // writing to a buffer never fails
	return b.Bytes()
}

func upload(c *kit.Client, path, name string, content []byte, headers ...string) kit.Answer {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, _ := w.CreateFormFile("imageFile", name) // writing to a buffer never fails
	_, _ = part.Write(content)
	_ = w.Close()
	return c.Post(path, b.Bytes(), append(headers, "Content-Type", w.FormDataContentType())...)
}

func uploaded(c *kit.Client) (p photo) {
	upload(c, "/v1/news/photo", "Снимок.png", pngOf(32, 24)).OK().Into(&p)
	return p
}
