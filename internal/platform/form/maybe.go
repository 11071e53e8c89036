package form

// Maybe is a field of a partial change: absent leaves the old value, null removes it.
type Maybe[T any] struct {
	Given bool
	Value *T // nil means null if Given
}

// Some returns a field with a value.
func Some[T any](value T) Maybe[T] { return Maybe[T]{Given: true, Value: &value} }
