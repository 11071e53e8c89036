package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Lists that the floor does not have; they use the same engine as students.
func partnersBy(sort string) question {
	return question{sort: sort, desc: true, area: &area{call: "PUT /v1/partner", key: "uuidPartner"}}
}

func promotionsBy(sort string) question {
	return question{sort: sort, desc: true, area: &area{call: "PUT /v1/stock", key: "uuidStock"}}
}

func reviewsBy(sort string) question {
	return question{sort: sort, desc: true, area: &area{call: "PUT /v1/comments/list", key: "uuidComment"}}
}

var lowReviews = question{sort: "createdAt", desc: true, area: &area{
	call: "PUT /v1/comments/list", filter: map[string]any{"status": "moderation", "answered": false, "maxRating": 2},
}}

// found searches a list.
func found(name string, q question, texts ...string) operation {
	return operation{name: name, goal: foundGoal, ask: func(ctx context.Context, t *turn) *http.Request {
		q := q
		q.search = texts[t.chance.IntN(len(texts))]
		return t.client.list(ctx, q)
	}}
}

// opened opens the cards of a random list page.
func opened(name string, q question, path string) operation {
	return operation{
		name: name, list: &q, goal: areaGoal,
		before: func(ctx context.Context, t *turn) error {
			q := q
			q.offset = middle.offset(t.total, t.chance)
			a, err := t.client.do(t.client.list(ctx, q))
			if err != nil {
				return err
			}
			var rows []map[string]any
			if err := json.Unmarshal(a.body, &rows); err != nil {
				return err
			}
			for _, row := range rows {
				t.rows = append(t.rows, fmt.Sprint(row[q.area.key]))
			}
			return nil
		},
		ask: func(ctx context.Context, t *turn) *http.Request {
			return t.client.request(ctx, "GET "+path+t.rows[t.chance.IntN(len(t.rows))], nil)
		},
	}
}

func findCode(ctx context.Context, t *turn) *http.Request {
	return t.client.request(ctx, "PUT /v1/stock/codes/find", map[string]string{"codeValue": fmt.Sprintf("STUD-%08d", 1+t.chance.IntN(t.system.students))})
}
