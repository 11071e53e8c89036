package demo

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
)

const (
	pictureWidth, pictureHeight = 640, 360
	pictureQuality              = 85
)

// picture draws the n-th demo image: a slope of two colours with soft hills. The same number gives the same picture.
func picture(n int) ([]byte, error) {
	m := image.NewRGBA(image.Rect(0, 0, pictureWidth, pictureHeight))
	from, to := hue(float64(n)*0.137), hue(float64(n)*0.137+0.12)
	for x := range pictureWidth {
		var ridges [3]float64
		for layer := range ridges {
			wave := math.Sin(float64(x)/(90-14*float64(layer)) + float64(n*3+layer*2))
			ridges[layer] = pictureHeight * (0.45 + 0.18*float64(layer) + 0.09*wave)
		}
		for y := range pictureHeight {
			c := mix(from, to, (float64(x)/pictureWidth+float64(y)/pictureHeight)/2)
			for _, ridge := range ridges {
				if float64(y) > ridge {
					c = mix(c, color.RGBA{R: 20, G: 24, B: 60, A: 255}, 0.22)
				}
			}
			m.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	err := jpeg.Encode(&b, m, &jpeg.Options{Quality: pictureQuality})
	return b.Bytes(), err
}

// hue is a calm colour of the wheel; one turn is 1.
func hue(at float64) color.RGBA {
	part := func(shift float64) uint8 { return uint8(150 + 80*math.Sin(2*math.Pi*(at+shift))) }
	return color.RGBA{R: part(0), G: part(1.0 / 3), B: part(2.0 / 3), A: 255}
}

func mix(a, b color.RGBA, share float64) color.RGBA {
	part := func(a, b uint8) uint8 { return uint8(float64(a)*(1-share) + float64(b)*share) }
	return color.RGBA{R: part(a.R, b.R), G: part(a.G, b.G), B: part(a.B, b.B), A: 255}
}
