package students

import (
	"strconv"

	"studbonus/internal/xlsx"
)

// exportRow is what the spreadsheet shows of a student.
type exportRow struct {
	Surname    string `db:"surname"`
	Name       string `db:"name"`
	Patronymic string `db:"patronymic"`
	Faculty    string `db:"faculty_name"`
	Start      int    `db:"start_year"`
	End        int    `db:"end_year"`
	Course     int    `db:"course"`
	Phone      string `db:"phone"`
	Code       string `db:"student_code"`
	Status     Status `db:"status"`
}

const exportColumns = "s.surname, s.name, s.patronymic, coalesce(f.name, '') AS faculty_name, s.start_year, s.end_year, s.course, s.phone, s.student_code, s.status"

var exportSheet = xlsx.Sheet{Name: "Студенты", Columns: []xlsx.Column{
	{Title: "ФИО", Width: 36}, {Title: "Факультет", Width: 40}, {Title: "Период обучения", Width: 16}, {Title: "Курс", Width: 7, Kind: xlsx.Number},
	{Title: "Телефон", Width: 15, Kind: xlsx.Code}, {Title: "Номер штрихкода", Width: 18, Kind: xlsx.Code}, {Title: "Статус", Width: 16},
}}

func (r exportRow) write(w *xlsx.Writer) error {
	w.Text(fullName(r.Surname, r.Name, r.Patronymic))
	w.Text(r.Faculty)
	w.Text(strconv.Itoa(r.Start) + "–" + strconv.Itoa(r.End))
	w.Number(int64(r.Course))
	w.Text(r.Phone)
	w.Text(r.Code)
	w.Text(statusNames[r.Status])
	return w.EndRow()
}

func fullName(surname, name, patronymic string) string {
	full := surname + " " + name
	if patronymic != "" {
		full += " " + patronymic
	}
	return full
}
