package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTheCorpusIsRejectedOrReencoded(t *testing.T) {
	list := corpus()
	if len(list) < 60 {
		t.Errorf("%d files", len(list))
	}
	images := NewNormalizer(DefaultLimits)
	for _, s := range list {
		t.Run(s.name, func(t *testing.T) { s.checkOn(t, images) })
	}
}

// checkOn checks that the file is rejected as expected, or re-encoded with its size.
func (s sample) checkOn(t *testing.T, images *Normalizer) {
	t.Helper()
	got, err := images.Normalize(t.Context(), bytes.NewReader(s.data))
	switch {
	case !errors.Is(err, s.want):
		t.Errorf("%s: %v, want %v", s.name, err, s.want)
	case err != nil:
	case got.Width != s.w || got.Height != s.h:
		t.Errorf("%s: %d × %d, want %d × %d", s.name, got.Width, got.Height, s.w, s.h)
	default:
		wantSame(t, s.data, got)
	}
}

// wantSame checks that the output has the announced type and size and carries nothing but pixels.
func wantSame(t *testing.T, data []byte, got Image) {
	t.Helper()
	config, format, err := image.DecodeConfig(bytes.NewReader(got.Bytes))
	if err != nil || config.Width != got.Width || config.Height != got.Height || "image/"+format != got.ContentType {
		t.Errorf("the output is a %s of %d × %d, %v", format, config.Width, config.Height, err)
	}
	if !bytes.HasPrefix(data, got.Bytes[:3]) {
		t.Errorf("the type changed to %s", format)
	}
	for _, mark := range []string{"SECRET", "script", "Exif", "tEXt", "eXIf", "PK\x03\x04", "xap", "ICC_PROFILE", "<html"} {
		if bytes.Contains(got.Bytes, []byte(mark)) {
			t.Errorf("%q came through", mark)
		}
	}
}

func TestPhotosAreRotatedUpright(t *testing.T) {
	const w, h = 64, 48
	// Where the top left and top right corners of the photo end up.
	corners := map[uint16][2]image.Point{
		1: {{0, 0}, {w - 1, 0}}, 2: {{w - 1, 0}, {0, 0}}, 3: {{w - 1, h - 1}, {0, h - 1}}, 4: {{0, h - 1}, {w - 1, h - 1}},
		5: {{0, 0}, {0, w - 1}}, 6: {{h - 1, 0}, {h - 1, w - 1}}, 7: {{h - 1, w - 1}, {h - 1, 0}}, 8: {{0, w - 1}, {0, 0}},
	}
	src := gradient(w, h)
	images := NewNormalizer(DefaultLimits)
	for o, want := range corners {
		got, err := images.Normalize(t.Context(), bytes.NewReader(withSegment(jpegOf(src), 0xE1, exif(byteOrder(o), o))))
		if err != nil {
			t.Fatal(err)
		}
		m, err := jpeg.Decode(bytes.NewReader(got.Bytes))
		if err != nil {
			t.Fatal(err)
		}
		for i, from := range []image.Point{{0, 0}, {w - 1, 0}} {
			if a, b := src.At(from.X, from.Y), m.At(want[i].X, want[i].Y); !near(a, b) {
				t.Errorf("orientation %d: %v became %v at %v", o, a, b, want[i])
			}
		}
	}
}

// near allows for JPEG compression loss.
func near(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	far := func(x, y uint32) bool { return max(x, y)-min(x, y) > 24<<8 }
	return !far(r1, r2) && !far(g1, g2) && !far(b1, b2)
}

func TestAnAnimationKeepsItsFrames(t *testing.T) {
	want := film(5, 30, 20)
	got, err := NewNormalizer(DefaultLimits).Normalize(t.Context(), bytes.NewReader(gifOf(want)))
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(got.Bytes))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]any{want.Delay, want.Disposal, want.LoopCount, 30, 20}, []any{g.Delay, g.Disposal, g.LoopCount, g.Config.Width, g.Config.Height}); diff != "" {
		t.Error(diff)
	}
	for i, frame := range want.Image {
		if diff := cmp.Diff(frame.Pix, g.Image[i].Pix); diff != "" {
			t.Errorf("frame %d: %s", i, diff)
		}
	}
}

func TestLargeImagesWaitForEachOtherUntilTheContextEnds(t *testing.T) {
	images := NewNormalizer(DefaultLimits)
	if err := images.big.Acquire(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	large := flatJPEG(jpegShape{4000, 3000, 3, 2, 2, false, 1})
	if _, err := images.Normalize(ctx, bytes.NewReader(large)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a large image did not wait: %v", err)
	}
	if _, err := images.Normalize(t.Context(), bytes.NewReader(jpegOf(gradient(100, 100)))); err != nil {
		t.Errorf("a small image: %v", err)
	}
	images.big.Release(1)
	if _, err := images.Normalize(t.Context(), bytes.NewReader(large)); err != nil {
		t.Errorf("after the release: %v", err)
	}
}

func TestADecoderStopsWhenTheContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p, err := inspect(jpegOf(gradient(500, 500)))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := p.reencode(ctx, jpegOf(gradient(500, 500))); !errors.Is(err, context.Canceled) || errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
}

// resident returns this process's RSS in bytes.
func resident(t *testing.T) int64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc here")
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kb << 10
		}
	}
	t.Fatal("no VmRSS")
	return 0
}

func TestHeavyImagesAtOnceAreReencodedInBoundedMemory(t *testing.T) {
	if testing.Short() || isSlow {
		t.Skip("decodes several times 40 megapixels")
	}
	list := concat(heavy(), bombs())
	images := NewNormalizer(DefaultLimits)
	debug.FreeOSMemory()
	before := resident(t)
	done, top := make(chan struct{}), before
	var watch, work sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
				top = max(top, resident(t))
			}
		}
	})
	start := time.Now()
	for _, s := range list {
		work.Go(func() { s.checkOn(t, images) })
	}
	work.Wait()
	close(done)
	watch.Wait()
	t.Logf("%d files in %v, memory grew by %d MB", len(list), time.Since(start).Round(time.Millisecond), (top-before)/1e6)
	if grown := top - before; grown > 450e6 {
		t.Errorf("memory grew by %d MB, allowed are 450", grown/1e6)
	}
	deadline := time.Now().Add(time.Minute)
	for resident(t)-before > 50e6 && time.Now().Before(deadline) {
		time.Sleep(100 * time.Millisecond)
	}
	if left := resident(t) - before; left > 50e6 {
		t.Errorf("%d MB are still held after a minute", left/1e6)
	}
}

func addSeeds(f *testing.F) {
	f.Helper()
	for _, s := range corpus() {
		if len(s.data) < 4000 {
			f.Add(s.data)
		}
	}
}

// FuzzInspect: no input makes the header parsers panic or return impossible values.
func FuzzInspect(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := inspect(data)
		if err == nil && (p.pixels < int64(p.width)*int64(p.height) || p.memory <= 0 || p.orientation < 1 || p.orientation > 8) {
			t.Errorf("%+v", p)
		}
		_ = readJPEG(data)
		_ = exifOrientation(data)
	})
}

// FuzzImage: the output is always an image of the announced size.
func FuzzImage(f *testing.F) {
	addSeeds(f)
	images := NewNormalizer(Limits{Bytes: 100_000, Pixels: 100_000})
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := images.Normalize(t.Context(), bytes.NewReader(data))
		if err != nil {
			for _, known := range []error{ErrDamaged, ErrWrongType, ErrTooLarge, ErrTooManyPixels} {
				if errors.Is(err, known) {
					return
				}
			}
			t.Fatal(err)
		}
		config, format, err := image.DecodeConfig(bytes.NewReader(got.Bytes))
		if err != nil || config.Width != got.Width || config.Height != got.Height || "image/"+format != got.ContentType {
			t.Errorf("%s of %d × %d announced, %s of %d × %d made, %v", got.ContentType, got.Width, got.Height, format, config.Width, config.Height, err)
		}
	})
}
