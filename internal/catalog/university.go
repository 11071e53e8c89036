package catalog

import (
	"errors"
	"strings"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// UniversityFields are the columns of a university that a form sets.
type UniversityFields struct {
	ShortName   string `db:"short_name" form:"shortName" json:"shortName" doc:"До 100 символов"`
	FullName    string `db:"full_name" form:"fullName" json:"fullName" doc:"До 300 символов"`
	INN         string `db:"inn" form:"inn" json:"inn" doc:"10 или 12 цифр"`
	Address     string `db:"address" form:"address" json:"address" required:"false" doc:"До 500 символов"`
	Phone       string `db:"phone" form:"phone" json:"phone" required:"false" doc:"11 цифр"`
	Email       string `db:"email" form:"email" json:"email" required:"false"`
	Boss        string `db:"boss" form:"boss" json:"boss" required:"false" doc:"До 300 символов"`
	ContractEnd string `db:"contract_end" form:"contractEnd" json:"contractEnd" required:"false" doc:"ДД.ММ.ГГГГ"`
}

// University is a university of the programme.
type University struct {
	ID   int64  `db:"id"`
	UUID string `db:"uuid"`
	City int64  `db:"city_id"`
	UniversityFields
	CityUUID   string    `db:"city_uuid" from:"c.uuid"`
	CityName   string    `db:"city_name" from:"c.name" form:"nameCity"`
	Region     int64     `db:"region_id" from:"c.region_id"`
	RegionName string    `db:"region_name" from:"r.name"`
	Version    int64     `db:"version"`
	CreatedAt  time.Time `db:"created_at"`
}

const (
	maxShortName = 100
	maxLongText  = 300 // full name, head
	maxAddress   = 500

	innWrong = "ИНН состоит из 10 или 12 цифр с верными контрольными цифрами."
)

// checked returns the trimmed fields; broken rules go to c.
func (f UniversityFields) checked(c *fault.Check) UniversityFields {
	for _, text := range []*string{&f.ShortName, &f.FullName, &f.INN, &f.Address, &f.Phone, &f.Email, &f.Boss, &f.ContractEnd} {
		*text = strings.TrimSpace(*text)
	}
	c.When(f.ShortName == "", "shortName", "Укажите краткое название.")
	c.When(form.HasHidden(f.ShortName), "shortName", "Уберите невидимые символы и переносы строк.")
	c.When(form.Longer(f.ShortName, maxShortName), "shortName", "Краткое название не длиннее 100 символов.")
	c.When(f.FullName == "", "fullName", "Укажите полное название.")
	c.When(form.Longer(f.FullName, maxLongText), "fullName", "Полное название не длиннее 300 символов.")
	c.When(!form.IsINN(f.INN), "inn", innWrong)
	c.When(form.Longer(f.Address, maxAddress), "address", "Адрес не длиннее 500 символов.")
	c.When(form.Longer(f.Boss, maxLongText), "boss", "Имя руководителя не длиннее 300 символов.")
	c.When(f.Email != "" && !form.IsEmail(f.Email), "email", "E-mail неверного формата.")
	if f.Phone != "" {
		digits, ok := form.Phone(f.Phone)
		c.When(!ok, "phone", "Телефон состоит из 11 цифр.")
		f.Phone = digits
	}
	if f.ContractEnd != "" {
		_, err := clock.ParseDate(f.ContractEnd)
		c.When(err != nil, "contractEnd", "Укажите дату в виде ДД.ММ.ГГГГ.")
	}
	return f
}

// NewUniversity is a university whose city is given by name: the command line, csv files and the demo data.
type NewUniversity struct {
	ShortName, FullName, INN, City, Region string
	Address, Phone, Email, Boss            string
	ContractEnd                            string
	uuid                                   string // of a shipped one
}

// flags are what the command line calls the fields.
var flags = map[string]string{"shortName": "short-name", "fullName": "full-name", "contractEnd": "contract-end"}

func withFlags(err error) error {
	refused, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	for i, field := range refused.Fields {
		if flag, ok := flags[field.Name]; ok {
			refused.Fields[i].Name = flag
		}
	}
	return refused
}

// checked returns the trimmed input, or all broken rules.
func (n NewUniversity) checked() (NewUniversity, error) {
	n.City, n.Region = strings.TrimSpace(n.City), strings.TrimSpace(n.Region)
	var c fault.Check
	f := n.fields().checked(&c)
	n.ShortName, n.FullName, n.INN, n.Address, n.Phone, n.Email, n.Boss, n.ContractEnd = f.ShortName, f.FullName, f.INN, f.Address, f.Phone, f.Email, f.Boss, f.ContractEnd
	c.When(n.City == "", "city", "Укажите город.")
	return n, c.Err()
}

func (n NewUniversity) fields() UniversityFields {
	return UniversityFields{n.ShortName, n.FullName, n.INN, n.Address, n.Phone, n.Email, n.Boss, n.ContractEnd}
}

func (n NewUniversity) university() University {
	return University{UUID: n.uuid, UniversityFields: n.fields()}
}
