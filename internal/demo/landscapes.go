package demo

import (
	"image/color"
	"math"
)

const pictureWidth, pictureHeight = 640, 360

// picture draws the n-th demo image: a gradient of two colours with soft hills. It is deterministic.
func picture(n int) ([]byte, error) {
	c := newCanvas(pictureWidth, pictureHeight, white)
	from, to := hue(float64(n)*0.137), hue(float64(n)*0.137+0.12)
	for x := range pictureWidth {
		var ridges [3]float64
		for layer := range ridges {
			wave := math.Sin(float64(x)/(90-14*float64(layer)) + float64(n*3+layer*2))
			ridges[layer] = pictureHeight * (0.45 + 0.18*float64(layer) + 0.09*wave)
		}
		for y := range pictureHeight {
			at := mixed(from, to, (float64(x)/pictureWidth+float64(y)/pictureHeight)/2)
			for _, ridge := range ridges {
				if float64(y) > ridge {
					at = mixed(at, rgb(20, 24, 60), 0.22)
				}
			}
			c.SetRGBA(x, y, at)
		}
	}
	return asJPEG(c)
}

// hue returns a muted colour of the colour wheel; one turn is 1.
func hue(at float64) color.RGBA {
	part := func(shift float64) uint8 { return uint8(150 + 80*math.Sin(2*math.Pi*(at+shift))) }
	return rgb(part(0), part(1.0/3), part(2.0/3))
}
