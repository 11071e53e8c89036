package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"studbonus/internal/test/freeport"
	"studbonus/internal/test/kit"
)

// Sessions, applications with their pictures, and cards work after a restore.
func TestABackupContainsMembersAndTheirDocuments(t *testing.T) {
	onBothWithDemo(t, func(t *testing.T, dir string, where []string) {
		students := freeport.Address(t)
		s := serve(t, with(where, "--students-listen", students)...)
		face := kit.App{StudentsURL: "http://" + students, Dir: dir}
		waiting, active := face.Guest(t), face.Guest(t)
		year := time.Now().Year()
		for i, c := range []*kit.Client{waiting, active} {
			c.SignInMember(kit.PhoneNumber(i + 1))
			form := c.Application()
			form["startYear"], form["endYear"], form["birthDate"] = year, year+4, time.Date(year-20, 5, 20, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			c.Post("/s/v1/application", form).Is(201)
		}
		var found []struct{ UUIDUser string }
		token := s.demoToken()
		if status := s.call("PUT", "/v1/student/request", token, map[string]any{"searchString": kit.PhoneNumber(2)}, &found); status != 200 || len(found) != 1 {
			t.Fatalf("%d, %v", status, found)
		}
		if status := s.call("PUT", "/v1/user/status", token, map[string]any{"uuidUser": found[0].UUIDUser, "newStatus": "active"}, nil); status != 200 {
			t.Fatalf("approved with %d", status)
		}
		phone := active.TakeCard()
		backup := filepath.Join(t.TempDir(), "backup")
		run(t, "", with([]string{"backup", backup}, where...)...).ok()
		s.stop()

		restored, target := elsewhere(t, where)
		run(t, "", with([]string{"restore", backup}, target...)...).ok()
		copyKeys(t, dir, restored)
		run(t, "", with([]string{"verify"}, target...)...).ok()
		serve(t, with(target, "--students-listen", students)...)
		var sent struct {
			Status      string
			Application struct{ PortraitURL, DocumentURL string }
		}
		waiting.Get("/s/v1/application").OK().Into(&sent)
		if sent.Status != "moderation" {
			t.Errorf("%+v", sent)
		}
		waiting.Get(sent.Application.PortraitURL).OK()
		waiting.Get(sent.Application.DocumentURL).OK()
		if page := string(face.Guest(t).Get("/c/" + phone.Shows(time.Now())).OK().Body); !strings.Contains(page, "Действует до") {
			t.Errorf("the card of before the backup: %s", page)
		}
	})
}
