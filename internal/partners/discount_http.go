package partners

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

func (s *Service) discountRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("POST /v1/discount", access.Partners, "Добавить скидки", s.addDiscountsCall),
		rest.Call("PUT /v1/discount/{uuidDiscount}", access.Partners, "Изменить скидку", s.saveDiscountCall),
		rest.Call("DELETE /v1/discount/{uuidDiscount}", access.Partners, "Удалить скидку", s.deleteDiscountCall),
	}
}

type discountWire struct {
	UUID        string  `json:"uuidDiscount"`
	Name        *string `json:"name"`
	Type        string  `json:"type" enum:"fix,free"`
	Description string  `json:"description"`
	Size        *string `json:"size"`
}

func discountsWire(all []Discount) []discountWire {
	out := make([]discountWire, len(all))
	for i, d := range all {
		out[i] = discountWire{UUID: d.UUID, Name: rest.Null(d.Name), Type: d.Type, Description: d.Description, Size: rest.Null(d.Size)}
	}
	return out
}

type discountFormWire struct {
	Name        *string `json:"name,omitempty" maxLength:"1000"`
	Type        string  `json:"type" enum:"fix,free"`
	Description *string `json:"description,omitempty" maxLength:"2000"`
	Size        *string `json:"size,omitempty" maxLength:"1000"`
}

func (w discountFormWire) change() DiscountChange {
	return DiscountChange{Type: w.Type, Name: rest.Text(w.Name), Size: rest.Text(w.Size), Description: rest.Text(w.Description)}
}

func discountChanges(all []discountFormWire) []DiscountChange {
	out := make([]DiscountChange, len(all))
	for i, w := range all {
		out[i] = w.change()
	}
	return out
}

type addDiscountsIn struct {
	Body struct {
		Partner   string             `json:"uuidPartner" format:"uuid"`
		Discounts []discountFormWire `json:"discounts" maxItems:"100"`
	}
}

func (s *Service) addDiscountsCall(ctx context.Context, in *addDiscountsIn) ([]discountWire, error) {
	added, err := s.AddDiscounts(ctx, in.Body.Partner, discountChanges(in.Body.Discounts))
	return discountsWire(added), err
}

type saveDiscountIn struct {
	UUID string `path:"uuidDiscount"`
	Body discountFormWire
}

func (s *Service) saveDiscountCall(ctx context.Context, in *saveDiscountIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.SaveDiscount(ctx, in.UUID, in.Body.change())
}

type discountIn struct {
	UUID string `path:"uuidDiscount"`
}

func (s *Service) deleteDiscountCall(ctx context.Context, in *discountIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeleteDiscount(ctx, in.UUID)
}
