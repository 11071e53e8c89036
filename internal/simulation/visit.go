package simulation

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// visit is what an active student does in the app: claims a code, looks at a partner and reads the news.
func (s *student) visit(ctx context.Context) error {
	for _, do := range []func(context.Context) error{s.claim, s.browse, s.read} {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// try makes a call that may be refused, and counts either.
func (s *student) try(ctx context.Context, request, path string, body any, done func(*Report)) error {
	status, err := s.call(ctx, request, path, body, nil)
	switch {
	case err != nil:
		return err
	case status == http.StatusOK:
		s.count(done)
	case status == http.StatusConflict:
		s.count(func(r *Report) { r.Refused++ })
	default:
		return fmt.Errorf("%s %s: status %d", request, path, status)
	}
	return nil
}

// claim looks at the promotions, asks for a code of one that runs, and opens the own codes.
func (s *student) claim(ctx context.Context) error {
	var offers items[struct{ ID, State, CodesLeft string }]
	if err := s.look(ctx, "/s/v1/promotions", &offers); err != nil || len(offers.Items) == 0 {
		return err
	}
	wanted := some(s.rng, offers.Items)
	if wanted.State != "running" || wanted.CodesLeft == "none" {
		return nil
	}
	key := map[string]string{"key": uuid.NewString()}
	for {
		var wait struct{ RetryAfter int }
		status, err := s.call(ctx, http.MethodPost, "/s/v1/promotions/"+wanted.ID+"/claims", key, &wait)
		switch {
		case err != nil:
			return err
		case status == http.StatusAccepted && pause(ctx, time.Duration(wait.RetryAfter)*time.Second):
			continue
		case status == http.StatusOK:
			s.count(func(r *Report) { r.Claimed++ })
			return s.look(ctx, "/s/v1/codes", nil)
		case status == http.StatusConflict:
			s.count(func(r *Report) { r.Refused++ })
			return nil
		}
		return fmt.Errorf("claim: status %d", status)
	}
}

const reviewEvery = 3 // cards of partners, beginning with the first

var (
	places  = []string{"", "?near=55.7558,37.6173", "?near=59.9343,30.3351", "?near=55.7961,49.1064"} // Moscow, Saint Petersburg, Kazan
	opinion = []string{"Скидку дали без вопросов.", "Всё понравилось, приду ещё.", "Кассир не сразу поняла, что за карта.", "Далеко от общежития, но выгодно."}
)

// browse opens the card of a partner, likes a review and now and then writes one.
func (s *student) browse(ctx context.Context) error {
	var found items[named]
	if err := s.look(ctx, "/s/v1/partners"+some(s.rng, places), &found); err != nil || len(found.Items) == 0 {
		return err
	}
	partner := "/s/v1/partners/" + some(s.rng, found.Items).ID
	if err := s.look(ctx, partner, nil); err != nil {
		return err
	}
	var reviews items[struct {
		ID              string
		IsLiked, IsMine bool
	}]
	if err := s.look(ctx, partner+"/reviews", &reviews); err != nil {
		return err
	}
	for _, r := range reviews.Items {
		if !r.IsLiked && !r.IsMine {
			if err := s.try(ctx, http.MethodPut, "/s/v1/reviews/"+r.ID+"/like", struct{}{}, func(r *Report) { r.Liked++ }); err != nil {
				return err
			}
			break
		}
	}
	if s.cards++; s.cards%reviewEvery != 1 {
		return nil
	}
	review := map[string]any{"rating": 1 + s.rng.IntN(5), "text": some(s.rng, opinion)}
	return s.try(ctx, http.MethodPut, partner+"/review", review, func(r *Report) { r.Reviewed++ })
}

// read opens a news item and answers its survey. Surveys are opened first.
func (s *student) read(ctx context.Context) error {
	var feed items[struct {
		ID        string
		HasSurvey bool
	}]
	if err := s.look(ctx, "/s/v1/news", &feed); err != nil || len(feed.Items) == 0 {
		return err
	}
	opened := some(s.rng, feed.Items).ID
	for _, n := range feed.Items {
		if n.HasSurvey && !s.opened[n.ID] {
			opened = n.ID
			break
		}
	}
	s.opened[opened] = true
	var story struct {
		Survey *struct {
			IsOpen    bool
			Questions []struct{ Variants []struct{ Letter string } }
		}
	}
	if err := s.look(ctx, "/s/v1/news/"+opened, &story); err != nil || story.Survey == nil || !story.Survey.IsOpen {
		return err
	}
	answers := []map[string][]string{}
	for _, q := range story.Survey.Questions {
		answers = append(answers, map[string][]string{"variants": {some(s.rng, q.Variants).Letter}})
	}
	return s.try(ctx, http.MethodPost, "/s/v1/news/"+opened+"/vote", map[string]any{"answers": answers}, func(r *Report) { r.Voted++ })
}

// look reads a page of the app.
func (s *student) look(ctx context.Context, path string, out any) error {
	s.count(func(r *Report) { r.Looked++ })
	return s.get(ctx, path, out)
}
