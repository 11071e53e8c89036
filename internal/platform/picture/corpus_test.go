package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"strings"
)

// secret is put wherever a file can carry something other than pixels. It must never be in the output.
const secret = "SECRET-55.7558-37.6173<script>alert(1)</script>"

// sample is a file of the corpus (rules 13.2, 16.5) with the expected outcome.
type sample struct {
	name string
	data []byte
	want error // nil: re-encoded with this size
	w, h int
}

// corpus returns all samples except the heavy ones.
func corpus() []sample {
	return concat(goodJPEGs(), goodPNGs(), goodGIFs(), wrongTypes(), damaged(), bombs())
}

// heavy returns the largest images that are allowed.
func heavy() []sample {
	return []sample{
		{"jpeg of 40 megapixels", flatJPEG(jpegShape{8000, 5000, 3, 2, 2, false, 1}), nil, 8000, 5000},
		{"jpeg of 40 megapixels, turned", withSegment(flatJPEG(jpegShape{8000, 5000, 3, 1, 1, false, 1}), 0xE1, exif(binary.BigEndian, 6)), nil, 5000, 8000},
		{"progressive jpeg of 40 megapixels", flatJPEG(jpegShape{8000, 5000, 3, 2, 2, true, 1}), nil, 8000, 5000},
		{"png of 40 megapixels", rawPNG(pngShape{8000, 5000, 8, 0, 0}, 8001*5000), nil, 8000, 5000},
		{"png of 40 megapixels in 16 bits", rawPNG(pngShape{8000, 5000, 16, 6, 0}, (8*8000+1)*5000), nil, 8000, 5000},
		{"gif of 40 megapixels in frames", gifOf(film(40, 1000, 1000)), nil, 1000, 1000},
	}
}

func concat(lists ...[]sample) (all []sample) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// gradient draws an image with four different corners.
func gradient(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, color.RGBA{uint8(255 * x / w), uint8(255 * y / h), 128, 255})
		}
	}
	return m
}

func jpegOf(m image.Image) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func pngOf(m image.Image) []byte {
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, m); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// withSegment inserts a segment after the first marker of a JPEG.
func withSegment(data []byte, marker byte, body string) []byte {
	segment := append([]byte{0xFF, marker}, binary.BigEndian.AppendUint16(nil, uint16(len(body)+2))...)
	return bytes.Join([][]byte{data[:2], segment, []byte(body), data[2:]}, nil)
}

type endian interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// exif returns an EXIF segment with an orientation and a description.
func exif(order endian, orientation uint16) string {
	mark := "MM"
	if order.Uint16([]byte{1, 0}) == 1 {
		mark = "II"
	}
	b := []byte("Exif\x00\x00" + mark)
	b = order.AppendUint16(b, 42)
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 2)
	for _, e := range [][4]uint32{{0x010E, 2, uint32(len(secret)), 38}, {0x0112, 3, 1, 0}} {
		b = order.AppendUint16(b, uint16(e[0]))
		b = order.AppendUint16(b, uint16(e[1]))
		b = order.AppendUint32(b, e[2])
		if e[0] == 0x0112 {
			b = order.AppendUint16(order.AppendUint16(b, orientation), 0)
		} else {
			b = order.AppendUint32(b, e[3])
		}
	}
	return string(b) + "\x00\x00\x00\x00" + secret
}

func goodJPEGs() []sample {
	colours, grey := jpegOf(gradient(64, 48)), image.NewGray(image.Rect(0, 0, 33, 17))
	html, zip := "<html>"+secret+"</html>", "PK\x03\x04"+secret+"PK\x05\x06"
	list := []sample{
		{"jpeg in colours", colours, nil, 64, 48},
		{"jpeg in greys", jpegOf(grey), nil, 33, 17},
		{"jpeg of one pixel", jpegOf(gradient(1, 1)), nil, 1, 1},
		{"jpeg as long as can be", jpegOf(gradient(65500, 1)), nil, 65500, 1},
		{"jpeg with a comment", withSegment(colours, 0xFE, secret), nil, 64, 48},
		{"jpeg with XMP", withSegment(colours, 0xE1, "http://ns.adobe.com/xap/1.0/\x00"+secret), nil, 64, 48},
		{"jpeg with a colour profile", withSegment(colours, 0xE2, "ICC_PROFILE\x00\x01\x01"+secret), nil, 64, 48},
		{"jpeg and html", append(bytes.Clone(colours), html...), nil, 64, 48},
		{"jpeg and zip", append(bytes.Clone(colours), zip...), nil, 64, 48},
		{"jpeg with damaged EXIF", withSegment(colours, 0xE1, "Exif\x00\x00II*\x00\xff\xff\xff\xff"+secret), nil, 64, 48},
		{"jpeg with orientation 9", withSegment(colours, 0xE1, exif(binary.BigEndian, 9)), nil, 64, 48},
		{"jpeg in CMYK", withSegment(flatJPEG(jpegShape{100, 50, 4, 1, 1, false, 1}), 0xEE, "Adobe\x00\x64\x00\x00\x00\x00\x00"), nil, 100, 50},
		{"jpeg in YCCK, turned", withSegment(withSegment(flatJPEG(jpegShape{100, 50, 4, 1, 1, true, 1}), 0xEE, "Adobe\x00\x64\x00\x00\x00\x00\x02"), 0xE1, exif(binary.BigEndian, 8)), nil, 50, 100},
		{"jpeg in RGB", withSegment(flatJPEG(jpegShape{100, 50, 3, 1, 1, false, 1}), 0xEE, "Adobe\x00\x64\x00\x00\x00\x00\x00"), nil, 100, 50},
		{"progressive jpeg in greys", flatJPEG(jpegShape{100, 50, 1, 1, 1, true, 1}), nil, 100, 50},
		{"progressive jpeg in colours", flatJPEG(jpegShape{100, 50, 3, 2, 2, true, 1}), nil, 100, 50},
		{"progressive jpeg, 100 passes", flatJPEG(jpegShape{100, 50, 3, 1, 1, true, 100}), nil, 100, 50},
	}
	for o := uint16(1); o <= 8; o++ {
		s := sample{"jpeg with orientation " + string(rune('0'+o)), withSegment(colours, 0xE1, exif(byteOrder(o), o)), nil, 64, 48}
		if o >= 5 {
			s.w, s.h = 48, 64
		}
		list = append(list, s)
	}
	return list
}

// byteOrder alternates between the two byte orders.
func byteOrder(o uint16) endian {
	if o%2 == 0 {
		return binary.LittleEndian
	}
	return binary.BigEndian
}

// jpegShape describes a JPEG of one colour. The sampling factors are those of the first component.
type jpegShape struct {
	w, h, components, sampleH, sampleV int
	progressive                        bool
	scans                              int
}

// flatJPEG writes JPEGs that image/jpeg cannot (progressive) or that would take too long to draw. Each block is one or two
// zero bits.
func flatJPEG(s jpegShape) []byte {
	b := []byte{0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0}
	b = append(b, bytes.Repeat([]byte{1}, 64)...)
	sof := byte(markerSOF0)
	if s.progressive {
		sof = markerSOF2
	}
	b = append(b, 0xFF, sof, 0, byte(8+3*s.components), 8, byte(s.h>>8), byte(s.h), byte(s.w>>8), byte(s.w), byte(s.components))
	for c := range s.components {
		factors := byte(0x11)
		if c == 0 {
			factors = byte(s.sampleH<<4 | s.sampleV)
		}
		b = append(b, byte(c+1), factors, 0)
	}
	for _, class := range []byte{0x00, 0x10} { // Huffman table with a single one-bit code
		b = append(b, 0xFF, 0xC4, 0, 20, class, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	}
	perUnit := s.components - 1 + s.sampleH*s.sampleV
	bits := (s.w + 8*s.sampleH - 1) / (8 * s.sampleH) * ((s.h + 8*s.sampleV - 1) / (8 * s.sampleV)) * perUnit
	if !s.progressive {
		bits *= 2 // plus the end-of-block code
	}
	for scan := range s.scans {
		b = append(b, 0xFF, markerSOS, 0, byte(6+2*s.components), byte(s.components))
		for c := range s.components {
			b = append(b, byte(c+1), 0)
		}
		switch {
		case !s.progressive:
			b = append(b, 0, 63, 0)
		case scan == 0:
			b = append(b, 0, 0, 0x0D) // DC, first scan
		default:
			b = append(b, 0, 0, 0x10) // DC, refinement scan
		}
		b = append(b, make([]byte, bits/8)...)
		b = append(b, 0xFF>>(bits%8))
		if bits%8 == 0 {
			b[len(b)-1] = 0
		}
	}
	return append(b, 0xFF, markerEOI)
}

// chunk encodes a PNG chunk.
func chunk(kind, body string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(b, kind+body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE([]byte(kind+body)))
}

// withChunk inserts a chunk after the header of a PNG.
func withChunk(data []byte, kind, body string) []byte {
	const header = 33
	return bytes.Join([][]byte{data[:header], chunk(kind, body), data[header:]}, nil)
}

// pngShape holds the header fields of a PNG.
type pngShape struct {
	w, h                      uint32
	depth, colours, interlace byte
}

// rawPNG writes a PNG whose data is size zero bytes.
func rawPNG(s pngShape, size int) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, s.w), s.h)
	head = append(head, s.depth, s.colours, 0, 0, s.interlace)
	var body bytes.Buffer
	z := zlib.NewWriter(&body)
	zeros := make([]byte, 1<<16)
	for size > 0 {
		n, _ := z.Write(zeros[:min(size, len(zeros))])
		size -= n
	}
	_ = z.Close()
	return bytes.Join([][]byte{[]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", string(head)), chunk("IDAT", body.String()), chunk("IEND", "")}, nil)
}

func goodPNGs() []sample {
	clear := image.NewNRGBA(image.Rect(0, 0, 20, 30))
	clear.SetNRGBA(3, 4, color.NRGBA{1, 2, 3, 100})
	palette := image.NewPaletted(image.Rect(0, 0, 20, 30), color.Palette{color.Black, color.Transparent, color.White})
	colours := pngOf(gradient(64, 48))
	return []sample{
		{"png in colours", colours, nil, 64, 48},
		{"png with transparency", pngOf(clear), nil, 20, 30},
		{"png with a palette", pngOf(palette), nil, 20, 30},
		{"png of 16 bits", pngOf(image.NewNRGBA64(image.Rect(0, 0, 9, 7))), nil, 9, 7},
		{"png in greys of 16 bits", pngOf(image.NewGray16(image.Rect(0, 0, 9, 7))), nil, 9, 7},
		{"interlaced png", rawPNG(pngShape{1, 1, 8, 0, 1}, 2), nil, 1, 1},
		{"png with a text", withChunk(colours, "tEXt", "Comment\x00"+secret), nil, 64, 48},
		{"png with EXIF", withChunk(colours, "eXIf", "II*\x00"+secret), nil, 64, 48},
		{"animated png", withChunk(colours, "acTL", "\x00\x00\x00\x02\x00\x00\x00\x00"), nil, 64, 48},
		{"png and html", append(bytes.Clone(colours), "<html>"+secret...), nil, 64, 48},
		{"png of exactly 5 MiB", append(bytes.Clone(colours), make([]byte, 5<<20-len(colours))...), nil, 64, 48},
	}
}

// gifShape describes a GIF of equal frames.
type gifShape struct{ w, h, frames, frameW, frameH int }

// rawGIF writes a GIF whose frames hold no valid data.
func rawGIF(s gifShape) []byte {
	b := append([]byte("GIF89a"), byte(s.w), byte(s.w>>8), byte(s.h), byte(s.h>>8), 0x80, 0, 0)
	b = append(b, 0, 0, 0, 255, 255, 255)
	for range s.frames {
		b = append(b, 0x2C, 0, 0, 0, 0, byte(s.frameW), byte(s.frameW>>8), byte(s.frameH), byte(s.frameH>>8), 0, 2, 2, 0x4C, 0x01, 0)
	}
	return append(b, 0x3B)
}

// film draws an animation of different frames.
func film(frames, w, h int) *gif.GIF {
	g := &gif.GIF{LoopCount: 3}
	for i := range frames {
		m := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.RGBA{}, color.RGBA{uint8(i), 100, 50, 255}, color.White, color.Black})
		m.Pix[i%len(m.Pix)] = 1
		g.Image = append(g.Image, m)
		g.Delay = append(g.Delay, i+1)
		g.Disposal = append(g.Disposal, byte(i%3+1))
	}
	return g
}

func gifOf(g *gif.GIF) []byte {
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func goodGIFs() []sample {
	still := gifOf(film(1, 40, 30))
	palette := 13 // the header
	if flags := still[10]; flags&0x80 != 0 {
		palette += 3 << (1 + flags&7)
	}
	comment := "\x21\xFE" + string(rune(len(secret))) + secret + "\x00"
	old := bytes.Clone(still)
	copy(old, "GIF87a")
	return []sample{
		{"gif", still, nil, 40, 30},
		{"gif of 1987", old, nil, 40, 30},
		{"gif of three frames", gifOf(film(3, 40, 30)), nil, 40, 30},
		{"gif with a comment", bytes.Join([][]byte{still[:palette], []byte(comment), still[palette:]}, nil), nil, 40, 30},
		{"gif and html", append(bytes.Clone(still), "<html>"+secret...), nil, 40, 30},
		{"gif of 1000 frames", gifOf(film(1000, 10, 10)), nil, 10, 10},
	}
}

func wrongTypes() (list []sample) {
	for name, head := range map[string]string{
		"webp": "RIFF\x24\x00\x00\x00WEBPVP8 ", "svg": "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "svg with a head": "<?xml version='1.0'?><svg/>",
		"html": "<!DOCTYPE html><script>alert(1)</script>", "bmp": "BM\x36\x00\x00\x00", "tiff": "II*\x00\x08\x00\x00\x00", "ico": "\x00\x00\x01\x00\x01\x00", "avif": "\x00\x00\x00\x20ftypavif",
		"heic": "\x00\x00\x00\x18ftypheic", "pdf": "%PDF-1.7\n", "zip": "PK\x03\x04", "program": "\x7fELF\x02", "text": "просто текст", "javascript": "alert(1)", "mp4": "\x00\x00\x00\x18ftypmp42",
		"jpeg xl": "\xff\x0a", "gif of no year": "GIF90a\x01\x00\x01\x00", "html before a gif": "<script>/*GIF89a", "blanks before a png": " \x89PNG\r\n\x1a\n", "postscript": "%!PS-Adobe", "nothing but zeros": strings.Repeat("\x00", 100),
	} {
		list = append(list, sample{name: name, data: []byte(head + strings.Repeat(" ", 600)), want: ErrWrongType})
	}
	return list
}

func damaged() []sample {
	j, p, g := jpegOf(gradient(200, 200)), pngOf(gradient(200, 200)), gifOf(film(5, 100, 100))
	badSum := bytes.Clone(p)
	badSum[len(badSum)/2] ^= 0xFF
	script := append([]byte("GIF89a=/*"), "\x00\x00\x00\x00*/1;alert(1)//"+strings.Repeat(" ", 100)...)
	return []sample{
		{name: "nothing", want: ErrDamaged},
		{name: "jpeg, the first bytes", data: j[:20], want: ErrDamaged},
		{name: "jpeg, half of it", data: j[:len(j)/2], want: ErrDamaged},
		{name: "jpeg, all but the end", data: j[:len(j)-20], want: ErrDamaged},
		{name: "png, the first bytes", data: p[:20], want: ErrDamaged},
		{name: "png, half of it", data: p[:len(p)/2], want: ErrDamaged},
		{name: "png, all but the end", data: p[:len(p)-14], want: ErrDamaged},
		{name: "png with a wrong sum", data: badSum, want: ErrDamaged},
		{name: "gif, the first bytes", data: g[:10], want: ErrDamaged},
		{name: "gif, half of it", data: g[:len(g)/2], want: ErrDamaged},
		{name: "gif without its end", data: g[:len(g)-1], want: ErrDamaged},
		{name: "gif without a frame", data: rawGIF(gifShape{10, 10, 0, 0, 0}), want: ErrDamaged},
		{name: "gif that is a script", data: script, want: ErrDamaged},
		{name: "gif with a frame beyond the canvas", data: rawGIF(gifShape{10, 10, 1, 20, 20}), want: ErrDamaged},
		{name: "arithmetic jpeg", data: withSegment(j, 0xC9, "\x08\x00\x10\x00\x10\x01\x01\x11\x00"), want: ErrDamaged},
		{name: "jpeg with two frames", data: withSegment(j, 0xC0, "\x08\x00\x10\x00\x10\x01\x01\x11\x00"), want: ErrDamaged},
		{name: "jpeg of rubbish", data: append([]byte{0xFF, 0xD8, 0xFF}, rubbish(5000)...), want: ErrDamaged},
		{name: "png of rubbish", data: append([]byte("\x89PNG\r\n\x1a\n"), rubbish(5000)...), want: ErrDamaged},
	}
}

func bombs() []sample {
	return []sample{
		{name: "more than 5 MiB", data: append(pngOf(gradient(9, 9)), make([]byte, 5<<20)...), want: ErrTooLarge},
		{name: "png of 2,500 megapixels", data: rawPNG(pngShape{50_000, 50_000, 8, 2, 0}, 1000), want: ErrTooManyPixels},
		{name: "png of 41 megapixels", data: rawPNG(pngShape{8200, 5000, 1, 0, 0}, 1000), want: ErrTooManyPixels},
		{name: "interlaced png of 39 megapixels in 16 bits", data: rawPNG(pngShape{7800, 5000, 16, 6, 1}, 1000), want: ErrTooManyPixels},
		{name: "jpeg of 4,000 megapixels", data: flatHead(65_535, 65_535), want: ErrTooManyPixels},
		{name: "jpeg of 41 megapixels", data: flatJPEG(jpegShape{8200, 5000, 3, 2, 2, false, 1}), want: ErrTooManyPixels},
		{name: "progressive jpeg of 39 megapixels, all colours", data: flatJPEG(jpegShape{7800, 5000, 3, 1, 1, true, 1}), want: ErrTooManyPixels},
		{name: "progressive jpeg of 40,000 passes", data: flatJPEG(jpegShape{16, 16, 1, 1, 1, true, 40_000}), want: ErrTooManyPixels},
		{name: "gif with a canvas of 4,000 megapixels", data: rawGIF(gifShape{65_535, 65_535, 1, 1, 1}), want: ErrTooManyPixels},
		{name: "gif of 41 megapixels in frames", data: rawGIF(gifShape{1000, 1000, 41, 1000, 1000}), want: ErrTooManyPixels},
		{name: "gif of 300,000 frames", data: rawGIF(gifShape{4, 4, 300_000, 1, 1}), want: ErrTooManyPixels},
		{name: "gif of 300,000 frames without a pixel", data: rawGIF(gifShape{4, 4, 300_000, 0, 0}), want: ErrTooManyPixels},
	}
}

// flatHead writes a small JPEG whose header declares another size.
func flatHead(w, h int) []byte {
	b := flatJPEG(jpegShape{8, 8, 3, 2, 2, false, 1})
	at := bytes.Index(b, []byte{0xFF, markerSOF0})
	binary.BigEndian.PutUint16(b[at+5:], uint16(h))
	binary.BigEndian.PutUint16(b[at+7:], uint16(w))
	return b
}

func rubbish(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{}).Read(b)
	return b
}
