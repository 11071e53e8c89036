package cards

import (
	"context"
	_ "embed" // the page and its style
	"math"
	"net/http"
	"net/url"
	"strconv"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/rest"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var checkPage = rest.NewHTML(pageText, pageStyle)

// look is how a page shows a verdict: colour plus sign and word.
type look struct{ tone, sign string }

const crossSign = "M16 16 32 32M32 16 16 32"

var looks = map[Verdict]look{
	Valid:   {"green", "M14 25 21 32 34 17"},
	Stale:   {"amber", "M24 13V26M24 34V34.5"},
	Invalid: {"red", crossSign},
}

// page answers a scan by any phone camera. It contains no names.
func (s *Service) page(ctx context.Context, in *tokenIn) (func(http.ResponseWriter, *http.Request), error) {
	result, wait, err := s.CheckPublicly(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	status, words, look := http.StatusOK, result.words(), looks[result.Verdict]
	if wait > 0 {
		status, words, look = http.StatusTooManyRequests, tooMany, looks[Stale]
	}
	write, err := checkPage.Answer(status, map[string]any{
		"Title": words.title, "Advice": words.advice, "Tone": look.tone, "Sign": look.sign, "Host": s.host(), "At": s.Clock().In(clock.Moscow).Format("02.01.2006 в 15:04:05"),
	})
	if err != nil {
		return nil, err
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if wait > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
		}
		write(w, r)
	}, nil
}

// host is the name of this site, which a forged page cannot have in its address.
func (s *Service) host() string {
	u, err := url.Parse(s.PublicURL)
	if err != nil {
		return s.PublicURL
	}
	return u.Host
}
