package memindex

import "slices"

// scannedValues is how many values a linear scan compares faster than a map lookup.
const scannedValues = 8

// matcher tests a slot.
type matcher func(slot int32) bool

// filter combines scope, facets, sets and ranges into one test; nil when the query has none. It leaves out the search.
func (x *Index) filter(q Query) matcher {
	c := &x.columns
	var all []matcher
	if university, limited := q.Scope.University(); limited {
		all = append(all, oneOf(c.scope, []int64{university}))
	}
	for _, in := range q.Facets {
		if in.Values == nil {
			continue
		}
		matches := oneOf(c.facets[in.Facet], in.Values)
		if in.Not {
			has := matches
			matches = func(s int32) bool { return !has(s) }
		}
		all = append(all, matches)
	}
	for _, in := range q.Sets {
		if in.Values != nil {
			all = append(all, anyOf(c.sets[in.Facet], in.Values))
		}
	}
	for _, r := range q.Ranges {
		column := c.facets[r.Facet]
		all = append(all, func(s int32) bool { return int64(column[s]) >= r.From && int64(column[s]) <= r.To })
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return func(s int32) bool {
		for _, matches := range all {
			if !matches(s) {
				return false
			}
		}
		return true
	}
}

func oneOf(column []int32, values []int64) matcher {
	if len(values) <= scannedValues {
		list := make([]int32, len(values))
		for i, v := range values {
			list[i] = int32(v)
		}
		return func(s int32) bool { return slices.Contains(list, column[s]) }
	}
	set := setOf(values)
	return func(s int32) bool { return set[column[s]] }
}

func anyOf(column [][]int32, values []int64) matcher {
	set := setOf(values)
	return func(s int32) bool { return slices.ContainsFunc(column[s], func(v int32) bool { return set[v] }) }
}

func setOf(values []int64) map[int32]bool {
	set := make(map[int32]bool, len(values))
	for _, v := range values {
		set[int32(v)] = true
	}
	return set
}
