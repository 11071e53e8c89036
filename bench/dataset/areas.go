package dataset

// Partners beside so many students and applications.
func Partners(rows int) int { return rows / 20 }

// Points of sale of those partners.
func Points(rows int) int { return 10 * Partners(rows) }

// Promotions of those partners.
func Promotions(rows int) int { return 2 * Partners(rows) }

// Listed is how many rows there are in all lists together; each student has written a review.
func Listed(rows int) int { return rows + Partners(rows) + Promotions(rows) + rows }
