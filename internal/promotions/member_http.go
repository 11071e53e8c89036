package promotions

import (
	"context"
	"math"
	"regexp"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
)

const (
	offersPage = 20
	codesPage  = 50
)

// MemberRoutes returns the calls of students.
func (s *Service) MemberRoutes() []rest.Route {
	return []rest.Route{
		rest.Feed("GET /s/v1/promotions", access.Anyone, "Акции, которые идут или скоро начнутся", offersPage, s.offers),
		rest.Call("GET /s/v1/promotions/{uuidPromotion}", access.Anyone, "Акция", s.offer),
		rest.CallOrWait("POST /s/v1/promotions/{uuidPromotion}/claims", access.ActiveStudent, "Получить промокод", s.claim),
		rest.Feed("GET /s/v1/codes", access.SignedInMember, "Свои промокоды, сначала новые", codesPage, s.ownCodes),
	}
}

type offerPartnerWire struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type offerWire struct {
	ID          string           `json:"id"`
	Name        string           `json:"name"`
	Description string           `json:"description"`
	Partner     offerPartnerWire `json:"partner"`
	Begin       clock.Date       `json:"begin" format:"date"`
	End         clock.Date       `json:"end" format:"date" doc:"Последний день"`
	State       State            `json:"state" enum:"planned,running,ended"`
	PerStudent  *int             `json:"perStudent" doc:"Сколько промокодов может получить один студент; null: один в минуту, десять в день"`
	CodesLeft   CodesLeft        `json:"codesLeft" enum:"many,few,none" doc:"Сколько промокодов осталось: много, мало, нет"`
}

func (o Offer) wire(now time.Time) offerWire {
	return offerWire{
		ID: o.UUID, Name: o.Name, Description: o.Description, Partner: offerPartnerWire{ID: o.PartnerUUID, Name: o.PartnerName},
		Begin: o.Begin, End: o.End, State: o.State(now), PerStudent: o.WinLimit, CodesLeft: o.codesLeft(),
	}
}

type offersIn struct {
	Partner string `query:"partner" format:"uuid" doc:"Только акции этого партнёра"`
	rest.After
}

func (s *Service) offers(ctx context.Context, in *offersIn) (rest.Page[offerWire], error) {
	before := int64(math.MaxInt64)
	if err := in.Read(&before); err != nil {
		return rest.Page[offerWire]{}, err
	}
	found, err := s.Offers(ctx, in.Partner, before, in.Limit)
	if err != nil {
		return rest.Page[offerWire]{}, err
	}
	now := s.Clock()
	return rest.NewPage(found, in.Limit, func(o Offer) offerWire { return o.wire(now) }, func(o Offer) any { return o.ID })
}

type offerIn struct {
	UUID string `path:"uuidPromotion"`
}

func (s *Service) offer(ctx context.Context, in *offerIn) (offerWire, error) {
	o, err := s.Offer(ctx, in.UUID)
	if err != nil {
		return offerWire{}, err
	}
	return o.wire(s.Clock()), nil
}

var claimKey = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

type claimIn struct {
	UUID string `path:"uuidPromotion"`
	Body struct {
		Key string `json:"key" maxLength:"1000" doc:"8–64 латинские буквы, цифры, - или _. Придумайте для каждого нового промокода, лучше всего UUID. Повтор с тем же ключом даёт тот же промокод"`
	}
}

type ownCodeWire struct {
	Code      string    `json:"code"`
	TakenAt   time.Time `json:"takenAt"`
	Promotion offerWire `json:"promotion"`
}

func (o Own) wire(now time.Time) ownCodeWire {
	return ownCodeWire{Code: o.Code, TakenAt: *o.TakenAt, Promotion: o.Offer.wire(now)}
}

type placeWire struct {
	Place      int64 `json:"place" doc:"Место в очереди; 1 — следующий"`
	RetryAfter int   `json:"retryAfter" doc:"Через сколько секунд повторить запрос с тем же ключом"`
}

func (s *Service) claim(ctx context.Context, in *claimIn) (ownCodeWire, *placeWire, error) {
	if !claimKey.MatchString(in.Body.Key) {
		return ownCodeWire{}, nil, fault.Invalid("key", "Ключ состоит из 8–64 латинских букв, цифр, дефисов и подчёркиваний.")
	}
	own, place, err := s.Claim(ctx, in.UUID, in.Body.Key)
	switch {
	case err != nil:
		return ownCodeWire{}, nil, err
	case place != nil:
		return ownCodeWire{}, &placeWire{Place: place.Number, RetryAfter: max(1, int(math.Ceil(place.Wait.Seconds())))}, nil
	}
	return own.wire(s.Clock()), nil, nil
}

type ownCodesIn struct {
	rest.After
}

func (s *Service) ownCodes(ctx context.Context, in *ownCodesIn) (rest.Page[ownCodeWire], error) {
	now := s.Clock()
	last := OwnKey{At: now.AddDate(1, 0, 0)} // later than every code
	if err := in.Read(&last); err != nil {
		return rest.Page[ownCodeWire]{}, err
	}
	found, err := s.OwnCodes(ctx, last, in.Limit)
	if err != nil {
		return rest.Page[ownCodeWire]{}, err
	}
	return rest.NewPage(found, in.Limit, func(o Own) ownCodeWire { return o.wire(now) },
		func(o Own) any { return OwnKey{At: *o.TakenAt, Promotion: o.ID, Code: o.Code} })
}
