package rest

import (
	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/platform/access"
)

// Face is one of the two APIs of the product. Neither serves the other's routes or accepts its tokens.
type Face string

// The faces.
const (
	ConsoleFace  Face = "console"  // operators, by access token; routes have an area
	StudentsFace Face = "students" // members and tills, by cookie or Bearer token; routes have a caller
)

const memberCalls = "/s/v1/" // the path of members' calls begins with it

// knows reports whether the route declares who may call it, in the terms of this face.
func (f Face) knows(r Route) bool {
	if f == StudentsFace {
		return r.Area == "" && r.Caller.Known()
	}
	return r.Caller == "" && r.Area.Known()
}

// describe fills in the head of the OpenAPI document.
func (f Face) describe(doc *huma.OpenAPI, description string) {
	doc.Info.Contact = &huma.Contact{Name: "Администратор этого сервера"}
	doc.Info.License = &huma.License{Name: "Apache License 2.0", Identifier: "Apache-2.0"}
	doc.Servers = []*huma.Server{{URL: "/", Description: "Сервер, который отдал этот документ"}}
	if f == StudentsFace {
		doc.Info.Description = description + " Браузер хранит сеанс в cookie, приложение передаёт токен в заголовке Authorization."
		doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
			"cookie": {Type: "apiKey", In: "cookie", Name: cookiePrefix + string(SessionCookie), Description: "Сеанс в браузере; на HTTPS имя начинается с __Host-"},
			"bearer": {Type: "http", Scheme: "bearer", Description: "Токен, который вход даёт приложению"},
			"till":   {Type: "apiKey", In: "cookie", Name: cookiePrefix + string(TillCookie), Description: "Привязанная касса"},
		}
		return
	}
	doc.Info.Description = description + " Токен доступа передаётся в заголовке " + accessHeader + "."
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "apiKey", In: "header", Name: accessHeader, Description: "Токен доступа, который даёт вход"},
	}
	doc.Extensions = map[string]any{"x-access": access.Table, "x-administration": access.Administration}
}

// security returns the ways to authenticate a call.
func (r Route) security() []map[string][]string {
	switch {
	case r.IsOpen():
		return []map[string][]string{}
	case r.Caller == access.PairedTill:
		return []map[string][]string{{"till": {}}}
	case r.Caller != "":
		return []map[string][]string{{"cookie": {}}, {"bearer": {}}}
	}
	return []map[string][]string{{"token": {}}}
}
