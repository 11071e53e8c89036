package knowledge

import (
	"context"
	"slices"
	"strings"
	"time"

	"studbonus/internal/db"
	"studbonus/internal/index"
	"studbonus/internal/list"
)

// listName is the list's name in the feed of changes.
const listName = "knowledge"

// The facets of the list.
const (
	facetCategory = iota
	facetOwner
)

const programme = "0" // the facet value of questions that belong to the programme itself

// source says how the list is filled, filtered and sorted. It has no scope: the knowledge base is programme-wide.
var source = index.Source{
	Name: listName, From: "knowledge_questions q", ID: "q.id", Search: "q.search_text",
	Facets: []index.Facet{index.Value("q.category_id"), index.Value("coalesce(q.university_id, " + programme + ")")},
	Sorts: map[string]index.Sort{
		sortDate: index.ByID(), sortVotes: index.Number("q.votes_plus + q.votes_minus"), sortText: index.Text("q.question_key"),
	},
}

const selectQuestions = `SELECT q.id, q.uuid, c.uuid AS category_uuid, c.name AS category_name,
	q.university_id, u.uuid AS university_uuid, u.short_name AS university_name,
	q.question, q.answer, q.votes_plus, q.votes_minus, q.version, q.created_at
	FROM knowledge_questions q
	JOIN knowledge_categories c ON c.id = q.category_id
	LEFT JOIN universities u ON u.id = q.university_id
	WHERE `

const rowsByID = selectQuestions + "q.id IN (?)"

func byUUID(ctx context.Context, q db.Querier, uuid string) (Question, error) {
	return db.Get[Question](ctx, q, selectQuestions+"q.uuid = ?", uuid)
}

// lock keeps others from changing the questions until the transaction ends: those of the uuids that exist, always in one
// order, so that two selections never wait for each other.
func lock(ctx context.Context, tx db.Tx, uuids ...string) ([]Question, error) {
	ids, err := db.All[int64](ctx, tx, "SELECT id FROM knowledge_questions WHERE uuid IN (?) ORDER BY id"+tx.ForUpdate(), uuids)
	if err != nil {
		return nil, err
	}
	return db.All[Question](ctx, tx, rowsByID+" ORDER BY q.id", ids)
}

// categories are all there are, by name in the order of the house: they are few, and their table keeps no folded key.
func categories(ctx context.Context, q db.Querier) ([]Category, error) {
	all, err := db.All[Category](ctx, q, `SELECT c.uuid, c.name, (SELECT count(*) FROM knowledge_questions q WHERE q.category_id = c.id) AS questions
		FROM knowledge_categories c ORDER BY c.id`)
	slices.SortStableFunc(all, func(a, b Category) int { return strings.Compare(list.Fold(a.Name), list.Fold(b.Name)) })
	return all, err
}

func categoryIDs(ctx context.Context, q db.Querier, uuid string) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM knowledge_categories WHERE uuid = ?", uuid)
}

func universityIDs(ctx context.Context, q db.Querier, uuid string) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM universities WHERE uuid = ?", uuid)
}

// added is a question on its way into the table.
type added struct {
	uuid     string
	category int64
	owner    *int64
	draft    Draft
	at       time.Time
}

func insert(ctx context.Context, tx db.Tx, a added) (int64, error) {
	return db.One[int64](ctx, tx, `INSERT INTO knowledge_questions (uuid, category_id, university_id, question, question_key, answer, search_text, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		a.uuid, a.category, a.owner, a.draft.Question, a.draft.key(), a.draft.Answer, a.draft.searchText(), a.at)
}

func save(ctx context.Context, tx db.Tx, id, category int64, d Draft) error {
	_, err := tx.Exec(ctx, "UPDATE knowledge_questions SET category_id = ?, question = ?, question_key = ?, answer = ?, search_text = ?, version = version + 1 WHERE id = ?",
		category, d.Question, d.key(), d.Answer, d.searchText(), id)
	return err
}

func remove(ctx context.Context, tx db.Tx, ids []int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM knowledge_questions WHERE id IN (?)", ids)
	return err
}
