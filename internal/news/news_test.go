package news

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
)

func TestAnswerLetters(t *testing.T) {
	const want = "a b c d e f g h i j k l m n o p q r s t u v w x y z za zb zc zd"
	if got := strings.Join(letters, " "); got != want || len(letters) != maxVariants {
		t.Errorf("%d letters: %s", len(letters), got)
	}
}

func TestIsShown(t *testing.T) {
	now := time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
	at := func(d time.Duration) *time.Time { t := now.Add(d); return &t }
	for name, test := range map[string]struct {
		item Item
		want bool
	}{
		"at once":                    {Item{Approval: Approved}, true},
		"begins now":                 {Item{Approval: Approved, Begin: at(0)}, true},
		"begins in a second":         {Item{Approval: Approved, Begin: at(time.Second)}, false},
		"ends now":                   {Item{Approval: Approved, End: at(0)}, false},
		"ends in a second":           {Item{Approval: Approved, End: at(time.Second)}, true},
		"blocked":                    {Item{Approval: Blocked}, false},
		"on moderation, in its time": {Item{Approval: Wait, Begin: at(-time.Hour), End: at(time.Hour)}, true}, // rules 9.7: the dates and the block decide, not the approval
		"declined":                   {Item{Approval: Declined}, true},
	} {
		if got := test.item.isShown(now); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// The zero Sight sees nothing, so a forgotten scope yields an empty list instead of everybody's items.
func TestSight(t *testing.T) {
	if condition, args := (Sight{}).where(); condition != seenByMarks || len(args[0].([]int64)) != 0 {
		t.Errorf("the zero sight is %s with %v", condition, args)
	}
	if in := (Sight{}).sets(); len(in) != 1 || in[0].Values == nil {
		t.Errorf("the zero sight asks the index for %+v", in)
	}
	for name, test := range map[string]struct {
		who  access.Principal
		want Sight
	}{
		"the programme": {access.Principal{Role: access.OperatorAll, University: 5, Region: 7}, Sight{all: true}},
		"an operator":   {access.Principal{Role: access.OperatorStudent, University: 5, Region: 7}, Sight{marks: []int64{20, 29, 3}}},
		"a chairman":    {access.Principal{Role: access.OperatorUniver, IsChairman: true, University: 5, Region: 7}, Sight{marks: []int64{20, 29, 3, 30}}},
	} {
		if diff := cmp.Diff(test.want, sightOf(test.who), cmp.AllowUnexported(Sight{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestCleanWords(t *testing.T) {
	got := cleanWords([]string{" спорт ", "Спорт", "", "  ", "здоровый   образ\tжизни", "ёлка", "ЕЛКА"})
	if diff := cmp.Diff(words{"спорт", "здоровый образ жизни", "ёлка"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Surveys are compared by value: an answer may contain the separator of two.
func TestSurveysAreComparedByValue(t *testing.T) {
	now := time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
	form := func(q QuestionForm) *SurveyForm {
		q.Text, q.Kind = "А?", Single
		return &SurveyForm{Begin: "2026-11-16 10:00", End: "2026-11-17 10:00", Questions: []QuestionForm{q}}
	}
	two := form(QuestionForm{Variants: []VariantForm{{Text: "Да"}, {Text: "Нет"}}})
	apply := func(f *SurveyForm, present *Survey) *Survey {
		return applyPart(f, present, new(fault.Check), "pooling.", now)
	}
	present := apply(two, nil)
	if apply(two, present) != present {
		t.Error("the control: the same survey is a new one")
	}
	for name, f := range map[string]*SurveyForm{
		"one answer that looks like two":     form(QuestionForm{Variants: []VariantForm{{Text: "Да; b: Нет"}}}),
		"an answer that looks like 'Другое'": form(QuestionForm{Variants: []VariantForm{{Text: "Да"}, {Text: "Нет; Другое"}}}),
	} {
		if apply(f, present) == present {
			t.Errorf("%s is taken for the present survey", name)
		}
	}
	other := form(QuestionForm{AllowsOther: true, Variants: []VariantForm{{Text: "Да"}}})
	present = apply(other, nil)
	if apply(form(QuestionForm{Variants: []VariantForm{{Text: "Да; Другое"}}}), present) == present {
		t.Error("an answer that looks like 'Другое' is taken for it")
	}
}

func TestOutlinesShowEveryChange(t *testing.T) {
	now := time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC)
	base := func() SurveyForm {
		return SurveyForm{Begin: "2026-11-16 10:00", End: "2026-11-17 10:00", Questions: []QuestionForm{{Text: "А?", Kind: Single, Variants: []VariantForm{{Text: "Да"}, {Text: "Нет"}}}}}
	}
	read := func(f SurveyForm) []string { var c fault.Check; s := f.read(&c, "", now); return s.outline() }
	for name, change := range map[string]func(*SurveyForm){
		"begin": func(f *SurveyForm) { f.Begin = "2026-11-16 10:01" }, "end": func(f *SurveyForm) { f.End = "2026-11-17 10:01" }, "view": func(f *SurveyForm) { f.IsView = true },
		"question": func(f *SurveyForm) { f.Questions[0].Text = "Б?" }, "kind": func(f *SurveyForm) { f.Questions[0].Kind = Multiple }, "other": func(f *SurveyForm) { f.Questions[0].AllowsOther = true },
		"answer": func(f *SurveyForm) { f.Questions[0].Variants[1].Text = "Нет!" }, "position": func(f *SurveyForm) { f.Questions[0].Variants[1].Letter = "c" },
		"one more": func(f *SurveyForm) { f.Questions = append(f.Questions, f.Questions[0]) },
	} {
		other := base()
		change(&other)
		if cmp.Equal(read(base()), read(other)) {
			t.Errorf("a survey with another %s has the same outline", name)
		}
	}
	if !cmp.Equal(read(base()), read(base())) || (*Survey)(nil).outline() != nil {
		t.Error("the control: equal surveys differ")
	}
	five, six := 5, 6
	event := func(change func(*EventForm)) []string {
		f := EventForm{Title: "Т", Date: "2026-11-16 10:00", Places: &five}
		change(&f)
		var c fault.Check
		e := f.read(&c, "", now)
		return e.outline()
	}
	plain := event(func(*EventForm) {})
	for name, change := range map[string]func(*EventForm){
		"title": func(f *EventForm) { f.Title = "У" }, "description": func(f *EventForm) { f.Description = "о" }, "date": func(f *EventForm) { f.Date = "2026-11-16 10:01" },
		"end": func(f *EventForm) { f.EndDate = "2026-11-16 11:00" }, "registration": func(f *EventForm) { f.Registering = "2026-11-16 09:00" }, "places": func(f *EventForm) { f.Places = &six },
		"no limit": func(f *EventForm) { f.Places = nil }, "address": func(f *EventForm) { f.Address = "а" }, "view": func(f *EventForm) { f.IsView = true },
	} {
		if cmp.Equal(plain, event(change)) {
			t.Errorf("an event with another %s has the same outline", name)
		}
	}
}
