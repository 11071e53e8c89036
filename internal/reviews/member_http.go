package reviews

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

const publishedShown = 20

// MemberRoutes are the calls of this area on the students' face.
func (s *Service) MemberRoutes() []rest.Route {
	return []rest.Route{
		rest.Feed("GET /s/v1/partners/{uuidPartner}/reviews", access.SignedInMember, "Опубликованные отзывы о партнёре", publishedShown, s.published),
		rest.Call("GET /s/v1/partners/{uuidPartner}/review", access.ActiveStudent, "Свой отзыв о партнёре", s.own),
		rest.Call("PUT /s/v1/partners/{uuidPartner}/review", access.ActiveStudent, "Написать отзыв или переписать, пока он не опубликован", s.submit),
		rest.Call("PUT /s/v1/reviews/{uuidReview}/like", access.ActiveStudent, "Отметить отзыв полезным", s.like),
		rest.Call("DELETE /s/v1/reviews/{uuidReview}/like", access.ActiveStudent, "Убрать отметку", s.unlike),
		rest.Call("POST /s/v1/partners/{uuidPartner}/complaints", access.ActiveStudent, "Пожаловаться на партнёра", s.complain),
	}
}

type publishedIn struct {
	UUID string `path:"uuidPartner"`
	rest.After
}

type ownAnswerWire struct {
	_    struct{}  `nullable:"true"`
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

// answerOf returns the operator's answer; nil without one.
func answerOf(text string, at *time.Time) *ownAnswerWire {
	if at == nil {
		return nil
	}
	return &ownAnswerWire{Text: text, At: *at}
}

type publishedWire struct {
	ID        string         `json:"id"`
	Author    string         `json:"author" doc:"Имя и первая буква фамилии"`
	Rating    int            `json:"rating"`
	Text      string         `json:"text"`
	CreatedAt time.Time      `json:"createdAt"`
	Likes     int64          `json:"likes"`
	IsLiked   bool           `json:"isLiked" doc:"Вы отметили его полезным"`
	IsMine    bool           `json:"isMine"`
	Answer    *ownAnswerWire `json:"answer"`
}

// shortName is what students see of each other: the first name and the initial of the surname.
func shortName(name, surname string) string {
	initial, _ := utf8.DecodeRuneInString(strings.TrimSpace(surname))
	if initial == utf8.RuneError {
		return name
	}
	return fmt.Sprintf("%s %c.", name, initial)
}

func (s *Service) published(ctx context.Context, in *publishedIn) (rest.Page[publishedWire], error) {
	var after PublishedKey
	if err := in.Read(&after); err != nil {
		return rest.Page[publishedWire]{}, err
	}
	found, err := s.Published(ctx, in.UUID, access.MemberFrom(ctx).Student, after, in.Limit+1)
	if err != nil {
		return rest.Page[publishedWire]{}, err
	}
	return rest.NewPage(found, in.Limit, func(r Published) publishedWire {
		return publishedWire{
			ID: r.UUID, Author: shortName(r.Name, r.Surname), Rating: r.Rating, Text: r.Body, CreatedAt: r.CreatedAt, Likes: r.Likes, IsLiked: r.IsLiked, IsMine: r.IsMine,
			Answer: answerOf(r.Answer, r.AnsweredAt),
		}
	}, func(r Published) any { return PublishedKey{CreatedAt: r.CreatedAt, ID: r.ID} })
}

type memberPartnerIn struct {
	UUID string `path:"uuidPartner"`
}

type ownReviewWire struct {
	ID        string         `json:"id"`
	Rating    int            `json:"rating"`
	Text      string         `json:"text"`
	Status    Status         `json:"status" enum:"moderation,public,rejected" doc:"Переписать можно, пока не public"`
	CreatedAt time.Time      `json:"createdAt"`
	Likes     int64          `json:"likes"`
	Answer    *ownAnswerWire `json:"answer"`
}

func (s *Service) own(ctx context.Context, in *memberPartnerIn) (ownReviewWire, error) {
	r, err := s.Own(ctx, in.UUID, access.MemberFrom(ctx).StudentUUID)
	return ownReviewWire{
		ID: r.UUID, Rating: r.Rating, Text: r.Body, Status: r.Status, CreatedAt: r.CreatedAt, Likes: r.Likes, Answer: answerOf(r.Answer, r.AnsweredAt),
	}, err
}

type submitIn struct {
	UUID string `path:"uuidPartner"`
	Body struct {
		Rating int    `json:"rating" minimum:"1" maximum:"5"`
		Text   string `json:"text" doc:"До 2000 символов"`
	}
}

type submittedWire struct {
	ID     string `json:"id"`
	Status Status `json:"status" enum:"moderation"`
}

func (s *Service) submit(ctx context.Context, in *submitIn) (submittedWire, error) {
	id, err := s.Submit(ctx, Draft{Partner: in.UUID, Student: access.MemberFrom(ctx).StudentUUID, Rating: in.Body.Rating, Body: in.Body.Text})
	return submittedWire{ID: id, Status: Moderation}, err
}

type likeIn struct {
	UUID string `path:"uuidReview"`
}

func (s *Service) like(ctx context.Context, in *likeIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Like(ctx, in.UUID, access.MemberFrom(ctx).StudentUUID)
}

func (s *Service) unlike(ctx context.Context, in *likeIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Unlike(ctx, in.UUID, access.MemberFrom(ctx).StudentUUID)
}

type complainIn struct {
	UUID string `path:"uuidPartner"`
	Body struct {
		Text string `json:"text" doc:"До 2000 символов"`
	}
}

func (s *Service) complain(ctx context.Context, in *complainIn) (rest.Nothing, error) {
	_, err := s.Complain(ctx, Grievance{Partner: in.UUID, Student: access.MemberFrom(ctx).StudentUUID, Body: in.Body.Text})
	return rest.Nothing{}, err
}
