package cards

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
)

// Routes are the calls of the console.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v1/student/{uuidUser}/device", access.Students, "Телефон с картой студента", s.device),
		rest.Call("DELETE /v1/student/{uuidUser}/device", access.Students, "Сбросить устройство студента", s.resetDevice),
		rest.Call("GET /v1/tills/point/{uuidSalePoint}", access.Partners, "Кассы торговой точки", s.listTills),
		secret(rest.Call("POST /v1/tills/point/{uuidSalePoint}", access.Partners, "Код и ссылка, которые подключают кассу", s.invite)),
		rest.Call("DELETE /v1/tills/{uuidTill}", access.Partners, "Отключить кассу", s.unpair),
	}
}

// MemberRoutes are the calls of the students' face: those of phones, of tills, and the page behind the QR code.
func (s *Service) MemberRoutes() []rest.Route {
	return []rest.Route{
		secret(rest.Call("POST /s/v1/card/device", access.ActiveStudent, "Показывать карту на этом телефоне", s.issue)),
		rest.Call("GET /s/v1/card", access.SignedInMember, "Своя карта", s.ownCard),
		rest.Download("GET /s/v1/card/portrait", access.SignedInMember, "Фотография на своей карте", s.ownPortrait),
		rest.Call("POST /t/v1/pair", access.Anyone, "Подключить кассу", s.pair),
		rest.Call("POST /t/v1/check", access.PairedTill, "Проверить карту", s.check),
		rest.Download("GET /t/v1/checks/{token}/portrait", access.PairedTill, "Фотография на проверенной карте", s.checkedPortrait),
		rest.View("GET /c/{token}", access.Anyone, "Страница проверки карты", s.page),
		rest.View("GET /C/{token}", access.Anyone, "Страница проверки карты: адрес в QR-коде", s.page),
	}
}

// secret keeps an answer out of the stored answers of Idempotency-Key: it holds a secret that the database must not have.
func secret(r rest.Route) rest.Route {
	r.Policy.Idempotent = false
	return r
}

type studentIn struct {
	UUID string `path:"uuidUser"`
}

type deviceWire struct {
	ValidUntil string  `json:"validUntil" doc:"Последний день действия карты"`
	Since      *string `json:"since" doc:"Когда телефон получил карту; null, если карта нигде не открыта"`
	SeenAt     *string `json:"seenAt" doc:"Последняя связь, с точностью до дня"`
	IsSignedIn bool    `json:"isSignedIn" doc:"false: с этого телефона вышли, и карту он не показывает"`
	Moves      int     `json:"countMoves" doc:"Сколько раз за 30 дней карту переносили на другой телефон"`
	FarAt      *string `json:"farAt" doc:"Когда карту за 10 минут приняли кассы далеко друг от друга; null, если такого не было"`
	FarKm      int     `json:"farKm" doc:"Сколько километров между этими кассами"`
}

func (s *Service) device(ctx context.Context, in *studentIn) (deviceWire, error) {
	state, err := s.DeviceOf(ctx, in.UUID)
	out := deviceWire{ValidUntil: state.ValidUntil.Wire(), IsSignedIn: state.IsSignedIn, Moves: state.Moves}
	if d := state.Device; d != nil {
		out.Since, out.SeenAt, out.FarAt, out.FarKm = stamp(&d.CreatedAt), stamp(&d.SeenAt), stamp(d.FarAt), d.FarKm
	}
	return out, err
}

func stamp(at *time.Time) *string {
	if at == nil {
		return nil
	}
	text := clock.FormatStamp(*at)
	return &text
}

func (s *Service) resetDevice(ctx context.Context, in *studentIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.ResetDevice(ctx, in.UUID)
}

type pointIn struct {
	UUID string `path:"uuidSalePoint"`
}

type tillWire struct {
	UUID      string  `json:"uuidTill"`
	PairedAt  *string `json:"pairedAt" doc:"null, пока кассу не подключили"`
	UsedAt    *string `json:"usedAt" doc:"Последняя проверка, с точностью до минуты"`
	LinkUntil string  `json:"linkUntil" doc:"До какого времени действует ссылка"`
}

func (s *Service) listTills(ctx context.Context, in *pointIn) ([]tillWire, error) {
	tills, err := s.Tills(ctx, in.UUID)
	out := make([]tillWire, len(tills))
	for i, t := range tills {
		out[i] = tillWire{UUID: t.UUID, PairedAt: stamp(t.PairedAt), UsedAt: stamp(t.UsedAt), LinkUntil: clock.FormatStamp(t.LinkUntil)}
	}
	return out, err
}

type invitationWire struct {
	UUID      string `json:"uuidTill"`
	Link      string `json:"link" doc:"Открывается на кассе один раз"`
	LinkUntil string `json:"linkUntil"`
	Code      string `json:"code" doc:"Шесть цифр"`
	CodeUntil string `json:"codeUntil"`
}

func (s *Service) invite(ctx context.Context, in *pointIn) (invitationWire, error) {
	if s.PublicURL == "" {
		return invitationWire{}, fault.Conflict("Адрес приложения студентов не настроен. Попросите администратора указать --students-url.")
	}
	i, err := s.Invite(ctx, in.UUID)
	return invitationWire{UUID: i.UUID, Link: i.Link, LinkUntil: clock.FormatStamp(i.LinkUntil), Code: i.Code, CodeUntil: clock.FormatStamp(i.CodeUntil)}, err
}

type tillIn struct {
	UUID string `path:"uuidTill"`
}

func (s *Service) unpair(ctx context.Context, in *tillIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Unpair(ctx, in.UUID)
}
