package catalog

import (
	"context"
	"net/http"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

var entrySorts = rest.Sorting{Keys: []string{sortName}, Direction: listquery.Ascending, PageSize: pageSize}

// catalogues are those whose entries have uuids, with what their calls say of an entry.
var catalogues = []struct {
	kind        Kind
	all, change string
	merges      bool
}{
	{Cities, "Города", "город", true},
	{PartnerCategories, "Категории партнёров", "категорию партнёров", true},
	{KnowledgeCategories, "Категории базы знаний", "категорию базы знаний", true},
	{Faculties, "Каталог факультетов по ИНН", "факультет каталога", false},
}

func (s *Service) entryRoutes() []rest.Route {
	routes := []rest.Route{
		rest.List("PUT /v1/catalog/regions", access.Catalogues, "Регионы", entrySorts, s.list(Regions)),
		rest.Call("POST /v1/catalog/regions", access.Catalogues, "Добавить регион", s.add(Regions)),
		rest.Call("PUT /v1/catalog/regions/{code}", access.Catalogues, "Переименовать регион", s.saveRegion),
		rest.Call("DELETE /v1/catalog/regions/{code}", access.Catalogues, "Удалить регион без городов", s.deleteRegion),
		rest.Call("GET /v1/catalog/merges", access.Catalogues, "Последние объединения", s.merges),
	}
	for _, c := range catalogues {
		path := "/v1/catalog/" + string(c.kind)
		routes = append(routes,
			rest.List("PUT "+path, access.Catalogues, c.all, entrySorts, s.list(c.kind)),
			rest.Call("POST "+path, access.Catalogues, "Добавить "+c.change, s.add(c.kind)),
			rest.Call("PUT "+path+"/{uuid}", access.Catalogues, "Переименовать "+c.change, s.save(c.kind)),
			rest.Call("DELETE "+path+"/{uuid}", access.Catalogues, "Удалить "+c.change+", если ничего не относится", s.delete(c.kind)),
		)
		if c.merges {
			merge := rest.Confirmed(rest.Call("POST "+path+"/{uuid}/merge", access.Catalogues, "Объединить "+c.change+" с другой записью", s.merge(c.kind)))
			routes = append(routes, rest.WithStatus(merge, http.StatusAccepted))
		}
	}
	return routes
}

// EntriesIn is what narrows a catalogue.
type EntriesIn struct {
	SearchIn
	Region *string `json:"codeRegion,omitempty" nullable:"true" maxLength:"10" doc:"Только города этого региона"`
}

type entriesIn struct {
	rest.Paging
	Body EntriesIn
}

type entryWire struct {
	ID         string `json:"id" doc:"uuid; у региона код"`
	Name       string `json:"name"`
	Region     string `json:"codeRegion" doc:"У города"`
	RegionName string `json:"nameRegion" doc:"У города"`
	INN        string `json:"inn" doc:"У факультета"`
	University string `json:"shortNameUniversity" doc:"У факультета: чей это ИНН; пусто, если такого университета нет"`
	IsUsed     bool   `json:"isUsed" doc:"К записи что-то относится: удалить нельзя"`
	Version    int64  `json:"version"`
}

func (s *Service) list(kind Kind) func(context.Context, *entriesIn) (listquery.Page[entryWire], error) {
	return func(ctx context.Context, in *entriesIn) (listquery.Page[entryWire], error) {
		p, err := s.Entries(ctx, kind, rest.Query(in.Paging, rest.Text(in.Body.Search), EntryFilter{Region: rest.Text(in.Body.Region)}))
		out := listquery.Page[entryWire]{Total: p.Total, Rows: make([]entryWire, len(p.Rows))}
		for i, e := range p.Rows {
			out.Rows[i] = entryWire{
				ID: e.UUID, Name: e.Name, Region: e.Region, RegionName: e.RegionName, INN: e.INN, University: e.University, IsUsed: e.IsUsed, Version: e.Version,
			}
		}
		return out, err
	}
}

// EntryIn is the form of an entry.
type EntryIn struct {
	Name    string  `json:"name" doc:"До 200 символов, у факультета до 300"`
	Region  *string `json:"codeRegion,omitempty" nullable:"true" doc:"Обязателен у города"`
	Code    *string `json:"code,omitempty" nullable:"true" doc:"Нового региона, не меняется"`
	INN     *string `json:"inn,omitempty" nullable:"true" doc:"Нового факультета, не меняется"`
	Version *int64  `json:"version,omitempty" nullable:"true" doc:"Версия, которую меняют"`
}

func (b EntryIn) form() EntryForm {
	return EntryForm{Name: b.Name, Region: rest.Text(b.Region), Code: rest.Text(b.Code), INN: rest.Text(b.INN)}
}

func (b EntryIn) change() EntryChange {
	return EntryChange{Form: b.form(), Stale: func(version int64) bool { return b.Version != nil && *b.Version != version }}
}

type addEntryIn struct{ Body EntryIn }

type entryIDWire struct {
	ID string `json:"id"`
}

func (s *Service) add(kind Kind) func(context.Context, *addEntryIn) (entryIDWire, error) {
	return func(ctx context.Context, in *addEntryIn) (entryIDWire, error) {
		id, err := s.AddEntry(ctx, kind, in.Body.form())
		return entryIDWire{ID: id}, err
	}
}

type entryIn struct {
	UUID string `path:"uuid"`
}

type saveEntryIn struct {
	UUID string `path:"uuid"`
	Body EntryIn
}

func (s *Service) save(kind Kind) func(context.Context, *saveEntryIn) (rest.Nothing, error) {
	return func(ctx context.Context, in *saveEntryIn) (rest.Nothing, error) {
		return rest.Nothing{}, s.SaveEntry(ctx, kind, in.UUID, in.Body.change())
	}
}

func (s *Service) delete(kind Kind) func(context.Context, *entryIn) (rest.Nothing, error) {
	return func(ctx context.Context, in *entryIn) (rest.Nothing, error) {
		return rest.Nothing{}, s.DeleteEntry(ctx, kind, in.UUID)
	}
}

type regionIn struct {
	Code string `path:"code" doc:"Код региона, например RU-MOW"`
}

type saveRegionIn struct {
	Code string `path:"code" doc:"Код региона, например RU-MOW"`
	Body EntryIn
}

func (s *Service) saveRegion(ctx context.Context, in *saveRegionIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SaveEntry(ctx, Regions, in.Code, in.Body.change())
}

func (s *Service) deleteRegion(ctx context.Context, in *regionIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeleteEntry(ctx, Regions, in.Code)
}

type mergeIn struct {
	UUID string `path:"uuid"`
	Body struct {
		Into string `json:"uuidInto" format:"uuid" doc:"Запись, которая останется"`
	}
}

type mergeWire struct {
	UUID      string      `json:"uuidMerge"`
	Kind      Kind        `json:"kind" enum:"cities,partner-categories,knowledge-categories"`
	From      string      `json:"nameFrom"`
	Into      string      `json:"nameInto"`
	Status    MergeStatus `json:"status" enum:"running,done,error"`
	Moved     int64       `json:"moved" doc:"Сколько записей перенесено"`
	CreatedAt string      `json:"createdAt"`
}

func (m Merge) wire() mergeWire {
	return mergeWire{UUID: m.UUID, Kind: m.Kind, From: m.FromName, Into: m.IntoName, Status: m.Status, Moved: m.Moved, CreatedAt: clock.FormatStamp(m.CreatedAt)}
}

func (s *Service) merge(kind Kind) func(context.Context, *mergeIn) (mergeWire, error) {
	return func(ctx context.Context, in *mergeIn) (mergeWire, error) {
		m, err := s.Merge(ctx, kind, in.UUID, in.Body.Into)
		return m.wire(), err
	}
}

func (s *Service) merges(ctx context.Context, _ *struct{}) ([]mergeWire, error) {
	found, err := s.Merges(ctx)
	out := make([]mergeWire, len(found))
	for i, m := range found {
		out[i] = m.wire()
	}
	return out, err
}
