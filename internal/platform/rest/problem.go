package rest

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

// Problem is every error on the wire: application/problem+json with Russian texts for the operator.
type Problem struct {
	Type   string         `json:"type,omitempty" doc:"Название отказа, на который программа отвечает по-своему"`
	Title  string         `json:"title"`
	Status int            `json:"status"`
	Detail string         `json:"detail"`
	Errors []ProblemField `json:"errors,omitempty"`
	// Number is set on unexpected errors only; support finds the request in the log by it.
	Number string `json:"number,omitempty"`
}

// ProblemField is one broken rule of a form.
type ProblemField struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Error implements error.
func (p *Problem) Error() string { return p.Detail }

// GetStatus implements huma.StatusError.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType implements huma.ContentTypeFilter.
func (p *Problem) ContentType(ct string) string {
	return strings.Replace(ct, "application/json", "application/problem+json", 1)
}

// statuses maps each kind of fault to its HTTP status.
var statuses = map[fault.Kind]int{
	fault.KindMalformed:       http.StatusBadRequest,
	fault.KindUnauthenticated: http.StatusUnauthorized,
	fault.KindForbidden:       http.StatusForbidden,
	fault.KindNotFound:        http.StatusNotFound,
	fault.KindConflict:        http.StatusConflict,
	fault.KindTooLarge:        http.StatusRequestEntityTooLarge,
	fault.KindWrongType:       http.StatusUnsupportedMediaType,
	fault.KindInvalid:         http.StatusUnprocessableEntity,
	fault.KindTooMany:         http.StatusTooManyRequests,
	fault.KindUnavailable:     http.StatusServiceUnavailable,
}

var titles = map[int]string{
	http.StatusBadRequest:            "Некорректный запрос",
	http.StatusUnauthorized:          "Требуется вход",
	http.StatusForbidden:             "Доступ запрещён",
	http.StatusNotFound:              "Не найдено",
	http.StatusRequestTimeout:        "Запрос не дошёл",
	http.StatusConflict:              "Действие невозможно",
	http.StatusRequestEntityTooLarge: "Слишком много данных",
	http.StatusUnsupportedMediaType:  "Неподходящий тип данных",
	http.StatusUnprocessableEntity:   "Ошибка в данных",
	http.StatusTooManyRequests:       "Слишком много попыток",
	http.StatusServiceUnavailable:    "Сервис временно недоступен",
}

const internalTitle = "Внутренняя ошибка"

// problem converts an error to a Problem. Causes and unexpected errors go to the log only.
func (a *API) problem(ctx context.Context, err error) error {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		p := &Problem{Type: e.Type, Status: statuses[e.Kind], Detail: e.Message}
		p.Title = titles[p.Status]
		for _, f := range e.Fields {
			p.Errors = append(p.Errors, ProblemField{Field: f.Name, Message: f.Message})
		}
		if cause := errors.Unwrap(e); cause != nil {
			a.log.LogAttrs(ctx, slog.LevelWarn, "refused", slog.String("request", access.RequestFrom(ctx).ID), slog.String("cause", cause.Error()))
		}
		return withRetry(p, e.RetryAfter.Seconds())
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) { // the client is gone: nobody reads the response
		return &Problem{Status: http.StatusRequestTimeout, Title: titles[http.StatusRequestTimeout]}
	}
	if db.IsForeignKey(err) { // found a moment ago, but merged or deleted before the form was stored (rules 30.5)
		return a.problem(ctx, fault.Conflict("То, что выбрано в форме, только что удалили или объединили с другой записью. Обновите страницу и выберите заново.").Because(err))
	}
	if db.IsUnavailable(err) {
		a.log.LogAttrs(ctx, slog.LevelError, "database unavailable", slog.String("request", access.RequestFrom(ctx).ID), slog.String("cause", err.Error()))
		return withRetry(&Problem{
			Status: http.StatusServiceUnavailable, Title: titles[http.StatusServiceUnavailable],
			Detail: "Сервер сейчас не может выполнить запрос. Повторите через несколько секунд.",
		}, 2)
	}
	a.db.NoteCorruption(err)
	return a.internal(ctx, err)
}

func withRetry(p *Problem, seconds float64) error {
	if seconds <= 0 {
		return p
	}
	return huma.ErrorWithHeaders(p, http.Header{"Retry-After": {strconv.Itoa(int(math.Ceil(seconds)))}})
}

// internal logs an unexpected error and returns a generic problem with the same number.
func (a *API) internal(ctx context.Context, err error) *Problem {
	number := errorNumber(access.RequestFrom(ctx).ID)
	a.log.LogAttrs(ctx, slog.LevelError, "unexpected error",
		slog.String("request", access.RequestFrom(ctx).ID), slog.String("number", number), slog.String("cause", err.Error()))
	return &Problem{
		Status: http.StatusInternalServerError, Title: internalTitle, Number: number,
		Detail: "Внутренняя ошибка сервера. Номер ошибки: " + number + ".",
	}
}

// errorNumber is short enough to read out over the phone.
func errorNumber(requestID string) string {
	return strings.ToUpper(requestID[:min(len(requestID), 8)])
}

// writeProblem sends an error outside of a Huma handler.
func (a *API) writeProblem(w http.ResponseWriter, r *http.Request, err error) {
	shown := a.problem(r.Context(), err)
	if withHeaders, ok := errors.AsType[huma.HeadersError](shown); ok {
		for name, values := range withHeaders.GetHeaders() {
			w.Header()[name] = values
		}
	}
	p, ok := errors.AsType[*Problem](shown)
	if !ok {
		p = a.internal(r.Context(), err)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

// englishTexts translates the messages that Huma hard-codes.
var englishTexts = map[string]string{
	"request body is required":     "Запрос пуст.",
	"invalid integer":              "Ожидается целое число.",
	"invalid float":                "Ожидается число.",
	"cannot unmarshal number":      "Число вне допустимых границ.",
	"invalid boolean":              "Ожидается да или нет.",
	"File required":                "Приложите файл.",
	"Invalid mime type":            "Файл такого типа не принимается.",
	"required header parameter":    "Не хватает заголовка.",
	"required query parameter":     "Не хватает параметра.",
	"required path parameter":      "Не хватает параметра.",
	"cannot read multipart form":   "Приложите файл.",
	"Multiple files received":      "Приложите один файл.",
	"At least one file":            "Приложите файл.",
	"unexpected end of JSON input": "Запрос не удалось прочитать.",
	"request body too large":       "Слишком много данных.",
	"request body is too large":    "Слишком много данных.",
	"request body read timeout":    "Запрос не дошёл до конца. Повторите.",
}

// brokenBody is Huma's message for a truncated body, which it reports as a 500.
const brokenBody = "cannot read request body"

func russian(message string) string {
	for english, text := range englishTexts {
		if strings.Contains(message, english) {
			return text
		}
	}
	return message
}

// newProblem replaces huma.NewError: Huma's own errors become Russian problems that name the field.
func newProblem(status int, message string, errs ...error) huma.StatusError {
	if message == brokenBody {
		status = http.StatusBadRequest
	}
	p := &Problem{Status: status, Title: titles[status], Detail: russian(message)}
	for _, err := range errs {
		if err == nil {
			continue
		}
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok || strings.Contains(err.Error(), "request body too large") {
			return &Problem{Status: http.StatusRequestEntityTooLarge, Title: titles[http.StatusRequestEntityTooLarge], Detail: "Слишком много данных."}
		}
		if refused, ok := errors.AsType[*fault.Error](err); ok {
			return &Problem{Status: statuses[refused.Kind], Title: titles[statuses[refused.Kind]], Detail: refused.Message}
		}
		if d, ok := errors.AsType[*huma.ErrorDetail](err); ok {
			if d.Message == nulRefused {
				return &Problem{Status: http.StatusUnprocessableEntity, Title: titles[http.StatusUnprocessableEntity], Detail: nulRefused}
			}
			if f := (ProblemField{Field: fieldName(d), Message: russian(d.Message)}); !slices.Contains(p.Errors, f) { // pattern and format may both report it
				p.Errors = append(p.Errors, f)
			}
		}
	}
	switch {
	case status == http.StatusBadRequest:
		p.Detail, p.Errors = "Запрос не удалось прочитать.", nil
	case status == http.StatusUnsupportedMediaType:
		p.Detail, p.Errors = "Данные такого типа не принимаются.", nil
	case status == http.StatusUnprocessableEntity && len(p.Errors) == 1:
		p.Detail = p.Errors[0].Message
	case status == http.StatusUnprocessableEntity:
		p.Detail = "Проверьте заполнение полей."
	case status >= http.StatusInternalServerError:
		p.Title, p.Detail, p.Errors = internalTitle, "Внутренняя ошибка сервера.", nil
	}
	return p
}

// fieldName turns body.studentInfo.name into studentInfo.name; for a missing property it appends the property's name.
func fieldName(d *huma.ErrorDetail) string {
	at := d.Location
	for _, prefix := range []string{"body.", "header.", "query.", "path."} {
		at = strings.TrimPrefix(at, prefix)
	}
	if missing, ok := strings.CutPrefix(d.Message, requiredPrefix); ok {
		name := strings.Trim(missing, "«».")
		if at == "body" {
			return name
		}
		return at + "." + name
	}
	return at
}

const requiredPrefix = "Не хватает поля "

// Huma keeps these settings in package variables, so they hold for every API of the process.
func init() {
	huma.DefaultArrayNullable = false // otherwise the console's types become T[] | null
	huma.NewError = newProblem
	validation.MsgExpectedRequiredProperty = requiredPrefix + "«%s»."
	validation.MsgExpectedString = "Ожидается текст."
	validation.MsgExpectedInteger = "Ожидается целое число."
	validation.MsgExpectedNumber = "Ожидается число."
	validation.MsgExpectedBoolean = "Ожидается да или нет."
	validation.MsgExpectedArray = "Ожидается список."
	validation.MsgExpectedObject = "Ожидается объект."
	validation.MsgExpectedOneOf = "Допустимые значения: %s."
	validation.MsgExpectedRFC4122UUID = "Неверный идентификатор.%.0v"
	validation.MsgExpectedBePattern = "Неверный %s."
	validation.MsgExpectedMinLength = "Не короче %d символов."
	validation.MsgExpectedMaxLength = "Не длиннее %d символов."
	validation.MsgExpectedMinItems = "Не меньше %d."
	validation.MsgExpectedMaxItems = "Не больше %d."
	validation.MsgExpectedMinimumNumber = "Не меньше %v."
	validation.MsgExpectedMaximumNumber = "Не больше %v."
	validation.MsgExpectedArrayItemsUnique = "Значения не должны повторяться."
}
