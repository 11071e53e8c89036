package list_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"studbonus/internal/db"
	"studbonus/internal/list"
	"studbonus/internal/testkit/testdb"
)

// pieces are what random texts and searches are made of: few enough that they meet.
var pieces = []string{
	"иван", "Иванов", "Ёлка", "елка", "петров-водкин", "«Ромашка»", "ООО", "8916", "7916", "1234567", "12", "7", "%", "_", `\`, "'", `"`, "а", "А", "ё", "к", "ка", "bdfyjd", "Rf", "x", "XY", "№5", "—", "100%", "a_b", "ẞ", "İ", "🎓", "e\u0301",
}

func randomText(chance *rand.Rand, most int) string {
	var b strings.Builder
	for range chance.IntN(most) + 1 {
		piece := []rune(pieces[chance.IntN(len(pieces))])
		if chance.IntN(3) == 0 { // a part of it
			from := chance.IntN(len(piece))
			piece = piece[from : from+chance.IntN(len(piece)-from)+1]
		}
		b.WriteString(string(piece))
		b.WriteString([]string{" ", "", "-", "  "}[chance.IntN(4)])
	}
	return b.String()
}

// The definition of what a search finds is Go's; both databases must agree with it, or a list would change with the engine.
func TestEnginesAgreeOnSearch(t *testing.T) {
	const texts, searches = 300, 400
	testdb.OnBoth(t, func(t *testing.T, d *db.DB) {
		chance := rand.New(rand.NewPCG(7, 11))
		rows := make([]string, texts)
		err := d.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
			if _, err := tx.Exec(ctx, "CREATE TABLE test_texts (id BIGINT PRIMARY KEY, body TEXT NOT NULL)"); err != nil {
				return err
			}
			for i := range rows {
				rows[i] = list.SearchText(randomText(chance, 5), randomText(chance, 3))
				if _, err := tx.Exec(ctx, "INSERT INTO test_texts (id, body) VALUES (?, ?)", i, rows[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for range searches {
			search := randomText(chance, 3)
			terms := list.Terms(search)
			where, args := list.Condition("body", terms)
			ids, err := db.All[int](context.Background(), d, "SELECT id FROM test_texts WHERE "+where+" ORDER BY id", args...)
			if err != nil {
				t.Fatalf("%q: %v", search, err)
			}
			inSQL := map[int]bool{}
			for _, id := range ids {
				inSQL[id] = true
			}
			for i, row := range rows {
				if inGo := list.Matches(row, terms); inGo != inSQL[i] {
					t.Errorf("%q in %q: Go says %v, the database %v (%v)", search, row, inGo, inSQL[i], terms)
				}
			}
			found += len(ids)
		}
		if found < searches || found > searches*texts/2 { // a search that finds nothing or everything proves nothing
			t.Errorf("%d rows found by %d searches", found, searches)
		}
	})
}
