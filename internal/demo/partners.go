package demo

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
	"unicode"

	"studbonus/internal/partners"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/form"
)

const (
	partnersAtOnce  = 20 // in one transaction
	networkOfPoints = 18 // the partner with over 100 points in 10 or more cities
	networkCities   = 12
	networkEach     = 11
)

var partnerBlockReasons = []string{
	"Расторжение / окончание договора", "Нарушение условий договора", "Несоответствие политике приложения", "Точки закрыты на ремонт до лета",
}

// market holds what partners are created from.
type market struct {
	Parts
	rng        *rand.Rand
	rows       [][]string
	categories map[string]string // name → uuid
	cities     []marketCity
	streets    [][]string
	discounts  map[string][]partners.DiscountChange
	vacancies  map[string][][]string
	operators  []access.Principal
	scenes     [][]byte
}

type marketCity struct {
	UUID      string  `db:"uuid"`
	Latitude  float64 `db:"latitude"`
	Longitude float64 `db:"longitude"`
}

// addPartners creates a year of partners with all their parts.
func addPartners(ctx context.Context, p Parts) error {
	m, err := openMarket(ctx, p)
	if err != nil {
		return err
	}
	for from := 0; from < len(m.rows); from += partnersAtOnce {
		to, ids := min(from+partnersAtOnce, len(m.rows)), map[int]string{}
		err := p.together(ctx, func(ctx context.Context) (err error) {
			for i := from; i < to && err == nil; i++ {
				p.overTheYear(i, len(m.rows))
				ids[i], err = m.add(m.operator(ctx, i), i)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("partners from %s on: %w", m.rows[from][0], err)
		}
		// Photos need an existing partner.
		err = p.together(ctx, func(ctx context.Context) (err error) {
			for i := from; i < to && err == nil; i++ {
				p.overTheYear(i, len(m.rows))
				err = m.addPhotos(m.operator(ctx, i), ids[i], i)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("photos from %s on: %w", m.rows[from][0], err)
		}
	}
	return nil
}

func (m *market) operator(ctx context.Context, i int) context.Context {
	return access.WithPrincipal(ctx, m.operators[i%len(m.operators)])
}

func openMarket(ctx context.Context, p Parts) (*market, error) {
	m := &market{
		Parts: p, rng: rand.New(rand.NewPCG(3, 2026)), //nolint:gosec // repeatable, not secret
		categories: map[string]string{}, discounts: map[string][]partners.DiscountChange{}, vacancies: map[string][][]string{},
	}
	var err error
	if m.rows, err = records("partners"); err != nil {
		return nil, err
	}
	if m.streets, err = records("streets"); err != nil {
		return nil, err
	}
	known, err := p.Catalog.PartnerCategories(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range known {
		m.categories[c.Name] = c.UUID
	}
	discounts, err := records("discounts")
	if err != nil {
		return nil, err
	}
	for _, r := range discounts {
		m.discounts[r[0]] = append(m.discounts[r[0]], partners.DiscountChange{Type: r[1], Name: r[2], Size: r[3], Description: r[4]})
	}
	vacancies, err := records("vacancies")
	if err != nil {
		return nil, err
	}
	for _, r := range vacancies {
		m.vacancies[r[0]] = append(m.vacancies[r[0]], r[1:])
	}
	if m.cities, err = db.All[marketCity](ctx, p.DB, `SELECT uuid, latitude, longitude FROM cities
		WHERE latitude IS NOT NULL AND longitude IS NOT NULL ORDER BY population DESC, id LIMIT 40`); err != nil {
		return nil, err
	}
	for _, login := range []string{"univer", "all", "chairman"} {
		who, err := as(ctx, p, login)
		if err != nil {
			return nil, err
		}
		m.operators = append(m.operators, access.From(who))
	}
	const scenes = 9
	for i := range scenes {
		drawn, err := scene(i)
		if err != nil {
			return nil, err
		}
		m.scenes = append(m.scenes, drawn)
	}
	return m, nil
}

// add creates the i-th partner. The number decides, so that every case occurs: without points, without discounts, without
// both, blocked.
func (m *market) add(ctx context.Context, i int) (string, error) {
	form, err := m.form(ctx, i)
	if err != nil {
		return "", err
	}
	var discounts []partners.DiscountChange
	if i%16 != 5 && i%31 != 7 {
		discounts = m.someDiscounts(m.rows[i][2])
	}
	id, err := m.Partners.Create(ctx, form, discounts)
	if err != nil {
		return "", err
	}
	if i%14 != 3 && i%31 != 7 {
		if err := m.addPoints(ctx, id, i); err != nil {
			return "", err
		}
	}
	if err := m.addVacancies(ctx, id, i); err != nil {
		return "", err
	}
	return id, m.live(ctx, id, form, i)
}

// form is what the operator enters.
func (m *market) form(ctx context.Context, i int) (partners.Change, error) {
	r := m.rows[i]
	name, legal, category, slug, about := r[0], r[1], r[2], r[3], r[4]
	c := partners.Change{
		Name: name, LegalName: legal, INN: fictitiousINN(5000 + i), Category: m.categories[category], City: m.home(i).UUID, Phone: fmt.Sprintf("7495000%04d", 1000+i*37),
		Email: "info@" + slug + ".example", Site: "https://" + slug + ".example",
		Description: "<p>" + about + "</p>",
	}
	if strings.HasPrefix(legal, "ИП") {
		c.INN = fictitiousPersonINN(7000 + i)
	}
	if i == 1 { // a duplicate of the previous company: the form warns about it
		c.INN = fictitiousINN(5000)
	}
	switch i % 4 {
	case 0:
		c.Description += "<p><strong>Как получить скидку:</strong></p><ul><li>покажите штрихкод из приложения;</li><li>назовите фамилию;</li><li>сохраните чек до конца визита.</li></ul>"
	case 2:
		c.Description += `<p>Подробности — на <a href="https://` + slug + `.example">нашем сайте</a>.</p>`
	}
	if i%9 == 8 {
		c.Email, c.Site = "", ""
	}
	if i%2 == 0 {
		c.Networks = append(c.Networks, partners.Network{Type: "vk", Link: "https://vk.com/demo." + slug})
	}
	if i%5 == 1 {
		c.Networks = append(c.Networks, partners.Network{Type: "instagram", Link: "https://instagram.com/demo." + slug})
	}
	if i%4 == 3 { // some have no pictures
		return c, nil
	}
	drawn, err := logo(initials(name), i)
	if err != nil {
		return c, err
	}
	if c.Logo, err = m.upload(ctx, slug+".png", drawn); err != nil {
		return c, err
	}
	if i%6 == 0 {
		if drawn, err = banner(i); err != nil {
			return c, err
		}
		c.KeyImage, err = m.upload(ctx, slug+".jpg", drawn)
	}
	return c, err
}

func (m *market) upload(ctx context.Context, name string, drawn []byte) (*string, error) {
	f, err := m.Files.UploadImage(ctx, name, bytes.NewReader(drawn))
	return &f.Key, err
}

// initials returns those of the name within the quotes.
func initials(name string) string {
	_, name, _ = strings.Cut(name, "«")
	out := ""
	for _, word := range strings.Fields(name) {
		first := []rune(word)[0]
		if unicode.IsLetter(first) && len([]rune(strings.Trim(word, "»,"))) > 1 && len([]rune(out)) < 2 {
			out += string(unicode.ToUpper(first))
		}
	}
	return out
}

// home picks a city, mostly Moscow or Saint Petersburg.
func (m *market) home(i int) marketCity {
	switch i % 5 {
	case 0, 1:
		return m.cities[0]
	case 2:
		return m.cities[1]
	}
	return m.cities[i*7%len(m.cities)]
}

func (m *market) someDiscounts(category string) []partners.DiscountChange {
	own, any := m.discounts[category], m.discounts[""]
	out := []partners.DiscountChange{own[m.rng.IntN(len(own))]}
	if m.rng.IntN(3) > 0 {
		out = append(out, any[m.rng.IntN(len(any))])
	}
	if m.rng.IntN(3) == 0 {
		out = append(out, any[m.rng.IntN(len(any))])
	}
	return out
}

func (m *market) addPoints(ctx context.Context, id string, i int) error {
	if i == networkOfPoints {
		for _, city := range m.cities[:networkCities] {
			if err := m.addPointsIn(ctx, id, city, networkEach); err != nil {
				return err
			}
		}
		return nil
	}
	if err := m.addPointsIn(ctx, id, m.home(i), 1+m.rng.IntN(5)); err != nil {
		return err
	}
	if i%3 == 0 {
		return m.addPointsIn(ctx, id, m.cities[(i*7+3)%len(m.cities)], 1+m.rng.IntN(3))
	}
	return nil
}

func (m *market) addPointsIn(ctx context.Context, id string, city marketCity, count int) error {
	points := make([]partners.PointChange, count)
	for i := range points {
		street := m.streets[m.rng.IntN(len(m.streets))]
		points[i] = partners.PointChange{Address: fmt.Sprintf("%s %s, %d", street[0], street[1], 1+m.rng.IntN(120)), Hours: m.hours()}
		if m.rng.IntN(12) == 0 {
			points[i].Hours, points[i].WorkTime = nil, "По расписанию занятий, уточняйте по телефону"
		}
		if m.rng.IntN(20) != 0 { // some have no coordinates
			points[i].Place = form.Some(partners.Coordinates{Latitude: city.Latitude + m.around(), Longitude: city.Longitude + 1.6*m.around()})
		}
	}
	_, err := m.Partners.AddPoints(ctx, id, city.UUID, points)
	return err
}

// around shifts a coordinate by a few kilometres, rounded to a metre.
func (m *market) around() float64 { return float64(m.rng.IntN(60_000)-30_000) / 1_000_000 }

// hours are those of a shop, a café, a 24-hour place or an office.
func (m *market) hours() []partners.Day {
	of := func(weekday, saturday, sunday [2]string) []partners.Day {
		days := make([]partners.Day, 0, 7)
		for _, name := range []string{"Пн", "Вт", "Ср", "Чт", "Пт", "Сб", "Вс"} {
			times := weekday
			switch name {
			case "Сб":
				times = saturday
			case "Вс":
				times = sunday
			}
			days = append(days, partners.Day{Name: name, Start: &times[0], End: &times[1]})
		}
		return days
	}
	off, always := [2]string{"Выходной", "Выходной"}, [2]string{"Круглосуточно", "Круглосуточно"}
	switch m.rng.IntN(5) {
	case 0:
		return of(always, always, always)
	case 1:
		return of([2]string{"09:00", "18:00"}, off, off)
	case 2:
		return of([2]string{"08:00", "22:00"}, [2]string{"09:00", "23:00"}, [2]string{"10:00", "21:00"})
	case 3:
		return of([2]string{"10:00", "20:00"}, [2]string{"11:00", "18:00"}, off)
	}
	return of([2]string{"10:00", "22:00"}, [2]string{"10:00", "22:00"}, [2]string{"10:00", "22:00"})
}

func (m *market) addPhotos(ctx context.Context, id string, i int) error {
	count := []int{0, 2, 0, 0, 0, 3, 0}[i%7]
	if i == networkOfPoints {
		count = 5
	}
	for n := range count {
		picture := m.scenes[(i+n*2)%len(m.scenes)]
		if _, err := m.Partners.AddPhoto(ctx, id, fmt.Sprintf("photo-%d.jpg", n+1), bytes.NewReader(picture)); err != nil {
			return err
		}
	}
	return nil
}

func (m *market) addVacancies(ctx context.Context, id string, i int) error {
	known := m.vacancies[m.rows[i][2]]
	for n := range min(i%4, len(known)) {
		v := known[n]
		link := "https://" + m.rows[i][3] + ".example/job"
		if i%8 == 1 {
			link = "mailto:hr@" + m.rows[i][3] + ".example"
		}
		if _, err := m.Partners.AddVacancy(ctx, id, partners.VacancyChange{Title: v[0], Link: link, Description: v[1]}); err != nil {
			return err
		}
	}
	return nil
}

// live gives a partner a history: edits, blocks and unblocks.
func (m *market) live(ctx context.Context, id string, form partners.Change, i int) error {
	anyVersion := func(int64) bool { return false }
	move := func(to partners.Status, reason string) error {
		m.later(time.Duration(40+i*9) * time.Hour)
		return m.Partners.Move(ctx, partners.Move{Partner: id, To: to, Reason: reason}, anyVersion)
	}
	form.Logo, form.KeyImage = nil, nil // already attached
	if i%6 == 4 {
		m.later(30 * time.Hour)
		form.Description += "<p>Скидка действует и в праздничные дни.</p>"
		if err := m.Partners.Save(ctx, id, form, anyVersion); err != nil {
			return err
		}
	}
	if i%11 != 6 && i%17 != 9 {
		return nil
	}
	if err := move(partners.Blocked, partnerBlockReasons[i%len(partnerBlockReasons)]); err != nil {
		return err
	}
	if i%17 == 9 {
		return move(partners.Active, "")
	}
	return nil
}

// fictitiousPersonINN is fictitiousINN for a person: twelve digits, two of them check digits.
func fictitiousPersonINN(i int) string {
	digits := fmt.Sprintf("00%08d", i+1)
	for _, weights := range [][]int{{7, 2, 4, 10, 3, 5, 9, 4, 6, 8}, {3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8}} {
		sum := 0
		for k, w := range weights {
			sum += w * int(digits[k]-'0')
		}
		digits += fmt.Sprint(sum % 11 % 10)
	}
	return digits
}
