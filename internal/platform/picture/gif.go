package picture

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// frameMemory is what a frame takes besides its pixels, mostly its palette.
const frameMemory = 16 << 10

var errGIF = errors.New("gif: damaged blocks")

// inspectGIF counts the frames by walking the blocks: the header holds only the canvas size, and a file of a few kilobytes
// can hold thousands of frames.
func inspectGIF(data []byte) (header, error) {
	r := gifReader{rest: data}
	canvas, err := r.header()
	if err != nil {
		return header{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	frames, framePixels := int64(0), int64(0)
	for {
		pixels, more, err := r.block()
		if err != nil {
			return header{}, fmt.Errorf("%w: %w", ErrDamaged, err)
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
		return header{}, fmt.Errorf("%w: no frame", ErrDamaged)
	}
	h := header{kind: "image/gif", width: canvas[0], height: canvas[1], orientation: 1}
	// A viewer allocates the whole canvas even for small frames.
	h.pixels = max(framePixels, int64(canvas[0])*int64(canvas[1]))
	h.memory = 2*framePixels + frames*frameMemory // doubled: interlaced frames are copied
	return h, nil
}

// gifReader walks the blocks of a GIF.
type gifReader struct {
	rest []byte
}

// skip advances by n bytes and returns them.
func (r *gifReader) skip(n int) ([]byte, error) {
	if n > len(r.rest) {
		return nil, errGIF
	}
	skipped := r.rest[:n]
	r.rest = r.rest[n:]
	return skipped, nil
}

// header reads the signature, the screen descriptor and the global palette, and returns width and height.
func (r *gifReader) header() (canvas [2]int, err error) {
	const size, flagsAt = 13, 10
	b, err := r.skip(size)
	if err != nil {
		return canvas, err
	}
	canvas = [2]int{int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:]))}
	return canvas, r.palette(b[flagsAt])
}

// palette skips a palette if the flags declare one.
func (r *gifReader) palette(flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	_, err := r.skip(3 << (1 + flags&7))
	return err
}

// block skips one block. It returns the pixel count of a frame, 0 for other blocks, and whether more blocks may follow.
func (r *gifReader) block() (pixels int64, more bool, err error) {
	const extension, frame, trailer = 0x21, 0x2C, 0x3B
	kind, err := r.skip(1)
	if err != nil {
		return 0, false, err
	}
	switch kind[0] {
	case trailer:
		return 0, false, nil
	case extension:
		if _, err := r.skip(1); err != nil {
			return 0, false, err
		}
		return 0, true, r.subBlocks()
	case frame:
		pixels, err := r.frame()
		return pixels, true, err
	}
	return 0, false, errGIF
}

func (r *gifReader) frame() (int64, error) {
	const size, flagsAt = 9, 8
	b, err := r.skip(size)
	if err != nil {
		return 0, err
	}
	pixels := int64(binary.LittleEndian.Uint16(b[4:])) * int64(binary.LittleEndian.Uint16(b[6:]))
	if err := r.palette(b[flagsAt]); err != nil {
		return 0, err
	}
	if _, err := r.skip(1); err != nil { // LZW minimum code size
		return 0, err
	}
	// An empty frame also takes memory.
	return max(pixels, 1), r.subBlocks()
}

// subBlocks skips sub-blocks up to the empty one that terminates them.
func (r *gifReader) subBlocks() error {
	for {
		n, err := r.skip(1)
		if err != nil {
			return err
		}
		if n[0] == 0 {
			return nil
		}
		if _, err := r.skip(int(n[0])); err != nil {
			return err
		}
	}
}
