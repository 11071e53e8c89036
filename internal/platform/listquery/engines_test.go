package listquery_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/test/testdb"
)

// pieces of random texts and searches; few, so that searches find something.
var pieces = []string{
	"иван", "Иванов", "Ёлка", "елка", "петров-водкин", "«Ромашка»", "ООО", "8916", "7916", "1234567", "12", "7", "%", "_", `\`, "'", `"`, "а", "А", "ё", "к", "ка", "bdfyjd", "Rf", "x", "XY", "№5", "—", "100%", "a_b", "ẞ", "İ", "🎓", "e\u0301",
}

func randomText(chance *rand.Rand, most int) string {
	var b strings.Builder
	for range chance.IntN(most) + 1 {
		piece := []rune(pieces[chance.IntN(len(pieces))])
		if chance.IntN(3) == 0 { // take a part of the piece
			from := chance.IntN(len(piece))
			piece = piece[from : from+chance.IntN(len(piece)-from)+1]
		}
		b.WriteString(string(piece))
		b.WriteString([]string{" ", "", "-", "  "}[chance.IntN(4)])
	}
	return b.String()
}

// Both databases must agree with Matches, or a list would differ between engines.
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
				rows[i] = listquery.SearchText(randomText(chance, 5), randomText(chance, 3))
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
			terms := listquery.Terms(search)
			where, args := listquery.Condition("body", terms)
			ids, err := db.All[int](context.Background(), d, "SELECT id FROM test_texts WHERE "+where+" ORDER BY id", args...)
			if err != nil {
				t.Fatalf("%q: %v", search, err)
			}
			inSQL := map[int]bool{}
			for _, id := range ids {
				inSQL[id] = true
			}
			for i, row := range rows {
				if inGo := listquery.Matches(row, terms); inGo != inSQL[i] {
					t.Errorf("%q in %q: Go says %v, the database %v (%v)", search, row, inGo, inSQL[i], terms)
				}
			}
			found += len(ids)
		}
		if found < searches || found > searches*texts/2 { // a search that finds nothing or everything tests nothing
			t.Errorf("%d rows found by %d searches", found, searches)
		}
	})
}
