package auth

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/rest"
)

// Routes are the calls of this area.
func (s *Service) Routes() []rest.Route {
	leave := rest.Call("DELETE /v1/auth/session", access.Public, "Выход", s.signOut)
	leave.Policy.Forgets = true
	return []rest.Route{
		rest.Call("POST /v1/auth/email", access.Public, "Вход по E-mail и паролю", s.signIn),
		rest.Call("PUT /v1/auth/refreshtoken", access.Public, "Новая пара токенов", s.refresh),
		leave,
		rest.Call("PUT /auth/reset", access.Public, "Письмо со ссылкой для сброса пароля", s.requestReset),
		rest.Call("PUT /auth/reset-confirm", access.Public, "Новый пароль по ссылке из письма", s.confirmReset),
		rest.Call("PUT /auth/password", access.SignedIn, "Смена пароля", s.changePassword),
	}
}

type tokensWire struct {
	AccessToken  string `json:"accessToken"`
	RefreshToken string `json:"refreshToken"`
}

type signInIn struct {
	Body struct {
		Login    string `json:"login" required:"false"`
		Password string `json:"password" required:"false"`
		Place    string `json:"place,omitempty" doc:"Всегда operator"`
	}
}

type signInOut struct {
	Tokens tokensWire `json:"tokens"`
}

func (s *Service) signIn(ctx context.Context, in *signInIn) (signInOut, error) {
	t, err := s.SignIn(ctx, in.Body.Login, in.Body.Password)
	return signInOut{tokensWire{t.Access, t.Refresh}}, err
}

type refreshIn struct {
	Body struct {
		RefreshToken string `json:"refreshToken"`
	}
}

func (s *Service) refresh(ctx context.Context, in *refreshIn) (tokensWire, error) {
	t, err := s.Refresh(ctx, in.Body.RefreshToken)
	return tokensWire{t.Access, t.Refresh}, err
}

func (s *Service) signOut(ctx context.Context, in *refreshIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SignOut(ctx, in.Body.RefreshToken)
}

type resetIn struct {
	Body struct {
		Login string `json:"login" required:"false"`
	}
}

func (s *Service) requestReset(ctx context.Context, in *resetIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.RequestReset(ctx, in.Body.Login)
}

type confirmIn struct {
	Body struct {
		Hash     string `json:"hash"`
		Password string `json:"password"`
	}
}

func (s *Service) confirmReset(ctx context.Context, in *confirmIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.ConfirmReset(ctx, in.Body.Hash, in.Body.Password)
}

type passwordIn struct {
	Body struct {
		OldPassword string `json:"oldPassword"`
		NewPassword string `json:"newPassword"`
	}
}

func (s *Service) changePassword(ctx context.Context, in *passwordIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.ChangePassword(ctx, in.Body.OldPassword, in.Body.NewPassword)
}
