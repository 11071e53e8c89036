package picture

import (
	"image"
	"image/draw"
)

// isSideways reports whether the orientation swaps width and height.
func isSideways(orientation int) bool { return orientation >= 5 }

// orient rotates and mirrors an image with EXIF orientation 2 to 8 to upright.
func orient(src image.Image, orientation int) *image.RGBA {
	bounds := src.Bounds()
	w, h := bounds.Dx(), bounds.Dy()
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	if isSideways(orientation) {
		dst = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	start, stepX, stepY := destination(orientation, w, h)
	// Convert in strips instead of holding a third full-size image in memory.
	const rows = 64
	strip := image.NewRGBA(image.Rect(0, 0, w, rows))
	for top := 0; top < h; top += rows {
		draw.Draw(strip, strip.Rect, src, image.Pt(bounds.Min.X, bounds.Min.Y+top), draw.Src)
		// Columns in the outer loop: most phone photos are stored sideways, and then the inner loop writes adjacent pixels.
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

// destination maps the pixels of a w × h image: the index of the first one, and the steps per source column and row.
func destination(orientation, w, h int) (start, stepX, stepY int) {
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

// to8Bit converts a 16-bit image to 8 bits per channel in place: the difference is not visible, and the PNG encoder has
// no fast path for most 16-bit images.
func to8Bit(src image.Image) image.Image {
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

// highBytes keeps the high byte of each big-endian pair.
func highBytes(pix []uint8) []uint8 {
	half := pix[:len(pix)/2]
	for i := range half {
		half[i] = pix[2*i]
	}
	return half
}
