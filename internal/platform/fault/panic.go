package fault

import (
	"fmt"
	"runtime/debug"
)

// Catch calls a function and returns its panic as an error with the stack. Work in a goroutine of the product's own goes through
// it: nothing else recovers there, so a panic would end the process.
func Catch(do func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return do()
}
