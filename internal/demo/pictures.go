package demo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// palettes are pairs of a dark and a light colour for white text.
var palettes = [][2]color.RGBA{
	{rgb(0x35, 0x3c, 0x8f), rgb(0xa9, 0xb4, 0xf0)}, {rgb(0x0f, 0x76, 0x6e), rgb(0x99, 0xe0, 0xd3)}, {rgb(0x9d, 0x3b, 0x2f), rgb(0xf5, 0xc0, 0xa4)},
	{rgb(0x6d, 0x3a, 0x8c), rgb(0xdc, 0xbd, 0xf0)}, {rgb(0x1f, 0x5f, 0x9e), rgb(0xa8, 0xd2, 0xf5)}, {rgb(0x8a, 0x5a, 0x14), rgb(0xf3, 0xd5, 0x9a)},
	{rgb(0x2e, 0x6b, 0x34), rgb(0xb8, 0xe0, 0xa8)}, {rgb(0x9b, 0x2f, 0x61), rgb(0xf6, 0xb9, 0xd2)}, {rgb(0x3f, 0x4a, 0x5a), rgb(0xc3, 0xcf, 0xdd)},
}

func rgb(r, g, b uint8) color.RGBA { return color.RGBA{r, g, b, 0xff} }

// mixed interpolates two colours.
func mixed(a, b color.RGBA, share float64) color.RGBA {
	at := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*share)) }
	return rgb(at(a.R, b.R), at(a.G, b.G), at(a.B, b.B))
}

var white = rgb(0xff, 0xff, 0xff)

// canvas draws anti-aliased shapes.
type canvas struct{ *image.RGBA }

func newCanvas(width, height int, ground color.RGBA) canvas {
	c := canvas{image.NewRGBA(image.Rect(0, 0, width, height))}
	c.box(0, 0, float32(width), float32(height), ground)
	return c
}

// within returns a clipped part of the canvas.
func (c canvas) within(x, y, width, height float32) canvas {
	part, _ := c.SubImage(image.Rect(int(x), int(y), int(x+width), int(y+height))).(*image.RGBA)
	return canvas{part}
}

func (c canvas) box(x, y, width, height float32, with color.RGBA) {
	draw.Draw(c.RGBA, image.Rect(int(x), int(y), int(x+width), int(y+height)), image.NewUniform(with), image.Point{}, draw.Src)
}

func (c canvas) disc(x, y, radius float32, with color.RGBA) {
	const k = 0.5523 // control point of a quarter circle as a Bézier curve
	r := radius
	left, top, side := int(x-r), int(y-r), int(2*r)+2
	x, y = x-float32(left), y-float32(top)
	s := vector.NewRasterizer(side, side)
	s.MoveTo(x+r, y)
	s.CubeTo(x+r, y+k*r, x+k*r, y+r, x, y+r)
	s.CubeTo(x-k*r, y+r, x-r, y+k*r, x-r, y)
	s.CubeTo(x-r, y-k*r, x-k*r, y-r, x, y-r)
	s.CubeTo(x+k*r, y-r, x+r, y-k*r, x+r, y)
	s.ClosePath()
	mask := image.NewAlpha(image.Rect(0, 0, side, side))
	s.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	draw.DrawMask(c.RGBA, image.Rect(left, top, left+side, top+side), image.NewUniform(with), image.Point{}, mask, image.Point{}, draw.Over)
}

// ring draws the stamp of a document.
func (c canvas) ring(x, y, radius float32, with color.RGBA) {
	ground := c.RGBAAt(int(x), int(y))
	c.disc(x, y, radius, with)
	c.disc(x, y, radius-6, ground)
	c.disc(x, y, radius-20, with)
	c.disc(x, y, radius-23, ground)
}

var bold = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })

// write centres a text in a rectangle.
func (c canvas) write(text string, x, y int, size float64, with color.RGBA) error {
	f, err := bold()
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		return err
	}
	defer face.Close() //nolint:errcheck // nothing is held
	around, _ := font.BoundString(face, text)
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(with), Face: face}
	d.Dot = fixed.Point26_6{
		X: fixed.I(x) - (around.Min.X+around.Max.X)/2,
		Y: fixed.I(y) - (around.Min.Y+around.Max.Y)/2,
	}
	d.DrawString(text)
	return nil
}

const logoSide = 200

// logo draws a partner's initials on its colour.
func logo(initials string, number int) ([]byte, error) {
	p := palettes[number%len(palettes)]
	c := newCanvas(logoSide, logoSide, p[0])
	soft := mixed(p[0], p[1], 0.22)
	switch number % 4 {
	case 0:
		c.disc(logoSide, logoSide, 150, soft)
	case 1:
		c.disc(0, 0, 130, soft)
	case 2:
		c.box(0, 130, logoSide, 70, soft)
	default:
		c.disc(logoSide/2, logoSide/2, 86, soft)
	}
	if err := c.write(initials, logoSide/2, logoSide/2, 84, white); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := png.Encode(&out, c.RGBA)
	return out.Bytes(), err
}

// banner draws a partner's key image: hills in its colours under a sun.
func banner(number int) ([]byte, error) {
	const width, height = 480, 180
	p := palettes[number%len(palettes)]
	c := newCanvas(width, height, mixed(p[1], white, 0.45))
	at := float32(number*97%300) + 90
	c.disc(at, 60, 32, mixed(p[1], white, 0.8))
	for layer := range 3 {
		share := 0.35 * float64(layer)
		base := float32(112 + 21*layer)
		for hill := -1; hill < 5; hill++ {
			c.disc(float32(hill*142+layer*52+number*23%90), base+90, 112, mixed(p[1], p[0], 0.25+share))
		}
	}
	return asJPEG(c)
}

// scene draws a partner's premises as a photo: a wall, windows, lamps, a counter, plants.
func scene(number int) ([]byte, error) {
	const width, height = 480, 320
	p := palettes[number%len(palettes)]
	wall, wood := mixed(p[1], white, 0.55), mixed(rgb(0xb0, 0x7d, 0x4b), p[0], 0.18)
	c := newCanvas(width, height, wall)
	windows := 2 + number%2
	for i := range windows {
		w := float32(width-60)/float32(windows) - 24
		x := 42 + float32(i)*(w+24)
		c.box(x-6, 44, w+12, 112, white)
		c.box(x, 50, w, 100, mixed(rgb(0xbf, 0xe3, 0xf7), p[1], 0.25))
		c.within(x, 50, w, 100).disc(x+w*0.3, 166, w*0.4, mixed(rgb(0x7f, 0xb0, 0x6a), p[1], 0.2))
		c.box(x+w/2-2, 50, 4, 100, white)
	}
	c.box(0, 250, width, 70, mixed(wood, white, 0.35))
	lamps := 3 + number%3
	for i := range lamps {
		x := float32(width) / float32(lamps) * (float32(i) + 0.5)
		c.box(x-1, 0, 2, 26, p[0])
		c.disc(x, 34, 13, p[0])
		c.disc(x, 38, 7, rgb(0xff, 0xee, 0xb8))
	}
	left := float32(30 + number*53%140)
	c.box(left, 186, 250, 14, p[0])
	c.box(left+8, 200, 234, 66, wood)
	for i := range 4 {
		c.disc(left+40+float32(i)*56, 178, 8, mixed(p[1], p[0], 0.3*float64(i%3)))
	}
	c.box(410, 214, 34, 44, mixed(p[0], white, 0.25))
	for i := range 5 {
		c.disc(404+float32(i)*11, 200-float32(i%2)*16, 15, mixed(rgb(0x3f, 0x8a, 0x4e), white, 0.08*float64(i)))
	}
	return asJPEG(c)
}

func asJPEG(c canvas) ([]byte, error) {
	const quality = 90
	var out bytes.Buffer
	err := jpeg.Encode(&out, c.RGBA, &jpeg.Options{Quality: quality})
	if err != nil {
		return nil, fmt.Errorf("draw: %w", err)
	}
	return out.Bytes(), nil
}
