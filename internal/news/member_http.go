package news

import (
	"context"
	"time"
	"unicode/utf8"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/rest"
	"studbonus/internal/platform/richtext"
)

const feedSize = 20

// MemberRoutes are the calls of this area on the students' face.
func (s *Service) MemberRoutes() []rest.Route {
	return []rest.Route{
		rest.Feed("GET /s/v1/news", access.ActiveStudent, "Новости для меня: закреплённые, затем новые", feedSize, s.feed),
		rest.Call("GET /s/v1/news/{uuidNews}", access.ActiveStudent, "Новость с опросом и мероприятием", s.story),
		rest.Call("POST /s/v1/news/{uuidNews}/vote", access.ActiveStudent, "Ответить на опрос; один раз", s.vote),
		rest.Call("PUT /s/v1/news/{uuidNews}/seat", access.ActiveStudent, "Записаться на мероприятие", s.takeSeat),
		rest.Call("DELETE /s/v1/news/{uuidNews}/seat", access.ActiveStudent, "Отменить запись", s.cancelSeat),
	}
}

type feedIn struct {
	rest.After
}

type entryWire struct {
	ID          string    `json:"id"`
	Title       string    `json:"title"`
	Excerpt     string    `json:"excerpt" doc:"Начало текста без разметки"`
	PhotoURL    *string   `json:"photoUrl"`
	Level       Level     `json:"level" enum:"university,region,federal"`
	University  *string   `json:"university" doc:"null: новость программы"`
	PublishedAt time.Time `json:"publishedAt"`
	IsPinned    bool      `json:"isPinned"`
	HasSurvey   bool      `json:"hasSurvey"`
	HasEvent    bool      `json:"hasEvent"`
}

const excerptLength = 200

// excerpt returns the beginning of a text.
func excerpt(content string) string {
	text := richtext.Text(content)
	if utf8.RuneCountInString(text) <= excerptLength {
		return text
	}
	return string([]rune(text)[:excerptLength-1]) + "…"
}

func (s *Service) feed(ctx context.Context, in *feedIn) (rest.Page[entryWire], error) {
	var after FeedKey
	if err := in.Read(&after); err != nil {
		return rest.Page[entryWire]{}, err
	}
	entries, err := s.Feed(ctx, access.MemberFrom(ctx).StudentUUID, after, in.Limit+1)
	if err != nil {
		return rest.Page[entryWire]{}, err
	}
	return rest.NewPage(entries, in.Limit, func(e Entry) entryWire {
		return entryWire{
			ID: e.UUID, Title: e.Title, Excerpt: excerpt(e.Content), PhotoURL: rest.Null(files.PublicLink(e.Photo)), Level: e.Level, University: e.UniversityName,
			PublishedAt: e.Since, IsPinned: e.IsPinned, HasSurvey: e.HasSurvey, HasEvent: e.HasEvent,
		}
	}, func(e Entry) any { return e.key() })
}

type storyIn struct {
	UUID string `path:"uuidNews"`
}

type storyWire struct {
	ID          string         `json:"id"`
	Title       string         `json:"title"`
	Content     string         `json:"content" doc:"Разметка; очищена сервером"`
	PhotoURLs   []string       `json:"photoUrls"`
	Tags        []string       `json:"tags"`
	Level       Level          `json:"level" enum:"university,region,federal"`
	University  *string        `json:"university" doc:"null: новость программы"`
	PublishedAt time.Time      `json:"publishedAt"`
	Survey      *ownSurveyWire `json:"survey"`
	Event       *ownEventWire  `json:"event"`
}

type ownSurveyWire struct {
	_         struct{}          `nullable:"true"`
	BeginsAt  time.Time         `json:"beginsAt"`
	EndsAt    time.Time         `json:"endsAt"`
	IsOpen    bool              `json:"isOpen" doc:"Идёт, и вы ещё не ответили"`
	HasVoted  bool              `json:"hasVoted"`
	Voted     *int              `json:"voted" doc:"Сколько студентов ответило; null, если итоги скрыты"`
	Questions []ownQuestionWire `json:"questions"`
}

type ownQuestionWire struct {
	Question    string           `json:"question"`
	Kind        QuestionKind     `json:"kind" enum:"single,multiple"`
	AllowsOther bool             `json:"allowsOther" doc:"Можно написать свой ответ"`
	Others      *int             `json:"others" doc:"Сколько написали свой ответ; null, если итоги скрыты"`
	Variants    []ownVariantWire `json:"variants"`
}

type ownVariantWire struct {
	Letter string `json:"letter"`
	Text   string `json:"text"`
	Voted  *int   `json:"voted" doc:"null, если итоги скрыты"`
}

type ownEventWire struct {
	_                  struct{}   `nullable:"true"`
	Title              string     `json:"title"`
	Description        string     `json:"description"`
	Address            *string    `json:"address"`
	BeginsAt           time.Time  `json:"beginsAt"`
	EndsAt             *time.Time `json:"endsAt"`
	RegistrationEndsAt time.Time  `json:"registrationEndsAt"`
	HasSeat            bool       `json:"hasSeat" doc:"Вы записаны"`
	IsOpen             bool       `json:"isOpen" doc:"Можно записаться: запись идёт, места есть"`
	Places             *int       `json:"places" doc:"null: без ограничения"`
	Booked             *int       `json:"booked" doc:"Сколько записалось; null, если число скрыто"`
}

// shownIf hides a number from students.
func shownIf(isShown bool, n int) *int {
	if !isShown {
		return nil
	}
	return &n
}

func (s *Service) story(ctx context.Context, in *storyIn) (storyWire, error) {
	found, err := s.Story(ctx, access.MemberFrom(ctx).StudentUUID, in.UUID)
	if err != nil {
		return storyWire{}, err
	}
	out := storyWire{
		ID: found.UUID, Title: found.Title, Content: found.Content, PhotoURLs: []string{}, Tags: append([]string{}, found.Tags...), Level: found.Level, University: found.UniversityName,
		PublishedAt: found.CreatedAt, Survey: found.surveyWire(s.Clock()), Event: found.eventWire(s.Clock()),
	}
	if found.Begin != nil {
		out.PublishedAt = *found.Begin
	}
	for _, p := range found.Photos {
		out.PhotoURLs = append(out.PhotoURLs, files.PublicLink(p.Key))
	}
	return out, nil
}

func (s Story) surveyWire(now time.Time) *ownSurveyWire {
	if s.Survey == nil {
		return nil
	}
	survey := s.Survey
	out := &ownSurveyWire{
		BeginsAt: survey.Begin, EndsAt: survey.End, HasVoted: s.HasVoted, IsOpen: !s.HasVoted && !now.Before(survey.Begin) && now.Before(survey.End),
		Voted: shownIf(survey.IsView, survey.Voted), Questions: []ownQuestionWire{},
	}
	for _, q := range survey.Questions {
		question := ownQuestionWire{Question: q.Text, Kind: q.Kind, AllowsOther: q.AllowsOther, Others: shownIf(survey.IsView, q.Others), Variants: []ownVariantWire{}}
		for _, v := range q.Variants {
			question.Variants = append(question.Variants, ownVariantWire{Letter: letters[v.Position], Text: v.Text, Voted: shownIf(survey.IsView, v.Voted)})
		}
		out.Questions = append(out.Questions, question)
	}
	return out
}

func (s Story) eventWire(now time.Time) *ownEventWire {
	if s.Event == nil {
		return nil
	}
	e := s.Event
	return &ownEventWire{
		Title: e.Title, Description: e.Description, Address: rest.Null(e.Address), BeginsAt: e.Begin, EndsAt: e.End, RegistrationEndsAt: e.registrationEnd(),
		HasSeat: s.HasSeat, IsOpen: !s.HasSeat && now.Before(e.registrationEnd()) && (e.Places == nil || e.Booked < *e.Places),
		Places: e.Places, Booked: shownIf(e.IsView, e.Booked),
	}
}

type voteIn struct {
	UUID string `path:"uuidNews"`
	Body struct {
		Answers []answerWire `json:"answers" maxItems:"100" doc:"По одному на каждый вопрос, по порядку"`
	}
}

type answerWire struct {
	Variants []string `json:"variants,omitempty" nullable:"true" maxItems:"100" doc:"Буквы вариантов"`
	Other    *string  `json:"other,omitempty" doc:"Свой ответ, до 500 символов"`
}

func (s *Service) vote(ctx context.Context, in *voteIn) (rest.Nothing, error) {
	b := Ballot{News: in.UUID, Student: access.MemberFrom(ctx).StudentUUID}
	for _, a := range in.Body.Answers {
		b.Answers = append(b.Answers, Answer{Letters: a.Variants, Other: rest.Text(a.Other)})
	}
	return rest.Nothing{}, s.Vote(ctx, b)
}

func (s *Service) takeSeat(ctx context.Context, in *storyIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Register(ctx, in.UUID, access.MemberFrom(ctx).StudentUUID)
}

func (s *Service) cancelSeat(ctx context.Context, in *storyIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Cancel(ctx, in.UUID, access.MemberFrom(ctx).StudentUUID)
}
