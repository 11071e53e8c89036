package simulation

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"math/bits"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// client is shared: the students' apps differ by their tokens.
var client = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256}}

// call sends JSON and decodes the answer, unless out is nil or the call was refused.
func (s *student) call(ctx context.Context, method, path string, body, out any) (status int, err error) {
	payload, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	return s.send(ctx, method, path, content{"application/json", payload}, out)
}

// content is a request's body with its type.
type content struct {
	kind string
	data []byte
}

func (s *student) send(ctx context.Context, method, path string, body content, out any) (status int, err error) {
	req, err := http.NewRequestWithContext(ctx, method, s.URL+path, bytes.NewReader(body.data))
	if err != nil {
		return 0, err
	}
	if len(body.data) > 0 {
		req.Header.Set("Content-Type", body.kind)
	}
	if s.token != "" {
		req.Header.Set("Authorization", "Bearer "+s.token)
	}
	res, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close() //nolint:errcheck // read to the end
	read, err := io.ReadAll(res.Body)
	if err == nil && out != nil && res.StatusCode < http.StatusMultipleChoices {
		err = json.Unmarshal(read, out)
	}
	return res.StatusCode, err
}

// get reads something that must be there.
func (s *student) get(ctx context.Context, path string, out any) error {
	status, err := s.send(ctx, http.MethodGet, path, content{}, out)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s: status %d", path, status)
	}
	return err
}

// signIn asks for a code, reads it in the outbox and enters it, with the birth date where it is asked for.
func (s *student) signIn(ctx context.Context) error {
	var challenge struct {
		Challenge string
		Bits      int
	}
	if err := s.get(ctx, "/s/v1/challenge", &challenge); err != nil {
		return err
	}
	nonce, err := solve(ctx, challenge.Challenge+":"+s.phone+":", challenge.Bits)
	if err != nil {
		return err
	}
	var asked struct{ Attempt string }
	status, err := s.call(ctx, http.MethodPost, "/s/v1/auth/code", map[string]any{"phone": s.phone, "challenge": challenge.Challenge, "nonce": nonce}, &asked)
	if err != nil || status != http.StatusAccepted {
		return errors.Join(err, fmt.Errorf("ask for a code: status %d", status))
	}
	code, err := s.readCode(ctx, asked.Attempt)
	if err != nil {
		return err
	}
	entered := map[string]any{"attempt": asked.Attempt, "code": code, "isNative": true}
	var session struct{ Token string }
	status, err = s.call(ctx, http.MethodPost, "/s/v1/auth/session", entered, &session)
	if err == nil && status == http.StatusConflict {
		entered["birthDate"] = s.birthDate
		status, err = s.call(ctx, http.MethodPost, "/s/v1/auth/session", entered, &session)
	}
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("enter the code: status %d", status)
	}
	s.token = session.Token
	return err
}

// solve finds the nonce of a proof of work.
func solve(ctx context.Context, prefix string, zeros int) (string, error) {
	const checkEvery = 1 << 16
	for n := 0; ; n++ {
		nonce := strconv.Itoa(n)
		sum := sha256.Sum256([]byte(prefix + nonce))
		if bits.LeadingZeros64(binary.BigEndian.Uint64(sum[:])) >= zeros {
			return nonce, nil
		}
		if n%checkEvery == 0 && ctx.Err() != nil {
			return "", ctx.Err()
		}
	}
}

// readCode waits until the message is sent and finds it in the outbox.
func (s *student) readCode(ctx context.Context, attempt string) (string, error) {
	for {
		var is struct{ State string }
		if err := s.get(ctx, "/s/v1/auth/code/"+attempt, &is); err != nil {
			return "", err
		}
		switch is.State {
		case "sent":
			return codeFor(s.Outbox, s.phone)
		case "failed":
			return "", errors.New("the message was not sent")
		}
		if !pause(ctx, time.Second) {
			return "", ctx.Err()
		}
	}
}

// codeFor returns the newest code that was sent to a number. File names sort by time.
func codeFor(outbox, phone string) (string, error) {
	files, err := filepath.Glob(filepath.Join(outbox, "*.sms"))
	if err != nil {
		return "", err
	}
	slices.Sort(files)
	for _, file := range slices.Backward(files) {
		message, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		to, text, _ := strings.Cut(string(message), "\n")
		if code, _, isCode := strings.Cut(text, ":"); to == phone && isCode {
			return code, nil
		}
	}
	return "", fmt.Errorf("no code for %s in %s: the installation sends its messages elsewhere", phone, outbox)
}

// sendPhoto uploads a picture and returns its key.
func (s *student) sendPhoto(ctx context.Context, kind string) (string, error) {
	picture := image.NewRGBA(image.Rect(0, 0, 480, 640))
	tint := color.RGBA{uint8(s.rng.IntN(256)), uint8(s.rng.IntN(256)), uint8(s.rng.IntN(256)), 255}
	for x := range 480 {
		for y := range 640 {
			picture.Set(x, y, tint)
		}
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", kind+".jpg")
	if err == nil {
		err = errors.Join(jpeg.Encode(file, picture, nil), form.WriteField("kind", kind), form.Close())
	}
	if err != nil {
		return "", err
	}
	var stored struct{ Key string }
	status, err := s.send(ctx, http.MethodPost, "/s/v1/photos", content{form.FormDataContentType(), body.Bytes()}, &stored)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("status %d", status)
	}
	return stored.Key, err
}
