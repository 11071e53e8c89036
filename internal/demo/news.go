package demo

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"studbonus/internal/news"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/form"
)

const (
	day          = 24 * time.Hour
	surveyLasts  = 21 * day
	eventComesIn = 14 * day
)

var (
	declineReasons = []string{"Нет даты и места проведения: добавьте их и отправьте ещё раз.", "Новость касается одного факультета, выберите местный уровень."}
	ownAnswers     = []string{"Пока не знаю", "Всё устраивает", "Зависит от расписания", "Нужно обсудить на собрании", "Другой вариант напишу в профком"}
	newsTags       = map[string][]string{"news": {"профком", "студентам"}, "survey": {"опрос", "мнение"}, "event": {"мероприятие", "афиша"}}
	eventPlaces    = []string{"Москва, Ленинские Горы, 1", "Москва, 2-я Бауманская улица, 5", "Санкт-Петербург, Университетская набережная, 7–9", "Онлайн, ссылка придёт после записи"}
)

// story is the history of one demo item, derived from its number.
type story struct {
	number   int
	kind     string // news, survey, event
	title    string
	text     string
	level    news.Level
	author   string
	chairman string // moderates it, if it is regional
}

// isPlanned reports items that students do not see yet.
func (s story) isPlanned() bool { return s.number == 45 || s.number == 48 }

// newsroom holds what the demo news are created from.
type newsroom struct {
	Parts
	rng       *rand.Rand
	operators map[string]access.Principal
	questions map[string][]news.QuestionForm // by the title of the survey
	students  []reader
	faculties []string // of university A
	pictures  int
}

// reader is a student who may vote and register.
type reader struct {
	UUID       string    `db:"uuid"`
	University int64     `db:"university_id"`
	Since      time.Time `db:"created_at"`
}

// addNews creates a year of news of all levels and states, with votes and participants.
func addNews(ctx context.Context, p Parts) error {
	room, err := newNewsroom(ctx, p)
	if err != nil {
		return err
	}
	rows, err := records("news")
	if err != nil {
		return err
	}
	const step = 17 // coprime to the number of items: visits each once and mixes the kinds
	for i := range rows {
		r := rows[i*step%len(rows)]
		s := story{number: i, kind: r[0], title: r[1], text: r[2]}
		s.level, s.author, s.chairman = castOf(i)
		p.Clock.Set(p.newsMoment(i, len(rows)))
		if err := p.together(ctx, func(ctx context.Context) error { return room.tell(ctx, s) }); err != nil {
			return fmt.Errorf("news %q: %w", s.title, err)
		}
	}
	return nil
}

// newsMoment returns when the i-th of n items was written: in working hours and more often towards now, so that some
// surveys are still running and some events are in the future.
func (p Parts) newsMoment(i, n int) time.Time {
	left := 1 - float64(i+1)/float64(n+1)
	t := p.Now.Add(-time.Duration(math.Pow(left, 1.5) * 365 * float64(day))).In(clock.Moscow)
	return time.Date(t.Year(), t.Month(), t.Day(), 10+i%8, i*13%60, 0, 0, clock.Moscow)
}

// castOf returns the level of an item, its author and its moderator.
func castOf(i int) (level news.Level, author, chairman string) {
	switch i % 10 {
	case 0, 2, 3, 6, 8:
		return news.University, []string{"student", "univer", "student2", "chairman", "flag", "student", "chairman2"}[i/2%7], ""
	case 1, 4, 7:
		author := []string{"univer", "student2", "new", "student"}[i/3%4]
		if author == "student2" {
			return news.Region, author, "chairman2"
		}
		return news.Region, author, []string{"chairman", "flag"}[i%2]
	}
	return news.Federal, "all", ""
}

func newNewsroom(ctx context.Context, p Parts) (*newsroom, error) {
	room := &newsroom{Parts: p, rng: rand.New(rand.NewPCG(5, 2026)), operators: map[string]access.Principal{}, questions: map[string][]news.QuestionForm{}} //nolint:gosec // made-up votes are repeatable, not secret
	for _, login := range []string{"all", "student", "univer", "chairman", "flag", "student2", "chairman2", "new"} {
		who, err := as(ctx, p, login)
		if err != nil {
			return nil, err
		}
		room.operators[login] = access.From(who)
	}
	rows, err := records("surveys")
	if err != nil {
		return nil, err
	}
	for i, r := range rows {
		q := news.QuestionForm{Kind: news.QuestionKind(r[1]), Text: r[2], AllowsOther: i%3 == 0}
		for _, answer := range r[3:] {
			if answer != "" {
				q.Variants = append(q.Variants, news.VariantForm{Text: answer})
			}
		}
		room.questions[r[0]] = append(room.questions[r[0]], q)
	}
	if room.students, err = db.All[reader](ctx, p.DB, "SELECT uuid, university_id, created_at FROM students WHERE status = 'active' AND end_year > ? ORDER BY id", p.Now.Year()); err != nil {
		return nil, err
	}
	room.faculties, err = db.All[string](ctx, p.DB, "SELECT uuid FROM faculties WHERE university_id = ? ORDER BY id LIMIT 3", room.operators["student"].University)
	return room, err
}

// tell creates an item and its history.
func (r *newsroom) tell(ctx context.Context, s story) error {
	form, err := r.form(ctx, s)
	if err != nil {
		return err
	}
	id, err := r.News.Create(access.WithPrincipal(ctx, r.operators[s.author]), form)
	if err != nil {
		return err
	}
	move := func(by string, to news.Approval, reason string) error {
		r.later(time.Duration(3+s.number%30) * time.Hour)
		return r.News.Move(access.WithPrincipal(ctx, r.operators[by]), news.Move{News: id, To: to, Reason: reason}, func(int64) bool { return false })
	}
	if s.level == news.Region {
		switch s.number {
		case 34, 41, 44: // these still await moderation
			return nil
		case 4, 27, 37:
			return move(s.chairman, news.Declined, declineReasons[s.number%len(declineReasons)])
		}
		if err := move(s.chairman, news.Approved, ""); err != nil {
			return err
		}
	}
	if s.isPlanned() {
		return nil
	}
	if err := r.answer(ctx, s, id); err != nil {
		return err
	}
	switch s.number {
	case 10, 22, 17, 25: // stay blocked, one regional and one federal
		return move(s.author, news.Blocked, "Сведения устарели")
	case 16, 21: // blocked by mistake: the regional one returns to moderation
		if err := move(s.author, news.Blocked, "Ошибка в тексте"); err != nil {
			return err
		}
		if s.level == news.Region {
			return move(s.author, news.Wait, "")
		}
		return move(s.author, news.Approved, "")
	}
	return nil
}

func at(t time.Time) string { return clock.FormatMinute(t) }

// form is the item as its author submits it.
func (r *newsroom) form(ctx context.Context, s story) (news.Form, error) {
	now := r.Clock.Now()
	content := "<p>" + s.text + "</p>"
	f := news.Form{Title: s.title, Level: s.level, Content: &content}
	tags := append([]string{}, newsTags[s.kind]...)
	f.Tags = &tags
	switch {
	case s.isPlanned():
		f.Begin = form.Some(at(r.Now.Add(time.Duration(s.number-43) * day)))
		f.End = form.Some(at(r.Now.Add(time.Duration(s.number-13) * day)))
	case s.number%9 == 5 && s.number < 40: // over
		f.End = form.Some(at(now.Add(30 * day)))
	}
	if s.number == 40 || s.number == 49 {
		f.PinnedUntil = form.Some(at(r.Now.Add(10 * day)))
	}
	if s.number%6 == 2 {
		messengers := []string{"telegram", "vk", "whatsapp"}[:1+s.number/6%3]
		f.Messengers = &messengers
	}
	if s.level == news.Federal && s.number%4 == 1 {
		f.RZDLink = form.Some("https://www.rzd-bonus.ru/")
	}
	if s.kind == "news" && s.level == news.University {
		if s.author == "student" {
			f.Faculties = &r.faculties
		}
		if s.number%4 == 0 {
			course := 1 + s.number/10
			f.Course = &course
		}
	}
	r.addParts(s, &f, now)
	return f, r.addPictures(ctx, s, &f)
}

// addParts adds questions to surveys and seats to events.
func (r *newsroom) addParts(s story, f *news.Form, now time.Time) {
	switch s.kind {
	case "survey":
		f.Survey = form.Some(news.SurveyForm{Begin: at(now), End: at(now.Add(surveyLasts)), IsView: s.number%2 == 0, Questions: r.questions[s.title]})
	case "event":
		begin := now.Add(eventComesIn).In(clock.Moscow)
		begin = time.Date(begin.Year(), begin.Month(), begin.Day(), 18, 0, 0, 0, clock.Moscow)
		e := news.EventForm{
			Title: s.title, Description: s.text, Date: at(begin), EndDate: at(begin.Add(3 * time.Hour)), Registering: at(begin.Add(-day)),
			Address: eventPlaces[s.number%len(eventPlaces)], IsView: s.number%2 == 1,
		}
		if s.number%4 != 3 {
			places := 10 + s.number%5*15
			e.Places = &places
		}
		f.Event = form.Some(e)
	}
}

// addPictures uploads images for most items, several for some.
func (r *newsroom) addPictures(ctx context.Context, s story, f *news.Form) error {
	keys := []string{}
	for range []int{1, 0, 1, 2, 0}[s.number%5] {
		r.pictures++
		image, err := picture(r.pictures)
		if err != nil {
			return err
		}
		file, err := r.Files.UploadImage(access.WithPrincipal(ctx, r.operators[s.author]), fmt.Sprintf("Снимок %d.jpg", r.pictures), bytes.NewReader(image))
		if err != nil {
			return err
		}
		keys = append(keys, file.Key)
	}
	f.Photos = &keys
	return nil
}

// answer lets students vote and register while that is open.
func (r *newsroom) answer(ctx context.Context, s story, id string) error {
	begun := r.Clock.Now()
	wanted := 15 + s.number*2
	lasts := surveyLasts - 3*day // less the time of moderation
	if s.kind == "event" {
		lasts = eventComesIn - 3*day
	}
	if s.kind == "news" {
		return nil
	}
	n := 0
	for _, student := range r.audience(s, begun, wanted) {
		r.Clock.Set(begun.Add(lasts / time.Duration(wanted+1) * time.Duration(n)))
		if r.Clock.Now().After(r.Now) {
			r.Clock.Set(r.Now)
			return nil
		}
		n++
		if s.kind == "survey" {
			if err := r.News.Vote(ctx, news.Ballot{News: id, Student: student, Answers: r.answers(s)}); err != nil {
				return fmt.Errorf("vote: %w", err)
			}
			continue
		}
		if places := 10 + s.number%5*15; s.number%4 != 3 && n > places {
			return nil // no seats left
		}
		if err := r.News.Register(ctx, id, student); err != nil {
			return fmt.Errorf("register: %w", err)
		}
	}
	return nil
}

// audience returns some of the students who see the item, in random order.
func (r *newsroom) audience(s story, now time.Time, most int) []string {
	var out []string
	home := r.operators[s.author].University
	if s.level == news.Region {
		home = r.operators[s.chairman].University // C, in the same region, has no students yet
	}
	for _, i := range r.rng.Perm(len(r.students)) {
		st := r.students[i]
		if len(out) == most {
			break
		}
		if (s.level == news.Federal || st.University == home) && st.Since.Add(4*day).Before(now) {
			out = append(out, st.UUID)
		}
	}
	return out
}

// answers fills in a ballot that prefers the first variants.
func (r *newsroom) answers(s story) []news.Answer {
	questions := r.questions[s.title]
	out := make([]news.Answer, len(questions))
	for i, q := range questions {
		likes := func() string {
			return string(rune('a' + min(r.rng.IntN(len(q.Variants)), r.rng.IntN(len(q.Variants)))))
		}
		first := likes()
		switch {
		case q.AllowsOther && r.rng.IntN(9) == 0:
			out[i].Other = ownAnswers[r.rng.IntN(len(ownAnswers))]
		case q.Kind == news.Multiple:
			out[i].Letters = []string{first}
			if second := likes(); second != first {
				out[i].Letters = append(out[i].Letters, second)
			}
		default:
			out[i].Letters = []string{first}
		}
	}
	return out
}
