package demo

var (
	LargestCities = largestCities
	FictitiousINN = fictitiousINN
)
