package rest

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

// Problem is every refusal on the wire: application/problem+json with Russian texts fit to show.
type Problem struct {
	Title  string         `json:"title"`
	Status int            `json:"status"`
	Detail string         `json:"detail"`
	Errors []ProblemField `json:"errors,omitempty"`
	// Number is on unexpected errors only: support finds the request by it.
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

// statuses is the one table from our words to HTTP's.
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

// problem turns an error into what the caller gets; what is not ours to show goes to the log.
func (a *API) problem(ctx context.Context, err error) error {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		p := &Problem{Status: statuses[e.Kind], Detail: e.Message}
		p.Title = titles[p.Status]
		for _, f := range e.Fields {
			p.Errors = append(p.Errors, ProblemField{f.Name, f.Message})
		}
		if cause := errors.Unwrap(e); cause != nil {
			a.log.LogAttrs(ctx, slog.LevelWarn, "refused", slog.String("request", access.RequestFrom(ctx).ID), slog.String("cause", cause.Error()))
		}
		return withRetry(p, e.RetryAfter.Seconds())
	}
	if db.IsUnavailable(err) {
		a.log.LogAttrs(ctx, slog.LevelError, "database unavailable", slog.String("request", access.RequestFrom(ctx).ID), slog.String("cause", err.Error()))
		return withRetry(&Problem{
			Status: http.StatusServiceUnavailable, Title: titles[http.StatusServiceUnavailable],
			Detail: "Сервер сейчас не может выполнить запрос. Повторите через несколько секунд.",
		}, 2)
	}
	a.db.Noticed(err)
	return a.internal(ctx, err)
}

func withRetry(p *Problem, seconds float64) error {
	if seconds <= 0 {
		return p
	}
	return huma.ErrorWithHeaders(p, http.Header{"Retry-After": {strconv.Itoa(int(math.Ceil(seconds)))}})
}

// internal hides an unexpected error behind a number that is also in the log.
func (a *API) internal(ctx context.Context, err error) *Problem {
	number := errorNumber(access.RequestFrom(ctx).ID)
	a.log.LogAttrs(ctx, slog.LevelError, "unexpected error",
		slog.String("request", access.RequestFrom(ctx).ID), slog.String("number", number), slog.String("cause", err.Error()))
	return &Problem{
		Status: http.StatusInternalServerError, Title: internalTitle, Number: number,
		Detail: "Внутренняя ошибка сервера. Номер ошибки: " + number + ".",
	}
}

// errorNumber is short enough to be read out on the telephone.
func errorNumber(requestID string) string {
	return strings.ToUpper(requestID[:min(len(requestID), 8)])
}

// englishTexts are the sentences that the library hard-codes.
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

// brokenBody is how the library calls a body that breaks off; it takes that for our fault.
const brokenBody = "cannot read request body"

func russian(message string) string {
	for english, text := range englishTexts {
		if strings.Contains(message, english) {
			return text
		}
	}
	return message
}

// newProblem replaces the library's error: its own refusals speak Russian and name the field.
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
			if f := (ProblemField{fieldName(d), russian(d.Message)}); !slices.Contains(p.Errors, f) { // pattern and format may say the same
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

// fieldName turns body.studentInfo.name into studentInfo.name; a missing property is named by its own name.
func fieldName(d *huma.ErrorDetail) string {
	at := d.Location
	for _, place := range []string{"body.", "header.", "query.", "path."} {
		at = strings.TrimPrefix(at, place)
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

func init() {
	huma.DefaultArrayNullable = false // else the console's types say T[] | null
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
