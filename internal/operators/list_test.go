package operators_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"

	"studbonus/internal/operators"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/form"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/test/kit"
)

// plain answers a list query with plain SQL, which the index must agree with.
func plain(ctx context.Context, t *testing.T, a *kit.App, q listquery.Query[operators.Filter]) []int64 {
	t.Helper()
	where, args := listquery.Condition("o.search_text", listquery.Terms(q.Search))
	narrow := func(condition string, more ...any) { where, args = where+" AND "+condition, append(args, more...) }
	if caller := access.From(ctx); caller.Role != access.OperatorAll {
		narrow("o.university_id = ?", caller.University)
	}
	switch q.Filter.Status {
	case operators.Active:
		narrow("o.blocked_at IS NULL")
	case operators.Blocked:
		narrow("o.blocked_at IS NOT NULL")
	}
	if q.Filter.Role != "" {
		narrow("o.role = ?", q.Filter.Role)
	}
	if q.Filter.OnlyAdmins {
		narrow("o.is_admin")
	}
	if q.Filter.University != "" {
		narrow("o.university_id IN (SELECT id FROM universities WHERE uuid = ?)", q.Filter.University)
	}
	by := map[string]string{"createdAt": "o.id", "surname": "o.name_key", "login": "o.login"}[q.Sort]
	if a.DB.Postgres() && q.Sort != "createdAt" {
		by += ` COLLATE "C"`
	}
	return kit.All[int64](t, a, fmt.Sprintf("SELECT o.id FROM operators o WHERE %s ORDER BY %s %s, o.id %s", where, by, q.Direction, q.Direction), args...)
}

func pick[T any](rng *rand.Rand, from ...T) T { return from[rng.IntN(len(from))] }

func ask(rng *rand.Rand, universities []string) listquery.Query[operators.Filter] {
	q := listquery.Query[operators.Filter]{
		Sort: pick(rng, "createdAt", "surname", "login"), Direction: pick(rng, listquery.Ascending, listquery.Descending), Limit: 1 + rng.IntN(30),
		Filter: operators.Filter{OnlyAdmins: rng.IntN(4) == 0},
	}
	if rng.IntN(3) == 0 {
		q.Filter.Status = pick(rng, operators.Active, operators.Blocked)
	}
	if rng.IntN(3) == 0 {
		q.Filter.Role = pick(rng, access.Roles...)
	}
	if rng.IntN(4) == 0 {
		q.Filter.University = pick(rng, append(universities, uuid.NewString())...)
	}
	if rng.IntN(2) == 0 {
		q.Search = pick(rng, "королев", "королёв", "demo", "chairman2", "семен анна", "%", "_", "нет такого", "ИВАНОВ", "bdfyjd", "studbonus.ru")
	}
	return q
}

// compared compares the list with plain SQL while operators are added, renamed, blocked and given other rights.
func compared(t *testing.T, a *kit.App) kit.Comparison[operators.Filter, operators.Operator] {
	t.Helper()
	universities := kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities ORDER BY id")
	callers := []context.Context{as(t, a, "all"), as(t, a, "admin2")}
	for i := range 60 {
		addOperator(t, a, i)
	}
	return kit.Comparison[operators.Filter, operators.Operator]{
		Index: a.Operators.Index(), List: a.Operators.List, ID: func(o operators.Operator) int64 { return o.ID },
		Plain: func(ctx context.Context, q listquery.Query[operators.Filter]) []int64 { return plain(ctx, t, a, q) },
		Ask: func(rng *rand.Rand) (context.Context, listquery.Query[operators.Filter]) {
			return pick(rng, callers...), ask(rng, universities)
		},
		Write: func(rng *rand.Rand) { write(t, a, rng) },
	}
}

func addOperator(t *testing.T, a *kit.App, i int) {
	t.Helper()
	err := a.Operators.Add(context.Background(), operators.NewOperator{
		Login: fmt.Sprintf("many%d@example.ru", i), Password: password, Role: access.Roles[i%len(access.Roles)], IsAdmin: i%5 == 0, University: int64(1 + i%3),
		Surname: []string{"Иванов", "Ёлкин", "Королёв"}[i%3], Name: []string{"Пётр", "Анна"}[i%2],
	})
	if err != nil {
		t.Error(err)
	}
}

func write(t *testing.T, a *kit.App, rng *rand.Rand) {
	ctx := access.WithPrincipal(context.Background(), access.CommandLine())
	login := fmt.Sprintf("many%d@example.ru", rng.IntN(60))
	var err error
	switch rng.IntN(3) { // each change must succeed: no account is deleted
	case 0:
		err = a.Operators.Block(ctx, login, rng.IntN(2) == 0)
	case 1:
		err = a.Operators.ChangeRights(ctx, login, func(r *access.Rights) {
			r.Role, r.IsAdmin, r.University = pick(rng, access.Roles...), rng.IntN(3) == 0, int64(1+rng.IntN(3))
		})
	case 2:
		var id int64
		if id, err = db.One[int64](ctx, a.DB, "SELECT id FROM operators WHERE login = ?", login); err == nil {
			err = a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
				return a.Operators.SaveProfile(ctx, tx, id, form.Person{Surname: pick(rng, "Иванова", "Семёнов", "Ёжикова"), Name: pick(rng, "Анна", "Пётр")})
			})
		}
	}
	if err != nil {
		t.Error(err)
	}
}

func TestTheListEqualsPlainSQLWhileRowsAreWritten(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { compared(t, a).WhileWritten(t, a) })
}

func TestWithoutAnIndexTheListIsAnsweredBySQL(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) { compared(t, a).WithoutIndex(t, a) })
}
