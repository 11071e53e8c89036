package blob

import (
	"image"
	"image/draw"
)

// isSideways tells whether width and height change places.
func isSideways(orientation int) bool { return orientation >= 5 }

// turn returns the image as it is to be looked at, for an EXIF orientation of 2 to 8.
func turn(src image.Image, orientation int) *image.RGBA {
	bounds := src.Bounds()
	w, h := bounds.Dx(), bounds.Dy()
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	if isSideways(orientation) {
		dst = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	start, stepX, stepY := path(orientation, w, h)
	// By strips, so that there is no third image of this size in memory.
	const rows = 64
	strip := image.NewRGBA(image.Rect(0, 0, w, rows))
	for top := 0; top < h; top += rows {
		draw.Draw(strip, strip.Rect, src, image.Pt(bounds.Min.X, bounds.Min.Y+top), draw.Src)
		// Columns outside: photos taken upright, the common case, lie sideways, and then
		// the inner loop fills pixels that lie together.
		for x := range w {
			from, to := 4*x, start+x*stepX+top*stepY
			for range min(rows, h-top) {
				copy(dst.Pix[4*to:4*to+4:4*to+4], strip.Pix[from:from+4:from+4])
				from += strip.Stride
				to += stepY
			}
		}
	}
	return dst
}

// path tells where the pixels of a w × h image go: the place of the first one, and the
// steps for each further column and row of the source.
func path(orientation, w, h int) (start, stepX, stepY int) {
	switch orientation {
	case 2: // mirrored
		return w - 1, -1, w
	case 3: // upside down
		return w*h - 1, -1, -w
	case 4: // mirrored and upside down
		return w * (h - 1), 1, -w
	case 5: // mirrored and turned left
		return 0, h, 1
	case 6: // turned right
		return h - 1, h, -1
	case 7: // mirrored and turned right
		return w*h - 1, -h, -1
	case 8: // turned left
		return h * (w - 1), -h, 1
	}
	return 0, 1, w
}

// narrow returns an image of 16 bits a colour as one of 8, in the same memory: no screen
// shows the difference, and the encoder would take the long way for each pixel.
func narrow(src image.Image) image.Image {
	switch m := src.(type) {
	case *image.NRGBA64:
		return &image.NRGBA{Pix: highBytes(m.Pix), Stride: m.Stride / 2, Rect: m.Rect}
	case *image.RGBA64:
		return &image.RGBA{Pix: highBytes(m.Pix), Stride: m.Stride / 2, Rect: m.Rect}
	case *image.Gray16:
		return &image.Gray{Pix: highBytes(m.Pix), Stride: m.Stride / 2, Rect: m.Rect}
	}
	return src
}

// highBytes keeps the first of each two bytes.
func highBytes(pix []uint8) []uint8 {
	half := pix[:len(pix)/2]
	for i := range half {
		half[i] = pix[2*i]
	}
	return half
}
