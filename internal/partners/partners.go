// Package partners is the companies that give students discounts: their cards, discounts, trade points, photos and vacancies.
package partners

import (
	"slices"
	"strings"
	"time"

	"studbonus/internal/fault"
	"studbonus/internal/form"
	"studbonus/internal/list"
)

// Status is where a partner stands.
type Status string

// The two states of a partner.
const (
	Active  Status = "active"
	Blocked Status = "blocked"
)

// moves is every change of status that there is; what is absent is a conflict.
var moves = map[Status][]Status{Active: {Blocked}, Blocked: {Active}}

func (s Status) known() bool { _, ok := moves[s]; return ok }

func (s Status) canBecome(to Status) bool { return slices.Contains(moves[s], to) }

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
	maxReason      = 500
)

// Partner is a row of the table with the names of what it refers to.
type Partner struct {
	ID           int64     `db:"id"`
	UUID         string    `db:"uuid"`
	Status       Status    `db:"status"`
	Reason       string    `db:"block_reason"`
	Name         string    `db:"name"`
	LegalName    string    `db:"legal_name"`
	INN          string    `db:"inn"`
	CategoryUUID string    `db:"category_uuid"`
	CategoryName string    `db:"category_name"`
	CityUUID     string    `db:"city_uuid"`
	CityName     string    `db:"city_name"`
	Description  string    `db:"description"`
	Phone        string    `db:"phone"`
	Email        string    `db:"email"`
	Site         string    `db:"site"`
	VK           string    `db:"link_vk"`
	Instagram    string    `db:"link_instagram"`
	FB           string    `db:"link_fb"`
	Twitter      string    `db:"link_twitter"`
	Logo         string    `db:"logo"`
	KeyImage     string    `db:"key_image"`
	Rating       *int      `db:"rating"` // in tenths
	Version      int64     `db:"version"`
	CreatedAt    time.Time `db:"created_at"`
}

// Row is what the list shows of a partner.
type Row struct {
	ID           int64     `db:"id"`
	UUID         string    `db:"uuid"`
	Status       Status    `db:"status"`
	Reason       string    `db:"block_reason"`
	Name         string    `db:"name"`
	LegalName    string    `db:"legal_name"`
	INN          string    `db:"inn"`
	CategoryUUID string    `db:"category_uuid"`
	CategoryName string    `db:"category_name"`
	CityUUID     string    `db:"city_uuid"`
	CityName     string    `db:"city_name"`
	Phone        string    `db:"phone"`
	Logo         string    `db:"logo"`
	Rating       *int      `db:"rating"`
	CreatedAt    time.Time `db:"created_at"`
}

// Filter is what the list may be narrowed to; uuids that nothing has find nothing.
type Filter struct {
	Status     Status // empty: both
	Categories []string
	Cities     []string // the main city, or one with a trade point
}

func (f Filter) check() error {
	if f.Status != "" && !f.Status.known() {
		return fault.Invalid("status", "Такого статуса в этом списке нет.")
	}
	return nil
}

// Counts stand on the tabs of a card. Those of reviews and complaints are of the caller's scope.
type Counts struct {
	Reviews    int `db:"reviews"`
	Complaints int `db:"complaints"`
	Discounts  int `db:"discounts"`
	Photos     int `db:"photos"`
	Points     int `db:"points"`
	Vacancies  int `db:"vacancies"`
	Promotions int // see Hooks
}

// Card is a partner with what its page shows at once.
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

// link is where a partner keeps the address of a network; nil for one that there is not.
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

// Networks are the links that a partner has.
func (p *Partner) Networks() []Network {
	out := []Network{}
	for _, network := range []string{networkVK, networkInstagram, networkFB, networkTwitter} {
		if link := *p.link(network); link != "" {
			out = append(out, Network{network, link})
		}
	}
	return out
}

// Change is what the form sends. Pointers that are nil leave the file as it is.
type Change struct {
	Name, LegalName, INN string
	Category, City       string // uuids
	Description          string
	Phone, Email, Site   string
	Networks             []Network
	Logo, KeyImage       *string
}

// apply gives the partner as the form wants it and notes every rule that this would break.
// Links, rich text and references are the service's part.
func (c Change) apply(to Partner, check *fault.Check) Partner {
	to.Name, to.LegalName = strings.TrimSpace(c.Name), strings.TrimSpace(c.LegalName)
	check.When(to.Name == "", "name", "Укажите название.")
	check.When(form.Longer(to.Name, maxName), "name", "Не более 200 символов.")
	check.When(form.Longer(to.LegalName, maxLegalName), "legalName", "Не более 300 символов.")
	to.INN = list.Digits(c.INN)
	check.When(strings.TrimSpace(c.INN) != "" && !form.IsINN(to.INN), "inn", "ИНН состоит из 10 или 12 цифр с верными контрольными цифрами.")
	to.Email = strings.TrimSpace(c.Email)
	check.When(to.Email != "" && !form.IsEmail(to.Email), "email", "E-mail неверного формата.")
	digits, ok := form.Phone(c.Phone)
	to.Phone = digits
	check.When(digits == "", "phone", "Укажите телефон.")
	check.When(digits != "" && !ok, "phone", "Телефон состоит из 11 цифр.")
	return to
}

// nameKey is what the list sorts by.
func (p Partner) nameKey() string { return list.Fold(p.Name) }

// searchText is what a partner is found by.
func (p Partner) searchText() string { return list.SearchText(p.Name, p.LegalName, p.INN) }

// Move is a change of status.
type Move struct {
	Partner string
	To      Status
	Reason  string
}

// checkReason: blocking is always explained, unblocking never.
func (m *Move) checkReason() error {
	m.Reason = strings.TrimSpace(m.Reason)
	if m.To != Blocked {
		m.Reason = ""
		return nil
	}
	if m.Reason == "" {
		return fault.Invalid("reasonBlocked", "Укажите причину.")
	}
	if form.Longer(m.Reason, maxReason) {
		return fault.Invalid("reasonBlocked", "Причина не длиннее 500 символов.")
	}
	return nil
}

// ratingOf is the mean of so many ratings in tenths, half a tenth up.
func ratingOf(sum, count int64) *int {
	if count == 0 {
		return nil
	}
	tenths := int((20*sum + count) / (2 * count))
	return &tenths
}
