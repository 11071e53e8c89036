package news

import (
	"context"
	"net/http"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/rest"
)

func (s *Service) surveyRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v2/news/pooling/{uuidNews}", access.News, "Опрос новости с итогами", s.survey),
		rest.Call("POST /v2/news/pooling", access.News, "Добавить опрос к новости", s.addSurvey),
		rest.Call("DELETE /v1/news/pooling/{uuidPooling}", access.News, "Удалить опрос без голосов", s.deleteSurvey),
		rest.Download("GET /v2/news/pooling/export/{uuidPooling}", access.News, "Итоги опроса в xlsx", s.exportSurvey),
	}
}

type surveyWire struct {
	_         struct{}       `nullable:"true"`
	UUID      string         `json:"uuidPooling"`
	Begin     string         `json:"startPooling"`
	End       string         `json:"endPooling"`
	IsView    bool           `json:"isView"`
	Voted     int            `json:"voted" doc:"Сколько студентов проголосовало"`
	Questions []questionWire `json:"questions"`
}

type questionWire struct {
	Text        string        `json:"question"`
	Kind        QuestionKind  `json:"questionType" enum:"single,multiple"`
	AllowsOther bool          `json:"allowOther"`
	Others      int           `json:"countAllOther"`
	Variants    []variantWire `json:"answerVariants"`
}

type variantWire struct {
	Text   string `json:"answerVariant"`
	Letter string `json:"position"`
	Voted  int    `json:"voted"`
}

func (s *Survey) wire() *surveyWire {
	if s == nil {
		return nil
	}
	out := &surveyWire{UUID: s.UUID, Begin: clock.FormatMinute(s.Begin), End: clock.FormatMinute(s.End), IsView: s.IsView, Voted: s.Voted, Questions: []questionWire{}}
	for _, q := range s.Questions {
		question := questionWire{Text: q.Text, Kind: q.Kind, AllowsOther: q.AllowsOther, Others: q.Others, Variants: []variantWire{}}
		for _, v := range q.Variants {
			question.Variants = append(question.Variants, variantWire{Text: v.Text, Letter: letters[v.Position], Voted: v.Voted})
		}
		out.Questions = append(out.Questions, question)
	}
	return out
}

func (s *Service) survey(ctx context.Context, in *cardIn) (*surveyWire, error) {
	found, err := s.Survey(ctx, in.UUID)
	return found.wire(), err
}

// SurveyFields is the survey dialog, alone or as part of an item's form.
type SurveyFields struct {
	Begin     *string         `json:"startPooling,omitempty"`
	End       *string         `json:"endPooling,omitempty"`
	IsView    bool            `json:"isView,omitempty" doc:"Студенты видят итоги"`
	Questions []QuestionField `json:"questions,omitempty" nullable:"true" maxItems:"100"`
}

// QuestionField is one question of the dialog.
type QuestionField struct {
	Text        string         `json:"question"`
	Kind        string         `json:"questionType" enum:"single,multiple"`
	AllowsOther bool           `json:"allowOther,omitempty"`
	Variants    []VariantField `json:"answersVariants,omitempty" nullable:"true" maxItems:"100"`
}

// VariantField is one answer of the dialog.
type VariantField struct {
	Text   string  `json:"text"`
	Letter *string `json:"position,omitempty" doc:"a, b, c … z, za, zb, zc, zd; по порядку, если не указана"`
}

type surveyForm struct {
	_ struct{} `nullable:"true"`
	SurveyFields
}

func (b SurveyFields) form() SurveyForm {
	f := SurveyForm{Begin: rest.Text(b.Begin), End: rest.Text(b.End), IsView: b.IsView}
	for _, q := range b.Questions {
		question := QuestionForm{Text: q.Text, Kind: QuestionKind(q.Kind), AllowsOther: q.AllowsOther}
		for _, v := range q.Variants {
			question.Variants = append(question.Variants, VariantForm{Text: v.Text, Letter: rest.Text(v.Letter)})
		}
		f.Questions = append(f.Questions, question)
	}
	return f
}

type addSurveyIn struct {
	Body struct {
		News string `json:"uuidNews" format:"uuid"`
		SurveyFields
	}
}

type surveyAddedWire struct {
	UUID string `json:"uuidPooling"`
}

func (s *Service) addSurvey(ctx context.Context, in *addSurveyIn) (surveyAddedWire, error) {
	id, err := surveys.add(ctx, s, in.Body.News, in.Body.form())
	return surveyAddedWire{UUID: id}, err
}

type surveyIn struct {
	UUID string `path:"uuidPooling"`
}

func (s *Service) deleteSurvey(ctx context.Context, in *surveyIn) (rest.Nothing, error) {
	return rest.Nothing{}, surveys.delete(ctx, s, in.UUID)
}

func (s *Service) exportSurvey(ctx context.Context, in *surveyIn) (func(http.ResponseWriter, *http.Request), error) {
	file, err := s.ExportSurvey(ctx, in.UUID)
	return rest.Spreadsheet("survey.xlsx", file), err
}
