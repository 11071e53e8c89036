// Package picture makes uploaded images safe: it checks their type and limits before decoding and re-encodes them without
// metadata.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/sync/semaphore"

	"studbonus/internal/platform/tuning"
)

var (
	// ErrTooLarge means a file with more bytes than allowed.
	ErrTooLarge = errors.New("picture: too large")
	// ErrTooManyPixels means an image that would need too much memory to decode.
	ErrTooManyPixels = errors.New("picture: too many pixels")
	// ErrWrongType means a file that is not an image of an accepted type.
	ErrWrongType = errors.New("picture: wrong file type")
	// ErrDamaged means an image that cannot be decoded.
	ErrDamaged = errors.New("picture: damaged image")
)

// Limits bound what is accepted as an image.
type Limits struct {
	Bytes  int64 // of the uploaded file
	Pixels int64 // over all frames
}

// DefaultLimits are those of rules 13.2.
var DefaultLimits = Limits{Bytes: 5 << 20, Pixels: 40_000_000}

const (
	// Images above bigImage pixels are decoded one at a time.
	bigImage = 10_000_000
	// decodeMemory bounds the memory of all concurrent decoding. An image within the pixel limit that needs more on its
	// own (a progressive JPEG above 24 megapixels without chroma subsampling, an interlaced 16-bit PNG above 23) is
	// rejected as too large.
	decodeMemory = 352 << 20
	// maxUploads bounds how many uploaded files are held in memory at once.
	maxUploads  = 8
	jpegQuality = 88
)

// Image is a re-encoded image, safe to store and show.
type Image struct {
	Bytes       []byte
	ContentType string
	Width       int
	Height      int
}

// Normalizer re-encodes uploaded images, so that only the pixels of the original file remain. The process needs exactly
// one, because it also bounds the memory that decoding takes.
type Normalizer struct {
	limits  Limits
	uploads *semaphore.Weighted
	memory  *semaphore.Weighted
	big     *semaphore.Weighted
}

// NewNormalizer returns a normalizer with these limits.
func NewNormalizer(limits Limits) *Normalizer {
	return &Normalizer{limits: limits, uploads: semaphore.NewWeighted(maxUploads), memory: semaphore.NewWeighted(decodeMemory), big: semaphore.NewWeighted(1)}
}

// Normalize reads a JPEG, PNG or GIF, detected by content, and returns it upright and without metadata. It fails with
// ErrTooLarge, ErrWrongType, ErrTooManyPixels or ErrDamaged. It waits for memory until ctx ends.
func (n *Normalizer) Normalize(ctx context.Context, r io.Reader) (Image, error) {
	if err := n.uploads.Acquire(ctx, 1); err != nil {
		return Image{}, fmt.Errorf("picture: wait for memory: %w", err)
	}
	defer n.uploads.Release(1)
	data, err := io.ReadAll(io.LimitReader(r, n.limits.Bytes+1))
	if err != nil {
		return Image{}, fmt.Errorf("picture: read: %w", err)
	}
	if int64(len(data)) > n.limits.Bytes {
		return Image{}, ErrTooLarge
	}
	h, err := inspect(data)
	if err != nil {
		return Image{}, err
	}
	if h.pixels > n.limits.Pixels || h.memory > decodeMemory {
		return Image{}, ErrTooManyPixels
	}
	release, err := n.reserve(ctx, h)
	if err != nil {
		return Image{}, fmt.Errorf("picture: wait for memory: %w", err)
	}
	defer release()
	return h.reencode(ctx, data)
}

// reserve waits until there is memory to decode the image.
func (n *Normalizer) reserve(ctx context.Context, h header) (release func(), err error) {
	if !h.isBig() {
		if err := n.memory.Acquire(ctx, h.memory); err != nil {
			return nil, err
		}
		return func() { n.memory.Release(h.memory) }, nil
	}
	if err := n.big.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	if err := n.memory.Acquire(ctx, h.memory); err != nil {
		n.big.Release(1)
		return nil, err
	}
	compact := tuning.LowGarbage()
	return func() {
		compact()
		n.memory.Release(h.memory)
		n.big.Release(1)
	}, nil
}

// header is what the file says about itself, read before anything is decoded.
type header struct {
	kind        string // content type
	width       int
	height      int
	pixels      int64 // over all frames
	memory      int64 // needed to decode and encode, in bytes
	orientation int   // EXIF: 1 to 8, 1 is upright
}

func (h header) isBig() bool { return h.pixels > bigImage }

// inspect detects the file type by its magic bytes and reads the header. No decoders other than these three are used.
func inspect(data []byte) (h header, err error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xD8\xFF")):
		h, err = inspectJPEG(data)
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1A\n")):
		h, err = inspectPNG(data)
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		h, err = inspectGIF(data)
	case len(data) == 0:
		err = fmt.Errorf("%w: the file is empty", ErrDamaged)
	default:
		err = ErrWrongType
	}
	if err == nil && (h.width == 0 || h.height == 0) {
		err = fmt.Errorf("%w: the image has no pixels", ErrDamaged)
	}
	return h, err
}

func inspectPNG(data []byte) (header, error) {
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return header{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	h := header{kind: "image/png", width: config.Width, height: config.Height, orientation: 1}
	h.pixels = int64(h.width) * int64(h.height)
	// Offsets in the IHDR chunk.
	const depthAt, interlaceAt, wide = 24, 28, 16
	h.memory = 4 * h.pixels
	if data[depthAt] == wide {
		h.memory = 8 * h.pixels
	}
	if data[interlaceAt] != 0 {
		h.memory *= 2 // each pass is decoded into an image of its own
	}
	return h, nil
}

func (h header) reencode(ctx context.Context, data []byte) (Image, error) {
	source := &cancellable{ctxErr: ctx.Err, r: bytes.NewReader(data)}
	var out bytes.Buffer
	var err error
	switch h.kind {
	case "image/jpeg":
		err = h.reencodeJPEG(source, &out)
	case "image/png":
		err = h.reencodePNG(source, &out)
	case "image/gif":
		err = reencodeGIF(source, &out)
	}
	if ctx.Err() != nil {
		return Image{}, fmt.Errorf("picture: decode: %w", ctx.Err())
	}
	if err != nil {
		return Image{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	width, height := h.width, h.height
	if isSideways(h.orientation) {
		width, height = height, width
	}
	return Image{Bytes: out.Bytes(), ContentType: h.kind, Width: width, Height: height}, nil
}

func (h header) reencodeJPEG(r io.Reader, w io.Writer) error {
	decoded, err := jpeg.Decode(r)
	if err != nil {
		return err
	}
	if h.isBig() {
		tuning.Collect() // frees the decoder's tables, which are as large as the image
	}
	if h.orientation != 1 {
		decoded = orient(decoded, h.orientation)
	} else if cmyk, ok := decoded.(*image.CMYK); ok {
		// The encoder has no fast path for CMYK: it would call an interface method for each pixel.
		rgba := image.NewRGBA(cmyk.Rect)
		draw.Draw(rgba, rgba.Rect, cmyk, cmyk.Rect.Min, draw.Src)
		decoded = rgba
	}
	return jpeg.Encode(w, decoded, &jpeg.Options{Quality: jpegQuality})
}

func (h header) reencodePNG(r io.Reader, w io.Writer) error {
	decoded, err := png.Decode(r)
	if err != nil {
		return err
	}
	encoder := png.Encoder{}
	if h.isBig() {
		encoder.CompressionLevel = png.BestSpeed // other uploads wait for this one
	}
	return encoder.Encode(w, to8Bit(decoded))
}

func reencodeGIF(r io.Reader, w io.Writer) error {
	decoded, err := gif.DecodeAll(r)
	if err != nil {
		return err
	}
	return gif.EncodeAll(w, decoded)
}

// cancellable fails a decoder's reads once the context is done.
type cancellable struct {
	ctxErr func() error
	r      io.Reader
}

var errCancelled = errors.New("cancelled")

// Read returns small pieces, so that the context is checked often.
func (c *cancellable) Read(p []byte) (int, error) {
	if c.ctxErr() != nil {
		return 0, errCancelled
	}
	const piece = 4096
	return c.r.Read(p[:min(len(p), piece)])
}

// Size returns the width and height of a stored image; it reads the header alone.
func Size(r io.Reader) (width, height int, err error) {
	c, _, err := image.DecodeConfig(r)
	if err != nil {
		return 0, 0, fmt.Errorf("read the size of an image: %w", errors.Join(ErrDamaged, err))
	}
	return c.Width, c.Height, nil
}
