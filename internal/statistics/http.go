package statistics

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const batch = 50

var ratingSorts = rest.Sorting{Keys: []string{sortBarcodes, sortCards}, Direction: listquery.Descending, PageSize: batch}

// Routes are the calls of this area.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v2/statistics", access.Statistics, "Показатели программы", s.tiles),
		rest.List("GET /v2/statistics/partner", access.Statistics, "Рейтинг партнёров по просмотрам", ratingSorts, s.rating),
	}
}

// PeriodIn is the header that both calls take.
type PeriodIn struct {
	Period Period `header:"X-Period" enum:"all,month" doc:"За всё время (all, по умолчанию) или за последние 30 дней (month)"`
}

func (p PeriodIn) period() Period {
	if p.Period == "" {
		return AllTime
	}
	return p.Period
}

type tilesIn struct{ PeriodIn }

type tileWire struct {
	Value  int   `json:"value" doc:"Сколько есть сейчас или добавлено за 30 дней"`
	IsUp   bool  `json:"up" doc:"За последние 30 дней добавлено не меньше, чем за 30 дней до них"`
	Change int   `json:"change" doc:"На сколько больше"`
	Series []int `json:"series" nullable:"false" doc:"Двенадцать значений с шагом 30 дней, последнее равно value"`
	Added  []int `json:"added" nullable:"false" doc:"Сколько добавлено за каждые из двенадцати 30 дней, последние заканчиваются сегодня"`
}

type tilesWire struct {
	Students   tileWire `json:"students"`
	Partners   tileWire `json:"partners"`
	Promotions tileWire `json:"stocks"`
	Points     tileWire `json:"points"`
}

func (s *Service) tiles(ctx context.Context, in *tilesIn) (tilesWire, error) {
	t, err := s.Tiles(ctx, in.period())
	return tilesWire{Students: tileWire(t.Students), Partners: tileWire(t.Partners), Promotions: tileWire(t.Promotions), Points: tileWire(t.Points)}, err
}

type ratingIn struct {
	rest.Paging
	PeriodIn
	AfterValue   int64  `header:"X-After-Value" minimum:"0" doc:"Просмотры партнёра, после которого продолжить"`
	AfterPartner string `header:"X-After-Partner" format:"uuid" doc:"Партнёр, после которого продолжить, вместо X-Offset: так следующая порция не зависит от того, что посмотрели за это время"`
}

func (in ratingIn) filter() Filter {
	f := Filter{Period: in.period()}
	if in.AfterPartner != "" {
		f.After = &After{in.AfterValue, in.AfterPartner}
	}
	return f
}

type ratedWire struct {
	UUID  string  `json:"uuidPartner"`
	Name  string  `json:"name"`
	Logo  *string `json:"logo"`
	Value int64   `json:"value"`
	Share float64 `json:"share" doc:"Доля от просмотров первого в рейтинге, от 0 до 1"`
}

func (s *Service) rating(ctx context.Context, in *ratingIn) (listquery.Page[ratedWire], error) {
	r, err := s.Rating(ctx, rest.Query(in.Paging, "", in.filter()))
	out := listquery.Page[ratedWire]{Total: r.Total, Rows: make([]ratedWire, len(r.Rows))}
	for i, p := range r.Rows {
		out.Rows[i] = ratedWire{UUID: p.UUID, Name: p.Name, Value: p.Views}
		if link := files.PublicLink(p.Logo); link != "" {
			out.Rows[i].Logo = &link
		}
		if r.Most > 0 {
			out.Rows[i].Share = float64(p.Views) / float64(r.Most)
		}
	}
	return out, err
}
