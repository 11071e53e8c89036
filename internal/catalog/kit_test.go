package catalog_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"studbonus/internal/catalog"
	"studbonus/internal/test/kit"
)

func imported(t *testing.T, a *kit.App, kind catalog.Kind, lines ...string) catalog.Imported {
	t.Helper()
	done, err := a.Catalog.Import(context.Background(), kind, strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// inn appends the check digit to nine digits.
func inn(nine int) string {
	digits := fmt.Sprintf("%09d", nine)
	sum := 0
	for i, weight := range []int{2, 4, 10, 3, 5, 9, 4, 6, 8} {
		sum += weight * int(digits[i]-'0')
	}
	return digits + fmt.Sprint(sum%11%10)
}
