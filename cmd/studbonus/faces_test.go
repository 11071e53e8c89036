package main

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"studbonus/internal/test/freeport"
)

// Two listeners run in one process, each with its own routes and readiness, and stop together.
func TestStudentsHaveTheirOwnListener(t *testing.T) {
	students := freeport.Address(t)
	s := serve(t, "--data", t.TempDir(), "--students-listen", students)
	for address, want := range map[string]int{
		s.url + "/readyz": 200, "http://" + students + "/readyz": 200, "http://" + students + "/s/v1/challenge": 200, "http://" + students + "/openapi.json": 200,
		s.url + "/s/v1/challenge": 404, "http://" + students + "/v1/city": 404,
	} {
		if got := s.status(address); got != want {
			t.Errorf("%s answers %d, want %d", address, got, want)
		}
	}
	if page := pageOf(t, "http://"+students+"/metrics"); !strings.Contains(page, "<html") { // the app's page, as for every path that is not a call
		t.Errorf("the students' face answers /metrics with %.100s", page)
	}
	run(t, "", "health", "--listen", "off", "--students-listen", students).ok()
	s.stop()
	if got := s.status("http://" + students + "/readyz"); got == http.StatusOK {
		t.Error("the students' listener goes on")
	}
}

func TestAnInstanceForStudentsOnly(t *testing.T) {
	students := freeport.Address(t)
	s := launchAt(t, students, "--data", t.TempDir(), "--listen", "off", "--students-listen", students, "--public-url", "http://console.test")
	s.waitReady()
	if challenge, console := s.status(s.url+"/s/v1/challenge"), s.status(s.url+"/v1/city"); challenge != 200 || console != 404 {
		t.Errorf("challenge %d, console %d", challenge, console)
	}
	s.stop()
}

func pageOf(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	page, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}
