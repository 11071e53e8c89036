package attention

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/rest"
)

// Routes are the calls of this area. Every operator has them; what they answer depends on the role and the scope.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v1/attention", access.Attention, "Что требует внимания", s.tasks),
		rest.Call("PUT /v1/find", access.Attention, "Поиск по всем разделам, до пяти строк каждого", s.find),
	}
}

type taskWire struct {
	Kind   string  `json:"kind" enum:"applications,news,reviews,codes,imports,partners,points,invitations"`
	Count  int     `json:"count"`
	Oldest *string `json:"oldest" doc:"С какого времени ждёт та, что ждёт дольше всех; null: срок не важен"`
	Href   string  `json:"href" doc:"Страница консоли со списком этих записей"`
}

func (s *Service) tasks(ctx context.Context, _ *struct{}) ([]taskWire, error) {
	tasks, err := s.Tasks(ctx)
	out := make([]taskWire, len(tasks))
	for i, t := range tasks {
		out[i] = taskWire{Kind: t.Kind, Count: t.Count, Href: t.Href}
		if t.Oldest != nil {
			out[i].Oldest = rest.Null(clock.FormatStamp(*t.Oldest))
		}
	}
	return out, err
}

type findIn struct {
	Body struct {
		Search string `json:"q" maxLength:"200"`
	}
}

type groupWire struct {
	Area string    `json:"area" enum:"students,applications,partners,promotions,reviews,news,knowledge,operators"`
	Hits []hitWire `json:"hits"`
}

type hitWire struct {
	UUID   string `json:"uuid"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
	Href   string `json:"href" doc:"Карточка в консоли"`
}

func (s *Service) find(ctx context.Context, in *findIn) ([]groupWire, error) {
	groups, err := s.Find(ctx, in.Body.Search)
	out := make([]groupWire, len(groups))
	for i, g := range groups {
		out[i] = groupWire{Area: string(g.Area), Hits: make([]hitWire, len(g.Hits))}
		for j, h := range g.Hits {
			out[i].Hits[j] = hitWire(h)
		}
	}
	return out, err
}
