package promotions

import (
	"context"
	"mime"
	"net/http"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

var statisticsSorts = rest.Sorting{Keys: []string{sortGranted, sortCode}, Direction: listquery.Descending, PageSize: pageSize}

func (s *Service) codeRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v1/stock/{uuidStock}/codes/count", access.Promotions, "Сколько промокодов осталось и выдано", s.codes),
		rest.List("GET /v1/stock/{uuidStock}/statistic", access.Promotions, "Выданные промокоды", statisticsSorts, s.statistics),
		rest.ConfirmedWhen(rest.Download("GET /v1/stock/{uuidStock}/statistic/xlsx", access.Promotions, "Выданные промокоды таблицей xlsx", s.exportStatistics), s.hasManyHolders),
		rest.Slow(rest.Call("POST /v1/stock/codes/check", access.Promotions, "Проверить файл с промокодами, ничего не сохраняя", s.check)),
		rest.Call("PUT /v1/stock/codes/find", access.Promotions, "Найти промокод во всех акциях", s.find),
	}
}

type badLineWire struct {
	Line   int    `json:"line" doc:"Номер строки файла с единицы"`
	Value  string `json:"value"`
	Reason string `json:"reason"`
}

func badLines(lines []BadLine) []badLineWire {
	out := make([]badLineWire, len(lines))
	for i, l := range lines {
		out[i] = badLineWire(l)
	}
	return out
}

type importWire struct {
	_          struct{}      `nullable:"true"`
	Status     ImportStatus  `json:"status" enum:"queued,running,done,error"`
	Progress   int           `json:"progress" doc:"Проценты"`
	Total      int64         `json:"total" doc:"Строк с содержимым без заголовка; 0, пока файл не прочитан"`
	Imported   int64         `json:"imported"`
	Duplicates int64         `json:"duplicates"`
	Invalid    int64         `json:"invalid"`
	Error      *string       `json:"error"`
	FileName   *string       `json:"fileName"`
	StartedAt  string        `json:"createdAt"`
	UpdatedAt  string        `json:"updatedAt"`
	BadLines   []badLineWire `json:"badLines" doc:"Первые строки, которые не подошли"`
}

type countsWire struct {
	Remaining  int64       `json:"remainingCodesCount"`
	Used       int64       `json:"usedCodesCount"`
	LastsUntil *string     `json:"lastsUntil" doc:"На какой день хватит промокодов, если их будут брать как сейчас"`
	IsLow      bool        `json:"isLow" doc:"Промокоды закончились или скоро закончатся, а акция продолжается"`
	Import     *importWire `json:"import" doc:"Файл, который загружается, или последний загруженный"`
}

func (s *Service) codes(ctx context.Context, in *cardIn) (countsWire, error) {
	c, err := s.Codes(ctx, in.UUID)
	out := countsWire{Remaining: c.Remaining, Used: c.Used, LastsUntil: rest.Null(c.LastsUntil.Wire()), IsLow: c.IsLow}
	if i := c.Import; i != nil {
		out.Import = &importWire{
			Status: i.Status, Progress: i.Progress(), Total: i.Total, Imported: i.Imported, Duplicates: i.Duplicates, Invalid: i.Invalid, Error: rest.Null(i.Error),
			FileName: rest.Null(i.FileName), StartedAt: clock.FormatStamp(i.CreatedAt), UpdatedAt: clock.FormatStamp(i.UpdatedAt), BadLines: badLines(i.Bad()),
		}
	}
	return out, err
}

type statisticsIn struct {
	UUID string `path:"uuidStock"`
	rest.Paging
}

type takenWire struct {
	Code     string  `json:"codeValue"`
	UserName string  `json:"userName"`
	User     *string `json:"uuidUser"`
	Granted  string  `json:"granted"`
}

func (s *Service) statistics(ctx context.Context, in *statisticsIn) (listquery.Page[takenWire], error) {
	p, err := s.Statistics(ctx, in.UUID, rest.Query(in.Paging, "", struct{}{}))
	out, scope := listquery.Page[takenWire]{Total: p.Total, Rows: make([]takenWire, len(p.Rows))}, access.From(ctx).Scope()
	for i, t := range p.Rows {
		name, uuid := t.shown(scope.Covers)
		out.Rows[i] = takenWire{Code: t.Code, UserName: name, User: uuid, Granted: clock.FormatStamp(t.Granted)}
	}
	return out, err
}

func (s *Service) hasManyHolders(ctx context.Context, in *cardIn) (bool, error) {
	return s.HasManyHolders(ctx, in.UUID)
}

func (s *Service) exportStatistics(ctx context.Context, in *cardIn) (func(http.ResponseWriter, *http.Request), error) {
	f, err := s.ExportStatistics(ctx, in.UUID)
	if err != nil {
		return nil, err
	}
	return func(w http.ResponseWriter, r *http.Request) {
		defer f.Close() //nolint:errcheck // only read
		w.Header().Set("Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "Статистика акции.xlsx"}))
		http.ServeContent(w, r, "", time.Time{}, f)
	}, nil
}

type checkIn struct {
	Body struct {
		File      string  `json:"fileUrl" maxLength:"2000" doc:"keyFile или urlFile загруженного csv"`
		Promotion *string `json:"uuidStock,omitempty" format:"uuid" doc:"Акция, к которой файл добавят; у новой её нет"`
	}
}

type checkWire struct {
	Total      int64         `json:"total" doc:"Строк с содержимым без заголовка"`
	New        int64         `json:"new"`
	Repeated   int64         `json:"repeated" doc:"Повторов внутри файла"`
	Known      int64         `json:"known" doc:"Уже есть в этой акции"`
	Invalid    int64         `json:"invalid"`
	Scientific int64         `json:"scientific" doc:"Похожи на числа, испорченные Excel: 1,23E+12"`
	LostZeros  int64         `json:"lostZeros" doc:"Возможно, потеряли нули в начале"`
	LookAlikes int64         `json:"lookAlikes" doc:"Русские буквы среди латинских"`
	HasHeader  bool          `json:"withHeader"`
	Encoding   string        `json:"encoding" enum:"utf-8,windows-1251"`
	Delimiter  string        `json:"delimiter" doc:"Разделитель столбцов; в файле из одного столбца — все возможные"`
	BadLines   []badLineWire `json:"badLines" doc:"Первые строки, которые не подошли"`
	Suspects   []badLineWire `json:"suspects" doc:"Первые подозрительные строки: они подойдут, но стоит проверить"`
	Sample     []string      `json:"sample" doc:"Первые промокоды файла"`
}

func (s *Service) check(ctx context.Context, in *checkIn) (checkWire, error) {
	c, err := s.CheckFile(ctx, in.Body.File, rest.Text(in.Body.Promotion))
	return checkWire{
		Total: c.Total, New: c.New, Repeated: c.Repeated, Known: c.Known, Invalid: c.Invalid, Scientific: c.Scientific, LostZeros: c.LostZeros, LookAlikes: c.LookAlikes, HasHeader: c.HasHeader, Encoding: c.Encoding, Delimiter: c.Delimiter,
		BadLines: badLines(c.Bad), Suspects: badLines(c.Suspects), Sample: c.Sample,
	}, err
}

type findIn struct {
	Body struct {
		Code string `json:"codeValue" maxLength:"500"`
	}
}

type foundWire struct {
	Code          string  `json:"codeValue"`
	UUID          string  `json:"uuidStock"`
	Name          string  `json:"name" doc:"Название акции"`
	Status        Status  `json:"status" enum:"active,blocked"`
	State         State   `json:"state" enum:"planned,running,ended"`
	PartnerUUID   string  `json:"uuidPartner"`
	PartnerName   string  `json:"partnerName"`
	PartnerStatus string  `json:"partnerStatus" enum:"active,blocked"`
	IsTaken       bool    `json:"isTaken"`
	Granted       *string `json:"granted"`
	UserName      *string `json:"userName"`
	User          *string `json:"uuidUser"`
}

func (s *Service) find(ctx context.Context, in *findIn) ([]foundWire, error) {
	found, err := s.Find(ctx, in.Body.Code)
	out, scope, now := make([]foundWire, len(found)), access.From(ctx).Scope(), s.Clock()
	for i, f := range found {
		out[i] = foundWire{
			Code: f.Code, UUID: f.Row.UUID, Name: f.Row.Name, Status: f.Status, State: f.State(now),
			PartnerUUID: f.PartnerUUID, PartnerName: f.PartnerName, PartnerStatus: f.PartnerStatus, IsTaken: f.Granted != nil,
		}
		if f.Granted != nil {
			name, uuid := f.shown(scope.Covers)
			out[i].Granted, out[i].UserName, out[i].User = rest.Null(clock.FormatStamp(*f.Granted)), &name, uuid
		}
	}
	return out, err
}
