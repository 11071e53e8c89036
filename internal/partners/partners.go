// Package partners is the companies that give students discounts: their cards, discounts, trade points, photos and vacancies.
package partners

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/richtext"
	"studbonus/internal/platform/status"
)

// Status is whether a partner is active.
type Status string

// The statuses, by their wire names.
const (
	Active  Status = "active"
	Blocked Status = "blocked"
)

// statusRules: only blocking needs a reason.
var statusRules = status.Rules[Status]{
	Moves: map[Status][]Status{Active: {Blocked}, Blocked: {Active}}, NeedReason: []Status{Blocked}, Field: "status", ReasonField: "reasonBlocked",
}

// The sort orders, by their wire names.
const (
	sortDate = "idPartner"
	sortName = "name"
	sortCity = "nameMainCity"
)

const (
	maxName        = 200
	maxLegalName   = 300
	maxDescription = 2000 // characters without tags
)

// Row is what the list shows of a partner.
type Row struct {
	ID           int64     `db:"id"`
	UUID         string    `db:"uuid"`
	Status       Status    `db:"status"`
	Reason       string    `db:"block_reason"`
	Name         string    `db:"name" form:"name"`
	LegalName    string    `db:"legal_name" form:"legalName"`
	INN          string    `db:"inn" form:"inn"`
	CategoryUUID string    `db:"category_uuid" from:"k.uuid"`
	CategoryName string    `db:"category_name" from:"k.name" form:"category"`
	CityUUID     string    `db:"city_uuid" from:"c.uuid"`
	CityName     string    `db:"city_name" from:"c.name" form:"nameMainCity"`
	Phone        string    `db:"phone" form:"phone"`
	Logo         string    `db:"logo" form:"logo"`
	Rating       *int      `db:"rating"` // in tenths
	CreatedAt    time.Time `db:"created_at"`
}

// Partner is a row with the rest of its card. The tags are those of db.Select and db.FormColumns.
type Partner struct {
	Row
	Description string `db:"description" form:"description"`
	Email       string `db:"email" form:"email"`
	Site        string `db:"site" form:"linkToSite"`
	VK          string `db:"link_vk" form:"vk"`
	Instagram   string `db:"link_instagram" form:"instagram"`
	FB          string `db:"link_fb" form:"fb"`
	Twitter     string `db:"link_twitter" form:"twitter"`
	KeyImage    string `db:"key_image" form:"keyImg"`
	Version     int64  `db:"version"`
}

// Filter narrows the list; unknown uuids match nothing.
type Filter struct {
	Status     Status // empty: both
	Categories []string
	Cities     []string // the main city, or one with a trade point
	Lacks      Lack     // only partners whose card lacks this; empty: all
	Before     int64    // only partners with a smaller id, for the next page by a cursor; 0: all
}

// Lack is what a partner's card lacks.
type Lack string

// What may be missing, by the wire names.
const (
	LacksOffer    Lack = "offer" // a point or a discount: students cannot use the partner
	LacksPoint    Lack = "point"
	LacksDiscount Lack = "discount"
	LacksPlace    Lack = "place" // a point has no coordinates: it is not on the map
)

var lackMasks = map[Lack]int64{LacksOffer: missingPoint | missingDiscount, LacksPoint: missingPoint, LacksDiscount: missingDiscount, LacksPlace: missingPlace}

func (f Filter) check() error {
	var check fault.Check
	check.When(f.Status != "" && !statusRules.Knows(f.Status), "status", "Такого статуса в этом списке нет.")
	check.When(f.Lacks != "" && lackMasks[f.Lacks] == 0, "lacks", "Такого условия в этом списке нет.")
	return check.Err()
}

// Counts are the numbers on a card's tabs. Reviews and complaints are limited to the caller's scope.
type Counts struct {
	Reviews    int `db:"reviews"`
	Complaints int `db:"complaints"`
	Discounts  int `db:"discounts"`
	Photos     int `db:"photos"`
	Points     int `db:"points"`
	Vacancies  int `db:"vacancies"`
	Promotions int // see Hooks
}

// Card is a partner with what its page shows.
type Card struct {
	Partner
	Counts     Counts
	Discounts  []Discount
	Promotions []Promotion
}

// Promotion is what a partner's card shows of a promotion.
type Promotion struct {
	UUID, Name, Status string
	Begin, End         string // dd.MM.yyyy
}

// Network is a link to a social network.
type Network struct{ Type, Link string }

// The social networks that a form has, in its order.
const (
	networkVK        = "vk"
	networkInstagram = "instagram"
	networkFB        = "fb"
	networkTwitter   = "twitter"
)

// link returns the field for a network's address; nil for an unknown network.
func (p *Partner) link(network string) *string {
	switch network {
	case networkVK:
		return &p.VK
	case networkInstagram:
		return &p.Instagram
	case networkFB:
		return &p.FB
	case networkTwitter:
		return &p.Twitter
	}
	return nil
}

// Networks returns a partner's links.
func (p *Partner) Networks() []Network {
	out := []Network{}
	for _, network := range []string{networkVK, networkInstagram, networkFB, networkTwitter} {
		if link := *p.link(network); link != "" {
			out = append(out, Network{network, link})
		}
	}
	return out
}

// Change is what the form sends. A nil file stays unchanged.
type Change struct {
	Name, LegalName, INN string
	Category, City       string // uuids
	Description          string
	Phone, Email, Site   string
	Networks             []Network
	Logo, KeyImage       *string
}

// apply returns the partner with the form's fields and adds broken rules to check.
// The service checks references.
func (c Change) apply(to Partner, check *fault.Check) Partner {
	to.Name, to.LegalName = strings.TrimSpace(c.Name), strings.TrimSpace(c.LegalName)
	check.When(to.Name == "", "name", "Укажите название.")
	check.When(form.Longer(to.Name, maxName), "name", "Не более 200 символов.")
	check.When(form.Longer(to.LegalName, maxLegalName), "legalName", "Не более 300 символов.")
	to.INN = listquery.Digits(c.INN)
	check.When(strings.TrimSpace(c.INN) != "" && !form.IsINN(to.INN), "inn", "ИНН состоит из 10 или 12 цифр с верными контрольными цифрами.")
	to.Email = strings.TrimSpace(c.Email)
	check.When(to.Email != "" && !form.IsEmail(to.Email), "email", "E-mail неверного формата.")
	digits, ok := form.Phone(c.Phone)
	to.Phone = digits
	check.When(digits == "", "phone", "Укажите телефон.")
	check.When(digits != "" && !ok, "phone", "Телефон состоит из 11 цифр.")
	c.applyLinks(&to, check)
	clean, _, err := richtext.Sanitize(c.Description, maxDescription)
	check.When(errors.Is(err, richtext.ErrTooLong), "description", "Максимальное количество символов: 2000")
	to.Description = clean
	return to
}

// applyLinks sets the site and the social networks.
func (c Change) applyLinks(to *Partner, check *fault.Check) {
	link := func(field, given string) string {
		if strings.TrimSpace(given) == "" {
			return ""
		}
		sound, err := richtext.CheckLink(given)
		if err != nil {
			check.Add(field, err.Error())
		}
		return sound
	}
	to.Site = link("linkToSite", c.Site)
	to.VK, to.Instagram, to.FB, to.Twitter = "", "", "", ""
	for i, n := range c.Networks {
		at := fmt.Sprintf("socialNetworks[%d].", i)
		kept := to.link(n.Type)
		switch {
		case kept == nil:
			check.Add(at+"type", "Сеть: vk, instagram, fb или twitter.")
		case *kept != "":
			check.Add(at+"type", "Эта сеть указана дважды.")
		default:
			*kept = link(at+"link", n.Link)
		}
	}
}

// nameKey is the list's sort key.
func (p Partner) nameKey() string { return listquery.Fold(p.Name) }

// searchText is the text that the list searches.
func (p Partner) searchText() string { return listquery.SearchText(p.Name, p.LegalName, p.INN) }

// Move is a change of status.
type Move struct {
	Partner string
	To      Status
	Reason  string
}

// ratingOf returns the mean rating in tenths, rounded half up.
func ratingOf(sum, count int64) *int {
	if count == 0 {
		return nil
	}
	tenths := int((20*sum + count) / (2 * count))
	return &tenths
}
