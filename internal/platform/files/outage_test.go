package files_test

import (
	"net"
	"testing"
	"time"

	"studbonus/internal/app"
	"studbonus/internal/test/kit"
)

// closedPort returns an address without a listener.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// unresponsive returns an address that accepts connections and never answers.
func unresponsive(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = conn.Close() })
		}
	}()
	return l.Addr().String()
}

func TestTimedStoreOutageAffectsUploadsOnly(t *testing.T) {
	for name, address := range map[string]func(*testing.T) string{"refusing": closedPort, "unresponsive": unresponsive} {
		t.Run(name, func(t *testing.T) {
			a := kit.New(t, kit.SQLite, kit.WithoutFiles(), kit.WithConfig(func(c *app.Config) {
				c.Files = "s3://key:secret@" + address(t) + "/files?insecure=true"
			}))
			c := a.As(t, "student")
			started := time.Now()
			refused := upload(c, "/v2/upload-photo", "a.png", somePNG()).Is(503)
			if took := time.Since(started); took > 7*time.Second { // rules 15.10
				t.Errorf("refused after %v, want within 7 s", took)
			}
			if refused.Header.Get("Retry-After") == "" || refused.Problem().Detail != "Хранилище файлов сейчас недоступно. Попробуйте позже." {
				t.Errorf("%v %s", refused.Header, refused.Body)
			}
			if n := rowCount(t, a); n != 0 {
				t.Errorf("%d rows without bytes", n)
			}
			c.Get("/v1/hierarchy").OK()
			var health struct {
				Ready    bool
				Degraded map[string]string
			}
			started = time.Now()
			a.Anyone(t).Get("/readyz").OK().Into(&health)
			if took := time.Since(started); !health.Ready || health.Degraded["files"] == "" || took > 3*time.Second {
				t.Errorf("%+v after %v, want ready but degraded", health, took)
			}
		})
	}
}

func TestAWorkingStoreIsNotReportedAsDegraded(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *kit.App) {
		var health map[string]any
		a.Anyone(t).Get("/readyz").OK().Into(&health)
		if health["ready"] != true || health["degraded"] != nil {
			t.Errorf("%v", health)
		}
	})
}
