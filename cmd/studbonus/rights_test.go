package main

import (
	"strings"
	"testing"
)

// The commands use the rules of the console: rights end sessions, the last administrator stays (rules 26.4, 26.5).
func TestRightsCommandsWorkWhileTheServerRuns(t *testing.T) {
	onBoth(t, func(t *testing.T, _ string, where []string) {
		s := serve(t, where...)
		const anna, boris = "anna@example.ru", "boris@example.ru"
		addUniversity(t, where)
		operator := func(args ...string) result {
			t.Helper()
			return run(t, "", with(append([]string{"operator"}, args...), where...)...)
		}
		addOperator(t, where, password+"\n", anna, "--role", "operator_all", "--admin").ok()
		addOperator(t, where, password+"\n", boris).ok()
		token, _ := s.signIn(boris, password)
		operator("role", boris, "--role", "operator_univer", "--chairman").ok()
		if status := s.call("GET", "/operator/info", token, nil, nil); status != 401 {
			t.Errorf("a session with the old role answers %d", status)
		}
		list := operator("list").ok().out
		for _, want := range []string{"администратор", "председатель", "operator_univer", "ПГУ"} {
			if !strings.Contains(list, want) {
				t.Errorf("%s is not listed:\n%s", want, list)
			}
		}
		operator("role", boris, "--role", "king").refused("Нет такой роли")
		operator("move", boris, "--university", "7729082090").refused("Университета с таким ИНН нет")
		run(t, "", with([]string{"university", "add", "--short-name", "МГУ", "--full-name", "Московский университет", "--inn", "7729082090", "--city", "Москва"}, where...)...).ok()
		operator("move", boris, "--university", "7729082090").ok()
		if list := operator("list").ok().out; !strings.Contains(list, "МГУ") {
			t.Errorf("boris has not moved:\n%s", list)
		}
		operator("reset-factor", boris, "--reason", "Потерян телефон").refused("не настроен")
		for _, last := range [][]string{{"role", anna, "--role", "operator_all"}, {"block", anna}, {"move", anna, "--university", "7729082090"}} {
			operator(last...).refused("последний администратор")
		}
		operator("role", boris, "--role", "operator_all", "--admin").ok()
		operator("role", anna, "--role", "chairman").ok() // another one is left
		operator("role", "nobody@example.ru", "--role", "chairman").refused("Не найдено")
	})
}
