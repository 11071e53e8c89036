package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"sync"
	"testing"
	"time"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// noise is a picture just below the limit of 5 MB.
func noise(t *testing.T) []byte {
	t.Helper()
	const side = 1280
	m, chance := image.NewRGBA(image.Rect(0, 0, side, side)), rand.New(rand.NewPCG(1, 1))
	for i := range m.Pix {
		m.Pix[i] = uint8(chance.Uint32())
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil || b.Len() > 5<<20 {
		t.Fatalf("%d bytes, %v", b.Len(), err)
	}
	return b.Bytes()
}

// One operator cannot exhaust memory: uploads over the limit are rejected before the body is read.
func TestUploadsOfOneOperatorAreBounded(t *testing.T) {
	t.Parallel()
	s := serve(t, "--data", demoFolder(t))
	token := s.demoToken()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, _ := w.CreateFormFile("imageFile", "a.png") // a buffer never fails
	_, _ = part.Write(noise(t))
	_ = w.Close()
	send := func() (status int, retry string) {
		req, err := http.NewRequest(http.MethodPost, s.url+"/v2/upload-photo", bytes.NewReader(form.Bytes()))
		if err != nil {
			t.Error(err)
			return 0, ""
		}
		req.Header.Set("Content-Type", w.FormDataContentType())
		req.Header.Set("X-Access-Token", token)
		res, err := s.client.Do(req)
		if err != nil {
			return 0, "" // rejected while still sending
		}
		defer func() { _ = res.Body.Close() }()
		_, _ = io.Copy(io.Discard, res.Body)
		return res.StatusCode, res.Header.Get("Retry-After")
	}
	before, most := s.memory(), s.peak()
	var mu sync.Mutex
	counts := map[int]int{}
	var together sync.WaitGroup
	for range kit.Reps(t, 60) {
		together.Go(func() {
			status, retry := send()
			mu.Lock()
			defer mu.Unlock()
			if counts[status]++; status == http.StatusTooManyRequests && retry == "" {
				t.Error("turned away without being told when to come again")
			}
		})
	}
	together.Wait()
	grown := most() - before
	kit.Figure(t, "memory more, MiB", grown)
	kit.Figure(t, "answers by status", fmt.Sprint(counts))
	if grown > 450 {
		t.Errorf("%v MiB more", grown)
	}
	if counts[http.StatusOK] == 0 || counts[http.StatusOK]+counts[http.StatusTooManyRequests]+counts[0] != sum(counts) {
		t.Errorf("answers by status: %v", counts)
	}
	if status, _ := send(); status != http.StatusOK {
		t.Errorf("afterwards: %d", status)
	}
	s.stop()
}

func sum(counts map[int]int) (all int) {
	for _, n := range counts {
		all += n
	}
	return all
}

// One operator's exports do not delay other operators' mail.
func TestTimedExportsDoNotHoldUpMail(t *testing.T) {
	t.Parallel()
	dir := ""
	if kit.Drilling() {
		dir = crowdedFolder(t)
	} else {
		dir = demoFolder(t)
	}
	post := openPostOffice(t)
	post.open()
	s := serve(t, "--data", dir, "--smtp", post.setting())
	token := s.demoToken()
	counts := map[int]int{}
	for range kit.Reps(t, 30) {
		counts[s.call("POST", "/v2/student/list/file/generate", token, map[string]any{}, nil)]++
	}
	kit.Figure(t, "exports by status", fmt.Sprint(counts))
	if counts[http.StatusOK] == 0 || counts[http.StatusOK]+counts[http.StatusTooManyRequests] != sum(counts) {
		t.Errorf("exports by status: %v", counts)
	}
	asked := time.Now()
	if status := s.call("PUT", "/auth/reset", "", map[string]any{"login": "all@demo.studbonus.ru"}, nil); status != http.StatusOK {
		t.Fatalf("reset: %d", status)
	}
	watch.Until(t, 15*time.Second, "the letter comes", func() bool { return len(post.letters()) > 0 })
	kit.Figure(t, "letter beside them after", time.Since(asked).Round(10*time.Millisecond))
	s.stop()
}
