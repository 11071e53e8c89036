package members

import "testing"

// rules 25.3.
func TestConsentsAreCompleteAndCurrent(t *testing.T) {
	texts := []ConsentText{
		{Kind: consentPersonal, Version: 2, IsRequired: true}, {Kind: consentPortrait, Version: 1, IsRequired: true},
		{Kind: consentLetters, Version: 1}, {Kind: consentParent, Version: 1},
	}
	for name, c := range map[string]struct {
		given   map[string]int
		isMinor bool
		want    bool
	}{
		"the required ones":     {map[string]int{"personal": 2, "portrait": 1}, false, true},
		"letters too":           {map[string]int{"personal": 2, "portrait": 1, "letters": 1}, false, true},
		"nothing":               {nil, false, false},
		"without the portrait":  {map[string]int{"personal": 2}, false, false},
		"an outdated version":   {map[string]int{"personal": 1, "portrait": 1}, false, false},
		"a version to come":     {map[string]int{"personal": 3, "portrait": 1}, false, false},
		"outdated letters":      {map[string]int{"personal": 2, "portrait": 1, "letters": 0}, false, false},
		"an unknown one":        {map[string]int{"personal": 2, "portrait": 1, "soul": 1}, false, false},
		"a minor":               {map[string]int{"personal": 2, "portrait": 1}, true, false},
		"a minor with a parent": {map[string]int{"personal": 2, "portrait": 1, "parent": 1}, true, true},
	} {
		if err := checkConsents(texts, c.given, c.isMinor); (err == nil) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
