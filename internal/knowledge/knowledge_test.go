package knowledge

import (
	"strings"
	"testing"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
)

func TestWhoOwnsAndWhoChanges(t *testing.T) {
	ours, theirs := int64(1), int64(2)
	staff := access.Principal{Role: access.OperatorAll, University: 1}.Scope()
	operator := access.Principal{Role: access.OperatorStudent, University: 1}.Scope()
	if got := ownerFor(staff); got != nil {
		t.Errorf("the programme's question belongs to university %d", *got)
	}
	if got := ownerFor(operator); got == nil || *got != ours {
		t.Errorf("an operator's question belongs to %v", got)
	}
	for name, test := range map[string]struct {
		scope access.Scope
		owner *int64
		may   bool
	}{
		"staff, the programme's":        {staff, nil, true},
		"staff, their own university's": {staff, &ours, true},
		"staff, another's":              {staff, &theirs, true},
		"operator, the programme's":     {operator, nil, false},
		"operator, his university's":    {operator, &ours, true},
		"operator, another's":           {operator, &theirs, false},
		"nobody, the programme's":       {access.Scope{}, nil, false},
		"nobody, a university's":        {access.Scope{}, &ours, false},
	} {
		if got := (Question{University: test.owner}).mayBeChanged(test.scope); got != test.may {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestDraft(t *testing.T) {
	const category = "6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11"
	for name, test := range map[string]struct {
		draft  Draft
		fields string // fields with errors, in order
		says   string
	}{
		"whole":                      {Draft{category, "Как?", "Так."}, "", ""},
		"nothing":                    {Draft{}, "uuidCategory question answer", fillAll},
		"blanks":                     {Draft{category, " \n", "\t"}, "question answer", fillAll},
		"no category":                {Draft{"", "Как?", "Так."}, "uuidCategory", fillAll},
		"no identifier":              {Draft{"{" + category + "}", "Как?", "Так."}, "uuidCategory", noCategory},
		"as long as may be":          {Draft{category, strings.Repeat("ё", 500), strings.Repeat("🎓", 2500)}, "", ""},
		"blanks around do not count": {Draft{category, " " + strings.Repeat("ё", 500) + " ", "\n" + strings.Repeat("я", 2500) + "\n"}, "", ""},
		"a line's end counts once":   {Draft{category, "Как?", "а" + strings.Repeat("\r\n", 2498) + "я"}, "", ""},
		"a question too long":        {Draft{category, strings.Repeat("ё", 501), "Так."}, "question", "Вопрос не длиннее 500 символов."},
		"an answer too long":         {Draft{category, "Как?", strings.Repeat("я", 2501)}, "answer", "Ответ не длиннее 2500 символов."},
		"both too long":              {Draft{category, strings.Repeat("ё", 501), strings.Repeat("я", 2501)}, "question answer", "Проверьте заполнение полей."},
	} {
		t.Run(name, func(t *testing.T) {
			kept, err := test.draft.checked()
			if test.fields == "" {
				if err != nil || kept.Question != strings.TrimSpace(test.draft.Question) || strings.Contains(kept.Answer, "\r") {
					t.Errorf("%v, %+v", err, kept)
				}
				return
			}
			refused, ok := err.(*fault.Error) //nolint:errorlint // it comes bare
			if !ok || refused.Message != test.says {
				t.Fatalf("said %v, want %q", err, test.says)
			}
			var fields []string
			for _, f := range refused.Fields {
				fields = append(fields, f.Name)
			}
			if got := strings.Join(fields, " "); got != test.fields {
				t.Errorf("fields %q, want %q", got, test.fields)
			}
		})
	}
}

func TestAVoteReplacesTheOneBefore(t *testing.T) {
	for name, test := range map[string]struct {
		isPlus      bool
		before      []bool
		plus, minus int
	}{
		"the first, for":      {true, nil, 1, 0},
		"the first, against":  {false, nil, 0, 1},
		"the same again":      {true, []bool{true}, 0, 0},
		"from for to against": {false, []bool{true}, -1, 1},
		"from against to for": {true, []bool{false}, 1, -1},
	} {
		if plus, minus := (Vote{IsPlus: test.isPlus}).change(test.before); plus != test.plus || minus != test.minus {
			t.Errorf("%s: %d and %d, want %d and %d", name, plus, minus, test.plus, test.minus)
		}
	}
}
