package sms_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/sms"
)

// provider answers as sms.ru does, on a real server.
func provider(t *testing.T, status int, answer string, got *http.Request) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		*got = *r
		w.WriteHeader(status)
		_, _ = w.Write([]byte(answer))
	}))
	t.Cleanup(server.Close)
	return "smsru://secret-key@" + strings.TrimPrefix(server.URL, "http://") + "?from=StudBonus&tls=none"
}

func TestSMSRu(t *testing.T) {
	const accepted = `{"status":"OK","status_code":100,"sms":{"79161234567":{"status":"OK","status_code":100,"sms_id":"1"}}}`
	for name, test := range map[string]struct {
		status int
		answer string
		want   error
	}{
		"accepted":        {200, accepted, nil},
		"a wrong key":     {200, `{"status":"ERROR","status_code":200,"status_text":"x"}`, sms.ErrPermanent},
		"no money":        {200, `{"status":"OK","status_code":100,"sms":{"79161234567":{"status":"ERROR","status_code":201}}}`, sms.ErrPermanent},
		"a wrong number":  {200, `{"status":"OK","status_code":100,"sms":{"79161234567":{"status":"ERROR","status_code":202}}}`, sms.ErrPermanent},
		"busy":            {200, `{"status":"ERROR","status_code":220}`, sms.ErrTemporary},
		"no JSON":         {200, `<html>`, sms.ErrTemporary},
		"a broken server": {502, accepted, sms.ErrTemporary},
	} {
		t.Run(name, func(t *testing.T) {
			var got http.Request
			sender, err := sms.Open(provider(t, test.status, test.answer, &got))
			if err != nil {
				t.Fatal(err)
			}
			err = sender.Send(t.Context(), sms.Message{To: "79161234567", Text: "Код 123456"})
			if !errors.Is(err, test.want) || (test.want == nil) != (err == nil) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if got.URL.Path != "/sms/send" || got.URL.RawQuery != "" || got.PostForm.Get("api_id") != "secret-key" || got.PostForm.Get("to") != "79161234567" ||
				got.PostForm.Get("msg") != "Код 123456" || got.PostForm.Get("json") != "1" || got.PostForm.Get("from") != "StudBonus" {
				t.Errorf("%s %s %v", got.Method, got.URL, got.PostForm)
			}
		})
	}
}

func TestAProviderOutageIsRetryableAndErrorsHaveNoSecrets(t *testing.T) {
	sender, err := sms.Open("smsru://secret-key@127.0.0.1:1?tls=none")
	if err != nil {
		t.Fatal(err)
	}
	err = sender.Send(t.Context(), sms.Message{To: "79161234567", Text: "Код 123456"})
	if !errors.Is(err, sms.ErrTemporary) {
		t.Fatal(err)
	}
	for _, secret := range []string{"secret-key", "79161234567", "123456"} {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("%q is in %q", secret, err)
		}
	}
}

func TestWrongAddressesAreRefusedWithoutQuotingThem(t *testing.T) {
	for _, address := range []string{"", "secret", "smsru://", "smsru://sms.ru", "smsru://secret@", "other://secret@host", "smsru://secret@host:x%"} {
		if _, err := sms.Open(address); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestTheFolderKeepsMessagesAndDeletesOldOnes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "outbox")
	folder, err := sms.NewFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Send(t.Context(), sms.Message{To: "79161234567", Text: "Код 123456"}); err != nil {
		t.Fatal(err)
	}
	letter := filepath.Join(dir, "a.eml")
	if err := os.WriteFile(letter, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.sms"))
	if len(files) != 1 {
		t.Fatalf("files %v", files)
	}
	if text, err := os.ReadFile(files[0]); err != nil || string(text) != "79161234567\nКод 123456\n" {
		t.Errorf("%q, %v", text, err)
	}
	left := func(before time.Time) []string {
		if err := folder.DeleteBefore(before); err != nil {
			t.Error(err)
		}
		names, _ := filepath.Glob(filepath.Join(dir, "*"))
		return names
	}
	if names := left(time.Now().Add(-time.Hour)); len(names) != 2 {
		t.Errorf("left: %v", names)
	}
	if names := left(time.Now().Add(time.Hour)); len(names) != 1 || names[0] != letter {
		t.Errorf("left: %v", names)
	}
}
