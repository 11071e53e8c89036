package app

import (
	"reflect"
	"strings"
)

// each calls use for every area that has the methods of I, in the order of the fields, with the field's name in lower case.
func each[I any](s areas, use func(name string, area I)) {
	v := reflect.ValueOf(s)
	for i := range v.NumField() {
		if area, ok := v.Field(i).Interface().(I); ok {
			use(strings.ToLower(v.Type().Field(i).Name), area)
		}
	}
}
