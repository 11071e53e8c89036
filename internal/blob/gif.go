package blob

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// frameMemory is what a frame takes besides its pixels: its palette above all.
const frameMemory = 16 << 10

var errGIF = errors.New("gif: damaged blocks")

// inspectGIF counts the frames by walking the blocks: the header names the size of the
// canvas alone, and a file of some kilobytes can hold thousands of frames.
func inspectGIF(data []byte) (picture, error) {
	walk := gifWalk{rest: data}
	canvas, err := walk.header()
	if err != nil {
		return picture{}, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	frames, framePixels := int64(0), int64(0)
	for {
		pixels, more, err := walk.block()
		if err != nil {
			return picture{}, fmt.Errorf("%w: %w", ErrBroken, err)
		}
		if !more {
			break
		}
		if pixels > 0 {
			frames++
			framePixels += pixels
		}
	}
	if frames == 0 {
		return picture{}, fmt.Errorf("%w: no frame", ErrBroken)
	}
	p := picture{kind: "image/gif", width: canvas[0], height: canvas[1], orientation: 1}
	// Whoever shows it needs the canvas too, however small the frames are.
	p.pixels = max(framePixels, int64(canvas[0])*int64(canvas[1]))
	p.memory = 2*framePixels + frames*frameMemory // twice: interlaced frames are copied
	return p, nil
}

// gifWalk is a position in the blocks of a GIF.
type gifWalk struct {
	rest []byte
}

// skip moves on by n bytes and returns them.
func (w *gifWalk) skip(n int) ([]byte, error) {
	if n > len(w.rest) {
		return nil, errGIF
	}
	skipped := w.rest[:n]
	w.rest = w.rest[n:]
	return skipped, nil
}

// header passes over signature, screen and global palette, and returns width and height.
func (w *gifWalk) header() (canvas [2]int, err error) {
	const size, flagsAt = 13, 10
	b, err := w.skip(size)
	if err != nil {
		return canvas, err
	}
	canvas = [2]int{int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:]))}
	return canvas, w.palette(b[flagsAt])
}

// palette passes over a palette, if the flags announce one.
func (w *gifWalk) palette(flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	_, err := w.skip(3 << (1 + flags&7))
	return err
}

// block passes over one block. It returns the pixels of a frame, or none for another
// block, and tells whether more may follow.
func (w *gifWalk) block() (pixels int64, more bool, err error) {
	const extension, frame, trailer = 0x21, 0x2C, 0x3B
	kind, err := w.skip(1)
	if err != nil {
		return 0, false, err
	}
	switch kind[0] {
	case trailer:
		return 0, false, nil
	case extension:
		if _, err := w.skip(1); err != nil {
			return 0, false, err
		}
		return 0, true, w.chain()
	case frame:
		pixels, err := w.frame()
		return pixels, true, err
	}
	return 0, false, errGIF
}

func (w *gifWalk) frame() (int64, error) {
	const size, flagsAt = 9, 8
	b, err := w.skip(size)
	if err != nil {
		return 0, err
	}
	pixels := int64(binary.LittleEndian.Uint16(b[4:])) * int64(binary.LittleEndian.Uint16(b[6:]))
	if err := w.palette(b[flagsAt]); err != nil {
		return 0, err
	}
	if _, err := w.skip(1); err != nil { // the width of the first code
		return 0, err
	}
	// A frame without pixels still is one, and takes memory.
	return max(pixels, 1), w.chain()
}

// chain passes over sub-blocks, up to the empty one that ends them.
func (w *gifWalk) chain() error {
	for {
		n, err := w.skip(1)
		if err != nil {
			return err
		}
		if n[0] == 0 {
			return nil
		}
		if _, err := w.skip(int(n[0])); err != nil {
			return err
		}
	}
}
