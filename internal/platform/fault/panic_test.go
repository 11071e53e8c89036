package fault_test

import (
	"errors"
	"strings"
	"testing"

	"studbonus/internal/platform/fault"
)

func TestAPanicIsAnErrorWithItsStack(t *testing.T) {
	broken := errors.New("broken")
	for _, want := range []error{nil, broken} {
		if got := fault.Catch(func() error { return want }); !errors.Is(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	err := fault.Catch(func() error { panic("oh") })
	if err == nil || !strings.HasPrefix(err.Error(), "panic: oh\n") || !strings.Contains(err.Error(), "panic_test.go") {
		t.Errorf("%v", err)
	}
}
