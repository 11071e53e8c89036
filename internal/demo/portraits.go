package demo

import (
	"fmt"
	"image/color"

	"studbonus/internal/platform/access"
	"studbonus/internal/students"
)

const portraitSide = 480

var (
	skins = []color.RGBA{rgb(0xf3, 0xcf, 0xb3), rgb(0xe8, 0xb9, 0x94), rgb(0xf7, 0xdc, 0xc6)}
	hairs = []color.RGBA{rgb(0x3a, 0x2a, 0x22), rgb(0x8a, 0x5a, 0x34), rgb(0x1f, 0x1f, 0x26), rgb(0xb9, 0x85, 0x4a)}
)

// portrait draws a person from the shoulders up; one that is not sharp enough shows a part of the face only.
func portrait(m Member, isWhole bool) ([]byte, error) {
	c := newCanvas(portraitSide, portraitSide, white)
	drawPerson(c, m, 0, 0, 1)
	if isWhole {
		return asJPEG(c)
	}
	near := newCanvas(portraitSide, portraitSide, white)
	drawPerson(near, m, -420, -250, 2.4)
	return asJPEG(near)
}

// drawPerson draws a member into a square with the given corner; its side is portraitSide × scale.
func drawPerson(c canvas, m Member, left, top, scale float32) {
	p := palettes[m.number%len(palettes)]
	skin, hair := skins[m.number%len(skins)], hairs[m.number%len(hairs)]
	disc := func(x, y, r float32, with color.RGBA) { c.disc(left+x*scale, top+y*scale, r*scale, with) }
	box := func(x, y, w, h float32, with color.RGBA) {
		c.box(left+x*scale, top+y*scale, w*scale, h*scale, with)
	}
	box(0, 0, portraitSide, portraitSide, mixed(p[1], white, 0.55))
	if m.isWoman {
		box(132, 190, 216, 150, hair)
		disc(168, 340, 36, hair)
		disc(312, 340, 36, hair)
	}
	disc(240, 560, 200, p[0])
	box(206, 290, 68, 84, mixed(skin, p[0], 0.12))
	disc(240, 374, 34, mixed(skin, p[0], 0.12))
	disc(240, 186, 110, hair)
	disc(240, 218, 92, skin)
	disc(150, 222, 16, skin)
	disc(330, 222, 16, skin)
	for _, x := range []float32{206, 274} {
		disc(x, 208, 8, rgb(0x2b, 0x2b, 0x33))
		box(x-16, 184, 32, 6, hair)
	}
	disc(240, 236, 9, mixed(skin, rgb(0x9d, 0x3b, 0x2f), 0.22))
	disc(240, 262, 24, rgb(0xb4, 0x56, 0x4c))
	disc(240, 252, 26, skin)
}

// studentCard draws the document of an application: a student card with the portrait, as a photo of it.
func studentCard(m Member, f students.Form) ([]byte, error) {
	const width, height = 960, 640
	ink, paper, blue := rgb(0x2b, 0x2f, 0x3a), rgb(0xf6, 0xf3, 0xea), rgb(0x2f, 0x4b, 0x8f)
	c := newCanvas(width, height, rgb(0x8b, 0x72, 0x58)) // a table
	c.box(50, 50, width-100, height-100, paper)
	c.box(50, 50, width-100, 96, blue)
	face := c.within(90, 190, 240, 300)
	drawPerson(face, m, 60, 190, 0.625)
	c.ring(376, 520, 48, mixed(blue, paper, 0.35))
	for _, line := range []struct {
		text string
		x, y int
		size float64
		with color.RGBA
	}{
		{"СТУДЕНЧЕСКИЙ БИЛЕТ", width / 2, 98, 44, white},
		{fmt.Sprintf("№ %d", 240000+m.number), 640, 200, 34, blue},
		{m.Surname, 640, 268, 42, ink},
		{m.Name + " " + m.Patronymic, 640, 326, 36, ink},
		{"МГУ имени М. В. Ломоносова", 640, 392, 28, ink},
		{fmt.Sprintf("Поступление: %d год", f.StartYear), 640, 440, 28, ink},
		{"Действителен по " + access.ValidUntil(f.EndYear).Wire(), 640, 488, 28, ink},
	} {
		if err := c.write(line.text, line.x, line.y, line.size, line.with); err != nil {
			return nil, err
		}
	}
	return asJPEG(c)
}
