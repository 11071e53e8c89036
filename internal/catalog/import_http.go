package catalog

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/rest"
)

// uploadForm is a file of the console's limit with its form around it.
const uploadForm = 6 << 20

func (s *Service) importRoutes() (routes []rest.Route) {
	for _, c := range []struct {
		kind Kind
		what string
	}{
		{Universities, "университеты"},
		{Cities, "города"},
		{Regions, "регионы"},
		{PartnerCategories, "категории партнёров"},
		{KnowledgeCategories, "категории базы знаний"},
		{Faculties, "каталог факультетов"},
	} {
		routes = append(routes, rest.Upload("POST /v1/catalog/"+string(c.kind)+"/import", access.Catalogues, "Загрузить "+c.what+" из csv", uploadForm, s.upload(c.kind)))
	}
	return routes
}

type importIn struct {
	IsDry bool `header:"X-Dry-Run" doc:"Только посчитать, ничего не сохраняя"`
	files.UploadIn
}

type importWire struct {
	Added   int      `json:"added"`
	Changed int      `json:"changed" doc:"Известные города, данные которых файл дополняет или меняет"`
	Known   int      `json:"known" doc:"Уже есть и не изменятся или повторяются в файле"`
	Wrong   int      `json:"wrong"`
	Lines   []string `json:"lines" doc:"Первые 100 ошибок: «строка 7: …»"`
	Sample  []string `json:"sample" doc:"При проверке: первые три строки, как их прочитала программа"`
}

const shownLines = 100

func (s *Service) upload(kind Kind) func(context.Context, *importIn) (importWire, error) {
	return func(ctx context.Context, in *importIn) (importWire, error) {
		file, load := in.RawBody.Data().File, s.Upload
		if in.IsDry {
			load = s.Try
		}
		done, err := load(ctx, kind, file)
		shown := done.Wrong[:min(shownLines, len(done.Wrong))]
		return importWire{
			Added: done.Added, Changed: done.Changed, Known: done.Known, Wrong: len(done.Wrong), Lines: append([]string{}, shown...), Sample: append([]string{}, done.Sample...),
		}, err
	}
}
