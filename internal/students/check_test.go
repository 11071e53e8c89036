package students

import (
	"testing"
	"time"
)

func TestFindings(t *testing.T) {
	now := time.Date(2026, time.November, 15, 12, 0, 0, 0, time.UTC)
	good := Student{Row: Row{Surname: "Иванова", Name: "Анна", Course: 1, StartYear: 2026, EndYear: 2030}}
	with := func(change func(*Student)) Student { s := good; change(&s); return s }
	for what, c := range map[string]struct {
		student Student
		want    string
	}{
		"nothing":         {good, ""},
		"an O of another": {with(func(s *Student) { s.Surname = "Иванoва" }), "latin"},
		"a hurry":         {with(func(s *Student) { s.Course = 2 }), "course"},
		"a leave":         {with(func(s *Student) { s.StartYear, s.Course = 2024, 2 }), ""},
		"two years lost":  {with(func(s *Student) { s.StartYear, s.Course = 2023, 2 }), "course"},
		"not begun":       {with(func(s *Student) { s.StartYear = 2027 }), "course"},
		"ended":           {with(func(s *Student) { s.StartYear, s.EndYear, s.Course = 2020, 2025, 5 }), "ended"},
	} {
		got := ""
		for _, f := range c.student.findings(now) {
			got += f.Kind
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
	august := time.Date(2026, time.August, 15, 12, 0, 0, 0, time.UTC)
	if found := good.findings(august); len(found) > 0 {
		t.Errorf("a first-year student before September: %+v", found)
	}
	if found := with(func(s *Student) { s.Course = 2 }).findings(august); len(found) != 1 || found[0].Kind != OddCourse {
		t.Errorf("a second-year student who begins in September: %+v", found)
	}
	if _, is := portraitFinding(400, 400); is {
		t.Error("400 × 400 is large enough")
	}
	if f, is := portraitFinding(399, 800); !is || f.Kind != SmallPortrait {
		t.Errorf("%+v", f)
	}
}
