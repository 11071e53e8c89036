package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/jpeg"
)

// maxScans bounds the scans of a progressive JPEG. Cameras and editors write about ten; a file of a few kilobytes can
// hold thousands, which take minutes to decode.
const maxScans = 100

// jpegHeader holds what the segments of a JPEG declare.
type jpegHeader struct {
	width, height int
	samples       [][2]int // sampling factors, by component
	progressive   bool
	isRGB         bool
	scans         int
	orientation   int
}

func inspectJPEG(data []byte) (header, error) {
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return header{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	found := readJPEG(data)
	// The two parsers must agree: a file that they read differently may be crafted.
	if found.width != config.Width || found.height != config.Height || len(found.samples) == 0 {
		return header{}, fmt.Errorf("%w: contradictory headers", ErrDamaged)
	}
	if found.scans > maxScans {
		return header{}, ErrTooManyPixels
	}
	h := header{kind: "image/jpeg", width: config.Width, height: config.Height, orientation: found.orientation}
	h.pixels = int64(h.width) * int64(h.height)
	h.memory = found.memory()
	return h, nil
}

// memory returns an upper bound for decoding: the samples, plus four bytes of coefficients per sample if progressive, plus
// four bytes per pixel if the colours are not YCbCr. Rotating or converting needs another four bytes per pixel next to
// the decoded image.
func (f jpegHeader) memory() int64 {
	maxH, maxV := 1, 1
	for _, s := range f.samples {
		maxH, maxV = max(maxH, s[0]), max(maxV, s[1])
	}
	blocks := func(size, factor int) int64 { return int64((size + 8*factor - 1) / (8 * factor)) }
	units := blocks(f.width, maxH) * blocks(f.height, maxV)
	var samples int64
	for _, s := range f.samples {
		samples += 64 * units * int64(s[0]*s[1])
	}
	decoded, drawn := samples, int64(0)
	fourBytes := 4 * int64(f.width) * int64(f.height)
	if isCMYK := len(f.samples) == 4; isCMYK || f.isRGB {
		decoded += fourBytes
		drawn = fourBytes
	}
	if f.orientation != 1 {
		drawn = fourBytes
	}
	if f.progressive {
		return max(decoded+4*samples, decoded+drawn)
	}
	return decoded + drawn
}

// Markers of JPEG segments.
const (
	markerSOF0  = 0xC0 // baseline; the two after it are extended and progressive
	markerSOF2  = 0xC2
	markerRST0  = 0xD0
	markerRST7  = 0xD7
	markerEOI   = 0xD9
	markerSOS   = 0xDA
	markerAPP1  = 0xE1 // EXIF
	markerAdobe = 0xEE // Adobe: colour transform
	markerTEM   = 0x01
)

// readJPEG walks the segments up to the end-of-image marker.
func readJPEG(data []byte) jpegHeader {
	found := jpegHeader{orientation: 1}
	for i := 2; i+1 < len(data); {
		marker := data[i+1]
		switch {
		case data[i] != 0xFF, marker == 0, marker == 0xFF:
			i++ // scan data, fill bytes, or garbage that decoders skip
			continue
		case marker == markerEOI:
			return found
		case marker >= markerRST0 && marker <= markerRST7, marker == markerTEM:
			i += 2
			continue
		}
		if i+4 > len(data) {
			return found
		}
		length := int(binary.BigEndian.Uint16(data[i+2:]))
		end := i + 2 + length
		if length < 2 || end > len(data) {
			return found
		}
		found.segment(marker, data[i+4:end])
		i = end
	}
	return found
}

func (f *jpegHeader) segment(marker byte, body []byte) {
	switch {
	case marker >= markerSOF0 && marker <= markerSOF2 && f.samples == nil:
		f.frame(marker, body)
	case marker == markerSOS:
		f.scans++
	case marker == markerAPP1 && f.orientation == 1:
		f.orientation = exifOrientation(body)
	case marker == markerAdobe && bytes.HasPrefix(body, []byte("Adobe")) && len(body) >= 12:
		f.isRGB = f.isRGB || body[11] == 0
	}
}

func (f *jpegHeader) frame(marker byte, body []byte) {
	const fixed, each = 6, 3
	if len(body) < fixed || len(body) < fixed+each*int(body[5]) {
		return
	}
	f.height, f.width = int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:]))
	f.progressive = marker == markerSOF2
	names := ""
	for i := range int(body[5]) {
		names += string(rune(body[fixed+each*i]))
		factors := body[fixed+each*i+1]
		f.samples = append(f.samples, [2]int{max(1, int(factors>>4)), max(1, int(factors&15))})
	}
	f.isRGB = f.isRGB || names == "RGB"
}

// exifOrientation returns the EXIF orientation, 1 to 8; 1 (upright) when absent or invalid.
func exifOrientation(segment []byte) int {
	const upright, orientationTag, shortType, entrySize = 1, 0x0112, 3, 12
	tiff, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00"))
	if !ok || len(tiff) < 8 {
		return upright
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at < 8 || at+2 > int64(len(tiff)) {
		return upright
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < entrySize {
			break
		}
		if order.Uint16(entries) == orientationTag && order.Uint16(entries[2:]) == shortType {
			if value := int(order.Uint16(entries[8:])); value >= 1 && value <= 8 {
				return value
			}
			break
		}
		entries = entries[entrySize:]
	}
	return upright
}
