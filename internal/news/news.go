// Package news is news of three levels with their surveys and events: operators publish and moderate them, students
// read, vote and register.
package news

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/richtext"
)

// Level is whom an item is for.
type Level string

// The levels, by their wire names.
const (
	University Level = "university"
	Region     Level = "region"
	Federal    Level = "federal"
)

var levelNumbers = map[Level]int64{University: 1, Region: 2, Federal: 3}

func (l Level) known() bool { return levelNumbers[l] != 0 }

// Approval is the moderation status of an item.
type Approval string

// The approvals, by their wire names.
const (
	Wait     Approval = "wait"
	Approved Approval = "approved"
	Declined Approval = "declined"
	Blocked  Approval = "blocked"
)

// Approvals lists them all.
var Approvals = []Approval{Wait, Approved, Declined, Blocked}

var approvalNumbers = map[Approval]int64{Wait: 1, Approved: 2, Declined: 3, Blocked: 4}

func (a Approval) known() bool { return approvalNumbers[a] != 0 }

// first is the approval of a new item (rules 9.1).
func (l Level) first() Approval {
	if l == Region {
		return Wait
	}
	return Approved
}

const (
	maxTitle      = 200
	maxContent    = 20_000
	maxTags       = 20
	maxTag        = 50
	maxPhotos     = 20
	maxFaculties  = 200
	maxReason     = 500
	lastCourse    = 8
	sortCreatedAt = "createdAt"
)

// Item is a news item with its photos, faculties, survey and event.
type Item struct {
	ID             int64      `db:"id"`
	UUID           string     `db:"uuid"`
	Level          Level      `db:"level"`
	University     *int64     `db:"university_id"` // nil: the programme's
	UniversityUUID *string    `db:"university_uuid"`
	UniversityName *string    `db:"university_name"`
	Region         *int64     `db:"region_id"` // of regional news
	Operator       int64      `db:"operator_id"`
	Title          string     `db:"title"`
	Content        string     `db:"content"`
	Approval       Approval   `db:"approval"`
	DeclineReason  string     `db:"decline_reason"`
	Begin          *time.Time `db:"publish_begin"` // nil: at once
	End            *time.Time `db:"publish_end"`
	PinnedUntil    *time.Time `db:"pinned_until"`
	Course         int        `db:"for_course"` // 0: all
	Tags           words      `db:"tags"`
	Messengers     words      `db:"messengers"`
	RZDLink        *string    `db:"rzd_link"` // nil: not of the railway bonus programme
	Version        int64      `db:"version"`
	CreatedAt      time.Time  `db:"created_at"`

	Photos    []Photo
	Faculties []string // uuids; empty: all
	Survey    *Survey
	Event     *Event
}

// Photo is an image of an item.
type Photo struct {
	UUID     string `db:"uuid"`
	News     *int64 `db:"news_id"` // nil: uploaded, its form is not saved yet
	Key      string `db:"file"`
	Position int    `db:"position"`
}

// isShown reports whether an item is not blocked and within its dates (rules 9.7).
func (i Item) isShown(now time.Time) bool {
	return i.Approval != Blocked && (i.Begin == nil || !i.Begin.After(now)) && (i.End == nil || i.End.After(now))
}

// powers are what a caller may do with a visible item.
type powers struct {
	owns      bool // an operator of the owner's university or of the programme
	moderates bool // chairman of the region that the item is for
}

func powersOver(p access.Principal, i Item) powers {
	return powers{
		owns:      p.Role == access.OperatorAll || i.University != nil && *i.University == p.University,
		moderates: p.IsChairman && i.Region != nil && *i.Region == p.Region,
	}
}

// right is who may change an approval.
type right int

const (
	nobody right = iota
	moderator
	keeper // the owner's university or the moderator
)

// whoMoves is the state machine of approvals (rules 9.4): it returns who may make this change.
func whoMoves(l Level, from, to Approval) right {
	switch {
	case l == Region && from == Wait && (to == Approved || to == Declined):
		return moderator
	case from != Blocked && to == Blocked:
		return keeper
	case from == Blocked && (l == University && to == Approved || l == Region && to == Wait): // federal news stay blocked
		return keeper
	}
	return nobody
}

func (w powers) has(r right) bool { return w.moderates && r != nobody || w.owns && r == keeper }

// moves returns the approvals that the caller may set now.
func (w powers) moves(i Item) []Approval {
	out := []Approval{}
	for _, to := range Approvals {
		if w.has(whoMoves(i.Level, i.Approval, to)) {
			out = append(out, to)
		}
	}
	return out
}

// Move is a change of approval.
type Move struct {
	News   string
	To     Approval
	Reason string
}

func (m *Move) checkReason() error {
	m.Reason = strings.TrimSpace(m.Reason)
	if m.To == Declined && m.Reason == "" {
		return fault.Invalid("reasonText", "Укажите причину.")
	}
	if form.Longer(m.Reason, maxReason) {
		return fault.Invalid("reasonText", "Причина не длиннее 500 символов.")
	}
	return nil
}

// Filter narrows the list; empty fields are ignored.
type Filter struct {
	Level    Level
	Approval Approval
	Owner    Owner
	RZD      bool // only news of the railway bonus programme
	ForMe    bool // only what waits for the caller's decision as the region's chairman
}

// Owner filters the list by author.
type Owner string

// The chairman's personalisation filter.
const (
	Mine   Owner = "mine"
	Others Owner = "others"
)

func (f Filter) check() error {
	var c fault.Check
	c.When(f.Level != "" && !f.Level.known(), "typeNews", "Неизвестный тип новости.")
	c.When(f.Approval != "" && !f.Approval.known(), "approve", "Неизвестный статус новости.")
	return c.Err()
}

// Form is what the add and edit forms send. A nil or absent field stays unchanged, an empty date is removed.
type Form struct {
	Title       string
	Level       Level // empty in an edit: as it is
	Content     *string
	Begin       form.Maybe[string] // yyyy-MM-dd HH:mm, like the two below
	End         form.Maybe[string]
	PinnedUntil form.Maybe[string]
	Photos      *[]string
	Faculties   *[]string
	Course      *int
	Tags        *[]string
	Messengers  *[]string
	RZDLink     form.Maybe[string]
	Survey      form.Maybe[SurveyForm]
	Event       form.Maybe[EventForm]
}

// apply returns the item with the form's fields and adds every broken rule to check. The service checks references to
// other rows.
func (f Form) apply(check *fault.Check, to Item, now time.Time) Item {
	check.When(to.ID != 0 && f.Level != "" && f.Level != to.Level, "typeNews", "Тип новости изменить нельзя.")
	to.Title = strings.TrimSpace(f.Title)
	check.When(to.Title == "", "title", required)
	check.When(form.Longer(to.Title, maxTitle), "title", "Не длиннее 200 символов.")
	f.applyDates(check, &to, now)
	if f.Course != nil {
		to.Course = *f.Course
		check.When(to.Course < 0 || to.Course > lastCourse, "forCourse", "Курс от 1 до 8 или все.")
	}
	if f.Tags != nil {
		to.Tags = cleanWords(*f.Tags)
		check.When(len(to.Tags) > maxTags, "tags", "Не больше 20 тегов.")
		check.When(slices.ContainsFunc(to.Tags, func(t string) bool { return form.Longer(t, maxTag) }), "tags", "Тег не длиннее 50 символов.")
	}
	if f.Messengers != nil {
		to.Messengers = cleanWords(*f.Messengers)
	}
	if f.Survey.Given {
		to.Survey = applyPart(f.Survey.Value, to.Survey, check, "pooling.", now)
	}
	if f.Event.Given {
		to.Event = applyPart(f.Event.Value, to.Event, check, "event.", now)
	}
	f.applyMarkup(check, &to)
	return to
}

// applyMarkup sets the content and the link to the railway bonus programme.
func (f Form) applyMarkup(check *fault.Check, to *Item) {
	if f.Content != nil {
		clean, _, err := richtext.Sanitize(*f.Content, maxContent)
		check.When(errors.Is(err, richtext.ErrTooLong), "content", "Максимальное количество символов: 20000")
		to.Content = clean
	}
	if f.RZDLink.Given {
		to.RZDLink = nil
	}
	if f.RZDLink.Value != nil {
		link, err := richtext.CheckLink(*f.RZDLink.Value)
		if err != nil {
			check.Add("rzdBonus.link", err.Error())
		}
		to.RZDLink = &link
	}
}

const (
	required = "Обязательное поле"
	noLevel  = "Укажите тип."
)

// applyDates checks only changed dates: a later edit may keep a start that has passed.
func (f Form) applyDates(check *fault.Check, to *Item, now time.Time) {
	minute := now.Truncate(time.Minute)
	set := func(field, late string, text form.Maybe[string], at **time.Time) {
		if !text.Given {
			return
		}
		wanted := readMoment(check, field, *cmp.Or(text.Value, new(string)))
		changed := wanted != nil && (*at == nil || !wanted.Equal(**at))
		check.When(changed && wanted.Before(minute), field, late)
		*at = wanted
	}
	set("publishBegin", "Начало публикации уже прошло.", f.Begin, &to.Begin)
	set("publishEnd", "Окончание публикации уже прошло.", f.End, &to.End)
	set("fixToDate", "Дата закрепления уже прошла.", f.PinnedUntil, &to.PinnedUntil)
	check.When(to.Begin != nil && to.End != nil && !to.End.After(*to.Begin), "publishEnd", "Окончание должно быть позже начала.")
}

// readMoment parses a date and time; an empty text means none.
func readMoment(check *fault.Check, field, text string) *time.Time {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	t, err := clock.ParseMinute(text)
	if err != nil || t.Year() < 2000 || t.Year() > 2999 {
		check.Add(field, "Укажите дату и время в виде ГГГГ-ММ-ДД ЧЧ:ММ.")
		return nil
	}
	return &t
}

// cleanWords trims words and drops empty and repeated ones.
func cleanWords(from []string) words {
	out := words{}
	seen := map[string]bool{}
	for _, w := range from {
		w = strings.Join(strings.Fields(w), " ")
		if key := listquery.Fold(w); w != "" && !seen[key] {
			seen[key] = true
			out = append(out, w)
		}
	}
	return out
}
