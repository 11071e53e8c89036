package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/freeport"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/s3test"
	"studbonus/internal/test/watch"
)

// fleet is what deploy/ describes: three instances over one PostgreSQL database and one S3 store, behind the proxy.
type fleet struct {
	t         *testing.T
	where     []string // flags of every instance
	addresses [3]string
	students  [3]string // addresses of the students' face
	instances [3]*server
	console   *server      // calls through the proxy
	app       *server      // the students' face through the proxy
	client    *http.Client // trusts the proxy's certificate
	db        *db.DB
}

func startFleet(t *testing.T, where []string) *fleet {
	t.Helper()
	f := &fleet{t: t, where: with(where, "--files", s3test.URL(s3test.Start(t)), "--trusted-proxies", "127.0.0.0/8")}
	f.db = openBeside(t, where[1], where)
	// Demo files are in a local folder, not in S3.
	change(t, f.db, "DELETE FROM files")
	change(t, f.db, "UPDATE students SET document = ''")
	for i := range f.instances {
		f.addresses[i], f.students[i] = freeport.Address(t), freeport.Address(t)
		f.start(i)
	}
	f.startProxy()
	return f
}

func (f *fleet) start(i int) {
	f.t.Helper()
	f.instances[i] = launchAt(f.t, f.addresses[i], with(f.where, "--students-listen", f.students[i])...)
	f.instances[i].waitReady()
}

// startProxy runs Debian's haproxy with the shipped configuration.
func (f *fleet) startProxy() {
	f.t.Helper()
	program := "/usr/sbin/haproxy"
	if _, err := os.Stat(program); err != nil {
		f.t.Fatal("haproxy is not installed: apt-get install haproxy")
	}
	certificate, pool := selfSigned(f.t)
	listen, students := freeport.Address(f.t), freeport.Address(f.t)
	cmd := exec.Command(program, "-db", "-f", filepath.Join("..", "..", "deploy", "haproxy.cfg"))
	cmd.Env = []string{
		"HTTP_BIND=" + freeport.Address(f.t), "HTTPS_BIND=" + listen, "CERTIFICATE=" + certificate,
		"INSTANCE_1=" + f.addresses[0], "INSTANCE_2=" + f.addresses[1], "INSTANCE_3=" + f.addresses[2],
		"STUDENTS_BIND=" + students, "STUDENTS_1=" + f.students[0], "STUDENTS_2=" + f.students[1], "STUDENTS_3=" + f.students[2],
	}
	log := &watch.Buffer{}
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started, ended := make(chan error), make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread() // the death signal is tied to the thread
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
		}
	}()
	if err := <-started; err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = cmd.Process.Kill(); <-ended })
	f.client = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, MaxIdleConnsPerHost: 64}}
	f.console = &server{t: f.t, url: "https://" + listen, log: log, client: f.client, ended: ended}
	f.app = &server{t: f.t, url: "https://" + students, log: log, client: f.client, ended: ended}
	f.t.Cleanup(func() {
		if f.t.Failed() {
			f.t.Log(log)
		}
	})
	for _, face := range []*server{f.console, f.app} {
		watch.Until(f.t, 20*time.Second, "the proxy knows an instance", func() bool { return face.status(face.url+"/readyz") == http.StatusOK })
	}
}

// expectBothFaces checks that the proxy keeps students outside and the console inside.
func (f *fleet) expectBothFaces() {
	f.t.Helper()
	for address, want := range map[string]int{
		f.app.url + "/s/v1/challenge": 200, f.app.url + "/v1/city": 404, f.console.url + "/s/v1/challenge": 404,
	} {
		if got := f.app.status(address); got != want {
			f.t.Errorf("%s answers %d, want %d", address, got, want)
		}
	}
}

// selfSigned returns a PEM file with a certificate and its key, as haproxy expects it, and a pool that trusts it.
func selfSigned(t *testing.T) (file string, pool *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	text := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})...)
	file, pool = filepath.Join(t.TempDir(), "proxy.pem"), x509.NewCertPool()
	if err := os.WriteFile(file, text, 0o600); err != nil || !pool.AppendCertsFromPEM(text) {
		t.Fatal(err)
	}
	return file, pool
}

// Rolling restart of three instances while operators work (rules 15.6). No request fails, nothing is lost, and a running
// import is handed over and stores every code once.
func TestARollingRestartFailsNoRequest(t *testing.T) {
	t.Parallel()
	c := kit.Copy(t, kit.PostgreSQL)
	f := startFleet(t, []string{"--data", c.Data, "--database", c.Database})
	book := openLedger(t, f.db, f.console, "all@demo.studbonus.ru", "Demo-2026!")
	stopWriting := book.keepWriting(t, 4, func(int) string { return f.console.url })
	readers := startReaders(t, f.console, 4)
	longest := time.Duration(0)
	for range kit.Reps(t, 1) {
		file, want := someCodes(mathrand.New(mathrand.NewPCG(6, 6)), 300_000)
		promotion := f.console.promotionWith(one[string](t, f.db, "SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id LIMIT 1"), file)
		token, _ := f.console.signIn("all@demo.studbonus.ru", "Demo-2026!")
		photo := f.console.upload(token, picture(t, 64))
		for i, s := range f.instances {
			told := time.Now()
			s.signal(syscall.SIGTERM)
			s.endsWithin(30 * time.Second)
			longest = max(longest, time.Since(told))
			f.start(i)
			time.Sleep(3 * time.Second) // two health checks of the proxy
			f.expectBothFaces()
		}
		wantCodes(t, f.db, promotion, want)
		if n := one[int](t, f.db, "SELECT count(*) FROM files WHERE key = ?", photo); n != 1 {
			t.Errorf("the upload is kept %d times", n)
		}
	}
	readers.stop()
	stopWriting()
	book.check(t, f.db)
	for status, n := range book.statuses() {
		if status != http.StatusOK {
			t.Errorf("%d writes were answered with %d", n, status)
		}
	}
	readers.check(t)
	kit.Figure(t, "longest stop", longest.Round(100*time.Millisecond))
	for _, s := range f.instances {
		s.stop()
	}
	run(t, "", with([]string{"verify"}, f.where[:6]...)...).ok()
}

// wantCodes waits for an import and checks that every code of the file is stored once.
func wantCodes(t *testing.T, d *db.DB, promotion string, want []string) {
	t.Helper()
	watch.Until(t, 200*time.Second, "the import is done", func() bool {
		return one[string](t, d, "SELECT i.status FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", promotion) == "done"
	})
	got, err := db.All[string](t.Context(), d, "SELECT g.code FROM promo_codes g JOIN promotions p ON p.id = g.promotion_id WHERE p.uuid = ? ORDER BY g.code", promotion)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%d codes, want %d", len(got), len(want))
	}
}
