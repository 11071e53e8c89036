package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"studbonus/internal/test/freeport"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

var simulated = regexp.MustCompile(`вошли 6, отправили заявок 2, посмотрели страниц (\d+), получили промокодов (\d+), ответов на опросы (\d+), написали отзывов (\d+), отметили полезными (\d+), отказов \d+, сбоев 0`)

// The installation grows by exactly what the simulated students report. Deleted reviews are not counted, because the server
// purges those of the demo at startup.
func TestSimulatedStudentsApplyAndUseTheApp(t *testing.T) {
	onBothWithDemo(t, func(t *testing.T, dir string, where []string) {
		students := freeport.Address(t)
		s := serve(t, with(where, "--students-listen", students)...)
		d := openBeside(t, dir, where)
		kept := []string{
			"SELECT count(*) FROM promo_codes WHERE student_id IS NOT NULL", "SELECT count(*) FROM survey_votes", "SELECT count(*) FROM reviews WHERE deleted_at IS NULL",
			"SELECT count(*) FROM review_likes l JOIN reviews r ON r.id = l.review_id WHERE r.deleted_at IS NULL",
			"SELECT count(*) FROM students WHERE status = 'moderation'", "SELECT coalesce(sum(cards), 0) FROM partner_view_days",
		}
		before := make([]int, len(kept))
		for i, query := range kept {
			before[i] = one[int](t, d, query)
		}
		out := run(t, "", with([]string{"simulate", "--students", "6", "--minutes", "0.5", "--url", "http://" + students}, where...)...).ok().out
		s.stop() // flushes the views
		told := simulated.FindStringSubmatch(out)
		if told == nil {
			t.Fatalf("%s\n%s", out, s.log)
		}
		grown := func(i int) int { return one[int](t, d, kept[i]) - before[i] }
		// A rewritten review is the same row and loses its likes.
		for i, c := range []struct {
			what    string
			isExact bool
		}{{"codes claimed", true}, {"surveys answered", true}, {"reviews written", false}, {"reviews liked", false}} {
			n, err := strconv.Atoi(told[i+2])
			if kept := grown(i); err != nil || kept <= 0 || kept > n || c.isExact && kept != n {
				t.Errorf("%s: told %d, kept %d, %v", c.what, n, kept, err)
			}
		}
		if applied, views := grown(4), grown(5); applied != 2 || views == 0 {
			t.Errorf("%d applications, %d views of cards", applied, views)
		}
		run(t, "", with([]string{"verify"}, where...)...).ok()
	})
}

// Lists of operators beside students who use the app (rules 14.13).
func TestOperatorsBesideStudents(t *testing.T) {
	drillOnly(t)
	number := kit.Drill(t, "students", "STUDBONUS_STUDENTS", 200_000)
	for _, e := range testdb.Engines() {
		t.Run(string(e), func(t *testing.T) {
			_, where := installation(t, e, number)
			students := freeport.Address(t)
			s := serve(t, with(where, "--students-listen", students, "--log-level", "warn")...)
			c := startReaders(t, s, 4)
			quiet := c.quiet()
			out := run(t, "", with([]string{"simulate", "--students", "300", "--minutes", "2", "--url", "http://" + students}, where...)...).ok().out
			beside := c.latency("list", 99)
			c.stop()
			kit.Figure(t, string(e), strings.TrimSpace(out))
			if !strings.Contains(out, "вошли 300,") || !strings.Contains(out, "сбоев 0.") {
				t.Errorf("%s\n%s", out, s.log)
			}
			atMost(t, string(e)+": lists p99", beside, max(2*quiet, 20*time.Millisecond))
			c.check(t)
			s.stop()
			run(t, "", with([]string{"verify"}, where...)...).ok()
		})
	}
}

// An installation without demo accounts may have students who are people, and a service that sends messages.
func TestOnlyDemoDataAreSimulated(t *testing.T) {
	onBoth(t, func(t *testing.T, _ string, where []string) {
		run(t, "", with([]string{"init"}, where...)...).ok()
		run(t, "", with([]string{"simulate", "--students", "1", "--minutes", "0.02", "--url", "http://" + freeport.Address(t)}, where...)...).refused("нет демонстрационных учётных записей")
	})
}

func TestASimulationIsBounded(t *testing.T) {
	dir := demoFolder(t)
	run(t, "", "simulate", "--data", dir, "--students", "1001").refused("от 1 до 1000")
	run(t, "", "simulate", "--data", dir, "--minutes", "121").refused("не больше 120")
	run(t, "", "simulate", "--data", dir, "--sms", "smsru://key@sms.ru").refused("отправляет сообщения людям")
	run(t, "", "simulate", "--data", dir, "--students", "1", "--minutes", "0.02", "--url", "http://"+freeport.Address(t)).refused("никто не вошёл")
}
