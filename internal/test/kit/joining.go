package kit

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"mime/multipart"
	"testing"
	"time"

	"studbonus/internal/cards"
)

// Picture returns a small PNG.
func Picture(t testing.TB) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 8, 8))
	picture.Set(1, 1, color.White)
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// SendPhoto uploads a file of the member; kind is portrait or document.
func (c *Client) SendPhoto(kind string, content []byte) Answer {
	c.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", "photo.png")
	if err != nil {
		c.t.Fatal(err)
	}
	_, _ = file.Write(content)
	_ = form.WriteField("kind", kind)
	_ = form.Close()
	return c.Do("POST", "/s/v1/photos", body.Bytes(), "Content-Type", form.FormDataContentType())
}

// Photo uploads a picture of the member and returns its key.
func (c *Client) Photo(kind string) string {
	c.t.Helper()
	var out struct{ Key string }
	c.SendPhoto(kind, Picture(c.t)).OK().Into(&out)
	return out.Key
}

// Application returns a valid application to МГУ, built from the catalogue, with new pictures.
func (c *Client) Application() map[string]any {
	c.t.Helper()
	type items struct {
		Items []struct {
			ID, Kind string
			Version  int
		}
	}
	list := func(path string) (out items) {
		c.t.Helper()
		if c.Get(path).OK().Into(&out); len(out.Items) == 0 {
			c.t.Fatalf("%s is empty", path)
		}
		return out
	}
	university := list("/s/v1/universities?search=%D0%BC%D0%B3%D1%83").Items[0].ID // мгу
	consents := []map[string]any{}
	for _, d := range list("/s/v1/documents").Items {
		if d.Kind != "parent" {
			consents = append(consents, map[string]any{"kind": d.Kind, "version": d.Version})
		}
	}
	return map[string]any{
		"universityId": university, "facultyId": list("/s/v1/universities/" + university + "/faculties").Items[0].ID,
		"cityId": list("/s/v1/cities?search=Москва").Items[0].ID, "course": 1, "startYear": 2026, "endYear": 2030,
		"surname": "Новикова", "name": "Вера", "birthDate": "2007-05-20", "portrait": c.Photo("portrait"), "document": c.Photo("document"), "consents": consents,
	}
}

// Decide sets the status of a student as an operator.
func (c *Client) Decide(student, status, reason string) {
	c.t.Helper()
	c.Put("/v1/user/status", map[string]any{"uuidUser": student, "newStatus": status, "reasonText": reason}).OK()
}

// Phone is a device that shows a card.
type Phone struct {
	t      testing.TB
	handle string
	secret []byte
}

// TakeCard issues the card to the member's phone.
func (c *Client) TakeCard() Phone {
	c.t.Helper()
	var out struct{ Handle, Secret string }
	c.Post("/s/v1/card/device", nil).OK().Into(&out)
	secret, err := base64.RawURLEncoding.DecodeString(out.Secret)
	if err != nil {
		c.t.Fatal(err)
	}
	return Phone{c.t, out.Handle, secret}
}

// Shows returns the card's token at a time.
func (p Phone) Shows(at time.Time) string { return p.handle + cards.Proof(p.secret, at.Unix()/30) }
