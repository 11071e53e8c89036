package operators

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/rest"
)

func (s *Service) invitationRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v1/invitations", access.Operators, "Приглашения, которые ещё не приняты", s.invitations),
		rest.Confirmed(rest.Call("POST /v1/invitations", access.Operators, "Пригласить оператора", s.invite)),
		rest.Confirmed(rest.Call("PUT /v1/invitations/{uuidInvitation}/resend", access.Operators, "Отправить приглашение ещё раз", s.resend)),
		rest.Call("DELETE /v1/invitations/{uuidInvitation}", access.Operators, "Отозвать приглашение", s.revoke),
		rest.Call("PUT /auth/invitation", access.Public, "Приглашение по ссылке из письма", s.offer),
		rest.Call("PUT /auth/invitation-accept", access.Public, "Принять приглашение", s.accept),
	}
}

type invitationWire struct {
	UUID           string      `json:"uuidInvitation"`
	Login          string      `json:"login"`
	Role           access.Role `json:"role" enum:"operator_all,operator_student,operator_univer,chairman"`
	IsChairman     bool        `json:"isChairman"`
	IsAdmin        bool        `json:"isAdmin"`
	UniversityName string      `json:"shortNameUniversity"`
	Inviter        string      `json:"inviter"`
	SentAt         string      `json:"sentAt"`
	ExpiresAt      string      `json:"expiresAt"`
	IsExpired      bool        `json:"isExpired"`
	CanChange      bool        `json:"canChange" doc:"Может ли вызывающий отправить его ещё раз или отозвать"`
}

type invitationsIn struct {
	Expired bool `query:"expired" doc:"Только с истёкшим сроком"`
}

func (s *Service) invitations(ctx context.Context, in *invitationsIn) ([]invitationWire, error) {
	pending, err := s.Invitations(ctx, in.Expired)
	giver, now := access.From(ctx).Rights(), s.Clock()
	out := make([]invitationWire, len(pending))
	for i, p := range pending {
		out[i] = invitationWire{
			UUID: p.UUID, Login: p.Login, Role: p.Role, IsChairman: p.IsChairman, IsAdmin: p.IsAdmin, UniversityName: p.UniversityName, Inviter: p.Inviter,
			SentAt: clock.FormatStamp(p.SentAt), ExpiresAt: clock.FormatStamp(p.ExpiresAt), IsExpired: p.isExpired(now), CanChange: access.MayGrant(giver, p.Rights()),
		}
	}
	return out, err
}

type inviteIn struct {
	Body struct {
		Login string `json:"login"`
		RightsIn
	}
}

type invitedWire struct {
	UUID string `json:"uuidInvitation"`
}

func (s *Service) invite(ctx context.Context, in *inviteIn) (invitedWire, error) {
	id, err := s.Invite(ctx, InvitationForm{Login: in.Body.Login, RightsForm: in.Body.form()})
	return invitedWire{UUID: id}, err
}

type invitationIn struct {
	UUID string `path:"uuidInvitation"`
}

func (s *Service) resend(ctx context.Context, in *invitationIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Resend(ctx, in.UUID)
}

func (s *Service) revoke(ctx context.Context, in *invitationIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Revoke(ctx, in.UUID)
}

type offerIn struct {
	Body struct {
		Hash string `json:"hash" maxLength:"128" doc:"Из ссылки письма"`
	}
}

type offerWire struct {
	Login          string      `json:"login"`
	Role           access.Role `json:"role" enum:"operator_all,operator_student,operator_univer,chairman"`
	IsAdmin        bool        `json:"isAdmin"`
	UniversityName string      `json:"shortNameUniversity"`
	Inviter        string      `json:"inviter"`
}

func (s *Service) offer(ctx context.Context, in *offerIn) (offerWire, error) {
	i, err := s.Invitation(ctx, in.Body.Hash)
	return offerWire{Login: i.Login, Role: i.Role, IsAdmin: i.IsAdmin, UniversityName: i.UniversityName, Inviter: i.Inviter}, err
}

type acceptIn struct {
	Body struct {
		Hash       string `json:"hash" maxLength:"128"`
		Password   string `json:"password"`
		Surname    string `json:"surname"`
		Name       string `json:"name"`
		Patronymic string `json:"patronymic,omitempty"`
		Phone      string `json:"phone,omitempty"`
		Job        string `json:"job,omitempty"`
	}
}

func (s *Service) accept(ctx context.Context, in *acceptIn) (rest.Nothing, error) {
	b := in.Body
	person := form.Person{Surname: b.Surname, Name: b.Name, Patronymic: b.Patronymic, Phone: b.Phone, Job: b.Job}
	return rest.Nothing{}, s.Accept(ctx, b.Hash, Acceptance{Password: b.Password, Person: person})
}
