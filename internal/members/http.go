package members

import (
	"context"
	"math"
	"net/http"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
)

// MemberRoutes returns the calls of this area.
func (s *Service) MemberRoutes() []rest.Route {
	return append(s.joiningRoutes(),
		rest.OwnPace(rest.Call("GET /s/v1/challenge", access.Anyone, "Задача, которую решают перед запросом кода", s.challenge)),
		rest.OwnPace(rest.WithStatus(rest.Call("POST /s/v1/auth/code", access.Anyone, "Отправить код на телефон", s.requestCode), http.StatusAccepted)),
		rest.OwnPace(rest.Call("GET /s/v1/auth/code/{uuidAttempt}", access.Anyone, "Отправлен ли код", s.codeState)),
		rest.OwnPace(rest.Call("POST /s/v1/auth/session", access.Anyone, "Войти с кодом", s.signIn)),
		rest.Call("DELETE /s/v1/auth/session", access.SignedInMember, "Выйти", s.signOut),
		rest.Feed("GET /s/v1/sessions", access.SignedInMember, "Свои сеансы", sessionsPage, s.sessions),
		rest.Call("DELETE /s/v1/sessions/{uuid}", access.SignedInMember, "Завершить сеанс", s.endSession),
		rest.Call("GET /s/v1/me", access.SignedInMember, "Свои данные", s.me),
		rest.Call("PUT /s/v1/me/phone", access.SignedInMember, "Сменить номер телефона", s.changePhone),
	)
}

type challengeWire struct {
	Challenge string `json:"challenge"`
	Bits      int    `json:"bits" doc:"Найдите nonce, при котором SHA-256 от challenge:phone:nonce начинается со стольких нулевых бит"`
}

func (s *Service) challenge(ctx context.Context, _ *struct{}) (challengeWire, error) {
	text, bits, err := s.Challenge(ctx)
	return challengeWire{Challenge: text, Bits: bits}, err
}

type codeIn struct {
	Body struct {
		Phone     string `json:"phone" maxLength:"30" doc:"+7 9… в любом виде; в задаче это 11 цифр"`
		Challenge string `json:"challenge" maxLength:"200"`
		Nonce     string `json:"nonce" maxLength:"40"`
	}
}

type codeWire struct {
	Attempt   string `json:"attempt"`
	ExpiresIn int    `json:"expiresIn" doc:"Секунд"`
}

func (s *Service) requestCode(ctx context.Context, in *codeIn) (codeWire, error) {
	attempt, err := s.RequestCode(ctx, CodeRequest{
		Phone: in.Body.Phone, Challenge: in.Body.Challenge, Nonce: in.Body.Nonce, Device: rest.CookieFrom(ctx, rest.DeviceCookie),
	})
	return codeWire{Attempt: attempt, ExpiresIn: int(codeLife.Seconds())}, err
}

type attemptIn struct {
	Attempt string `path:"uuidAttempt"`
}

type stateWire struct {
	State State   `json:"state" enum:"sending,sent,failed"`
	Hint  *string `json:"hint" doc:"Сам код, только в демонстрации; иначе null"`
}

func (s *Service) codeState(ctx context.Context, in *attemptIn) (stateWire, error) {
	state, err := s.CodeState(ctx, in.Attempt)
	return stateWire{State: state, Hint: s.hint(in.Attempt)}, err
}

type signInIn struct {
	Body struct {
		Attempt   string  `json:"attempt" format:"uuid"`
		Code      string  `json:"code" maxLength:"10"`
		BirthDate *string `json:"birthDate,omitempty" maxLength:"10" doc:"ГГГГ-ММ-ДД, если её просит ответ 409 с type birthDate. Пустая строка: войти без прежней заявки"`
		IsNative  bool    `json:"isNative,omitempty" doc:"Приложение, а не браузер: токен в ответе вместо cookie"`
	}
}

type profileWire struct {
	ID               string          `json:"id"`
	Phone            string          `json:"phone"`
	Email            *string         `json:"email"`
	IsEmailConfirmed bool            `json:"isEmailConfirmed"`
	Status           access.Standing `json:"applicationStatus" enum:"none,moderation,rejected,active,expired,blocked"`
	TellsBySMS       bool            `json:"decisionsBySms" doc:"Приходят ли решения по заявке и по SMS"`
}

func toWire(p Profile) profileWire {
	return profileWire{ID: p.UUID, Phone: p.Phone, Email: rest.Null(p.Email), IsEmailConfirmed: p.IsEmailConfirmed, Status: p.Standing, TellsBySMS: p.TellsBySMS}
}

type signInOut struct {
	Member profileWire `json:"member"`
	Token  *string     `json:"token" doc:"Только приложению, один раз"`
}

func (s *Service) signIn(ctx context.Context, in *signInIn) (signInOut, error) {
	b := in.Body
	if b.IsNative && rest.IsBrowser(ctx) { // a page must not get a token that its scripts can read
		return signInOut{}, fault.Forbidden()
	}
	if b.BirthDate != nil && *b.BirthDate != "" {
		if _, err := time.Parse(time.DateOnly, *b.BirthDate); err != nil {
			return signInOut{}, fault.Invalid("birthDate", "Укажите дату в виде ГГГГ-ММ-ДД.")
		}
	}
	request := SignIn{Attempt: b.Attempt, Code: b.Code, BirthDate: b.BirthDate, IsNative: b.IsNative, Agent: rest.UserAgent(ctx)}
	if !b.IsNative {
		request.Device = rest.CookieFrom(ctx, rest.DeviceCookie)
	}
	made, err := s.SignIn(ctx, request)
	if err != nil {
		return signInOut{}, err
	}
	if b.IsNative {
		return signInOut{Member: toWire(made.Member), Token: &made.Token}, nil
	}
	rest.SetCookie(ctx, rest.SessionCookie, made.Token, sessionLife)
	rest.SetCookie(ctx, rest.DeviceCookie, made.Device, deviceLife)
	return signInOut{Member: toWire(made.Member)}, nil
}

func (s *Service) signOut(ctx context.Context, _ *struct{}) (rest.Nothing, error) {
	err := s.SignOut(ctx)
	if err == nil {
		rest.SetCookie(ctx, rest.SessionCookie, "", 0)
	}
	return rest.Nothing{}, err
}

const sessionsPage = 20

type sessionsIn struct {
	rest.After
}

type sessionWire struct {
	ID         string    `json:"id"`
	IsCurrent  bool      `json:"isCurrent"`
	IsNative   bool      `json:"isNative"`
	Agent      string    `json:"agent"`
	Address    string    `json:"address"`
	CreatedAt  time.Time `json:"createdAt"`
	LastUsedAt time.Time `json:"lastUsedAt" doc:"С точностью до суток"`
}

func (s *Service) sessions(ctx context.Context, in *sessionsIn) (rest.Page[sessionWire], error) {
	before := int64(math.MaxInt64)
	if err := in.Read(&before); err != nil {
		return rest.Page[sessionWire]{}, err
	}
	found, err := s.Sessions(ctx, before, in.Limit)
	if err != nil {
		return rest.Page[sessionWire]{}, err
	}
	current := access.MemberFrom(ctx).Session
	return rest.NewPage(found, in.Limit, func(e Session) sessionWire {
		return sessionWire{
			ID: e.UUID, IsCurrent: e.ID == current, IsNative: e.IsNative, Agent: e.Agent, Address: e.Address, CreatedAt: e.CreatedAt, LastUsedAt: e.LastUsedAt,
		}
	}, func(e Session) any { return e.ID })
}

type sessionIn struct {
	UUID string `path:"uuid"`
}

func (s *Service) endSession(ctx context.Context, in *sessionIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.EndSession(ctx, in.UUID)
}

func (s *Service) me(ctx context.Context, _ *struct{}) (profileWire, error) {
	p, err := s.Me(ctx)
	return toWire(p), err
}

type phoneIn struct {
	Body struct {
		Attempt string `json:"attempt" format:"uuid" doc:"Запрос кода на новый номер"`
		Code    string `json:"code" maxLength:"10"`
	}
}

func (s *Service) changePhone(ctx context.Context, in *phoneIn) (profileWire, error) {
	p, err := s.ChangePhone(ctx, in.Body.Attempt, in.Body.Code)
	return toWire(p), err
}
