package students

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/picture"
)

// Findings returns what an operator should look at before deciding. Other students are named only within the caller's scope.
func (s *Service) Findings(ctx context.Context, uuid string) ([]Finding, error) {
	scope := access.From(ctx).Scope()
	st, err := byUUID(ctx, s.DB, scope, uuid)
	if err != nil {
		return nil, err
	}
	var found []Finding
	var twins []namesake
	if st.Phone != "" {
		others, err := withPhone(ctx, s.DB, scope, st)
		if err != nil {
			return nil, err
		}
		for _, o := range others {
			found = append(found, o.finding(SamePhone, "Тот же телефон: %s (%s)."))
		}
		twins = append(twins, others...)
	}
	if st.Birth != "" {
		others, err := withNameAndBirth(ctx, s.DB, scope, st)
		if err != nil {
			return nil, err
		}
		for _, o := range others {
			found = append(found, o.finding(SamePerson, "Те же ФИО и дата рождения: %s (%s)."))
		}
		twins = append(twins, others...)
	}
	s.noteTwins(ctx, st, twins)
	found = append(found, st.findings(s.Clock())...)
	return s.addPortrait(ctx, found, st.Photo)
}

// addPortrait looks into the file: its size in pixels is not stored.
func (s *Service) addPortrait(ctx context.Context, found []Finding, key string) ([]Finding, error) {
	if key == "" {
		return append(found, Finding{Kind: NoPortrait, Text: "Фото нет."}), nil
	}
	body, err := s.Files.Read(ctx, key)
	if fault.Is(err, fault.KindNotFound) {
		return append(found, Finding{Kind: NoPortrait, Text: "Файл фото не найден."}), nil
	}
	if err != nil {
		return nil, err
	}
	defer body.Close() //nolint:errcheck // only read
	width, height, err := picture.Size(body)
	if err != nil {
		return nil, err
	}
	if small, is := portraitFinding(width, height); is {
		found = append(found, small)
	}
	return found, nil
}
