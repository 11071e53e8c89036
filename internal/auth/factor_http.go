package auth

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
)

// factorRoutes has no POST: answers with secrets are never stored to be repeated.
func (s *Service) factorRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("PUT /v1/auth/second", access.Public, "Вход: код из приложения или резервный код", s.signInByCode),
		rest.Enrolment(rest.Call("PUT /v1/auth/confirm", access.SignedIn, "Подтвердить себя паролем или кодом на 15 минут", s.confirm)),
		rest.Enrolment(rest.Call("GET /v1/auth/factor", access.SignedIn, "Свой вход по коду", s.factor)),
		rest.Enrolment(rest.Confirmed(rest.Call("PUT /v1/auth/factor", access.SignedIn, "Начать настройку входа по коду", s.startFactor))),
		rest.Enrolment(rest.Confirmed(rest.Call("PUT /v1/auth/factor/confirm", access.SignedIn, "Включить вход по коду первым кодом", s.enableFactor))),
		rest.Confirmed(rest.Call("PUT /v1/auth/factor/codes", access.SignedIn, "Новые резервные коды", s.renewCodes)),
		rest.Confirmed(rest.Call("DELETE /v1/auth/factor", access.SignedIn, "Отключить вход по коду", s.disableFactor)),
		rest.Call("GET /v1/second-factor", access.Operators, "Кому обязателен вход по коду", s.policy),
		rest.Confirmed(rest.Call("PUT /v1/second-factor", access.Operators, "Задать, кому обязателен вход по коду", s.setPolicy)),
	}
}

type secondIn struct {
	Body struct {
		Ticket string `json:"ticket" maxLength:"128"`
		Code   string `json:"code" maxLength:"64"`
	}
}

type secondOut struct {
	Tokens    tokensWire `json:"tokens"`
	CodesLeft int        `json:"codesLeft" doc:"Сколько осталось резервных кодов"`
}

func (s *Service) signInByCode(ctx context.Context, in *secondIn) (secondOut, error) {
	signed, err := s.SignInByCode(ctx, in.Body.Ticket, in.Body.Code)
	return secondOut{Tokens: toWire(signed.Tokens), CodesLeft: signed.CodesLeft}, err
}

type proofIn struct {
	Body struct {
		Password string `json:"password,omitempty" maxLength:"512"`
		Code     string `json:"code,omitempty" maxLength:"64"`
	}
}

func (s *Service) confirm(ctx context.Context, in *proofIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Confirm(ctx, in.Body.Password, in.Body.Code)
}

type factorWire struct {
	IsOn         bool    `json:"isOn"`
	EnabledAt    *string `json:"enabledAt"`
	CodesLeft    int     `json:"codesLeft"`
	RequiredFrom *string `json:"requiredFrom" doc:"День, с которого вход по коду обязателен; null: не обязателен"`
	IsRequired   bool    `json:"isRequired" doc:"Обязателен уже сейчас"`
}

func (s *Service) factor(ctx context.Context, _ *struct{}) (factorWire, error) {
	f, err := s.Factor(ctx)
	out := factorWire{IsOn: f.EnabledAt != nil, CodesLeft: f.CodesLeft, RequiredFrom: rest.Null(f.From.Wire()), IsRequired: f.IsDue}
	if f.EnabledAt != nil {
		out.EnabledAt = rest.Null(clock.FormatStamp(*f.EnabledAt))
	}
	return out, err
}

type enrolmentWire struct {
	Key string `json:"key" doc:"Для ввода вручную"`
	URL string `json:"url" doc:"otpauth://…, для QR-кода"`
}

func (s *Service) startFactor(ctx context.Context, _ *struct{}) (enrolmentWire, error) {
	e, err := s.StartFactor(ctx)
	return enrolmentWire(e), err
}

type codeIn struct {
	Body struct {
		Code string `json:"code" maxLength:"64"`
	}
}

type codesWire struct {
	Codes []string `json:"codes" doc:"Резервные коды, показываются один раз"`
}

func (s *Service) enableFactor(ctx context.Context, in *codeIn) (codesWire, error) {
	codes, err := s.EnableFactor(ctx, in.Body.Code)
	return codesWire{Codes: codes}, err
}

func (s *Service) renewCodes(ctx context.Context, _ *struct{}) (codesWire, error) {
	codes, err := s.RenewCodes(ctx)
	return codesWire{Codes: codes}, err
}

func (s *Service) disableFactor(ctx context.Context, _ *struct{}) (rest.Nothing, error) {
	return rest.Nothing{}, s.DisableFactor(ctx)
}

// policyWire is both the answer and the body: nothing else belongs to it.
type policyWire struct {
	RequiredOf Requirement `json:"requiredOf" enum:"nobody,administrators,all"`
	Since      *string     `json:"since" doc:"С какого дня, дд.мм.гггг; null, если никому не обязателен"`
}

func (s *Service) policy(ctx context.Context, _ *struct{}) (policyWire, error) {
	p, err := s.Policy(ctx)
	return policyWire{RequiredOf: p.RequiredOf, Since: rest.Null(p.Since.Wire())}, err
}

type policyIn struct{ Body policyWire }

func (s *Service) setPolicy(ctx context.Context, in *policyIn) (rest.Nothing, error) {
	p := Policy{RequiredOf: in.Body.RequiredOf}
	if day := rest.Text(in.Body.Since); day != "" {
		since, err := clock.ParseDate(day)
		if err != nil {
			return rest.Nothing{}, fault.Invalid("since", "Дата записывается как 31.12.2026")
		}
		p.Since = since
	}
	return rest.Nothing{}, s.SetPolicy(ctx, p)
}
