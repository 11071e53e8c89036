package promotions_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

type statistic struct {
	CodeValue, UserName, Granted string
	UUIDUser                     *string
}

// granted creates a promotion whose codes were taken one minute apart by students of two universities.
func granted(t *testing.T, a *kit.App, c *kit.Client) (id string, who []string) {
	t.Helper()
	id = withCodes(t, a, c, partner(t, a, c, "Кофейня", "Москва"), 100, nil)
	mgu, spb := students(t, a, "МГУ", 20), students(t, a, "СПбГУ", 10)
	for _, student := range slices.Concat(mgu, spb) {
		a.Clock.Advance(time.Minute)
		if _, err := claim(a, id, student, "the first"); err != nil {
			t.Fatal(err)
		}
		who = append(who, uuidOf(t, a, student))
	}
	return id, who
}

func TestStatistics(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id, who := granted(t, a, a.As(t, "all"))
		c := a.As(t, "all") // half an hour later
		path := "/v1/stock/" + id + "/statistic"
		read := func(c *kit.Client, headers ...string) (rows []statistic) {
			t.Helper()
			answer := c.Get(path, headers...).OK()
			answer.Into(&rows)
			if got := answer.Header.Get("X-Record-Count"); got != "30" {
				t.Errorf("total %s", got)
			}
			return rows
		}
		rows := read(c)
		if len(rows) != 15 || rows[0].CodeValue != "CODE000029" || *rows[0].UUIDUser != who[29] || rows[0].Granted != "2026-11-15 12:30:00" {
			t.Errorf("%d: %+v", len(rows), rows[0])
		}
		// Pages from either end are slices of the whole.
		for _, sort := range []string{"granted", "codeValue"} {
			for _, direction := range []string{"ASC", "DESC"} {
				whole := read(c, "X-Limit", "100", "X-Sort-Field", sort, "X-Sort-Direction", direction)
				if first := whole[0].CodeValue; first != map[string]string{"ASC": "CODE000000", "DESC": "CODE000029"}[direction] {
					t.Errorf("%s %s begins with %s", sort, direction, first)
				}
				var parts []statistic
				for offset := 0; offset < 35; offset += 7 {
					parts = append(parts, read(c, "X-Limit", "7", "X-Offset", fmt.Sprint(offset), "X-Sort-Field", sort, "X-Sort-Direction", direction)...)
				}
				if diff := cmp.Diff(whole, parts); diff != "" || len(whole) != 30 {
					t.Errorf("%s %s: %s", sort, direction, diff)
				}
			}
		}
		// Of a student of another university only the fact is shown (rules 8.10).
		univer := read(a.As(t, "univer"), "X-Limit", "100", "X-Sort-Direction", "ASC")
		for i, r := range univer {
			if foreign := i >= 20; foreign != (r.UUIDUser == nil) || foreign != (r.UserName == "Студент другого университета") || r.CodeValue == "" {
				t.Errorf("%d: %+v", i, r)
			}
		}
		petersburg := read(a.As(t, "chairman2"), "X-Limit", "100", "X-Sort-Direction", "ASC")
		if petersburg[0].UUIDUser != nil || petersburg[29].UUIDUser == nil {
			t.Errorf("%+v %+v", petersburg[0], petersburg[29])
		}
		c.Get(path, "X-Sort-Field", "userName").Is(422)
		c.Get(path, "X-Limit", "0").Is(422)
		if rows := read(c, "X-Offset", "30"); len(rows) != 0 {
			t.Errorf("%d past the end", len(rows))
		}
		var none []statistic
		answer := c.Get("/v1/stock/" + promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), nil) + "/statistic").OK()
		if answer.Into(&none); len(none) != 0 || !strings.HasPrefix(string(answer.Body), "[]") {
			t.Errorf("%s", answer.Body)
		}
	})
}

func TestExportHidesForeignStudents(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id, who := granted(t, a, a.As(t, "all"))
		kit.Exec(t, a, "UPDATE students SET surname = '=1+1', name = 'МАРКЕР', patronymic = '' WHERE uuid = ?", who[0])
		kit.Exec(t, a, "UPDATE students SET surname = 'ЧУЖОЙ', name = 'МАРКЕР' WHERE uuid = ?", who[29])
		answer := a.As(t, "univer").Get("/v1/stock/" + id + "/statistic/xlsx").OK()
		if kind := answer.Header.Get("Content-Type"); kind != "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" || !strings.HasPrefix(answer.Header.Get("Content-Disposition"), "attachment") {
			t.Error(answer.Header)
		}
		book, err := excelize.OpenReader(bytes.NewReader(answer.Body))
		if err != nil {
			t.Fatal(err)
		}
		defer book.Close() //nolint:errcheck // read already
		rows, err := book.GetRows(book.GetSheetName(0))
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 31 || !slices.Equal(rows[0], []string{"Промокод", "Студент", "Дата выдачи"}) {
			t.Fatalf("%d rows: %v", len(rows), rows[0])
		}
		if diff := cmp.Diff([]string{"CODE000029", "Студент другого университета", "2026-11-15 12:30:00"}, rows[1]); diff != "" {
			t.Error(diff)
		}
		if last := rows[30]; last[0] != "CODE000000" || !strings.Contains(last[1], "1+1 МАРКЕР") {
			t.Errorf("%v", last)
		}
		for _, r := range rows {
			if strings.Contains(strings.Join(r, " "), "ЧУЖОЙ") {
				t.Errorf("a foreign student is told: %v", r)
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'promotions.export' AND object = ?", id); n != 1 {
			t.Errorf("%d exports are written down", n)
		}
	})
}

func TestFindCode(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		id, who := granted(t, a, a.As(t, "all"))
		c := a.As(t, "all") // half an hour later
		other := promotion(t, c, partner(t, a, c, "Вторая", "Казань"), map[string]any{"name": "Вторая акция", "dateBegin": "01.12.2026", "dateEnd": "31.12.2026"})
		if err := a.Promotions.AddCodes(as(t, a, "all"), other, "codes.csv", strings.NewReader("CODE000029\nлето\n")); err != nil {
			t.Fatal(err)
		}
		type found struct {
			CodeValue, UUIDStock, Name, State, Status, PartnerName, PartnerStatus string
			IsTaken                                                               bool
			Granted, UserName, UUIDUser                                           *string
		}
		find := func(c *kit.Client, code string) (out []found) {
			t.Helper()
			c.Put("/v1/stock/codes/find", map[string]any{"codeValue": code}).OK().Into(&out)
			return out
		}
		got := find(c, "  CODE000029 ")
		if len(got) != 2 || got[0].UUIDStock != other || got[0].IsTaken || got[0].Granted != nil || got[0].UserName != nil || got[0].State != "planned" || got[0].PartnerName != "Вторая" ||
			got[1].UUIDStock != id || !got[1].IsTaken || *got[1].Granted != "2026-11-15 12:30:00" || *got[1].UUIDUser != who[29] || got[1].PartnerStatus != "active" {
			t.Errorf("%+v", got)
		}
		if foreign := find(a.As(t, "univer"), "CODE000029")[1]; foreign.UUIDUser != nil || *foreign.UserName != "Студент другого университета" || !foreign.IsTaken {
			t.Errorf("%+v", foreign)
		}
		if got := find(c, "code000000"); len(got) != 1 || got[0].CodeValue != "CODE000000" {
			t.Errorf("another case: %+v", got)
		}
		if got := find(c, "ЛЕТО"); len(got) != 1 || got[0].CodeValue != "лето" {
			t.Errorf("another case: %+v", got)
		}
		for _, none := range []string{"CODE", "нет такого", "%", strings.Repeat("x", 65), "CODE000099x"} {
			if got := find(c, none); len(got) != 0 {
				t.Errorf("%s: %+v", none, got)
			}
		}
		for _, empty := range []string{"", " ", "\"\""} {
			if p := c.Put("/v1/stock/codes/find", map[string]any{"codeValue": empty}).Is(422).Problem(); p.Field("codeValue") == "" {
				t.Errorf("%q: %+v", empty, p)
			}
		}
	})
}

// Who looks a code up has seen its holder, if the answer names one (rules 31.6).
func TestWhoLooksUpACodeHasSeenItsHolder(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		_, who := granted(t, a, a.As(t, "all"))
		univer, all := a.As(t, "univer"), a.As(t, "all") // half an hour later
		for _, call := range []struct {
			by   *kit.Client
			code string
		}{{univer, "CODE000029"}, {univer, "CODE000099"}, {univer, "нет такого"}, {univer, "code000000"}, {all, "CODE000029"}} { // a foreign holder, none, no code
			call.by.Put("/v1/stock/codes/find", map[string]any{"codeValue": call.code}).OK()
		}
		type lists struct {
			Items []struct {
				Number           int64
				Operator, Action string
			}
		}
		seen := func(student string) (out lists) {
			all.Get("/v1/journal/seen/" + student + "/lists").OK().Into(&out)
			return out
		}
		var foreign lists
		watch.Until(t, 20*time.Second, "the last one is recorded", func() bool {
			foreign = seen(who[29])
			return len(foreign.Items) > 0
		})
		own := seen(who[0])
		if len(own.Items) != 1 || len(foreign.Items) != 1 || own.Items[0].Action != "codes.list" || own.Items[0].Operator == foreign.Items[0].Operator {
			t.Fatalf("%+v, %+v", own, foreign)
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'codes.list' AND lower(changes) NOT LIKE '%code0%'"); n != 2 {
			t.Errorf("%d rows without the code, want 2", n)
		}
		var row struct {
			Changes map[string]struct{ To any }
		}
		all.Get(fmt.Sprint("/v1/journal/", own.Items[0].Number)).OK().Into(&row)
		if row.Changes["search"].To != "code000000" {
			t.Errorf("%+v", row)
		}
	})
}

func TestDryRunReportsAndStoresNothing(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		of := partner(t, a, c, "Кофейня", "Москва")
		id := withCodes(t, a, c, of, 50, nil)
		file := "Промокод;Кому\r\nCODE000003;a\r\nCODE000004;b\r\nНОВЫЙ1;c\r\nНОВЫЙ1;d\r\nSАLE;кириллица\r\n1,23E+12;e\r\nне код;f\r\n" + strings.Repeat("1", 20) + "\r\n"
		type check struct {
			Total, New, Repeated, Known, Invalid, Scientific, LostZeros, LookAlikes int64
			WithHeader                                                              bool
			Encoding, Delimiter                                                     string
			BadLines, Suspects                                                      []badLine
			Sample                                                                  []string
		}
		run := func(body map[string]any) (out check) {
			t.Helper()
			c.Post("/v1/stock/codes/check", body).OK().Into(&out)
			return out
		}
		before := kit.One[int](t, a, "SELECT (SELECT count(*) FROM promo_codes) + (SELECT count(*) FROM promo_imports) + (SELECT count(*) FROM audit_log WHERE action <> 'files.upload' AND action NOT LIKE '%.view')")
		key := uploaded(c, file)
		got := run(map[string]any{"fileUrl": key, "uuidStock": id})
		want := check{
			Total: 8, New: 4, Repeated: 1, Known: 2, Invalid: 1, Scientific: 1, LookAlikes: 1, WithHeader: true, Encoding: "utf-8", Delimiter: ";",
			BadLines: []badLine{{8, "не код", "Недопустимый символ на месте 3."}},
			Suspects: []badLine{{6, "SАLE", "Русские буквы вперемешку с латинскими."}, {7, "1,23E+12", "Похоже на число, испорченное Excel."}},
			Sample:   []string{"CODE000003", "CODE000004", "НОВЫЙ1", "НОВЫЙ1", "SАLE"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if got := run(map[string]any{"fileUrl": key}); got.Known != 0 || got.New != 6 {
			t.Errorf("a new promotion knows no codes: %+v", got)
		}
		if after := kit.One[int](t, a, "SELECT (SELECT count(*) FROM promo_codes) + (SELECT count(*) FROM promo_imports) + (SELECT count(*) FROM audit_log WHERE action <> 'files.upload' AND action NOT LIKE '%.view')"); after != before {
			t.Errorf("a dry run wrote %d rows", after-before)
		}
		// The import does what the dry run has reported.
		c.Put("/v1/stock/"+id, form(of, map[string]any{"fileUrl": key})).OK()
		if done := imported(t, c, id); done.Import.Imported != got.New || done.Import.Duplicates != got.Known+got.Repeated || done.Import.Invalid != got.Invalid || done.Import.Total != got.Total {
			t.Errorf("%+v, promised %+v", done.Import, got)
		}
		if empty := run(map[string]any{"fileUrl": uploaded(c, "код\n")}); empty.Total != 0 || empty.BadLines == nil || empty.Suspects == nil || empty.Sample == nil {
			t.Errorf("%+v", empty)
		}
		c.Post("/v1/stock/codes/check", map[string]any{"fileUrl": uploaded(c, "A\n"), "uuidStock": "00000000-0000-4000-8000-000000000000"}).Is(422)
		c.Post("/v1/stock/codes/check", map[string]any{"fileUrl": ""}).Is(422)
		c.Post("/v1/stock/codes/check", map[string]any{}).Is(422)
	}, kit.WithJobs())
}
