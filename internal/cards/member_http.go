package cards

import (
	"context"
	"encoding/base64"
	"net/http"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
)

type issuedWire struct {
	Handle      string    `json:"handle" doc:"Первая половина кода карты"`
	Secret      string    `json:"secret" doc:"Ключ HMAC-SHA-256 в base64url; больше не выдаётся"`
	StepSeconds int       `json:"stepSeconds" doc:"Как часто меняется код"`
	LeaseUntil  time.Time `json:"leaseUntil" doc:"До какого времени карта действует без связи"`
	Now         time.Time `json:"now" doc:"Время сервера: телефон запоминает разницу со своими часами"`
}

func (s *Service) issue(ctx context.Context, _ *struct{}) (issuedWire, error) {
	d, err := s.Issue(ctx)
	if err != nil {
		return issuedWire{}, err
	}
	return issuedWire{
		Handle: d.Handle, Secret: base64.RawURLEncoding.EncodeToString(d.Secret), StepSeconds: stepSeconds, LeaseUntil: d.LeaseUntil, Now: s.Clock(),
	}, nil
}

type ownCardWire struct {
	Number      string     `json:"number" doc:"Номер карты: десять цифр для Code 128"`
	IsActive    bool       `json:"isActive"`
	ValidUntil  clock.Date `json:"validUntil" format:"date"`
	LeaseUntil  *time.Time `json:"leaseUntil" doc:"null, если карту показывает другой телефон или никакой"`
	IsElsewhere bool       `json:"isElsewhere" doc:"Карту показывает другой телефон"`
	Name        string     `json:"name"`
	University  string     `json:"university"`
	PortraitURL *string    `json:"portraitUrl"`
	Now         time.Time  `json:"now" doc:"Время сервера"`
}

const portraitPath = "/s/v1/card/portrait"

func (s *Service) ownCard(ctx context.Context, _ *struct{}) (ownCardWire, error) {
	c, err := s.Own(ctx)
	out := ownCardWire{
		Number: c.Number, IsActive: c.IsActive, ValidUntil: c.ValidUntil, LeaseUntil: c.LeaseUntil, IsElsewhere: c.IsElsewhere, Name: c.Name, University: c.University, Now: s.Clock(),
	}
	if c.Photo != "" {
		out.PortraitURL = rest.Null(portraitPath)
	}
	return out, err
}

func (s *Service) ownPortrait(ctx context.Context, _ *struct{}) (func(http.ResponseWriter, *http.Request), error) {
	st, err := s.cardOwner(ctx, access.MemberFrom(ctx))
	if err != nil {
		return nil, err
	}
	return s.sendPhoto(ctx, st.Photo)
}

// sendPhoto answers with a photo that the caller has been found to be allowed to see.
func (s *Service) sendPhoto(ctx context.Context, key string) (func(http.ResponseWriter, *http.Request), error) {
	if key == "" {
		return nil, fault.NotFound()
	}
	return s.Files.Send(ctx, key)
}
