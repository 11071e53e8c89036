// Command codes measures the import of a file of promo codes by a running server with demo data, against the floor: a bare
// bulk load of the same lines into the same engine in the same run.
//
//	bin/studbonus serve --demo --data DIR [--database postgres://…] --listen 127.0.0.1:8080
//	go run ./bench/codes --url http://127.0.0.1:8080 --pid PID --floor postgres://…/scratch | --floor DIR/scratch.db
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"

	"studbonus/bench/dataset"
)

type options struct {
	URL        string `help:"Address of the server." default:"http://127.0.0.1:8080"`
	PID        int    `help:"Its process, to read its memory."`
	N          int    `help:"Lines of the file." default:"1000000"`
	Duplicates int    `help:"How many of them repeat another." default:"10000"`
	From       int    `help:"Number of the first code: another one brings other codes."`
	Floor      string `help:"An empty PostgreSQL database or SQLite file for the bare load; empty: none."`
	Rounds     int    `help:"How often both are measured." default:"3"`
	Stock      string `help:"A promotion that has codes already; empty: a new one each time."`
	Login      string `help:"An operator of the whole programme." default:"all@demo.studbonus.ru"`
	Password   string `help:"The password of the operator." default:"Demo-2026!"`
	JSON       bool   `help:"Print a line of JSON for each round instead of sentences."`
}

// round holds one measurement.
type round struct {
	Ours   float64            `json:"ours"`   // s
	Floors map[string]float64 `json:"floors"` // s, by name
	Added  int                `json:"added"`  // MiB of memory
}

func main() {
	var o options
	kong.Parse(&o)
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (o options) run() error {
	s := server{url: o.URL}
	if err := s.signIn(o.Login, o.Password); err != nil {
		return err
	}
	for n := range o.Rounds {
		file := codes(o.From+n*o.N*2, o.N, o.Duplicates)
		r, err := s.measure(o, file)
		if err != nil {
			return err
		}
		if r.Floors, err = o.bare(file, r.Ours); err != nil {
			return err
		}
		if o.JSON {
			if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// bare measures a bulk load of the same file.
func (o options) bare(file []byte, ours float64) (map[string]float64, error) {
	took := map[string]float64{}
	if o.Floor == "" {
		return took, nil
	}
	for _, f := range floors(o.Floor) {
		bare, err := f.load(o.Floor, file)
		if err != nil {
			return nil, err
		}
		took[f.name] = bare.Seconds()
		o.say("  floor %-8s %6.2f s   ours is %.2f times that", f.name, bare.Seconds(), ours/bare.Seconds())
	}
	return took, nil
}

func (o options) say(format string, args ...any) {
	if !o.JSON {
		fmt.Printf(format+"\n", args...)
	}
}

func codes(from, n, duplicates int) []byte {
	var b bytes.Buffer
	b.WriteString("code\n")
	for i := 1; i <= n; i++ {
		k := from + i
		if duplicates > 0 && i%(n/duplicates) == 0 {
			k = from + i/2 + 1
		}
		b.WriteString(dataset.Promo(k) + "\n")
	}
	return b.Bytes()
}

type server struct{ url, token string }

func (s *server) call(method, path string, body, out any) error {
	payload, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return s.send(method, path, "application/json", payload, out)
}

func (s *server) send(method, path, kind string, payload []byte, out any) error {
	req, err := http.NewRequestWithContext(context.Background(), method, s.url+path, bytes.NewReader(payload))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("X-Access-Token", s.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close() //nolint:errcheck // read to its end below
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %d %s", method, path, res.StatusCode, answer)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(answer, out)
}

func (s *server) signIn(login, password string) error {
	var out struct{ Tokens struct{ AccessToken string } }
	err := s.call("POST", "/v1/auth/email", map[string]string{"login": login, "password": password, "place": "operator"}, &out)
	s.token = out.Tokens.AccessToken
	return err
}

// measure imports a file: from the saving call to the last stored code, with reads and writes of other operators beside it.
func (s *server) measure(o options, file []byte) (round, error) {
	key, err := s.upload(file)
	if err != nil {
		return round{}, err
	}
	form := map[string]any{"name": "Измерение", "description": "Измерение", "dateBegin": "01.01.2026", "dateEnd": "31.12.2030", "winLimit": nil, "fileUrl": key}
	quiet := s.others(2*time.Second, nil)
	resetPeak(o.PID)
	idle := memory(o.PID, "VmRSS")
	started := time.Now()
	id, err := s.save(o.Stock, form)
	if err != nil {
		return round{}, err
	}
	done := make(chan struct{})
	var busy latencies
	var others sync.WaitGroup
	others.Go(func() { busy = s.others(0, done) })
	report, err := s.wait(id)
	took := time.Since(started)
	close(done)
	others.Wait()
	if err != nil {
		return round{}, err
	}
	r := round{Ours: took.Seconds(), Added: memory(o.PID, "VmHWM") - idle}
	o.say("ours %d lines: %6.2f s  imported %d, duplicates %d, invalid %d;  memory %d MiB, at most %d more",
		o.N, r.Ours, report.Imported, report.Duplicates, report.Invalid, idle, r.Added)
	o.say("  list p50 %s → %s, p99 %s → %s;  write p50 %s → %s, p99 %s → %s", quiet.reads.at(50), busy.reads.at(50), quiet.reads.at(99), busy.reads.at(99),
		quiet.writes.at(50), busy.writes.at(50), quiet.writes.at(99), busy.writes.at(99))
	return r, nil
}

func (s *server) upload(file []byte) (string, error) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("imageFile", "codes.csv")
	if err != nil {
		return "", err
	}
	_, _ = part.Write(file) // a buffer never fails
	_ = form.Close()
	var out struct{ KeyFile string }
	err = s.send("POST", "/v2/upload-photo", form.FormDataContentType(), b.Bytes(), &out)
	return out.KeyFile, err
}

// save creates a promotion with the file, or adds the file to an existing one.
func (s *server) save(stock string, form map[string]any) (string, error) {
	if stock != "" {
		return stock, s.call("PUT", "/v1/stock/"+stock, form, nil)
	}
	var partners []struct{ UUIDPartner string }
	if err := s.call("PUT", "/v1/partner", map[string]any{"status": "active"}, &partners); err != nil {
		return "", err
	}
	form["uuidPartner"] = partners[0].UUIDPartner
	var out struct{ UUIDStock string }
	err := s.call("POST", "/v1/stock", form, &out)
	return out.UUIDStock, err
}

type report struct {
	Status                        string
	Imported, Duplicates, Invalid int64
	Error                         *string
}

func (s *server) wait(id string) (report, error) {
	for {
		var out struct{ Import *report }
		if err := s.call("GET", "/v1/stock/"+id+"/codes/count", nil, &out); err != nil {
			return report{}, err
		}
		switch {
		case out.Import != nil && out.Import.Status == "done":
			return *out.Import, nil
		case out.Import != nil && out.Import.Status == "error":
			return *out.Import, errors.New(*out.Import.Error)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

type durations []time.Duration

func (d durations) at(percent int) string {
	if len(d) == 0 {
		return "–"
	}
	slices.Sort(d)
	return fmt.Sprintf("%.1f ms", float64(d[min(len(d)-1, len(d)*percent/100)].Microseconds())/1000)
}

type latencies struct{ reads, writes durations }

// others runs one operator who reads lists and one who writes, without pauses.
func (s *server) others(during time.Duration, done <-chan struct{}) (out latencies) {
	const pause = 20 * time.Millisecond
	ended := func(from time.Time) bool {
		select {
		case <-done:
			return true
		default:
			return done == nil && time.Since(from) > during
		}
	}
	var both sync.WaitGroup
	each := func(into *durations, call func() error) {
		for from := time.Now(); !ended(from); time.Sleep(pause) {
			at := time.Now()
			if err := call(); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			*into = append(*into, time.Since(at))
		}
	}
	both.Go(func() {
		each(&out.reads, func() error { return s.call("PUT", "/v1/stock", map[string]any{"status": "active"}, nil) })
	})
	both.Go(func() {
		n := 0
		each(&out.writes, func() error {
			n++
			return s.call("POST", "/v1/set-link-to-messenger", map[string]any{"settingLink": "https://example.org/" + strconv.Itoa(n)}, nil)
		})
	})
	both.Wait()
	return out
}

// memory returns a memory figure of a process in MiB.
func memory(pid int, field string) int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, field+":"); ok {
			kib, _ := strconv.Atoi(strings.Fields(value)[0])
			return kib / 1024
		}
	}
	return 0
}

// resetPeak resets VmHWM.
func resetPeak(pid int) { _ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0) }
