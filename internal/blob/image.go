package blob

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
	"runtime"

	"golang.org/x/sync/semaphore"

	"studbonus/internal/heap"
)

// ImageLimits say what is accepted as an image.
type ImageLimits struct {
	Bytes  int64 // of the uploaded file
	Pixels int64 // over all frames
}

// DefaultImageLimits are those of contract.md §3.
var DefaultImageLimits = ImageLimits{Bytes: 5 << 20, Pixels: 40_000_000}

const (
	// bigImage is from where on images are decoded one at a time.
	bigImage = 10_000_000 // pixels
	// imageMemory bounds what all decoding together holds. An image of allowed pixels
	// that needs more by itself (a progressive JPEG above 24 megapixels without colour
	// subsampling, an interlaced PNG of 16 bits above 23) is refused as too large.
	imageMemory = 352 << 20
	// imagesRead is how many uploaded files are held as they came and as they are drawn again.
	imagesRead  = 8
	jpegQuality = 88
)

// Image is an image as it may be stored and shown.
type Image struct {
	Bytes       []byte
	ContentType string
	Width       int
	Height      int
}

// Images makes uploaded images safe: it draws them again, so that nothing of the file
// remains but its pixels. One value serves the whole program, because it also guards
// the program's memory.
type Images struct {
	limits ImageLimits
	read   *semaphore.Weighted
	memory *semaphore.Weighted
	big    *semaphore.Weighted
}

// NewImages returns an Images with these limits.
func NewImages(limits ImageLimits) *Images {
	return &Images{limits: limits, read: semaphore.NewWeighted(imagesRead), memory: semaphore.NewWeighted(imageMemory), big: semaphore.NewWeighted(1)}
}

// Normalize reads a JPEG, PNG or GIF, told by its content, and returns it turned
// upright and without metadata. It fails with ErrTooLarge, ErrWrongType,
// ErrTooManyPixels or ErrBroken. Large images wait for each other, until ctx ends.
func (n *Images) Normalize(ctx context.Context, r io.Reader) (Image, error) {
	if err := n.read.Acquire(ctx, 1); err != nil {
		return Image{}, fmt.Errorf("blob: wait for memory: %w", err)
	}
	defer n.read.Release(1)
	data, err := io.ReadAll(io.LimitReader(r, n.limits.Bytes+1))
	if err != nil {
		return Image{}, fmt.Errorf("blob: read the image: %w", err)
	}
	if int64(len(data)) > n.limits.Bytes {
		return Image{}, ErrTooLarge
	}
	p, err := inspect(data)
	if err != nil {
		return Image{}, err
	}
	if p.pixels > n.limits.Pixels || p.memory > imageMemory {
		return Image{}, ErrTooManyPixels
	}
	release, err := n.admit(ctx, p)
	if err != nil {
		return Image{}, fmt.Errorf("blob: wait for memory: %w", err)
	}
	defer release()
	return p.redraw(ctx, data)
}

// admit waits until the image may be decoded.
func (n *Images) admit(ctx context.Context, p picture) (release func(), err error) {
	if !p.isBig() {
		if err := n.memory.Acquire(ctx, p.memory); err != nil {
			return nil, err
		}
		return func() { n.memory.Release(p.memory) }, nil
	}
	if err := n.big.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	if err := n.memory.Acquire(ctx, p.memory); err != nil {
		n.big.Release(1)
		return nil, err
	}
	loosen := heap.Tight()
	return func() {
		loosen()
		n.memory.Release(p.memory)
		n.big.Release(1)
	}, nil
}

// picture is what the file says about itself, before anything is decoded.
type picture struct {
	kind        string // content type
	width       int
	height      int
	pixels      int64 // over all frames
	memory      int64 // needed to decode and encode, in bytes
	orientation int   // of the camera, 1 is upright
}

func (p picture) isBig() bool { return p.pixels > bigImage }

// inspect tells the type of the file by its first bytes and reads its header. Only the
// three decoders that are named here are ever used.
func inspect(data []byte) (p picture, err error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xD8\xFF")):
		p, err = inspectJPEG(data)
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1A\n")):
		p, err = inspectPNG(data)
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		p, err = inspectGIF(data)
	case len(data) == 0:
		err = fmt.Errorf("%w: the file is empty", ErrBroken)
	default:
		err = ErrWrongType
	}
	if err == nil && (p.width == 0 || p.height == 0) {
		err = fmt.Errorf("%w: the image has no pixels", ErrBroken)
	}
	return p, err
}

func inspectPNG(data []byte) (picture, error) {
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return picture{}, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	p := picture{kind: "image/png", width: config.Width, height: config.Height, orientation: 1}
	p.pixels = int64(p.width) * int64(p.height)
	// In the header chunk: the depth of a sample, the kind of colour, …, interlacing.
	const depthAt, interlaceAt, wide = 24, 28, 16
	p.memory = 4 * p.pixels
	if data[depthAt] == wide {
		p.memory = 8 * p.pixels
	}
	if data[interlaceAt] != 0 {
		p.memory *= 2 // each pass is an image of its own first
	}
	return p, nil
}

// redraw decodes and encodes.
func (p picture) redraw(ctx context.Context, data []byte) (Image, error) {
	source := &abortable{over: ctx.Err, r: bytes.NewReader(data)}
	var out bytes.Buffer
	var err error
	switch p.kind {
	case "image/jpeg":
		err = p.redrawJPEG(source, &out)
	case "image/png":
		err = p.redrawPNG(source, &out)
	case "image/gif":
		err = redrawGIF(source, &out)
	}
	if ctx.Err() != nil {
		return Image{}, fmt.Errorf("blob: decode the image: %w", ctx.Err())
	}
	if err != nil {
		return Image{}, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	width, height := p.width, p.height
	if isSideways(p.orientation) {
		width, height = height, width
	}
	return Image{Bytes: out.Bytes(), ContentType: p.kind, Width: width, Height: height}, nil
}

func (p picture) redrawJPEG(r io.Reader, w io.Writer) error {
	decoded, err := jpeg.Decode(r)
	if err != nil {
		return err
	}
	if p.isBig() {
		runtime.GC() // the decoder's tables are as large as the image
	}
	if p.orientation != 1 {
		decoded = turn(decoded, p.orientation)
	} else if cmyk, ok := decoded.(*image.CMYK); ok {
		// The encoder would ask for each pixel through an interface.
		rgba := image.NewRGBA(cmyk.Rect)
		draw.Draw(rgba, rgba.Rect, cmyk, cmyk.Rect.Min, draw.Src)
		decoded = rgba
	}
	return jpeg.Encode(w, decoded, &jpeg.Options{Quality: jpegQuality})
}

func (p picture) redrawPNG(r io.Reader, w io.Writer) error {
	decoded, err := png.Decode(r)
	if err != nil {
		return err
	}
	encoder := png.Encoder{}
	if p.isBig() {
		encoder.CompressionLevel = png.BestSpeed // others are waiting
	}
	return encoder.Encode(w, narrow(decoded))
}

func redrawGIF(r io.Reader, w io.Writer) error {
	decoded, err := gif.DecodeAll(r)
	if err != nil {
		return err
	}
	return gif.EncodeAll(w, decoded)
}

// abortable ends a decoder that reads on when nobody waits for it any more.
type abortable struct {
	over func() error // of the context
	r    io.Reader
}

var errAborted = errors.New("aborted")

// Read reads a little at a time, unless the context has ended.
func (a *abortable) Read(p []byte) (int, error) {
	if a.over() != nil {
		return 0, errAborted
	}
	const little = 4096
	return a.r.Read(p[:min(len(p), little)])
}
