package auth

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/rest"
)

func (s *Service) sessionRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v1/auth/sessions", access.SignedIn, "Свои сеансы", s.ownSessions),
		rest.Call("DELETE /v1/auth/sessions", access.SignedIn, "Завершить свои сеансы на других устройствах", s.endOthers),
		rest.Call("DELETE /v1/auth/sessions/{uuidSession}", access.SignedIn, "Завершить свой сеанс", s.endOwn),
	}
}

type sessionWire struct {
	ID        string `json:"uuid"`
	Device    string `json:"device"`
	Address   string `json:"address"`
	CreatedAt string `json:"createdAt"`
	LastUse   string `json:"lastUse"`
	IsCurrent bool   `json:"isCurrent" doc:"Этот сеанс"`
}

func (s *Service) ownSessions(ctx context.Context, _ *struct{}) ([]sessionWire, error) {
	caller := access.From(ctx)
	live, err := s.Sessions(ctx, caller.Operator)
	out := make([]sessionWire, len(live))
	for i, l := range live {
		out[i] = sessionWire{
			ID: l.ID, Device: l.Device, Address: l.Address, CreatedAt: clock.FormatStamp(l.Created), LastUse: clock.FormatStamp(l.LastSeen), IsCurrent: l.ID == caller.Session,
		}
	}
	return out, err
}

type endIn struct {
	ID string `path:"uuidSession"`
}

func (s *Service) endOwn(ctx context.Context, in *endIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.EndOwnSession(ctx, in.ID)
}

func (s *Service) endOthers(ctx context.Context, _ *struct{}) (rest.Nothing, error) {
	return rest.Nothing{}, s.EndOtherSessions(ctx)
}
