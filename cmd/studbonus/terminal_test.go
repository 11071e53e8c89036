package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"studbonus/internal/test/watch"
)

// terminal is a pseudo-terminal: the program's end and the user's end.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = person.Close() })
	number, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = program.Close() })
	return person, program
}

func TestTypedPasswordsAreNotEchoed(t *testing.T) {
	where := []string{"--data", t.TempDir()}
	addUniversity(t, where)
	person, program := terminal(t)
	cmd := command(t, with([]string{"operator", "add", "anna@example.ru", "--role", "operator_student", "--university", "5903003330", "--surname", "Иванова", "--name", "Анна"}, where...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	seen := &watch.Buffer{}
	go func() { _, _ = io.Copy(seen, person) }()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for _, ask := range []string{"Пароль: ", "Ещё раз: "} {
		watch.Until(t, 20*time.Second, "it asks: "+ask, func() bool { return strings.Contains(seen.String(), ask) })
		if _, err := io.WriteString(person, password+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, seen)
	}
	if strings.Contains(seen.String(), password) {
		t.Errorf("the password is on the screen:\n%s", seen)
	}
}

func TestCancellingAPasswordPromptRestoresTheTerminal(t *testing.T) {
	where := []string{"--data", t.TempDir()}
	addUniversity(t, where)
	addOperator(t, where, password, "anna@example.ru").ok()
	person, program := terminal(t)
	echoes := func() bool {
		mode, err := unix.IoctlGetTermios(int(program.Fd()), unix.TCGETS)
		if err != nil {
			t.Fatal(err)
		}
		return mode.Lflag&unix.ECHO != 0
	}
	cmd := command(t, with([]string{"operator", "set-password", "anna@example.ru"}, where...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	go func() { _, _ = io.Copy(io.Discard, person) }()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	watch.Until(t, 20*time.Second, "it waits for a password", func() bool { return !echoes() })
	_ = cmd.Process.Signal(syscall.SIGINT)
	if err := cmd.Wait(); err == nil || !echoes() {
		t.Errorf("%v, the terminal echoes: %v", err, echoes())
	}
}
