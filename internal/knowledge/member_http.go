package knowledge

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const memberPage = 20

// MemberRoutes are the calls of this area on the students' face. Guests read it too: it explains how to join.
func (s *Service) MemberRoutes() []rest.Route {
	return []rest.Route{
		rest.Feed("GET /s/v1/knowledge", access.Anyone, "Вопросы и ответы, новые сначала", memberPage, s.questions),
		rest.Call("PUT /s/v1/knowledge/{uuidQuestion}/vote", access.ActiveStudent, "Полезен ли ответ", s.vote),
	}
}

type questionsIn struct {
	Search   string `query:"search" maxLength:"200"`
	Category string `query:"category" format:"uuid"`
	rest.After
}

type memberQuestionWire struct {
	ID       string             `json:"id"`
	Category memberCategoryWire `json:"category"`
	Question string             `json:"question"`
	Answer   string             `json:"answer"`
	Useful   int                `json:"useful" doc:"Скольким студентам ответ полезен"`
	IsUseful *bool              `json:"isUseful" doc:"Ваш голос; null: не голосовали"`
}

type memberCategoryWire struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (s *Service) questions(ctx context.Context, in *questionsIn) (rest.Page[memberQuestionWire], error) {
	f := Filter{Category: in.Category}
	if err := in.Read(&f.Before); err != nil {
		return rest.Page[memberQuestionWire]{}, err
	}
	found, err := s.List(ctx, listquery.Query[Filter]{Filter: f, Search: in.Search, Sort: sortDate, Direction: listquery.Descending, Limit: in.Limit + 1})
	if err != nil {
		return rest.Page[memberQuestionWire]{}, err
	}
	votes := map[int64]bool{}
	if student := access.MemberFrom(ctx).Student; student != 0 {
		if votes, err = s.VotesOf(ctx, student, found.Rows); err != nil {
			return rest.Page[memberQuestionWire]{}, err
		}
	}
	return rest.NewPage(found.Rows, in.Limit, func(q Question) memberQuestionWire {
		out := memberQuestionWire{ID: q.UUID, Category: memberCategoryWire{ID: q.CategoryUUID, Name: q.CategoryName}, Question: q.Text, Answer: q.Answer, Useful: q.Plus}
		if is, voted := votes[q.ID]; voted {
			out.IsUseful = &is
		}
		return out
	}, func(q Question) any { return q.ID })
}

type memberVoteIn struct {
	UUID string `path:"uuidQuestion"`
	Body struct {
		IsUseful bool `json:"isUseful"`
	}
}

func (s *Service) vote(ctx context.Context, in *memberVoteIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Vote(ctx, Vote{Question: in.UUID, Student: access.MemberFrom(ctx).StudentUUID, IsPlus: in.Body.IsUseful})
}
