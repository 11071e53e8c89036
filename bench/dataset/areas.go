package dataset

// Partners returns the number of partners for a number of students and applications.
func Partners(rows int) int { return rows / 20 }

// Points returns the number of their trade points.
func Points(rows int) int { return 10 * Partners(rows) }

// Promotions returns the number of their promotions.
func Promotions(rows int) int { return 2 * Partners(rows) }

// Listed returns the total rows of all lists; each student has written a review.
func Listed(rows int) int { return rows + Partners(rows) + Promotions(rows) + rows }
