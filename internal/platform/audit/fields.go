package audit

import "reflect"

// FormFields returns what a form sets, by the form tags of a row type (see db.FormColumns). A date or status is written as on
// the wire, a missing text as "".
func FormFields(row any) map[string]any {
	out := map[string]any{}
	addFields(reflect.ValueOf(row), out)
	return out
}

func addFields(v reflect.Value, out map[string]any) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if name := f.Tag.Get("form"); name != "" {
			out[name] = plain(v.Field(i).Interface())
		} else if f.Anonymous && f.Type.Kind() == reflect.Struct {
			addFields(v.Field(i), out)
		}
	}
}

func plain(value any) any {
	switch v := value.(type) {
	case interface{ Wire() string }:
		return v.Wire()
	case *string:
		if v == nil {
			return ""
		}
		return *v
	case *int:
		if v == nil {
			return nil
		}
		return *v
	}
	return value
}
