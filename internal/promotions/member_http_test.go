package promotions_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

type offerAnswer struct {
	ID, Name, Description, Begin, End, State, CodesLeft string
	Partner                                             struct{ ID, Name string }
	PerStudent                                          *int
}

type ownCode struct {
	Code      string
	TakenAt   time.Time
	Promotion offerAnswer
}

type page[T any] struct {
	Items []T
	Next  *string
}

// claims returns the path of a promotion's claims.
func claims(promotion string) string { return "/s/v1/promotions/" + promotion + "/claims" }

func key(k string) map[string]any { return map[string]any{"key": k} }

func TestClaimsOverHTTP(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Кофейня", "Москва")
		id := withCodes(t, a, c, of, 5, nil)
		who := students(t, a, "МГУ", 2)
		me, other := a.Member(t, kit.PhoneNumber(1), who[0]), a.Member(t, kit.PhoneNumber(2), who[1])
		var got, again ownCode
		first := uuid.NewString()
		me.Post(claims(id), key(first)).OK().Into(&got)
		me.Post(claims(id), key(first)).OK().Into(&again)
		if got.Code != "CODE000000" || !got.TakenAt.Equal(kit.Start) || got.Promotion.ID != id || got.Promotion.Partner.ID != of || again.Code != got.Code || !again.TakenAt.Equal(got.TakenAt) {
			t.Errorf("%+v, %+v", got, again)
		}
		if me.Post(claims(strings.ToUpper(id)), key(first)).OK().Into(&again); again.Code != got.Code {
			t.Errorf("in capitals: %+v", again)
		}
		if p := me.Post(claims(id), key(uuid.NewString())).Is(409).Problem(); p.Type != "limit" || p.Detail != "Вы уже получили все промокоды этой акции." {
			t.Errorf("%+v", p)
		}
		for _, wrong := range []any{key(""), key("short"), key(strings.Repeat("k", 65)), key("ключ-ключ"), key("with a space"), map[string]any{}, map[string]any{"key": 12345678}} {
			if p := me.Post(claims(id), wrong).Is(422).Problem(); p.Field("key") == "" {
				t.Errorf("%v: %+v", wrong, p)
			}
		}
		me.Post(claims(uuid.NewString()), key(first)).Is(404)
		me.Post(claims("nothing"), key(first)).Is(404)
		// Keys belong to a student: the same key of another student gets another code.
		other.Post(claims(id), key(first)).OK().Into(&got)
		if got.Code != "CODE000001" {
			t.Errorf("%+v", got)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log l JOIN members m ON m.id = l.member_id WHERE l.action = 'promotions.grant' AND l.operator_name = 'Студент' AND m.student_id IN (?)", who); n != 2 {
			t.Errorf("%d audit rows of the two students", n)
		}
		kit.Exec(t, a, "UPDATE students SET status = 'blocked' WHERE id = ?", who[0])
		me.Post(claims(id), key(first)).Is(403)
		a.Guest(t).Post(claims(id), key(first)).Is(401)
	})
}

func TestOwnCodes(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Кофейня", "Москва")
		who := students(t, a, "МГУ", 2)
		kit.Exec(t, a, "UPDATE promo_codes SET student_id = ? WHERE student_id IN (?)", students(t, a, "СПбГУ", 1)[0], who) // takes away the demo's codes
		me, other := a.Member(t, kit.PhoneNumber(1), who[0]), a.Member(t, kit.PhoneNumber(2), who[1])
		var want []string
		for i := range 5 { // the third and the fourth at the same time
			if i != 3 {
				a.Clock.Advance(time.Hour)
			}
			id := withCodes(t, a, a.As(t, "all"), of, 1, map[string]any{"name": fmt.Sprint("Акция ", i)})
			me.Post(claims(id), key("first-key")).OK()
			want = append(want, fmt.Sprint("Акция ", i))
		}
		slices.Reverse(want)
		var got []string
		for path := "/s/v1/codes?limit=2"; path != ""; {
			var p page[ownCode]
			me.Get(path).OK().Into(&p)
			for _, own := range p.Items {
				got = append(got, own.Promotion.Name)
			}
			path = ""
			if p.Next != nil {
				path = "/s/v1/codes?limit=2&after=" + *p.Next
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		var empty page[ownCode]
		other.Get("/s/v1/codes").OK().Into(&empty)
		if len(empty.Items) != 0 || empty.Next != nil {
			t.Errorf("%+v", empty)
		}
		a.Member(t, kit.PhoneNumber(3), 0).Get("/s/v1/codes").OK()
		me.Get("/s/v1/codes?after=nonsense").Is(422)
		// An expired student can still read the codes.
		kit.Exec(t, a, "UPDATE students SET end_year = 2025 WHERE id = ?", who[0])
		var kept page[ownCode]
		me.Get("/s/v1/codes").OK().Into(&kept)
		if len(kept.Items) != 5 {
			t.Errorf("%+v", kept)
		}
	})
}

func TestOffers(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Кофейня", "Москва")
		shown := []string{
			withCodes(t, a, c, of, 20, map[string]any{"name": "Идёт"}),
			promotion(t, c, of, map[string]any{"name": "Скоро", "dateBegin": "16.11.2026"}),
		}
		kit.Exec(t, a, "UPDATE promotions SET codes_used = 19 WHERE uuid = ?", shown[0])
		hidden := []string{promotion(t, c, of, map[string]any{"dateEnd": "14.11.2026"}), promotion(t, c, of, nil)}
		c.Put("/v1/stock/"+hidden[1]+"/status", map[string]any{"status": "blocked", "reasonBlocked": "Причина"}).OK()
		read := func(path string) (p page[offerAnswer]) {
			t.Helper()
			answer := a.Guest(t).Get(path).OK()
			if strings.Contains(string(answer.Body), "CODE0") {
				t.Errorf("a code is shown: %s", answer.Body)
			}
			answer.Into(&p)
			return p
		}
		p := read("/s/v1/promotions?partner=" + of)
		if len(p.Items) != 2 || p.Items[0].ID != shown[1] || p.Items[1].ID != shown[0] || p.Next != nil {
			t.Fatalf("%+v", p)
		}
		soon, now := p.Items[0], p.Items[1]
		if soon.State != "planned" || soon.CodesLeft != "none" || now.State != "running" || now.CodesLeft != "few" || *now.PerStudent != 1 || now.Begin != "2026-11-01" || now.Partner.Name != "Кофейня" {
			t.Errorf("%+v", p.Items)
		}
		one := read("/s/v1/promotions?limit=1")
		two := read("/s/v1/promotions?limit=1&after=" + *one.Next)
		if one.Items[0].ID != shown[1] || two.Items[0].ID != shown[0] {
			t.Errorf("%+v %+v", one, two)
		}
		for _, id := range shown {
			a.Guest(t).Get("/s/v1/promotions/" + id).OK()
		}
		for _, id := range append(hidden, uuid.NewString(), "nothing") {
			a.Guest(t).Get("/s/v1/promotions/" + id).Is(404)
		}
		kit.Exec(t, a, "UPDATE partners SET status = 'blocked' WHERE uuid = ?", of)
		if p := read("/s/v1/promotions?partner=" + of); len(p.Items) != 0 {
			t.Errorf("%+v", p)
		}
		a.Guest(t).Get("/s/v1/promotions?partner=nothing").Is(422)
	})
}

// A claim that cannot be served at once gets a position in the queue and is granted when it is repeated (rules 27.6).
func TestQueuedClaims(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 5, map[string]any{"winLimit": 2})
		both := students(t, a, "МГУ", 2)
		me, other := a.Member(t, kit.PhoneNumber(1), both[0]), a.Member(t, kit.PhoneNumber(2), both[1])
		var earlier, again, got ownCode
		other.Post(claims(id), key("earlier-key")).OK().Into(&earlier)
		locked, release := make(chan struct{}), make(chan struct{})
		held := make(chan error, 1)
		go func() {
			held <- a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE promotions SET codes_used = codes_used WHERE uuid = ?", id)
				close(locked)
				<-release
				return err
			})
		}()
		<-locked
		var wait struct{ Place, RetryAfter int }
		me.Post(claims(id), key("first-key")).Is(202).Into(&wait)
		if wait.Place != 1 || wait.RetryAfter < 1 {
			t.Errorf("%+v", wait)
		}
		if p := me.Post(claims(id), key("second-key")).Is(409); p.Problem().Type != "waiting" || p.Header.Get("Retry-After") == "" {
			t.Errorf("%s", p.Body)
		}
		other.Post(claims(id), key("earlier-key")).OK().Into(&again) // a repeated claim with a granted key does not queue
		close(release)
		if err := <-held; err != nil {
			t.Fatal(err)
		}
		for answer := me.Post(claims(id), key("first-key")); ; answer = me.Post(claims(id), key("first-key")) {
			if answer.Status != 202 {
				answer.OK().Into(&got)
				break
			}
		}
		if is := codesOf(t, c, id); earlier.Code != "CODE000000" || again.Code != earlier.Code || got.Code != "CODE000001" || is.UsedCodesCount != 2 {
			t.Errorf("%+v, %+v, %+v, %+v", earlier, again, got, is)
		}
	})
}
