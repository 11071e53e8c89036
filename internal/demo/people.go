package demo

import (
	"fmt"
	"math/rand/v2"

	"studbonus/internal/platform/clock"
	"studbonus/internal/students"
)

// people generates fictitious persons, deterministically by seed.
type people struct {
	rng      *rand.Rand
	surnames [][]string // masculine, feminine
	men      [][]string // name, patronymics of sons and daughters
	women    []string
}

func newPeople(seed uint64) (*people, error) {
	p := &people{rng: rand.New(rand.NewPCG(seed, 2026))} //nolint:gosec // made-up people are repeatable, not secret
	var err error
	if p.surnames, err = records("surnames"); err != nil {
		return nil, err
	}
	names, err := records("names")
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		if n[0] == "m" {
			p.men = append(p.men, n[1:])
		} else {
			p.women = append(p.women, n[1])
		}
	}
	return p, nil
}

// person returns a full name of either sex.
func (p *people) person() (surname, name, patronymic string) {
	family, father := p.surnames[p.rng.IntN(len(p.surnames))], p.men[p.rng.IntN(len(p.men))]
	if p.rng.IntN(2) == 0 {
		return family[0], p.men[p.rng.IntN(len(p.men))][0], father[1]
	}
	return family[1], p.women[p.rng.IntN(len(p.women))], father[2]
}

// place is where a student studies and lives.
type place struct {
	university int64
	cities     []int64 // the university's own first
	faculties  []faculty
}

type faculty struct {
	id          int64
	specialties []int64
}

// applicant returns a fictitious student of a place in the given year.
func (p *people) applicant(at place, year int) students.Application {
	a := students.Application{University: at.university, City: at.cities[0]}
	if p.rng.IntN(3) == 0 {
		a.City = at.cities[p.rng.IntN(len(at.cities))]
	}
	a.Surname, a.Name, a.Patronymic = p.person()
	if p.rng.IntN(25) == 0 {
		a.Patronymic = ""
	}
	a.Phone = fmt.Sprintf("79%09d", p.rng.IntN(1_000_000_000))
	a.Course = 1 + p.rng.IntN(6)
	a.StartYear = year - a.Course + 1
	a.EndYear = a.StartYear + 4 + p.rng.IntN(3)
	a.Birth = clock.Date(fmt.Sprintf("%d-%02d-%02d", a.StartYear-17-p.rng.IntN(3), 1+p.rng.IntN(12), 1+p.rng.IntN(28)))
	if len(at.faculties) > 0 && p.rng.IntN(40) != 0 {
		f := at.faculties[p.rng.IntN(len(at.faculties))]
		a.Faculty = &f.id
		if len(f.specialties) > 0 {
			a.Specialty = &f.specialties[p.rng.IntN(len(f.specialties))]
		}
	}
	if p.rng.IntN(3) == 0 {
		a.HasVK, a.LinkVK = true, fmt.Sprintf("https://vk.com/id%d", 100000+p.rng.IntN(900000))
	}
	if p.rng.IntN(3) == 0 {
		a.LinkTG = fmt.Sprintf("https://t.me/student%d", 1000+p.rng.IntN(90000))
	}
	return a
}
