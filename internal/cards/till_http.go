package cards

import (
	"context"
	"net/http"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/rest"
)

type pairIn struct {
	Body struct {
		Code *string `json:"code,omitempty" maxLength:"20" doc:"Шесть цифр"`
		Link *string `json:"link,omitempty" maxLength:"40" doc:"Ссылка: то, что стоит после #"`
	}
}

type pairedWire struct {
	Partner string `json:"partner"`
	Address string `json:"address"`
}

func (s *Service) pair(ctx context.Context, in *pairIn) (pairedWire, error) {
	p, err := s.Pair(ctx, Handed{Code: rest.Text(in.Body.Code), Link: rest.Text(in.Body.Link)})
	if err != nil {
		return pairedWire{}, err
	}
	rest.SetCookie(ctx, rest.TillCookie, p.Token, cookieFor)
	return pairedWire{Partner: p.Partner, Address: p.Address}, nil
}

type checkIn struct {
	Body struct {
		Token  *string `json:"token,omitempty" maxLength:"100" doc:"Код карты: 20 символов после /C/"`
		Number *string `json:"number,omitempty" maxLength:"40" doc:"Номер карты: десять цифр"`
	}
}

type discountWire struct {
	Type        string  `json:"type" enum:"fix,free" doc:"fix — процент, free — подарок"`
	Name        *string `json:"name"`
	Size        *string `json:"size"`
	Description string  `json:"description"`
}

type checkedWire struct {
	Verdict     Verdict        `json:"verdict" enum:"valid,stale,invalid"`
	Reason      *string        `json:"reason" enum:"old,unknown,blocked,expired,lease,inactive" doc:"null, если карта действует"`
	Title       string         `json:"title" doc:"Решение для кассира"`
	Advice      string         `json:"advice" doc:"Что делать"`
	ValidUntil  *clock.Date    `json:"validUntil" format:"date"`
	Name        *string        `json:"name" doc:"Имя и первая буква фамилии; только по коду карты"`
	PortraitURL *string        `json:"portraitUrl" doc:"Открывается этой кассой две минуты; только по коду карты"`
	Discounts   []discountWire `json:"discounts" nullable:"true" doc:"Скидки этого партнёра; только по коду карты"`
}

func (s *Service) check(ctx context.Context, in *checkIn) (checkedWire, error) {
	shown, number := rest.Text(in.Body.Token), rest.Text(in.Body.Number)
	var c Checked
	var err error
	switch {
	case (shown == "") == (number == ""):
		return checkedWire{}, fault.Invalid("token", "Отсканируйте код карты или введите её номер.")
	case shown != "":
		c, err = s.CheckToken(ctx, shown)
	default:
		c, err = s.CheckNumber(ctx, number)
	}
	if err != nil {
		return checkedWire{}, err
	}
	rest.SetCookie(ctx, rest.TillCookie, rest.CookieFrom(ctx, rest.TillCookie), cookieFor)
	return c.wire(), nil
}

func (c Checked) wire() checkedWire {
	words := c.words()
	out := checkedWire{Verdict: c.Verdict, Reason: rest.Null(string(c.Reason)), Title: words.title, Advice: words.advice, Name: rest.Null(c.Name)}
	if c.ValidUntil != "" {
		out.ValidUntil = &c.ValidUntil
	}
	if c.HasPortrait {
		out.PortraitURL = rest.Null("/t/v1/checks/" + c.Shown + "/portrait")
	}
	for _, d := range c.Discounts {
		out.Discounts = append(out.Discounts, discountWire{Type: d.Type, Name: rest.Null(d.Name), Size: rest.Null(d.Size), Description: d.Description})
	}
	return out
}

type tokenIn struct {
	Token string `path:"token" maxLength:"100"`
}

func (s *Service) checkedPortrait(ctx context.Context, in *tokenIn) (func(http.ResponseWriter, *http.Request), error) {
	key, err := s.portrait(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	return s.sendPhoto(ctx, key)
}
