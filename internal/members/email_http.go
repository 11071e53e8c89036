package members

import (
	"context"
	_ "embed" // the page and its style
	"net/http"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
)

// confirmPath is the page that the letter links to. A button confirms, not the link itself: mail scanners open links.
const confirmPath = "/email/"

//go:embed email.html
var emailHTML string

//go:embed email.css
var emailStyle string

var emailPage = rest.NewHTML(emailHTML, emailStyle)

type emailIn struct {
	Body struct {
		Email string `json:"email" maxLength:"254" doc:"Пустая строка: убрать адрес"`
	}
}

func (s *Service) setEmail(ctx context.Context, in *emailIn) (profileWire, error) {
	p, err := s.SetEmail(ctx, in.Body.Email)
	return toWire(p), err
}

type tokenIn struct {
	Token string `path:"token" maxLength:"100"`
}

// emailView is what the page shows.
type emailView struct {
	Title, Text string
	HasButton   bool
}

var emailGone = emailView{Title: "Ссылка не действует", Text: "Она уже использована или устарела. Укажите адрес в профиле ещё раз: придёт новое письмо."}

func (s *Service) askEmail(ctx context.Context, in *tokenIn) (func(http.ResponseWriter, *http.Request), error) {
	c, err := s.confirmation(ctx, s.DB, in.Token)
	return showEmail(emailView{Title: "Подтверждение почты", Text: "На адрес " + c.Email + " будут приходить письма о решениях по заявке.", HasButton: true}, err)
}

func (s *Service) confirmEmail(ctx context.Context, in *tokenIn) (func(http.ResponseWriter, *http.Request), error) {
	return showEmail(emailView{Title: "Почта подтверждена", Text: "Эту страницу можно закрыть."}, s.ConfirmEmail(ctx, in.Token))
}

func showEmail(view emailView, err error) (func(http.ResponseWriter, *http.Request), error) {
	switch {
	case fault.Is(err, fault.KindNotFound):
		return emailPage.Answer(http.StatusNotFound, emailGone)
	case err != nil:
		return nil, err
	}
	return emailPage.Answer(http.StatusOK, view)
}
