package auth

import (
	"context"
	"slices"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// Routes returns the calls of this area.
func (s *Service) Routes() []rest.Route {
	signOut := rest.Call("DELETE /v1/auth/session", access.Public, "Выход", s.signOut)
	signOut.Policy.ClearsSiteData = true
	routes := []rest.Route{
		rest.Call("POST /v1/auth/email", access.Public, "Вход по E-mail и паролю", s.signIn),
		rest.Call("PUT /v1/auth/refreshtoken", access.Public, "Новая пара токенов", s.refresh),
		signOut,
		rest.Call("PUT /auth/reset", access.Public, "Письмо со ссылкой для сброса пароля", s.requestReset),
		rest.Call("PUT /auth/reset-confirm", access.Public, "Новый пароль по ссылке из письма", s.confirmReset),
		rest.Call("PUT /auth/password", access.SignedIn, "Смена пароля", s.changePassword),
	}
	return slices.Concat(routes, s.sessionRoutes(), s.factorRoutes())
}

type tokensWire struct {
	AccessToken  string `json:"accessToken"`
	RefreshToken string `json:"refreshToken"`
}

func toWire(t Tokens) tokensWire { return tokensWire{AccessToken: t.Access, RefreshToken: t.Refresh} }

type signInIn struct {
	Body struct {
		Login    string `json:"login" required:"false"`
		Password string `json:"password" required:"false"`
		Place    string `json:"place,omitempty" doc:"Всегда operator"`
	}
}

// signInTokens are null while a code is asked for.
type signInTokens struct {
	_            struct{} `nullable:"true"`
	AccessToken  string   `json:"accessToken"`
	RefreshToken string   `json:"refreshToken"`
}

type secondWire struct {
	_      struct{} `nullable:"true"`
	Ticket string   `json:"ticket" doc:"Действует 5 минут и 5 попыток"`
}

type signInOut struct {
	Tokens *signInTokens `json:"tokens"`
	Second *secondWire   `json:"second" doc:"Нужен код из приложения: PUT /v1/auth/second"`
}

func (s *Service) signIn(ctx context.Context, in *signInIn) (signInOut, error) {
	signed, err := s.SignIn(ctx, in.Body.Login, in.Body.Password)
	if signed.Ticket != "" {
		return signInOut{Second: &secondWire{Ticket: signed.Ticket}}, err
	}
	return signInOut{Tokens: &signInTokens{AccessToken: signed.Access, RefreshToken: signed.Refresh}}, err
}

type refreshIn struct {
	Body struct {
		RefreshToken string `json:"refreshToken"`
	}
}

func (s *Service) refresh(ctx context.Context, in *refreshIn) (tokensWire, error) {
	t, err := s.Refresh(ctx, in.Body.RefreshToken)
	return toWire(t), err
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
