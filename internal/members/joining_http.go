package members

import (
	"context"
	"math"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// joiningRoutes are the calls about consents, notices and the e-mail address.
func (s *Service) joiningRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /s/v1/documents", access.Anyone, "Тексты согласий", s.documents),
		rest.Call("GET /s/v1/consents", access.SignedInMember, "Свои согласия", s.consents),
		rest.Call("DELETE /s/v1/consents/{kind}", access.SignedInMember, "Отозвать согласие; обязательное: как me/erasure", s.withdraw),
		rest.Feed("GET /s/v1/notices", access.SignedInMember, "Уведомления", noticesPage, s.notices),
		rest.Call("PUT /s/v1/notices/read", access.SignedInMember, "Уведомления прочитаны", s.readNotices),
		rest.Call("PATCH /s/v1/me", access.SignedInMember, "Указать адрес почты", s.setEmail),
		rest.Call("POST /s/v1/me/erasure", access.SignedInMember, "Уйти из программы и удалить свои данные", s.eraseMe),
		rest.View("GET "+confirmPath+"{token}", access.Anyone, "Страница подтверждения почты", s.askEmail),
		rest.View("POST "+confirmPath+"{token}", access.Anyone, "Подтвердить почту", s.confirmEmail),
	}
}

type kindIn struct {
	Kind string `path:"kind" enum:"personal,portrait,letters,parent"`
}

type documentWire struct {
	Kind       string `json:"kind" enum:"personal,portrait,letters,parent"`
	Version    int    `json:"version"`
	Title      string `json:"title"`
	Body       string `json:"body"`
	IsRequired bool   `json:"isRequired" doc:"Без этого согласия заявку не принять; parent нужен от 14 до 17 лет"`
}

func (s *Service) documents(ctx context.Context, _ *struct{}) (rest.Items[documentWire], error) {
	texts, err := s.Texts(ctx)
	return rest.NewItems(texts, func(t ConsentText) documentWire { return documentWire(t) }), err
}

type consentWire struct {
	Kind       string    `json:"kind" enum:"personal,portrait,letters,parent"`
	Version    int       `json:"version"`
	Title      string    `json:"title"`
	Body       string    `json:"body"`
	IsRequired bool      `json:"isRequired"`
	GivenAt    time.Time `json:"givenAt"`
}

func (s *Service) consents(ctx context.Context, _ *struct{}) (rest.Items[consentWire], error) {
	given, err := s.Consents(ctx)
	return rest.NewItems(given, func(c Consent) consentWire {
		return consentWire{Kind: c.Kind, Version: c.Version, Title: c.Title, Body: c.Body, IsRequired: c.Kind != consentLetters, GivenAt: c.GivenAt}
	}), err
}

func (s *Service) withdraw(ctx context.Context, in *kindIn) (rest.Nothing, error) {
	erased, err := s.Withdraw(ctx, in.Kind)
	if err == nil && erased {
		rest.SetCookie(ctx, rest.SessionCookie, "", 0)
	}
	return rest.Nothing{}, err
}

func (s *Service) eraseMe(ctx context.Context, _ *struct{}) (rest.Nothing, error) {
	err := s.Erase(ctx)
	if err == nil {
		rest.SetCookie(ctx, rest.SessionCookie, "", 0)
	}
	return rest.Nothing{}, err
}

const noticesPage = 20

type noticesIn struct {
	rest.After
}

type noticeWire struct {
	ID        string    `json:"id"`
	Kind      string    `json:"kind" enum:"approved,rejected,blocked,unblocked"`
	Title     string    `json:"title"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
	IsRead    bool      `json:"isRead"`
}

func (s *Service) notices(ctx context.Context, in *noticesIn) (rest.Page[noticeWire], error) {
	before := int64(math.MaxInt64)
	if err := in.Read(&before); err != nil {
		return rest.Page[noticeWire]{}, err
	}
	found, err := s.Notices(ctx, before, in.Limit)
	if err != nil {
		return rest.Page[noticeWire]{}, err
	}
	return rest.NewPage(found, in.Limit, func(n Notice) noticeWire {
		return noticeWire{ID: n.UUID, Kind: n.Kind, Title: n.Title, Text: n.Body, CreatedAt: n.CreatedAt, IsRead: n.ReadAt != nil}
	}, func(n Notice) any { return n.ID })
}

func (s *Service) readNotices(ctx context.Context, _ *struct{}) (rest.Nothing, error) {
	return rest.Nothing{}, s.ReadNotices(ctx)
}
