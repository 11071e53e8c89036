package reviews

import (
	"context"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
)

const tabShows = 100 // rules 7.13

// tabSorts sorts the tabs Отзывы and Жалобы of a partner's card.
var tabSorts = rest.Sorting{Keys: []string{"createdAt"}, Direction: listquery.Descending, PageSize: tabShows}

type authorWire struct {
	Photo   *string `json:"photo"`
	Name    string  `json:"name"`
	Surname string  `json:"surname"`
}

// author has a signed link to the student's photo, valid only for the caller.
func (s *Service) author(ctx context.Context, a Author) authorWire {
	return authorWire{Photo: rest.Null(s.Files.SignedLink(ctx, a.Photo)), Name: a.Name, Surname: a.Surname}
}

type ofPartnerIn struct {
	rest.Paging
	Body struct {
		Partner string `json:"uuidPartner" format:"uuid"`
	}
}

type commentWire struct {
	UUID      string `json:"uuidComment"`
	Comment   string `json:"comment"`
	CreatedAt string `json:"createdAt"`
	Likes     int64  `json:"likes"`
	Rating    int    `json:"rating"`
	Status    Status `json:"status" enum:"moderation,public,rejected"`
}

type ofPartnerWire struct {
	Comment commentWire `json:"commentInfo"`
	Author  authorWire  `json:"userCommentInfo"`
}

func (s *Service) ofPartner(ctx context.Context, in *ofPartnerIn) (listquery.Page[ofPartnerWire], error) {
	p, err := s.OfPartner(ctx, in.Body.Partner, rest.Query(in.Paging, "", struct{}{}))
	out := listquery.Page[ofPartnerWire]{Total: p.Total, Rows: make([]ofPartnerWire, len(p.Rows))}
	for i, r := range p.Rows {
		out.Rows[i] = ofPartnerWire{
			Comment: commentWire{UUID: r.UUID, Comment: r.Body, CreatedAt: clock.FormatStamp(r.CreatedAt), Likes: r.Likes, Rating: r.Rating, Status: r.Status}, Author: s.author(ctx, r.Author),
		}
	}
	return out, err
}

type deleteOfPartnerIn struct {
	Body struct {
		UUID string `json:"uuidComment" format:"uuid"`
	}
}

func (s *Service) deleteOfPartner(ctx context.Context, in *deleteOfPartnerIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.Delete(ctx, Named(in.Body.UUID))
}

type complaintsIn struct {
	UUID string `path:"uuidPartner"`
	rest.Paging
}

type complaintWire struct {
	UUID      string     `json:"uuidComplaint"`
	Message   string     `json:"msg"`
	CreatedAt string     `json:"createdAt"`
	Author    authorWire `json:"userInfo"`
}

func (s *Service) complaints(ctx context.Context, in *complaintsIn) (listquery.Page[complaintWire], error) {
	p, err := s.Complaints(ctx, in.UUID, rest.Query(in.Paging, "", struct{}{}))
	out := listquery.Page[complaintWire]{Total: p.Total, Rows: make([]complaintWire, len(p.Rows))}
	for i, c := range p.Rows {
		out.Rows[i] = complaintWire{UUID: c.UUID, Message: c.Body, CreatedAt: clock.FormatStamp(c.CreatedAt), Author: s.author(ctx, c.Author)}
	}
	return out, err
}
