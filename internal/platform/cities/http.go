package cities

import (
	"context"

	"studbonus/internal/platform/rest"
)

// FilterIn is the body of the call behind a list's filter by city.
type FilterIn struct {
	Body struct {
		Search   *string `json:"searchString,omitempty" maxLength:"200"`
		Frequent *bool   `json:"frequent,omitempty" doc:"Самые частые города вместо поиска"`
	}
}

// FilterWire is a city of the filter.
type FilterWire struct {
	UUID string `json:"uuidCity"`
	Name string `json:"nameCity"`
}

// FilterCall returns the call behind a list's filter by city, given an area's search and its most frequent cities.
func FilterCall(search func(ctx context.Context, text string) ([]City, error), frequent func(context.Context) ([]City, error)) func(context.Context, *FilterIn) ([]FilterWire, error) {
	return func(ctx context.Context, in *FilterIn) ([]FilterWire, error) {
		find := func(ctx context.Context) ([]City, error) { return search(ctx, rest.Text(in.Body.Search)) }
		if in.Body.Frequent != nil && *in.Body.Frequent {
			find = frequent
		}
		found, err := find(ctx)
		out := make([]FilterWire, len(found))
		for i, c := range found {
			out[i] = FilterWire{UUID: c.UUID, Name: c.Name}
		}
		return out, err
	}
}
