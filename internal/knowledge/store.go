package knowledge

import (
	"context"
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
)

// The facets of the list.
const (
	facetCategory = iota
	facetOwner
	facetID
)

const programme = "0" // facet value of the programme's own questions

// listDefinition declares the list of questions. It has no scope: the knowledge base is programme-wide.
var listDefinition = listengine.Definition{
	Table: "knowledge_questions", From: "knowledge_questions q", ID: "q.id", Search: "q.search_text", Rows: rowsByID,
	Facets: []listengine.Facet{facetCategory: listengine.Value("q.category_id"), facetOwner: listengine.Value("coalesce(q.university_id, " + programme + ")"), facetID: listengine.Value("q.id")},
	Sorts: map[string]listengine.Sort{
		sortDate: listengine.ByID(), sortVotes: listengine.ByNumber("q.votes_plus + q.votes_minus"), sortText: listengine.ByText("q.question_key"),
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

// lock locks the existing ones of the questions until the transaction ends, in order of id, so that two overlapping
// selections cannot deadlock.
func lock(ctx context.Context, tx db.Tx, uuids ...string) ([]Question, error) {
	ids, err := db.All[int64](ctx, tx, "SELECT id FROM knowledge_questions WHERE uuid IN (?) ORDER BY id"+tx.ForUpdate(), uuids)
	if err != nil {
		return nil, err
	}
	return db.All[Question](ctx, tx, rowsByID+" ORDER BY q.id", ids)
}

// categories returns all categories, sorted here by folded name: they are few, and the table has no folded key.
func categories(ctx context.Context, q db.Querier) ([]Category, error) {
	all, err := db.All[Category](ctx, q, `SELECT c.uuid, c.name, (SELECT count(*) FROM knowledge_questions q WHERE q.category_id = c.id) AS questions
		FROM knowledge_categories c ORDER BY c.id`)
	slices.SortStableFunc(all, func(a, b Category) int { return strings.Compare(listquery.Fold(a.Name), listquery.Fold(b.Name)) })
	return all, err
}

func categoryIDs(ctx context.Context, q db.Querier, uuid string) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM knowledge_categories WHERE uuid = ?", uuid)
}

const movedAtOnce = 500

func moveCategory(ctx context.Context, tx db.Tx, from, into int64) ([]int64, error) {
	return db.All[int64](ctx, tx, `UPDATE knowledge_questions SET category_id = ? WHERE id IN (
		SELECT id FROM knowledge_questions WHERE category_id = ? ORDER BY id LIMIT ?) RETURNING id`, into, from, movedAtOnce)
}

func universityIDs(ctx context.Context, q db.Querier, uuid string) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT id FROM universities WHERE uuid = ?", uuid)
}

// added holds the columns of a new question.
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

// categoryNames and universityNames return a name by its uuid; none for an unknown one.
func categoryNames(ctx context.Context, q db.Querier, uuid string) ([]string, error) {
	if uuid == "" {
		return nil, nil
	}
	return db.All[string](ctx, q, "SELECT name FROM knowledge_categories WHERE uuid = ?", uuid)
}

func universityNames(ctx context.Context, q db.Querier, uuid string) ([]string, error) {
	if uuid == "" {
		return nil, nil
	}
	return db.All[string](ctx, q, "SELECT short_name FROM universities WHERE uuid = ?", uuid)
}

// exportColumns are what a row of the spreadsheet shows, over the tables of listDefinition.
const exportColumns = `q.id, q.question, q.answer, (SELECT c.name FROM knowledge_categories c WHERE c.id = q.category_id) AS category,
	coalesce((SELECT u.short_name FROM universities u WHERE u.id = q.university_id), 'Программа') AS university, q.votes_plus, q.votes_minus, q.created_at`
